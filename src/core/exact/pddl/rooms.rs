//! Positions as problems of `rooms.pddl`, and their plans as pushes. A problem has the tables of all areas as fixed facts: the sets of
//! local states that an area may hold, and the effect of each crossing, reduced to holdings that differ in the crossings they allow.
//! An area whose table exceeds the budget is divided, which is exact too, until all tables are complete. If that fails, the problem
//! is a restriction of the level, with the name `level-restricted`: entries of a cut table are real; further ones are missing.

use super::problem::{Draft, FollowError, LevelProblem, Model, area_name, direction_name, each, place_name};
use crate::abstraction::{AreaEffect, Bits, Borders, DeadRoom, LocalArea, LocalState, Supply, each as each_square};
use crate::exact::pruning::LocalPruning;
use crate::exact::search::realise;
use crate::exact::table::PartId;
use crate::exact::task::{Exact, OperatorKind};
use crate::level::{Board, Position, Square};
use crate::maze::{Area, AreaId, Areas, Maze};
use crate::planner::PlanningContext;
use crate::push::Push;
use crate::run::{Meter, Stop, count32};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

pub(super) fn export(
    context: &PlanningContext<'_>,
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<LevelProblem, Stop> {
    let board = context.maze.board;
    let mut areas = context.areas.cut_to(board, LocalArea::MOST_SQUARES);
    loop {
        let crossings = Crossing::all(context, &areas);
        let tables = tables(context, &areas, &crossings, start, most, meter)?;
        match finer(board, &areas, &tables) {
            Some(finer) => areas = finer,
            None => return problem(areas, &crossings, &tables, meter),
        }
    }
}

fn finer(board: &Board, areas: &Areas, tables: &[Table]) -> Option<Areas> {
    let is_large = |area: &Area| tables[area.id.index()].is_cut && area.squares.len() > 1;
    let half = |area: &Area| if is_large(area) { area.squares.len().div_ceil(2) } else { area.squares.len() };
    areas.areas().iter().any(is_large).then(|| areas.cut_each_to(board, half))
}

/// Returns the table of each area, with about `most` local states; empty if the start is lost.
fn tables(
    context: &PlanningContext<'_>,
    areas: &Areas,
    crossings: &[Crossing],
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Table>, Stop> {
    let mut exact = exact(context, areas, start, Some(most));
    let Some(state) = exact.start(start, meter)? else { return Ok(vec![Table::default(); areas.len()]) };
    let parts = areas.areas().iter().map(|area| (area.id, state.part(area.id)));
    parts.map(|(area, first)| Table::new(&mut exact, area, first, crossings, most, meter)).collect()
}

fn exact<'a>(
    context: &PlanningContext<'a>,
    areas: &'a Areas,
    start: &Position,
    most_members: Option<usize>,
) -> Exact<'a> {
    let pruning = ExportPruning::new(context.maze, areas, start);
    Exact::new(context.maze.board, areas, most_members, Box::new(pruning))
}

fn problem(areas: Areas, crossings: &[Crossing], tables: &[Table], meter: &Meter) -> Result<LevelProblem, Stop> {
    let mut draft = Draft::new(Model::Rooms);
    draft.fact("idle", []);
    crossings.iter().for_each(|crossing| draft.object(&crossing.name, crossing.kind));
    let mut missing = Vec::new();
    for (area, table) in areas.areas().iter().zip(tables) {
        let name = area_name(area.id);
        add_table(&mut draft, &name, crossings, &table.reduced(meter)?, meter)?;
        if table.is_cut {
            let squares = area.squares.len();
            missing.push(format!(
                "{name} ({squares} squares): its table was cut at the budget of local states, so that plans may be missing"
            ));
        }
    }
    Ok(draft.finish(missing, Some(areas)))
}

