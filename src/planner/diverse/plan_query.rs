//! Which plans are wanted.

use super::diverse_plans::{Border, Borders};
use crate::planner::Step;
use serde::Serialize;

/// How several plans are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanSelection {
    /// None crosses all the borders of a better one; of transfers, each begins with a box of another area, as the search
    /// makes them.
    #[default]
    Diverse,
    /// The cheapest ones, which may differ in the order of their steps alone.
    Top,
}

/// A number of plans, and what they have to keep to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanQuery {
    /// At most this number of plans.
    pub count: usize,
    /// How they are chosen.
    pub selection: PlanSelection,
    /// Borders that some box crosses in every plan, from and to. Of transfers the plans are then the cheapest ones.
    pub forced: Borders,
    /// Borders that no box crosses in any plan.
    pub forbidden: Borders,
    /// Whether the events of a search on an exact rung are kept.
    pub is_traced: bool,
}

impl PlanQuery {
    /// This number of plans, diverse ones.
    pub fn diverse(count: usize) -> Self {
        Self { count, ..Self::default() }
    }

    /// The same without anything to keep to, and without events.
    #[must_use]
    pub fn without_conditions(&self) -> Self {
        Self { count: self.count, selection: self.selection, ..Self::default() }
    }

    /// Returns whether there is anything to keep to.
    pub fn has_conditions(&self) -> bool {
        !self.forced.is_empty() || !self.forbidden.is_empty()
    }

    /// Returns whether a plan of these steps keeps to it.
    pub fn allows<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> bool {
        let crossed: Borders = steps.flat_map(borders).collect();
        self.forced.is_subset(&crossed) && self.forbidden.is_disjoint(&crossed)
    }
}

/// The borders that the box of a step crosses.
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
