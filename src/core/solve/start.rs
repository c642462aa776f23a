//! Starts the search of each strategy: the one place that knows which strategy applies to a level, and how its search is made.

use super::options::Options;
use super::report::{PlanReport, Remains};
use super::schedule::{Begun, ScheduledSearch, Slot, Turn};
use super::strategy::{Needs, Strategy};
use crate::deadlock::{Purposes, Refusals};
use crate::exact::{ExactSearch, TableBounds};
use crate::level::{Board, Level};
use crate::maze::{Areas, Maze};
use crate::packing::{AlongPacking, BackwardPacking, PackingPlan, PackingPlans};
use crate::planner::agenda::{Agenda, AgendaSetting, Group};
use crate::planner::{EventSearch, EventSetting, Fallback, MadeTransfer, Plan, PlanningContext, pushes};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::{self, ByTarget, Components, Corrals, Fess, LeanSetting, Perimeter};
use itertools::Itertools;
use std::time::Duration;

/// Additional time of the first turn of the agenda: a hundred rooms take half of it.
pub(super) const HEAD_START: Duration = Duration::from_secs(1);

/// Maximum number of squares of a small board.
const SMALL: usize = 64;
/// Maximum number of squares of a dense board that counts as small.
const SMALL_IF_DENSE: usize = 80;
/// Minimum number of boxes per 100 squares of a dense board.
const DENSE: usize = 15;

/// Minimum number of cells of the picture of a sparse board, for each of its squares and in all.
const SPARSE: usize = 16;
const SPARSE_CELLS: usize = 1 << 14;

/// Factor of turns of `lean` on a small board, where a complete search is fast; see `FIGURES.md`, `LEAN`.
const SHARE_ON_SMALL: u32 = 16;
/// First two turns of `lean` on a small board of one room, where transfers between rooms play no part; see `FIGURES.md`.
const TURNS_IN_ONE_ROOM: [Turn; 2] = [Turn::new(2_000, 5), Turn::new(8_000, 20)];
/// First two turns of `lean` on small boards of several rooms: the first after the first turns of all plans, before the first of
/// `fess`; the second before the second of `fess` and `target`, see `FIGURES.md`.
const TURNS_ON_SMALL: [Turn; 2] = [Turn::new(2_000, 72), Turn::new(40_000, 230)];

/// Minimum number of nodes of a run in which exact plans take turns: their first tables take thousands.
const FEWEST_NODES: u64 = 20_000;

/// Minimum number of groups of one box into which a level is divided; of groups of several boxes two suffice.
const FEWEST: usize = 4;
/// Minimum number of boxes, and of rooms with goals, of a level of one group whose boxes may flow to their goals.
const FEWEST_OF_FLOW: usize = 12;
const FEWEST_GOAL_ROOMS: usize = 4;

/// The goals lie in several rooms, and no room has more than half of them.
fn has_goal_rooms(board: &Board, areas: &Areas) -> bool {
    let counts = board.goals().iter().counts_by(|&goal| areas.area_of(goal));
    counts.len() >= FEWEST_GOAL_ROOMS && counts.values().all(|&count| 2 * count <= board.goals().len())
}

/// True if the strategy `agenda` has a turn on a level.
pub fn is_divided(level: &Level, options: &Options) -> bool {
    let mut meter = Meter::unlimited();
    let maze = Maze::new(&level.board, &mut meter);
    let areas = Areas::new(&level.board, options.rooms_by, &options.patterns);
    maze.is_ok_and(|maze| groups(level, &maze, &areas, options, &meter).is_ok_and(|groups| groups.is_some()))
}

/// Divides a level into groups; `None` if no strategy needs them, or the level is one group.
pub(super) fn groups(
    level: &Level,
    maze: &Maze<'_>,
    areas: &Areas,
    options: &Options,
    meter: &Meter,
) -> Result<Option<Vec<Group>>, Stop> {
    // Conditions hold for the plan of the whole level, which a plan of groups would not see.
    if options.textbook.is_some() || !options.need(Needs::Groups) || !options.conditions.is_empty() {
        return Ok(None);
    }
    let groups = options.groups_by.groups(maze, &level.start, meter)?;
    let left = || groups.iter().filter(|group| !group.is_solved());
    let is_divided = left().count() >= FEWEST || left().filter(|group| group.boxes.len() > 1).count() > 1;
    // One group may flow to its goals room by room, if it is large and the goals are spread.
    let may_flow = || level.start.boxes.len() >= FEWEST_OF_FLOW && has_goal_rooms(&level.board, areas);
    Ok((is_divided || may_flow()).then_some(groups))
}

