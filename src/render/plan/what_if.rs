//! The effect of conditions on plans: borders that a box must cross, and borders that no box may cross.

use super::PlanView;
use crate::maze::AreaId;
use crate::planner::{AbstractPlan, AbstractPlans, PlanQuery};
use crate::render::counted;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Conditions on plans, and the plans made without the conditions, for comparison.
#[derive(Clone, Copy, Debug)]
pub struct WhatIf<'a> {
    /// Borders that a box must or must not cross.
    pub query: &'a PlanQuery,
    /// Plans made without the conditions.
    pub without: &'a AbstractPlans,
}

/// JSON object of conditions, with a comparison to the plans without them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub(super) struct WhatIfRow {
    /// Borders that boxes must cross.
    forced: Vec<String>,
    /// Borders that boxes must not cross.
    forbidden: Vec<String>,
    /// Cost of the best plan without the conditions.
    cost_without: Option<u64>,
    /// Steps of the best plan without the conditions, in words.
    steps_without: Option<Vec<String>>,
    /// Number of plans found without the conditions.
    plans_without: usize,
    /// Numbers, from 1, of the plans made without the conditions that nevertheless satisfy the conditions.
    remaining: Vec<usize>,
}

impl WhatIf<'_> {
    /// Returns the numbers of the plans that were made without the conditions but satisfy them, from 1.
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
        _ = writeln!(text, "of {all} without the conditions these satisfy them: {remain}");
        text + &self.change(view) + "\n"
    }

    fn change(&self, view: &PlanView<'_>) -> String {
        let Some(before) = self.without.plans.first() else { return String::new() };
        let Some(now) = view.explored.plans.first() else {
            return format!("the first plan without conditions has cost {}; none was found with them\n", before.cost);
        };
        let mut text = format!("the first plan has cost {}, without the conditions {}\n", now.cost, before.cost);
        let (old, new) = (steps(view, before), steps(view, now));
        for (what, more, less) in [("only without conditions:", &old, &new), ("only with conditions:   ", &new, &old)] {
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

/// Returns the steps of `more` that are not in `less`, with multiplicity.
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
