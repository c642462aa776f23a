//! The room graph: which rooms the player can walk between through corridors alone, and how much of that boxes prevent.
//!
//! Input: a board, and for each count the boxes. Output: the room of each square, and the number of broken edges. The
//! rooms serve as a feature only: nothing is proved by them. After Shoham and Schaeffer, "The FESS Algorithm" (IEEE CoG
//! 2020), who count rooms that are connected.
//!
//! ```text
//!   ###########      a a and b b are rooms, = is a corridor, and the two rooms are joined by an edge. It is broken by
//!   #aa###b   #      a box on =, and also by one that cuts a room in pieces of which one does not touch the corridor
//!   #aa===b   #      any more.
//!   #aa###bbbb#
//!   ###########
//! ```

use super::BoxSet;
use crate::level::{Board, Direction, Square};
use crate::maze::Areas;

/// The number of a room where there is none: the square belongs to a corridor.
const CORRIDOR: u32 = u32::MAX;

/// Rooms, the edges between them, and memory to count the broken ones.
#[derive(Clone, Debug)]
pub struct RoomGraph {
    /// The room of each square, or [`CORRIDOR`].
    room: Vec<u32>,
    /// Pairs of rooms that see each other on the empty board, the lower number first.
    edges: Vec<[u32; 2]>,
    /// The number of words of a set of rooms.
    words: usize,
    /// For each square, the round in which it was visited and the number of its corridor there.
    seen: Vec<(u32, u32)>,
    round: u32,
    stack: Vec<Square>,
    /// For each corridor, the set of rooms that it touches.
    touched: Vec<u64>,
    /// For each room, the set of rooms that all its pieces see.
    all_see: Vec<u64>,
    /// The set of rooms that one piece sees.
    piece: Vec<u64>,
}

impl RoomGraph {
    /// At most this number of squares is no room but part of a corridor: a lone block.
    const LONE: usize = 4;

    /// Rooms are unions of blocks of 2x2 squares.
    ///
    /// ```text
    ///   ab##       Blocks that share one corner only, here x, are two rooms, and x belongs to the corridor between them.
    ///   cxy#       A room of one block alone is none.
    ///   #zw#
    /// ```
    pub fn new(board: &Board) -> Self {
        let in_block = |s: Square| Self::blocks(board, s).into_iter().any(|is_block| is_block);
        let is_corner =
            |s: Square| matches!(Self::blocks(board, s), [true, false, true, false] | [false, true, false, true]);
        let is_room: Vec<bool> = board.squares().map(|s| in_block(s) && !is_corner(s)).collect();
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
        Self::of_rooms(board, room, rooms as usize)
    }

    /// Rooms are the rooms of the areas, and all other areas are corridors.
    pub fn of_areas(board: &Board, areas: &Areas) -> Self {
        let mut number = vec![CORRIDOR; areas.len()];
        let mut rooms = 0;
        for area in areas.areas().iter().filter(|area| area.is_room()) {
            number[area.id.index()] = rooms;
            rooms += 1;
        }
        let room = board.squares().map(|s| number[areas.area_of(s).index()]).collect();
        Self::of_rooms(board, room, rooms as usize)
    }

    /// The four blocks that a square is part of, going around it.
    fn blocks(board: &Board, square: Square) -> [bool; 4] {
        let around = [Direction::Up, Direction::Right, Direction::Down, Direction::Left, Direction::Up];
        std::array::from_fn(|turn| {
            let (one, other) = (around[turn], around[turn + 1]);
            board.next(square, one).is_some_and(|s| board.next(s, other).is_some())
                && board.next(square, other).is_some()
        })
    }

