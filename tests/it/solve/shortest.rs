//! Shortest solutions of small levels by a plain search of single steps. Shares no code with the crate.

use crate::common::exhaustive::{Cells, Drawn, STEPS, has};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

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
        for (_, step) in STEPS {
            let (to, beyond) = (player.wrapping_add_signed(step), player.wrapping_add_signed(2 * step));
            let pushes = has(boxes, to);
            if has(level.walls, to) || pushes && has(boxes | level.walls, beyond) {
                continue;
            }
            let after = if pushes { boxes & !(1 << to) | 1 << beyond } else { boxes };
            let (more, and) = cost(pushes);
            if !done.contains(&(after, to)) {
                heap.push(Reverse(((first + more, second + and), after, to)));
            }
        }
    }
    None
}
