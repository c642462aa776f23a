//! Search for a shorter solution near a known one.
//!
//! Input: a solution, and the number of boxes that may stand elsewhere than in its positions. Output: the first
//! solution found with fewer pushes; an exhausted search only proves that none is near the given one. Positions are
//! bounded and refused as in the search over all positions, so few near positions remain: on level 57 of XSokoban
//! 290,000 with five boxes elsewhere.

use super::frontier::{Frontier, Input};
use super::nodes::Successor;
use super::vicinity::Vicinity;
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{GridTask, Push, Words, for_board};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Prunings;
use std::fmt::Debug;

/// The search for a shorter solution near a known one, for a board of any size. It finds nothing before
/// [`VicinitySearch::begin`].
pub trait VicinitySearch: Search<Solution = Vec<Push>> + Debug {
    /// Begins a search over the positions in which at most `most` boxes stand elsewhere than in some position of the
    /// solution; positions of the previous search are dropped.
    ///
    /// # Errors
    /// A limit of the meter; then the search has no positions.
    fn begin(&mut self, solution: &[Push], most: usize, meter: &Meter) -> Result<(), Stop>;
}

/// Creates the search for a board of any size.
///
/// # Errors
/// A limit of the meter.
pub fn vicinity_search<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    detours: Option<Detours<'a>>,
    prunings: &Prunings,
    meter: &mut Meter,
) -> Result<Box<dyn VicinitySearch + 'a>, Stop> {
    for_board(maze.board, Begin(Input { maze, start, detours, prunings }, meter))
}

struct Begin<'a, 'b>(Input<'a, 'b>, &'b mut Meter);

impl<'a> GridTask for Begin<'a, '_> {
    type Output = Result<Box<dyn VicinitySearch + 'a>, Stop>;

    fn run<W: Words>(self) -> Self::Output {
        Ok(Box::new(Shortening::<'a, W> { frontier: Frontier::new(self.0, self.1)?, vicinity: None }))
    }
}

/// Search near a solution, on sets of `W` words; without a vicinity it is exhausted.
#[derive(Debug)]
struct Shortening<'a, W> {
    frontier: Frontier<'a, W>,
    vicinity: Option<Vicinity<W>>,
}

impl<W: Words> VicinitySearch for Shortening<'_, W> {
    fn begin(&mut self, solution: &[Push], most: usize, meter: &Meter) -> Result<(), Stop> {
        self.vicinity = None;
        let vicinity = Vicinity::new(&self.frontier.problem, self.frontier.player(), solution, most, meter)?;
        self.frontier.restart(meter)?;
        self.vicinity = Some(vicinity);
        Ok(())
    }
}

impl<W: Words> Search for Shortening<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Self { frontier, vicinity: Some(vicinity) } = self else { return Ok(Status::Exhausted) };
        let Some(most) = vicinity.cost().checked_sub(1) else { return Ok(Status::Exhausted) };
        if !frontier.is_busy() {
            frontier.prepare(meter)?;
            frontier.nodes.activate(most, meter)?;
            if !frontier.take() {
                return Ok(Status::Exhausted);
            }
        }
        let is_kept = |successor: &Successor<W>| successor.mark.total() <= most && vicinity.has(&successor.boxes);
        let found = frontier.visit(
            most,
            is_kept,
            |problem, successor| {
                let solved = successor.boxes.is_subset(&problem.goals).then_some(successor.mark.pushes);
                solved.or_else(|| vicinity.cost_through(successor)).filter(|&cost| cost <= most)
            },
            meter,
        )?;
        let completed = |id| vicinity.completed(&frontier.problem, frontier.nodes.arena.node(id), frontier.path(id));
        Ok(found.map_or(Status::Running, |(_, id)| Status::Found(completed(id))))
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.frontier.progress()
    }
}
