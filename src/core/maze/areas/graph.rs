//! The area graph: the area of each square, and the openings between areas.

use super::{Area, AreaId, AreaKind, Connectivity, Opening};
use crate::level::{Board, Direction, Square};
use indexmap::IndexMap;
use itertools::Itertools;
use petgraph::algo::articulation_points::articulation_points;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;

/// A partition of all squares of a board into areas, and the graph of areas and openings.
///
/// ```
/// use sokoplan_core::Level;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let areas = level.rooms();
/// assert_eq!(areas.areas().iter().filter(|area| area.is_room()).count(), 2);
/// assert_eq!(areas.openings().len(), 2);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Areas {
    area_of: Vec<AreaId>,
    areas: Vec<Area>,
    openings: Vec<Opening>,
    /// Areas as nodes and openings as edges, with the indices of `areas` and `openings`.
    graph: UnGraph<(), ()>,
}

/// Which squares are rooms or tunnels by a definition, and which steps separate rooms.
#[derive(Debug)]
pub(super) struct Cut {
    /// Number of the room of each square; `None` for tunnels. Squares with different numbers are never in one area.
    room: Vec<Option<u32>>,
    /// For each square and direction, whether the step between room squares separates rooms.
    pub(super) parted: Vec<[bool; 4]>,
}

impl Cut {
    pub(super) fn new(board: &Board, is_tunnel: impl Fn(Square) -> bool) -> Self {
        Self::of_rooms(board.squares().map(|s| if is_tunnel(s) { None } else { Some(0) }).collect())
    }

    pub(super) fn of_rooms(room: Vec<Option<u32>>) -> Self {
        let parted = vec![[false; 4]; room.len()];
        Self { room, parted }
    }

    pub(super) fn is_tunnel(&self, square: Square) -> bool {
        self.room[square.index()].is_none()
    }

    pub(super) fn joins(&self, from: Square, direction: Direction, to: Square) -> bool {
        let parted = !self.is_tunnel(from) && self.parted[from.index()][direction.index()];
        self.room[from.index()] == self.room[to.index()] && !parted
    }
}

impl Areas {
    pub(super) fn of_cut(board: &Board, cut: &Cut) -> Self {
        let label = components(board, |from, direction, to| cut.joins(from, direction, to));
        let kind_of = |s| if cut.is_tunnel(s) { AreaKind::Tunnel } else { AreaKind::Room };
        Self::from_labels(board, &label, kind_of)
    }

    /// Creates areas from a label below the number of squares for each; equal labels make one area, which need not be connected, and
    /// is a room if any square of it is.
    pub fn from_labels(board: &Board, label: &[usize], kind_of: impl Fn(Square) -> AreaKind) -> Self {
        let (area_of, members) = in_reading_order(board, label);
        let openings = openings(board, &area_of);
        let edge = |opening: &Opening| opening.areas.map(|area| NodeIndex::new(area.index())).into();
        let graph = UnGraph::from_edges(openings.iter().map(edge).collect::<Vec<(NodeIndex, NodeIndex)>>());
        let cuts = articulation_points(&graph);
        let areas = (0..).zip(members).map(|(index, squares)| {
            let room = squares.iter().any(|&s| kind_of(s) == AreaKind::Room);
            Area {
                id: AreaId::from_index(index),
                kind: if room { AreaKind::Room } else { AreaKind::Tunnel },
                passage: Connectivity::TwoWay,
                bent: is_bent(board, &squares),
                squares,
            }
        });
        let mut whole = Self { area_of, areas: areas.collect(), openings, graph };
        for index in 0..whole.areas.len() {
            whole.areas[index].passage =
                whole.passage(board, AreaId::from_index(index), cuts.contains(&NodeIndex::new(index)));
        }
        whole
    }

    /// Returns the areas; areas of more squares than `most` are divided into connected pieces in reading order.
    #[must_use]
    pub fn cut_to(&self, board: &Board, most: usize) -> Self {
        self.cut_each_to(board, |_| most)
    }

    /// Returns the areas, each divided into connected pieces; `most` returns the maximum number of squares of an area's pieces.
    #[must_use]
    pub fn cut_each_to(&self, board: &Board, most: impl Fn(&Area) -> usize) -> Self {
        let mut label = vec![usize::MAX; board.len()];
        for start in board.squares() {
            if label[start.index()] == usize::MAX {
                // Pieces begin in reading order, so that equal boards are cut alike.
                let id = self.area_of(start);
                let is_left = |s: &Square| label[s.index()] == usize::MAX && self.area_of(*s) == id;
                // Grown from one square, nearest first, a piece is connected and has few borders.
                let left = board.spread([start], |at| board.neighbours(at).filter(is_left));
                let piece = left.into_iter().take(most(self.area(id)));
                piece.for_each(|square| label[square.index()] = start.index());
            }
        }
        Self::from_labels(board, &label, |s| self.area(self.area_of(s)).kind)
    }

