//! Room events: the moves of the boxes of one area while all boxes outside stay in place.
//!
//! ```text
//!   #######        A box of room A leaves it by the border to tunnel b. Either of the two can go. The box left in A
//!   #$ A  ######   differs, and no pushes in A lead from one case to the other, since a box at the wall stays there: two
//!   #  $  b    #   outcomes, a choice. With both boxes in the middle of the room there would be one.
//!   #     ######
//!   #######
//! ```
//! A *silent push* moves a box of the area to another live square of the area; the boxes outside stay, and the player walks
//! wherever they let him. The *closure* of a position is the set of positions that silent pushes lead to. A *crossing* is a push,
//! in any position of the closure, of a box of the area over a border, to a live square. Its *outcome* is the position right after
//! it without the box that has left: the other boxes of the area, and the player's place. An outcome is *dominated* if silent
//! pushes lead to it from another outcome. The *label* of a border is `deterministic` if the closure is complete and one outcome is
//! undominated, `choice` if several are, `unknown` if a budget cut the closure, or the search for dominance among several outcomes.
//! These words are defined here alone, for the planner of room events and the labels of [`crate::steps`].
//!
//! A closure depends on the boxes of the area, on the player's place, and on which squares outside, at the border, are connected by
//! walks outside the area ([`RoomState`]): positions that agree in these share it.

mod closure;
mod outcomes;

use crate::level::{Board, Direction, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{BoxSet, Region, State};
pub use closure::{Explorer, MEMBERS, RoomClosure, RoomCrossing, RoomPruning};
use smallvec::SmallVec;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Wall,
    /// Square of the area, by its number.
    Inner(u16),
    /// Square outside the area, by its index in [`Room::ports`].
    Port(u16),
}

/// A square outside an area that shares a side with one of its squares.
#[derive(Clone, Debug)]
struct Port {
    square: Square,
    area: AreaId,
    /// Numbers of the squares of the area next to this square.
    inner: SmallVec<[u16; 2]>,
    is_dead: [bool; 4],
}

/// What does not change in an area: squares, neighbours, and pushes that make a box dead.
#[derive(Clone, Debug)]
pub struct Room {
    /// Area that is described by this room.
    pub area: AreaId,
    /// Set of the squares of the area.
    pub set: BoxSet,
    /// Squares of the area by number, ascending.
    squares: Vec<Square>,
    beside: Vec<[Beside; 4]>,
    /// For each square of the area and push direction, whether a box pushed onto the square is dead.
    is_dead: Vec<[bool; 4]>,
    ports: Vec<Port>,
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

    fn local(&self, boxes: &BoxSet) -> BoxSet {
        let numbers = (0..self.squares.len()).filter(|&n| boxes.has(self.squares[n])).map(Square::from_index);
        BoxSet::of(self.squares.len(), numbers)
    }

    /// Adds boxes of the area, given by the numbers of their squares, to a set of squares of the board.
    fn add_to(&self, local: &BoxSet, boxes: &mut BoxSet) {
        local.iter().for_each(|n| boxes.insert(self.squares[n.index()]));
    }
}

fn number(squares: &[Square], square: Square) -> Option<u16> {
    squares.binary_search(&square).ok().and_then(|place| u16::try_from(place).ok())
}

/// Value in [`RoomState::parts`] of a port with a box.
const BLOCKED: u16 = u16::MAX;
/// Value of [`RoomState::player`] if the player reaches no square of the area.
const AWAY: u16 = u16::MAX;

/// An area in a position: boxes, player, and which squares around are connected outside. Equal states, equal closures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoomState {
    area: AreaId,
    /// Set of boxes in the area, by the numbers of their squares.
    boxes: BoxSet,
    /// For each port (square around the area), the number of its part outside; walks outside connect each part.
    parts: SmallVec<[u16; 8]>,
    /// Lowest number of a place that the player reaches: squares of the area come first, then parts outside.
    player: u16,
}

/// Reads the states of areas in positions, with working memory.
#[derive(Debug)]
pub struct RoomView {
    region: Region,
    flood: Flood,
}

impl RoomView {
    /// Allocates the memory for a board with this number of squares.
    pub fn new(squares: usize) -> Self {
        Self { region: Region::new(squares), flood: Flood::default() }
    }

