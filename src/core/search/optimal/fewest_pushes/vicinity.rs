//! Search for a shorter solution among the positions near a known one.
//! ```text
//!   solution   S - A - B - C - D - E        A position is near if few of its boxes are on other squares than in the position
//!                   \         /             of the solution that is most like it. A search among near positions finds shorter
//!                    b - - - c              ways (b, c) from one position of the solution to a later one.
//! ```
//! Optimisers of solutions search near a solution as well (Damgaard, YASO; Meger, JSoko). Output: the first solution with fewer
//! pushes; an exhausted search only proves that no near one exists. Positions are bounded and refused by the rules of the search
//! over all positions, so few near ones remain.

use super::frontier::Frontier;
use super::nodes::Successor;
use super::pushes::Input;
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{CellSet, Push, State, Words, for_board};
use crate::run::{Meter, Progress, Search, Status, Stop, count32};
use crate::search::Prunings;
use rustc_hash::FxHashMap;
use std::fmt::Debug;

/// A solution, and the positions near it: few of their boxes are on other squares than in some position of the solution.
#[derive(Debug)]
pub(super) struct Vicinity<W> {
    solution: Vec<Push>,
    /// Boxes before the first push and after each push.
    boxes: Vec<CellSet<W>>,
    /// For each position of the solution the greatest number of pushes after which it is there.
    places: FxHashMap<State, usize>,
    /// Maximum number of boxes of a near position that are on other squares than in the position of the solution.
    most: usize,
}

impl<W: Words> Vicinity<W> {
    pub(super) fn new(frontier: &Frontier<'_, W>, solution: &[Push], most: usize) -> Self {
        let (problem, grid) = (&frontier.problem, &frontier.problem.grid);
        let mut vicinity = Self { solution: solution.to_vec(), boxes: Vec::new(), places: FxHashMap::default(), most };
        let (mut boxes, mut player) = (problem.start.clone(), grid.cell(frontier.player));
        vicinity.add(frontier, &boxes, player);
        for push in solution {
            player = grid.cell(push.from);
            boxes.remove(player);
            boxes.insert(grid.step(player, push.direction));
            vicinity.add(frontier, &boxes, player);
        }
        vicinity
    }

    fn add(&mut self, frontier: &Frontier<'_, W>, boxes: &CellSet<W>, player: usize) {
        let grid = &frontier.problem.grid;
        let first = grid.square(grid.region(player, boxes).first().unwrap_or(player));
        self.places.insert(frontier.nodes.live.state(boxes, first), self.boxes.len());
        self.boxes.push(boxes.clone());
    }

    pub(super) fn cost(&self) -> u32 {
        count32(self.solution.len())
    }

    pub(super) fn has(&self, boxes: &CellSet<W>) -> bool {
        let mut at = 0;
        while let Some(near) = self.boxes.get(at) {
            let elsewhere = boxes.len_minus(near);
            if elsewhere <= self.most {
                return true;
            }
            // Each push moves one box, so the number changes by one at most from a position to the next.
            at += elsewhere - self.most;
        }
        false
    }

    /// Returns the pushes to `successor`, and on along the solution; `None` if it is not on the solution.
    pub(super) fn cost_through(&self, successor: &Successor<W>) -> Option<u32> {
        let &place = self.places.get(&successor.state)?;
        Some(successor.mark.pushes + u32::try_from(self.solution.len() - place).ok()?)
    }

    /// Returns `path`, which leads to a position, and the pushes of the solution from there if it passes through it.
    pub(super) fn completed(&self, state: &State, mut path: Vec<Push>) -> Vec<Push> {
        let place = self.places.get(state).copied().unwrap_or(self.solution.len());
        path.extend(&self.solution[place..]);
        path
    }
}

/// The search for a shorter solution near a known one, for a board of any size. It is empty before [`VicinitySearch::begin`].
pub trait VicinitySearch: Search<Solution = Vec<Push>> + Debug {
    /// Begins a search over the positions that differ by at most `most` boxes from some position of the solution; positions of the
    /// previous search are dropped.
    ///
    /// # Errors
    /// A limit of the meter; then the search has no positions.
    fn begin(&mut self, solution: &[Push], most: usize, meter: &Meter) -> Result<(), Stop>;

    /// Drops all positions; the search is exhausted until it begins again.
    fn clear(&mut self);
}

/// Creates the search for a board of any size.
pub fn vicinity_search<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    detours: Option<Detours<'a>>,
    prunings: &Prunings,
    meter: &mut Meter,
) -> Result<Box<dyn VicinitySearch + 'a>, Stop> {
    let input = Input { maze, start, detours, prunings, is_near: true };
    for_board!(maze.board, W => Ok(Box::new(Shortening::<W> { frontier: Frontier::new(input, meter)?, vicinity: None })))
}

/// Search near a solution, on sets of `W` words; without a vicinity it is exhausted.
#[derive(Debug)]
struct Shortening<'a, W> {
    frontier: Frontier<'a, W>,
    vicinity: Option<Vicinity<W>>,
}

impl<W: Words> VicinitySearch for Shortening<'_, W> {
    fn begin(&mut self, solution: &[Push], most: usize, meter: &Meter) -> Result<(), Stop> {
        self.clear();
        self.frontier.restart(meter)?;
        self.vicinity = Some(Vicinity::new(&self.frontier, solution, most));
        Ok(())
    }

    fn clear(&mut self) {
        self.vicinity = None;
        self.frontier.clear();
    }
}

impl<W: Words> Search for Shortening<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Self { frontier, vicinity: Some(vicinity) } = self else { return Ok(Status::Exhausted) };
        let Some(most) = vicinity.cost().checked_sub(1) else { return Ok(Status::Exhausted) };
        frontier.prepare(meter)?;
        frontier.nodes.activate(most);
        let Some(id) = frontier.nodes.take() else { return Ok(Status::Exhausted) };
        let is_kept = |successor: &Successor<W>| successor.mark.total() <= most && vicinity.has(&successor.boxes);
        let found = frontier.visit(
            id,
            most,
            is_kept,
            |problem, successor| {
                let solved = successor.boxes.is_subset(&problem.goals).then_some(successor.mark.pushes);
                solved.or_else(|| vicinity.cost_through(successor)).filter(|&cost| cost <= most)
            },
            meter,
        )?;
        let completed = |id| vicinity.completed(&frontier.nodes.arena.state(id), frontier.path(id));
        Ok(found.map_or(Status::Running, |(_, id)| Status::Found(completed(id))))
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.frontier.progress()
    }
}
