//! Textbook searches, to be compared with each other and with the searches of [`crate::search`], whose improvements are
//! left out on purpose. Each strategy has a file; all share the formulation (states, steps, estimates by a
//! [`crate::Heuristic`]), the rules and components in use, and the nodes, which store each state once.

mod best_first;
mod deepening;
mod formulation;
mod kth;
mod setup;
mod sma_star;

use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Search, Stop};
/// Which steps are counted; this defines what a state is.
pub use crate::search::Measure as Metric;
use best_first::{BestFirst, Bidirectional, BreadthFirst, Rank};
use deepening::Deepening;
use kth::Kth;
pub use setup::{Setup, Strategy};
use sma_star::SmaStar;

/// A textbook search in progress.
pub type Textbook<'a> = Box<dyn Search<Solution = Vec<Push>> + Send + 'a>;

impl Setup {
    /// Creates the search on a level.
    pub fn begin<'a>(&self, maze: &'a Maze<'a>, start: &'a Position, meter: &mut Meter) -> Result<Textbook<'a>, Stop> {
        let setup = &self.clone().normal();
        let best_first = |rank, meter: &mut Meter| BestFirst::new(maze, start, setup, rank, meter);
        Ok(match setup.strategy {
            Strategy::BreadthFirst => Box::new(BreadthFirst::new(maze, start, setup, meter)?),
            Strategy::DepthFirst | Strategy::IterativeDeepening | Strategy::IdaStar => {
                Box::new(Deepening::new(maze, start, setup, meter)?)
            }
            Strategy::AStar => Box::new(best_first(Rank::A_STAR, meter)?),
            Strategy::WeightedAStar => Box::new(best_first(Rank::weighted(setup.weight), meter)?),
            Strategy::SmaStar => Box::new(SmaStar::new(maze, start, setup, meter)?),
            Strategy::GreedyBestFirst => Box::new(best_first(Rank::GREEDY, meter)?),
            Strategy::Bidirectional => {
                let back = Self { by_pulls: true, ..setup.clone() };
                let pulled = BestFirst::new(maze, start, &back, Rank::GREEDY, meter)?;
                Box::new(Bidirectional::new(best_first(Rank::GREEDY, meter)?, pulled))
            }
            Strategy::Kth => Box::new(Kth::new(maze, start, setup)),
        })
    }
}
