//! The query for plans.

use super::diverse_plans::{Border, Borders};
use crate::planner::Step;
use serde::Serialize;

/// The way in which several plans are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanSelection {
    /// No plan crosses all the borders of a better one; plans of transfers each begin with a box of another area.
    #[default]
    Diverse,
    /// The cheapest plans, which may differ only in the order of their steps.
    Top,
}

/// A number of plans, and their conditions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanQuery {
    /// The greatest number of plans.
    pub count: usize,
    /// The way in which they are chosen.
    pub selection: PlanSelection,
    /// The borders that some box crosses in every plan, from and to. Plans of transfers are then the cheapest ones.
    pub forced: Borders,
    /// The borders that no box crosses in any plan.
    pub forbidden: Borders,
    /// Whether the events of a search on an exact rung are kept.
    pub is_traced: bool,
}

impl PlanQuery {
    /// Makes a query for this number of diverse plans.
    pub fn diverse(count: usize) -> Self {
        Self { count, ..Self::default() }
    }

    /// Returns the query without conditions and without events.
    #[must_use]
    pub fn without_conditions(&self) -> Self {
        Self { count: self.count, selection: self.selection, ..Self::default() }
    }

    /// Returns whether the query has conditions.
    pub fn has_conditions(&self) -> bool {
        !self.forced.is_empty() || !self.forbidden.is_empty()
    }

    /// Returns whether a plan of these steps satisfies the conditions.
    pub fn allows<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> bool {
        let crossed: Borders = steps.flat_map(borders).collect();
        self.forced.is_subset(&crossed) && self.forbidden.is_disjoint(&crossed)
    }
}

/// Returns the borders that the box of a step crosses.
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
