//! Pushes that are made at once: forced pushes, and those of a box that enters a goal room.

use super::goal_room::GoalRoom;
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::Push;

/// Pushes that must go on: if only pushes count, a box that must be pushed on later can be pushed on at once.
///
/// ```text
///   ####   ####     1. A box has just come to t, which is no goal; a wall keeps it from going to the sides, and it cuts
///      @ t   e         the player off from what is ahead. Then it moves next when it is pushed on. Until then no square
///   ####   ####        can change ahead, and what is done behind can be done as well afterwards: t has become free.
///
///   ########        2. A box has come from @ to t, which is no goal; @, t and e have walls on both sides. Pushed back,
///      @ t e           it could as well have stayed, which saves two pushes: for all other boxes it
///   ########           closes the tunnel on @ as on t. So it goes on, and may do so at once.
/// ```
/// In 2, another box on e or @ meanwhile would be stuck for good, and the player need not go there. Both rules hold for every
/// solution that begins with the first push, and leave the number of pushes as it is; walks may become longer. They are tunnel
/// macros (Junghanns and Schaeffer 2001) that keep optimal solutions.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    /// For each square and direction whether a box pushed onto the square in this direction must be pushed on.
    goes_on: Vec<[bool; 4]>,
    pub(super) room: Option<GoalRoom>,
}

/// Successive pushes of one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) last: Push,
    pub(super) pushes: u32,
    /// Whether the box enters the goal room.
    pub(super) enters: bool,
}

impl Runs {
    pub(super) fn new(maze: &Maze<'_>, room: Option<GoalRoom>) -> Self {
        let must = |to| Direction::ALL.map(|direction| must_go_on(maze, to, direction));
        Self { goes_on: maze.board.squares().map(must).collect(), room }
    }

    /// Returns the run that `first` begins with `filled` boxes in the goal room; `None` if another box stops it, so that no solution
    /// is left.
    #[inline(always)]
    pub(super) fn run(
        &self,
        board: &Board,
        is_box: impl Fn(Square) -> bool,
        filled: usize,
        first: Push,
    ) -> Option<Run> {
        let mut run = Run { last: first, pushes: 0, enters: false };
        for push in self.pushes(board, filled, first) {
            // The first push is possible, and the box itself may come back to its square.
            if run.pushes > 0 && board.next(push.from, push.direction).is_none_or(|to| is_box(to) && to != first.from) {
                return None;
            }
            run = Run { last: push, pushes: run.pushes + 1, enters: run.enters || self.enters(push) };
        }
        Some(run)
    }

    fn enters(&self, push: Push) -> bool {
        self.room.as_ref().is_some_and(|room| room.is_entry(push))
    }

    /// Returns the pushes of the run that `first` begins with `filled` boxes in the goal room.
    pub(super) fn pushes<'s>(
        &'s self,
        board: &'s Board,
        filled: usize,
        first: Push,
    ) -> impl Iterator<Item = Push> + 's {
        let singles = std::iter::successors(Some(first), |&push| {
            let to = board.next(push.from, push.direction)?;
            let goes_on = self.goes_on[to.index()][push.direction.index()] && !self.enters(push);
            goes_on.then_some(Push { from: to, direction: push.direction })
        });
        singles.flat_map(move |push| {
            let fill = self.room.as_ref().map_or(&[][..], |room| room.fill(push, filled));
            std::iter::once(push).chain(fill.iter().skip(1).copied())
        })
    }

    /// Returns all pushes of successive runs, which begin with these pushes at the start.
    pub(super) fn unfold(&self, board: &Board, firsts: Vec<Push>) -> Vec<Push> {
        let (mut pushes, mut filled) = (Vec::new(), 0);
        for first in firsts {
            let before = pushes.len();
            pushes.extend(self.pushes(board, filled, first));
            filled += usize::from(pushes[before..].iter().any(|&push| self.enters(push)));
        }
        pushes
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
