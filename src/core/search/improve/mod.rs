//! How is a solution shortened? Input: a board, a start and the pushes of a solution. Output: pushes that cost less. One method
//! frees some boxes between two positions of the solution, while the others keep their pushes in order ([`SolutionWindow`]). The
//! other searches the positions near the solution for fewer pushes ([`Nearby`]). [`Improver`] chooses windows and limits.

mod improver;
mod joins;
mod trail;
mod window;

use crate::push::Push;
use crate::run::{Meter, SearchEnd, Stop, drive};
use crate::search::optimal::VicinitySearch;
pub use improver::Improver;
pub use joins::Joiner;
pub use trail::Measure;
use trail::{StoryCost, Trail};
use window::{Pass, SolutionWindow};

/// Maximum number of boxes that may be on other squares than in the positions of the solution.
const MOST: usize = 6;

/// Rounds of searches near a solution: first one box may be outside its positions, then two and more; the next search begins from the
/// shorter solution, and a round without a gain is followed by one with a higher node limit.
#[derive(Debug)]
struct Nearby<'a> {
    search: Box<dyn VicinitySearch + 'a>,
    /// For each number of boxes elsewhere from 1 on, the node limit of the last search that failed since the last gain:
    /// 0 if none failed, `u64::MAX` if the search was exhausted.
    tried: [u64; MOST],
    nodes: u64,
    has_gained: bool,
}

impl<'a> Nearby<'a> {
    const FIRST: u64 = 10_000;
    const MORE: u64 = 4;

    const fn new(search: Box<dyn VicinitySearch + 'a>) -> Self {
        Self { search, tried: [0; MOST], nodes: Self::FIRST, has_gained: false }
    }

    const fn gained(&mut self) {
        (self.tried, self.has_gained) = ([0; MOST], true);
    }

    /// Runs one round of searches; replaces `solution` by each shorter one found, which is kept after a limit, too.
    fn round(&mut self, solution: &mut Vec<Push>, meter: &mut Meter) -> Result<(), Stop> {
        let mut most = 1;
        while let Some(&tried) = self.tried.get(most - 1) {
            // As many nodes have failed since the last gain.
            if tried >= self.nodes {
                most += 1;
                continue;
            }
            let search = &mut self.search;
            let found = meter.within(Some(self.nodes), None, |meter| {
                search.begin(solution, most, meter).map_or_else(SearchEnd::Stopped, |()| drive(search, meter))
            });
            match found {
                SearchEnd::Found(shorter) => {
                    *solution = shorter;
                    self.gained();
                }
                SearchEnd::Exhausted => self.tried[most - 1] = u64::MAX,
                SearchEnd::Stopped(stop @ (Stop::TimeLimit | Stop::Interrupted)) => return Err(stop),
                SearchEnd::Stopped(_) => {
                    // An inner limit only ends the search.
                    search.clear();
                    meter.exhausted()?;
                    self.tried[most - 1] = self.nodes;
                }
            }
        }
        // Around a new solution short searches may succeed again.
        self.nodes = if self.has_gained { Self::FIRST } else { self.nodes.saturating_mul(Self::MORE) };
        self.has_gained = false;
        Ok(())
    }
}
