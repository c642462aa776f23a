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
    /// Returns the goal of `fills` that closes the way to most others, of equal ones the last; `None` if no goal closes
    /// the way to another. `boxes` are the squares of all boxes at the start, `fills` the goals in the order in which
    /// they are filled.
    ///
    /// Other boxes and walks of the player are ignored: a box that cannot reach a goal here can never reach it.
    pub fn of(board: &Board, boxes: &[Square], fills: &[Square]) -> Option<Self> {
        let mut reach = Reach::with_closed(board, boxes, &[]);
        let open: Vec<Square> = fills.iter().copied().filter(|goal| reach.seen[goal.index()]).collect();
        reach = Reach::with_closed(board, boxes, fills);
        let mut best: Option<Self> = None;
        reach.close_each(fills, &mut |goal, seen| {
            let is_behind = |&other: &Square| other != goal && !seen[other.index()];
            let behind: Vec<Square> = open.iter().copied().filter(is_behind).collect();
            if !behind.is_empty() && best.as_ref().is_none_or(|best| behind.len() >= best.behind.len()) {
                best = Some(Self { goal, behind });
            }
        });
        best
    }
}

/// The squares to which a lone box can be pushed while boxes stand on the closed squares.
struct Reach<'a> {
    board: &'a Board,
    boxes: &'a [Square],
    is_closed: Vec<bool>,
    seen: Vec<bool>,
    /// The seen squares, in the order in which they were reached.
    order: Vec<Square>,
}

impl<'a> Reach<'a> {
    fn with_closed(board: &'a Board, boxes: &'a [Square], closed: &[Square]) -> Self {
        let flags = || vec![false; board.len()];
        let mut reach = Self { board, boxes, is_closed: flags(), seen: flags(), order: Vec::new() };
        closed.iter().for_each(|square| reach.is_closed[square.index()] = true);
        reach.spread(Vec::new());
        reach
    }

    /// Calls `each` for each goal of `goals` with the squares that are seen while this goal alone is closed; at the call all
    /// of `goals` are closed. Opening one half at a time reaches each square log(goals) times instead of once per goal.
    fn close_each(&mut self, goals: &[Square], each: &mut impl FnMut(Square, &[bool])) {
        let (one, two) = match goals {
            [] => return,
            [goal] => return each(*goal, &self.seen),
            _ => goals.split_at(goals.len() / 2),
        };
        for (kept, opened) in [(one, two), (two, one)] {
            let before = self.order.len();
            opened.iter().for_each(|square| self.is_closed[square.index()] = false);
            let beside = opened.iter().flat_map(|&square| self.board.neighbours(square));
            self.spread(beside.filter(|square| self.seen[square.index()]).collect());
            self.close_each(kept, each);
            self.order.drain(before..).for_each(|square| self.seen[square.index()] = false);
            opened.iter().for_each(|square| self.is_closed[square.index()] = true);
        }
    }

    /// Reaches further squares from boxes on open squares, and from the seen squares in `stack`.
    fn spread(&mut self, mut stack: Vec<Square>) {
        let starts = self.boxes.iter().copied().filter(|square| !self.is_closed[square.index()]);
        let mut found: Vec<Square> = starts.collect();
        loop {
            for square in found.drain(..) {
                if !std::mem::replace(&mut self.seen[square.index()], true) {
                    self.order.push(square);
                    stack.push(square);
                }
            }
            let Some(square) = stack.pop() else { return };
            let free = |direction| self.board.next(square, direction).filter(|next| !self.is_closed[next.index()]);
            let pushed = Direction::ALL.into_iter().filter(|direction| free(direction.opposite()).is_some());
            found.extend(pushed.filter_map(free));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn each_goal_closed_alone_leaves_the_squares_that_a_search_of_its_own_reaches() {
        let text = "############\n#  $ #  ...#\n# $$ #  . ##\n#@     .  ##\n# $$ #  .  #\n#  $$### . #\n############\n";
        let level = Level::from_xsb("", text).expect("a good board");
        let (board, boxes, goals) = (&level.board, &level.start.boxes, level.board.goals());
        let mut closed = Vec::new();
        Reach::with_closed(board, boxes, goals).close_each(goals, &mut |goal, seen| closed.push((goal, seen.to_vec())));
        let alone =
            goals.iter().map(|&goal| (goal, Reach::with_closed(board, boxes, &[goal]).seen)).collect::<Vec<_>>();
        assert_eq!(closed, alone);
    }
}
