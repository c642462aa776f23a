//! Positions from which the way to the end is known.
//!
//! ```text
//!   start ──push──> ──push──> = ──known──> ──known──> all boxes on goals
//! ```
//! A search by pulls fills it; every search by pushes beside it asks whether it has come there, and is done then. It is
//! shared by handles, within one thread.

use crate::level::Board;
use crate::push::{Arena, NodeId, Push, State};
use crate::run::{Meter, Stop};
use std::cell::RefCell;
use std::rc::Rc;

/// The positions that were reached by pulls so far.
#[derive(Clone, Debug)]
pub struct Perimeter(Rc<RefCell<Arena>>);

impl Perimeter {
    /// Empty, for a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self(Rc::new(RefCell::new(Arena::new(squares))))
    }

    /// Adds a state, with the one that this push leads to; `None` when it is here already.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub fn insert(
        &self,
        state: &State,
        next: Option<(NodeId, Push)>,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        self.0.borrow_mut().insert(state, next, meter)
    }

    /// A state that is here.
    pub fn state(&self, id: NodeId) -> State {
        self.0.borrow().state(id)
    }

    /// The pushes that fill the goals from a state, where they are known: none are needed where all are filled.
    pub fn rest(&self, board: &Board, state: &State) -> Option<Vec<Push>> {
        if state.is_solved(board) {
            return Some(Vec::new());
        }
        let arena = self.0.borrow();
        let mut pushes = arena.path(arena.find(state)?);
        pushes.reverse();
        Some(pushes)
    }
}
