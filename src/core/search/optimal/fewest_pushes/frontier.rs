//! Stored positions of a search for fewest pushes, and their expansion one by one; which are kept, and when the search
//! ends, is decided by the searches.

use super::nodes::{Nodes, Successor};
use super::pushes::{Input, Pushes};
use crate::level::Square;
use crate::push::{NodeId, Push, Words};
use crate::run::{Meter, NodeKind, Progress, Stop};
use crate::search::engine::{Due, GridProblem};

#[derive(Debug)]
pub(super) struct Frontier<'a, W> {
    pub(super) problem: GridProblem<'a, W>,
    pub(super) nodes: Nodes,
    pub(super) pushes: Pushes<'a, W>,
    pub(super) player: Square,
    successors: Vec<Successor<W>>,
    progress: Progress,
}

impl<'a, W: Words> Frontier<'a, W> {
    /// Expanded positions before the tables are made, in up to half a second: small levels need fewer positions.
    const TABLES_AFTER: u64 = 1_000;

    pub(super) fn new(input: Input<'a, '_>, meter: &mut Meter) -> Result<Self, Stop> {
        let (player, problem) = (input.start.player, GridProblem::new(input.maze, input.start));
        Ok(Self {
            nodes: Nodes::new(&problem),
            pushes: Pushes::new(&problem, input, meter)?,
            problem,
            player,
            successors: Vec::new(),
            progress: Progress::default(),
        })
    }

    /// Opens the start alone; returns a lower bound on the pushes of solutions, `None` if the start is lost.
    pub(super) fn restart(&mut self, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.clear();
        let Self { problem, nodes, pushes, .. } = self;
        let Some(player) = problem.grid.region(problem.grid.cell(self.player), &problem.start).first() else {
            return Ok(None);
        };
        let player = problem.grid.square(player);
        let left = pushes.bounds.matched(problem, &problem.start, player, meter)?;
        if let Some(left) = left {
            nodes.open_start(problem, player, left)?;
        }
        Ok(left)
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    pub(super) fn prepare(&mut self, meter: &Meter) -> Result<(), Stop> {
        let due = Due { pairs: Self::TABLES_AFTER, threes: Self::TABLES_AFTER };
        self.pushes.pruning.prune.prepare(&self.problem, self.progress.expanded, due, meter).map(drop)
    }

    /// Expands the position `id`, which was taken from the nodes, unless it is lost or put back (its total is more than `most`, or
    /// it has less packed than assumed). Stores the successors that satisfy `is_kept`; returns the successor of least `cost`, and
    /// its cost.
    pub(super) fn visit(
        &mut self,
        id: NodeId,
        most: u32,
        is_kept: impl Fn(&Successor<W>) -> bool,
        cost: impl Fn(&GridProblem<'a, W>, &Successor<W>) -> Option<u32>,
        meter: &mut Meter,
    ) -> Result<Option<(u32, NodeId)>, Stop> {
        let Self { problem, nodes, pushes, successors, .. } = self;
        meter.count(NodeKind::Push);
        if !pushes.bound(problem, nodes, id, most, meter)? {
            return Ok(None);
        }
        // 1. Make the successors.
        let generated = pushes.expand(problem, nodes, id, successors, meter)?;
        successors.retain(is_kept);
        // 2. Store them.
        nodes.marks[id.index()].is_open = false;
        self.progress.expanded(generated);
        let mut found: Option<(u32, NodeId)> = None;
        for successor in successors.drain(..) {
            let cost = cost(problem, &successor);
            let Successor { state, push, mark, .. } = successor;
            let added = nodes.add(&state, Some((id, push)), mark)?;
            self.progress.estimated(mark.left);
            let better =
                cost.map(|cost| (cost, added)).filter(|&(cost, _)| found.is_none_or(|(least, _)| cost < least));
            found = better.or(found);
        }
        Ok(found)
    }

    /// Returns the runs of pushes from the start that suffice for solutions with fewer than `upper` pushes.
    pub(super) fn sufficient_runs(mut self, upper: u32, meter: &mut Meter) -> Result<Vec<Vec<Push>>, Stop> {
        self.pushes.upper = upper;
        let is_lost = self.restart(meter)?.is_none();
        self.nodes.activate(u32::MAX);
        let Some(id) = self.nodes.take().filter(|_| !is_lost) else { return Ok(Vec::new()) };
        let Self { problem, nodes, pushes, successors, .. } = &mut self;
        if pushes.bound(problem, nodes, id, u32::MAX, meter)? {
            pushes.expand(problem, nodes, id, successors, meter)?;
        }
        Ok(successors.iter().map(|successor| pushes.unfold(problem, vec![successor.push])).collect())
    }

    pub(super) fn path(&self, id: NodeId) -> Vec<Push> {
        self.pushes.unfold(&self.problem, self.nodes.arena.path(id))
    }

    pub(super) fn progress(&self) -> Progress {
        let pruned = self.pushes.pruning.refused().by_rule().map(|(_, count)| count).sum();
        Progress { kept: self.nodes.arena.len() as u64, pruned, ..self.progress }
    }
}
