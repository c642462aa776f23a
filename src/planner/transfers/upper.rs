//! The upper level: the turns of positions, and the realisation of what is proposed in them.

use super::memory::{LocalKey, Memory};
use super::positions::{Key, Node, Positions};
use super::proposal::Scope;
use super::realisation::Realisation;
use super::source::{Source, Tried};
use super::{Extent, Proposal, Realising, Tally};
use crate::abstraction::Label;
use crate::level::Position;
use crate::planner::{PlanningContext, Realised, Solution, Step, TraceEvent};
use crate::push::{Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::{Components, Features, Reached, Subgoal, Subgoals};
use std::cmp::Reverse;

/// A position that a step has led to, with the pushes.
type Outcome = (State, Features, Vec<Push>);

/// The positions, and what is being done in one of them.
#[derive(Debug)]
pub(super) struct Upper<'a> {
    context: &'a PlanningContext<'a>,
    source: Box<dyn Source + 'a>,
    events: Vec<TraceEvent>,
    subgoals: Subgoals<'a>,
    memory: Memory,
    remembers: bool,
    takes_over: bool,
    positions: Positions,
    realisation: Option<Realisation<'a>>,
    /// Whether the next proposal was counted by a step that a limit cut short afterwards.
    is_counted: bool,
    /// Whether no result is remembered for the next proposal: a step that was cut short does not ask again, as the rules
    /// would count a lost position twice.
    is_new: bool,
    tally: Tally,
    held: Held,
    progress: Progress,
}

