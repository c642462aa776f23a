//! One area and the squares around it, numbered for the closures of its boxes.

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::push::BoxSet;
use smallvec::SmallVec;

/// What is beside a square of an area in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    Wall,
    /// Square of the area, by its number.
    Inner(u16),
    /// Square outside the area, by its index in [`Room::ports`].
    Port(u16),
}

/// A square outside an area that shares a side with one of its squares.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) square: Square,
    /// Area in which the square lies.
    pub(super) area: AreaId,
    /// Numbers of the squares of the area next to this square.
    pub(super) inner: SmallVec<[u16; 2]>,
    /// For each push direction, whether a box pushed onto the square is dead.
    pub(super) is_dead: [bool; 4],
}

/// What does not change in an area: squares, neighbours, and pushes that make a box dead.
#[derive(Clone, Debug)]
pub struct Room {
    /// Area that is described by this room.
    pub area: AreaId,
    /// Set of the squares of the area.
    pub set: BoxSet,
    /// Squares of the area by number, ascending.
    pub(super) squares: Vec<Square>,
    pub(super) beside: Vec<[Beside; 4]>,
    /// For each square of the area and push direction, whether a box pushed onto the square is dead.
    pub(super) is_dead: Vec<[bool; 4]>,
    pub(super) ports: Vec<Port>,
}

impl Room {
    /// Creates the description of one area of a maze.
    pub fn new(maze: &Maze<'_>, areas: &Areas, area: AreaId) -> Self {
        let board = maze.board;
        let squares = areas.area(area).squares.clone();
        // No box is pushed onto a square from the side of a wall.
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

    /// Returns an upper bound on the number of bytes of the room on the heap.
    pub fn bytes(&self) -> usize {
        let of_square = size_of::<Square>() + size_of::<[Beside; 4]>() + size_of::<[bool; 4]>();
        self.set.bytes() + self.squares.len() * of_square + self.ports.len() * size_of::<Port>()
    }

    /// Returns the set of boxes in the area, by the numbers of their squares.
    pub(super) fn local(&self, boxes: &BoxSet) -> BoxSet {
        let numbers = (0..self.squares.len()).filter(|&n| boxes.has(self.squares[n])).map(Square::from_index);
        BoxSet::of(self.squares.len(), numbers)
    }

    /// Adds boxes of the area, given by the numbers of their squares, to a set of squares of the board.
    pub(super) fn add_to(&self, local: &BoxSet, boxes: &mut BoxSet) {
        local.iter().for_each(|n| boxes.insert(self.squares[n.index()]));
    }
}

/// Returns the index of a square in an ascending list; `None` if it is not in the list.
fn number(squares: &[Square], square: Square) -> Option<u16> {
    squares.binary_search(&square).ok().and_then(|place| u16::try_from(place).ok())
}
