//! The search of the planner of room events: positions by their features, along a packing plan, with takeovers.

use super::domain::Events;
use super::{EventSetting, EventTally, Operator};
use crate::deadlock::RuleId;
use crate::feature_space::{FeatureSpace, NodeId};
use crate::level::Position;
use crate::maze::{AreaId, Maze};
use crate::packing::{AlongPacking, BackwardPacking, PackingPlan};
use crate::planner::{Act, Plan, PlanningContext, Proposal, Step, StepResult, TraceEntry, propose};
use crate::push::{Macro, Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop, count32};
use crate::search::{Features, Fess, MacroPushes, Perimeter, Pushes};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Search of the planner of room events along a packing plan.
#[derive(Debug)]
pub struct EventSearch<'a> {
    context: &'a PlanningContext<'a>,
    packing: Option<PackingPlan>,
    setting: EventSetting,
    space: FeatureSpace<Events<'a>>,
    takeovers: Takeovers<'a>,
    best: Features,
    is_over: bool,
    /// Steps of the solution, and the last position of the planner on the way.
    solution: Option<(Vec<StepResult>, NodeId)>,
}

impl<'a> EventSearch<'a> {
    /// Maximum number of positions in a trace, as finding the path to one takes some microseconds.
    const TRACED: u32 = 10_000;
    /// Maximum number of positions with refusals, which take up to a millisecond; a person reads no further.
    const JUDGED: u32 = 300;

