//! Shortest solutions of small levels by a plain search of single steps. Shares no code with the crate.

use crate::common::exhaustive::{Cells, Drawn, STEPS, State, has};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// The positions one step of the player on.
pub(crate) fn walks(level: &Drawn, (boxes, player): State) -> Vec<State> {
    let step = |(_, step): (char, isize)| {
        let (to, beyond) = (player.wrapping_add_signed(step), player.wrapping_add_signed(2 * step));
        let pushes = has(boxes, to);
        let is_shut = has(level.walls, to) || pushes && has(boxes | level.walls, beyond);
        (!is_shut).then(|| (if pushes { boxes & !(1 << to) | 1 << beyond } else { boxes }, to))
    };
    STEPS.into_iter().filter_map(step).collect()
}

/// The least cost of a solution, first number first; `cost` maps whether a step pushes to its cost. Dijkstra's search.
pub(crate) fn shortest(level: &Drawn, cost: impl Fn(bool) -> (usize, usize)) -> Option<(usize, usize)> {
    let mut heap = BinaryHeap::from([Reverse(((0, 0), level.boxes, level.player))]);
    let mut done: HashSet<(Cells, usize)> = HashSet::new();
    while let Some(Reverse(((first, second), boxes, player))) = heap.pop() {
        if !done.insert((boxes, player)) {
            continue;
        }
        if boxes == level.goals {
            return Some((first, second));
        }
        for (after, to) in walks(level, (boxes, player)) {
            let (more, and) = cost(after != boxes);
            if !done.contains(&(after, to)) {
                heap.push(Reverse(((first + more, second + and), after, to)));
            }
        }
    }
    None
}
