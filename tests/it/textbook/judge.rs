//! Plain breadth-first search, by pushes and by moves.

use crate::common::exhaustive::{Cells, Drawn, STEPS, State, has};
use crate::common::small_levels;
use rustc_hash::FxHashMap;
use sokoplan::textbook::Metric;
use std::collections::VecDeque;
use std::ops::Range;

/// A small level, with what is true of it.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) drawn: Drawn,
    /// The fewest pushes of a solution, if there is one.
    pub(crate) pushes: Option<usize>,
}

impl Judged {
    /// The level of a seed, where as many states as that can be reached by pushes.
    pub(crate) fn of_seed(seed: u64, states: &Range<usize>) -> Option<Self> {
        let text = small_levels::level(seed);
        let drawn = Drawn::new(&text);
        if drawn.boxes == drawn.goals {
            return None;
        }
        let (pushes, reached) = least(&drawn, drawn.state(drawn.boxes, drawn.player), states.end, |s| drawn.next(s))?;
        states.contains(&reached).then_some(Self { text, drawn, pushes })
    }

    /// The fewest steps of a solution, if there is one.
    pub(crate) fn least(&self, metric: Metric) -> Option<usize> {
        let start = (self.drawn.boxes, self.drawn.player);
        match metric {
            Metric::Pushes => self.pushes,
            Metric::Moves => least(&self.drawn, start, usize::MAX, |state| by_moves(&self.drawn, state))?.0,
        }
    }

    pub(crate) fn is_solvable(&self) -> bool {
        self.pushes.is_some()
    }
}

/// The states one step of the player on.
pub(crate) fn by_moves(level: &Drawn, (boxes, player): State) -> Vec<State> {
    let step = |&(_, step): &(char, isize)| {
        let (to, beyond) = (player.wrapping_add_signed(step), player.wrapping_add_signed(2 * step));
        if has(level.walls, to) {
            None
        } else if !has(boxes, to) {
            Some((boxes, to))
        } else {
            let is_free = !has(boxes | level.walls, beyond);
            is_free.then(|| (boxes & !bit(to) | bit(beyond), to))
        }
    };
    STEPS.iter().filter_map(step).collect()
}

const fn bit(cell: usize) -> Cells {
    1 << cell
}

/// The fewest steps to the goals, if there is a way, and how many states there are; `None` where those are too many.
fn least(
    level: &Drawn,
    start: State,
    most: usize,
    next: impl Fn(State) -> Vec<State>,
) -> Option<(Option<usize>, usize)> {
    let mut depth = FxHashMap::from_iter([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let mut found = None;
    while let Some(state) = queue.pop_front() {
        let here = depth[&state];
        if state.0 == level.goals {
            found = found.or(Some(here));
        }
        for after in next(state) {
            if depth.len() > most {
                return None;
            }
            depth.entry(after).or_insert_with(|| {
                queue.push_back(after);
                here + 1
            });
        }
    }
    Some((found, depth.len()))
}
