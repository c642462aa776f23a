//! How is a level solved by cheap nodes? Single pushes from the start and single pulls from the filled goals take turns, each side
//! with three queues (`engine/open.rs`), until one side makes a position of the other. An exhausted side proves that no solution
//! exists, since only proved losses are refused. A position is skipped once its image under a symmetry was expanded (on the side of
//! pulls only if the start is its own image), and the sides also meet in images (`engine/expander.rs`). Solutions need
//! not have the fewest pushes.
//!
//! A node costs a few microseconds, because positions are sets of cells of a grid ([`crate::push::Grid`]) in one array; a
//! successor's minimum-cost matching is one shortest path on the values of its parent ([`crate::heuristic::MinCostMatching`]); and
//! refusals are looked up in tables ([`crate::deadlock::LostSets`]).

mod side;
mod successors;

use crate::deadlock::Refusals;
use crate::level::{Position, Square, Symmetry};
use crate::maze::Maze;
use crate::push::{CellSet, NodeId, Push, Words, for_board};
use crate::run::{Meter, Progress, Search, Status, Stop, beside};
use crate::search::Prunings;
use crate::search::engine::{GridProblem, Images};
pub use side::{LeanSetting, Moves};
use side::{Side, SideStep};
use std::fmt::Debug;
use successors::{Pulls, Pushes};

/// Creates the search for a board of any size, with the start and the filled goals open.
pub fn lean<'a>(
    maze: &'a Maze<'a>,
    start: &Position,
    prunings: &Prunings,
    setting: LeanSetting,
    meter: &mut Meter,
) -> Result<Box<dyn Lean + 'a>, Stop> {
    for_board!(maze.board, W => Ok(Box::new(Bidirectional::<W>::new(maze, start, prunings, setting, meter)?)))
}

/// The bidirectional search, for a board of any size; see the module.
pub trait Lean: Search<Solution = Vec<Push>> + Debug + Send {
    /// Returns how many pushes and positions each rule has refused.
    fn refused(&self) -> Refusals;
}

#[derive(Debug)]
struct Bidirectional<'a, W> {
    problem: GridProblem<'a, W>,
    images: Images,
    forward: Side<W, Pushes<'a, W>>,
    backward: Side<W, Pulls<W>>,
    moves: Moves,
    is_backward: bool,
    is_solved: bool,
}

impl<'a, W: Words> Bidirectional<'a, W> {
    fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        prunings: &Prunings,
        setting: LeanSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let problem = GridProblem::new(maze, start);
        let forward = Side::new(&problem, Pushes::new(&problem, prunings, setting));
        let backward = Side::new(&problem, Pulls::new(&problem, start, &prunings.rules, setting, meter)?);
        let images = if prunings.symmetry { Images::new(maze.board, start) } else { Images::default() };
        let is_solved = start.is_solved(maze.board);
        let mut search =
            Self { problem, images, forward, backward, moves: setting.moves, is_backward: false, is_solved };
        search.open(start, setting.end)?;
        Ok(search)
    }

    /// Opens the start for pushes, and the filled goals for pulls, once for each region that the player may end in.
    fn open(&mut self, start: &Position, end: Option<Square>) -> Result<(), Stop> {
        let Self { problem, forward, backward, .. } = self;
        let grid = &problem.grid;
        let region = grid.region(grid.cell(start.player), &problem.start);
        if let Some(player) = region.first() {
            forward.open(problem, &problem.start, grid.square(player))?;
        }
        let mut rest = grid.floor().minus(&problem.goals);
        while let Some(player) = rest.first() {
            let region = grid.flood(&CellSet::one(grid.words(), player), &rest);
            rest = rest.minus(&region);
            if end.is_none_or(|end| region.has(grid.cell(end))) {
                backward.open(problem, &problem.goals, grid.square(player))?;
            }
        }
        Ok(())
    }

    /// Returns the pushes to node `forward`, and on along the path of node `backward`, mapped by `symmetry`.
    fn path(&self, forward: NodeId, backward: NodeId, symmetry: Symmetry) -> Vec<Push> {
        let mut pushes = self.forward.arena.pushes_to_root(forward);
        pushes.reverse();
        pushes.extend(self.images.of_pushes(symmetry, self.backward.arena.pushes_to_root(backward)));
        pushes
    }

    /// Runs a stretch of each side, on two threads, with the same meeting as steps in turn.
    fn side_by_side(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Self { problem, forward, backward, .. } = self;
        let mut meters = meter.split(2, meter.stop_flag());
        let [one, two] = meters.as_mut_slice() else { return Ok(Status::Running) };
        let (pushes, pulls) = beside(|| forward.stretch(problem, one), || backward.stretch(problem, two));
        meter.gather(&meters);
        let (pushes, pulls) = (pushes?, pulls?);
        // In turn, a push sees the pulls of the steps before its own, and a pull the push of the same step too.
        let pulled = |step: usize| pulls[step.min(pulls.len() - 1)];
        let pushed = |step: usize| pushes[(step + 1).min(pushes.len() - 1)];
        let (by_push, by_pull) = beside(
            || forward.meeting(problem, &pushes, &backward.arena, pulled),
            || backward.meeting(problem, &pulls, &forward.arena, pushed),
        );
        let by_pull = by_pull.map(|(step, own, other)| (step, other, own));
        let first = by_push.into_iter().chain(by_pull).min_by_key(|&(step, ..)| step);
        Ok(first.map_or(Status::Running, |(_, forward, backward)| {
            Status::Found(self.path(forward, backward, Symmetry::IDENTITY))
        }))
    }

    /// Returns the status of a dry side: no solution exists, unless it has dropped positions and the other can go on.
    fn dry(&mut self) -> Status<Vec<Push>> {
        let (own, other) = match self.is_backward {
            true => (self.backward.has_gaps, self.forward.queues.first().is_none()),
            false => (self.forward.has_gaps, self.backward.queues.first().is_none()),
        };
        if !own || other || self.moves == Moves::Forward {
            return Status::Exhausted;
        }
        self.is_backward = !self.is_backward;
        Status::Running
    }
}

