//! The result of a plan: whether it solved the level, else how many steps were carried out, and why it ended.
//!
//! ```text
//!   plan                A > b, A > b > C, b > C
//!   trace               position 0: A > b led to 1 and 2; position 2: A > b > C refused, no way
//!   verdict             1 step done, the second refused
//! ```
//! A plan is followed from the start along the positions to which its steps led.

use super::PlanView;
use crate::planner::{AbstractPlan, Abstraction, PlannedStep, Refusal, Step, TraceEntry};
use crate::render::counted;
use crate::render::words::refusal_words;
use std::collections::BTreeSet;

pub(super) struct Verdict<'a> {
    pub(super) done: usize,
    pub(super) end: End<'a>,
}

#[derive(Clone, Copy)]
pub(super) enum End<'a> {
    Solved,
    /// The steps of the plan solved the level in another order.
    OtherOrder,
    /// The plan was made under conditions; plans under conditions are not carried out.
    Proposal,
    /// The next step was refused.
    Refused(&'a Refusal),
    /// The next step led only to positions found before.
    Known,
    /// Another plan solved the level.
    NotFollowed,
    /// The search ended before the next step was tried.
    NotReached,
}

impl End<'_> {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::OtherOrder => "other_order",
            Self::Proposal => "proposed",
            Self::Refused(_) => "refused",
            Self::Known => "known",
            Self::NotFollowed => "not_followed",
            Self::NotReached => "not_reached",
        }
    }
}

/// Result of one step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Fate {
    /// The step is part of the solution.
    InSolution,
    /// The step was carried out in a position to which the steps before it led.
    Realised,
    /// The step was refused.
    Refused,
    /// The step was not tried in a position to which the steps before it led.
    Untried,
}

impl Verdict<'_> {
    /// Returns the result of the step with this index in the plan.
    pub(super) const fn fate(&self, index: usize) -> Fate {
        match self.end {
            End::Solved | End::OtherOrder => Fate::InSolution,
            _ if index < self.done => Fate::Realised,
            End::Refused(_) if index == self.done => Fate::Refused,
            _ => Fate::Untried,
        }
    }
}

