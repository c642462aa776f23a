//! The search of the planner of room events: positions by their features, along a packing plan, with takeovers.

use super::domain::{Events, Fallback};
use super::operator::Operator;
use super::takeover::Takeovers;
use super::{Act, EventTally};
use crate::abstraction::Label;
use crate::feature_space::{FeatureSpace, NodeId};
use crate::level::{Position, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::{BackwardPacking, PackingMove, PackingPlan, PackingPlans};
use crate::planner::sources::FirstPlans;
use crate::planner::{PlanOrigin, PlanningContext, Proposal, Realisation, Step, TraceEntry, pushes};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{Features, Perimeter, Pushes, Setting};
use itertools::Itertools;

/// The settings of the planner of room events.
#[derive(Clone, Debug)]
pub struct EventSetting {
    /// Components, deadlock rules, advisers and areas, as for a push search.
    pub setting: Setting,
    /// Whether the full push search takes over when the planner makes no progress.
    pub takes_over: bool,
    /// In which positions plain pushes of the full push search are moves too.
    pub fallback: Fallback,
    /// Maximum number of positions in the closure of an area (those to which pushes inside the area lead).
    pub most: usize,
}

impl Default for EventSetting {
    fn default() -> Self {
        Self { setting: Setting::default(), takes_over: false, fallback: Fallback::ByLabel, most: Self::MEMBERS }
    }
}

impl EventSetting {
    /// Maximum number of positions in a closure. Solved at 1,000 nodes a level along packing plans by sinks and by
    /// starts: XSokoban 74 and 74 levels with 50, 72 and 71 with 100, 75 and 76 with 20; SokEvo 51 and 75 with 50, 53
    /// and 74 with 100. 50 takes 0.8 times the seconds of 100; smaller closures leave more labels unknown.
    pub const MEMBERS: usize = 50;
}

#[derive(Debug)]
struct Along<'a> {
    maze: &'a Maze<'a>,
    plan: Option<PackingPlan>,
    setting: EventSetting,
    space: FeatureSpace<Events<'a>>,
    takeovers: Takeovers<'a>,
    best: Features,
    is_over: bool,
    /// Abstract plan of the start position, and whether it reaches the goal; `None` without a packing plan.
    first_plan: Option<(Vec<Proposal>, PlanOrigin)>,
}

impl<'a> Along<'a> {
    /// Maximum number of positions in a trace, as finding the path to one takes some microseconds.
    const TRACED: u32 = 10_000;

    fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        plan: Option<PackingPlan>,
        setting: EventSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let maze = context.maze;
        let first_plan =
            plan.as_ref().map(|plan| FirstPlans::along(context, start, plan.clone()).first(meter)).transpose()?;
        let first_plan = first_plan.flatten();
        let perimeter = Perimeter::new(maze.board.len());
        let mut pushes = Pushes::new(maze, plan.clone(), setting.setting.clone(), perimeter, meter)?;
        let features = pushes.features(start, meter)?;
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let events = Events::new(maze, context.areas, pushes, setting.fallback, setting.most);
        let space = FeatureSpace::new(events, root, features, meter)?;
        Ok(Self { maze, plan, setting, space, takeovers: Takeovers::new(), best: features, is_over: false, first_plan })
    }

    /// Returns the plan step that an operator makes in a position: the one of its last box, or the whole arrangement.
    fn step_of(&mut self, state: &State, operator: Operator) -> Step {
        let events = &mut self.space.domain;
        let (silent, last) = events.pushes_of(state, operator);
        step_of(self.maze, events.areas, if last.is_empty() { &silent } else { &last })
    }

    fn steps_to_nearest(&mut self) -> Vec<Step> {
        let path = self.space.nearest_node().map(|node| self.space.path(node)).unwrap_or_default();
        path.iter().map(|(_, state, operator)| self.step_of(state, *operator)).collect()
    }

    fn best_packed(&self) -> u16 {
        let best = self.space.nearest_node().and_then(|node| self.space.score(node));
        best.unwrap_or(self.best).packed
    }

    /// Returns the trace: the abstract plan of the start, then the operators that led to the first positions.
    fn trace(&mut self) -> Vec<TraceEntry> {
        let held = u32::try_from(self.space.progress().kept).unwrap_or(u32::MAX);
        let made = (1..held.min(Self::TRACED)).filter_map(|node| {
            let (position, operator) = self.space.parent(node)?;
            let state = self.space.state(position)?.clone();
            let (step, label, position) = (self.step_of(&state, operator), operator.label, position as usize);
            Some(TraceEntry::Realised { position, step, label, outcomes: vec![node as usize], nodes: 0 })
        });
        let made: Vec<TraceEntry> = made.collect();
        let steps = |plan: &[Proposal]| plan.iter().map(|proposal| proposal.step.clone()).collect();
        let planned = self.first_plan.as_ref();
        let planned =
            planned.map(|(plan, origin)| TraceEntry::Planned { position: 0, plan: Some(steps(plan)), origin: *origin });
        planned.into_iter().chain(made).collect()
    }

    fn steps(&mut self, last: NodeId) -> Vec<Realisation> {
        let path: Vec<(NodeId, State, Operator)> = self.space.path(last);
        let mut steps = Vec::new();
        for (node, state, operator) in path {
            let packs = self.next_packed(node);
            self.add_steps(node, &state, operator, packs, &mut steps);
        }
        steps
    }

    fn next_packed(&self, node: NodeId) -> Option<(usize, PackingMove)> {
        let packed = self.space.score(node)?.packed.into();
        Some((packed, self.plan.as_ref()?.next(packed)?))
    }

    fn add_steps(
        &mut self,
        node: NodeId,
        state: &State,
        operator: Operator,
        packs: Option<(usize, PackingMove)>,
        steps: &mut Vec<Realisation>,
    ) {
        let Self { maze, space, .. } = self;
        let events = &mut space.domain;
        let (silent, last) = events.pushes_of(state, operator);
        let Operator { act, label, area, .. } = operator;
        let mut add = |step: Step, pushes: Vec<Push>| {
            let realised = Realisation::new(step, pushes, node as usize, label);
            steps.push(Realisation { act: Some(act), packs, ..realised });
        };
        if !silent.is_empty() {
            add(Step::Arrange(area), silent);
        }
        if !last.is_empty() {
            add(step_of(maze, events.areas, &last), last);
        }
    }

    fn taken_over(&mut self, node: NodeId, pushes: Vec<Push>) -> Vec<Realisation> {
        let mut steps = self.steps(node);
        if !pushes.is_empty() {
            let (packs, takeover) = (self.next_packed(node), Some(self.takeovers.reason));
            let realised = Realisation::new(Step::Takeover, pushes, node as usize, Label::Unknown);
            steps.push(Realisation { act: Some(Act::Takeover), packs, takeover, ..realised });
        }
        steps
    }
}

