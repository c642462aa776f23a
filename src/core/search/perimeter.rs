//! Positions with known pushes to the goals, found by pulls.
//!
//! ```text
//!   start ──push──> ──push──> = ──known──> ──known──> all boxes on goals
//! ```
//! A search by pulls fills the perimeter; a search by pushes is done once it reaches one of these positions. Handles share it,
//! within one thread or between several. On one thread, or while no handle writes, no handle waits.

use crate::level::Board;
use crate::push::{Arena, NodeId, Push, State};
use crate::run::Stop;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Shared set of the positions reached by pulls, each with the next push on the way to the goals.
#[derive(Clone, Debug)]
pub struct Perimeter(Arc<RwLock<Arena>>);

impl Perimeter {
    /// Creates an empty perimeter, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self(Arc::new(RwLock::new(Arena::new(squares))))
    }

    /// Adds a state, with a push from it and the state after the push; returns its number, `None` if it was stored
    /// before.
    pub fn insert(&self, state: &State, next: Option<(NodeId, Push)>) -> Result<Option<NodeId>, Stop> {
        self.write().insert(state, next)
    }

    /// Removes all states, and releases their memory.
    pub fn clear(&self) {
        self.write().clear();
    }

    /// Returns the number of a state; `None` if it is not stored.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        self.read().find(state)
    }

    /// Returns the state with this number.
    pub fn state(&self, id: NodeId) -> State {
        self.read().state(id)
    }

    /// Returns the pushes from a state to the goals, an empty list if it is solved; `None` if the state is not stored.
    pub fn rest(&self, board: &Board, state: &State) -> Option<Vec<Push>> {
        if state.is_solved(board) {
            return Some(Vec::new());
        }
        let arena = self.read();
        let mut pushes = arena.path(arena.find(state)?);
        pushes.reverse();
        Some(pushes)
    }

    /// Locks for reading, also after a panic in a writer: a panic ends the solve, so its result is not reported.
    fn read(&self) -> RwLockReadGuard<'_, Arena> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Arena> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
