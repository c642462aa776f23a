//! Several abstract plans of one level, which differ in the borders that boxes cross.

mod by_counts;
mod explore;

pub use explore::{AbstractPlan, AbstractPlans, PlannedStep, explore};

use crate::maze::AreaId;
use crate::planner::Step;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A border between two areas in one direction: from, to.
type Border = (AreaId, AreaId);

type Borders = BTreeSet<Border>;

/// How several plans are chosen: different ones, or simply the cheapest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanSelection {
    /// No plan crosses all borders of a better one. No two plans of transfers begin with a box of the same area.
    #[default]
    Diverse,
    /// The cheapest plans, which may differ only in the order of their steps.
    Top,
}

/// How many abstract plans are wanted, how they are chosen, and which borders they must or must not cross.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanQuery {
    /// Maximum number of plans to be returned.
    pub count: usize,
    /// Whether plans must differ in their borders, or only be cheap.
    pub selection: PlanSelection,
    /// Borders (from, to) that some box must cross in every plan; if not empty, plans of transfers are the cheapest.
    pub forced: Borders,
    /// Borders (from, to) that no box may cross in any plan.
    pub forbidden: Borders,
}

impl PlanQuery {
    /// Creates a query for at most `count` diverse plans, without conditions.
    pub fn diverse(count: usize) -> Self {
        Self { count, ..Self::default() }
    }

    /// Returns the query with its number and selection of plans, but without conditions.
    #[must_use]
    pub fn without_conditions(&self) -> Self {
        Self { count: self.count, selection: self.selection, ..Self::default() }
    }

    /// Returns whether the query demands or forbids any border.
    pub fn has_conditions(&self) -> bool {
        !self.forced.is_empty() || !self.forbidden.is_empty()
    }

    /// Returns whether a plan with these steps crosses all forced borders and no forbidden one.
    pub fn allows<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> bool {
        let crossed: Borders = steps.flat_map(borders).collect();
        self.forced.is_subset(&crossed) && self.forbidden.is_disjoint(&crossed)
    }
}

fn borders(step: &Step) -> impl Iterator<Item = Border> {
    step.areas().windows(2).map(|pair| (pair[0], pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::AreaId;

    #[test]
    fn a_border_to_cross_or_one_to_avoid_is_a_condition() {
        let border = Borders::from_iter([(AreaId(0), AreaId(1))]);
        let forced = PlanQuery { forced: border.clone(), ..PlanQuery::default() };
        let forbidden = PlanQuery { forbidden: border, ..PlanQuery::default() };
        assert!(forced.has_conditions() && forbidden.has_conditions() && !PlanQuery::diverse(3).has_conditions());
        assert!(!forced.without_conditions().has_conditions());
        assert!(!forced.allows(std::iter::empty()) && forbidden.allows(std::iter::empty()));
    }
}
