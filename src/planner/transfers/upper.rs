//! The upper level: positions, visited by their features, and the steps that plans propose in them.

use super::agenda::{Agenda, Item, PLANS};
use super::memory::{LocalKey, Memory};
use super::node::Node;
use super::proposal::squares;
use super::realisation::Realisation;
use super::source_plan::{Loose, SourcePlan};
use super::ways::Ways;
use super::{Extent, Proposal, Tally, TransferRecord};
use crate::abstraction::Label;
use crate::feature_space::{Cells, Score};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::PlanningContext;
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Status, Stop};
use crate::search::{Features, Perimeter, Reached, Setting, Subgoals};
use itertools::Itertools;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A queued position: the weight of its next step, its features, when it was queued, its number.
type Key = (u32, Reverse<<Features as Score>::Tie>, u32, usize);

/// A position that a step has led to, with the pushes.
type Outcome = (State, Features, Vec<Push>);

/// The positions and their queues.
#[derive(Debug)]
pub(super) struct Upper<'a> {
    context: &'a PlanningContext<'a>,
    packing: PackingPlan,
    ways: Ways<'a>,
    subgoals: Subgoals<'a>,
    memory: Memory,
    takes_over: bool,
    nodes: Vec<Node>,
    seen: FxHashSet<State>,
    cells: Cells<<Features as Score>::Cell, Key>,
    /// The best positions first.
    best: BinaryHeap<(Features, Reverse<usize>)>,
    /// The number of times that a position was queued.
    queued: u32,
    realisation: Option<Realisation<'a>>,
    tally: Tally,
    region: Region,
    held: Held,
    progress: Progress,
}

impl<'a> Upper<'a> {
    /// Of the outcomes of a step this number is kept, the best ones. Not tuned.
    const OUTCOMES: usize = 3;

