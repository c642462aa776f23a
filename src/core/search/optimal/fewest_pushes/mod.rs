//! Which solution has the fewest pushes? A* over single pushes, with nodes of some ten microseconds. The total of a position is the
//! number of pushes made plus a lower bound on the pushes left: the matching when it is generated, by one shortest path on the
//! values of its parent; the detours of pairs of boxes are added when it is taken. Positions are sets of cells of a grid, like the
//! positions of [`crate::search::Lean`]. Pulls from the goals at the same time, with the bounds of both directions (Sewell and
//! Jacobson 2021), saved no positions of the forward side.

mod frontier;
mod goal_room;
mod nodes;
mod pushes;
mod runs;
mod stubborn;
mod vicinity;

use crate::deadlock::Refusals;
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{NodeId, Push, Words, for_board};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Prunings;
use frontier::Frontier;
pub use goal_room::goal_room;
use nodes::Successor;
use pushes::Input;
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
    let input = Input { maze, start, detours, prunings, is_near: false };
    for_board!(maze.board, W => Ok(Box::new(AStar::<W>::new(input, meter)?)))
}

/// Returns runs of pushes from the start that suffice for solutions with fewer than `upper` pushes: if there is one, one with the
/// fewest pushes begins with one of these runs. Without the order of a goal room.
pub fn sufficient_runs<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    detours: Option<Detours<'a>>,
    prunings: &Prunings,
    upper: u32,
    meter: &mut Meter,
) -> Result<Vec<Vec<Push>>, Stop> {
    let input = Input { maze, start, detours, prunings, is_near: true };
    for_board!(maze.board, W => Frontier::<W>::new(input, meter)?.sufficient_runs(upper, meter))
}

/// The search on sets of `W` words.
#[derive(Debug)]
struct AStar<'a, W> {
    frontier: Frontier<'a, W>,
    /// Proved lower bound on the pushes of all solutions.
    proven: u32,
    /// Cost and number of the cheapest solved position; `None` if no solved position was found.
    best: Option<(u32, NodeId)>,
    /// Best solution that was offered; `None` if none was.
    known: Option<Vec<Push>>,
    /// Whether totals are searched one after the other, each from the start: few pushes suffice then; see [`stubborn`].
    is_layered: bool,
}

impl<'a, W: Words> AStar<'a, W> {
    fn new(input: Input<'a, '_>, meter: &mut Meter) -> Result<Self, Stop> {
        let known = input.start.is_solved(input.maze.board).then(Vec::new);
        let mut frontier = Frontier::new(input, meter)?;
        let proven = frontier.restart(meter)?.unwrap_or_default();
        Ok(Self { frontier, proven, best: None, known, is_layered: false })
    }

    /// Returns the fewest pushes of the solutions found or offered; `u32::MAX` without a solution.
    fn upper(&self) -> u32 {
        let known = self.known.as_ref().and_then(|known| u32::try_from(known.len()).ok());
        self.best.map(|(cost, _)| cost).into_iter().chain(known).min().unwrap_or(u32::MAX)
    }

    /// Takes a position, raising the proved bound while none is active; `None` if the search is over.
    fn choose(&mut self, meter: &Meter) -> Result<Option<NodeId>, Stop> {
        loop {
            self.frontier.nodes.activate(self.proven);
            // The bounds have met: nothing shorter than the best solution exists.
            if self.upper() <= self.proven {
                return Ok(None);
            }
            if let Some(id) = self.frontier.nodes.take() {
                return Ok(Some(id));
            }
            if self.is_layered {
                // The numbers of pushes of two solutions differ by an even number.
                self.proven = self.upper().min(self.proven + 2);
                self.frontier.restart(meter)?;
                continue;
            }
            match self.frontier.nodes.open.next_total() {
                Some(total) => self.proven = total.min(self.upper()),
                None if self.upper() == u32::MAX => return Ok(None),
                None => self.proven = self.upper(),
            }
        }
    }
}

impl<W: Words> FewestPushes for AStar<'_, W> {
    fn lower_bound(&self) -> u32 {
        self.proven
    }

    fn refused(&self) -> Refusals {
        self.frontier.pushes.pruning.refused()
    }

    fn offer(&mut self, solution: Vec<Push>) {
        if u32::try_from(solution.len()).is_ok_and(|cost| cost < self.upper()) {
            (self.known, self.best) = (Some(solution), None);
        }
    }

    fn solution(&self) -> Option<Vec<Push>> {
        match (self.best, &self.known) {
            (Some((cost, id)), known) if known.as_ref().is_none_or(|known| cost as usize <= known.len()) => {
                Some(self.frontier.path(id))
            }
            (_, known) => known.clone(),
        }
    }
}

impl<W: Words> Search for AStar<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. Choose a position of least total, unless the bounds have met.
        self.frontier.prepare(meter)?;
        // A known solution ends the search in time, so that it need not look further than the total that is being disproved.
        if self.known.is_some() && !std::mem::replace(&mut self.is_layered, true) {
            self.frontier.restart(meter)?;
        }
        let Some(id) = self.choose(meter)? else {
            return Ok(self.solution().map_or(Status::Exhausted, Status::Found));
        };
        // 2. Store its successors that may lead to a better solution, or to one of the total that is being disproved.
        let upper = if self.is_layered { self.proven + 1 } else { self.upper() };
        self.frontier.pushes.upper = if self.is_layered { upper } else { u32::MAX };
        let is_kept = |successor: &Successor<W>| successor.mark.total() < upper;
        let found = self.frontier.visit(
            id,
            self.proven,
            is_kept,
            |problem, successor| successor.boxes.is_subset(&problem.goals).then_some(successor.mark.pushes),
            meter,
        )?;
        let better = found.filter(|&(cost, _)| self.best.is_none_or(|(least, _)| cost < least));
        self.best = better.or(self.best);
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        self.frontier.progress()
    }
}