impl PlanView<'_> {
    pub(super) fn verdict(&self, number: usize) -> Verdict<'_> {
        let plan = &self.explored.plans[number];
        let is_solved = self.report.solution().is_some();
        if !self.was_realised() {
            return Verdict { done: 0, end: End::Proposal };
        }
        if is_solved && self.is_solution(plan) {
            return Verdict { done: plan.steps.len(), end: End::Solved };
        }
        if is_solved && self.is_other_order(plan) {
            return Verdict { done: plan.steps.len(), end: End::OtherOrder };
        }
        let ended = if is_solved { End::NotFollowed } else { End::NotReached };
        match self.explored.space {
            Abstraction::Transfers => Verdict { done: if is_solved { 0 } else { self.packed(plan) }, end: ended },
            _ => self.followed(plan, ended),
        }
    }

    /// Returns the index of the plan that solved the level, else of the first plan with most steps carried out.
    pub(super) fn best(&self) -> Option<usize> {
        let key = |&number: &usize| {
            let Verdict { done, end } = self.verdict(number);
            (matches!(end, End::Solved), done)
        };
        (0..self.explored.plans.len()).rev().max_by_key(key)
    }

    pub(super) fn verdict_words(&self, number: usize) -> String {
        let plan = &self.explored.plans[number];
        let Verdict { done, end } = self.verdict(number);
        let next = || plan.steps.get(done).map_or_else(String::new, |step| self.step(&step.step));
        let after = match done {
            0 => String::new(),
            1 => "1 step was carried out; ".to_owned(),
            more => format!("{} were carried out; ", counted(more, "step")),
        };
        match end {
            End::Solved => "it solved the level".to_owned(),
            End::OtherOrder => "its steps solved the level in another order".to_owned(),
            End::Proposal => "not carried out, since conditions were asked for".to_owned(),
            End::Refused(refusal) => {
                let why = refusal_words(refusal, &self.level.board, self.areas, &self.names);
                format!("rejected: {after}step {} was refused, {why}", done + 1)
            }
            End::Known => {
                format!("rejected: {after}step {}, {}, led only to positions found before", done + 1, next())
            }
            End::NotFollowed if done == 0 => "not followed: another plan solved the level".to_owned(),
            End::NotFollowed => format!("rejected: {after}another plan led on from there to the solution"),
            End::NotReached => format!("{after}{}", self.ended_words()),
        }
    }

    fn ended_words(&self) -> String {
        self.report.limits.answer_words(self.report.answer())
    }

    /// Returns whether the solution consists of the steps of this plan. Steps that bring boxes of one area to its goals
    /// may be missing from the solution.
    fn is_solution(&self, plan: &AbstractPlan) -> bool {
        if self.explored.space == Abstraction::Transfers {
            let made = self.report.plan.as_ref().and_then(|report| report.first_plan.as_ref());
            let is_same = |(planned, made): (&PlannedStep, &crate::planner::Proposal)| {
                planned.step == made.step && planned.packs == made.packs
            };
            return made.is_some_and(|made| made.len() == plan.steps.len() && plan.steps.iter().zip(made).all(is_same));
        }
        let mut made = self.report.steps().into_iter().flatten().map(|realised| &realised.step).peekable();
        let fits =
            |planned: &PlannedStep| made.next_if_eq(&&planned.step).is_some() || self.may_be_left_out(&planned.step);
        plan.steps.iter().all(fits) && made.peek().is_none()
    }

    /// Returns whether a step only brings boxes of one area to goals of that area, and was never refused.
    fn may_be_left_out(&self, step: &Step) -> bool {
        let mut trace = self.report.trace().iter();
        let is_refused =
            |entry: &TraceEntry| matches!(entry, TraceEntry::Refused { refusal, .. } if refusal.step == *step);
        matches!(step, Step::Settle(_)) && !trace.any(is_refused)
    }

    /// Returns whether the solution has the steps of this plan in another order.
    fn is_other_order(&self, plan: &AbstractPlan) -> bool {
        let mut left: Vec<&Step> = plan.steps.iter().map(|planned| &planned.step).collect();
        let mut made = match (self.explored.space, &self.report.plan) {
            (Abstraction::Transfers, Some(report)) => {
                report.first_plan.iter().flatten().map(|made| &made.step).collect()
            }
            _ => self.report.steps().into_iter().flatten().map(|made| &made.step).collect::<Vec<_>>(),
        };
        made.retain(|step| match left.iter().position(|planned| planned == step) {
            Some(at) => {
                left.remove(at);
                false
            }
            None => true,
        });
        made.is_empty() && left.into_iter().all(|step| self.may_be_left_out(step))
    }

    /// Returns the number of steps of a plan of transfers that are done in the best position of the search.
    fn packed(&self, plan: &AbstractPlan) -> usize {
        let report = self.report.plan.as_ref().filter(|_| self.is_solution(plan));
        let first = plan.steps.first().and_then(|step| step.packs).map_or(0, |(number, _)| number);
        report.and_then(|report| report.packed).map_or(0, |packed| packed.saturating_sub(first).min(plan.steps.len()))
    }

    /// Returns how many steps of a plan were carried out from the start, and why no more; `ended` if no entry of the trace says why.
    fn followed(&self, plan: &AbstractPlan, ended: End<'static>) -> Verdict<'_> {
        let mut at = BTreeSet::from([0]);
        for (done, PlannedStep { step, .. }) in plan.steps.iter().enumerate() {
            let mut next = BTreeSet::new();
            let mut end = ended as End<'_>;
            for entry in self.report.trace() {
                match entry {
                    TraceEntry::Realised { position, step: other, outcomes, .. }
                        if at.contains(position) && other == step =>
                    {
                        next.extend(outcomes);
                    }
                    TraceEntry::Known { position, step: other, .. } if at.contains(position) && other == step => {
                        end = End::Known;
                    }
                    TraceEntry::Refused { position, refusal } if at.contains(position) && refusal.step == *step => {
                        end = End::Refused(refusal);
                    }
                    _ => {}
                }
            }
            if next.is_empty() {
                return Verdict { done, end };
            }
            at = next;
        }
        Verdict { done: plan.steps.len(), end: ended }
    }
}
