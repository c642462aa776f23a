//! Position as searches store it: boxes, and the lowest square of the player's region.

use super::{BoxSet, Region};
use crate::level::{Board, Direction, Position, Square};

/// One push: the square of the box before the push, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Square of the box before the push.
    pub from: Square,
    /// Direction of the push.
    pub direction: Direction,
}

/// Boxes and the player's region. Two positions connected by a walk are one state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Squares of the boxes.
    pub boxes: BoxSet,
    /// Lowest square of the player's region.
    pub player: Square,
}

impl State {
    /// Returns the state of a position; `region` is set to the player's region.
    pub fn of(board: &Board, position: &Position, region: &mut Region) -> Self {
        let boxes = BoxSet::of(board.len(), position.boxes.iter().copied());
        Self::with(board, boxes, position.player, region)
    }

    /// Returns the state of boxes with the player on a square; `region` is set to the player's region.
    pub fn with(board: &Board, boxes: BoxSet, player: Square, region: &mut Region) -> Self {
        region.flood(board, player, |s| boxes.has(s));
        Self { boxes, player: region.representative() }
    }

    /// Returns all states with these boxes: one for each region that the player can be in.
    pub fn all_with(board: &Board, boxes: &BoxSet, region: &mut Region) -> Vec<Self> {
        let regions = region.each(board, |s| boxes.has(s));
        regions.into_iter().map(|player| Self { boxes: boxes.clone(), player }).collect()
    }

    /// Returns a position of the state, with the player on the lowest square of the region.
    pub fn position(&self) -> Position {
        Position { boxes: self.boxes.iter().collect(), player: self.player }
    }

    /// True if all boxes are on goals.
    pub fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|b| board.is_goal(b))
    }

    /// Returns every possible push, in the order of boxes and then directions; `region` must be the player's region.
    pub fn pushes<'a>(&'a self, board: &'a Board, region: &'a Region) -> impl Iterator<Item = Push> + 'a {
        self.boxes.iter().flat_map(move |from| {
            Direction::ALL
                .into_iter()
                .filter(move |&direction| {
                    board.next(from, direction.opposite()).is_some_and(|p| region.has(p))
                        && board.next(from, direction).is_some_and(|to| !self.boxes.has(to))
                })
                .map(move |direction| Push { from, direction })
        })
    }

    /// Returns every possible pull, each as the push that undoes the pull; `region` must be the player's region.
    ///
    /// ```text
    ///    p@$      the player steps back to p and pulls the box to @; pushing the box away from p undoes the pull
    /// ```
    pub fn pulls<'a>(&'a self, board: &'a Board, region: &'a Region) -> impl Iterator<Item = Push> + 'a {
        self.boxes.iter().flat_map(move |b| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let from = board.next(b, direction.opposite()).filter(|&s| region.has(s))?;
                board.next(from, direction.opposite()).filter(|&s| !self.boxes.has(s))?;
                Some(Push { from, direction })
            })
        })
    }

    /// Returns the boxes after a push, which must be possible.
    pub fn boxes_after(&self, board: &Board, push: Push) -> BoxSet {
        board.next(push.from, push.direction).map_or_else(|| self.boxes.clone(), |to| self.boxes.shifted(push.from, to))
    }

    /// Returns the state after a push, which must be possible; `region` is set to the player's region after it.
    pub fn after(&self, board: &Board, push: Push, region: &mut Region) -> Self {
        Self::with(board, self.boxes_after(board, push), push.from, region)
    }
}
