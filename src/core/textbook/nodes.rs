//! The states that a search stores, each with parent and fewest steps.

use super::Formulation;
use crate::push::{Arena, NodeId, Push, State};
use crate::run::{Meter, Stop};

/// Result of adding a state: whether it was new to the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insertion {
    New(NodeId),
    /// The state was stored with a higher cost, which was now lowered.
    Cheaper(NodeId),
    /// The state was stored before with this cost or a lower cost.
    Known,
}

#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) arena: Arena,
    costs: Vec<u32>,
    /// Whether a state that is reached once more is recognised as stored.
    transpositions: bool,
}

impl Nodes {
    pub(super) fn new(squares: usize, transpositions: bool) -> Self {
        Self { arena: Arena::new(squares), costs: Vec::new(), transpositions }
    }

    /// Adds a state that is reached by `cost` steps; if it is stored with a higher cost, lowers the cost.
    pub(super) fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>, cost: u32) -> Result<Insertion, Stop> {
        if !self.transpositions {
            let id = self.arena.insert_copy(state, parent)?;
            self.costs.push(cost);
            return Ok(Insertion::New(id));
        }
        if let Some(id) = self.arena.insert(state, parent)? {
            self.costs.push(cost);
            return Ok(Insertion::New(id));
        }
        match self.arena.find(state) {
            Some(id) if cost < self.costs[id.index()] => {
                self.costs[id.index()] = cost;
                self.arena.reroute(id, parent);
                Ok(Insertion::Cheaper(id))
            }
            _ => Ok(Insertion::Known),
        }
    }

    /// Returns the number of a state; `None` if it is not stored, or transpositions are off.
    pub(super) fn find(&self, state: &State) -> Option<NodeId> {
        if self.transpositions { self.arena.find(state) } else { None }
    }

    pub(super) fn cost(&self, id: NodeId) -> u32 {
        self.costs[id.index()]
    }

    pub(super) fn last_step(&self, id: NodeId) -> Option<Push> {
        self.arena.parent(id).map(|(_, step)| step)
    }

    pub(super) fn solution(&self, id: NodeId, formulation: &Formulation<'_>) -> Vec<Push> {
        formulation.pushes(self.arena.path(id))
    }
}

/// True if half of the memory limit is in use: tables that grow to twice their size may then exceed it.
pub(super) fn is_memory_short(meter: &Meter) -> bool {
    meter.limits().memory.is_some_and(|most| meter.bytes() > most / 2)
}
