//! Rounds of searches near a solution: first one box may stand elsewhere than in the positions of the solution, then
//! two and more. Each search has a node limit, and ends with the first shorter solution, from which the next search
//! begins. A round without a gain is followed by a round with a higher limit.

use crate::push::Push;
use crate::run::{Ended, Meter, Stop, drive};
use crate::search::optimal::VicinitySearch;

/// Greatest number of boxes that may stand elsewhere than in the positions of the solution. On levels 12, 45, 48, 49,
/// 57, 59, 63 and 90 of XSokoban up to six were tried, and one to five led to shorter solutions.
const MOST: usize = 6;

/// Searches near a solution; see the module.
#[derive(Debug)]
pub(super) struct Nearby<'a> {
    search: Box<dyn VicinitySearch + 'a>,
    /// For each number of boxes elsewhere from 1 on, the node limit of the last search that failed since the last gain:
    /// 0 if none failed, `u64::MAX` if the search was exhausted.
    tried: [u64; MOST],
    /// Node limit of a search in this round.
    nodes: u64,
    /// Whether the solution was shortened since the last round.
    has_gained: bool,
}

impl<'a> Nearby<'a> {
    /// Node limit of a search in the first round.
    const FIRST: u64 = 10_000;
    /// Factor of the node limit from round to round.
    const MORE: u64 = 4;

    pub(super) const fn new(search: Box<dyn VicinitySearch + 'a>) -> Self {
        Self { search, tried: [0; MOST], nodes: Self::FIRST, has_gained: false }
    }

    /// Records that the solution was shortened, so that all searches are due again.
    pub(super) const fn gained(&mut self) {
        (self.tried, self.has_gained) = ([0; MOST], true);
    }

    /// Runs one round of searches; replaces `solution` by each shorter solution found.
    ///
    /// # Errors
    /// A limit of the meter. Gains are kept, and a further call begins the round anew.
    pub(super) fn round(&mut self, solution: &mut Vec<Push>, meter: &mut Meter) -> Result<(), Stop> {
        let mut most = 1;
        while let Some(&tried) = self.tried.get(most - 1) {
            if tried >= self.nodes {
                most += 1;
                continue;
            }
            let search = &mut self.search;
            let found = meter.within(Some(self.nodes), None, |meter| {
                search.begin(solution, most, meter).map_or_else(Ended::Stopped, |()| drive(search, meter))
            });
            match found {
                Ended::Found(shorter) => {
                    *solution = shorter;
                    self.gained();
                }
                Ended::Exhausted => self.tried[most - 1] = u64::MAX,
                Ended::Stopped(stop @ (Stop::TimeLimit | Stop::Interrupted)) => return Err(stop),
                Ended::Stopped(_) => {
                    // An inner limit only ends the search.
                    meter.exhausted()?;
                    self.tried[most - 1] = self.nodes;
                }
            }
        }
        self.nodes = if self.has_gained { Self::FIRST } else { self.nodes.saturating_mul(Self::MORE) };
        self.has_gained = false;
        Ok(())
    }
}
