//! Boxes in corners.
//!
//! A box without a goal below it, with a wall above or below it and a wall to the left or right.
//!
//! ```text
//!   before       after
//!   #######      #######      Pushed to the left, the box is in a corner without a goal.
//!   # $@  #      #$@   #
//!   #    .#      #    .#
//!   #######      #######
//! ```
//!
//! # Why it is sound
//!
//! To leave its square a box is pushed along its row or its column, for which both neighbours must be floor: one for the player,
//! the other for the box. In a corner each pair contains a wall.
//!
//! Cost: computed once for all squares; a question is a look-up. The dead squares find these boxes too: the rule serves searches
//! without them.
//!
//! Source: folklore; the assignments of the textbook searches.

use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, View};
use crate::level::{Board, Direction, Square};

/// Deadlock rule: boxes in corners without a goal; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Corners;

impl Corners {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::built_in("corner");

    pub(super) fn table(board: &Board) -> Vec<bool> {
        let is_wall = |s: Square, direction: Direction| board.next(s, direction).is_none();
        let beside = |s: Square, one: Direction, other: Direction| is_wall(s, one) || is_wall(s, other);
        let is_corner = |s: Square| {
            !board.is_goal(s)
                && beside(s, Direction::Up, Direction::Down)
                && beside(s, Direction::Left, Direction::Right)
        };
        board.squares().map(is_corner).collect()
    }
}

impl Rule for Corners {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "corner",
            sentence: "a box is in a corner without a goal",
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

/// Instance of a rule that refuses boxes on marked squares: for each square, whether it is marked.
#[derive(Debug)]
pub(super) struct MarkedSquares(pub(super) Vec<bool>);

impl RuleInstance for MarkedSquares {
    #[inline]
    fn refuses(&mut self, to: Square, _: Direction) -> bool {
        self.0[to.index()]
    }

    fn is_dead(&mut self, view: &View<'_>) -> bool {
        view.boxes_to_test().into_iter().any(|b| self.0[b.index()])
    }
}