    /// Returns the state of an area in a position. Linear in the size of the floor around the area.
    pub fn read(&mut self, board: &Board, room: &Room, state: &State) -> RoomState {
        // 1. The parts outside, and the one that the player is in.
        let mut parts: SmallVec<[u16; 8]> = room.ports.iter().map(|_| BLOCKED).collect();
        let mut own = room.squares.binary_search(&state.player).ok().and_then(|place| u16::try_from(place).ok());
        let behind = room.squares.len();
        let mut count = 0;
        for place in 0..parts.len() {
            let square = room.ports[place].square;
            // One flood numbers all ports of a part.
            if parts[place] != BLOCKED || state.boxes.has(square) {
                continue;
            }
            self.region.flood(board, square, |s| state.boxes.has(s) || room.set.has(s));
            for other in place..parts.len() {
                if self.region.has(room.ports[other].square) {
                    parts[other] = count;
                }
            }
            // A player inside the area has a place already; one outside is in one of the parts.
            if own.is_none() && self.region.has(state.player) {
                own = u16::try_from(behind).ok().map(|behind| behind + count);
            }
            count += 1;
        }
        // 2. The places that the player reaches.
        let boxes = room.local(&state.boxes);
        let player = own.map_or(AWAY, |own| self.flood.from(room, &parts, &boxes, own));
        RoomState { area: room.area, boxes, parts, player }
    }
}

/// Returns a square of the player's region, given its lowest place; `None` if the place has no square.
fn player_square(room: &Room, parts: &[u16], player: u16) -> Option<Square> {
    let place = usize::from(player);
    room.squares.get(place).copied().or_else(|| {
        let part = place.checked_sub(room.squares.len())?;
        let port = parts.iter().position(|&other| usize::from(other) == part)?;
        Some(room.ports[port].square)
    })
}

#[derive(Clone, Debug, Default)]
struct Flood {
    stamps: Vec<u32>,
    now: u32,
    stack: Vec<u16>,
}

impl Flood {
    /// Floods from a place, and returns the lowest number of a place that is reached.
    fn from(&mut self, room: &Room, parts: &[u16], boxes: &BoxSet, from: u16) -> u16 {
        self.clear(room);
        self.spread(room, parts, boxes, from)
    }

    /// Returns the number of regions of the player: groups of connected free squares and parts outside.
    fn regions(&mut self, room: &Room, parts: &[u16], boxes: &BoxSet) -> i16 {
        self.clear(room);
        let mut count = 0;
        let inner = (0..room.squares.len()).filter(|&n| !boxes.has(Square::from_index(n)));
        let outer = parts.iter().filter(|&&part| part != BLOCKED).map(|&part| room.squares.len() + usize::from(part));
        for place in inner.chain(outer) {
            if self.stamps[place] != self.now {
                count += 1;
                self.spread(room, parts, boxes, u16::try_from(place).unwrap_or(AWAY));
            }
        }
        count
    }

    #[inline]
    fn has(&self, place: usize) -> bool {
        self.stamps[place] == self.now
    }

    fn clear(&mut self, room: &Room) {
        self.stamps.resize(self.stamps.len().max(room.squares.len() + room.ports.len()), 0);
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
    }

    fn spread(&mut self, room: &Room, parts: &[u16], boxes: &BoxSet, from: u16) -> u16 {
        let behind = room.squares.len();
        let mut least = from;
        self.stack.push(from);
        self.stamps[usize::from(from)] = self.now;
        while let Some(at) = self.stack.pop() {
            least = least.min(at);
            match room.beside.get(usize::from(at)) {
                Some(beside) => {
                    for &one in beside {
                        match one {
                            Beside::Inner(n) => self.visit(n, boxes),
                            Beside::Port(port) => self.visit_part(behind, parts[usize::from(port)]),
                            Beside::Wall => {}
                        }
                    }
                }
                None => {
                    let part = at - u16::try_from(behind).unwrap_or(0);
                    for port in (0..parts.len()).filter(|&port| parts[port] == part) {
                        room.ports[port].inner.iter().for_each(|&n| self.visit(n, boxes));
                    }
                }
            }
        }
        least
    }

    #[inline]
    fn visit(&mut self, n: u16, boxes: &BoxSet) {
        if self.stamps[usize::from(n)] != self.now && !boxes.has(Square(n)) {
            self.stamps[usize::from(n)] = self.now;
            self.stack.push(n);
        }
    }

    #[inline]
    fn visit_part(&mut self, behind: usize, part: u16) {
        if part != BLOCKED && self.stamps[behind + usize::from(part)] != self.now {
            self.stamps[behind + usize::from(part)] = self.now;
            self.stack.extend(u16::try_from(behind + usize::from(part)));
        }
    }
}

/// True if the player can be behind a box, given the places he reaches.
fn can_push(reached: &Flood, room: &Room, parts: &[u16], of: u16, direction: Direction) -> bool {
    match room.beside[usize::from(of)][direction.opposite().index()] {
        Beside::Inner(behind) => reached.has(usize::from(behind)),
        Beside::Port(port) => {
            let part = parts[usize::from(port)];
            part != BLOCKED && reached.has(room.squares.len() + usize::from(part))
        }
        Beside::Wall => false,
    }
}
