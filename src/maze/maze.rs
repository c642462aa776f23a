//! A board with everything that is known of it before the first push.

use super::{Place, PushDistances, Sides};
use crate::level::{Board, Direction, Square};
use crate::run::{Meter, Stop};

/// Board, sides of boxes, push distances: what every search stands on.
#[derive(Debug)]
pub struct Maze<'a> {
    /// The squares.
    pub board: &'a Board,
    /// On which side of a box the player is.
    pub sides: Sides,
    /// Pushes of a lone box to the goals.
    pub distances: PushDistances,
}

impl<'a> Maze<'a> {
    /// Analyses a board.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(board: &'a Board, meter: &mut Meter) -> Result<Self, Stop> {
        let sides = Sides::new(board);
        let distances = PushDistances::new(board, &sides, meter)?;
        Ok(Self { board, sides, distances })
    }

    /// The place of a box, given where the player is.
    #[inline]
    pub fn place(&self, square: Square, player: Square) -> Place {
        self.distances.place(square, self.sides.towards(self.board, square, player))
    }

    /// The place of a box that was just pushed to `to`: the player stands behind it.
    #[inline]
    pub fn place_pushed(&self, to: Square, direction: Direction) -> Place {
        self.distances.place(to, self.sides.group(to, direction.opposite()))
    }
}