    fn of_rooms(board: &Board, room: Vec<u32>, rooms: usize) -> Self {
        let words = rooms.div_ceil(64);
        let mut graph = Self {
            room,
            edges: Vec::new(),
            words,
            seen: vec![(0, 0); board.len()],
            round: 0,
            stack: Vec::new(),
            touched: Vec::new(),
            all_see: vec![0; words * rooms],
            piece: vec![0; words],
        };
        graph.look(board, |_| false);
        for low in 0..rooms {
            let later = (low + 1..rooms).filter(|&high| graph.sees(low, high) && graph.sees(high, low));
            #[expect(clippy::cast_possible_truncation, reason = "no more rooms than squares")]
            let found: Vec<[u32; 2]> = later.map(|high| [low as u32, high as u32]).collect();
            graph.edges.extend(found);
        }
        graph
    }

    /// The room of a square; `None` in a corridor.
    pub fn room_of(&self, square: Square) -> Option<u32> {
        Some(self.room[square.index()]).filter(|&room| room != CORRIDOR)
    }

    /// The number of edges: pairs of rooms that see each other on the empty board.
    pub const fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether no two rooms see each other.
    pub const fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The memory used, in bytes.
    pub const fn bytes(&self) -> usize {
        let words = self.touched.capacity() + self.all_see.len() + self.piece.len();
        self.seen.len() * (size_of::<u32>() + size_of::<(u32, u32)>()) + words * size_of::<u64>()
    }

    /// The number of edges that boxes break: some piece of one of the two rooms does not see the other any more. Linear
    /// in the squares.
    pub fn broken(&mut self, board: &Board, boxes: &BoxSet) -> u32 {
        if self.edges.is_empty() {
            return 0;
        }
        self.look(board, |s| boxes.has(s));
        let is_whole = |[a, b]: [u32; 2]| self.sees(a as usize, b as usize) && self.sees(b as usize, a as usize);
        self.edges.iter().map(|&edge| u32::from(!is_whole(edge))).sum()
    }

    /// Returns whether all pieces of a room see another.
    fn sees(&self, room: usize, other: usize) -> bool {
        self.all_see[room * self.words + other / 64] >> (other % 64) & 1 != 0
    }

    /// Finds the rooms that all pieces of each room see.
    fn look(&mut self, board: &Board, blocked: impl Fn(Square) -> bool) {
        if self.round == u32::MAX {
            self.seen.fill((0, 0));
            self.round = 0;
        }
        self.round += 1;
        self.look_along_corridors(board, &blocked);
        self.look_out_of_rooms(board, &blocked);
    }

    /// Finds the rooms that each corridor touches.
    fn look_along_corridors(&mut self, board: &Board, blocked: &impl Fn(Square) -> bool) {
        self.touched.clear();
        let mut corridor = 0;
        for first in board.squares() {
            if self.room[first.index()] != CORRIDOR || self.is_seen(first) || blocked(first) {
                continue;
            }
            let set = self.touched.len();
            self.touched.resize(set + self.words, 0);
            self.visit(first, corridor);
            while let Some(at) = self.stack.pop() {
                for neighbour in board.neighbours(at).filter(|&s| !blocked(s)) {
                    let room = self.room[neighbour.index()] as usize;
                    if room != CORRIDOR as usize {
                        self.touched[set + room / 64] |= 1 << (room % 64);
                    } else if !self.is_seen(neighbour) {
                        self.visit(neighbour, corridor);
                    }
                }
            }
            corridor += 1;
        }
    }

    /// Finds the rooms that each piece of a room sees, through corridors or across a border.
    fn look_out_of_rooms(&mut self, board: &Board, blocked: &impl Fn(Square) -> bool) {
        self.all_see.fill(u64::MAX);
        for first in board.squares() {
            let room = self.room[first.index()];
            if room == CORRIDOR || self.is_seen(first) || blocked(first) {
                continue;
            }
            self.piece.fill(0);
            self.visit(first, 0);
            while let Some(at) = self.stack.pop() {
                for neighbour in board.neighbours(at).filter(|&s| !blocked(s)) {
                    let other = self.room[neighbour.index()];
                    if other == CORRIDOR {
                        let set = self.seen[neighbour.index()].1 as usize * self.words;
                        let touched = &self.touched[set..set + self.words];
                        self.piece.iter_mut().zip(touched).for_each(|(word, more)| *word |= more);
                    } else if other != room {
                        self.piece[other as usize / 64] |= 1 << (other % 64);
                    } else if !self.is_seen(neighbour) {
                        self.visit(neighbour, 0);
                    }
                }
            }
            let all = &mut self.all_see[room as usize * self.words..][..self.words];
            all.iter_mut().zip(&self.piece).for_each(|(word, seen)| *word &= seen);
        }
    }

