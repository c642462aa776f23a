//! Plain iterative deepening (Korf 1985) from a saved frontier: only the current path is stored. Each round searches
//! depth first below the bound from every node of the frontier. A path that returns to one of its own states, or
//! reaches a state above the frontier by no fewer steps, is not followed, since that state is searched elsewhere. So a
//! round without a node beyond the bound proves that no solution exists.

use super::nodes::Nodes;
use super::{Child, Estimate, Formulation};
use crate::push::{NodeId, Push, State};
use crate::run::{Held, Meter, NodeKind, Progress, Status, Stop};

/// An open node, in this round or beyond the bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrontierNode {
    pub(super) id: NodeId,
    /// Number of steps to the node when it was opened; the entry is out of date if fewer steps are known now.
    pub(super) cost: u32,
    pub(super) rated: u32,
}

/// A state on the path, and the children still to be tried: the last child is tried next.
#[derive(Debug)]
struct Level {
    state: State,
    step: Option<Push>,
    left: Vec<Child>,
    /// Memory claimed for this state and its children.
    _held: Held,
}

/// Depth-first search below a growing bound, from the nodes of a saved frontier.
#[derive(Debug)]
pub(super) struct PlainDeepening {
    beginnings: Vec<FrontierNode>,
    /// Index of the next node of the frontier.
    next: usize,
    path: Vec<Level>,
    bound: u32,
    /// Lowest rating beyond the bound in this round; `None` if no node beyond the bound was met.
    beyond: Option<u32>,
    /// Whether this round is the last.
    is_last: bool,
    is_blind: bool,
    transpositions: bool,
}

impl PlainDeepening {
    pub(super) const fn new(
        beginnings: Vec<FrontierNode>,
        bound: u32,
        is_last: bool,
        is_blind: bool,
        transpositions: bool,
    ) -> Self {
        Self { beginnings, next: 0, path: Vec::new(), bound, beyond: None, is_last, is_blind, transpositions }
    }

    /// Returns whether a node beyond the bound was left out.
    pub(super) fn is_cut(&self) -> bool {
        self.beyond.is_some() || self.beginnings.iter().any(|beginning| beginning.rated > self.bound)
    }

    /// Visits one node; or, if the path has no node left, begins with the next node of the frontier or the next round.
    pub(super) fn step(
        &mut self,
        formulation: &mut Formulation<'_>,
        estimate: &mut Estimate<'_>,
        nodes: &Nodes,
        progress: &mut Progress,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        // 1. Back to the last state with a child left; that child, with the number of steps to it.
        while self.path.pop_if(|level| level.left.is_empty()).is_some() {}
        let Some(child) = self.path.last().and_then(|level| level.left.last()).cloned() else {
            return self.begin(formulation, nodes, progress, meter);
        };
        let cost = self.above(nodes) + u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        let drop = |plain: &mut Self| plain.path.last_mut().and_then(|level| level.left.pop());
        // 2. The child is cut, or ends the search.
        if self.is_known(&child.state, cost, nodes) {
            drop(self);
            return Ok(Status::Running);
        }
        let Some(still) = estimate.of(&child.state, meter)? else {
            formulation.pruned += 1;
            drop(self);
            return Ok(Status::Running);
        };
        let rated = cost.saturating_add(still);
        if (self.is_blind || rated <= self.bound) && formulation.is_end(&child.state) {
            let steps = self.path.iter().skip(1).filter_map(|level| level.step).chain([child.step]);
            let root = self.next.checked_sub(1).map(|at| self.beginnings[at].id);
            let above = root.map(|id| nodes.steps(id)).unwrap_or_default();
            return Ok(Status::Found(formulation.pushes(above.into_iter().chain(steps).collect())));
        }
        if rated > self.bound {
            self.beyond = Some(self.beyond.map_or(rated, |beyond| beyond.min(rated)));
            drop(self);
            return Ok(Status::Running);
        }
        // 3. The child is added to the path, with its children.
        let level = Level::new(child.state, Some(child.step), formulation, meter)?;
        drop(self);
        progress.expanded(level.left.len());
        progress.depth = progress.depth.max(cost);
        self.path.push(level);
        Ok(Status::Running)
    }

    /// Returns the number of steps to the node of the frontier at which the path begins.
    fn above(&self, nodes: &Nodes) -> u32 {
        self.next.checked_sub(1).map_or(0, |at| nodes.cost(self.beginnings[at].id))
    }

    fn is_known(&self, state: &State, cost: u32, nodes: &Nodes) -> bool {
        let is_above = self.transpositions && nodes.find(state).is_some_and(|id| nodes.cost(id) <= cost);
        is_above || self.path.iter().any(|level| level.state == *state)
    }

    /// Begins a path at the next node of the frontier if rated within the bound; after the last node, the next round.
    fn begin(
        &mut self,
        formulation: &mut Formulation<'_>,
        nodes: &Nodes,
        progress: &mut Progress,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        let Some(&FrontierNode { id, rated, .. }) = self.beginnings.get(self.next) else {
            let beyond = self.beginnings.iter().map(|b| b.rated).filter(|&rated| rated > self.bound).min();
            let Some(bound) = [self.beyond, beyond].into_iter().flatten().min().filter(|_| !self.is_last) else {
                return Ok(Status::Exhausted);
            };
            (self.bound, self.beyond, self.next) = (bound, None, 0);
            return Ok(Status::Running);
        };
        if rated > self.bound {
            self.next += 1;
            return Ok(Status::Running);
        }
        let state = nodes.state(id);
        if formulation.is_end(&state) {
            return Ok(Status::Found(nodes.solution(id, formulation)));
        }
        let level = Level::new(state, nodes.last_step(id), formulation, meter)?;
        progress.expanded(level.left.len());
        self.next += 1;
        self.path.push(level);
        Ok(Status::Running)
    }
}

impl Level {
    /// Returns the level of a path with the children of a state. The node and all memory are claimed from the meter.
    fn new(
        state: State,
        step: Option<Push>,
        formulation: &mut Formulation<'_>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let words = size_of_val(state.boxes.words());
        let mut held = Held::default();
        let mut left = formulation.children_for(&state, step, meter, |left, meter| {
            held.grow((left.len() + 1) * (size_of::<Child>() + words) + size_of::<Self>(), meter)?;
            meter.tick(NodeKind::Push)?;
            Ok(left)
        })?;
        left.reverse();
        Ok(Self { state, step, left, _held: held })
    }
}
