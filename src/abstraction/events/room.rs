//! One area with the squares around it, numbered for the closures of its boxes.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::push::BoxSet;
use smallvec::SmallVec;

/// The neighbour of a square of the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    Wall,
    /// A square of the area, by its number.
    Inner(u16),
    /// A square outside, by its number among the ports.
    Port(u16),
}

/// A square outside the area that touches it.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) square: Square,
    /// The area that it lies in.
    pub(super) area: AreaId,
    /// The squares of the area that it touches, by their numbers.
    pub(super) inner: SmallVec<[u16; 2]>,
    /// For each direction whether a box pushed onto it is lost.
    pub(super) is_dead: [bool; 4],
}

/// The data of an area that is equal in all positions.
#[derive(Clone, Debug)]
pub struct Room {
    /// The area.
    pub area: AreaId,
    /// Its squares as a set.
    pub set: BoxSet,
    /// The squares by number, ascending.
    pub(super) squares: Vec<Square>,
    pub(super) beside: Vec<[Beside; 4]>,
    /// For each square and direction whether a box pushed onto it is lost.
    pub(super) is_dead: Vec<[bool; 4]>,
    pub(super) ports: Vec<Port>,
}

impl Room {
    /// Returns one area of a maze as a room.
    pub fn new(maze: &Maze<'_>, areas: &Areas, area: AreaId) -> Self {
        let board = maze.board;
        let squares = areas.area(area).squares.clone();
        // Nothing is pushed onto a square from the side of a wall.
        let dead = |to: Square| {
            Direction::ALL.map(|direction| {
                board.next(to, direction.opposite()).is_none()
                    || maze.distances.is_dead_place(maze.place_pushed(to, direction))
            })
        };
        let mut outside: Vec<Square> = areas.steps_out(area).into_iter().map(|(_, outer)| outer).collect();
        outside.sort_unstable();
        outside.dedup();
        let port = |&square: &Square| {
            let inner = board.neighbours(square).filter_map(|s| number(&squares, s)).collect();
            Port { square, area: areas.area_of(square), inner, is_dead: dead(square) }
        };
        let ports: Vec<Port> = outside.iter().map(port).collect();
        let beside = |&square: &Square| {
            Direction::ALL.map(|direction| match board.next(square, direction) {
                None => Beside::Wall,
                Some(s) => number(&squares, s)
                    .map(Beside::Inner)
                    .or_else(|| number(&outside, s).map(Beside::Port))
                    .unwrap_or(Beside::Wall),
            })
        };
        Self {
            area,
            set: BoxSet::of(board.len(), squares.iter().copied()),
            beside: squares.iter().map(beside).collect(),
            is_dead: squares.iter().map(|&s| dead(s)).collect(),
            ports,
            squares,
        }
    }

    /// Returns an upper bound on the bytes of a room on the heap.
    pub fn bytes(&self) -> usize {
        let of_square = size_of::<Square>() + size_of::<[Beside; 4]>() + size_of::<[bool; 4]>();
        self.set.bytes() + self.squares.len() * of_square + self.ports.len() * size_of::<Port>()
    }

    /// Returns the boxes on squares of the area, by the numbers of the squares.
    pub(super) fn local(&self, boxes: &BoxSet) -> BoxSet {
        let numbers = (0..self.squares.len()).filter(|&n| boxes.has(self.squares[n])).map(Square::from_index);
        BoxSet::of(self.squares.len(), numbers)
    }

    /// Adds boxes of the area, given by their numbers, to a set of squares.
    pub(super) fn add_to(&self, local: &BoxSet, boxes: &mut BoxSet) {
        local.iter().for_each(|n| boxes.insert(self.squares[n.index()]));
    }
}

/// Returns the index of a square in an ascending list.
fn number(squares: &[Square], square: Square) -> Option<u16> {
    squares.binary_search(&square).ok().and_then(|place| u16::try_from(place).ok())
}
