//! Positions from which pushes to the goals are known.
//!
//! ```text
//!   start ──push──> ──push──> = ──known──> ──known──> all boxes on goals
//! ```
//! A search by pulls fills it; a search by pushes that reaches one of these positions is done.
//! Handles share it, within one thread or between several. On one thread, or as long as no handle writes,
//! none waits.

use crate::level::Board;
use crate::push::{Arena, NodeId, Push, State};
use crate::run::{Meter, Stop};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// The positions that were reached by pulls so far.
#[derive(Clone, Debug)]
pub struct Perimeter(Arc<RwLock<Arena>>);

impl Perimeter {
    /// Empty, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self(Arc::new(RwLock::new(Arena::new(squares))))
    }

    /// Adds a state, with the one that this push leads to; `None` when it is held already.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub fn insert(
        &self,
        state: &State,
        next: Option<(NodeId, Push)>,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        self.write().insert(state, next, meter)
    }

    /// Removes all states, and releases their memory.
    pub fn clear(&self) {
        let mut arena = self.write();
        *arena = arena.emptied();
    }

    /// The number of a state, if it is held.
    pub fn find(&self, state: &State) -> Option<NodeId> {
        self.read().find(state)
    }

    /// A state that is held.
    pub fn state(&self, id: NodeId) -> State {
        self.read().state(id)
    }

    /// The pushes from a state to the goals, where they are known: no pushes where the state is solved.
    pub fn rest(&self, board: &Board, state: &State) -> Option<Vec<Push>> {
        if state.is_solved(board) {
            return Some(Vec::new());
        }
        let arena = self.read();
        let mut pushes = arena.path(arena.find(state)?);
        pushes.reverse();
        Some(pushes)
    }

    /// A lock is poisoned by a panic, and a panic ends the solve: what is read until then is not reported.
    fn read(&self) -> RwLockReadGuard<'_, Arena> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Arena> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::Maze;
    use crate::push::Region;
    use crate::run::{Search, drive};
    use crate::search::{BackwardSearch, Greedy, RuleSets};

    #[test]
    fn pulls_of_one_thread_end_a_search_by_pushes_of_another() {
        let level = Level::from_xsb("", "#########\n#@  $  .#\n# $    .#\n#########").unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let perimeter = Perimeter::new(level.board.len());
        let start = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
        assert_eq!(perimeter.rest(&level.board, &start), None);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let meter = &mut Meter::unlimited();
                let mut pulls =
                    BackwardSearch::new(&maze, &level.start, perimeter.clone(), &RuleSets::default().backward, meter)
                        .unwrap();
                drive(&mut pulls, meter).found().expect("a solution");
            });
        });
        assert!(perimeter.rest(&level.board, &start).is_some(), "the start was pulled back to");
        let mut greedy =
            Greedy::new(&maze, &level.start, perimeter, &RuleSets::default().greedy, &mut Meter::unlimited()).unwrap();
        drive(&mut greedy, &mut Meter::unlimited()).found().expect("a solution");
        assert_eq!(greedy.progress().expanded, 1, "the first push comes to the perimeter");
    }
}