fn add_table(draft: &mut Draft, area: &str, crossings: &[Crossing], table: &Table, meter: &Meter) -> Result<(), Stop> {
    let kind = |is_active: bool| if is_active { "active" } else { "suspended" };
    let name = |holding: Holding| format!("{area}-{}-{}", kind(holding.is_active), holding.part);
    draft.object(area, "area");
    for &holding in &table.holdings {
        draft.object(name(holding), kind(holding.is_active));
        if holding.is_home {
            draft.fact("home", [area, &name(holding)]);
        }
        meter.check()?;
    }
    if let Some(&first) = table.holdings.first() {
        draft.fact("in", [area, &name(first)]);
    }
    for step in &table.steps {
        let (from, to) = (table.holdings[step.from], table.holdings[step.to]);
        let predicate = match (from.is_active, to.is_active) {
            (true, false) => "leaves",
            (true, true) => "gives",
            (false, true) => "lets-in",
            (false, false) => "takes",
        };
        draft.fact(predicate, [area, &name(from), &crossings[step.crossing].name, &name(to)]);
        meter.check()?;
    }
    draft.goal("finished", [area]);
    Ok(())
}

/// Returns pushes that make the crossings of a plan; the local states that areas are left in are chosen from the end.
pub(super) fn follow(
    context: &PlanningContext<'_>,
    areas: &Areas,
    start: &Position,
    steps: &[&str],
    meter: &mut Meter,
) -> Result<Vec<Push>, FollowError> {
    let all = Crossing::all(context, areas);
    let crossing = |words: &[&str]| match words {
        ["walk-out" | "push-in" | "push-out" | "push-through", _, _, name, _] => {
            all.iter().find(|crossing| crossing.name == *name).map(Some)
        }
        ["finish", _, _] | ["receive" | "enter", _, _, _, _] => Some(None),
        _ => None,
    };
    let crossings = each(steps, crossing)?;
    let board = context.maze.board;
    let mut exact = exact(context, areas, start, None);
    let first = exact.start(start, meter)?.ok_or(FollowError::NoWay)?;
    let (mut states, mut operators) = (vec![first], Vec::new());
    for crossing in crossings.into_iter().flatten() {
        let next = exact.apply(&states[states.len() - 1], crossing.operator, meter)?;
        let (operator, state) = next.ok_or(FollowError::NoWay)?;
        operators.push(operator);
        states.push(state);
    }
    let member = exact.local_start(start);
    let segments = realise(&mut exact, board, &states, &operators, member, meter)?.ok_or(FollowError::NoWay)?;
    Ok(segments.into_iter().flat_map(|segment| segment.crossing.into_iter().chain(segment.silent)).collect())
}

/// Pruning of the local states of all areas of a level: drops states that dead squares or a dead room prove lost.
#[derive(Debug)]
struct ExportPruning<'m> {
    maze: &'m Maze<'m>,
    rooms: Vec<Room>,
    boxes: u32,
}

#[derive(Debug)]
struct Room {
    local: LocalArea,
    dead: DeadRoom,
    /// Whether the area has few enough states for an exhaustive search.
    is_small: bool,
}

impl<'m> ExportPruning<'m> {
    /// Maximum number of live squares of an area that is searched exhaustively: each square doubles the states.
    const SMALL: usize = 16;
    /// Number of local states after which the search of a larger area ends undecided.
    const CAP: usize = 10;

    fn new(maze: &'m Maze<'m>, areas: &Areas, start: &Position) -> Self {
        let borders = Borders::new(maze.board, areas);
        let boxes = count32(start.boxes.len());
        let room = |area: &Area| {
            let local = LocalArea::new(maze.board, areas, area);
            let dead = DeadRoom::new(&borders, areas, area, local.clone(), Supply::Free(boxes));
            let live = area.squares.iter().filter(|&&s| !maze.distances.is_dead(s)).count();
            Room { local, dead, is_small: live <= Self::SMALL }
        };
        Self { maze, rooms: areas.areas().iter().map(room).collect(), boxes }
    }
}

