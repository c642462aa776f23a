//! The default definition: rooms of 2x2 blocks, and networks of tunnels between them.
//!
//! Computes a [`Cut`] from the one by wall patterns, by three rules; areas are formed by [`super::Areas`].
//!
//! ```text
//!   ###########       ###########
//!   #   #######       #AAA#######     A square in no 2x2 block of floor is tunnel: the crossing in the middle is
//!   #      #  #       #AAAaaaa#BB#    part of the tunnels that meet in it, which are one network.
//!   #   ##    #       #AAA##aaBBB#
//!   ### ##.## #       ###A##B###B#    A goal beside a room belongs to the room, goal by goal.
//!   ###########       ###########
//!                        alcove       A tunnel of one square beside a single room belongs to that room.
//! ```
//!
//! Measured on XSokoban with plans of transfers alone, 300, 1000 and 3000 nodes a level: 42, 58 and 71 levels, against
//! 37, 55 and 68 by the patterns without these rules, 46, 60 and 68 by articulation, 40 and 53 by blocks. Corridors of
//! two squares' width as areas of their own (from three squares' length) solved 41 and 57.
//!
//! The areas of the 90 levels by each definition (`rooms --stats --local-states 5k --rooms-by NAME`, 2026-11-22), with
//! sizes in squares as medians over the levels; the number of local tables cut at 5,000 states, where an area too large
//! for one table counts in parts; and levels planned, with the share of steps labelled `unknown` or `context` (`solve
//! --strategy plans --nodes 3k --rooms-by NAME`):
//!
//! | definition | rooms | of one square | tunnels | goals in tunnels | one-way openings | median room | largest room | cut tables | planned | uncertain |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | networks | 606 | 2 | 663 | 6 | 3 | 10 | 28 | 171 of 1269 | 63 | 11 % |
//! | lisa | 815 | 211 | 1136 | 127 | 163 | 6 | 27 | 165 of 1951 | 63 | 21 % |
//! | blocks | 516 | 0 | 702 | 144 | 30 | 12 | 27 | 176 of 1218 | 60 | 14 % |
//! | articulation | 226 | 3 | 294 | 56 | 30 | 28 | 80 | 167 of 542 | 62 | 97 % |
//! | none | 90 | 0 | 0 | 0 | 0 | 118 | 118 | 200 of 200 | 62 | 98 % |

use super::AreaPatterns;
use super::graph::components;
use super::rooms_by::{Cut, by_patterns, is_in_block};
use crate::level::{Board, Square};
use std::collections::BTreeMap;

/// Number of the room of each square; `None` for tunnels.
type RoomOf = Vec<Option<u32>>;

/// Divides a board into rooms and tunnels. Linear time.
pub(super) fn by_networks(board: &Board, patterns: &AreaPatterns) -> Cut {
    let mut room_of = blocks(board, &by_patterns(board, patterns));
    grow_over_goals(board, &mut room_of);
    for square in alcoves(board, &room_of) {
        room_of[square.index()] = board.neighbours(square).find_map(|s| room_of[s.index()]);
    }
    Cut::of_rooms(room_of)
}

/// Returns the rooms by patterns, without squares that are in no 2x2 block of floor.
fn blocks(board: &Board, cut: &Cut) -> RoomOf {
    let is_room = |s: Square| !cut.is_tunnel(s) && is_in_block(board, s);
    let part = components(board, |from, direction, to| is_room(from) && is_room(to) && cut.joins(from, direction, to));
    board.squares().map(|s| is_room(s).then(|| u32::try_from(part[s.index()]).unwrap_or(u32::MAX))).collect()
}

/// Adds to each room the goals beside it, then the goals beside those. A goal between two rooms is added to the one
/// with more goals, then with more squares; between equal rooms it stays tunnel.
///
/// ```text
///   #####        #####
///   #  .#        #AAA#
///   #  ##   ->   #AA##
///   ##.##        ##A##     the niche is filled from the room, so it is part of it
///   #####        #####
/// ```
fn grow_over_goals(board: &Board, room_of: &mut RoomOf) {
    let mut size: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (room, square) in board.squares().filter_map(|s| Some((room_of[s.index()]?, s))) {
        let (goals, squares) = size.entry(room).or_default();
        *goals += usize::from(board.is_goal(square));
        *squares += 1;
    }
    let mut seen: Vec<bool> = room_of.iter().map(Option::is_some).collect();
    let mut border: Vec<Square> = board.squares().filter(|s| seen[s.index()]).collect();
    while !border.is_empty() {
        let mut next: Vec<Square> = border.iter().flat_map(|&s| board.neighbours(s)).collect();
        next.retain(|s| board.is_goal(*s) && !std::mem::replace(&mut seen[s.index()], true));
        let rooms: Vec<Option<u32>> = next.iter().map(|&s| largest(board, room_of, &size, s)).collect();
        next.iter().zip(rooms).for_each(|(s, room)| room_of[s.index()] = room);
        border = next;
    }
}

/// Returns the room beside a square with most goals, then squares; `None` if no room is beside it, or two are equal.
fn largest(board: &Board, room_of: &RoomOf, size: &BTreeMap<u32, (usize, usize)>, square: Square) -> Option<u32> {
    let beside: BTreeMap<u32, (usize, usize)> =
        board.neighbours(square).filter_map(|s| room_of[s.index()]).map(|room| (room, size[&room])).collect();
    let most = beside.values().max()?;
    let mut largest = beside.iter().filter(|(_, size)| *size == most);
    largest.next().map(|(room, _)| *room).filter(|_| largest.next().is_none())
}

/// Returns the tunnel squares whose neighbours all lie in one room.
fn alcoves(board: &Board, room_of: &RoomOf) -> Vec<Square> {
    let is_alcove = |s: &Square| {
        let mut beside = board.neighbours(*s).map(|next| room_of[next.index()]);
        let first = beside.next().flatten();
        room_of[s.index()].is_none() && first.is_some() && beside.all(|room| room == first)
    };
    board.squares().filter(is_alcove).collect()
}
