//! A bidirectional search over single pushes and pulls whose nodes cost a few microseconds. Output: pushes that fill
//! all goals, not always the fewest. Two sides take turns: pushes from the start, and pulls from the filled goals, each
//! with three queues of open positions (`engine/open.rs`). The search ends when a side makes a position that the other
//! holds, or when a side has no open position, which proves that no solution exists: only positions that are proved
//! lost are refused, and a solution can be made from either end. A position is skipped once its image under a symmetry
//! was expanded, and the sides also meet in images (`engine/images.rs`); on the side of pulls only if the start is its
//! own image.
//!
//! Nodes are cheap because positions are sets of cells of a grid ([`crate::push::Grid`]), in one array; the estimate of
//! a successor, the minimum-cost matching, is one shortest path on the values of its parent
//! ([`crate::heuristic::MinCostMatching`]); refusals are looked up in tables ([`crate::deadlock::LostSets`]) or found
//! by a few operations on whole sets.

mod bidirectional;
mod compaction;
mod pulls;
mod pushes;
mod side;

use super::Prunings;
use crate::deadlock::Refused;
use crate::for_board;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Search, Stop};
use bidirectional::Bidirectional;
pub use side::{LeanSetting, Reach};
use std::fmt::Debug;

/// The bidirectional search, for a board of any size; see the module.
pub trait Lean: Search<Solution = Vec<Push>> + Debug {
    /// Returns how many pushes and positions each rule has refused.
    fn refused(&self) -> Refused;
}

/// Creates the search for a board of any size, with the start and the filled goals open.
pub fn lean<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    prunings: &Prunings,
    setting: LeanSetting,
    meter: &mut Meter,
) -> Result<Box<dyn Lean + 'a>, Stop> {
    for_board!(maze.board, W => Ok(Box::new(Bidirectional::<W>::new(maze, start, prunings, setting, meter)?)))
}
