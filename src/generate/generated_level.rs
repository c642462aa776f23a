//! A generated level with its known solution, built from a position found by pulls. The generator chooses the levels.

use super::pulls::Pulls;
use crate::level::{Board, Grid, Level, Position, Tile};
use crate::push::walk_and_push;

/// A generated level with its known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedLevel {
    /// The level, whose board was checked.
    pub level: Level,
    /// Moves of the known solution, pushes in upper case.
    pub lurd: String,
    /// Number of pushes of the known solution.
    pub pushes: u32,
    /// Number of pushes of the known solution that move another box than the push before.
    pub box_changes: u32,
    /// Whether the known solution is proved to have the fewest pushes.
    pub fewest: bool,
}

impl GeneratedLevel {
    /// Returns the level whose start is position number `index` of `pulls`; `None` if the picture is not a level.
    pub(super) fn new(title: String, board: &Board, empty: &Grid, pulls: &Pulls<'_>, index: usize) -> Option<Self> {
        let pulled = &pulls.tree[index];
        let solved = &pulls.tree[0].boxes;
        let mut grid = empty.clone();
        for square in board.squares() {
            let (row, column) = board.row_column(square);
            let has_box = pulled.boxes.binary_search(&square).is_ok();
            grid.set(row, column, Tile::floor_with(solved.contains(&square), has_box, square == pulled.player));
        }
        let level = Level::from_grid(title, super::layout::tidy(&grid)).ok()?;
        let start = Position { boxes: pulled.boxes.clone(), player: pulled.player };
        let (lurd, _) = walk_and_push(board, &start, &pulls.way_back(index))?;
        let fewest = pulls.exact;
        Some(Self { level, lurd, pushes: pulled.pushes, box_changes: pulled.box_changes, fewest })
    }
}
