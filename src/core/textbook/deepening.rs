//! Iterative deepening with a saved frontier while memory lasts: by depth, by steps made plus steps estimated (IDA*, Korf 1985), or
//! as one round down to a limit (depth-first search, which the KTH report began with).
//! ```text
//!       root           Below a bound the search goes depth first. The nodes just beyond it are the frontier: the next
//!      /    \          round goes on from there, and no node above is searched again (SokoBOT, 4.3). When memory is short
//!     o      o         the frontier is saved for the last time, and each further round begins at that frontier and
//!    / \    / \        keeps only the path it is on: plain iterative deepening (Korf 1985).
//!  - f - - f - f -  bound
//! ```
//! Complete, except below a limit. With an admissible estimate the first solution has the fewest steps, except by depth-first
//! search. In plain deepening, a path that returns to one of its own states, or reaches a state above the frontier by no fewer
//! steps, is not followed, since that state is searched elsewhere: so a round without a node beyond the bound proves that no
//! solution exists.

use super::formulation::{Child, Formulation, Insertion, Nodes, is_memory_short};
use super::{Setup, Strategy};
use crate::heuristic::Heuristic;
use crate::heuristic::estimates::BuiltIn;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{NodeId, Push, State};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop, count32};
use crate::search::Components;

#[derive(Clone, Copy, Debug)]
struct OpenNode {
    id: NodeId,
    /// Number of steps to the node when it was opened; the entry is out of date if fewer steps are known now.
    cost: u32,
    rated: u32,
}

/// A state on the path, and the children still to be tried: the last child is tried next.
#[derive(Debug)]
struct Level {
    state: State,
    step: Option<Push>,
    left: Vec<Child>,
}

#[derive(Debug)]
pub(super) struct Deepening<'a> {
    formulation: Formulation<'a>,
    nodes: Nodes,
    /// Whether no estimate is used, so that a solution one step beyond the bound has the fewest steps.
    is_blind: bool,
    bound: u32,
    /// Open nodes of this round; the last node is expanded next.
    stack: Vec<OpenNode>,
    /// Open nodes beyond the bound; in plain deepening all nodes at which a round begins.
    frontier: Vec<OpenNode>,
    /// Maximum depth; `None` if the bound grows from round to round.
    limit: Option<u32>,
    progress: Progress,
    /// Whether the search keeps only the current path, since memory is short.
    is_plain: bool,
    // Plain deepening:
    next: usize,
    path: Vec<Level>,
    /// Lowest rating beyond the bound in this round; `None` if no node beyond the bound was met.
    beyond: Option<u32>,
}

