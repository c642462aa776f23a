//! What must the rest of a window cost at least?
//!
//! In come the pushes that are kept, where the free boxes and the player must end; out come lower bounds of pushes and of
//! moves. A free box is pushed at least as far as to the nearest end, as if it were alone. The player must come to every
//! push that is kept, in order, and walks at least as far as if there were no boxes.

use crate::level::{Board, Direction, Square};
use crate::push::{Push, Walks};

/// See the module.
#[derive(Debug)]
pub(super) struct Rest {
    kept: u32,
    /// For each square the pushes of a lone box to the nearest end.
    pushes: Vec<u32>,
    /// Where the player must come next, after so many kept pushes, as the row of `steps`; and the moves from there on.
    next: Vec<(usize, u32)>,
    /// Steps between squares, a row for each square where he must come.
    steps: Vec<Vec<u32>>,
}

impl Rest {
    /// No number of pushes does it.
    pub(super) const NEVER: u32 = u32::MAX;

    /// Of a window with these pushes kept, whose free boxes end on `ends`, and the player on `player` if it matters.
    pub(super) fn new(
        board: &Board,
        kept: &[Push],
        ends: impl Iterator<Item = Square>,
        player: Option<Square>,
        walks: &mut Walks,
    ) -> Self {
        let stand = |push: &Push| board.next(push.from, push.way.opposite()).unwrap_or(push.from);
        let stops: Vec<Square> = kept.iter().map(stand).chain(player).collect();
        let mut rows = vec![None; board.len()];
        let mut steps = Vec::new();
        let mut next = vec![(0, 0); stops.len()];
        let mut after = 0;
        for (place, &stop) in stops.iter().enumerate().rev() {
            let row = *rows[stop.index()].get_or_insert_with(|| {
                walks.measure(board, stop, |_| false);
                steps.push(board.squares().map(|s| walks.to(s).unwrap_or(0)).collect::<Vec<u32>>());
                steps.len() - 1
            });
            if let Some(push) = kept.get(place) {
                after += 1 + next.get(place + 1).map_or(0, |&(row, _)| steps[row][push.from.index()]);
            }
            next[place] = (row, after);
        }
        let kept = u32::try_from(kept.len()).unwrap_or(u32::MAX);
        Self { kept, pushes: push_distances(board, ends), next, steps }
    }

    /// Pushes of a lone box on a square to the nearest end, or [`Rest::NEVER`].
    pub(super) fn of_box(&self, square: Square) -> u32 {
        self.pushes[square.index()]
    }

    /// Pushes and moves after so many kept pushes, where the free boxes need so many pushes by themselves.
    pub(super) fn least(&self, done: usize, player: Square, free: u32) -> (u32, u32) {
        let pushes = self.kept - u32::try_from(done).unwrap_or(0) + free;
        let walk = self.next.get(done).map_or(0, |&(row, after)| self.steps[row][player.index()] + after);
        (pushes, walk.max(pushes))
    }

    /// Bytes that it holds, on a board of so many squares with so many kept pushes at most.
    pub(super) const fn bytes(squares: usize, kept: usize) -> u64 {
        let rows = if kept < squares { kept + 1 } else { squares };
        (squares * (rows + 2) * 4 + kept * 16) as u64
    }
}

/// By pulls from all ends at once, whatever the side of the player.
fn push_distances(board: &Board, ends: impl Iterator<Item = Square>) -> Vec<u32> {
    let mut pushes = vec![Rest::NEVER; board.len()];
    let mut queue: Vec<Square> = ends.collect();
    queue.iter().for_each(|end| pushes[end.index()] = 0);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for way in Direction::ALL {
            let before = board.next(at, way).filter(|&s| board.next(s, way).is_some());
            if let Some(before) = before.filter(|s| pushes[s.index()] == Rest::NEVER) {
                pushes[before.index()] = pushes[at.index()] + 1;
                queue.push(before);
            }
        }
    }
    pushes
}
