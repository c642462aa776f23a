//! The steps of a plan, each with the steps of the solution that carried it out.

use super::PlanReport;
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use crate::packing::PackingMove;
use crate::planner::{Proposal, Realisation, Refusal, Step, TakeoverReason, TraceEntry};
use crate::steps::SolutionStep;
use std::ops::Range;

/// A step of a plan with the steps of the solution that carried it out. Where the push search took over, or an operator
/// carried out two steps of the plan, one value stands for several steps of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedOut {
    /// Index of the step in the plan; if this value stands for several steps, of the first of them.
    pub number: usize,
    /// Proposed steps, on the areas of the plan; empty if only the packing plan is known.
    pub proposals: Vec<Proposal>,
    /// Packing step that was due; `None` without a packing plan.
    pub packs: Option<PackingMove>,
    /// Range of indices of the steps of the solution that carried the plan step out.
    pub steps: Range<usize>,
    /// Range of indices in [`super::PlanReport::steps`] of the operators that carried the plan step out.
    pub operators: Range<usize>,
    /// Why the full push search took over; `None` if it did not.
    pub takeover: Option<TakeoverReason>,
    /// Plan steps that failed in the position in which this plan step was carried out.
    pub refused: Vec<Refusal>,
}

impl PlanReport {
    /// Returns the steps that failed in the position in which `realised` was carried out.
    fn refused(&self, realised: &Realisation) -> Vec<Refusal> {
        let refused = self.trace.iter().flatten().filter_map(|entry| match entry {
            TraceEntry::Refused { position, refusal } if *position == realised.position => Some(refusal.clone()),
            _ => None,
        });
        refused.collect()
    }

    /// Returns the steps of the plan, not yet with steps of the solution. Operators along a packing plan belong to the
    /// packing step that was due before them; other operators are steps of the plan themselves.
    pub(super) fn carried_out(&self) -> Vec<CarriedOut> {
        let proposed = self.first_plan.as_deref().unwrap_or_default();
        let mut all: Vec<(Option<usize>, CarriedOut)> = Vec::new();
        for (number, realised) in self.steps.iter().flatten().enumerate() {
            let packing = realised.packs.map(|(packing, _)| packing);
            if let Some((last, carried_out)) = all.last_mut()
                && realised.takeover.is_none()
                && packing.is_some_and(|packing| last.is_some_and(|last| packing <= last))
            {
                carried_out.operators.end = number + 1;
                continue;
            }
            let proposals = match packing {
                Some(_) => Vec::new(),
                None => vec![Proposal::from(realised.step.clone())],
            };
            let (packs, takeover) = (realised.packs.map(|(_, packs)| packs), realised.takeover);
            let (steps, operators) = (0..0, number..number + 1);
            all.push((
                packing,
                CarriedOut {
                    number: all.len(),
                    proposals,
                    packs,
                    steps,
                    operators,
                    takeover,
                    refused: self.refused(realised),
                },
            ));
        }
        // Each step along a packing plan has the proposals up to that of the next step, at least one.
        let number = |proposal: &Proposal| proposal.packs.map_or(0, |(number, _)| number);
        let mut end = proposed.len();
        for (packing, carried_out) in all.iter_mut().rev() {
            let Some(packing) = *packing else { continue };
            let first = proposed.partition_point(|proposal| number(proposal) < packing).min(end);
            let last = end.max(first + 1).min(proposed.len());
            carried_out.proposals = proposed[first..last].to_vec();
            carried_out.number = first;
            end = first;
        }
        all.into_iter().map(|(_, carried_out)| carried_out).collect()
    }
}

impl CarriedOut {
    /// Returns whether a step of the solution, read on `areas`, does what is proposed; false unless one step is
    /// proposed.
    pub(super) fn is_as_proposed(&self, step: &SolutionStep, areas: &Areas) -> bool {
        let [Proposal { step: proposed, packs }] = self.proposals.as_slice() else { return false };
        let comes_to = |to: Square| step.trips.iter().any(|trip| trip.to() == to);
        self.takeover.is_none()
            && is_as_proposed(step, proposed, areas)
            && packs.is_none_or(|(_, packs)| comes_to(packs.to))
    }
}

/// Returns whether a step of a solution, read on `areas`, does what a proposed step says.
fn is_as_proposed(step: &SolutionStep, proposed: &Step, areas: &Areas) -> bool {
    let ends = |square: &[Square; 2]| square.map(|square| areas.area_of(square));
    let trips: Vec<[AreaId; 2]> = step.trips.iter().map(|trip| ends(&[trip.from(), trip.to()])).collect();
    match proposed {
        Step::Transfer(route) => trips == [[route[0], route[route.len() - 1]]],
        Step::Settle(area) | Step::Arrange(area) => trips.iter().all(|ends| ends == &[*area; 2]),
        Step::Takeover => false,
    }
}
