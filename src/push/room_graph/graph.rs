//! The rooms, the edges between them, and which of these boxes break.

use super::around::squares_around;
use super::rooms::{CORRIDOR, Rooms};
use crate::level::{Board, Square};
use crate::maze::Areas;
use crate::push::BoxSet;

/// The marks of a square that was not visited yet, and of one that is not free. All others are numbers of corridors.
const UNSEEN: u32 = u32::MAX;
const BLOCKED: u32 = u32::MAX - 1;

/// A count that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// Rooms, the edges between them, and memory to count the broken ones.
#[derive(Clone, Debug)]
pub struct RoomGraph {
    /// The room of each square, or [`CORRIDOR`].
    room: Vec<u32>,
    /// The squares of corridors, and those of rooms.
    squares: [Vec<u16>; 2],
    /// Pairs of rooms that see each other on the empty board, the lower number first.
    edges: Vec<[u32; 2]>,
    /// For each square, the squares around it: up, up and right, right, and so on. A wall is the number of squares.
    around: Vec<[u16; 8]>,
    /// The number of words of a set of rooms.
    words: usize,
    /// For each square its mark; a wall has one too.
    marks: Vec<u32>,
    stack: Vec<u16>,
    /// For each corridor, the set of rooms that it touches.
    touched: Vec<u64>,
    /// For each room, the set of rooms that all its pieces see.
    all_see: Vec<u64>,
    /// The set of rooms that one piece sees.
    piece: Vec<u64>,
    /// The number of broken edges without one box, and for each square with the box there, see [`RoomGraph::lift`].
    lifted: u32,
    placed: Vec<u32>,
}

impl RoomGraph {
    /// Rooms are unions of blocks of 2x2 squares. Blocks that share one corner only are two rooms, and the corner belongs to
    /// the corridor between them. A room of one block alone is none.
    pub fn new(board: &Board) -> Self {
        let around = around(board);
        let rooms = Rooms::by_blocks(board, &around);
        Self::of_rooms(board, rooms, around)
    }

    /// Rooms are the rooms of the areas, and all other areas are corridors.
    pub fn of_areas(board: &Board, areas: &Areas) -> Self {
        Self::of_rooms(board, Rooms::of_areas(board, areas), around(board))
    }

    fn of_rooms(board: &Board, rooms: Rooms, around: Vec<[u16; 8]>) -> Self {
        let Rooms { of: room, count: rooms } = rooms;
        let words = rooms.div_ceil(64);
        let (corridors, in_rooms) = board.squares().map(|s| s.0).partition(|&s| room[usize::from(s)] == CORRIDOR);
        let mut graph = Self {
            room,
            squares: [corridors, in_rooms],
            edges: Vec::new(),
            around,
            words,
            marks: vec![BLOCKED; board.len() + 1],
            stack: Vec::new(),
            touched: Vec::new(),
            all_see: vec![0; words * rooms],
            piece: vec![0; words],
            lifted: 0,
            placed: vec![UNKNOWN; board.len()],
        };
        graph.look(&BoxSet::empty(board.len()), None);
        for low in 0..rooms {
            let later = (low + 1..rooms).filter(|&high| graph.sees(low, high) && graph.sees(high, low));
            #[expect(clippy::cast_possible_truncation, reason = "no more rooms than squares")]
            let found: Vec<[u32; 2]> = later.map(|high| [low as u32, high as u32]).collect();
            graph.edges.extend(found);
        }
        graph
    }

    /// The memory that sets of rooms take in the graph of these areas, in bytes: quadratic in the areas.
    pub fn bytes_of_areas(areas: &Areas) -> usize {
        let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
        (areas.len() + rooms) * rooms.div_ceil(64) * size_of::<u64>()
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
        self.room.len() * (3 * size_of::<u32>() + 10 * size_of::<u16>()) + words * size_of::<u64>()
    }

