//! Positions as sets of cells of a grid, for searches whose nodes must be cheap.
//!
//! A board is laid out as a grid with a wall column between rows; boxes, regions and pushes are then sets of bits, and
//! a flood or all pushes in a direction are a few shifts. The code is compiled for several numbers of words, and for
//! any number on the heap. Generation and rating of positions are left to the searches.

mod arena;
mod cell_set;
mod flood;
#[expect(clippy::module_inception, reason = "the file has the name of its type `Grid`, as the folder has")]
mod grid;
mod words;

use crate::level::Board;
pub use arena::{GridArena, GridNode};
pub use cell_set::{CellIterator, CellSet};
pub use grid::Grid;
pub use words::{GridSize, Keys, Words};

/// A task that is generic over the number of words of a set of cells.
pub trait GridTask {
    /// Result of the task.
    type Output;

    /// Runs the task with sets of `W` words.
    fn run<W: Words>(self) -> Self::Output;
}

/// Runs a task with the fewest words into which a set of cells of the board fits. Sets are on the heap for rows of 64
/// cells or more, and for more than 20 words. A lean search with the next larger number of words takes 1.08 to 1.3
/// times as long; see `FIGURES.md`.
pub fn for_board<T: GridTask>(board: &Board, task: T) -> T::Output {
    let size = GridSize::of(board);
    match size.words() {
        _ if size.row >= 64 => task.run::<Box<[u64]>>(),
        0..=1 => task.run::<[u64; 1]>(),
        2 => task.run::<[u64; 2]>(),
        3 => task.run::<[u64; 3]>(),
        4 => task.run::<[u64; 4]>(),
        5..=6 => task.run::<[u64; 6]>(),
        7..=8 => task.run::<[u64; 8]>(),
        9..=12 => task.run::<[u64; 12]>(),
        13..=20 => task.run::<[u64; 20]>(),
        _ => task.run::<Box<[u64]>>(),
    }
}