impl<'a> Deepening<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let mut search = Self {
            nodes: Nodes::new(maze.board.len(), setup.has(Components::TRANSPOSITIONS)),
            formulation: Formulation::new(maze, start, setup, meter)?,
            is_blind: setup.strategy != Strategy::DepthFirst
                && setup.working_heuristic().about().word == BuiltIn::Zero.about().word,
            bound: 0,
            stack: Vec::new(),
            frontier: Vec::new(),
            limit: (setup.strategy == Strategy::DepthFirst).then_some(setup.depth),
            progress: Progress::default(),
            is_plain: false,
            next: 0,
            path: Vec::new(),
            beyond: None,
        };
        for root in search.formulation.roots() {
            let Some(rated) = search.formulation.estimate(&root, meter)? else { continue };
            if let Insertion::New(id) = search.nodes.add(&root, None, 0)? {
                search.frontier.push(OpenNode { id, cost: 0, rated });
            }
        }
        Ok(search)
    }

    /// Begins the next round, with the lowest rating in the frontier or the limit as bound; returns false without one.
    fn next_round(&mut self) -> bool {
        let Some(least) = self.frontier.iter().map(|waiting| waiting.rated).min() else { return false };
        let bound = self.limit.unwrap_or(least);
        if least > bound {
            return false;
        }
        self.stack.extend(self.frontier.extract_if(.., |waiting| waiting.rated <= bound));
        self.bound = bound;
        true
    }

    /// Expands the last open node; after the last one of a round, begins the next round.
    fn saved_round(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(waiting) = self.stack.pop() else {
            return Ok(if self.next_round() { Status::Running } else { Status::Exhausted });
        };
        if waiting.cost > self.nodes.cost(waiting.id) {
            return Ok(Status::Running);
        }
        let (state, cost) = (self.nodes.arena.state(waiting.id), waiting.cost + 1);
        meter.count(NodeKind::Push);
        if self.formulation.is_end(&state) {
            return Ok(Status::Found(self.nodes.solution(waiting.id, &self.formulation)));
        }
        let children = self.formulation.children(&state, self.nodes.last_step(waiting.id), meter)?;
        self.progress.expanded(children.len());
        // The first child is put last, to be expanded first.
        for child in children.into_iter().rev() {
            let Some(estimate) = self.formulation.estimate(&child.state, meter)? else {
                self.formulation.pruned += 1;
                continue;
            };
            let added = self.nodes.add(&child.state, Some((waiting.id, child.step)), cost)?;
            let (Insertion::New(id) | Insertion::Cheaper(id)) = added else { continue };
            let rated = cost.saturating_add(estimate);
            if (self.is_blind || rated <= self.bound) && self.formulation.is_end(&child.state) {
                return Ok(Status::Found(self.nodes.solution(id, &self.formulation)));
            }
            let into = if rated <= self.bound { &mut self.stack } else { &mut self.frontier };
            into.push(OpenNode { id, cost, rated });
            self.progress.depth = self.progress.depth.max(cost);
            self.progress.estimated(estimate);
        }
        Ok(Status::Running)
    }

    /// Saves the frontier and the open nodes of this round for the last time, and begins plain deepening.
    fn go_plain(&mut self) {
        self.frontier.append(&mut self.stack);
        self.frontier.retain(|waiting| waiting.cost == self.nodes.cost(waiting.id));
        self.bound = self.limit.unwrap_or(self.bound);
        self.is_plain = true;
    }

    /// Visits the next child on the path; or, if no child is left, begins with the next node of the frontier.
    fn plain_round(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. Back to the last state with a child left; that child, with the number of steps to it.
        while self.path.pop_if(|level| level.left.is_empty()).is_some() {}
        let Some(child) = self.path.last_mut().and_then(|level| level.left.pop()) else {
            return self.begin_path(meter);
        };
        let beginning = self.frontier[self.next - 1].id;
        let cost = self.nodes.cost(beginning) + count32(self.path.len());
        // 2. The child is cut, or ends the search.
        if self.is_known(&child.state, cost) {
            return Ok(Status::Running);
        }
        let Some(still) = self.formulation.estimate(&child.state, meter)? else {
            self.formulation.pruned += 1;
            return Ok(Status::Running);
        };
        let rated = cost.saturating_add(still);
        if (self.is_blind || rated <= self.bound) && self.formulation.is_end(&child.state) {
            let steps = self.path.iter().skip(1).filter_map(|level| level.step).chain([child.step]);
            let steps = self.nodes.arena.path(beginning).into_iter().chain(steps).collect();
            return Ok(Status::Found(self.formulation.pushes(steps)));
        }
        if rated > self.bound {
            self.beyond = Some(self.beyond.map_or(rated, |beyond| beyond.min(rated)));
            return Ok(Status::Running);
        }
        // 3. The child is added to the path.
        self.progress.depth = self.progress.depth.max(cost);
        self.push_level(child.state, Some(child.step), meter)
    }

    fn is_known(&self, state: &State, cost: u32) -> bool {
        self.nodes.find(state).is_some_and(|id| self.nodes.cost(id) <= cost)
            || self.path.iter().any(|level| level.state == *state)
    }

    /// Begins a path at the next node of the frontier if rated within the bound; after the last node, the next round.
    fn begin_path(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(&OpenNode { id, rated, .. }) = self.frontier.get(self.next) else {
            let later = self.frontier.iter().map(|node| node.rated).filter(|&rated| rated > self.bound);
            let Some(bound) = later.chain(self.beyond).min().filter(|_| self.limit.is_none()) else {
                return Ok(Status::Exhausted);
            };
            (self.bound, self.beyond, self.next) = (bound, None, 0);
            return Ok(Status::Running);
        };
        self.next += 1;
        if rated > self.bound {
            return Ok(Status::Running);
        }
        let state = self.nodes.arena.state(id);
        if self.formulation.is_end(&state) {
            return Ok(Status::Found(self.nodes.solution(id, &self.formulation)));
        }
        self.push_level(state, self.nodes.last_step(id), meter)
    }

    fn push_level(&mut self, state: State, step: Option<Push>, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        meter.count(NodeKind::Push);
        let mut left = self.formulation.children(&state, step, meter)?;
        self.progress.expanded(left.len());
        left.reverse();
        self.path.push(Level { state, step, left });
        Ok(Status::Running)
    }
}

impl Search for Deepening<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if !self.is_plain && is_memory_short(meter) {
            self.go_plain();
        }
        if self.is_plain { self.plain_round(meter) } else { self.saved_round(meter) }
    }

    fn is_complete(&self) -> bool {
        let is_cut = self.beyond.is_some() || self.frontier.iter().any(|waiting| waiting.rated > self.bound);
        self.limit.is_none() || !is_cut
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.arena.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}
