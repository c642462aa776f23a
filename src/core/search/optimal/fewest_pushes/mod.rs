//! Which solution has the fewest pushes? A* over single pushes, with nodes of some ten microseconds. The total of a position is the
//! number of pushes made plus a lower bound on the pushes left: the matching when it is generated, by one shortest path on the
//! values of its parent; the detours of pairs of boxes are added when it is taken. Positions are sets of cells of a grid, like the
//! positions of [`crate::search::Lean`]. Pulls from the goals at the same time, with the bounds of both directions (Sewell and
//! Jacobson 2021), saved no positions of the forward side.

mod forced_pushes;
mod frontier;
mod nodes;
mod open;
mod pruning;
mod pushes;
mod search;
mod vicinity;

use crate::deadlock::Refusals;
use crate::for_board;
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Search, Stop};
use crate::search::Prunings;
use frontier::Input;
use search::AStar;
use std::fmt::Debug;
pub use vicinity::{VicinitySearch, vicinity_search};

/// The search for a solution with the fewest pushes, for a board of any size; see the module.
pub trait FewestPushes: Search<Solution = Vec<Push>> + Debug {
    /// Returns a lower bound on the pushes of all solutions.
    fn lower_bound(&self) -> u32;

    /// Offers a solution that need not be shortest: the search then looks for a shorter one, or a proof that none
    /// exists.
    fn offer(&mut self, solution: Vec<Push>);

    /// Returns the best solution found or offered so far, which need not be a shortest one; `None` without one.
    fn solution(&self) -> Option<Vec<Push>>;

    /// Returns how many pushes and positions each rule has refused.
    fn refused(&self) -> Refusals;
}

/// Creates the search for a board of any size, with the start open.
pub fn fewest_pushes<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    detours: Option<Detours<'a>>,
    prunings: &Prunings,
    meter: &mut Meter,
) -> Result<Box<dyn FewestPushes + 'a>, Stop> {
    let input = Input { maze, start, detours, prunings };
    for_board!(maze.board, W => Ok(Box::new(AStar::<W>::new(input, meter)?)))
}