/// Returns the plan step that pushes of one box make: a transfer if it ends in another area, else an arrangement.
fn step_of(maze: &Maze<'_>, areas: &Areas, pushes: &[Push]) -> Step {
    let ends = pushes.iter().filter_map(|push| maze.board.next(push.from, push.direction));
    let squares = pushes.first().map(|push| push.from).into_iter().chain(ends);
    let route: Vec<AreaId> = squares.map(|square| areas.area_of(square)).dedup().collect();
    match route.as_slice() {
        [first, .., last] if first != last => Step::Transfer(route),
        [area, ..] => Step::Arrange(*area),
        [] => Step::Takeover,
    }
}

impl Search for Along<'_> {
    type Solution = Vec<Realisation>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Realisation>>, Stop> {
        // 1. A takeover goes on from the best position.
        if self.takeovers.left > 0 {
            let node = self.space.nearest_node().unwrap_or(0);
            let Self { maze, plan, setting, space, takeovers, .. } = self;
            let Some(state) = space.state(node) else { return Ok(Status::Exhausted) };
            return Ok(match takeovers.step((node, state), maze, plan.as_ref(), setting, meter)? {
                Status::Running => Status::Running,
                Status::Found(pushes) => Status::Found(self.taken_over(node, pushes)),
                Status::Exhausted if self.is_over => Status::Exhausted,
                Status::Exhausted => {
                    self.takeovers.end_turn();
                    Status::Running
                }
            });
        }
        // 2. The planner visits a position.
        let before = self.space.generated();
        match self.space.step(meter)? {
            Status::Found(last) => return Ok(Status::Found(self.steps(last))),
            Status::Exhausted if self.setting.takes_over => {
                self.is_over = true;
                self.takeovers.go_on();
                return Ok(Status::Running);
            }
            Status::Exhausted => return Ok(Status::Exhausted),
            Status::Running => {}
        }
        // 3. Progress decides whether a takeover is due.
        if self.setting.takes_over {
            let visited = self.space.generated() - before;
            let best = self.space.nearest_node().and_then(|node| self.space.score(node)).unwrap_or(self.best);
            self.takeovers.visited(visited, best > self.best);
            self.best = self.best.max(best);
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain.pushes.moves.pruned(), ..self.space.progress() }
    }

    fn compact(&mut self) -> bool {
        self.takeovers.compact() || self.space.compact()
    }
}

