//! Finite-domain variables of a task. A variable has as its values the facts of a group, and one value for the case
//! that none of these facts holds.

use super::{groups, invariants};
use crate::run::{Meter, Stop};
use crate::task::{Fact, Operator, Task};
use std::collections::BTreeMap;

/// Change of a variable to the value `after`; `before` is the value that the operator needs, `None` if it needs none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub variable: usize,
    pub before: Option<usize>,
    pub after: usize,
    /// Value of the variable without which nothing changes; `None` if every value changes.
    pub only_from: Option<usize>,
}

/// Operator over variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    /// Variables that the operator needs and does not change, each with the needed value.
    pub prevail: Vec<(usize, usize)>,
    pub changes: Vec<Change>,
}

/// Finite-domain variables of a task.
#[derive(Clone, Debug)]
pub(super) struct Variables {
    /// Facts of each variable; the value after the last fact means that none holds.
    pub facts: Vec<Vec<Fact>>,
    /// Variable and value of each fact.
    of_fact: Vec<(usize, usize)>,
}

impl Variables {
    pub(super) fn of(task: &Task, meter: &Meter) -> Result<Self, Stop> {
        let mut facts = groups::chosen(invariants::groups(task, invariants::MOST_FAMILIES, meter)?);
        let mut is_grouped = vec![false; task.facts.len()];
        facts.iter().flatten().for_each(|fact| is_grouped[fact.index()] = true);
        facts.extend((0..).map(Fact).zip(&is_grouped).filter(|(_, grouped)| !**grouped).map(|(fact, _)| vec![fact]));
        let mut of_fact = vec![(0, 0); task.facts.len()];
        for (variable, facts) in facts.iter().enumerate() {
            facts.iter().enumerate().for_each(|(value, fact)| of_fact[fact.index()] = (variable, value));
        }
        Ok(Self { facts, of_fact })
    }

    /// Returns the value of a variable that stands for none of its facts.
    pub(super) fn none(&self, variable: usize) -> usize {
        self.facts[variable].len()
    }

    /// Returns the value of each variable that one of these facts determines; `None` if facts give a variable two
    /// values.
    pub(super) fn values(&self, facts: &[Fact]) -> Option<BTreeMap<usize, usize>> {
        let mut values = BTreeMap::new();
        for fact in facts {
            let (variable, value) = self.of_fact[fact.index()];
            if values.insert(variable, value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some(values)
    }

    /// Returns the operator over variables that an operator over facts becomes; `None` if it can never be applied.
    pub(super) fn translated(&self, operator: &Operator) -> Option<Move> {
        let (mut needed, gained) = (self.values(&operator.pre)?, self.values(&operator.add)?);
        let mut changes = Vec::new();
        for (&variable, &after) in gained.iter().filter(|(variable, after)| needed.get(variable) != Some(after)) {
            changes.push(Change { variable, before: needed.get(&variable).copied(), after, only_from: None });
        }
        for fact in &operator.del {
            let (variable, value) = self.of_fact[fact.index()];
            let (before, after) = (needed.get(&variable).copied(), self.none(variable));
            if gained.contains_key(&variable) || before.is_some_and(|before| before != value) {
                continue;
            }
            // A fact that need not hold is deleted if it does.
            let only_from = (before.is_none() && after > 1).then_some(value);
            changes.push(Change { variable, before, after, only_from });
        }
        changes.iter().for_each(|change| _ = needed.remove(&change.variable));
        Some(Move { prevail: needed.into_iter().collect(), changes })
    }
}