pub(super) struct PlanAreas {
    /// Rooms and tunnels as `rooms` shows them.
    pub(super) rooms: Areas,
    /// Areas small enough for tables of local states; `None` if no strategy needs them, or the nodes are too few for tables.
    small: Option<Areas>,
}

impl PlanAreas {
    pub(super) fn new(level: &Level, options: &Options, meter: &Meter) -> Result<Self, Stop> {
        let rooms = Areas::within(&level.board, options.rooms_by, &options.patterns, meter)?;
        let has_nodes = options.has_one_strategy() || meter.nodes_left().is_none_or(|left| left >= FEWEST_NODES);
        let small = (options.need(Needs::SmallAreas) && has_nodes)
            .then(|| TableBounds::areas(&level.board, options.rooms_by, &options.patterns));
        Ok(Self { rooms, small })
    }
}

/// Input of strategies: a level, data computed of it once, and results that they share.
pub(super) struct Context<'a> {
    pub(super) level: &'a Level,
    pub(super) maze: &'a Maze<'a>,
    pub(super) options: &'a Options,
    rooms: PlanningContext<'a>,
    small: Option<PlanningContext<'a>>,
    /// Groups of boxes; `None` if the level is one group.
    pub(super) groups: Option<Vec<Group>>,
    packing: PackingPlans,
    perimeter: Perimeter,
}

type StartedSearch<'a> = Box<dyn ScheduledSearch<Remains> + Send + 'a>;

impl<'a> Context<'a> {
    pub(super) fn new(
        level: &'a Level,
        maze: &'a Maze<'a>,
        divided: &'a PlanAreas,
        groups: Option<Vec<Group>>,
        options: &'a Options,
    ) -> Self {
        let rooms = PlanningContext::new(maze, &divided.rooms);
        let small = divided.small.as_ref().map(|small| PlanningContext::new(maze, small));
        let perimeter = Perimeter::new(level.board.len());
        Self { level, maze, options, rooms, small, groups, packing: PackingPlans::default(), perimeter }
    }

