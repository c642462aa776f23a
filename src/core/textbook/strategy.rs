//! The strategies of textbook searches, the guarantees of each, and the creation of searches.

use super::Setup;
use super::best_first::{BestFirst, Bidirectional, Rank};
use super::breadth_first::BreadthFirst;
use super::deepening::Deepening;
use super::kth::Kth;
use super::sma_star::SmaStar;
use crate::heuristic::estimates::{Matching, MobilityOnGoals};
use crate::heuristic::{BoxDistance, Heuristic};
use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Search, Stop};
use std::sync::Arc;

/// A textbook search in progress.
pub type Textbook<'a> = Box<dyn Search<Solution = Vec<Push>> + 'a>;

/// The algorithm of a textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Breadth-first search: all states of one depth before any state of the next depth.
    BreadthFirst,
    /// Depth-first search down to a limit.
    DepthFirst,
    /// Iterative deepening: depth first below a growing bound, with a saved frontier.
    IterativeDeepening,
    /// A*: in the order of steps made plus steps estimated.
    AStar,
    /// Weighted A*: as A*, with a greater weight of the estimate.
    WeightedAStar,
    /// IDA*: iterative deepening on steps made plus steps estimated, with a saved frontier.
    IdaStar,
    /// SMA*: A* that drops the worst leaves when memory is full.
    SmaStar,
    /// Greedy best-first search: in the order of the estimate.
    GreedyBestFirst,
    /// Bidirectional search: pushes from the start and pulls from the solved board.
    Bidirectional,
    /// Search of the agent of the KTH report.
    Kth,
}

impl Strategy {
    /// Returns the default heuristic; `None` if the strategy uses none.
    pub fn usual(self) -> Option<Arc<dyn Heuristic>> {
        match self {
            Self::BreadthFirst | Self::DepthFirst | Self::IterativeDeepening | Self::Kth => None,
            Self::Bidirectional => Some(Arc::new(MobilityOnGoals)),
            _ => Some(Arc::new(Matching(BoxDistance::Pushes))),
        }
    }

    /// True if the strategy uses a heuristic.
    pub fn is_informed(self) -> bool {
        self.usual().is_some()
    }

    /// True if the first solution has the fewest steps, given an admissible heuristic.
    pub const fn is_optimal(self) -> bool {
        matches!(self, Self::BreadthFirst | Self::IterativeDeepening | Self::AStar | Self::IdaStar | Self::SmaStar)
    }
}

crate::run::from_word!(pub Strategy {
    BreadthFirst = "breadth-first",
    DepthFirst = "depth-first",
    IterativeDeepening = "iterative-deepening",
    AStar = "a-star",
    WeightedAStar = "weighted-a-star",
    IdaStar = "ida-star",
    SmaStar = "sma-star",
    GreedyBestFirst = "greedy-best-first",
    Bidirectional = "bidirectional",
    Kth = "kth",
});

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
