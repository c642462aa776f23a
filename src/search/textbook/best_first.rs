//! The open list that A*, weighted A* and greedy best-first search share: what waits, the best rated first.
//!
//! In comes how steps made and steps to come are weighed; nodes are expanded in that order. A state that is reached by
//! fewer steps than before is opened again, so nothing is lost where an estimate is not consistent. Among nodes that are
//! rated alike the one that moves the same box again goes first, where inertia is on, and then the newest.

use super::nodes::{Added, Nodes, make_room_in_heap};
use super::{Estimate, Formulation, Setup};
use crate::push::{NodeId, Push};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use crate::search::Components;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What steps made and steps to come weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rank {
    pub(super) made: u64,
    pub(super) to_come: u64,
}

/// A node that waits. The order of the fields is the order of their weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    rank: Reverse<u64>,
    goes_on: bool,
    arrived: u64,
    id: NodeId,
    cost: u32,
}

/// What one expansion came to.
pub(super) enum Expanded {
    /// The states that are new or cheaper than they were.
    Into(Vec<NodeId>),
    /// This node is the end.
    End(NodeId),
    /// Nothing waits.
    Nothing,
}

/// The search; see the module.
#[derive(Debug)]
pub(super) struct BestFirst<'a> {
    pub(super) formulation: Formulation<'a>,
    pub(super) nodes: Nodes,
    pub(super) progress: Progress,
    estimate: Estimate<'a>,
    open: BinaryHeap<Waiting>,
    arrived: u64,
    rank: Rank,
    inertia: bool,
    /// Is a solution taken as soon as it is seen, and not only when its turn comes?
    takes_first: bool,
}

impl<'a> BestFirst<'a> {
    pub(super) fn new(formulation: Formulation<'a>, estimate: Estimate<'a>, setup: &Setup, rank: Rank) -> Self {
        let nodes = Nodes::new(formulation.maze.board.len(), setup.ablation.has(Components::TRANSPOSITIONS));
        Self {
            formulation,
            nodes,
            progress: Progress::default(),
            estimate,
            open: BinaryHeap::new(),
            arrived: 0,
            rank,
            inertia: setup.ablation.has(Components::INERTIA),
            takes_first: rank.made == 0,
        }
    }

    fn open(&mut self, id: NodeId, estimate: u32, goes_on: bool, meter: &mut Meter) -> Result<(), Stop> {
        let cost = self.nodes.cost(id);
        let rank = self.rank.made * u64::from(cost) + self.rank.to_come * u64::from(estimate);
        let waiting =
            Waiting { rank: Reverse(rank), goes_on: goes_on && self.inertia, arrived: self.arrived, id, cost };
        make_room_in_heap(&mut self.open, meter)?;
        self.arrived += 1;
        self.open.push(waiting);
        self.progress.estimated(estimate);
        self.progress.depth = self.progress.depth.max(cost);
        Ok(())
    }

    /// Opens the roots.
    pub(super) fn begin(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        for root in self.formulation.roots() {
            let Some(estimate) = self.estimate.of(&root, meter)? else { continue };
            if let Added::New(id) = self.nodes.add(&root, None, 0, meter)? {
                self.open(id, estimate, false, meter)?;
            }
        }
        Ok(())
    }

    /// Expands what waits first. When a limit is met it waits on.
    pub(super) fn expand(&mut self, meter: &mut Meter) -> Result<Expanded, Stop> {
        let waiting = loop {
            let Some(&waiting) = self.open.peek() else { return Ok(Expanded::Nothing) };
            if waiting.cost == self.nodes.cost(waiting.id) {
                break waiting;
            }
            self.open.pop();
        };
        meter.tick(Kind::Push)?;
        self.open.pop();
        let expanded = self.children(waiting.id, meter);
        if expanded.is_err() {
            self.open.push(waiting);
        }
        expanded
    }

    fn children(&mut self, id: NodeId, meter: &mut Meter) -> Result<Expanded, Stop> {
        let (state, cost) = (self.nodes.state(id), self.nodes.cost(id) + 1);
        if self.formulation.is_end(&state) {
            return Ok(Expanded::End(id));
        }
        let children = self.formulation.children(&state, self.nodes.last_step(id));
        self.progress.expanded(children.len());
        let mut into = Vec::new();
        for child in children {
            let Some(estimate) = self.estimate.of(&child.state, meter)? else {
                self.formulation.pruned += 1;
                continue;
            };
            let added = self.nodes.add(&child.state, Some((id, child.step)), cost, meter)?;
            let (Added::New(new) | Added::Cheaper(new)) = added else { continue };
            if self.takes_first && self.formulation.is_end(&child.state) {
                return Ok(Expanded::End(new));
            }
            self.open(new, estimate, child.goes_on, meter)?;
            into.push(new);
        }
        Ok(Expanded::Into(into))
    }
}

impl Search for BestFirst<'_> {
    type Solution = Vec<Push>;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.begin(meter)
    }

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