impl LocalPruning for ExportPruning<'_> {
    fn admits(
        &mut self,
        area: AreaId,
        state: LocalState,
        arrived: Option<u8>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Self { maze, rooms, .. } = self;
        let Room { local, dead, is_small } = &mut rooms[area.index()];
        let is_dead = |square: u8| maze.distances.is_dead(local.square(square));
        // With the player inside, the sides of a lone box that he can reach are known.
        let is_lost = |q: u8| {
            let place = maze.place(local.square(q), local.square(state.player));
            maze.distances.is_dead_place(place)
        };
        if state.boxes.count_ones() > self.boxes
            || arrived.is_some_and(is_dead)
            || !state.is_suspended() && each_square(state.boxes).any(is_lost)
        {
            return Ok(false);
        }
        let lives = |_, square| !is_dead(square);
        let wrong = |boxes: Bits| (boxes ^ local.goals).count_ones();
        let is_dead = dead.is_dead(state, if *is_small { usize::MAX } else { Self::CAP }, wrong, lives, meter)?;
        Ok(!is_dead)
    }
}

/// A walk or push whose squares lie in more than one area.
#[derive(Clone, Debug)]
struct Crossing {
    operator: OperatorKind,
    /// Name in PDDL, e.g. `walk-3-4-right` or `push-3-4-right`.
    name: String,
    /// Type in PDDL, by the areas of the squares: `step`, `outward`, `inward` or `through`.
    kind: &'static str,
}

impl Crossing {
    /// Returns all crossings of a board, walks first, without pushes that make a lone box dead.
    fn all(context: &PlanningContext<'_>, areas: &Areas) -> Vec<Self> {
        let (board, borders) = (context.maze.board, Borders::new(context.maze.board, areas));
        let area = |s| areas.area_of(s);
        let walks = areas.areas().iter().flat_map(|area| borders.walks(area.id));
        let mut steps: Vec<(Square, Self)> = walks
            .map(|&walk| {
                let name = name(board, "walk", walk.from, walk.to);
                (walk.from, Self { operator: OperatorKind::Walk(walk), name, kind: "step" })
            })
            .collect();
        let mut pushes: Vec<(Square, Self)> = Vec::new();
        for push in borders.all_pushes() {
            let Some(direction) = board.direction(push.from, push.to) else { continue };
            if context.maze.distances.is_dead_place(context.maze.place_pushed(push.to, direction)) {
                continue;
            }
            let kind = match (area(push.player), area(push.from), area(push.to)) {
                (from, next, _) if from == next => "outward",
                (from, next, to) if to == next || to == from => "inward",
                _ => "through",
            };
            let name = name(board, "push", push.player, push.from);
            pushes.push((push.player, Self { operator: OperatorKind::Push(push), name, kind }));
        }
        steps.sort_by_key(|(square, _)| *square);
        pushes.sort_by_key(|(square, _)| *square);
        steps.into_iter().chain(pushes).map(|(_, crossing)| crossing).collect()
    }
}

