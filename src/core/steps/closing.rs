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
    /// Returns the goal of `fills` that closes the way to most others, of equal ones the last; `None` if no goal closes the way to
    /// another. `boxes` are the squares of all boxes at the start, `fills` the goals in order.
    ///
    /// Each box is alone on the board and is pushed from everywhere: a goal that it cannot reach so, it cannot reach at all.
    pub fn of(board: &Board, boxes: &[Square], fills: &[Square]) -> Option<Self> {
        let open = reached(board, boxes, None);
        let closing = |&goal: &Square| {
            let reached = reached(board, boxes, Some(goal));
            let is_behind = |&other: &Square| other != goal && open[other.index()] && !reached[other.index()];
            Self { goal, behind: fills.iter().copied().filter(is_behind).collect() }
        };
        fills
            .iter()
            .map(closing)
            .max_by_key(|closing| closing.behind.len())
            .filter(|closing| !closing.behind.is_empty())
    }
}

/// Returns for each square whether a lone box of `boxes` can be pushed there while `closed` has a box.
fn reached(board: &Board, boxes: &[Square], closed: Option<Square>) -> Vec<bool> {
    let free = |square: Square, direction| board.next(square, direction).filter(|&next| Some(next) != closed);
    let mut seen = vec![false; board.len()];
    let mut stack: Vec<Square> = boxes.iter().copied().filter(|&square| Some(square) != closed).collect();
    for square in &stack {
        seen[square.index()] = true;
    }
    while let Some(square) = stack.pop() {
        for direction in Direction::ALL {
            let stand = free(square, direction.opposite());
            if let (Some(_), Some(to)) = (stand, free(square, direction))
                && !std::mem::replace(&mut seen[to.index()], true)
            {
                stack.push(to);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn closing(text: &str) -> Option<(usize, usize)> {
        let level = Level::from_xsb("", text).expect("a good board");
        let found = Closing::of(&level.board, &level.start.boxes, level.board.goals());
        found.map(|closing| (level.board.row_column(closing.goal).1, closing.behind.len()))
    }

    #[test]
    fn the_goal_at_the_mouth_of_a_corridor_closes_the_goals_behind_it() {
        assert_eq!(closing("##########\n#  $$$ ...#\n#@     ####\n##########\n"), Some((7, 2)));
    }

    #[test]
    fn goals_in_the_open_close_nothing() {
        assert_eq!(closing("########\n#      #\n#@$  . #\n# $  . #\n#      #\n########\n"), None);
    }
}
