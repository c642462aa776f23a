//! The effect of forcing or forbidding boxes to cross borders.

use super::PlanView;
use crate::maze::AreaId;
use crate::planner::{AbstractPlan, Explored, PlanQuery};
use crate::render::counted;
use itertools::Itertools;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The conditions, and the plans without them.
#[derive(Clone, Copy, Debug)]
pub struct WhatIf<'a> {
    /// The conditions.
    pub query: &'a PlanQuery,
    /// The plans without them.
    pub without: &'a Explored,
}

/// The JSON row of conditions.
#[derive(Debug, Serialize)]
pub(super) struct WhatIfRow {
    forced: Vec<String>,
    forbidden: Vec<String>,
    /// The cost of the best plan without the conditions.
    cost_without: Option<u64>,
    /// The steps of this plan.
    steps_without: Option<Vec<String>>,
    /// The number of plans found without the conditions.
    plans_without: usize,
    /// The numbers of the plans that remain under the conditions, from 1.
    remaining: Vec<usize>,
}

impl WhatIf<'_> {
    /// Returns the numbers of the plans that were made without the conditions but satisfy them.
    fn remaining(&self) -> Vec<usize> {
        let plans = (1..).zip(&self.without.plans);
        let keeps = |plan: &AbstractPlan| self.query.allows(plan.steps.iter().map(|step| &step.step));
        plans.filter(|(_, plan)| keeps(plan)).map(|(number, _)| number).collect()
    }

    pub(super) fn row(&self, view: &PlanView<'_>) -> WhatIfRow {
        let best = self.without.plans.first();
        WhatIfRow {
            forced: words(view, &self.query.forced),
            forbidden: words(view, &self.query.forbidden),
            cost_without: best.map(|plan| plan.cost),
            steps_without: best.map(|plan| steps(view, plan)),
            plans_without: self.without.plans.len(),
            remaining: self.remaining(),
        }
    }

    pub(super) fn text(&self, view: &PlanView<'_>) -> String {
        let some = (!self.query.forced.is_empty())
            .then(|| format!("a box crosses each of {}", words(view, &self.query.forced).join(", ")));
        let none = (!self.query.forbidden.is_empty())
            .then(|| format!("no box crosses {}", words(view, &self.query.forbidden).join(", ")));
        let mut text = format!("what if {}\n", some.into_iter().chain(none).join(", and "));
        let (all, remaining) = (counted(self.without.plans.len(), "plan"), self.remaining());
        let remain = if remaining.is_empty() { "none".to_owned() } else { remaining.iter().join(", ") };
        _ = writeln!(text, "of {all} without that there remain: {remain}");
        text + &self.change(view) + "\n"
    }

    /// Returns the best plan now against the best without the conditions.
    fn change(&self, view: &PlanView<'_>) -> String {
        let Some(before) = self.without.plans.first() else { return String::new() };
        let Some(now) = view.explored.plans.first() else {
            return format!("the first plan without it has cost {}; none was found with it\n", before.cost);
        };
        let mut text = format!("the first plan has cost {}, without it {}\n", now.cost, before.cost);
        let (old, new) = (steps(view, before), steps(view, now));
        for (what, more, less) in [("only without it:", &old, &new), ("only with it:   ", &new, &old)] {
            let only = surplus(more, less);
            if !only.is_empty() {
                _ = writeln!(text, "  {what} {}", only.join(", "));
            }
        }
        text
    }
}

fn words(view: &PlanView<'_>, borders: &BTreeSet<(AreaId, AreaId)>) -> Vec<String> {
    borders.iter().map(|&(from, to)| format!("{} > {}", view.name(from), view.name(to))).collect()
}

fn steps(view: &PlanView<'_>, plan: &AbstractPlan) -> Vec<String> {
    plan.steps.iter().map(|step| view.step(&step.step)).collect()
}

/// Returns the steps that are in the first list more often than in the second.
fn surplus(more: &[String], less: &[String]) -> Vec<String> {
    let mut left = less.iter().counts();
    let mut only = Vec::new();
    for step in more {
        match left.get_mut(step) {
            Some(count) if *count > 0 => *count -= 1,
            _ => only.push(step.clone()),
        }
    }
    only
}