    /// With the start as its only position.
    ///
    /// # Errors
    /// The memory limit.
    pub(super) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        packing: PackingPlan,
        setting: Setting,
        takes_over: bool,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let (maze, squares) = (context.maze, context.maze.board.len());
        let mut upper = Self {
            context,
            ways: Ways::new(maze, &packing),
            subgoals: Subgoals::new(maze, Some(packing.clone()), setting, Perimeter::new(squares)),
            packing,
            memory: Memory::new(squares),
            takes_over,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            cells: Cells::new(),
            best: BinaryHeap::new(),
            queued: 0,
            realisation: None,
            tally: Tally::default(),
            region: Region::new(squares),
            held: Held::default(),
            progress: Progress::default(),
        };
        let features = upper.subgoals.features(start);
        let root = State::of(maze.board, start, &mut upper.region);
        upper.held.grow(bytes(&root, &[]), meter)?;
        upper.add(root, features, 0, None);
        Ok(upper)
    }

    pub(super) fn tally(&self) -> Tally {
        Tally { positions: self.nodes.len() as u64, ..self.tally.clone() }
    }

    pub(super) fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, pruned: self.subgoals.refusals(), ..self.progress }
    }

    /// One step.
    ///
    /// # Errors
    /// A limit of the meter; the step is repeated then.
    pub(super) fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<TransferRecord>>, Stop> {
        // 1. The realisation in progress.
        if let Some(realisation) = &mut self.realisation {
            let Some(label) = realisation.step(&self.subgoals, meter)? else { return Ok(Status::Running) };
            return self.finish(label, meter);
        }
        // 2. The cell whose turn it is, and its first position.
        let best = self.best_cell();
        let Some(cell) = self.cells.turn(best) else { return Ok(Status::Exhausted) };
        let Some((.., id)) = self.cells.least(cell) else { return Ok(Status::Exhausted) };
        // 3. What the plan proposes there.
        let Some(proposal) = self.proposal(id, meter)? else {
            self.cells.take(cell);
            self.nodes[id].is_spent = true;
            return Ok(Status::Running);
        };
        // 4. Its result may be remembered from a position that is locally the same.
        let (maze, areas) = (self.context.maze, self.context.areas);
        let node = &self.nodes[id];
        let key = self.memory.key(maze, areas, &node.state, node.features.packed, &proposal);
        let scope = proposal.scope(areas).map(|scope| squares(areas, &scope, maze.board.len()));
        if let Some((label, outcomes)) = self.remembered(id, &proposal, key.as_ref(), scope.as_ref()) {
            meter.tick(NodeKind::Plan)?;
            self.cells.take(cell);
            self.tally.remembered(!outcomes.is_empty());
            return self.advance(id, &proposal, label, outcomes, meter);
        }
        // 5. Otherwise its push search begins.
        let node = &self.nodes[id];
        let search = self.subgoals.begin(&node.state, node.features, proposal.subgoal, scope, meter)?;
        meter.tick(NodeKind::Plan)?;
        self.cells.take(cell);
        self.realisation = Some(Realisation::new(id, proposal, key, search));
        Ok(Status::Running)
    }

    /// What is proposed next in a position; a plan is made where one is needed.
    fn proposal(&mut self, id: usize, meter: &mut Meter) -> Result<Option<Proposal>, Stop> {
        if self.nodes[id].agenda.is_none() {
            let rooms = self.rooms(id);
            self.nodes[id].agenda = Some(Agenda::new(rooms));
        }
        loop {
            // Takeovers are for positions in which it stays open what is possible.
            let takes_over = self.takes_over && self.nodes[id].open.is_some();
            match self.nodes[id].agenda.as_ref().and_then(|agenda| agenda.item(takes_over)) {
                None => return Ok(None),
                Some(Item::Propose(proposal)) => return Ok(Some(proposal)),
                Some(Item::Plan) => self.plan(id, meter)?,
            }
        }
    }

    /// Makes the next plan of a position: that of the position before, where it can still be carried out, or one whose
    /// first step is none of those tried.
    fn plan(&mut self, id: usize, meter: &mut Meter) -> Result<(), Stop> {
        let node = &self.nodes[id];
        let Some(agenda) = &node.agenda else { return Ok(()) };
        let done = usize::from(node.features.packed);
        let boxes = self.loose(id);
        let loose = Loose { done, boxes: &boxes, areas: self.context.areas };
        let before = node.parent.as_ref().and_then(|&(parent, _)| self.nodes[parent].agenda.as_ref()?.plan.clone());
        let plan = match before.filter(|plan| agenda.tried.is_empty() && plan.fits(loose)) {
            Some(plan) => Some(plan),
            None => SourcePlan::new(loose, &self.packing, &mut self.ways, &agenda.tried, meter)?.map(Rc::new),
        };
        let source = plan.as_ref().and_then(|plan| plan.source(done));
        let parked = self.packing.next(done).and_then(|next| next.from);
        let areas = self.context.areas;
        let is_source = |&b: &Square| source.map_or(parked == Some(b), |source| areas.area_of(b) == source);
        let all = parked.into_iter().chain(boxes.iter().copied());
        let route = self.ways.route(&self.packing, done, all.filter(is_source), areas);
        let Some(agenda) = &mut self.nodes[id].agenda else { return Ok(()) };
        agenda.tried.extend(source);
        agenda.is_planned = source.is_none() || agenda.tried.len() >= PLANS;
        agenda.routes.extend((plan.is_some() && !route.is_empty()).then_some(route));
        agenda.plan = agenda.plan.take().or(plan);
        Ok(())
    }

    /// The boxes that the packing plan does not keep in place.
    fn loose(&self, id: usize) -> Vec<Square> {
        let node = &self.nodes[id];
        let kept = self.packing.set(usize::from(node.features.packed));
        node.state.boxes.iter().filter(|&b| !kept.has(b)).collect()
    }

    /// The areas in which a box can be pushed.
    fn rooms(&mut self, id: usize) -> Vec<AreaId> {
        let (maze, areas) = (self.context.maze, self.context.areas);
        let state = &self.nodes[id].state;
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let is_dead =
            |push: &Push| maze.board.next(push.from, push.direction).is_none_or(|to| maze.distances.is_dead(to));
        let pushes = state.pushes(maze.board, &self.region).filter(|push| !is_dead(push));
        pushes.map(|push| areas.area_of(push.from)).unique().collect()
    }

    /// What a remembered result comes to in a position; `None` if there is none, or if it comes to less there.
    fn remembered(
        &mut self,
        id: usize,
        proposal: &Proposal,
        key: Option<&LocalKey>,
        inside: Option<&BoxSet>,
    ) -> Option<(Label, Vec<Outcome>)> {
        let known = self.memory.of(key?, proposal.cap)?.clone();
        let node = &self.nodes[id];
        let mut outcomes = Vec::with_capacity(known.ways.len());
        for way in known.ways {
            let state = self.memory.after(self.context.maze, &node.state, inside?, &way)?;
            let features = self.subgoals.features(&state.position());
            if !proposal.subgoal.is_reached(node.features, features) {
                return None;
            }
            outcomes.push((state, features, way.pushes));
        }
        Some((known.label, outcomes))
    }

    /// Ends the realisation in progress.
    fn finish(&mut self, label: Label, meter: &mut Meter) -> Result<Status<Vec<TransferRecord>>, Stop> {
        let Some(realisation) = &self.realisation else { return Ok(Status::Running) };
        let Realisation { node, proposal, nodes, key, reached, .. } = realisation;
        if let (Some(key), Some(scope)) = (key, proposal.scope(self.context.areas)) {
            let squares_of_board = self.context.maze.board.len();
            let inside = squares(self.context.areas, &scope, squares_of_board);
            let known = reached.iter().map(|reached| (&reached.state, reached.pushes.as_slice()));
            self.memory.learn((key.clone(), proposal.cap, label), known, &inside, meter)?;
        }
        let cause = self.nodes[*node].open.unwrap_or(label);
        let label_told = if proposal.extent == Extent::All { cause } else { label };
        self.tally.ended(*node, proposal.extent, label_told, *nodes, !reached.is_empty());
        let Some(Realisation { node, proposal, reached, .. }) = self.realisation.take() else {
            return Ok(Status::Running);
        };
        let outcomes = reached.into_iter().map(|Reached { state, features, pushes }| (state, features, pushes));
        self.advance(node, &proposal, label, outcomes.collect(), meter)
    }

    /// Adds what a step has led to, and passes on to the next proposal of its position.
    fn advance(
        &mut self,
        id: usize,
        proposal: &Proposal,
        label: Label,
        mut outcomes: Vec<Outcome>,
        meter: &mut Meter,
    ) -> Result<Status<Vec<TransferRecord>>, Stop> {
        if std::env::var("TRACE").is_ok() {
            let n = &self.nodes[id];
            eprintln!(
                "{id} w{} {:?} try {} {:?} {:?} {:?}: {label:?} -> {:?} parent {:?}",
                n.weight,
                n.features,
                n.tries,
                proposal.subgoal,
                proposal.extent,
                proposal.areas.iter().map(|a| a.0).collect::<Vec<_>>(),
                outcomes.iter().map(|o| o.1).collect::<Vec<_>>(),
                n.parent.as_ref().map(|p| p.0)
            );
        }
        self.progress.expanded += 1;
        self.progress.generated += outcomes.len() as u64;
        outcomes.sort_by_key(|&(_, features, _)| Reverse(features));
        outcomes.truncate(Self::OUTCOMES);
        let board = self.context.maze.board;
        let node = &mut self.nodes[id];
        let weight = node.weight + u32::from(node.tries > 0);
        if outcomes.is_empty() && matches!(label, Label::Unknown | Label::Context) {
            node.open = Some(label);
        }
        node.tries += 1;
        node.agenda.iter_mut().for_each(Agenda::advance);
        for (place, (state, features, pushes)) in outcomes.into_iter().enumerate() {
            self.held.grow(bytes(&state, &pushes), meter)?;
            let record = TransferRecord { proposal: proposal.clone(), pushes, label };
            if state.is_solved(board) {
                return Ok(Status::Found(self.solution(id, record)));
            }
            self.add(state, features, weight + u32::from(place > 0), Some((id, record)));
        }
        self.enqueue(id);
        Ok(Status::Running)
    }

    fn add(&mut self, state: State, features: Features, weight: u32, parent: Option<(usize, TransferRecord)>) {
        if !self.seen.insert(state.clone()) {
            return;
        }
        let best = parent.as_ref().map_or(features, |&(parent, _)| self.nodes[parent].best.max(features));
        let (id, cell) = (self.nodes.len(), self.cells.number(best.cell()));
        self.nodes.push(Node {
            state,
            features,
            best,
            cell,
            weight,
            parent,
            agenda: None,
            tries: 0,
            open: None,
            is_spent: false,
        });
        self.best.push((features, Reverse(id)));
        self.enqueue(id);
    }

    fn enqueue(&mut self, id: usize) {
        let node = &self.nodes[id];
        self.queued += 1;
        let weight = node.weight + u32::from(node.tries > 0);
        self.cells.push(node.cell, (weight, Reverse(node.features.tie()), self.queued, id));
    }

    /// The cell of the best position in which something is left to propose.
    fn best_cell(&mut self) -> Option<usize> {
        while let Some(&(_, Reverse(id))) = self.best.peek() {
            if !self.nodes[id].is_spent {
                return Some(self.nodes[id].cell);
            }
            self.best.pop();
        }
        None
    }

    /// The steps from the start to the last one.
    fn solution(&self, id: usize, last: TransferRecord) -> Vec<TransferRecord> {
        let before = |id: usize| self.nodes[id].parent.as_ref();
        let mut records = vec![last];
        let parents = std::iter::successors(before(id), |&&(parent, _)| before(parent));
        records.extend(parents.map(|(_, record)| record.clone()));
        records.reverse();
        records
    }
}

/// The memory of a position that was reached by these pushes, in bytes.
fn bytes(state: &State, pushes: &[Push]) -> usize {
    2 * (size_of::<Node>() + size_of::<State>() + state.boxes.bytes()) + size_of_val(pushes) + size_of::<Key>() + 500
}
