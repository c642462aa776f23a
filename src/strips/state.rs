//! States and their table. A [`State`] is a set of facts, one bit each; a [`StateTable`] stores many states in one
//! vector, and numbers them in the order of insertion. Links between states are left to [`super::space`].

use super::task::{Fact, Operator, Task};
use crate::run::{Held, Meter, Stop};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

const BITS: usize = u64::BITS as usize;

/// Set of the facts that hold, one bit for each fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(SmallVec<[u64; 4]>);

impl State {
    /// Returns the state of a task in which no fact holds.
    pub fn empty(task: &Task) -> Self {
        Self(SmallVec::from_elem(0, task.facts.len().div_ceil(BITS).max(1)))
    }

    /// Returns the state of a task in which exactly these facts hold.
    pub fn of(task: &Task, facts: &[Fact]) -> Self {
        let mut state = Self::empty(task);
        for &fact in facts {
            state.insert(fact);
        }
        state
    }

    /// Returns whether a fact holds.
    #[inline]
    pub fn contains(&self, fact: Fact) -> bool {
        self.0[fact.index() / BITS] >> (fact.index() % BITS) & 1 == 1
    }

    /// Returns whether all of these facts hold.
    #[inline]
    pub fn holds(&self, facts: &[Fact]) -> bool {
        facts.iter().all(|&fact| self.contains(fact))
    }

    /// Makes a fact true.
    #[inline]
    pub fn insert(&mut self, fact: Fact) {
        self.0[fact.index() / BITS] |= 1 << (fact.index() % BITS);
    }

    /// Makes a fact false.
    #[inline]
    pub fn remove(&mut self, fact: Fact) {
        self.0[fact.index() / BITS] &= !(1 << (fact.index() % BITS));
    }

    /// Applies an operator: deletes facts, then adds facts. Preconditions are not checked.
    #[inline]
    pub fn apply(&mut self, operator: &Operator) {
        for &fact in &operator.del {
            self.remove(fact);
        }
        for &fact in &operator.add {
            self.insert(fact);
        }
    }

    /// Returns the facts that hold, ascending.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.0.iter().zip(0_u32..).flat_map(|(&word, index)| bits(word).map(move |bit| Fact(index * u64::BITS + bit)))
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// Table of distinct states, numbered from 0 in the order of insertion.
#[derive(Debug)]
pub(super) struct StateTable {
    stride: usize,
    words: Vec<u64>,
    index: HashTable<u32>,
}

impl StateTable {
    /// Creates an empty table, for the states of this task.
    pub(super) fn new(task: &Task) -> Self {
        Self { stride: State::empty(task).0.len(), words: Vec::new(), index: HashTable::new() }
    }

    /// Returns the number of states in the table.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// Claims and reserves memory for `more` states.
    pub(super) fn reserve(&mut self, more: usize, held: &mut Held, meter: &Meter) -> Result<(), Stop> {
        held.vec(&mut self.words, more * self.stride, meter)?;
        let words = &self.words;
        let stride = self.stride;
        held.table(&mut self.index, more, |&id| hash_of(row(words, stride, id)), meter)
    }

    /// Returns the number of a state; `None` if it is not in the table.
    pub(super) fn find(&self, state: &State) -> Option<u32> {
        self.index.find(hash_of(&state.0), |&id| row(&self.words, self.stride, id) == &state.0[..]).copied()
    }

    /// Adds a state, for which memory was reserved; returns its number, and whether it is new.
    pub(super) fn insert(&mut self, state: &State) -> (u32, bool) {
        if let Some(id) = self.find(state) {
            return (id, false);
        }
        let id = u32::try_from(self.len()).expect("fewer than 2^32 states");
        self.words.extend_from_slice(&state.0);
        let (words, stride) = (&self.words, self.stride);
        self.index.insert_unique(hash_of(&state.0), id, |&id| hash_of(row(words, stride, id)));
        (id, true)
    }

    /// Copies the state with number `id` into `into`.
    pub(super) fn load(&self, id: u32, into: &mut State) {
        into.0.copy_from_slice(row(&self.words, self.stride, id));
    }
}

fn row(words: &[u64], stride: usize, id: u32) -> &[u64] {
    let start = id as usize * stride;
    &words[start..start + stride]
}

fn hash_of(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::task::TaskBuilder;
    use super::*;

    #[test]
    fn a_state_is_found_again_and_copied_out_unchanged() {
        let mut builder = TaskBuilder::new();
        let facts: Vec<Fact> = (0..300).map(|i| builder.fact(&format!("f{i}"))).collect();
        let task = builder.build();
        let (mut table, mut held, meter) = (StateTable::new(&task), Held::default(), Meter::unlimited());
        for round in 0..2 {
            for i in 0..300 {
                let state = State::of(&task, &[facts[i], facts[(i + 7) % 300]]);
                table.reserve(1, &mut held, &meter).unwrap();
                assert_eq!(table.insert(&state), (i as u32, round == 0));
            }
        }
        let mut state = State::empty(&task);
        table.load(65, &mut state);
        assert_eq!(state.facts().collect::<Vec<_>>(), [facts[65], facts[72]]);
        assert_eq!(held.bytes(), meter.bytes());
    }

    #[test]
    fn adding_goes_before_deleting() {
        let mut builder = TaskBuilder::new();
        let fact = builder.fact("f");
        builder.operator("o", [], [fact], [fact], 1);
        let task = builder.build();
        let mut state = State::of(&task, &[fact]);
        state.apply(&task.operators[0]);
        assert!(state.contains(fact));
    }
}
