//! Positions as sets of cells of a grid, for searches whose nodes must be cheap. A board is laid out as a grid with a
//! wall column between rows; boxes, regions and pushes are then sets of bits, and a flood or all pushes in a direction
//! are a few shifts. The code is compiled for several numbers of words, and for any number on the heap.

mod arena;
mod cell_set;
#[expect(clippy::module_inception, reason = "the file has the name of its type `Grid`, as the folder has")]
mod grid;

pub use arena::{GridArena, GridNode, Keys};
pub use cell_set::{CellSet, Words};
pub use grid::{Grid, GridSize};

/// Evaluates an expression with a type `W` as the fewest words into which a set of cells of the board fits. Sets are on the
/// heap for rows of 64 cells or more, and for more than 20 words. A lean search with the next larger number of words takes
/// 1.08 to 1.3 times as long; see `FIGURES.md`.
///
/// ```
/// # use sokoplan_core::{Level, for_board, push::Grid};
/// let level = Level::from_xsb("", "#####\n#@$.#\n#####").unwrap();
/// assert_eq!(for_board!(&level.board, W => Grid::<W>::new(&level.board).floor().len()), 3);
/// ```
#[macro_export]
macro_rules! for_board {
    (@ $type:ty, $words:ident => $body:expr) => {{
        type $words = $type;
        $body
    }};
    ($board:expr, $words:ident => $body:expr) => {{
        let size = $crate::push::GridSize::of($board);
        match size.words() {
            _ if size.row >= 64 => $crate::for_board!(@ Box<[u64]>, $words => $body),
            0..=1 => $crate::for_board!(@ [u64; 1], $words => $body),
            2 => $crate::for_board!(@ [u64; 2], $words => $body),
            3 => $crate::for_board!(@ [u64; 3], $words => $body),
            4 => $crate::for_board!(@ [u64; 4], $words => $body),
            5..=6 => $crate::for_board!(@ [u64; 6], $words => $body),
            7..=8 => $crate::for_board!(@ [u64; 8], $words => $body),
            9..=12 => $crate::for_board!(@ [u64; 12], $words => $body),
            13..=20 => $crate::for_board!(@ [u64; 20], $words => $body),
            _ => $crate::for_board!(@ Box<[u64]>, $words => $body),
        }
    }};
}
