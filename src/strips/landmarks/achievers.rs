//! First achievers of landmarks: the operators that may be the first to make a landmark true.

use super::sets::LandmarkSets;
use crate::csr::Rows;
use crate::task::{Fact, Operator, Task};

/// Operators that add each fact of a task.
pub(super) struct Achievers<'t> {
    pub(super) task: &'t Task,
    sets: &'t LandmarkSets,
    /// Numbers of the operators that add each fact.
    adding: Rows,
}

impl<'t> Achievers<'t> {
    pub(super) fn of(task: &'t Task, sets: &'t LandmarkSets) -> Self {
        let added = task.operators.iter().map(|operator| operator.add.iter().map(|fact| fact.0));
        Self { task, sets, adding: Rows::from_rows(added).transposed(task.facts.len()) }
    }

    /// Returns the operators that may be the first to make one of these facts true.
    pub(super) fn first(&self, landmark: &[Fact]) -> Vec<&'t Operator> {
        let mut numbers: Vec<u32> = landmark.iter().flat_map(|fact| self.adding.row(fact.index())).copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let operators = numbers.into_iter().map(|number| &self.task.operators[number as usize]);
        operators.filter(|operator| self.sets.may_be_first(operator, landmark)).collect()
    }
}

/// Returns the facts that all of these operators need; an empty list without operators.
pub(super) fn needed_by_all(operators: &[&Operator]) -> Vec<Fact> {
    let mut needed = operators.first().map_or_else(Vec::new, |operator| operator.pre.clone());
    operators.iter().for_each(|operator| needed.retain(|fact| operator.pre.binary_search(fact).is_ok()));
    needed
}
