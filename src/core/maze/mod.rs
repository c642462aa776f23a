//! What is known of a level before the first push? Dead squares, push distances and areas.

mod areas;
mod distance;
mod sides;

use crate::level::{Board, Direction, Square};
use crate::run::{Meter, Stop};
pub use areas::{
    Area, AreaFacts, AreaId, AreaKind, AreaPatterns, Areas, BoxUse, Connectivity, Opening, PatternFault, RoomsBy,
};
pub(crate) use areas::{components, read_picture};
pub use distance::{Place, PushDistances};
pub(crate) use sides::Cuts;
pub use sides::PlayerSides;

/// A board with the sides of boxes and the push distances, as every search uses it.
#[derive(Debug)]
pub struct Maze<'a> {
    /// Board with its squares, walls and goals.
    pub board: &'a Board,
    /// For a box on each square, which of its sides the player can walk between.
    pub sides: PlayerSides,
    /// Push distances of a lone box to each goal.
    pub distances: PushDistances,
}

impl<'a> Maze<'a> {
    /// Computes the sides of boxes and the push distances of a board.
    pub fn new(board: &'a Board, meter: &mut Meter) -> Result<Self, Stop> {
        let sides = PlayerSides::new(board);
        let distances = PushDistances::new(board, &sides, meter)?;
        Ok(Self { board, sides, distances })
    }

    /// Computes the sides of boxes and which places are dead, but no distance to any goal: linear in the board.
    pub fn without_distances(board: &'a Board) -> Self {
        let sides = PlayerSides::new(board);
        let distances = PushDistances::none(board, &sides);
        Self { board, sides, distances }
    }

    /// Returns the place (square and side of the player) of a box on `square`, given the square of the player.
    #[inline]
    pub fn place(&self, square: Square, player: Square) -> Place {
        self.distances.place(square, self.sides.towards(self.board, square, player))
    }

    /// Returns the place of a box that was just pushed to `to` in a direction: the player is behind it.
    #[inline]
    pub fn place_pushed(&self, to: Square, direction: Direction) -> Place {
        self.distances.place(to, self.sides.group(to, direction.opposite()))
    }
}
