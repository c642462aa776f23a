//! Best-first search: nodes are expanded in the order of a weighted sum of cost and estimate ([`Rank`]). A* (Hart, Nilsson and
//! Raphael 1968) takes both with equal weight: with an admissible estimate the first solution that is expanded has the fewest
//! steps. Weighted A* (Pohl 1970) gives the estimate a greater weight: the solution has at most the fewest steps times the weight.
//! Greedy search takes the estimate alone, and the first solution that is generated. A state reached by fewer steps is opened
//! again, so estimates need not be consistent. Of equal nodes the newest comes first; with inertia, nodes that move the box of the
//! step before come before them.

use super::Setup;
use super::formulation::{Formulation, Insertion, Nodes};
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{NodeId, Push};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::Components;
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

    pub(super) fn weighted(weight: u16) -> Self {
        Self { cost: Setup::TENTHS.into(), estimate: weight.into() }
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

enum Expansion {
    /// Nodes that were opened: states that are new or were reached by fewer steps than before.
    Into(Vec<NodeId>),
    End(NodeId),
    Nothing,
}

#[derive(Debug)]
pub(super) struct BestFirst<'a> {
    formulation: Formulation<'a>,
    nodes: Nodes,
    progress: Progress,
    open: BinaryHeap<OpenNode>,
    arrived: u64,
    rank: Rank,
}

impl<'a> BestFirst<'a> {
    pub(super) fn new(
        maze: &'a Maze<'a>,
        start: &'a Position,
        setup: &Setup,
        rank: Rank,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let nodes = Nodes::new(maze.board.len(), setup.has(Components::TRANSPOSITIONS));
        let mut search = Self {
            formulation: Formulation::new(maze, start, setup, meter)?,
            nodes,
            progress: Progress::default(),
            open: BinaryHeap::new(),
            arrived: 0,
            rank,
        };
        for root in search.formulation.roots() {
            let Some(estimate) = search.formulation.estimate(&root, meter)? else { continue };
            if let Insertion::New(id) = search.nodes.add(&root, None, 0)? {
                search.open(id, estimate, false);
            }
        }
        Ok(search)
    }

    fn open(&mut self, id: NodeId, estimate: u32, goes_on: bool) {
        let cost = self.nodes.cost(id);
        let rank = self.rank.cost * u64::from(cost) + self.rank.estimate * u64::from(estimate);
        let waiting = OpenNode { rank: Reverse(rank), goes_on, arrived: self.arrived, id, cost };
        self.arrived += 1;
        self.open.push(waiting);
        self.progress.estimated(estimate);
        self.progress.depth = self.progress.depth.max(cost);
    }

    fn expand(&mut self, meter: &mut Meter) -> Result<Expansion, Stop> {
        // 1. Take the node of lowest rank, unless it was reached by fewer steps since.
        let waiting = loop {
            let Some(waiting) = self.open.pop() else { return Ok(Expansion::Nothing) };
            if waiting.cost == self.nodes.cost(waiting.id) {
                break waiting;
            }
        };
        meter.count(NodeKind::Push);
        let (id, state) = (waiting.id, self.nodes.arena.state(waiting.id));
        if self.formulation.is_end(&state) {
            return Ok(Expansion::End(id));
        }
        // 2. Generate its children, except lost ones.
        let children = self.formulation.children(&state, self.nodes.last_step(id), meter)?;
        let cost = waiting.cost + 1;
        self.progress.expanded(children.len());
        let mut into = Vec::new();
        for child in children {
            let Some(estimate) = self.formulation.estimate(&child.state, meter)? else {
                self.formulation.pruned += 1;
                continue;
            };
            // 3. Open children that are new or reached by fewer steps.
            let added = self.nodes.add(&child.state, Some((id, child.step)), cost)?;
            let (Insertion::New(new) | Insertion::Cheaper(new)) = added else { continue };
            // Greedy search takes the first solution that is generated.
            if self.rank.cost == 0 && self.formulation.is_end(&child.state) {
                return Ok(Expansion::End(new));
            }
            self.open(new, estimate, child.goes_on);
            into.push(new);
        }
        Ok(Expansion::Into(into))
    }
}

impl Search for BestFirst<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        Ok(match self.expand(meter)? {
            Expansion::Into(_) => Status::Running,
            Expansion::End(end) => Status::Found(self.nodes.solution(end, &self.formulation)),
            Expansion::Nothing => Status::Exhausted,
        })
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.arena.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}

