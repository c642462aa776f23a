//! The player's region after a push, without a flood.
//!
//! ```text
//!   1 2 3      A box comes to the square in the middle. If those of 2, 4, 6 and 8 that the player reaches are connected
//!   4   6      around it, through the corners, every walk through the middle can be replaced by one around it: the region
//!   7 8 9      loses that square, gains the one that the box left, and need not be flooded anew.
//! ```

use crate::level::{Board, Square};
use crate::push::{BoxSet, Region};

/// The eight squares around each.
#[derive(Clone, Debug)]
pub(super) struct Vicinity {
    /// In a circle, with those beside the square at even places.
    around: Vec<[Option<Square>; 8]>,
    /// For each set of reached squares of a circle, whether those beside the middle are connected.
    is_joined: Vec<bool>,
}

/// Rows and columns of the circle, as from 0 to 2 with the middle at 1.
const CIRCLE: [(usize, usize); 8] = [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)];

impl Vicinity {
    /// Of all squares of a board.
    pub(super) fn new(board: &Board) -> Self {
        let neighbour = |square: Square, (r, c): (usize, usize)| {
            let (row, column) = board.row_column(square);
            board.square((row + r).checked_sub(1)?, (column + c).checked_sub(1)?)
        };
        Self {
            around: board.squares().map(|s| CIRCLE.map(|place| neighbour(s, place))).collect(),
            is_joined: (0..=u8::MAX).map(is_joined).collect(),
        }
    }

    /// The least square of the player's region after a push; `None` where it takes a flood. `region` is that before the
    /// push, `boxes` are those after it. Constant time.
    pub(super) fn representative_after(
        &self,
        board: &Board,
        region: &Region,
        boxes: &BoxSet,
        from: Square,
        to: Square,
    ) -> Option<Square> {
        // The region may grow where the box stood.
        if board.neighbours(from).any(|s| !region.has(s) && !boxes.has(s)) {
            return None;
        }
        if region.has(to) {
            let around = self.around[to.index()].iter().enumerate();
            let reached = around.filter(|(_, neighbour)| neighbour.is_some_and(|s| s == from || region.has(s)));
            let reached = reached.fold(0, |set, (place, _)| set | 1 << place);
            if to == region.representative() || !self.is_joined[reached as usize] {
                return None;
            }
        }
        Some(region.representative().min(from))
    }
}

/// Returns whether at most one run of reached squares in the circle contains a square beside the middle.
fn is_joined(reached: u8) -> bool {
    let has = |place: u32| reached >> (place % 8) & 1 != 0;
    // Around the circle, a run of reached squares ends behind a square beside the middle, or behind a corner after one.
    let ends = (0..8u32).step_by(2).filter(|&p| has(p) && !(has(p + 1) && has(p + 2)));
    ends.count() <= 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::push::{Push, State};

    /// In every position that can be reached, each answer is that of a flood.
    #[test]
    fn the_representative_without_a_flood_is_that_of_a_flood() {
        let level = Level::from_xsb("", "########\n#@  #. #\n# $$   #\n#  # $ #\n# .  . #\n########\n").unwrap();
        let board = &level.board;
        let (mut region, mut after) = (Region::new(board.len()), Region::new(board.len()));
        let vicinity = Vicinity::new(board);
        let start = State::of(board, &level.start, &mut region);
        let mut seen = rustc_hash::FxHashSet::from_iter([start.clone()]);
        let (mut stack, mut answered, mut asked) = (vec![start], 0, 0);
        while let Some(state) = stack.pop() {
            region.flood(board, state.player, |s| state.boxes.has(s));
            let pushes: Vec<Push> = state.pushes(board, &region).collect();
            for push in pushes {
                let (child, to) =
                    (state.after(board, push, &mut after), board.next(push.from, push.direction).unwrap());
                let least = vicinity.representative_after(board, &region, &child.boxes, push.from, to);
                assert!(least.is_none_or(|least| least == child.player), "{state:?} {push:?}");
                answered += usize::from(least.is_some());
                asked += 1;
                if seen.insert(child.clone()) && seen.len() < 20_000 {
                    stack.push(child);
                }
            }
        }
        assert!(asked > 5_000 && answered * 2 > asked, "{answered} of {asked}");
    }
}
