//! The images of positions under the symmetries of a level.
//!
//! ```text
//!   #######
//!   #.$ $.#      Left and right can change places. Whether a position has a solution is known
//!   # $@$ #      once it is known of its image, with the pushes mirrored.
//!   #.   .#
//!   #######
//! ```
//! A symmetry of a level maps its floor and its goals onto themselves; the boxes may be on any squares.

use crate::level::{Board, Position, Square, Symmetry};
use crate::push::{CellSet, Grid, Push, Words};

/// All symmetries of a level except the identity.
#[derive(Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
}

/// A symmetry of a level, with its effect on squares.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) symmetry: Symmetry,
    /// Image of each square, by the index of the square.
    squares: Vec<Square>,
    /// Whether the start is its own image, so that pushes reach the image of every position that they reach.
    pub(crate) keeps_start: bool,
}

impl Images {
    pub(crate) fn new(board: &Board, start: &Position) -> Self {
        let image = |symmetry: Symmetry| Some(Image::new(symmetry, symmetry.of_board(board)?, board, start));
        Self { list: Symmetry::all().filter(|&symmetry| symmetry != Symmetry::IDENTITY).filter_map(image).collect() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Image> {
        self.list.iter()
    }

    /// Returns the images of pushes under a symmetry of the level; `pushes` itself for the identity.
    pub(crate) fn of_pushes(&self, symmetry: Symmetry, pushes: Vec<Push>) -> Vec<Push> {
        match self.list.iter().find(|image| image.symmetry == symmetry) {
            Some(image) => pushes.into_iter().map(|push| image.of_push(push)).collect(),
            None => pushes,
        }
    }
}

impl Image {
    fn new(symmetry: Symmetry, squares: Vec<Square>, board: &Board, start: &Position) -> Self {
        let is_box = |square: &Square| start.boxes.contains(square);
        let region = board.region(start.player, |square| is_box(&square));
        let keeps_boxes = start.boxes.iter().all(|square| is_box(&squares[square.index()]));
        let keeps_start = keeps_boxes && region[squares[start.player.index()].index()];
        Self { symmetry, squares, keeps_start }
    }

    /// Returns the image of a position: its boxes, and the lowest square of the player's region.
    pub(crate) fn of<W: Words>(
        &self,
        grid: &Grid<W>,
        boxes: &CellSet<W>,
        player: Square,
    ) -> Option<(CellSet<W>, Square)> {
        let boxes = grid.set(boxes.iter().map(|cell| self.squares[grid.square(cell).index()]));
        let region = grid.region(grid.cell(self.squares[player.index()]), &boxes);
        let first = region.first()?;
        Some((boxes, grid.square(first)))
    }

    fn of_push(&self, Push { from, direction }: Push) -> Push {
        Push { from: self.squares[from.index()], direction: self.symmetry.of_direction(direction) }
    }
}
