//! Rooms, the edges between them, and the edges that boxes break.

use super::around::squares_around;
use super::rooms::{CORRIDOR, Rooms};
use super::sight::Sight;
use crate::level::{Board, Square};
use crate::maze::Areas;
use crate::push::BoxSet;

/// Value of a count that is not computed yet.
const UNKNOWN: u32 = u32::MAX;

/// Rooms and the edges between them, with working memory to count broken edges.
#[derive(Clone, Debug)]
pub struct RoomGraph {
    /// Edges: pairs of rooms that see each other on the empty board, the lower number first.
    edges: Vec<[u32; 2]>,
    sight: Sight,
    /// Boxes for which the sight was last computed, without the lifted box if `is_lifted`.
    boxes: BoxSet,
    /// Square of the box that was lifted last; `is_lifted` is true if the box was removed from `sight`.
    lifted_from: Square,
    is_lifted: bool,
    /// Number of broken edges without the lifted box; `placed` holds for each square the number with the box on it.
    lifted: u32,
    placed: Vec<u32>,
}

impl RoomGraph {
    /// Creates the graph whose rooms are unions of blocks of 2x2 squares. Blocks that share only one corner belong to
    /// two rooms, and the corner to the corridor between the rooms. A single block is not a room.
    pub fn new(board: &Board) -> Self {
        let around = around(board);
        let rooms = Rooms::by_blocks(board, &around);
        Self::of_rooms(board, rooms, around)
    }

    /// Creates the graph of the areas that are rooms; all other areas are corridors.
    pub fn of_areas(board: &Board, areas: &Areas) -> Self {
        Self::of_rooms(board, Rooms::of_areas(board, areas), around(board))
    }

    fn of_rooms(board: &Board, rooms: Rooms, around: Vec<[u16; 8]>) -> Self {
        let sight = Sight::new(rooms, around);
        let mut edges = Vec::new();
        for low in 0..sight.rooms() {
            let later = (low + 1..sight.rooms()).filter(|&high| sight.sees(low, high) && sight.sees(high, low));
            #[expect(clippy::cast_possible_truncation, reason = "no more rooms than squares")]
            edges.extend(later.map(|high| [low as u32, high as u32]));
        }
        Self {
            edges,
            sight,
            boxes: BoxSet::empty(board.len()),
            lifted_from: Square(0),
            is_lifted: false,
            lifted: 0,
            placed: vec![UNKNOWN; board.len()],
        }
    }

    /// Returns the bytes that the sets of rooms take in the graph of these areas: quadratic in the number of areas.
    pub fn bytes_of_areas(areas: &Areas) -> usize {
        let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
        (areas.len() + rooms) * rooms.div_ceil(64) * size_of::<u64>()
    }

    /// Returns the number of the room of a square; `None` in a corridor.
    pub fn room_of(&self, square: Square) -> Option<u32> {
        Some(self.sight.room(square)).filter(|&room| room != CORRIDOR)
    }

    /// Returns the number of edges: pairs of rooms that see each other on the empty board.
    pub const fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether no two rooms see each other.
    pub const fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Returns the approximate bytes of the graph.
    pub const fn bytes(&self) -> usize {
        self.sight.bytes() + self.placed.len() * size_of::<u32>()
    }

    /// Returns the number of broken edges: boxes cut one of the two rooms into pieces, or close a corridor, so that
    /// some piece of one room does not see the other room. Linear in the squares.
    pub fn broken(&mut self, boxes: &BoxSet) -> u32 {
        if self.edges.is_empty() {
            return 0;
        }
        self.set_boxes(boxes);
        self.count()
    }

    /// Prepares [`RoomGraph::broken_with`] for the boxes `rest` and one more box. That box was lifted from `lifted`,
    /// where `broken` edges were broken. Mostly constant time; otherwise linear in the corridors and rooms around the
    /// square, for the first box of a position in all squares.
    pub fn lift(&mut self, rest: &BoxSet, lifted: Square, broken: u32) {
        self.put_back();
        self.lifted_from = lifted;
        self.lifted = if self.is_unchanged(rest, lifted) { broken } else { self.count_lifted(rest) };
        self.placed.fill(UNKNOWN);
        self.placed[lifted.index()] = broken;
    }

    /// Returns the number of edges that the boxes `rest` and a box on `further` break; `rest` must be the argument of
    /// the last [`RoomGraph::lift`]. Mostly constant time; otherwise linear in the corridors and rooms around the
    /// square.
    pub fn broken_with(&mut self, rest: &BoxSet, further: Square) -> u32 {
        let known = self.placed[further.index()];
        if known != UNKNOWN {
            return known;
        }
        let count = if self.is_unchanged(rest, further) { self.lifted } else { self.count_with(rest, further) };
        self.placed[further.index()] = count;
        count
    }

    /// Returns whether a box on `further` beside the boxes `rest` leaves the number of broken edges unchanged.
    fn is_unchanged(&self, rest: &BoxSet, further: Square) -> bool {
        self.edges.is_empty() || self.sight.is_harmless(rest, further)
    }

    fn count_lifted(&mut self, rest: &BoxSet) -> u32 {
        self.take_away(rest);
        self.count()
    }

    fn count_with(&mut self, rest: &BoxSet, further: Square) -> u32 {
        self.take_away(rest);
        self.sight.toggle(further);
        let count = self.count();
        self.sight.undo();
        count
    }

    /// Removes the lifted box from `sight`, unless that was done; `rest` are the other boxes.
    fn take_away(&mut self, rest: &BoxSet) {
        if self.is_lifted {
            return;
        }
        let mut all = rest.clone();
        all.insert(self.lifted_from);
        if all != self.boxes {
            self.set_boxes(&all);
        }
        self.sight.toggle(self.lifted_from);
        self.is_lifted = true;
    }

    fn put_back(&mut self) {
        if std::mem::take(&mut self.is_lifted) {
            self.sight.undo();
        }
    }

    fn set_boxes(&mut self, boxes: &BoxSet) {
        self.is_lifted = false;
        self.sight.set_boxes(boxes);
        self.boxes.clone_from(boxes);
    }

    fn count(&self) -> u32 {
        let sees = |a: u32, b: u32| self.sight.sees(a as usize, b as usize);
        self.edges.iter().map(|&[a, b]| u32::from(!(sees(a, b) && sees(b, a)))).sum()
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