    fn is_seen(&self, square: Square) -> bool {
        self.seen[square.index()].0 == self.round
    }

    fn visit(&mut self, square: Square, corridor: u32) {
        self.seen[square.index()] = (self.round, corridor);
        self.stack.push(square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    const TWO_ROOMS: &str = "##########\n#  ###   #\n# $@   . #\n#  ###   #\n##########\n";

    fn board(text: &str) -> Board {
        Level::from_xsb("", text).unwrap().board
    }

    fn broken(board: &Board, graph: &mut RoomGraph, boxes: &[(usize, usize)]) -> u32 {
        let boxes = boxes.iter().map(|&(row, column)| board.square(row, column).unwrap());
        graph.broken(board, &BoxSet::of(board.len(), boxes))
    }

    fn room(board: &Board, graph: &RoomGraph, row: usize, column: usize) -> Option<u32> {
        graph.room_of(board.square(row, column).unwrap())
    }

    #[test]
    fn blocks_that_share_sides_are_one_room_and_the_rest_are_corridors() {
        let board = board(TWO_ROOMS);
        let graph = RoomGraph::new(&board);
        assert_eq!((room(&board, &graph, 1, 1), room(&board, &graph, 3, 2)), (Some(0), Some(0)));
        assert_eq!((room(&board, &graph, 2, 4), room(&board, &graph, 2, 6)), (None, Some(1)));
        assert_eq!(graph.len(), 1);
    }

    #[test]
    fn a_shared_corner_parts_two_rooms_and_a_lone_block_is_none() {
        let corner = board("#######\n#  ####\n#@ ####\n#$  ###\n## .###\n##  ###\n#######\n");
        let graph = RoomGraph::new(&corner);
        assert_eq!((room(&corner, &graph, 3, 1), room(&corner, &graph, 3, 3)), (Some(0), Some(1)));
        assert_eq!((room(&corner, &graph, 3, 2), graph.len()), (None, 1));
        let lone = board("########\n#   # .#\n# $@   #\n#   ####\n########\n");
        let graph = RoomGraph::new(&lone);
        assert_eq!((room(&lone, &graph, 1, 6), room(&lone, &graph, 1, 1)), (None, Some(0)));
        assert!(graph.is_empty());
    }

    #[test]
    fn an_edge_breaks_when_the_corridor_is_shut_or_a_piece_of_a_room_is_cut_off() {
        let board = board(TWO_ROOMS);
        let mut graph = RoomGraph::new(&board);
        assert_eq!(broken(&board, &mut graph, &[]), 0);
        assert_eq!(broken(&board, &mut graph, &[(2, 4)]), 1, "shut");
        assert_eq!(broken(&board, &mut graph, &[(1, 2), (2, 2), (3, 2)]), 1, "the left column does not see the right");
        assert_eq!(broken(&board, &mut graph, &[(1, 7), (3, 7)]), 0, "both rooms in one piece");
        assert_eq!(broken(&board, &mut graph, &[(1, 7), (2, 7), (3, 7)]), 1, "the far column is a piece");
    }

    #[test]
    fn rooms_of_areas_that_share_a_door_see_each_other_across_it() {
        let board = board(TWO_ROOMS);
        let label: Vec<usize> = board.squares().map(|s| usize::from(board.row_column(s).1 > 4)).collect();
        let mut graph = RoomGraph::of_areas(&board, &Areas::from_cut(&board, &label));
        assert_eq!(graph.len(), 1);
        assert_eq!(broken(&board, &mut graph, &[(2, 4)]), 1);
        assert_eq!(broken(&board, &mut graph, &[(2, 1)]), 0);
    }
}
