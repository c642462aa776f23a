//! The states of one subject alone, whatever all else does.

use crate::run::{Meter, Stop};
use crate::task::{Fact, Task};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

pub(super) type Facts = SmallVec<[u32; 8]>;

pub(super) const FAR: u32 = u32::MAX;

/// More states of one subject are a puzzle of its own.
pub(super) const MOST_STATES: usize = 1 << 18;

/// The states of the subjects of one class alone, by all operators that change them.
#[derive(Debug, Default)]
pub(super) struct Alone {
    pub states: IndexSet<Facts, FxBuildHasher>,
    /// For each state the operators that change it, ascending, with the next state.
    pub next: Vec<Vec<(u32, u32)>>,
    /// The same backward.
    pub before: Vec<Vec<(u32, u32)>>,
    /// Whether there are too many; then none is stored.
    pub is_cut: bool,
}

impl Alone {
    /// Finds all states from some starts.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn new<'s>(
        task: &Task,
        is_own: impl Fn(Fact) -> bool,
        operators: impl Iterator<Item = u32>,
        starts: impl Iterator<Item = &'s FixedBitSet>,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let own = |facts: &[Fact]| facts.iter().filter(|fact| is_own(**fact)).map(|fact| fact.0).collect::<Facts>();
        // 1. The operators that change the subject, by their first own precondition.
        let mut by_fact: FxHashMap<u32, Vec<(u32, [Facts; 3])>> = FxHashMap::default();
        for number in operators {
            let operator = &task.operators[number as usize];
            let [pre, add, del] = [&operator.pre, &operator.add, &operator.del].map(|facts| own(facts));
            if !add.is_empty() || !del.is_empty() {
                by_fact.entry(pre.first().copied().unwrap_or(FAR)).or_default().push((number, [pre, add, del]));
            }
        }
        // 2. Forward to all states.
        let mut alone = Self { states: starts.map(state_of).collect(), ..Self::default() };
        while let Some(state) = alone.states.get_index(alone.next.len()).cloned() {
            // Thousands of states take a millisecond.
            if alone.next.len().is_multiple_of(1024) {
                meter.check()?;
            }
            let mut steps = Vec::new();
            for (number, [pre, add, del]) in state.iter().chain([&FAR]).filter_map(|fact| by_fact.get(fact)).flatten() {
                if !pre.iter().all(|fact| state.contains(fact)) {
                    continue;
                }
                let mut after: Facts =
                    state.iter().copied().filter(|fact| !del.contains(fact) && !add.contains(fact)).collect();
                after.extend(add.iter().copied());
                after.sort_unstable();
                steps.push((*number, alone.states.insert_full(after).0 as u32));
            }
            if alone.states.len() > MOST_STATES {
                return Ok(Self { is_cut: true, ..Self::default() });
            }
            steps.sort_unstable();
            alone.next.push(steps);
        }
        // 3. Backward.
        alone.before = vec![Vec::new(); alone.next.len()];
        for (steps, from) in alone.next.iter().zip(0..) {
            steps.iter().for_each(|&(operator, to)| alone.before[to as usize].push((operator, from)));
        }
        Ok(alone)
    }

    /// Returns the operators that change a subject in some state.
    pub(super) fn steps(&self, own: &FixedBitSet) -> &[(u32, u32)] {
        self.states.get_index_of(&state_of(own)).map_or(&[], |state| &self.next[state])
    }
}

pub(super) fn state_of(own: &FixedBitSet) -> Facts {
    own.ones().map(|fact| fact as u32).collect()
}
