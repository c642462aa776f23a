//! A box without a goal below it, with a wall above or below it and a wall to the left or right; and a box on a straight line of
//! squares without a goal, from such a corner to another, with walls all along one side: the rules of the textbook searches.
//!
//! ```text
//!   before       a corner     before       a line
//!   #######      #######      #######      #######      Pushed to the left, the box is in a corner without a goal. Pushed up,
//!   # $@  #      #$@   #      #     #      # $   #      it comes to the upper wall, along which there is no goal: it can be
//!   #    .#      #    .#      # $   #      # @   #      pushed along that wall, to its corners, and nowhere else.
//!   #######      #######      # @  .#      #    .#
//!                             #######      #######
//! ```
//!
//! # Why it is sound
//!
//! To leave its square a box is pushed along its row or its column, for which both neighbours must be floor: one for the player,
//! the other for the box. In a corner each pair contains a wall; on a line the player would have to be in the wall to push the box
//! away from it, and along the line the box gets no further than the corners.
//!
//! Cost: computed once for all squares; a question is a look-up. The dead squares find these boxes too: the rules serve searches
//! without them.
//! Source: folklore; the assignments of the textbook searches.

use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, View};
use crate::level::{Board, Direction, Square};

/// Deadlock rule: boxes in corners without a goal; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Corners;

impl Corners {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("corner");

    fn table(board: &Board) -> Vec<bool> {
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
        const { &about(Self::ID, "corner", "a box is in a corner without a goal") }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(MarkedSquares(Self::table(known.maze.board)))
    }
}

/// Deadlock rule: boxes at a wall between corners, along which no goal is; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

impl Lines {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("line");

    /// Marks the squares between two corners, without goals and with walls all along one side; not the corners themselves.
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
        const { &about(Self::ID, "line", "a box is at a wall between corners, with no goal along it") }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(MarkedSquares(Self::table(known.maze.board)))
    }
}

const fn about(id: RuleId, deadlock: &'static str, sentence: &'static str) -> About {
    let (cost, purposes) = (CostClass::Push, Purposes::TEXTBOOK);
    About { id, deadlock, sentence, source: "folklore", cost, uses_player: false, purposes }
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
