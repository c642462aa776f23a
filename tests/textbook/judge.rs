//! Breadth-first search as plain as can be, by pushes and by moves.

use crate::exhaustive::{Cells, Drawn, STEPS, State, has};
use crate::small_levels;
use sokoplan::search::textbook::Metric;
use std::collections::{HashMap, VecDeque};

/// A small level, with what is true of it.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) drawn: Drawn,
    /// The fewest pushes of a solution, if there is one.
    pub(crate) pushes: Option<usize>,
    /// The fewest moves.
    pub(crate) moves: Option<usize>,
    /// How many states can be reached by pushes.
    pub(crate) states: usize,
}

impl Judged {
    /// The most states by moves of a level.
    const MOST: usize = 8_000;

    pub(crate) fn of_seed(seed: u64) -> Option<Self> {
        let text = small_levels::level(seed);
        let drawn = Drawn::new(&text);
        if drawn.boxes == drawn.goals {
            return None;
        }
        let (pushes, states) = least(&drawn, drawn.state(drawn.boxes, drawn.player), |state| drawn.next(state))?;
        let (moves, _) = least(&drawn, (drawn.boxes, drawn.player), |state| by_moves(&drawn, state))?;
        assert_eq!(pushes.is_some(), moves.is_some(), "{text}");
        Some(Self { text, drawn, pushes, moves, states })
    }

    pub(crate) fn least(&self, metric: Metric) -> Option<usize> {
        match metric {
            Metric::Pushes => self.pushes,
            Metric::Moves => self.moves,
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
fn least(level: &Drawn, start: State, next: impl Fn(State) -> Vec<State>) -> Option<(Option<usize>, usize)> {
    let mut depth = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    let mut found = None;
    while let Some(state) = queue.pop_front() {
        let here = depth[&state];
        if state.0 == level.goals {
            found = found.or(Some(here));
        }
        for after in next(state) {
            if depth.len() > Judged::MOST {
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
