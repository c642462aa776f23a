//! How is a level solved by cheap nodes? Single pushes from the start and single pulls from the filled goals take turns, each side
//! with three queues (`engine/open.rs`), until one side makes a position of the other. An exhausted side proves that no solution
//! exists, since only proved losses are refused. A position is skipped once its image under a symmetry was expanded (on the side of
//! pulls only if the start is its own image), and the sides also meet in images (`engine/expander.rs`). Solutions need
//! not have the fewest pushes.
//!
//! A node costs a few microseconds, because positions are sets of cells of a grid ([`crate::push::Grid`]) in one array; a
//! successor's minimum-cost matching is one shortest path on the values of its parent ([`crate::heuristic::MinCostMatching`]); and
//! refusals are looked up in tables ([`crate::deadlock::LostSets`]).

mod bidirectional;
mod side;
mod successors;

use super::Prunings;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::for_board;
use crate::run::{Meter, Stop};
use bidirectional::Bidirectional;
pub use bidirectional::Lean;
pub use side::{LeanSetting, Moves};

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
