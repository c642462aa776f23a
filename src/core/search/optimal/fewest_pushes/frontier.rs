//! Stored positions of a search for fewest pushes, and their expansion one by one, which a limit can stop at any point.
//! Which positions are kept and when the search ends is decided by [`super::search`] over all positions, and by
//! [`super::vicinity_search`] near a solution.

use super::nodes::{Mark, Nodes, Successor};
use super::pushes::Pushes;
use crate::heuristic::Detours;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, NodeKind, Progress, Stop};
use crate::search::Prunings;
use crate::search::engine::problem::GridProblem;

/// Level, pair detours and prunings of a search.
#[derive(Debug)]
pub(super) struct Input<'a, 'b> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) start: &'b Position,
    pub(super) detours: Option<Detours<'a>>,
    pub(super) prunings: &'b Prunings,
}

/// Stored positions of one search, and the means to expand them.
#[derive(Debug)]
pub(super) struct Frontier<'a, W> {
    pub(super) problem: GridProblem<'a, W>,
    pub(super) nodes: Nodes<W>,
    pub(super) pushes: Pushes<'a, W>,
    /// Player's square at the start.
    player: Square,
    successors: Vec<Successor<W>>,
    marks: Vec<Mark>,
    /// Position taken last, to be visited again after a limit, and whether the meter has counted it.
    busy: Option<(NodeId, bool)>,
    progress: Progress,
    /// Claim on memory for `successors` and `marks`.
    held: Held,
}

impl<'a, W: Words> Frontier<'a, W> {
    /// Creates a frontier without positions.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn new(input: Input<'a, '_>, meter: &mut Meter) -> Result<Self, Stop> {
        let Input { maze, start, detours, prunings } = input;
        let problem = GridProblem::new(maze, start, meter)?;
        Ok(Self {
            nodes: Nodes::new(problem.grid.words()),
            pushes: Pushes::new(&problem, detours, (start, prunings), meter)?,
            problem,
            player: start.player,
            successors: Vec::new(),
            marks: Vec::new(),
            busy: None,
            progress: Progress::default(),
            held: Held::default(),
        })
    }

    /// Removes all positions, and opens the start; returns a lower bound on the pushes of solutions, `None` if the
    /// start is lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn restart(&mut self, meter: &Meter) -> Result<Option<u32>, Stop> {
        let Self { problem, nodes, pushes, .. } = self;
        (*nodes, self.busy) = (Nodes::new(problem.grid.words()), None);
        let Some(player) = problem.grid.region(problem.grid.cell(self.player), &problem.start).first() else {
            return Ok(None);
        };
        let left = pushes.bounds.matched(problem, &problem.start, problem.grid.square(player), meter)?;
        if let Some(left) = left {
            nodes.open_start(problem, player, left, meter)?;
        }
        Ok(left)
    }

    /// Returns the player's square at the start.
    pub(super) const fn player(&self) -> Square {
        self.player
    }

    /// Returns whether a position was taken and must still be visited.
    pub(super) const fn is_busy(&self) -> bool {
        self.busy.is_some()
    }

    /// Makes the tables of lost boxes if they are due; to be called before [`Frontier::take`].
    pub(super) fn prepare(&mut self, meter: &Meter) -> Result<(), Stop> {
        self.pushes.pruning.prepare(&self.problem, self.progress.expanded, meter)
    }

    /// Takes an active position, to be visited; returns false if none is active.
    pub(super) fn take(&mut self) -> bool {
        self.busy = self.nodes.take().map(|id| (id, false));
        self.is_busy()
    }

    /// Expands the position that was taken, unless it is lost or put back (its total is more than `most`, or it has
    /// less packed than assumed). Stores the successors that satisfy `is_kept`; returns the one with the least `cost`,
    /// and that cost, `None` if none has a cost.
    ///
    /// # Errors
    /// A limit of the meter; a further call goes on.
    pub(super) fn visit(
        &mut self,
        most: u32,
        is_kept: impl Fn(&Successor<W>) -> bool,
        cost: impl Fn(&GridProblem<'a, W>, &Successor<W>) -> Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<(u32, NodeId)>, Stop> {
        let Some((id, is_counted)) = self.busy else { return Ok(None) };
        if !is_counted {
            meter.tick(NodeKind::Push)?;
            self.busy = Some((id, true));
        }
        self.pushes.pruning.mark();
        let found = self.expand(id, most, is_kept, cost, meter).inspect_err(|_| self.pushes.pruning.undo())?;
        self.busy = None;
        Ok(found)
    }

    fn expand(
        &mut self,
        id: NodeId,
        most: u32,
        is_kept: impl Fn(&Successor<W>) -> bool,
        cost: impl Fn(&GridProblem<'a, W>, &Successor<W>) -> Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<(u32, NodeId)>, Stop> {
        let Self { problem, nodes, pushes, successors, marks, held, .. } = self;
        if !pushes.bound(problem, nodes, id, most, meter)? {
            return Ok(None);
        }
        // 1. Make the successors, with room for a push of each box in each direction.
        successors.clear();
        held.vec(successors, 4 * problem.start.len(), meter)?;
        let generated = pushes.expand(problem, nodes, id, successors, meter)?;
        // 2. Claim memory.
        successors.retain(is_kept);
        marks.clear();
        held.vec(marks, successors.len(), meter)?;
        marks.extend(successors.iter().map(|successor| successor.mark));
        nodes.reserve(marks, meter)?;
        // 3. Commit.
        nodes.marks[id.index()].is_open = false;
        self.progress.expanded(generated);
        let mut found: Option<(u32, NodeId)> = None;
        for successor in successors.drain(..) {
            let cost = cost(problem, &successor);
            let Successor { boxes, key, player, push, mark } = successor;
            let added = nodes.add(key, GridNode::child(boxes, player, id, push), mark);
            self.progress.estimated(mark.left);
            let better = cost.zip(added).filter(|&(cost, _)| found.is_none_or(|(least, _)| cost < least));
            found = better.or(found);
        }
        Ok(found)
    }

    /// Returns the single pushes from the start to a position.
    pub(super) fn path(&self, id: NodeId) -> Vec<Push> {
        let mut firsts = self.nodes.arena.pushes_to_root(id);
        firsts.reverse();
        firsts.into_iter().flat_map(|first| self.pushes.unfold(&self.problem, first)).collect()
    }

    /// Returns the statistics of the search so far.
    pub(super) fn progress(&self) -> Progress {
        let pruned = self.pushes.pruning.refused().by_rule().map(|(_, count)| count).sum();
        Progress { kept: self.nodes.arena.len() as u64, pruned, ..self.progress }
    }
}
