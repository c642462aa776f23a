//! Rooms of a board, as sets of squares.

use crate::level::{Board, Square};
use crate::maze::Areas;

/// Value in place of a room number for squares of corridors.
pub(super) const CORRIDOR: u32 = u32::MAX;

/// Rooms of a board, numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    /// Number of the room of each square, or [`CORRIDOR`].
    pub(super) of: Vec<u32>,
    /// Number of rooms.
    pub(super) count: usize,
}

impl Rooms {
    /// Number of squares of a single block, which is part of a corridor and not a room.
    const LONE: usize = 4;

    /// Creates rooms as unions of blocks of 2x2 squares.
    ///
    /// ```text
    ///   aa##       Blocks that share one corner only, here x, are two rooms, and x belongs to the corridor between them.
    ///   axb#       A room of one block alone is none.
    ///   #bb#
    /// ```
    pub(super) fn by_blocks(board: &Board, around: &[[u16; 8]]) -> Self {
        let wall = board.len();
        let is_block =
            |s: Square, turn: usize| (0..3).all(|step| usize::from(around[s.index()][(turn + step) % 8]) < wall);
        let is_room = |s: Square| {
            let blocks = [0, 2, 4, 6].map(|turn| is_block(s, turn));
            let is_corner = matches!(blocks, [true, false, true, false] | [false, true, false, true]);
            blocks.contains(&true) && !is_corner
        };
        let is_room: Vec<bool> = board.squares().map(is_room).collect();
        let mut room = vec![CORRIDOR; board.len()];
        let mut rooms = 0;
        let mut seen = vec![false; board.len()];
        for first in board.squares().filter(|s| is_room[s.index()]) {
            if seen[first.index()] {
                continue;
            }
            let whole = board.region(first, |s| !is_room[s.index()]);
            let members: Vec<Square> = board.squares().filter(|s| whole[s.index()]).collect();
            members.iter().for_each(|s| seen[s.index()] = true);
            if members.len() > Self::LONE {
                members.iter().for_each(|s| room[s.index()] = rooms);
                rooms += 1;
            }
        }
        Self { of: room, count: rooms as usize }
    }

    /// Creates rooms from the areas that are rooms; all other areas are corridors.
    pub(super) fn of_areas(board: &Board, areas: &Areas) -> Self {
        let mut number = vec![CORRIDOR; areas.len()];
        let mut rooms = 0;
        for area in areas.areas().iter().filter(|area| area.is_room()) {
            number[area.id.index()] = rooms;
            rooms += 1;
        }
        let of = board.squares().map(|s| number[areas.area_of(s).index()]).collect();
        Self { of, count: rooms as usize }
    }
}
