//! The nogoods of a level.
//!
//! A group of boxes is lost with the player in one region of the board that holds these boxes alone. A position that
//! holds the group has its player in that region or outside of it, for its own regions are parts of those.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// Boxes that can never all stand on goals.
#[derive(Clone, Debug)]
struct Nogood {
    boxes: BoxSet,
    /// The squares that the player can walk to with these boxes alone.
    region: BoxSet,
}

/// All nogoods of a level.
#[derive(Clone, Debug)]
pub struct Nogoods {
    nogoods: Vec<Nogood>,
    region: Region,
    marked: usize,
}

impl Nogoods {
    /// At most this number is kept: each is compared with every new position. Not tuned.
    const MOST: usize = 1_000;

    /// Without nogoods, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self { nogoods: Vec::new(), region: Region::new(squares), marked: 0 }
    }

    /// Returns whether a position contains a stored group. Linear in the nogoods.
    pub fn matches(&self, boxes: &BoxSet, player: Square) -> bool {
        self.matching(boxes, player).is_some()
    }

    /// A stored group that the position contains.
    pub fn matching(&self, boxes: &BoxSet, player: Square) -> Option<&BoxSet> {
        let found = self.nogoods.iter().find(|nogood| nogood.region.has(player) && nogood.boxes.is_subset(boxes));
        found.map(|nogood| &nogood.boxes)
    }

    /// Stores a group that is proved lost with the player on that square.
    pub fn insert(&mut self, board: &Board, boxes: BoxSet, player: Square) {
        if self.nogoods.len() < Self::MOST {
            self.region.flood(board, player, |s| boxes.has(s));
            let region = BoxSet::of(board.len(), board.squares().filter(|&s| self.region.has(s)));
            self.nogoods.push(Nogood { boxes, region });
        }
    }

    /// Marks the nogoods.
    pub fn mark(&mut self) {
        self.marked = self.nogoods.len();
    }

    /// Removes those that were stored since the last mark.
    pub fn undo(&mut self) {
        self.nogoods.truncate(self.marked);
    }
}
