//! Iterative deepening with a saved frontier while memory lasts: by depth, by steps made plus steps estimated (IDA*, Korf
//! 1985), or as one round down to a limit (depth-first search, which the KTH report began with).
//!
//! ```text
//!       root           Below a bound the search goes depth first. The nodes just beyond it are the frontier: the next
//!      /    \          round goes on from there, and nothing above is searched again (SokoBOT, 4.3). When memory is short
//!     o      o         the frontier is saved for the last time, and each further round begins at that frontier and
//!    / \    / \        keeps only the path it is on: plain iterative deepening (Korf 1985), see `plain_deepening`.
//!  - f - - f - f -  bound
//! ```
//! The rating of a node is the number of steps made plus the estimate; without an estimate the bound is a depth.
//! Complete, except below a limit. With an admissible estimate the first solution has the fewest steps, except by
//! depth-first search.

use super::nodes::{Added, Nodes};
use super::plain_deepening::{FrontierNode, PlainDeepening};
use super::{Estimate, Formulation, Setup, Strategy};
use crate::heuristic::estimates::Zero;
use crate::push::{NodeId, Push};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};

/// Iterative deepening over the states of a formulation.
#[derive(Debug)]
pub(super) struct Deepening<'a> {
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    nodes: Nodes,
    /// Whether no estimate is used, so that a solution one step beyond the bound has the fewest steps.
    is_blind: bool,
    bound: u32,
    /// Open nodes of this round; the last node is expanded next.
    stack: Vec<FrontierNode>,
    frontier: Vec<FrontierNode>,
    held: Held,
    /// Depth below which nothing is searched; `None` if the bound grows from round to round.
    limit: Option<u32>,
    /// Search that keeps only the current path; `None` while memory lasts.
    plain: Option<PlainDeepening>,
    transpositions: bool,
    progress: Progress,
}

impl<'a> Deepening<'a> {
    /// Creates the search with the roots of the formulation as frontier.
    pub(super) fn new(
        formulation: Formulation<'a>,
        estimate: Estimate<'a>,
        setup: &Setup,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let transpositions = setup.ablation.transpositions;
        let nodes = Nodes::new(formulation.maze.board.len(), transpositions);
        let mut search = Self {
            formulation,
            estimate,
            nodes,
            is_blind: setup.strategy != Strategy::DepthFirst && setup.working_heuristic().about().word == Zero::WORD,
            bound: 0,
            stack: Vec::new(),
            frontier: Vec::new(),
            held: Held::default(),
            limit: (setup.strategy == Strategy::DepthFirst).then_some(setup.depth),
            plain: None,
            transpositions,
            progress: Progress::default(),
        };
        for root in search.formulation.roots() {
            let Some(rated) = search.estimate.of(&root, meter)? else { continue };
            search.held.vec(&mut search.frontier, 1, meter)?;
            if let Added::New(id) = search.nodes.add(&root, None, 0, meter)? {
                search.frontier.push(FrontierNode { id, cost: 0, rated });
            }
        }
        Ok(search)
    }

    /// Begins the next round with the lowest rating in the frontier as bound, or with the limit. Returns false if
    /// nothing is left for a round.
    fn next_round(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let Some(least) = self.frontier.iter().map(|waiting| waiting.rated).min() else { return Ok(false) };
        let bound = self.limit.unwrap_or(least);
        if least > bound {
            return Ok(false);
        }
        let due = self.frontier.iter().filter(|waiting| waiting.rated <= bound).count();
        self.held.vec(&mut self.stack, due, meter)?;
        let stack = &mut self.stack;
        self.frontier.retain(|&waiting| {
            let is_due = waiting.rated <= bound;
            stack.extend(is_due.then_some(waiting));
            !is_due
        });
        self.bound = bound;
        Ok(true)
    }

    /// Expands the last node of the stack; returns a solved node if one is reached, else `None`.
    fn expand(&mut self, waiting: FrontierNode, meter: &mut Meter) -> Result<Option<NodeId>, Stop> {
        let (state, cost) = (self.nodes.state(waiting.id), waiting.cost + 1);
        if self.formulation.is_end(&state) {
            meter.tick(NodeKind::Push)?;
            return Ok(Some(waiting.id));
        }
        let children =
            self.formulation.children_for(&state, self.nodes.last_step(waiting.id), meter, |children, meter| {
                self.nodes.reserve(children.len(), meter)?;
                self.held.vec(&mut self.stack, children.len(), meter)?;
                self.held.vec(&mut self.frontier, children.len(), meter)?;
                let rated = self.estimate.of_all(children, meter)?;
                meter.tick(NodeKind::Push)?;
                Ok(rated)
            })?;
        self.stack.pop();
        self.progress.expanded(children.len());
        // The first child is put last, to be expanded first.
        for (child, estimate) in children.into_iter().rev() {
            let Some(estimate) = estimate else {
                self.formulation.pruned += 1;
                continue;
            };
            let added = self.nodes.add(&child.state, Some((waiting.id, child.step)), cost, meter)?;
            let (Added::New(id) | Added::Cheaper(id)) = added else { continue };
            let rated = cost.saturating_add(estimate);
            if (self.is_blind || rated <= self.bound) && self.formulation.is_end(&child.state) {
                return Ok(Some(id));
            }
            let into = if rated <= self.bound { &mut self.stack } else { &mut self.frontier };
            into.push(FrontierNode { id, cost, rated });
            self.progress.depth = self.progress.depth.max(cost);
            self.progress.estimated(estimate);
        }
        Ok(None)
    }

    fn saved_round(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(&waiting) = self.stack.last() else {
            return Ok(if self.next_round(meter)? { Status::Running } else { Status::Exhausted });
        };
        if waiting.cost > self.nodes.cost(waiting.id) {
            self.stack.pop();
            return Ok(Status::Running);
        }
        let end = self.expand(waiting, meter)?;
        Ok(end.map_or(Status::Running, |end| Status::Found(self.nodes.solution(end, &self.formulation))))
    }

    /// Saves the frontier and the open nodes of this round for the last time, and begins plain deepening.
    fn go_plain(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.held.vec(&mut self.frontier, self.stack.len(), meter)?;
        self.frontier.append(&mut self.stack);
        self.frontier.retain(|waiting| waiting.cost == self.nodes.cost(waiting.id));
        let beginnings = std::mem::take(&mut self.frontier);
        self.plain =
            Some(PlainDeepening::new(beginnings, self.bound, self.limit.is_some(), self.is_blind, self.transpositions));
        Ok(())
    }
}

impl Search for Deepening<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if let Some(plain) = &mut self.plain {
            return plain.step(&mut self.formulation, &mut self.estimate, &self.nodes, &mut self.progress, meter);
        }
        match self.saved_round(meter) {
            Err(Stop::MemoryLimit) => {
                self.go_plain(meter)?;
                Ok(Status::Running)
            }
            other => other,
        }
    }

    fn is_complete(&self) -> bool {
        let is_cut = !self.frontier.is_empty() || self.plain.as_ref().is_some_and(PlainDeepening::is_cut);
        self.limit.is_none() || !is_cut
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}
