//! Successors of a state if moves count: all pushes, each with the walk before it. Nothing is left out, and the
//! player's square is part of a state: pushes in another order, or later, may take a longer walk.

use crate::level::{Board, Direction, Square};
use crate::push::{Push, State, WalkDistances};

/// A push, and the number of steps of the walk before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) push: Push,
    /// Square of the box after the push.
    pub(super) to: Square,
    pub(super) steps: u32,
}

/// Replaces the content of `into` by all pushes that are possible in a state. `walks` is working memory.
pub(super) fn write(board: &Board, state: &State, walks: &mut WalkDistances, into: &mut Vec<Successor>) {
    walks.measure(board, state.player, |square| state.boxes.has(square));
    into.clear();
    let pushes = state.boxes.iter().flat_map(|from| Direction::ALL.map(|direction| Push { from, direction }));
    into.extend(pushes.filter_map(|push| {
        let behind = board.next(push.from, push.direction.opposite())?;
        let to = board.next(push.from, push.direction).filter(|&to| !state.boxes.has(to))?;
        Some(Successor { push, to, steps: walks.to(behind)? })
    }));
}