    /// Returns the strategies that take part, in the order of their first turns.
    pub(super) fn slots(&'a self) -> Vec<Slot<'a, Strategy, Remains>> {
        let strategies: Vec<Strategy> = match &self.options.textbook {
            Some(setup) => vec![Strategy::Textbook(setup.strategy)],
            None => self.options.strategies.iter().copied().filter(|strategy| strategy.has_turns()).collect(),
        };
        let is_alone = strategies.len() == 1;
        // A strategy that the user names alone runs, whatever the board.
        let takes_part = |strategy: &Strategy| self.applies(*strategy) && (is_alone || !self.is_too_large(*strategy));
        strategies.into_iter().filter(takes_part).map(|strategy| self.slot(strategy)).collect()
    }

    fn slot(&'a self, strategy: Strategy) -> Slot<'a, Strategy, Remains> {
        let (turns, share) = self.turns(strategy);
        let areas = match (strategy.needs(), &self.small) {
            (Needs::SmallAreas, Some(small)) => small.areas,
            _ => self.rooms.areas,
        };
        // The other plans are proposed without a search; an exact plan is empty until it is found.
        let plan = (strategy.needs() == Needs::SmallAreas).then(Plan::default);
        let report = || PlanReport { plan, ..PlanReport::new(areas.clone(), strategy) };
        let mut slot = Slot::new(strategy, turns, share, move |meter| start(strategy, self, meter));
        slot.counts.report.plan = strategy.is_plan().then(report);
        if strategy == Strategy::Agenda {
            slot.head_start = HEAD_START;
        }
        slot
    }

    fn turns(&self, strategy: Strategy) -> ([Turn; 2], u32) {
        let (board, usual) = (self.maze.board, strategy.first_turns());
        let (squares, boxes) = (board.len(), self.level.start.boxes.len());
        let is_dense = boxes * 100 >= squares * DENSE;
        let is_small = squares <= if is_dense { SMALL_IF_DENSE } else { SMALL };
        if strategy != Strategy::Lean || !is_small {
            return (usual, strategy.share());
        }
        let areas = Areas::by_patterns(board);
        let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
        // In one room plans have no transfers to make, so `lean` begins before them.
        (if rooms <= 1 { TURNS_IN_ONE_ROOM } else { TURNS_ON_SMALL }, SHARE_ON_SMALL)
    }

    fn applies(&self, strategy: Strategy) -> bool {
        match strategy.needs() {
            Needs::Groups => self.groups.is_some(),
            // Conditions name borders of rooms, which small areas do not have.
            Needs::SmallAreas => self.small.is_some() && self.options.conditions.is_empty(),
            Needs::Nothing | Needs::Rooms => strategy.is_textbook() == self.options.textbook.is_some(),
        }
    }

    /// True if the board is mostly wall: `lean` alone would take a gigabyte, a bit for each cell and position.
    fn is_too_large(&self, strategy: Strategy) -> bool {
        let board = self.maze.board;
        let cells = board.width() * board.height();
        strategy == Strategy::Lean && cells > SPARSE_CELLS && cells > SPARSE * board.len()
    }

    /// Returns the packing plan that takes boxes from their starts; `None` if there is none, or searches follow none.
    fn by_starts(&self, meter: &mut Meter) -> Result<Option<PackingPlan>, Stop> {
        if !self.packs() {
            return Ok(None);
        }
        self.packing.by_starts(self.maze, &self.level.start, meter)
    }

    const fn packs(&self) -> bool {
        self.options.has(Components::PACKING)
    }

    fn event_setting(&self) -> EventSetting {
        let options = self.options;
        let fallback = match (options.has(Components::LABELS), options.has(Components::FALLBACK)) {
            (false, _) => Fallback::Always,
            (true, true) => Fallback::ByLabel,
            (true, false) => Fallback::Never,
        };
        EventSetting {
            setting: options.setting(),
            takes_over: options.takes_over(),
            fallback,
            conditions: options.conditions.clone(),
            traces: options.traces,
            ..EventSetting::default()
        }
    }
}

/// Starts the search of a strategy; `None` if the strategy does not apply to the level.
fn start<'a>(strategy: Strategy, context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a, Remains> {
    let Context { level, maze, options, rooms, .. } = context;
    let from = &level.start;
    Ok(Some(match strategy {
        Strategy::Agenda => {
            let Some(groups) = &context.groups else { return Ok(None) };
            agenda(context, groups)
        }
        Strategy::ExactPlans => {
            let Some(small) = &context.small else { return Ok(None) };
            let rules = options.rules.purposes(Purposes::ONE_AREA);
            // Beside others it may give up; a user who names it alone wants what it can.
            let bounds = TableBounds { stays_small: !options.has_one_strategy(), ..TableBounds::USUAL };
            let plan = context.by_starts(meter)?;
            let search = ExactSearch::guided(small, from, plan.as_ref(), &bounds, &rules, meter)?;
            scheduled(search, |search, empty| empty.with_plan(|plan| after_exact_plans(&search, level, plan)))
        }
        Strategy::EventsByStarts => {
            let plan = context.by_starts(meter)?;
            events(EventSearch::new(rooms, from, plan, context.event_setting(), meter)?)
        }
        Strategy::Events if !context.packs() => {
            events(EventSearch::new(rooms, from, None, context.event_setting(), meter)?)
        }
        Strategy::Events => {
            let packing = BackwardPacking::new(maze, from, meter)?.shared(&context.packing);
            let search = EventSearch::by_sinks(rooms, packing, context.event_setting());
            scheduled(search, |search: AlongPacking<'_, EventSearch<'_>>, empty| match search.search {
                Some(mut search) => empty.with_plan(|plan| after_events(&mut search, plan)),
                None => empty,
            })
        }
        Strategy::Fess if context.packs() => {
            let packing = BackwardPacking::new(maze, from, meter)?.shared(&context.packing);
            let mut setting = options.setting();
            // Growing corrals win levels in this search and lose some in others: see `FIGURES.md`.
            if setting.prunings.corrals == Corrals::Single {
                setting.prunings.corrals = Corrals::Growing;
            }
            let search = Fess::by_sinks(packing, setting, context.perimeter.clone());
            scheduled(search, |search: AlongPacking<'_, Fess<'_>>, empty| {
                empty.with_refusals(search.search.map(|search| search.refused()).unwrap_or_default())
            })
        }
        Strategy::Fess | Strategy::FessByStarts => {
            let plan = if strategy == Strategy::FessByStarts { context.by_starts(meter)? } else { None };
            let search = Fess::new(maze, from, plan, options.setting(), context.perimeter.clone(), meter)?;
            scheduled(search, |search, empty| empty.with_refusals(search.refused()))
        }
        Strategy::Lean => {
            let prunings = options.prunings(Purposes::FAST_SEARCHES);
            let search = search::lean(maze, from, &prunings, LeanSetting::default(), meter)?;
            scheduled(search, |search, empty| empty.with_refusals(search.refused()))
        }
        Strategy::Target => {
            let prunings = options.prunings(Purposes::THOROUGH_SEARCHES);
            let search = ByTarget::new(maze, from, context.perimeter.clone(), &prunings, meter)?;
            scheduled(search, |search, empty| empty.with_refusals(search.refused()))
        }
        // The planner of room events begins it.
        Strategy::Takeover => return Ok(None),
        Strategy::Textbook(_) | Strategy::Backward => {
            let Some(setup) = &options.textbook else { return Ok(None) };
            scheduled(setup.begin(maze, from, meter)?, |_, empty| empty)
        }
    }))
}

fn agenda<'a>(context: &'a Context<'a>, groups: &[Group]) -> StartedSearch<'a> {
    let Context { level, maze, options, .. } = context;
    let setting = AgendaSetting { prunings: options.prunings(Purposes::FAST_SEARCHES), setting: options.setting() };
    let search = Agenda::new(maze, context.rooms.areas, &level.start, groups.to_vec(), setting);
    let end = |search: Agenda<'_>, empty: Remains| {
        let (groups, attempts) = (Some(search.report()), search.attempts(&level.board));
        empty.with_plan(|plan| PlanReport { groups, attempts, ..plan })
    };
    Box::new(Scheduled { search, gains: |search| search.commits().len(), end })
}