fn name(board: &Board, kind: &str, stand: Square, next: Square) -> String {
    let direction = board.direction(stand, next).map_or("", direction_name);
    format!("{kind}-{}-{direction}", place_name(board, stand))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Holding {
    part: PartId,
    is_active: bool,
    /// Whether one of the local states has boxes exactly on the goals.
    is_home: bool,
}

/// A change of what an area holds: from one holding to another, as indices into [`Table::holdings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TableStep {
    from: usize,
    crossing: usize,
    to: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Table {
    /// Holdings in the order of discovery, beginning with the holding of the start.
    holdings: Vec<Holding>,
    /// Steps, ascending; at most one from a holding by a crossing.
    steps: Vec<TableStep>,
    /// Whether the budget of local states ended the computation.
    is_cut: bool,
}

impl Table {
    /// Computes the table from what the area holds at the start; it is cut at about `most` local states and holdings.
    fn new(
        exact: &mut Exact<'_>,
        area: AreaId,
        first: PartId,
        crossings: &[Crossing],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let here =
            |crossing: &Crossing| exact.effects(crossing.operator).into_iter().filter(|(other, _)| *other == area);
        let numbered = crossings.iter().enumerate();
        let events: Vec<(usize, AreaEffect)> =
            numbered.flat_map(|(number, crossing)| here(crossing).map(move |(_, event)| (number, event))).collect();
        let mut table = Self::default();
        let mut found: IndexSet<PartId, FxBuildHasher> = IndexSet::from_iter([first]);
        while let Some(&part) = found.get_index(table.holdings.len()) {
            let local = &exact.tables[area.index()];
            let is_active = local.members(part).first().is_none_or(|&state| !local.state(state).is_suspended());
            let from = table.holdings.len();
            table.holdings.push(Holding { part, is_active, is_home: local.solved(part).is_some() });
            for &(crossing, event) in events.iter().filter(|(_, event)| event.is_active_before() == is_active) {
                if found.len() >= most || exact.tables[area.index()].len() >= most {
                    table.is_cut = true;
                    break;
                }
                if let Some(next) = exact.after(area, part, event, meter)?.part {
                    table.steps.push(TableStep { from, crossing, to: found.insert_full(next).0 });
                }
            }
        }
        table.is_cut |= exact.tables[area.index()].is_cut;
        table.steps.sort_unstable();
        table.steps.dedup();
        Ok(table)
    }

    /// Returns the smallest table that allows the same sequences of crossings from the start, which stays first, to home: without
    /// holdings that never lead home, and with one holding in place of equivalent ones (Moore 1956).
    fn reduced(&self, meter: &Meter) -> Result<Self, Stop> {
        let leads_home = self.leads_home();
        let mut steps = vec![Vec::new(); self.holdings.len()];
        let living = self.steps.iter().filter(|step| leads_home[step.to]);
        living.for_each(|step| steps[step.from].push((step.crossing, step.to)));
        // Holdings of one block have allowed the same so far; blocks are split until none is.
        let mut block = vec![0; self.holdings.len()];
        let mut count = 0;
        loop {
            meter.check()?;
            let mut blocks = FxHashMap::default();
            let mut next = Vec::with_capacity(block.len());
            for (number, &Holding { is_active, is_home, .. }) in self.holdings.iter().enumerate() {
                let targets: Vec<_> = steps[number].iter().map(|&(crossing, to)| (crossing, block[to])).collect();
                let fresh = blocks.len();
                next.push(*blocks.entry((block[number], is_active, is_home, targets)).or_insert(fresh));
            }
            block = next;
            if std::mem::replace(&mut count, blocks.len()) == blocks.len() {
                break;
            }
        }
        let mut kept: IndexMap<usize, usize, FxBuildHasher> = IndexMap::default();
        let living = (0..self.holdings.len()).filter(|&number| number == 0 || leads_home[number]);
        living.for_each(|number| _ = kept.entry(block[number]).or_insert(number));
        let place = |number: usize| kept.get_index_of(&block[number]);
        let mut reduced = Self { is_cut: self.is_cut, ..Self::default() };
        for (from, &number) in kept.values().enumerate() {
            reduced.holdings.push(self.holdings[number]);
            let targets = steps[number].iter().filter_map(|&(crossing, to)| Some((crossing, place(to)?)));
            reduced.steps.extend(targets.map(|(crossing, to)| TableStep { from, crossing, to }));
        }
        Ok(reduced)
    }

    fn leads_home(&self) -> Vec<bool> {
        let mut origins = vec![Vec::new(); self.holdings.len()];
        self.steps.iter().for_each(|step| origins[step.to].push(step.from));
        let mut stack: Vec<usize> = (0..self.holdings.len()).filter(|&number| self.holdings[number].is_home).collect();
        let mut leads_home = vec![false; self.holdings.len()];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut leads_home[at], true) {
                stack.extend(&origins[at]);
            }
        }
        leads_home
    }
}
