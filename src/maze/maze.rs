//! A board with its static analysis: sides and push distances.

use super::{Place, PlayerSides, PushDistances};
use crate::level::{Board, Direction, Square};
use crate::run::{Meter, Stop};

/// Board, sides of boxes and push distances, as used by every search.
#[derive(Debug)]
pub struct Maze<'a> {
    /// The squares.
    pub board: &'a Board,
    /// The player's sides of a box on each square.
    pub sides: PlayerSides,
    /// The pushes of a lone box to the goals.
    pub distances: PushDistances,
}

impl<'a> Maze<'a> {
    /// Analyses a board.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(board: &'a Board, meter: &mut Meter) -> Result<Self, Stop> {
        let sides = PlayerSides::new(board);
        let distances = PushDistances::new(board, &sides, meter)?;
        Ok(Self { board, sides, distances })
    }

    /// Returns the place of a box, given the player's square.
    #[inline]
    pub fn place(&self, square: Square, player: Square) -> Place {
        self.distances.place(square, self.sides.towards(self.board, square, player))
    }

    /// Returns the place of a box that was just pushed to `to`: the player stands behind it.
    #[inline]
    pub fn place_pushed(&self, to: Square, direction: Direction) -> Place {
        self.distances.place(to, self.sides.group(to, direction.opposite()))
    }
}
