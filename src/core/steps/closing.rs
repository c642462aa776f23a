//! The goal that must wait for others, since a box on it closes their way.
//!
//! ```text
//!   #######      The goal 1 can be filled only from the left, through 2. A box on 2 closes the way to 1, so 1 must be
//!   # $ 21#      filled before 2.
//!   #######
//! ```

use crate::level::{Board, Direction, Square};

/// A goal, and the goals that must be filled before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closing {
    /// Goal that closes the way to the others.
    pub goal: Square,
    /// Goals that no box can reach once `goal` has a box.
    pub behind: Vec<Square>,
}

impl Closing {
    /// Maximum number of goals times squares of a board on which each goal is closed in turn.
    const WORK: usize = 50_000_000;

    /// Returns the goal of `fills` that closes the way to most others, of equal ones the last; `None` if no goal closes
    /// the way to another, or the board is too large. `boxes` are the squares of all boxes at the start, `fills` the goals in the
    /// order in which they are filled.
    ///
    /// Other boxes and walks of the player are ignored: a box that cannot reach a goal here can never reach it.
    pub fn of(board: &Board, boxes: &[Square], fills: &[Square]) -> Option<Self> {
        if fills.len() * board.len() > Self::WORK {
            return None;
        }
        let reached = reached(board, boxes, None);
        let open: Vec<Square> = fills.iter().copied().filter(|goal| reached[goal.index()]).collect();
        let closing = fills.iter().map(|&goal| {
            let reached = self::reached(board, boxes, Some(goal));
            let is_behind = |&other: &Square| other != goal && !reached[other.index()];
            Self { goal, behind: open.iter().copied().filter(is_behind).collect() }
        });
        closing.filter(|closing| !closing.behind.is_empty()).max_by_key(|closing| closing.behind.len())
    }
}

/// Returns for each square whether a lone box can be pushed to it while a box stands on the closed square.
fn reached(board: &Board, boxes: &[Square], closed: Option<Square>) -> Vec<bool> {
    let is_open = |square: &Square| Some(*square) != closed;
    let mut reached = vec![false; board.len()];
    let mut stack: Vec<Square> = boxes.iter().copied().filter(is_open).collect();
    while let Some(square) = stack.pop() {
        if !std::mem::replace(&mut reached[square.index()], true) {
            let free = |direction| board.next(square, direction).filter(is_open);
            let pushed = Direction::ALL.into_iter().filter(|direction| free(direction.opposite()).is_some());
            stack.extend(pushed.filter_map(free));
        }
    }
    reached
}
