//! Best-first search: nodes are expanded in the order of a weighted sum of cost and estimate ([`Rank`]). Complete, since
//! levels have finitely many states and each is stored.
//!
//! A* (Hart, Nilsson and Raphael 1968) takes both with equal weight: with an admissible estimate the first solution that
//! is expanded has the fewest steps. Weighted A* (Pohl 1970) gives the estimate a greater weight: the solution then has
//! at most the fewest steps times the weight. Greedy best-first search takes the estimate alone, and the first solution
//! that is generated.
//!
//! A state that is reached by fewer steps than before is opened again, so estimates need not be consistent. Of equal
//! nodes, with inertia, nodes whose step moves the box of the step before come first; then the newest node.

use super::nodes::{Added, Nodes};
use super::{Child, Estimate, Formulation, Setup, Weight};
use crate::push::{NodeId, Push};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Weights, in the order of nodes, of the number of steps made and of the estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) cost: u64,
    pub(super) estimate: u64,
}

impl Rank {
    pub(super) const A_STAR: Self = Self { cost: 1, estimate: 1 };
    pub(super) const GREEDY: Self = Self { cost: 0, estimate: 1 };

    /// Returns the order of weighted A*.
    pub(super) fn weighted(weight: Weight) -> Self {
        Self { cost: Weight::TENTHS.into(), estimate: weight.tenths().into() }
    }
}

/// An open node. Open nodes are compared by their fields, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OpenNode {
    rank: Reverse<u64>,
    goes_on: bool,
    arrived: u64,
    id: NodeId,
    cost: u32,
}

/// Result of the expansion of a node.
pub(super) enum Expanded {
    /// Nodes that were opened: states that are new or were reached by fewer steps than before.
    Into(Vec<NodeId>),
    /// A node that ends the search: a solution.
    End(NodeId),
    /// Nothing was expanded, since no node is open.
    Nothing,
}

/// Best-first search over the states of a formulation.
#[derive(Debug)]
pub(super) struct BestFirst<'a> {
    pub(super) formulation: Formulation<'a>,
    pub(super) nodes: Nodes,
    pub(super) progress: Progress,
    estimate: Estimate<'a>,
    open: BinaryHeap<OpenNode>,
    held: Held,
    arrived: u64,
    rank: Rank,
    inertia: bool,
    /// Whether the search ends when a solution is generated, instead of when it is expanded.
    takes_first: bool,
}

impl<'a> BestFirst<'a> {
    /// Creates the search with the roots of the formulation as open nodes.
    pub(super) fn new(
        formulation: Formulation<'a>,
        estimate: Estimate<'a>,
        setup: &Setup,
        rank: Rank,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let nodes = Nodes::new(formulation.maze.board.len(), setup.ablation.transpositions);
        let mut search = Self {
            formulation,
            nodes,
            progress: Progress::default(),
            estimate,
            open: BinaryHeap::new(),
            held: Held::default(),
            arrived: 0,
            rank,
            inertia: setup.ablation.inertia,
            takes_first: rank.cost == 0,
        };
        for root in search.formulation.roots() {
            let Some(estimate) = search.estimate.of(&root, meter)? else { continue };
            search.held.heap(&mut search.open, 1, meter)?;
            if let Added::New(id) = search.nodes.add(&root, None, 0, meter)? {
                search.open(id, estimate, false);
            }
        }
        Ok(search)
    }

    /// Adds a node to the open nodes; memory for it must have been claimed.
    fn open(&mut self, id: NodeId, estimate: u32, goes_on: bool) {
        let cost = self.nodes.cost(id);
        let rank = self.rank.cost * u64::from(cost) + self.rank.estimate * u64::from(estimate);
        let waiting =
            OpenNode { rank: Reverse(rank), goes_on: goes_on && self.inertia, arrived: self.arrived, id, cost };
        self.arrived += 1;
        self.open.push(waiting);
        self.progress.estimated(estimate);
        self.progress.depth = self.progress.depth.max(cost);
    }

    /// Expands the first open node. After an error the node is still open.
    pub(super) fn expand(&mut self, meter: &mut Meter) -> Result<Expanded, Stop> {
        let waiting = loop {
            let Some(&waiting) = self.open.peek() else { return Ok(Expanded::Nothing) };
            if waiting.cost == self.nodes.cost(waiting.id) {
                break waiting;
            }
            self.open.pop();
        };
        let (id, state) = (waiting.id, self.nodes.state(waiting.id));
        if self.formulation.is_end(&state) {
            meter.tick(NodeKind::Push)?;
            self.open.pop();
            return Ok(Expanded::End(id));
        }
        let children = self.formulation.children_for(&state, self.nodes.last_step(id), meter, |children, meter| {
            self.nodes.reserve(children.len(), meter)?;
            self.held.heap(&mut self.open, children.len(), meter)?;
            let rated: Vec<(Child, Option<u32>)> = self.estimate.of_all(children, meter)?;
            meter.tick(NodeKind::Push)?;
            Ok(rated)
        })?;
        self.open.pop();
        self.add(id, children, meter)
    }

    /// Adds the children of a node, each with its estimate; memory for these must have been claimed.
    fn add(&mut self, id: NodeId, children: Vec<(Child, Option<u32>)>, meter: &mut Meter) -> Result<Expanded, Stop> {
        let cost = self.nodes.cost(id) + 1;
        self.progress.expanded(children.len());
        let mut into = Vec::new();
        for (child, estimate) in children {
            let Some(estimate) = estimate else {
                self.formulation.pruned += 1;
                continue;
            };
            let added = self.nodes.add(&child.state, Some((id, child.step)), cost, meter)?;
            let (Added::New(new) | Added::Cheaper(new)) = added else { continue };
            if self.takes_first && self.formulation.is_end(&child.state) {
                return Ok(Expanded::End(new));
            }
            self.open(new, estimate, child.goes_on);
            into.push(new);
        }
        Ok(Expanded::Into(into))
    }
}

impl Search for BestFirst<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        Ok(match self.expand(meter)? {
            Expanded::Into(_) => Status::Running,
            Expanded::End(end) => Status::Found(self.nodes.solution(end, &self.formulation)),
            Expanded::Nothing => Status::Exhausted,
        })
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}
