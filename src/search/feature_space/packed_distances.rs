//! The board with packed boxes as walls.
//!
//! Input: the progress of packing and what comes next. Output: numbered places, each a square with a box and a group of
//! its sides that the player can walk between. Boxes that are not packed are ignored.

use crate::level::{Direction, Square};
use crate::maze::{Maze, PlayerSides};
use crate::packing::{Next, PackingProgress};
use crate::push::BoxSet;

/// The board with packed boxes as walls, and the goals that may be packed next.
#[derive(Clone, Debug)]
pub struct PackedBoardDistances {
    sides: PlayerSides,
    /// The boxes that are walls.
    pub(in crate::search) packed: BoxSet,
    /// The goals, or parking squares, that a box may come to next.
    pub goals: Vec<Square>,
    /// The one box that may come there, where the plan names it.
    pub(in crate::search) only: Option<Square>,
    /// The first place of each square; its groups of sides follow.
    first: Vec<u32>,
}

impl PackedBoardDistances {
    /// With the packed boxes as walls, but for the one that is to move.
    pub fn new(maze: &Maze<'_>, progress: &PackingProgress, next: Next) -> Self {
        let mut packed = progress.kept.clone();
        next.only.into_iter().for_each(|b| packed.remove(b));
        let sides = PlayerSides::among(maze.board, |s| packed.has(s));
        let mut first = Vec::with_capacity(maze.board.len() + 1);
        let mut places = 0;
        for square in maze.board.squares() {
            first.push(places);
            places += u32::from(sides.groups(square));
        }
        first.push(places);
        Self { sides, packed, goals: next.to, only: next.only, first }
    }

    /// The place of a box on `square` with the player on that side; `None` where the side is a wall.
    pub(in crate::search) fn place(&self, square: Square, side: Direction) -> Option<usize> {
        let group = self.sides.group_if(square, side)?;
        Some(self.first[square.index()] as usize + usize::from(group))
    }

    /// All places of a box on `square`.
    pub(in crate::search) fn places(&self, square: Square) -> std::ops::Range<usize> {
        self.first[square.index()] as usize..self.first[square.index() + 1] as usize
    }

    /// The size in bytes: the same for all of a board.
    pub(in crate::search) fn bytes(&self) -> usize {
        size_of::<Self>() + self.first.len() * (size_of::<u32>() + PlayerSides::BYTES_PER_SQUARE)
    }

    /// The number of places.
    pub(in crate::search) fn len(&self) -> usize {
        self.first.last().map_or(0, |&n| n as usize)
    }
}