#[derive(Debug)]
enum Stage<'a> {
    /// A packing plan is searched for; the settings are those of the search along it.
    Packing(Box<BackwardPacking<'a>>, EventSetting),
    Along(Box<Along<'a>>),
}

/// Search of the planner of room events: finds or takes a packing plan, then searches along it.
#[derive(Debug)]
pub struct EventSearch<'a> {
    context: &'a PlanningContext<'a>,
    start: Position,
    stage: Stage<'a>,
    steps: Option<Vec<Realisation>>,
}

impl<'a> EventSearch<'a> {
    /// Creates the search along the plan that `packing` finds; without a plan every filled goal counts as packed.
    pub fn by_sinks(context: &'a PlanningContext<'a>, packing: BackwardPacking<'a>, setting: EventSetting) -> Self {
        let start = packing.start.clone();
        Self { context, start, stage: Stage::Packing(Box::new(packing), setting), steps: None }
    }

    /// Creates the search along [`PackingPlans::by_starts`]; without a plan every filled goal counts as packed.
    pub fn by_starts(
        context: &'a PlanningContext<'a>,
        start: &Position,
        plans: &PackingPlans,
        setting: EventSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        Self::by_plan(context, start, plans.by_starts(context.maze, start, meter)?, setting, meter)
    }

    /// Creates the search along a packing plan; without one every filled goal counts as packed.
    pub fn by_plan(
        context: &'a PlanningContext<'a>,
        start: &Position,
        plan: Option<PackingPlan>,
        setting: EventSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let along = Box::new(Along::new(context, start, plan, setting, meter)?);
        Ok(Self { context, start: start.clone(), stage: Stage::Along(along), steps: None })
    }

    const fn along(&self) -> Option<&Along<'a>> {
        if let Stage::Along(along) = &self.stage { Some(along) } else { None }
    }

    const fn along_mut(&mut self) -> Option<&mut Along<'a>> {
        if let Stage::Along(along) = &mut self.stage { Some(along) } else { None }
    }

    /// Returns the abstract plan of the start position along the packing plan; `None` while there is no packing plan.
    pub fn plan(&self) -> Option<Vec<Proposal>> {
        self.along().and_then(|along| along.first_plan.as_ref()).map(|(plan, _)| plan.clone())
    }

    /// Returns the number of packing steps done in the best position; `None` without a packing plan.
    pub fn packed(&self) -> Option<usize> {
        self.along().filter(|along| along.plan.is_some()).map(|along| along.best_packed().into())
    }

    /// Removes and returns the steps of the solution; `None` before it is found.
    pub const fn take_steps(&mut self) -> Option<Vec<Realisation>> {
        self.steps.take()
    }

    /// Returns the trace: the abstract plan of the start, and the operators that led to new positions, in order.
    pub fn trace(&mut self) -> Vec<TraceEntry> {
        self.along_mut().map(Along::trace).unwrap_or_default()
    }

    /// Returns the position with the best features so far; `None` before the search has begun.
    pub fn nearest(&self) -> Option<Position> {
        self.along().and_then(|along| along.space.nearest()).map(State::position)
    }

    /// Returns the steps to the position with the best features, each as one square of each of its areas.
    pub fn steps_to_nearest(&mut self) -> Vec<Vec<Square>> {
        let steps = self.along_mut().map(Along::steps_to_nearest).unwrap_or_default();
        steps.iter().map(|step| step.squares(self.context.areas)).collect()
    }

    /// Returns the tally of operators, closures and takeovers so far.
    pub fn tally(&self) -> EventTally {
        let Some(along) = self.along() else { return EventTally::default() };
        let Takeovers { begun, nodes, .. } = along.takeovers;
        EventTally { takeovers: begun, takeover_nodes: nodes, ..along.space.domain.tally() }
    }
}

impl Search for EventSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        if self.start.is_solved(self.context.maze.board) {
            return Ok(Status::Found(pushes(self.steps.insert(Vec::new()))));
        }
        let (plan, setting) = match &mut self.stage {
            Stage::Along(along) => return Ok(along.step(meter)?.map(|steps| pushes(self.steps.insert(steps)))),
            Stage::Packing(packing, setting) => match packing.step(meter)? {
                Status::Running => return Ok(Status::Running),
                Status::Found(plan) => (Some(plan), setting.clone()),
                Status::Exhausted => (None, setting.clone()),
            },
        };
        let along = Along::new(self.context, &self.start, plan, setting, meter)?;
        self.stage = Stage::Along(Box::new(along));
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.along().map(Search::progress).unwrap_or_default()
    }

    fn compact(&mut self) -> bool {
        match &mut self.stage {
            Stage::Packing(packing, _) => packing.compact(),
            Stage::Along(along) => along.compact(),
        }
    }
}