impl<'a> Upper<'a> {
    /// With the start as its only position.
    ///
    /// # Errors
    /// The memory limit.
    pub(super) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        source: Box<dyn Source + 'a>,
        realising: Realising,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let (maze, squares) = (context.maze, context.maze.board.len());
        let Realising { setting, takes_over } = realising;
        let components = setting.components;
        let subgoals = Subgoals::new(maze, context.areas, source.packing().cloned(), setting, meter)?;
        let features = subgoals.features(start, meter)?;
        let root = State::of(maze.board, start, &mut Region::new(squares));
        let mut held = Held::default();
        held.grow(bytes(&root, &[]), meter)?;
        let mut positions = Positions::new();
        positions.add(root, features, None, 0);
        Ok(Self {
            context,
            source,
            events: Vec::new(),
            remembers: components.contains(Components::MEMORY),
            subgoals,
            memory: Memory::new(squares),
            takes_over,
            positions,
            realisation: None,
            is_counted: false,
            is_new: false,
            tally: Tally::default(),
            held,
            progress: Progress::default(),
        })
    }

    /// Returns the best position of those from which something is left to try.
    pub(super) fn nearest(&self) -> Option<Position> {
        self.positions.nearest().map(State::position)
    }

    /// Returns the steps that led to it.
    pub(super) fn steps_to_nearest(&self) -> Vec<Step> {
        self.positions.steps_to_nearest()
    }

    /// The counts, and the events in order.
    pub(super) fn report(&mut self) -> (Tally, Vec<TraceEvent>) {
        let positions = self.positions.len() as u64;
        (Tally { positions, ..std::mem::take(&mut self.tally) }, std::mem::take(&mut self.events))
    }

    /// While anything else is left, realisations have this number of times the push nodes of takeovers. Measured on
    /// XSokoban, 10 s a level: 80 levels with 4 as without takeovers, 78 with 1.
    const SHARE: u64 = 4;

    /// Returns whether a takeover of this number of nodes leaves realisations with their share.
    const fn may_take_over(&self, cap: u64) -> bool {
        (self.tally.takeover_nodes + cap).saturating_mul(Self::SHARE) <= self.tally.realisation_nodes
    }

    /// Counts a proposal, once.
    fn count(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if !self.is_counted {
            meter.tick(NodeKind::Plan)?;
            self.is_counted = true;
        }
        Ok(())
    }

    /// Replays a remembered result in a position. `None` if nothing is remembered, or if one of its outcomes does not hold here.
    fn remembered(
        &mut self,
        id: usize,
        proposal: &Proposal,
        known_by: Option<&(LocalKey, Scope)>,
        meter: &mut Meter,
    ) -> Result<Option<(Label, Vec<Outcome>)>, Stop> {
        let Some((key, Scope { inside, .. })) = known_by else { return Ok(None) };
        let Some(known) = self.memory.of(key, proposal.cap).cloned() else { return Ok(None) };
        let node = self.positions.node(id);
        let mut outcomes = Vec::with_capacity(known.ways.len());
        for way in known.ways {
            let Some(state) = self.memory.after(self.context.maze, &node.state, inside, &way) else { return Ok(None) };
            let features = self.subgoals.features(&state.position(), meter)?;
            let (before, after) = ((&node.state.boxes, node.features), (&state.boxes, features));
            if !self.subgoals.is_reached(proposal.subgoal, before, after) || self.subgoals.is_lost(&state, meter)? {
                return Ok(None);
            }
            outcomes.push((state, features, way.pushes));
        }
        Ok(Some((known.label, outcomes)))
    }

    /// Ends the realisation in progress.
    fn finish(&mut self, label: Label, meter: &Meter) -> Result<Status<Solution>, Stop> {
        // 1. Its result is remembered.
        if let Some(realisation) = self.realisation.as_mut().filter(|realisation| !realisation.is_learned) {
            learn(&mut self.memory, self.context, realisation, label, meter)?;
            realisation.is_learned = true;
        }
        // 2. Memory for what it has led to; nothing fails after that.
        let reached = self.realisation.iter().flat_map(|realisation| &realisation.reached);
        let outcomes = reached.filter(|reached| !self.positions.has(&reached.state));
        let outcomes = outcomes.map(|Reached { state, features, pushes }| (state.clone(), *features, pushes.clone()));
        let outcomes = best(outcomes.collect());
        self.claim(&outcomes, meter)?;
        let Some(Realisation { node, proposal, nodes, .. }) = self.realisation.take() else {
            return Ok(Status::Running);
        };
        let cause = self.positions.node(node).open.filter(|_| proposal.extent == Extent::All).unwrap_or(label);
        self.tally.ended(node, proposal.extent, cause, nodes, !outcomes.is_empty());
        Ok(self.advance(node, &proposal, label, outcomes, nodes))
    }

    /// Claims memory for the positions that a step has led to.
    fn claim(&mut self, outcomes: &[Outcome], meter: &Meter) -> Result<(), Stop> {
        self.held.grow(outcomes.iter().map(|(state, _, pushes)| bytes(state, pushes)).sum(), meter)
    }

    /// Adds what a step has led to, and passes on to the next proposal of its position.
    fn advance(
        &mut self,
        id: usize,
        proposal: &Proposal,
        label: Label,
        outcomes: Vec<Outcome>,
        nodes: u64,
    ) -> Status<Solution> {
        self.progress.expanded += 1;
        self.progress.generated += outcomes.len() as u64;
        // 1. A failure that proves nothing leaves open what is possible.
        if outcomes.is_empty() {
            let refusal = proposal.refused(self.context, &self.positions.node(id).state.boxes, label, nodes);
            self.events.push(TraceEvent::Refused { position: id, refusal });
            let node = self.positions.node_mut(id);
            node.open = if label == Label::Impossible { node.open } else { Some(label) };
        }
        // 2. New positions.
        let (mut added, was_realised) = (Vec::new(), !outcomes.is_empty());
        let realised = self.realised(id, proposal, label, nodes);
        for (place, (state, features, pushes)) in outcomes.into_iter().enumerate() {
            let record = Realised { pushes, ..realised.clone() };
            if state.is_solved(self.context.maze.board) {
                return Status::Found(self.solution(id, record));
            }
            added.extend(self.positions.add(state, features, Some((id, record)), place));
        }
        if was_realised {
            let (step, outcomes) = (proposal.step(), added);
            self.events.push(TraceEvent::Realised { position: id, step, label, outcomes, nodes });
        }
        // 3. The next proposal. A search of all boxes that has run dry finds nothing when it is repeated.
        let is_dry = proposal.extent == Extent::All && label != Label::Unknown;
        self.source.tried(&self.positions, id, Tried { is_realised: was_realised, is_dry });
        self.positions.tried(id);
        Status::Running
    }

    /// A step as it was proposed in a position; its pushes are left to the caller.
    fn realised(&self, id: usize, proposal: &Proposal, label: Label, nodes: u64) -> Realised {
        let node = self.positions.node(id);
        let packs = self.source.packing().and_then(|packing| packing.next(usize::from(node.features.packed)));
        Realised {
            step: proposal.step(),
            pushes: Vec::new(),
            position: id,
            label: node.open.filter(|_| proposal.extent == Extent::All).unwrap_or(label),
            act: None,
            extent: Some(proposal.extent),
            target: packs.filter(|_| proposal.subgoal == Subgoal::Packed).map(|packs| packs.to),
            plan_nodes: Some(u64::from(node.tries) + 1),
            push_nodes: nodes,
        }
    }

    fn solution(&mut self, id: usize, last: Realised) -> Solution {
        let steps = self.positions.steps(id, last);
        let planned = steps.iter().filter(|realised| realised.step != Step::Takeover);
        self.tally.most_boxes = planned.map(|realised| realised.boxes(self.context.maze.board)).max().unwrap_or(0);
        steps
    }
}