    /// Creates the search along a packing plan; without one every filled goal counts as packed.
    pub fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        packing: Option<PackingPlan>,
        setting: EventSetting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let maze = context.maze;
        let mut setting = setting;
        // A plan that the caller gives is followed; else one is proposed, which is no work of this search.
        if let (None, Some(packing)) = (&setting.plan, &packing) {
            let conditions = &setting.conditions;
            let proposal = Proposal { packing, conditions, avoided: &[] };
            setting.plan = propose(context, start, proposal, &mut meter.aside())?;
        }
        let perimeter = Perimeter::new(maze.board.len());
        let mut pushes = Pushes::new(maze, packing.clone(), setting.setting.clone(), perimeter, meter)?;
        let features = pushes.features(start, meter)?;
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        let events = Events::new(maze, context.areas, pushes, &setting);
        let space = FeatureSpace::new(events, (root, 0), features, meter)?;
        let takeovers = Takeovers { next: Takeovers::FIRST, ..Takeovers::default() };
        Ok(Self { context, packing, setting, space, takeovers, best: features, is_over: false, solution: None })
    }

    /// Creates the search along the plan that `packing` finds.
    pub fn by_sinks(
        context: &'a PlanningContext<'a>,
        packing: BackwardPacking<'a>,
        setting: EventSetting,
    ) -> AlongPacking<'a, Self> {
        let start = packing.start.clone();
        AlongPacking::new(packing, move |plan, meter| Self::new(context, &start, plan, setting.clone(), meter))
    }

    const fn maze(&self) -> &'a Maze<'a> {
        self.context.maze
    }

    /// Returns the plan that the search follows; `None` without a packing plan.
    pub const fn plan(&self) -> Option<&Plan> {
        self.setting.plan.as_ref()
    }

    /// Returns the packing plan along which the search goes; `None` without one.
    pub const fn packing(&self) -> Option<&PackingPlan> {
        self.packing.as_ref()
    }

    /// Returns the steps of the solution, or else to the position with the best features so far.
    pub fn attempts(&mut self) -> Vec<StepResult> {
        match &self.solution {
            Some((steps, _)) => steps.clone(),
            None => self.steps_to(self.space.nearest_node().unwrap_or(0)),
        }
    }

    /// Returns the tally of operators, closures and takeovers so far.
    pub fn tally(&self) -> EventTally {
        let Takeovers { begun, nodes, .. } = self.takeovers;
        EventTally { takeovers: begun, takeover_nodes: nodes, ..self.space.domain.tally() }
    }

    /// Returns the trace: the operators that led to the first new positions, in order, and after each the transfers that rules
    /// refuse in its position; empty without [`EventSetting::traces`].
    pub fn trace(&mut self) -> Vec<TraceEntry> {
        if !self.setting.traces {
            return Vec::new();
        }
        let last = self.solution.as_ref().map_or_else(|| self.space.nearest_node(), |&(_, last)| Some(last));
        let before = |&node: &NodeId| self.space.parent(node).map(|(before, _)| before);
        let way: FxHashSet<NodeId> = std::iter::successors(last, before).collect();
        // The rules of the search count what they refuse, so the trace has rules of its own.
        let mut rules = MacroPushes::new(self.maze(), &self.setting.setting.prunings);
        let mut trace = self.refused(0, &mut rules);
        for node in 1..count32(self.space.progress().kept).min(Self::TRACED) {
            trace.extend(self.traced(node, way.contains(&node), &mut rules));
            trace.extend(self.refused(node, &mut rules));
        }
        trace
    }

    fn traced(&mut self, node: NodeId, is_chosen: bool, rules: &mut MacroPushes<'_>) -> Option<TraceEntry> {
        let (position, operator) = self.space.parent(node)?;
        let [before, after] = [position, node].map(|id| self.space.state(id).map(|(state, _)| state.clone()));
        let (mut steps, after) = (self.steps_of(&before?, operator), after?);
        let pushes = crate::planner::pushes(&steps);
        let StepResult { step, act, label, .. } = steps.pop()?;
        let moved = Step::of(self.maze().board, self.context.areas, &pushes).boxes;
        let (player, last) = (pushes.last()?.from, Some(operator).filter(Operator::is_direct).map(|by| by.by));
        let is_lost = |rules: &mut MacroPushes<'_>| rules.is_lost(&after, last, &mut Meter::unlimited()).ok();
        let refused = rules.rule_of(|rules| node < Self::JUDGED && is_lost(rules) == Some(true));
        let (position, outcome) = (position as usize, Some(node as usize));
        Some(TraceEntry { position, step, act, label, moved, player, outcome, refused, is_chosen })
    }

    /// Returns the refused transfers of a position: a box could go to another area or to goals, but by no allowed push.
    fn refused(&self, node: NodeId, rules: &mut MacroPushes<'_>) -> Vec<TraceEntry> {
        let (board, areas) = (self.maze().board, self.context.areas);
        let Some((state, _)) = self.space.state(node).filter(|_| node < Self::JUDGED) else { return Vec::new() };
        let mut trace = Vec::new();
        for from in rules.movers(state).iter() {
            let mut moves: BTreeMap<(AreaId, bool), Vec<Macro>> = BTreeMap::new();
            rules.each_of(state, from, |_, by, _| {
                moves.entry((areas.area_of(by.to), board.is_goal(by.to))).or_default().push(by);
            });
            moves.retain(|&(area, fills), _| fills || area != areas.area_of(from));
            for moves in moves.into_values() {
                let refusal = |&by: &Macro| rules.rule_of(|rules| rules.refuses(&state.boxes.shifted(from, by.to), by));
                let refused = moves.iter().map(refusal).collect::<Option<Vec<RuleId>>>();
                trace.extend(refused.and_then(|refused| refused.first().copied()).map(|refused| {
                    let step = Step::of(board, areas, &rules.pushes(state, moves[0]));
                    let (moved, player) = (step.boxes.clone(), moves[0].player(board, false));
                    let (position, act, label, outcome) = (node as usize, Act::Event, None, None);
                    let (refused, is_chosen) = (Some(refused), false);
                    TraceEntry { position, step, act, label, moved, player, outcome, refused, is_chosen }
                }));
            }
        }
        trace
    }

    fn steps_to(&mut self, last: NodeId) -> Vec<StepResult> {
        let path = self.space.path(last);
        path.iter().flat_map(|(_, (state, _), operator)| self.steps_of(state, *operator)).collect()
    }

    /// Returns the steps of an operator: an arrangement, if its area is arranged before, and the step of its last box.
    fn steps_of(&mut self, state: &State, operator: Operator) -> Vec<StepResult> {
        let (board, areas) = (self.maze().board, self.context.areas);
        let (silent, last) = self.space.domain.pushes_of(state, operator);
        let arranged = (Act::Arrangement, silent);
        let steps = [arranged, (operator.act, last)].into_iter().filter(|(_, pushes)| !pushes.is_empty());
        steps.map(|(act, pushes)| StepResult::new(board, areas, act, Some(operator.label), pushes)).collect()
    }

    fn found(&mut self, last: NodeId, taken_over: Vec<Push>) -> Status<Vec<Push>> {
        let mut steps = self.steps_to(last);
        if !taken_over.is_empty() {
            let (board, areas) = (self.maze().board, self.context.areas);
            steps.push(StepResult::new(board, areas, Act::Takeover, None, taken_over));
        }
        let (steps, _) = self.solution.insert((steps, last));
        Status::Found(crate::planner::pushes(steps))
    }

    fn take_over(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let node = self.space.nearest_node().unwrap_or(0);
        let Self { context, packing, setting, space, takeovers, .. } = self;
        let Some((state, _)) = space.state(node) else { return Ok(Status::Exhausted) };
        Ok(match takeovers.step(node, state, context.maze, packing.as_ref(), setting, meter)? {
            Status::Running => Status::Running,
            Status::Found(pushes) => self.found(node, pushes),
            Status::Exhausted if self.is_over => Status::Exhausted,
            Status::Exhausted => {
                self.takeovers.end_turn();
                Status::Running
            }
        })
    }
}

