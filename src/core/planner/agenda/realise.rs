//! The search of one group in its window: by its flow, and by the push searches that there are.
//!
//! The *flow* of a group with distant boxes fills goals one after the other, each by the nearest box that can go there
//! alone, past all other boxes in their places. The goals of each room have an order of their own, found backwards: a
//! goal comes after the goals that its box, pulled to a start, must pass. Rooms do not wait for each other. Each box
//! costs the places that it can be pushed to; no place is searched twice, and no push is taken back.

use super::window::Window;
use crate::deadlock::Purposes;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::packing::BackwardPacking;
use crate::push::{BoxSet, Macros, Play, Push};
use crate::run::{Meter, NodeKind, Search, SearchEnd, Stop, drive};
use crate::search::{Fess, LeanSetting, Moves, Perimeter, Prunings, Setting, lean};
use std::collections::BTreeMap;

/// Settings of the searches of groups.
#[derive(Clone, Debug)]
pub struct AgendaSetting {
    /// Deadlock rules and corrals of the search by single pushes.
    pub prunings: Prunings,
    /// Components, rules and advisers of the feature-space search.
    pub setting: Setting,
}

impl Default for AgendaSetting {
    fn default() -> Self {
        Self { prunings: Prunings::all(Purposes::FAST_SEARCHES), setting: Setting::default() }
    }
}

pub(super) enum GroupResult<T> {
    Solved(T),
    /// No pushes were found; `is_final`: none exist, and the window has all squares.
    Refused {
        is_final: bool,
    },
}

/// Nodes of the two searches in the first attempt of a group; each further attempt has four times the nodes. A node of the
/// feature-space search costs about 50 nodes of the other; the first attempt is made without it.
const LEAN_NODES: u64 = 2_000;
const FESS_NODES: u64 = 25;

/// Tables of lost pairs and threes cost more than the first attempt, which solves most groups.
const TABLES_LATE: LeanSetting =
    LeanSetting { moves: Moves::BothWays, pairs_after: LEAN_NODES, threes_after: 8 * LEAN_NODES, end: None };

/// Searches the level of a window. Returns the first result of `accept`, which judges pushes; `room` returns the number of a
/// square's room. The player must be able to walk to `end`; `attempts` were made before; with `flow_only` only the flow is tried.
pub(super) fn realise<T>(
    (window, end): (&Window, Option<Square>),
    (attempts, flow_only): (u32, bool),
    room: impl Fn(Square) -> usize,
    accept: impl Fn(&[Push]) -> Option<T>,
    setting: &AgendaSetting,
    meter: &mut Meter,
) -> Result<GroupResult<T>, Stop> {
    let level = &window.level;
    let refused = |is_proved: bool| GroupResult::Refused { is_final: is_proved && window.is_whole };
    let maze = Maze::new(&level.board, meter)?;
    let factor = 4_u64.saturating_pow(attempts);
    // 1. One box after the other.
    if attempts == 0
        && let Some(pushes) = flow(&maze, &level.start, room, meter)?
        && let Some(accepted) = accept(&pushes)
    {
        return Ok(GroupResult::Solved(accepted));
    }
    if flow_only {
        return Ok(refused(false));
    }
    // 2. Single pushes and pulls. No symmetry if the player must end in one region, which it would map to another.
    let prunings = Prunings { symmetry: end.is_none() && setting.prunings.symmetry, ..setting.prunings.clone() };
    let by_lean = within(LEAN_NODES * factor, meter, |meter| {
        let mut search = lean(&maze, &level.start, &prunings, LeanSetting { end, ..TABLES_LATE }, meter)?;
        Ok((drive(&mut search, meter), search.is_complete()))
    })?;
    let judged = |searched: Option<Searched>| match searched {
        Some((SearchEnd::Found(pushes), _)) => Some(accept(&pushes).map_or(refused(false), GroupResult::Solved)),
        Some((SearchEnd::Exhausted, true)) => Some(refused(true)),
        _ => None,
    };
    // 3. Features.
    let by_lean = judged(by_lean);
    if by_lean.is_some() || attempts == 0 {
        return Ok(by_lean.unwrap_or(refused(false)));
    }
    let by_fess = within(FESS_NODES * factor, meter, |meter| {
        let packing = BackwardPacking::new(&maze, &level.start, meter)?;
        let mut search = Fess::by_sinks(packing, setting.setting.clone(), Perimeter::new(level.board.len()));
        Ok((drive(&mut search, meter), search.is_complete()))
    })?;
    Ok(judged(by_fess).unwrap_or(refused(false)))
}

/// How a search ended, and whether what it exhausted were all positions.
type Searched = (SearchEnd<Vec<Push>>, bool);