    /// Returns the area of a square.
    #[inline]
    pub fn area_of(&self, square: Square) -> AreaId {
        self.area_of[square.index()]
    }

    /// Returns all areas, by number.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Returns the area with a number.
    pub fn area(&self, id: AreaId) -> &Area {
        &self.areas[id.index()]
    }

    /// Returns the number of areas.
    pub fn len(&self) -> usize {
        self.areas.len()
    }

    /// Always false, since the player is on a square.
    pub fn is_empty(&self) -> bool {
        self.areas.is_empty()
    }

    /// Returns all openings, sorted by the pairs of their areas.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }

    /// Returns the openings of one area, sorted by the pairs of their areas.
    pub fn openings_of(&self, id: AreaId) -> Vec<&Opening> {
        let mut found: Vec<&Opening> =
            self.graph.edges(NodeIndex::new(id.index())).map(|e| &self.openings[e.id().index()]).collect();
        found.sort_by_key(|o| o.areas);
        found
    }

    /// Returns the areas that share a border with an area, ascending.
    pub fn neighbours(&self, id: AreaId) -> Vec<AreaId> {
        self.openings_of(id).iter().map(|o| o.other(id)).collect()
    }

    /// True if an opening is a door, that is, a border between two rooms.
    pub fn is_door(&self, opening: &Opening) -> bool {
        opening.areas.iter().all(|&a| self.area(a).is_room())
    }

    /// Returns every step out of an area, ascending, as inner and outer square.
    pub fn steps_out(&self, id: AreaId) -> Vec<(Square, Square)> {
        let mut steps: Vec<_> = self.openings_of(id).iter().flat_map(|o| o.steps_from(id)).collect();
        steps.sort_unstable();
        steps
    }

    /// Returns the ends of an area: its steps outwards, with adjacent steps in one end.
    ///
    /// ```text
    ///   #####       #  ##        #--
    ///    -- #       -- ##       --+--     a straight corridor and a bend have two ends, an alcove has one;
    ///   ### #       ####         --#      the two steps up and right out of a squeeze are one end
    /// ```
    pub fn ends(&self, board: &Board, id: AreaId) -> Vec<Vec<(Square, Square)>> {
        ends(board, self.steps_out(id), |s| self.area_of(s) != id)
    }

    /// Returns the areas after each small area is joined to a neighbour.
    ///
    /// ```text
    ///   ###############      ###############
    ///   #AAA#####BBB#C#      #AAA#####BBB#B#      the tunnel of five squares stays; the door of one, and the
    ///   #AAAaaaaaBBBbC#  ->  #AAAaaaaaBBBBB#      small room behind it, go to B
    ///   #AAA#####BBB###      #AAA#####BBB###
    ///   ###############      ###############
    /// ```
    ///
    /// A neighbour that is a room is preferred, then the largest, then the first.
    #[must_use]
    pub fn merged(&self, board: &Board) -> Self {
        let mut areas = self.clone();
        loop {
            let into = areas.merges(board);
            if into.iter().enumerate().all(|(index, target)| target.index() == index) {
                return areas;
            }
            let label: Vec<usize> = board.squares().map(|s| into[areas.area_of(s).index()].index()).collect();
            areas = Self::from_labels(board, &label, |s| areas.area(areas.area_of(s)).kind);
        }
    }

    /// Returns for each area the area that it joins, or itself; in one round an area joins another or takes one in.
    fn merges(&self, board: &Board) -> Vec<AreaId> {
        let mut into: Vec<AreaId> = self.areas().iter().map(|a| a.id).collect();
        let mut settled = vec![false; self.len()];
        for area in self.areas().iter().filter(|a| is_joined(board, a)) {
            let fits = |n: &Area| n.squares.len() + area.squares.len() <= MOST_SQUARES;
            let free = |n: &&Area| !settled[n.id.index()] && fits(n);
            let candidates = self.neighbours(area.id).into_iter().map(|n| self.area(n)).filter(free);
            let best = candidates.min_by_key(|n| (n.kind != AreaKind::Room, usize::MAX - n.squares.len(), n.id));
            if let Some(best) = best.filter(|_| !settled[area.id.index()]) {
                into[area.id.index()] = best.id;
                settled[area.id.index()] = true;
                // An area takes one neighbour in a pass: its size, and so what fits, has changed.
                settled[best.id.index()] = true;
            }
        }
        into
    }

