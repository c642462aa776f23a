//! What advisers know of a position beside its features.

use super::reversals::Reversals;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Push, Region, State};
use std::collections::VecDeque;

/// The level, and the next step of the packing plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) reversals: &'a Reversals,
    /// The squares that the plan is about to close off.
    pub(super) zone: &'a BoxSet,
    /// The square that the next step of the plan fills.
    pub(super) next: Option<Square>,
}

impl Survey<'_> {
    /// Returns whether a move can be undone on the empty board.
    pub(super) fn can_undo(&self, state: &State, m: &Macro) -> bool {
        let before = self.maze.place(m.from, state.player);
        self.reversals.can_undo(before, self.maze.place_pushed(m.to, m.direction))
    }

    /// The steps of a walk from the nearest of these squares to each square, boxes ignored.
    pub(super) fn steps_from(&self, squares: impl IntoIterator<Item = Square>) -> Vec<u32> {
        let board = self.maze.board;
        let mut steps = vec![u32::MAX; board.len()];
        let mut queue: VecDeque<Square> = squares.into_iter().collect();
        queue.iter().for_each(|s| steps[s.index()] = 0);
        while let Some(at) = queue.pop_front() {
            for neighbour in board.neighbours(at) {
                if steps[neighbour.index()] == u32::MAX {
                    steps[neighbour.index()] = steps[at.index()] + 1;
                    queue.push_back(neighbour);
                }
            }
        }
        steps
    }

    /// The pushes that can be made, those to dead squares apart. `region` is left flooded.
    pub(super) fn pushes<'s>(&'s self, state: &'s State, region: &'s mut Region) -> impl Iterator<Item = Push> + 's {
        let Maze { board, distances, .. } = self.maze;
        region.flood(board, state.player, |s| state.boxes.has(s));
        let is_dead = |push: &Push| board.next(push.from, push.direction).is_none_or(|to| distances.is_dead(to));
        state.pushes(board, region).filter(move |push| !is_dead(push))
    }
}
