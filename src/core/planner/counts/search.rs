//! A search whose moves are the first steps of abstract plans on counts; positions take turns by their features.

use super::proposals::StepProposals;
use crate::feature_space::{Cells, Score};
use crate::level::{Position, Square};
use crate::planner::{
    EventSetting, PlanningContext, Proposals, Realisation, Realiser, Step, StepSearch, TraceEntry, pushes,
};
use crate::push::{Push, Region, State};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::Features;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::cmp::Reverse;

#[derive(Debug)]
struct Node {
    features: Features,
    /// Number of steps on the way to the position that were not the first ones tried in their position.
    weight: u32,
    tries: u32,
    cell: usize,
    parent: Option<(usize, Realisation)>,
}

/// Order of queued positions: weight of the next step, features (best first), time of queuing, number.
type Key = (u32, Reverse<<Features as Score>::Tie>, u32, usize);

/// Search by plans on counts: carries out first steps of plans by local push searches until all goals are filled.
#[derive(Debug)]
pub struct CoarseSearch<'a> {
    context: &'a PlanningContext<'a>,
    proposals: StepProposals<'a>,
    realiser: Realiser<'a>,
    node_cap: u64,
    positions: IndexMap<State, Node, FxBuildHasher>,
    cells: Cells<<Features as Score>::Cell, Key>,
    queued: u32,
    current: Option<(usize, Step, StepSearch<'a>)>,
    tally: Proposals,
    trace: Vec<TraceEntry>,
    steps: Option<Vec<Realisation>>,
    progress: Progress,
}

impl<'a> CoarseSearch<'a> {
    /// Maximum number of outcomes of one step that are kept, best first.
    const OUTCOMES: usize = 3;

    /// Number of push nodes for which the search for a step continues after the first outcome.
    const MORE: u64 = 2;

