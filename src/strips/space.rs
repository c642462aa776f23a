//! States and links of a search. Greedy search and A* share the table of states, a link to the parent of each, and the
//! successor generator. The plan is the path along the links. The order of expansion is left to the searches.

use super::state::{State, StateTable};
use super::successors::Successors;
use super::task::{Plan, Task};
use crate::run::{Held, Meter, Stop};
use std::sync::Arc;

/// Last step of the path by which a state was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// Number of the parent state; `None` at the start.
    pub parent: Option<u32>,
    /// Number of the operator applied in the parent.
    pub operator: u32,
    /// Cost of the path from the start.
    pub cost: u64,
}

impl Link {
    /// Link of the start.
    pub(super) const START: Self = Self { parent: None, operator: 0, cost: 0 };
}

/// States of one search, each with its link to the parent.
#[derive(Debug)]
pub(super) struct Space<'t> {
    pub task: &'t Task,
    pub table: StateTable,
    pub links: Vec<Link>,
    pub held: Held,
    successors: Arc<Successors>,
    /// Bytes that the heuristic keeps for each state; `kept_for` is the number of states for which these bytes are
    /// claimed.
    kept_bytes: usize,
    kept_for: usize,
}

impl<'t> Space<'t> {
    /// Creates an empty space, for a heuristic that keeps `kept_bytes` bytes for each state.
    pub(super) fn new(task: &'t Task, successors: Arc<Successors>, kept_bytes: usize) -> Self {
        Self {
            table: StateTable::new(task),
            links: Vec::new(),
            held: Held::default(),
            successors,
            kept_bytes,
            kept_for: 0,
            task,
        }
    }

    /// Claims and reserves memory for `more` states; the first call also claims the memory of the successor generator.
    pub(super) fn reserve(&mut self, more: usize, meter: &Meter) -> Result<(), Stop> {
        if self.held.bytes() == 0 {
            self.held.grow(self.successors.bytes(), meter)?;
        }
        self.table.reserve(more, &mut self.held, meter)?;
        self.held.vec(&mut self.links, more, meter)?;
        let capacity = self.links.capacity();
        self.held.grow((capacity - self.kept_for) * self.kept_bytes, meter)?;
        self.kept_for = capacity;
        Ok(())
    }

    /// Fills `found` with the numbers of the operators applicable in a state, in ascending order.
    pub(super) fn applicable(&self, state: &State, found: &mut Vec<u32>) {
        self.successors.applicable(state, found);
    }

    /// Stores a new state and its link, and returns its number; [`Space::reserve`] must have reserved memory.
    pub(super) fn insert(&mut self, state: &State, link: Link) -> u32 {
        let (id, is_new) = self.table.insert(state);
        debug_assert!(is_new, "only new states are linked");
        self.links.push(link);
        id
    }

    /// Returns the link from a state with number `parent` by an operator.
    pub(super) fn link(&self, parent: u32, operator: u32) -> Link {
        let cost = u64::from(self.task.operators[operator as usize].cost);
        Link { parent: Some(parent), operator, cost: self.links[parent as usize].cost.saturating_add(cost) }
    }

    pub(super) fn is_goal(&self, state: &State) -> bool {
        state.holds(&self.task.goal)
    }

    /// Returns the plan along the links from the start to the state with this number.
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
