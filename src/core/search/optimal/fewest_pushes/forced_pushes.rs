//! Pushes that must go on: if only pushes count, a box that must be pushed on later can be pushed on at once.
//!
//! ```text
//!   ####   ####     1. A box has just come to t, which is no goal; a wall keeps it from going to the sides, and it cuts
//!      @ t   e         the player off from what is ahead. Then it moves next when it is pushed on. Until then no square
//!   ####   ####        can change ahead, and what is done behind can be done as well afterwards: t has become free.
//!
//!   ########        2. A box has come from @ to t, which is no goal; @, t and e have walls on both sides. Pushed back,
//!      @ t e           it could as well have stayed, which saves two pushes: for all other boxes it
//!   ########           closes the tunnel on @ as on t. So it goes on, and may do so at once.
//! ```
//! In 2, another box on e or @ meanwhile would be stuck for good, and the player need not go there. Both rules hold for every
//! solution that begins with the first push, and leave the number of pushes as it is; walks may become longer. They are tunnel
//! macros (Junghanns and Schaeffer 2001) that keep optimal solutions.

use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::Push;

/// For each push, how far the box must be pushed on.
#[derive(Clone, Debug)]
pub(super) struct ForcedPushes {
    /// For each square and direction whether a box pushed onto the square in this direction must be pushed on.
    goes_on: Vec<[bool; 4]>,
}

/// Successive pushes of one box in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) to: Square,
    pub(super) pushes: u32,
}

impl ForcedPushes {
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let must = |to| Direction::ALL.map(|direction| must_go_on(maze, to, direction));
        Self { goes_on: maze.board.squares().map(must).collect() }
    }

    /// Returns the run that `push` begins; `None` if another box stops it, so that no solution is left.
    pub(super) fn run(&self, board: &Board, is_box: impl Fn(Square) -> bool, push: Push) -> Option<Run> {
        let mut to = board.next(push.from, push.direction)?;
        let mut pushes = 1;
        while self.goes_on[to.index()][push.direction.index()] {
            to = board.next(to, push.direction).filter(|&next| !is_box(next))?;
            pushes += 1;
        }
        Some(Run { to, pushes })
    }

    pub(super) fn pushes<'s>(&'s self, board: &'s Board, first: Push) -> impl Iterator<Item = Push> + 's {
        std::iter::successors(Some(first), |push| {
            let to = board.next(push.from, push.direction)?;
            self.goes_on[to.index()][push.direction.index()].then_some(Push { from: to, direction: push.direction })
        })
    }
}

fn must_go_on(maze: &Maze<'_>, to: Square, direction: Direction) -> bool {
    let (board, back) = (maze.board, direction.opposite());
    let (Some(behind), Some(ahead)) = (board.next(to, back), board.next(to, direction)) else { return false };
    let across = Direction::ALL[(direction.index() + 1) % 4];
    let walls =
        |s: Square| [across, across.opposite()].into_iter().filter(|&side| board.next(s, side).is_none()).count();
    let cuts = walls(to) > 0 && maze.sides.group(to, direction) != maze.sides.group(to, back);
    let is_tunnel = [behind, to, ahead].into_iter().all(|s| walls(s) == 2);
    !board.is_goal(to) && (cuts || is_tunnel)
}
