//! The deadlock rules that each search asks by default.
//!
//! Not tuned: which rules of one set would pay in another was not measured.

use crate::deadlock::rules::{
    ClosedDiagonals, Corral, DeadSquares, Freeze, FrozenWalls, Matching, Neighbourhood, Pairs,
};
use crate::deadlock::{CostClass, Rule, RuleId, RuleSet};
use std::sync::Arc;

/// The rules of every search. Which of them pay depends on the cost of a node of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSets {
    /// Of [`super::Lean`].
    pub lean: RuleSet,
    /// Of [`super::Fess`].
    pub feature_space: RuleSet,
    /// Of [`super::optimal::Optimal`].
    pub optimal: RuleSet,
    /// Of the realisation of a plan's steps.
    pub realisation: RuleSet,
    /// Of the planner about the boxes of one area, for any square of the player: only rules that do not use it, and
    /// that are asked after a push.
    pub areas: RuleSet,
}

impl RuleSets {
    /// Very cheap nodes: only what is looked up, or computed by operations on whole sets of squares.
    pub fn lean() -> RuleSet {
        RuleSet::none().with(DeadSquares::by_side()).with(Freeze::by_dead_squares()).with(Pairs).with(Matching)
    }

    /// Costly nodes: all rules but [`Pairs`], which needs a table, and
    /// [`ExactSets`](crate::deadlock::rules::ExactSets): on XSokoban with 3,000 nodes a level it solves no level more, and
    /// takes twice the time. Macro pushes never end on dead squares.
    pub fn feature_space() -> RuleSet {
        RuleSet::none()
            .with(Freeze::by_dead_squares())
            .with(ClosedDiagonals)
            .with(Matching)
            .with(FrozenWalls)
            .with(Corral)
            .with(Neighbourhood)
    }

    /// Cheap rules, those whose tables the bound has made, and [`Corral`] where it pays.
    pub fn optimal() -> RuleSet {
        RuleSet::none()
            .with(DeadSquares::by_side())
            .with(Freeze::by_dead_squares())
            .with(Pairs)
            .with(Matching)
            .with(FrozenWalls)
            .with(Corral)
    }

    /// A few thousand nodes for a step: only what costs less than making one.
    pub fn realisation() -> RuleSet {
        RuleSet::none().with(DeadSquares::by_side()).with(Freeze::by_dead_squares()).with(Matching)
    }

    /// Cheap rules: they are asked about thousands of local states.
    pub fn areas() -> RuleSet {
        RuleSet::none().with(DeadSquares::by_square()).with(Freeze::by_dead_squares())
    }

    fn each(&mut self) -> [&mut RuleSet; 5] {
        let Self { lean, feature_space, optimal, realisation, areas } = self;
        [lean, feature_space, optimal, realisation, areas]
    }

    /// With a rule more in every search that can ask it.
    #[must_use]
    pub fn with(mut self, rule: impl Rule + 'static) -> Self {
        let rule: Arc<dyn Rule> = Arc::new(rule);
        let about = rule.about();
        let is_for_areas = !about.uses_player && about.cost != CostClass::Position;
        let areas = std::mem::take(&mut self.areas);
        self.each().into_iter().for_each(|set| *set = std::mem::take(set).with_shared(Arc::clone(&rule)));
        self.areas = if is_for_areas { areas.with_shared(rule) } else { areas };
        self
    }

    /// Without a rule in any search.
    #[must_use]
    pub fn without(mut self, id: RuleId) -> Self {
        self.each().into_iter().for_each(|set| *set = std::mem::take(set).without(id));
        self
    }

    /// The rules that some search asks, in the order of reports.
    pub fn all(&self) -> RuleSet {
        let Self { lean, feature_space, optimal, realisation, areas } = self;
        let sets = [lean, feature_space, optimal, realisation, areas];
        let mut rules: Vec<&Arc<dyn Rule>> = sets.into_iter().flat_map(RuleSet::iter).collect();
        rules.sort_by_key(|rule| rule.about().id);
        rules.into_iter().fold(RuleSet::none(), |all, rule| all.with_shared(Arc::clone(rule)))
    }
}

impl Default for RuleSets {
    fn default() -> Self {
        Self {
            lean: Self::lean(),
            feature_space: Self::feature_space(),
            optimal: Self::optimal(),
            realisation: Self::realisation(),
            areas: Self::areas(),
        }
    }
}