impl Search for Upper<'_> {
    type Solution = Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Solution>, Stop> {
        // 1. The realisation in progress.
        if let Some(realisation) = &mut self.realisation {
            let Some(label) = realisation.step(&self.subgoals, &self.positions, meter)? else {
                return Ok(Status::Running);
            };
            return self.finish(label, meter);
        }
        // 2. The position whose turn it is. A takeover that was put off comes back once it may be tried, or nothing else is
        // left.
        let turn = self.positions.turn();
        if self.positions.waiting().is_some_and(|cap| turn.is_none() || self.may_take_over(cap)) {
            self.positions.bring_back();
            return Ok(Status::Running);
        }
        let Some((id, cell)) = turn else { return Ok(Status::Exhausted) };
        // 3. What its plan proposes.
        let Self { source, positions, events, .. } = self;
        let Some(proposal) = source.proposal(positions, id, self.takes_over, events, meter)? else {
            self.positions.spend(id, cell);
            return Ok(Status::Running);
        };
        if proposal.extent == Extent::All && !self.positions.node(id).is_back && !self.may_take_over(proposal.cap) {
            self.positions.put_off(id, cell, proposal.cap);
            return Ok(Status::Running);
        }
        // 4. The result may be remembered from a position that is locally the same.
        let (maze, areas) = (self.context.maze, self.context.areas);
        let node = self.positions.node(id);
        let scope = proposal.scope(areas, maze.board.len());
        let inside = scope.as_ref().map(|scope| scope.inside.clone());
        let known_by = scope.filter(|_| self.remembers).map(|scope| {
            let task = (proposal.subgoal, node.features.packed);
            (self.memory.key(maze, areas, &node.state, task, &scope), scope)
        });
        let known = match self.is_new {
            true => None,
            false => self.remembered(id, &proposal, known_by.as_ref(), meter)?,
        };
        self.is_new = known.is_none();
        if let Some((label, outcomes)) = known {
            self.count(meter)?;
            self.claim(&outcomes, meter)?;
            self.positions.take(cell);
            self.is_counted = false;
            self.tally.remembered(!outcomes.is_empty());
            return Ok(self.advance(id, &proposal, label, outcomes, 0));
        }
        // 5. Otherwise its push search begins.
        self.count(meter)?;
        let node = self.positions.node(id);
        let search = self.subgoals.begin(&node.state, node.features, proposal.subgoal, inside, meter)?;
        self.positions.take(cell);
        (self.is_counted, self.is_new) = (false, false);
        self.realisation = Some(Realisation::new(id, proposal, known_by, search));
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.positions.len() as u64, pruned: self.subgoals.refusals(), ..self.progress }
    }
}

/// Of the outcomes of a step this number is kept, the best ones. Not tuned.
const OUTCOMES: usize = 3;

fn best(mut outcomes: Vec<Outcome>) -> Vec<Outcome> {
    outcomes.sort_by_key(|&(_, features, _)| Reverse(features));
    outcomes.truncate(OUTCOMES);
    outcomes
}

/// Remembers the result of a realisation, unless a box has passed through other areas on its way, which may be closed
/// another time.
fn learn(
    memory: &mut Memory,
    context: &PlanningContext<'_>,
    realisation: &Realisation<'_>,
    label: Label,
    meter: &Meter,
) -> Result<(), Stop> {
    let Realisation { proposal, known_by: Some((key, Scope { inside, .. })), reached, .. } = realisation else {
        return Ok(());
    };
    let board = context.maze.board;
    let stays = |push: &Push| board.next(push.from, push.direction).is_some_and(|to| inside.has(to));
    if !reached.iter().all(|reached| reached.pushes.iter().all(stays)) {
        return Ok(());
    }
    let known = reached.iter().map(|reached| (&reached.state, reached.pushes.as_slice()));
    memory.learn((key.clone(), proposal.cap, label), known, inside, meter)
}

/// The memory of a position that was reached by these pushes, in bytes: its queue entry, its agenda and its events too.
fn bytes(state: &State, pushes: &[Push]) -> usize {
    2 * (size_of::<Node>() + size_of::<State>() + state.boxes.bytes()) + size_of_val(pushes) + size_of::<Key>() + 1_000
}
