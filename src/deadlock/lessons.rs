//! What has been learned of a level: groups of boxes that are lost, wherever they stand in a position.
//!
//! In come proved groups; out comes whether a position holds one of them. A group is lost with the player in one region of
//! the board that holds its boxes alone. A position that holds the group has its player in that region or outside of it,
//! for its own regions are parts of those.

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region, State};

/// Boxes that can never all stand on goals.
#[derive(Clone, Debug)]
struct Lesson {
    boxes: BoxSet,
    /// The squares that the player can walk to with these boxes alone.
    region: BoxSet,
}

/// All lessons of a level.
#[derive(Clone, Debug)]
pub struct Lessons {
    lessons: Vec<Lesson>,
    region: Region,
}

impl Lessons {
    /// The most that are kept: each is asked for every new position.
    const MOST: usize = 1_000;

    /// Nothing is known yet of a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self { lessons: Vec::new(), region: Region::new(squares) }
    }

    /// Does a position hold a group that is known to be lost?
    pub fn know(&self, state: &State) -> bool {
        self.lessons.iter().any(|lesson| lesson.region.has(state.player) && lesson.boxes.is_subset(&state.boxes))
    }

    /// Keeps a group that is proved lost with the player on that square.
    pub fn learn(&mut self, board: &Board, boxes: BoxSet, player: Square) {
        if self.lessons.len() < Self::MOST {
            self.region.flood(board, player, |s| boxes.has(s));
            let region = BoxSet::of(board.len(), board.squares().filter(|&s| self.region.has(s)));
            self.lessons.push(Lesson { boxes, region });
        }
    }
}