fn events(search: EventSearch<'_>) -> StartedSearch<'_> {
    scheduled(search, |mut search, empty| empty.with_plan(|plan| after_events(&mut search, plan)))
}

fn after_events(search: &mut EventSearch<'_>, report: PlanReport) -> PlanReport {
    let tally = search.tally();
    PlanReport {
        attempts: search.attempts(),
        packing: search.packing().cloned(),
        plan: search.plan().cloned(),
        labels: tally.labels(),
        tally: Some(tally),
        trace: search.trace(),
        ..report
    }
}

/// An exact plan fixes all of its steps before any push is made: the plan is its steps.
fn after_exact_plans(search: &ExactSearch<'_>, level: &Level, report: PlanReport) -> PlanReport {
    let attempts = search.attempts(&report.areas).unwrap_or_default();
    let made = MadeTransfer::all(&level.board, &report.areas, &level.start, &pushes(&attempts));
    let boxes = made.into_iter().filter_map(|made| {
        let (from, to) = made.step.ends()?;
        Some((from, to, made.step.route, made.fills))
    });
    let plan = Plan::in_order(boxes);
    PlanReport { attempts, plan: Some(plan), labels: search.labels, ..report }
}

impl Remains {
    fn with_refusals(self, refused: Refusals) -> Self {
        Self { refused, ..self }
    }

    fn with_plan(self, fill: impl FnOnce(PlanReport) -> PlanReport) -> Self {
        Self { plan: self.plan.map(fill), ..self }
    }
}

/// A search in the schedule, with its gains and the function that makes its report.
struct Scheduled<S, E> {
    search: S,
    gains: fn(&S) -> usize,
    end: E,
}

fn scheduled<'a, S>(search: S, end: impl FnOnce(S, Remains) -> Remains + Send + 'a) -> StartedSearch<'a>
where
    S: Search<Solution = Vec<Push>> + Send + 'a,
{
    Box::new(Scheduled { search, gains: |_| 0, end })
}

impl<S: Search<Solution = Vec<Push>>, E> Search for Scheduled<S, E> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        self.search.step(meter)
    }

    fn is_complete(&self) -> bool {
        self.search.is_complete()
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    fn compact(&mut self) -> bool {
        self.search.compact()
    }
}

impl<S, E> ScheduledSearch<Remains> for Scheduled<S, E>
where
    S: Search<Solution = Vec<Push>>,
    E: FnOnce(S, Remains) -> Remains,
{
    fn gains(&self) -> usize {
        (self.gains)(&self.search)
    }

    fn end(self: Box<Self>, empty: Remains) -> Remains {
        (self.end)(self.search, empty)
    }
}
