//! Fact landmarks of every fact in the delete relaxation. The sets are the greatest fixpoint of LM(f) = {f} + the facts
//! common to all achievers' LM(pre) (Zhu and Givan 2003; Keyder, Richter and Helmert 2010, section 3). Space: the
//! square of the number of facts, in bits.

use crate::run::{Held, Meter, Stop};
use crate::task::{Fact, Operator, Task};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

/// Set of the fact landmarks of each fact; `None` if the fact cannot be reached.
pub(super) struct LandmarkSets {
    of_fact: Vec<Option<FixedBitSet>>,
    held: Held,
}

impl LandmarkSets {
    /// Computes the sets for a task. Sets only shrink, and an operator is revisited when the set of one of its
    /// preconditions has shrunk.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn of(task: &Task, meter: &Meter) -> Result<Self, Stop> {
        let facts = task.facts.len();
        let mut sets = Self { of_fact: vec![None; facts], held: Held::default() };
        for &fact in &task.init {
            meter.check()?;
            sets.claim_one(meter)?;
            sets.of_fact[fact.index()] = Some(only(facts, fact));
        }
        let mut users = vec![Vec::new(); facts];
        for (index, operator) in task.operators.iter().enumerate() {
            operator.pre.iter().for_each(|fact| users[fact.index()].push(index));
        }
        let mut waits = FixedBitSet::with_capacity(task.operators.len());
        waits.insert_range(..);
        let mut queue: VecDeque<usize> = (0..task.operators.len()).collect();
        while let Some(index) = queue.pop_front() {
            meter.check()?;
            waits.remove(index);
            let operator = &task.operators[index];
            let Some(before) = sets.of_all(&operator.pre, facts) else { continue };
            for &fact in &operator.add {
                if sets.narrow(fact, &before, meter)? {
                    queue.extend(users[fact.index()].iter().filter(|&&user| !waits.put(user)));
                }
            }
        }
        Ok(sets)
    }

    /// Claims the bytes of one more set.
    fn claim_one(&mut self, meter: &Meter) -> Result<(), Stop> {
        self.held.grow(self.of_fact.len() / 8, meter)
    }

    /// Returns the fact landmarks of a fact; `None` if the fact cannot be reached.
    pub(super) fn of_fact(&self, fact: Fact) -> Option<&FixedBitSet> {
        self.of_fact[fact.index()].as_ref()
    }

    /// Returns whether an operator can be applied, and can be the first to make one of these facts true.
    pub(super) fn may_be_first(&self, operator: &Operator, facts: &[Fact]) -> bool {
        operator
            .pre
            .iter()
            .all(|&pre| self.of_fact(pre).is_some_and(|set| facts.iter().all(|fact| !set.contains(fact.index()))))
    }

    /// Returns the fact landmarks of a conjunction of facts; `None` if one of them cannot be reached.
    fn of_all(&self, conjunction: &[Fact], facts: usize) -> Option<FixedBitSet> {
        let mut union = FixedBitSet::with_capacity(facts);
        for fact in conjunction {
            union.union_with(self.of_fact[fact.index()].as_ref()?);
        }
        Some(union)
    }

    /// Intersects the set of a fact with the landmarks `before` of an achiever, keeping the fact; returns whether the
    /// set changed.
    fn narrow(&mut self, fact: Fact, before: &FixedBitSet, meter: &Meter) -> Result<bool, Stop> {
        if self.of_fact[fact.index()].is_none() {
            self.claim_one(meter)?;
        }
        Ok(match &mut self.of_fact[fact.index()] {
            Some(set) => {
                let count = set.count_ones(..);
                let own = fact.index();
                set.intersect_with(before);
                set.insert(own);
                set.count_ones(..) < count
            }
            none => {
                let mut set = before.clone();
                set.insert(fact.index());
                *none = Some(set);
                true
            }
        })
    }
}

fn only(facts: usize, fact: Fact) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(facts);
    set.insert(fact.index());
    set
}