/// Bidirectional search: two greedy searches, by pushes and by pulls, until both have reached one state.
///
/// ```text
///   start ──push──> ──push──> = <──pull── <──pull── all boxes on goals, the player in any region
/// ```
/// Both sides in turn expand the node with the lowest estimate (the report on the reverse and backwards solver). When
/// one side reaches a state that the other side stores, the paths of both sides are joined. Complete: if one side is
/// exhausted before that, no solution exists. The solution need not be a shortest one.
#[derive(Debug)]
pub(super) struct Bidirectional<'a> {
    sides: [BestFirst<'a>; 2],
    turn: usize,
}

impl<'a> Bidirectional<'a> {
    /// Creates the search of two sides. Both must detect transpositions, or no common state is found.
    pub(super) const fn new(pushes: BestFirst<'a>, pulls: BestFirst<'a>) -> Self {
        Self { sides: [pushes, pulls], turn: 0 }
    }

    /// Returns the first state among `ids` that the other side stores, as its numbers on the sides of pushes and pulls.
    fn meeting(&self, ids: &[NodeId]) -> Option<[NodeId; 2]> {
        let (own, other) = (self.turn, 1 - self.turn);
        ids.iter().find_map(|&id| {
            let met = self.sides[other].nodes.find(&self.sides[own].nodes.arena.state(id))?;
            Some(if own == 0 { [id, met] } else { [met, id] })
        })
    }

    fn joined(&self, [pushed, pulled]: [NodeId; 2]) -> Vec<Push> {
        let mut steps = self.sides[0].nodes.arena.path(pushed);
        steps.extend(self.sides[1].nodes.arena.path(pulled).into_iter().rev());
        self.sides[0].formulation.pushes(steps)
    }
}

impl Search for Bidirectional<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let side = &mut self.sides[self.turn];
        match side.expand(meter)? {
            Expansion::Nothing => Ok(Status::Exhausted),
            Expansion::End(end) => {
                let formulation = &side.formulation;
                Ok(Status::Found(side.nodes.solution(end, formulation)))
            }
            Expansion::Into(ids) => {
                let meeting = self.meeting(&ids);
                self.turn = 1 - self.turn;
                Ok(meeting.map_or(Status::Running, |ends| Status::Found(self.joined(ends))))
            }
        }
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        let [one, other] = [self.sides[0].progress(), self.sides[1].progress()];
        Progress {
            expanded: one.expanded + other.expanded,
            generated: one.generated + other.generated,
            kept: one.kept + other.kept,
            pruned: one.pruned + other.pruned,
            best_estimate: [one.best_estimate, other.best_estimate].into_iter().flatten().min(),
            largest_branching: one.largest_branching.max(other.largest_branching),
            depth: one.depth + other.depth,
        }
    }
}

/// Breadth-first search: all states one step away, then all two steps away, and so on. Complete, and the first solution has the
/// fewest steps. States are stored and expanded in the order of their discovery: no queue is needed.
#[derive(Debug)]
pub(super) struct BreadthFirst<'a> {
    formulation: Formulation<'a>,
    nodes: Nodes,
    next: u32,
    progress: Progress,
}

impl<'a> BreadthFirst<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let mut formulation = Formulation::new(maze, start, setup, meter)?;
        let mut nodes = Nodes::new(maze.board.len(), setup.has(Components::TRANSPOSITIONS));
        for root in formulation.roots() {
            nodes.add(&root, None, 0)?;
        }
        Ok(Self { formulation, nodes, next: 0, progress: Progress::default() })
    }
}

impl Search for BreadthFirst<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. Take the oldest node.
        if self.next as usize >= self.nodes.arena.len() {
            return Ok(Status::Exhausted);
        }
        meter.count(NodeKind::Push);
        let id = NodeId(self.next);
        self.next += 1;
        // 2. Generate its children.
        let cost = self.nodes.cost(id) + 1;
        let children = self.formulation.children(&self.nodes.arena.state(id), self.nodes.last_step(id), meter)?;
        self.progress.expanded(children.len());
        // 3. Store new children; the first solved one is a shortest solution.
        for child in children {
            if let Insertion::New(new) = self.nodes.add(&child.state, Some((id, child.step)), cost)? {
                self.progress.depth = self.progress.depth.max(cost);
                if self.formulation.is_end(&child.state) {
                    return Ok(Status::Found(self.nodes.solution(new, &self.formulation)));
                }
            }
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.arena.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}