    /// The number of edges that boxes break: some piece of one of the two rooms does not see the other any more. Linear
    /// in the squares.
    pub fn broken(&mut self, boxes: &BoxSet) -> u32 {
        self.count(boxes, None)
    }

    /// Prepares [`RoomGraph::broken_with`] for one box more than these, which was lifted from a square; with it there
    /// this number of edges was broken. In most cases it takes constant time for the edges, in the others it is linear in
    /// the squares.
    pub fn lift(&mut self, rest: &BoxSet, lifted: Square, broken: u32) {
        self.lifted = if self.is_harmless(rest, lifted) { broken } else { self.count(rest, None) };
        self.placed.fill(UNKNOWN);
        self.placed[lifted.index()] = broken;
    }

    /// The number of edges that these boxes and one on a further square break; they must be those of the last
    /// [`RoomGraph::lift`]. In most cases it takes constant time, in the others it is linear in the squares.
    pub fn broken_with(&mut self, rest: &BoxSet, further: Square) -> u32 {
        let known = self.placed[further.index()];
        if known != UNKNOWN {
            return known;
        }
        let count = if self.is_harmless(rest, further) { self.lifted } else { self.count(rest, Some(further)) };
        self.placed[further.index()] = count;
        count
    }

    /// Returns whether a further box changes nothing that rooms see: all free squares beside it are of its own room or
    /// corridor, and joined around it. In a room there must be one, or a piece of the room would be gone.
    ///
    /// ```text
    ///   #ab#       The box on x is harmless: a above it and d beside it are joined by way of b. Were b a wall, they might
    ///   #xd#       not be.
    ///   ####
    /// ```
    fn is_harmless(&self, rest: &BoxSet, further: Square) -> bool {
        let around = &self.around[further.index()];
        let own = self.room[further.index()];
        let is_free = |s: u16| usize::from(s) < self.room.len() && !rest.has(Square(s));
        let is_own = |s: u16| is_free(s) && self.room[usize::from(s)] == own;
        let (mut beside, mut joined) = (0, 0);
        for turn in [0, 2, 4, 6] {
            if is_own(around[turn]) {
                beside += 1;
                joined += u32::from(is_own(around[turn + 1]) && is_own(around[(turn + 2) % 8]));
            } else if is_free(around[turn]) {
                return false;
            }
        }
        beside <= joined + 1 && (beside > 0 || own == CORRIDOR)
    }

    fn count(&mut self, boxes: &BoxSet, further: Option<Square>) -> u32 {
        if self.edges.is_empty() {
            return 0;
        }
        self.look(boxes, further);
        let is_whole = |[a, b]: [u32; 2]| self.sees(a as usize, b as usize) && self.sees(b as usize, a as usize);
        self.edges.iter().map(|&edge| u32::from(!is_whole(edge))).sum()
    }

    /// Returns whether all pieces of a room see another.
    fn sees(&self, room: usize, other: usize) -> bool {
        self.all_see[room * self.words + other / 64] >> (other % 64) & 1 != 0
    }

    /// Finds the rooms that all pieces of each room see.
    fn look(&mut self, boxes: &BoxSet, further: Option<Square>) {
        let wall = self.room.len();
        self.marks[..wall].fill(UNSEEN);
        for square in boxes.iter().chain(further) {
            self.marks[square.index()] = BLOCKED;
        }
        self.look_along_corridors();
        self.look_out_of_rooms();
    }

    /// Finds the rooms that each corridor touches.
    fn look_along_corridors(&mut self) {
        self.touched.clear();
        let mut corridor = 0;
        for first in 0..self.squares[0].len() {
            let first = self.squares[0][first];
            if self.marks[usize::from(first)] != UNSEEN {
                continue;
            }
            let set = self.touched.len();
            self.touched.resize(set + self.words, 0);
            self.visit(first, corridor);
            while let Some(at) = self.stack.pop() {
                for turn in [0, 2, 4, 6] {
                    let neighbour = self.around[usize::from(at)][turn];
                    if self.marks[usize::from(neighbour)] != UNSEEN {
                        continue;
                    }
                    let room = self.room[usize::from(neighbour)];
                    if room == CORRIDOR {
                        self.visit(neighbour, corridor);
                    } else {
                        self.touched[set + room as usize / 64] |= 1 << (room % 64);
                    }
                }
            }
            corridor += 1;
        }
    }