impl Search for EventSearch<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. A takeover goes on from the best position.
        if self.takeovers.left > 0 {
            return self.take_over(meter);
        }
        // 2. The planner visits a position.
        let before = self.space.generated();
        match self.space.step(meter)? {
            Status::Found(last) => return Ok(self.found(last, Vec::new())),
            Status::Exhausted if self.setting.takes_over => {
                // The planner has tried its operators; a push search makes pushes that they do not.
                // The planner has tried everything, so takeovers have all further turns.
                (self.is_over, self.takeovers.left) = (true, u64::MAX);
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

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain.pushes.moves.pruned(), ..self.space.progress() }
    }

    fn compact(&mut self) -> bool {
        self.takeovers.compact() || self.space.compact()
    }
}

/// The full push searches, kept from turn to turn, and whose turn it is.
#[derive(Debug, Default)]
struct Takeovers<'a> {
    /// Searches, each with its first position; the last in the list had the most recent turn.
    kept: Vec<(NodeId, Fess<'a>)>,
    /// Number of nodes left in the present turn of a takeover; 0 while the planner has its turn.
    left: u64,
    next: u64,
    /// Positions that the planner has expanded since its last progress or the last takeover.
    since: u64,
    begun: u64,
    nodes: u64,
}

impl<'a> Takeovers<'a> {
    /// Number of positions without progress before the first takeover, and nodes of its first turn; later turns are longer.
    const FIRST: u64 = 100;
    // Each search holds all its positions.
    const KEPT: usize = 3;

    /// Counts positions that the planner expanded. `is_further`: whether these positions brought progress.
    const fn visited(&mut self, positions: u64, is_further: bool) {
        self.since += positions;
        if is_further {
            // The position is a new one to start from, so takeovers begin small again.
            (self.since, self.next) = (0, Self::FIRST);
        } else if self.since >= self.next {
            self.left = self.next;
        }
    }

    /// Ends the turn of a takeover; the next one is three times as long.
    fn end_turn(&mut self) {
        (self.left, self.since) = (0, 0);
        // A takeover that goes the right way soon gets enough nodes; one that does not costs a bounded share of all.
        self.next = self.next.saturating_mul(3);
    }

    /// Makes one step of the full push search from a position; begins the search if none is kept for the position.
    fn step(
        &mut self,
        node: NodeId,
        state: &State,
        maze: &'a Maze<'a>,
        plan: Option<&PackingPlan>,
        setting: &EventSetting,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        // 1. The search of this position, last in the list.
        match self.kept.iter().position(|&(of, _)| of == node) {
            // The search whose turn is longest ago stands first, and is dropped first.
            Some(place) => self.kept[place..].rotate_left(1),
            None => {
                let perimeter = Perimeter::new(maze.board.len());
                let search =
                    Fess::new(maze, &state.position(), plan.cloned(), setting.setting.clone(), perimeter, meter)?;
                if self.kept.len() == Self::KEPT {
                    self.kept.remove(0);
                }
                self.kept.push((node, search));
                self.begun += 1;
            }
        }
        // 2. One step.
        let Some((_, search)) = self.kept.last_mut() else { return Ok(Status::Exhausted) };
        let before = search.progress().kept;
        let status = search.step(meter)?;
        let nodes = search.progress().kept.saturating_sub(before);
        self.nodes += nodes;
        self.left = self.left.saturating_sub(nodes);
        if self.left == 0 && status == Status::Running {
            self.end_turn();
        }
        Ok(status)
    }

    /// Drops all searches but the last one; true if any was dropped.
    fn compact(&mut self) -> bool {
        let older = self.kept.len().saturating_sub(1);
        self.kept.drain(..older).count() > 0
    }
}
