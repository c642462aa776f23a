//! The flow of a group with distant boxes: goals are filled one after the other, each by the nearest box that can go there alone,
//! past all other boxes in their places.
//!
//! The goals of each room have an order of their own, found backwards: a goal comes after the goals that its box, pulled to a
//! start, must pass. Rooms do not wait for each other. Each box costs the places that it can be pushed to; no place is searched
//! twice, and no push is taken back.

use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Push};
use crate::run::{Meter, NodeKind, Stop};
use std::collections::BTreeMap;

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

/// Returns the fewest pushes of a lone box to each goal.
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
