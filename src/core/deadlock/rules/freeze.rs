//! Boxes of which each is blocked along its row and along its column, by a wall or another of them on one side, or by dead squares
//! on both; one of them is off goal. See [`FrozenBoxes`].
//!
//! ```text
//!   before         after
//!   ########       ########      The upper wall keeps the two boxes from being pushed up or down, and each keeps the
//!   # $  ..#       # $$ ..#      other from being pushed left or right.
//!   #  $   #       #  @   #
//!   #  @   #       #      #
//!   ########       ########
//! ```
//!
//! # Why it is sound
//!
//! When a solution first pushes one of these boxes, the others are still on their squares. They block the box, or it is pushed onto
//! a dead square and reaches no goal. So a solution pushes none of the boxes, and a box off goal stays off goal. The proof does not
//! use the player's square.
//!
//! Cost: linear in the boxes that are connected with the pushed one, times the rounds in which boxes are freed. Nearly all pushes
//! leave the box free along one axis, which ends the test at once.
//! Source: the Sokoban wiki, How to detect deadlocks.

use crate::deadlock::{
    About, CostClass, FrozenBoxes, GridForm, Purposes, Rule, RuleId, RuleInput, RuleInstance, View, Witness,
};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use std::borrow::Cow;

/// Deadlock rule: boxes off goal that can never be moved again; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Freeze {
    /// Whether a box between dead squares counts as blocked; without it, for textbook searches, only walls and boxes block.
    pub by_dead_squares: bool,
}

impl Freeze {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("freeze");
}

impl Rule for Freeze {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "freeze",
                sentence: "boxes block each other for ever, and one of them is off goal",
                source: "Sokoban wiki",
                cost: CostClass::Child,
                uses_player: false,
                purposes: Purposes::all(),
            }
        }
    }

    fn on_grid(&self) -> Option<GridForm> {
        Some(GridForm::FrozenBoxes)
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        let (maze, squares) = (known.maze, known.maze.board.len());
        let dead = maze.distances.dead_squares();
        let dead = if self.by_dead_squares { Cow::Borrowed(dead) } else { Cow::Owned(vec![false; squares]) };
        Box::new(FreezeInstance { maze, dead, frozen: FrozenBoxes::new(squares) })
    }
}

#[derive(Debug)]
struct FreezeInstance<'a> {
    maze: &'a Maze<'a>,
    dead: Cow<'a, [bool]>,
    frozen: FrozenBoxes,
}

impl FreezeInstance<'_> {
    /// Returns the box on `first` and the frozen boxes connected to it, ascending, and adds these boxes to `seen`.
    fn group(&self, frozen: &BoxSet, first: Square, seen: &mut BoxSet) -> Vec<Square> {
        let board = self.maze.board;
        let mut group = board.spread([first], |b| board.neighbours(b).filter(|&near| frozen.has(near)));
        group.iter().for_each(|&b| seen.insert(b));
        group.sort_unstable();
        group
    }
}

fn why(boxes: usize, off: usize) -> String {
    let are = if off == 1 { "is" } else { "are" };
    match (boxes, off) {
        (1, _) => "is stuck for good, and is not on a goal".to_owned(),
        (2, 2) => "block each other for good, and neither is on a goal".to_owned(),
        _ if boxes == off => "block each other for good, and none is on a goal".to_owned(),
        _ => format!("block each other for good, and {off} of them {are} not on a goal"),
    }
}

impl RuleInstance for FreezeInstance<'_> {
    #[inline]
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        let board = self.maze.board;
        match view.pushed {
            Some(pushed) => self.frozen.is_freeze_deadlock(board, &self.dead, view.boxes, pushed),
            None => self.frozen.frozen(board, &self.dead, view.boxes).iter().any(|&b| !board.is_goal(b)),
        }
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        if !self.is_dead(view) {
            return Ok(Vec::new());
        }
        let board = self.maze.board;
        let frozen = BoxSet::of(board.len(), self.frozen.frozen(board, &self.dead, view.boxes));
        let mut seen = BoxSet::empty(board.len());
        let mut found = Vec::new();
        for first in frozen.iter() {
            // The group was found from another of its boxes.
            if seen.has(first) {
                continue;
            }
            let group = self.group(&frozen, first, &mut seen);
            let is_asked = view.pushed.is_none_or(|b| group.contains(&b));
            let off = group.iter().filter(|&&b| !board.is_goal(b)).count();
            if is_asked && off > 0 {
                let why = why(group.len(), off);
                found.push(Witness::with_walls(board, group, why));
            }
        }
        Ok(found)
    }
}