    /// Finds the rooms that each piece of a room sees, through corridors or across a border.
    fn look_out_of_rooms(&mut self) {
        self.all_see.fill(u64::MAX);
        for first in 0..self.squares[1].len() {
            let first = self.squares[1][first];
            if self.marks[usize::from(first)] != UNSEEN {
                continue;
            }
            let room = self.room[usize::from(first)];
            self.piece.fill(0);
            self.visit(first, 0);
            while let Some(at) = self.stack.pop() {
                for turn in [0, 2, 4, 6] {
                    let neighbour = self.around[usize::from(at)][turn];
                    let mark = self.marks[usize::from(neighbour)];
                    if mark == BLOCKED {
                        continue;
                    }
                    let other = self.room[usize::from(neighbour)];
                    if other == CORRIDOR {
                        let touched = &self.touched[mark as usize * self.words..][..self.words];
                        self.piece.iter_mut().zip(touched).for_each(|(word, more)| *word |= more);
                    } else if other != room {
                        self.piece[other as usize / 64] |= 1 << (other % 64);
                    } else if mark == UNSEEN {
                        self.visit(neighbour, 0);
                    }
                }
            }
            let all = &mut self.all_see[room as usize * self.words..][..self.words];
            all.iter_mut().zip(&self.piece).for_each(|(word, seen)| *word &= seen);
        }
    }

    fn visit(&mut self, square: u16, corridor: u32) {
        self.marks[usize::from(square)] = corridor;
        self.stack.push(square);
    }
}

fn around(board: &Board) -> Vec<[u16; 8]> {
    board.squares().map(|s| squares_around(board, s)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Random;

    const TWO_ROOMS: &str = "##########\n#  ###   #\n# $@   . #\n#  ###   #\n##########\n";

    fn board(text: &str) -> Board {
        Level::from_xsb("", text).unwrap().board
    }

    fn broken(board: &Board, graph: &mut RoomGraph, boxes: &[(usize, usize)]) -> u32 {
        let boxes = boxes.iter().map(|&(row, column)| board.square(row, column).unwrap());
        graph.broken(&BoxSet::of(board.len(), boxes))
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

    #[test]
    fn a_count_with_one_box_lifted_is_that_of_all_boxes() {
        let mut random = Random::new(3);
        let mut differ = 0;
        for _ in 0..300 {
            let mut picture = vec![vec!['#'; 12]; 9];
            for row in &mut picture[1..8] {
                row[1..11].fill_with(|| if random.chance(25) { '#' } else { ' ' });
            }
            picture[1 + random.below(7)][1 + random.below(10)] = '@';
            let text: Vec<String> = picture.into_iter().map(|row| row.into_iter().collect()).collect();
            let Ok(level) = Level::from_xsb("", &text.join("\n")) else { continue };
            let board = &level.board;
            let mut graph = RoomGraph::new(board);
            let rest: Vec<Square> = board.squares().filter(|_| random.chance(15)).collect();
            let rest = BoxSet::of(board.len(), rest);
            let with = |further: Square| {
                let mut all = rest.clone();
                all.insert(further);
                all
            };
            let free: Vec<Square> = board.squares().filter(|&s| !rest.has(s)).collect();
            let lifted = free[random.below(free.len())];
            let broken = graph.broken(&with(lifted));
            graph.lift(&rest, lifted, broken);
            for &further in &free {
                let count = graph.broken_with(&rest, further);
                assert_eq!(count, graph.clone().broken(&with(further)), "{} {further:?}", level.grid);
                differ += u32::from(count != graph.lifted);
            }
        }
        assert!(differ > 100, "{differ}");
    }
}