    /// Creates the search from `start`.
    pub fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        node_cap: u64,
        setting: EventSetting,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let realiser = Realiser::new(context, setting, meter)?;
        let features = realiser.features(start, meter)?;
        let root = State::of(context.maze.board, start, &mut Region::new(context.maze.board.len()));
        let mut search = Self {
            context,
            proposals: StepProposals::new(context),
            realiser,
            node_cap,
            positions: IndexMap::default(),
            cells: Cells::default(),
            queued: 0,
            current: None,
            tally: Proposals::default(),
            trace: Vec::new(),
            steps: None,
            progress: Progress::default(),
        };
        search.add(root, features, 0, None);
        Ok(search)
    }

    /// Returns the position with the best features so far.
    pub fn nearest(&self) -> Option<Position> {
        let best = self.positions.iter().max_by_key(|(_, node)| node.features);
        best.map(|(state, _)| state.position())
    }

    /// Returns the steps that led to the position with the best features, each as one square of each of its areas.
    pub fn steps_to_nearest(&self) -> Vec<Vec<Square>> {
        let best = (0..self.positions.len()).max_by_key(|&id| self.positions[id].features);
        let steps = best.map(|id| self.steps_to(id)).unwrap_or_default();
        steps.iter().map(|realised| realised.step.squares(self.context.areas)).collect()
    }

    /// Removes and returns the steps of the solution; `None` before it is found.
    pub const fn take_steps(&mut self) -> Option<Vec<Realisation>> {
        self.steps.take()
    }

    /// Returns the tally of proposed steps, and removes and returns the trace.
    pub fn finish(&mut self) -> (Proposals, Vec<TraceEntry>) {
        (self.tally, std::mem::take(&mut self.trace))
    }

    fn add(&mut self, state: State, features: Features, weight: u32, parent: Option<(usize, Realisation)>) -> usize {
        let cell = self.cells.number(features.cell());
        let (id, _) = self.positions.insert_full(state, Node { features, weight, tries: 0, cell, parent });
        self.enqueue(id);
        id
    }

    fn enqueue(&mut self, id: usize) {
        let node = &self.positions[id];
        let weight = node.weight + u32::from(node.tries > 0);
        self.queued += 1;
        self.cells.push(node.cell, (weight, Reverse(node.features.tie()), self.queued, id));
    }

    fn state(&self, id: usize) -> Option<&State> {
        self.positions.get_index(id).map(|(state, _)| state)
    }

    fn steps_to(&self, id: usize) -> Vec<Realisation> {
        let before = |id: usize| self.positions[id].parent.as_ref();
        let back = std::iter::successors(before(id), |&&(parent, _)| before(parent));
        let mut steps: Vec<Realisation> = back.map(|(_, realised)| realised.clone()).collect();
        steps.reverse();
        steps
    }

    fn found(&mut self, steps: Vec<Realisation>) -> Status<Vec<Push>> {
        Status::Found(pushes(self.steps.insert(steps)))
    }

    /// Ends the step in work: adds its new outcomes as positions, of which one may be solved, or its refusal.
    fn advance(&mut self, id: usize, step: Step, realisation: &StepSearch<'_>) -> Status<Vec<Push>> {
        // 1. Its new outcomes, best first, or its refusal.
        let (label, nodes) = (realisation.label(), realisation.nodes());
        let known = realisation.outcomes().len();
        let mut outcomes: Vec<_> = realisation
            .outcomes()
            .iter()
            .filter(|outcome| !self.positions.contains_key(&outcome.state))
            .cloned()
            .collect();
        outcomes.sort_by_key(|outcome| Reverse(outcome.features));
        outcomes.truncate(Self::OUTCOMES);
        let boxes = self.positions.get_index(id).map(|(state, _)| &state.boxes).filter(|_| known == 0);
        let refusal = boxes.map(|boxes| realisation.refused(self.context, boxes));
        // 2. Counts.
        let is_realised = !outcomes.is_empty();
        self.tally.tried += 1;
        self.tally.realised += u64::from(is_realised);
        self.tally.known += u64::from(!is_realised && known > 0);
        self.progress.expanded += 1;
        self.progress.generated += outcomes.len() as u64;
        // 3. New positions.
        let node = &self.positions[id];
        let (weight, tries) = (node.weight + u32::from(node.tries > 0), u64::from(node.tries));
        let mut added = Vec::new();
        for (place, outcome) in outcomes.into_iter().enumerate() {
            let realised = Realisation::new(step.clone(), outcome.pushes, id, label);
            let realised = Realisation { plan_nodes: Some(tries + 1), push_nodes: nodes, ..realised };
            if outcome.state.is_solved(self.context.maze.board) {
                let mut steps = self.steps_to(id);
                steps.push(realised);
                return self.found(steps);
            }
            let weight = weight + u32::from(place > 0);
            added.push(self.add(outcome.state, outcome.features, weight, Some((id, realised))));
        }
        self.trace.push(match refusal {
            Some(refusal) => TraceEntry::Refused { position: id, refusal },
            None if !is_realised => TraceEntry::Known { position: id, step, nodes },
            None => TraceEntry::Realised { position: id, step, label, outcomes: added, nodes },
        });
        // 4. The next proposal of the position.
        self.proposals.tried(id, is_realised);
        self.positions[id].tries += 1;
        self.enqueue(id);
        Status::Running
    }
}

impl Search for CoarseSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. The realisation in progress.
        if let Some((id, step, mut realisation)) = self.current.take() {
            if realisation.step(&self.realiser, meter)? {
                return Ok(self.advance(id, step, &realisation));
            }
            self.current = Some((id, step, realisation));
            return Ok(Status::Running);
        }
        if self.state(0).is_some_and(|start| start.is_solved(self.context.maze.board)) {
            return Ok(self.found(Vec::new()));
        }
        // 2. The position of this turn, and the proposal of its plan.
        let Some(cell) = self.cells.turn(None) else { return Ok(Status::Exhausted) };
        let Some((.., id)) = self.cells.least(cell) else { return Ok(Status::Exhausted) };
        let Some((state, node)) = self.positions.get_index(id) else { return Ok(Status::Exhausted) };
        let Some((step, rings)) = self.proposals.proposal(id, state, &mut self.trace, meter)? else {
            self.cells.take(cell);
            return Ok(Status::Running);
        };
        // 3. Its realisation begins.
        meter.count(NodeKind::Plan);
        let caps = (self.node_cap, Self::MORE);
        let realisation = self.realiser.begin((state, node.features), &step, rings, caps, meter)?;
        self.cells.take(cell);
        self.current = Some((id, step, realisation));
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.positions.len() as u64, pruned: self.realiser.refusals(), ..self.progress }
    }
}
