//! Counts of the operators of plans by their outcomes.

use crate::abstraction::{Label, LabelCounts};
use crate::planner::{EventTally, TraceEntry, Why};
use crate::solve::Report;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Counts of the operators that planners tried, by outcome. Operators are the steps of coarse plans; in the planner of
/// room events they are border crossings, arrangements inside areas, and plain pushes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OperatorCounts {
    /// Number of operators tried.
    pub tried: u64,
    /// Number of operators that led to a new position.
    pub realised: u64,
    /// Number of operators that led only to positions found before; not counted as refusals.
    pub known: u64,
    /// Number of operators that led to a position proved lost by deadlock rules.
    pub lost: u64,
    /// Number of steps refused with a proof that no pushes carry them out.
    pub impossible: u64,
    /// Number of steps refused after an exhaustive search without a proof: boxes outside the search may be in the way.
    pub no_way: u64,
    /// Number of steps refused because the search for their pushes reached its node limit.
    pub budget: u64,
    /// Number of steps of the solution that were tried as steps of a coarse plan.
    pub steps: u64,
    /// Number of steps of the solution that were the first step tried in their position.
    pub first_try: u64,
    /// Number of operators tried neither in the position of the operator before, nor in a position to which it led.
    pub steps_back: u64,
    /// Number of room events (border crossings) tried, by label.
    pub events: LabelCounts,
    /// Number of arrangements (moves of boxes inside an area) tried, by label.
    pub arrangements: LabelCounts,
    /// Number of plain pushes tried in positions where a limit ended the search inside an area; takeovers are included.
    pub plain: u64,
    /// Number of full push searches that took over from the planner.
    pub takeovers: u64,
    /// Number of pushes of the solutions that push searches found after they took over from the planner.
    pub takeover_pushes: u64,
}

impl OperatorCounts {
    /// Returns the counts of a report; `None` if no operator was tried.
    pub(super) fn of(report: &Report) -> Option<Self> {
        let plan = report.plan.as_ref()?;
        let mut row = Self::default();
        row.follow(report.trace());
        let steps = plan.steps.as_deref().unwrap_or_default();
        let tries = || steps.iter().filter_map(|step| step.plan_nodes);
        row.steps = tries().count() as u64;
        row.first_try = tries().filter(|&tries| tries == 1).count() as u64;
        if let Some(tally) = &plan.tally {
            row.count(tally);
            let taken_over = steps.iter().filter(|step| step.act == Some(crate::planner::Act::Takeover));
            row.takeover_pushes = taken_over.map(|step| step.pushes.len() as u64).sum();
        }
        (row.tried > 0).then_some(row)
    }

    fn follow(&mut self, trace: &[TraceEntry]) {
        let mut led_to: Option<Vec<usize>> = None;
        for entry in trace {
            let (at, outcomes) = match entry {
                TraceEntry::Realised { position, outcomes, .. } => {
                    self.realised += 1;
                    (*position, outcomes.clone())
                }
                TraceEntry::Known { position, .. } => {
                    self.known += 1;
                    (*position, Vec::new())
                }
                TraceEntry::Refused { position, refusal } => {
                    *match (refusal.why, refusal.label) {
                        (Why::NodeCap, _) => &mut self.budget,
                        (Why::NoWay, Label::Impossible) => &mut self.impossible,
                        (Why::NoWay, _) => &mut self.no_way,
                    } += 1;
                    (*position, Vec::new())
                }
                _ => continue,
            };
            self.tried += 1;
            // Another operator in the same position is not a step back.
            let is_on = led_to.as_ref().is_none_or(|led_to| led_to.contains(&at));
            self.steps_back += u64::from(!is_on);
            led_to = Some(outcomes.into_iter().chain([at]).collect());
        }
    }

    /// Sets the counts from the tally of the planner of room events, whose trace has only operators to new positions.
    const fn count(&mut self, tally: &EventTally) {
        self.tried = tally.events + tally.arrangements + tally.pushes;
        self.known = tally.known;
        self.realised = self.tried.saturating_sub(tally.known);
        self.lost = tally.lost;
        (self.events, self.arrangements) = (tally.event_labels, tally.arrangement_labels);
        (self.plain, self.takeovers) = (tally.pushes, tally.takeovers);
    }
}

impl AddAssign<&Self> for OperatorCounts {
    fn add_assign(&mut self, other: &Self) {
        self.tried += other.tried;
        self.realised += other.realised;
        self.known += other.known;
        self.lost += other.lost;
        self.impossible += other.impossible;
        self.no_way += other.no_way;
        self.budget += other.budget;
        self.steps += other.steps;
        self.first_try += other.first_try;
        self.steps_back += other.steps_back;
        self.events += other.events;
        self.arrangements += other.arrangements;
        self.plain += other.plain;
        self.takeovers += other.takeovers;
        self.takeover_pushes += other.takeover_pushes;
    }
}
