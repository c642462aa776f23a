//! The flow of a group that is fed from afar: goals are filled one after the other, each by the nearest box that can go
//! there alone, past all other boxes where they stand.
//!
//! The goals of each room have an order of their own, found backwards: a goal comes after those that a box pulled from
//! it to a start of a box must pass. Rooms do not wait for each other. Each box costs the places that it can be pushed
//! to; nothing is searched twice, and nothing is taken back.

use super::group::Group;
use crate::level::Square;
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{BoxSet, Macros, Play, Push};
use crate::run::{Meter, NodeKind, Stop};
use std::collections::BTreeMap;

/// Returns pushes that bring every box of a group to a goal of it; `None` if at some time no box can go alone to a goal
/// whose turn it is. `boxes` are all boxes of the position.
///
/// # Errors
/// A limit of the meter.
pub(super) fn flow(
    maze: &Maze<'_>,
    areas: &Areas,
    group: &Group,
    (boxes, player): (&BoxSet, Square),
    meter: &mut Meter,
) -> Result<Option<Vec<Push>>, Stop> {
    let board = maze.board;
    let mut macros = Macros::new(board.len());
    let Some(mut rooms) = orders(maze, areas, group, boxes, &mut macros, meter)? else { return Ok(None) };
    let is_goal = |square: &Square| group.goals.binary_search(square).is_ok();
    let mut loose: Vec<Square> = group.boxes.iter().copied().filter(|square| !is_goal(square)).collect();
    let (mut boxes, mut player, mut pushes) = (boxes.clone(), player, Vec::new());
    let columns: BTreeMap<Square, usize> = board.goals().iter().copied().zip(0..).collect();
    while !loose.is_empty() {
        let ready: Vec<Square> = rooms.values().filter_map(|order| order.last()).flatten().copied().collect();
        let distance = |&from: &Square| {
            ready.iter().filter_map(|goal| columns.get(goal)).map(|&column| maze.distances.minimum(from, column)).min()
        };
        loose.sort_by_cached_key(|square| (distance(square), *square));
        let region = board.region(player, |square| boxes.has(square));
        let mut found = None;
        for (place, &from) in loose.iter().enumerate() {
            meter.tick(NodeKind::Push)?;
            let reached = macros.of_box(maze, &boxes, from, |square| region[square.index()], Play::Push);
            // Places are found in the order of their distances, so that the first is the nearest.
            let index = reached.iter().position(|place| ready.contains(&place.to));
            if let Some((index, to)) = index.and_then(|index| Some((index, macros.found(index)?.to))) {
                found = Some((place, from, to, macros.pushes(board, index)));
                break;
            }
        }
        let Some((place, from, to, more)) = found else { return Ok(None) };
        loose.remove(place);
        boxes.shift(from, to);
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

/// Returns for each room its empty goals in sets, the set that is filled first at the end; `None` if no order is found.
fn orders(
    maze: &Maze<'_>,
    areas: &Areas,
    group: &Group,
    boxes: &BoxSet,
    macros: &mut Macros,
    meter: &mut Meter,
) -> Result<Option<BTreeMap<AreaId, Vec<Vec<Square>>>>, Stop> {
    let is_start = |square: Square| group.boxes.binary_search(&square).is_ok();
    let mut left: Vec<Square> = group.goals.iter().copied().filter(|&goal| !is_start(goal)).collect();
    let is_goal = |square: Square| group.goals.binary_search(&square).is_ok();
    // All goals filled, and no box elsewhere but those outside the group.
    let mut walls = group.boxes.iter().fold(boxes.clone(), |boxes, &square| boxes.without(square));
    group.goals.iter().for_each(|&goal| walls.insert(goal));
    let mut rooms: BTreeMap<AreaId, Vec<Vec<Square>>> = BTreeMap::new();
    while !left.is_empty() {
        let mut free = Vec::new();
        for &goal in &left {
            meter.tick(NodeKind::Push)?;
            let pulled = macros.of_box(maze, &walls, goal, |square| !walls.has(square), Play::Pull);
            if pulled.iter().any(|place| is_start(place.to) && !is_goal(place.to)) {
                free.push(goal);
            }
        }
        if free.is_empty() {
            return Ok(None);
        }
        left.retain(|goal| !free.contains(goal));
        free.iter().for_each(|&goal| walls.remove(goal));
        let mut sets: BTreeMap<AreaId, Vec<Square>> = BTreeMap::new();
        free.into_iter().for_each(|goal| sets.entry(areas.area_of(goal)).or_default().push(goal));
        sets.into_iter().for_each(|(area, set)| rooms.entry(area).or_default().push(set));
    }
    Ok(Some(rooms))
}