/// Runs a search within a number of nodes; `None` if these, or memory, did not suffice to begin it.
fn within(
    nodes: u64,
    meter: &mut Meter,
    search: impl FnOnce(&mut Meter) -> Result<Searched, Stop>,
) -> Result<Option<Searched>, Stop> {
    let result = meter.within(Some(nodes), None, search);
    let stop = match &result {
        Ok((SearchEnd::Stopped(stop), _)) | Err(stop) => Some(*stop),
        Ok(_) => None,
    };
    // Of the limits only that on the nodes of the attempt leaves others going.
    match stop {
        Some(Stop::NodeLimit) => meter.exhausted()?,
        Some(Stop::MemoryLimit) | None => {}
        Some(stop) => return Err(stop),
    }
    Ok(result.ok())
}

/// The empty goals of each room in sets; the last set of a room is filled first.
type Orders = BTreeMap<usize, Vec<Vec<Square>>>;

/// Returns pushes that bring every box to a goal; `None` if at some time no box can go alone to a goal that is due.
pub(super) fn flow(
    maze: &Maze<'_>,
    start: &Position,
    room: impl Fn(Square) -> usize,
    meter: &mut Meter,
) -> Result<Option<Vec<Push>>, Stop> {
    let board = maze.board;
    let mut macros = Macros::new(board.len());
    let Some(mut rooms) = orders(maze, start, room, &mut macros, meter)? else { return Ok(None) };
    let mut boxes = BoxSet::of(board.len(), start.boxes.iter().copied());
    let loose = start.boxes.iter().copied().filter(|&square| !board.is_goal(square));
    let mut loose: Vec<(Square, Vec<u16>)> = loose.map(|from| (from, distances(maze, from))).collect();
    let (mut player, mut pushes) = (start.player, Vec::new());
    while !loose.is_empty() {
        let mut is_ready = vec![false; board.len()];
        rooms.values().filter_map(|order| order.last()).flatten().for_each(|goal| is_ready[goal.index()] = true);
        let columns = board.goals().iter().enumerate().filter(|(_, goal)| is_ready[goal.index()]);
        let columns: Vec<usize> = columns.map(|(column, _)| column).collect();
        let nearest = |distances: &[u16]| columns.iter().map(|&column| distances[column]).min();
        loose.sort_by_cached_key(|(square, distances)| (nearest(distances), *square));
        let region = board.region(player, |square| boxes.has(square));
        let mut found = None;
        for (place, &(from, _)) in loose.iter().enumerate() {
            meter.tick(NodeKind::Push)?;
            // Places are found in the order of their distances, so that the first is the nearest.
            let reached = macros.of_box(maze, &boxes, from, |square| region[square.index()], Play::Push);
            if let Some(index) = reached.iter().position(|place| is_ready[place.to.index()]) {
                found = Some((place, reached[index].to, macros.pushes(board, index)));
                break;
            }
        }
        let Some((place, to, more)) = found else { return Ok(None) };
        boxes.shift(loose.remove(place).0, to);
        player = more.last().map_or(player, |push| push.from);
        pushes.extend(more);
        for order in rooms.values_mut() {
            order.iter_mut().for_each(|goals| goals.retain(|&goal| goal != to));
            while order.last().is_some_and(Vec::is_empty) {
                order.pop();
            }
        }
    }
    Ok(Some(pushes))
}

fn distances(maze: &Maze<'_>, from: Square) -> Vec<u16> {
    (0..maze.board.goals().len()).map(|goal| maze.distances.minimum(from, goal)).collect()
}

/// Returns the order of the empty goals of each room; `None` if boxes can be pulled from no remaining goal.
fn orders(
    maze: &Maze<'_>,
    start: &Position,
    room: impl Fn(Square) -> usize,
    macros: &mut Macros,
    meter: &mut Meter,
) -> Result<Option<Orders>, Stop> {
    let board = maze.board;
    let mut left: Vec<Square> = board.goals().iter().copied().filter(|&goal| !start.has_box(goal)).collect();
    let mut filled = BoxSet::of(board.len(), board.goals().iter().copied());
    let mut rooms = Orders::new();
    while !left.is_empty() {
        let mut free = Vec::new();
        for &goal in &left {
            meter.tick(NodeKind::Push)?;
            let pulled = macros.of_box(maze, &filled, goal, |square| !filled.has(square), Play::Pull);
            if pulled.iter().any(|place| start.has_box(place.to) && !board.is_goal(place.to)) {
                free.push(goal);
            }
        }
        if free.is_empty() {
            return Ok(None);
        }
        left.retain(|goal| !free.contains(goal));
        let mut sets: BTreeMap<usize, Vec<Square>> = BTreeMap::new();
        for goal in free {
            filled.remove(goal);
            sets.entry(room(goal)).or_default().push(goal);
        }
        sets.into_iter().for_each(|(room, set)| rooms.entry(room).or_default().push(set));
    }
    Ok(Some(rooms))
}
