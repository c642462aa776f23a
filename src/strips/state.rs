//! States of a task, their successors, and the states of one search with the steps that reached them.

use super::task::{Fact, Operator, Plan, Task};
use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::Arc;

/// Lists of numbers in two flat vectors (compressed sparse rows): row `i` is `values[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    starts: Vec<u32>,
    values: Vec<u32>,
}

impl Rows {
    pub(super) fn from_rows<R: IntoIterator<Item = u32>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut result = Self { starts: vec![0], values: Vec::new() };
        for row in rows {
            result.values.extend(row);
            result.starts.push(narrow(result.values.len()));
        }
        result
    }

    /// Returns the transposed lists: row `v` contains the number of every row of `self` that contains `v`, in order.
    pub(super) fn transposed(&self, rows: usize) -> Self {
        let mut starts = vec![0_u32; rows + 2];
        for &value in &self.values {
            starts[value as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut values = vec![0; self.values.len()];
        for row in 0..self.starts.len() - 1 {
            for &value in self.row(row) {
                let slot = &mut starts[value as usize + 1];
                values[*slot as usize] = narrow(row);
                *slot += 1;
            }
        }
        starts.pop();
        Self { starts, values }
    }

    #[inline]
    pub(super) fn row(&self, index: usize) -> &[u32] {
        &self.values[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("fewer than 2^32 entries")
}

/// Set of the facts that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskState(pub(super) FixedBitSet);

impl TaskState {
    /// Returns the state where exactly these facts hold.
    pub fn of(task: &Task, facts: &[Fact]) -> Self {
        let mut state = FixedBitSet::with_capacity(task.facts.len().max(1));
        state.extend(facts.iter().map(|fact| fact.index()));
        Self(state)
    }

    /// True if the fact holds in this state.
    #[inline]
    pub fn contains(&self, fact: Fact) -> bool {
        self.0.contains(fact.index())
    }

    /// True if all these facts hold in this state.
    #[inline]
    pub fn holds(&self, facts: &[Fact]) -> bool {
        facts.iter().all(|&fact| self.contains(fact))
    }

    /// Applies an operator: deletes facts, then adds facts. Preconditions are not checked.
    #[inline]
    pub fn apply(&mut self, operator: &Operator) {
        operator.del.iter().for_each(|fact| self.0.remove(fact.index()));
        operator.add.iter().for_each(|fact| self.0.insert(fact.index()));
    }

    /// Returns the facts that hold, ascending.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.0.ones().map(|fact| Fact(fact as u32))
    }

    fn words(&self) -> &[usize] {
        self.0.as_slice()
    }
}

/// Successor generator of one task; operators are filed under the precondition that the fewest operators need.
#[derive(Debug)]
pub(super) struct Successors {
    /// For each fact, the operators that are found under it.
    operators: Rows,
    conditions: Rows,
    always: Vec<u32>,
}

impl Successors {
    pub(super) fn new(task: &Task) -> Self {
        let mut uses = vec![0_u32; task.facts.len()];
        task.operators.iter().flat_map(|operator| &operator.pre).for_each(|fact| uses[fact.index()] += 1);
        let rarest = |pre: &[Fact]| pre.iter().copied().min_by_key(|fact| uses[fact.index()]);
        let keys = Rows::from_rows(task.operators.iter().map(|operator| rarest(&operator.pre).map(|fact| fact.0)));
        let others = task.operators.iter().map(|operator| {
            let key = rarest(&operator.pre);
            operator.pre.iter().filter(move |fact| Some(**fact) != key).map(|fact| fact.0)
        });
        Self {
            operators: keys.transposed(task.facts.len()),
            conditions: Rows::from_rows(others),
            always: (0..).zip(&task.operators).filter(|(_, o)| o.pre.is_empty()).map(|(number, _)| number).collect(),
        }
    }

    /// Fills `found` with the applicable operators, ascending.
    pub(super) fn applicable(&self, state: &TaskState, found: &mut Vec<u32>) {
        found.clone_from(&self.always);
        for fact in state.facts() {
            let holds = |&&operator: &&u32| {
                self.conditions.row(operator as usize).iter().all(|&condition| state.contains(Fact(condition)))
            };
            found.extend(self.operators.row(fact.index()).iter().filter(holds));
        }
        found.sort_unstable();
    }
}

/// Last step of the path to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Number of the parent state; `None` at the start.
    pub parent: Option<u32>,
    pub operator: u32,
    pub cost: u64,
}

impl Link {
    pub(super) const START: Self = Self { parent: None, operator: 0, cost: 0 };
}

/// Distinct states of one search, numbered from 0 in the order of insertion, each with its link to the parent.
#[derive(Debug)]
pub(super) struct StateSpace<'t> {
    pub task: &'t Task,
    pub links: Vec<Link>,
    pub successors: Arc<Successors>,
    /// Number of words of a state.
    stride: usize,
    words: Vec<usize>,
    index: HashTable<u32>,
}

impl<'t> StateSpace<'t> {
    pub(super) fn new(task: &'t Task, successors: Arc<Successors>) -> Self {
        let stride = TaskState::of(task, &[]).words().len();
        Self { task, links: Vec::new(), successors, stride, words: Vec::new(), index: HashTable::new() }
    }

    pub(super) fn find(&self, state: &TaskState) -> Option<u32> {
        self.index.find(hash_of(state.words()), |&id| row(&self.words, self.stride, id) == state.words()).copied()
    }

    pub(super) fn insert(&mut self, state: &TaskState, link: Link) -> u32 {
        debug_assert!(self.find(state).is_none(), "only new states are inserted");
        let id = u32::try_from(self.links.len()).expect("fewer than 2^32 states");
        self.words.extend_from_slice(state.words());
        self.links.push(link);
        let (words, stride) = (&self.words, self.stride);
        self.index.insert_unique(hash_of(state.words()), id, |&id| hash_of(row(words, stride, id)));
        id
    }

    pub(super) fn load(&self, id: u32, into: &mut TaskState) {
        into.0.as_mut_slice().copy_from_slice(row(&self.words, self.stride, id));
    }

    pub(super) fn link(&self, parent: u32, operator: u32) -> Link {
        let cost = u64::from(self.task.operators[operator as usize].cost);
        Link { parent: Some(parent), operator, cost: self.links[parent as usize].cost.saturating_add(cost) }
    }

    pub(super) fn plan_to(&self, id: u32) -> Plan {
        let mut operators = Vec::new();
        let mut link = self.links[id as usize];
        while let Some(parent) = link.parent {
            operators.push(link.operator as usize);
            link = self.links[parent as usize];
        }
        operators.reverse();
        Plan::new(self.task, operators)
    }
}

fn row(words: &[usize], stride: usize, id: u32) -> &[usize] {
    &words[id as usize * stride..][..stride]
}

fn hash_of(words: &[usize]) -> u64 {
    FxBuildHasher.hash_one(words)
}
