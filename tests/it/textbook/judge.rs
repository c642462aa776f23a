//! Small levels with the results of plain search, by pushes and by moves.

use crate::common::exhaustive::{Drawn, explore};
use crate::common::small_levels;
use crate::solve::shortest::shortest;
use sokoplan::textbook::Metric;
use std::ops::Range;

/// A small level, with what is true of it.
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) drawn: Drawn,
    /// The fewest pushes of a solution, if there is one.
    pub(crate) pushes: Option<usize>,
}

impl Judged {
    /// The level of a seed, if the number of states that pushes reach is in this range.
    pub(crate) fn of_seed(seed: u64, states: &Range<usize>) -> Option<Self> {
        let text = small_levels::level(seed);
        let drawn = Drawn::new(&text);
        if drawn.boxes == drawn.goals {
            return None;
        }
        let all = explore(&drawn, states.end)?;
        let pushes = all[&drawn.state(drawn.boxes, drawn.player)];
        states.contains(&all.len()).then_some(Self { text, drawn, pushes })
    }

    /// The fewest steps of a solution, if there is one.
    pub(crate) fn least(&self, metric: Metric) -> Option<usize> {
        match metric {
            Metric::Pushes => self.pushes,
            Metric::Moves => shortest(&self.drawn, |_| (1, 0)).map(|(moves, _)| moves),
        }
    }

    pub(crate) fn is_solvable(&self) -> bool {
        self.pushes.is_some()
    }
}
