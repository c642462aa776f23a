//! Boxes at a wall between corners.
//!
//! A box on a straight line of squares without a goal, from corner to corner, with walls all along one side.
//!
//! ```text
//!   before       after
//!   #######      #######      Pushed up, the box comes to the upper wall, along which there is no goal. It can be pushed
//!   #     #      # $   #      along that wall, to its corners, and nowhere else.
//!   # $   #      # @   #
//!   # @  .#      #    .#
//!   #######      #######
//! ```
//!
//! # Why it is sound
//!
//! To push a box away from the wall the player would have to be in the wall. Along the line the box gets no further than the
//! corners, and none of these squares is a goal.
//!
//! Cost: computed once for all squares; a question is a look-up. The dead squares find these boxes too: the rule serves searches
//! without them.
//!
//! Source: folklore; the assignments of the textbook searches.

use super::Corners;
use super::corners::MarkedSquares;
use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance};
use crate::level::{Board, Direction, Square};

/// Deadlock rule: boxes at a wall between corners, along which no goal is; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Lines {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::built_in("line");

    /// Returns for each square whether it is between two corners, on a line without goals and with walls all along one
    /// side; the corners themselves are not marked.
    fn table(board: &Board) -> Vec<bool> {
        let corners = Corners::table(board);
        let mut dead = vec![false; board.len()];
        for corner in board.squares().filter(|s| corners[s.index()]) {
            for (direction, wall) in [
                (Direction::Right, Direction::Up),
                (Direction::Right, Direction::Down),
                (Direction::Down, Direction::Left),
                (Direction::Down, Direction::Right),
            ] {
                let fits = |&s: &Square| !board.is_goal(s) && board.next(s, wall).is_none();
                let line: Vec<Square> =
                    std::iter::successors(Some(corner), |&s| board.next(s, direction)).take_while(fits).collect();
                let end = line.iter().rposition(|s| corners[s.index()]).unwrap_or(0);
                line[..(end + 1).min(line.len())].iter().for_each(|s| dead[s.index()] = true);
            }
        }
        corners.iter().zip(dead).map(|(is_corner, is_dead)| is_dead && !is_corner).collect()
    }
}

impl Rule for Lines {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "line",
            sentence: "a box is at a wall between corners, with no goal along it",
            source: "folklore",
            cost: CostClass::Push,
            uses_player: false,
            purposes: Purposes::TEXTBOOK,
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(MarkedSquares(Self::table(known.maze.board)))
    }
}