impl<W: Words> Search for Bidirectional<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Self { problem, images, forward, backward, .. } = self;
        if self.is_solved {
            return Ok(Status::Found(Vec::new()));
        }
        // 1. With a thread to spare both sides go on at once; images are looked for in turn only.
        let in_turn = self.is_backward || self.moves == Moves::Forward || images.iter().next().is_some();
        if !in_turn
            && let Some(_helper) = meter.spares().helper()
            && forward.queues.first().is_some()
            && backward.queues.first().is_some()
        {
            return self.side_by_side(meter);
        }
        // 2. One side expands a position; a side without open positions ends the search.
        let step = if self.is_backward {
            backward.step(problem, images, &forward.arena, meter)?
        } else {
            forward.step(problem, images, &backward.arena, meter)?
        };
        let met = match step {
            SideStep::Met(own, other, symmetry) if self.is_backward => Some((other, own, symmetry)),
            SideStep::Met(own, other, symmetry) => Some((own, other, symmetry.inverse())),
            SideStep::Dry => return Ok(self.dry()),
            SideStep::Expanded => None,
        };
        // 3. The other side is next. If the sides have met, their paths are joined.
        self.is_backward = !self.is_backward && self.moves == Moves::BothWays;
        Ok(met.map_or(Status::Running, |(forward, backward, symmetry)| {
            Status::Found(self.path(forward, backward, symmetry))
        }))
    }

    /// An exhausted side that has dropped no positions proves that no solution exists.
    fn is_complete(&self) -> bool {
        !self.forward.has_gaps || self.moves == Moves::BothWays && !self.backward.has_gaps
    }

    fn progress(&self) -> Progress {
        let (forward, backward) = (self.forward.progress, self.backward.progress);
        Progress {
            expanded: forward.expanded + backward.expanded,
            generated: forward.generated + backward.generated,
            kept: (self.forward.arena.len() + self.backward.arena.len()) as u64,
            pruned: self.refused().by_rule().map(|(_, count)| count).sum(),
            largest_branching: forward.largest_branching.max(backward.largest_branching),
            ..forward
        }
    }

    /// Drops positions of the side that has more, of the other side if that is impossible.
    fn compact(&mut self) -> bool {
        let Self { problem, forward, backward, .. } = self;
        match forward.arena.len() >= backward.arena.len() {
            true => forward.compact(problem) || backward.compact(problem),
            false => backward.compact(problem) || forward.compact(problem),
        }
    }
}

impl<W: Words> Lean for Bidirectional<'_, W> {
    fn refused(&self) -> Refusals {
        let (prune, pulls) = (&self.forward.expander.prune, &self.backward.expander);
        prune.refused(pulls.lost, self.forward.unmatched + self.backward.unmatched)
    }
}