    fn passage(&self, board: &Board, id: AreaId, falls_apart: bool) -> Connectivity {
        if falls_apart {
            Connectivity::OneWay
        } else if self.graph.neighbors(NodeIndex::new(id.index())).count() <= 1 && self.ends(board, id).len() <= 1 {
            Connectivity::DeadEnd
        } else {
            Connectivity::TwoWay
        }
    }
}

/// Returns steps out of a part of the board, as inner and outer square, with adjacent steps in one end.
pub(super) fn ends(
    board: &Board,
    steps: Vec<(Square, Square)>,
    is_outside: impl Fn(Square) -> bool,
) -> Vec<Vec<(Square, Square)>> {
    let close = |a: Square, b: Square| a == b || board.neighbours(a).contains(&b);
    let corner = |a: Square, b: Square| board.neighbours(a).any(|s| is_outside(s) && board.neighbours(s).contains(&b));
    let is_beside = |one: (Square, Square), other: (Square, Square)| {
        close(one.0, other.0) && (close(one.1, other.1) || corner(one.1, other.1))
    };
    let mut ends: Vec<Vec<(Square, Square)>> = Vec::new();
    for step in steps {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            ends.into_iter().partition(|end| end.iter().any(|&other| is_beside(step, other)));
        joined.push(vec![step]);
        ends = apart;
        ends.push(joined.concat());
    }
    ends.iter_mut().for_each(|end| end.sort_unstable());
    ends.sort();
    ends
}

/// Returns for each square the index of the first square of its connected part; `joins` is true for steps that connect.
pub(crate) fn components(board: &Board, joins: impl Fn(Square, Direction, Square) -> bool) -> Vec<usize> {
    let mut label = vec![usize::MAX; board.len()];
    for start in board.squares() {
        if label[start.index()] != usize::MAX {
            continue;
        }
        label[start.index()] = start.index();
        let mut stack = vec![start];
        while let Some(from) = stack.pop() {
            for direction in Direction::ALL {
                let Some(to) = board.next(from, direction) else { continue };
                if label[to.index()] == usize::MAX && joins(from, direction, to) {
                    label[to.index()] = start.index();
                    stack.push(to);
                }
            }
        }
    }
    label
}

fn in_reading_order(board: &Board, label: &[usize]) -> (Vec<AreaId>, Vec<Vec<Square>>) {
    let mut members: IndexMap<usize, Vec<Square>> = IndexMap::new();
    let numbered = board.squares().map(|square| {
        let entry = members.entry(label[square.index()]);
        let area = AreaId::from_index(entry.index());
        entry.or_default().push(square);
        area
    });
    (numbered.collect(), members.into_values().collect())
}

fn openings(board: &Board, area_of: &[AreaId]) -> Vec<Opening> {
    let area = |s: Square| area_of[s.index()];
    let steps = board.squares().flat_map(|from| board.neighbours(from).map(move |to| [from, to]));
    let mut steps: Vec<[Square; 2]> = steps.filter(|&[from, to]| area(from) < area(to)).collect();
    steps.sort_by_key(|step| (step.map(area), *step));
    let groups = steps.chunk_by(|a, b| a.map(area) == b.map(area));
    groups.map(|group| Opening { areas: group[0].map(area), steps: group.to_vec() }).collect()
}

/// True if the path through squares turns. A squeeze is not bent, since it can also be crossed straight.
fn is_bent(board: &Board, squares: &[Square]) -> bool {
    let open = |s: Square, d: Direction| board.next(s, d).is_some();
    let turns = |s: Square| {
        let directions = Direction::ALL.into_iter().filter(|&d| open(s, d)).count();
        directions > 1 && !Direction::ALL.into_iter().any(|d| open(s, d) && open(s, d.opposite()))
    };
    squares.iter().any(|&s| turns(s))
}

/// Maximum number of squares of an area that is joined to a neighbour whatever it connects.
const TINY: usize = 4;
/// Maximum number of squares of an area that arises by joining.
const MOST_SQUARES: usize = 40;

/// An area is joined if it is tiny, a dead end, or a tunnel with a goal, which is filled with its neighbour.
fn is_joined(board: &Board, area: &Area) -> bool {
    area.squares.len() <= TINY
        || area.kind == AreaKind::Tunnel
            && (area.passage == Connectivity::DeadEnd || area.squares.iter().any(|&s| board.is_goal(s)))
}
