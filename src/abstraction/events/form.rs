//! An area in a position as a picture of its own, without the level around it.
//!
//! ```text
//!   #########                 ####
//!   #  ######     room A      #  #      Doors are the squares outside that touch the area. Those of one letter are
//!   #$     .#     as a form   #$ a      connected by walks outside; on a blocked door stands a box.
//!   #@ ######                 #@ #
//!   #########                 ####
//! ```
//! Computed from a [`RoomState`]: all that its closure depends on, and the goals. Turned or mirrored levels have turned
//! or mirrored forms.

use super::room::{Beside, Port, Room};
use super::room_state::{AWAY, BLOCKED, Flood, RoomState};
use crate::level::{Board, Direction, Grid, Square, Symmetry, Tile};
use crate::maze::AreaId;
use crate::push::BoxSet;

/// What a cell of the picture of an area is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormKind {
    /// A wall, or floor that does not touch the area.
    #[default]
    Outside,
    /// Floor of the area.
    Floor,
    /// A goal of the area.
    Goal,
    /// Square outside the area that shares a side with one of its squares.
    Door,
    /// Door to the area that a box enters by the event.
    Crossed,
}

/// A cell of the picture of an area.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormCell {
    /// What the cell is: floor, goal, door, or outside.
    pub kind: FormKind,
    /// Whether a box stands on the cell.
    pub has_box: bool,
    /// Whether the player can walk to the cell.
    pub is_reached: bool,
    /// For a door without a box, the number of its part of the floor outside, in reading order: doors of one part are
    /// connected by walks outside the area. 0 for other cells.
    pub part: u16,
    /// For each push direction, whether a box of the area is dead when it is pushed onto the cell.
    pub is_dead: [bool; 4],
}

impl FormCell {
    /// Returns whether the cell is in the area.
    pub const fn is_inside(self) -> bool {
        matches!(self.kind, FormKind::Floor | FormKind::Goal)
    }

    /// Returns whether the cell is a door.
    pub const fn is_door(self) -> bool {
        matches!(self.kind, FormKind::Door | FormKind::Crossed)
    }
}

/// A picture of an area in a position. Pictures are equal if area, doors, goals, boxes, the cells that the player
/// reaches, and the pushes that make a box dead are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomForm {
    width: usize,
    cells: Vec<FormCell>,
}

impl RoomForm {
    /// Returns the picture of an area in a state; doors to the area `to` are marked as crossed.
    pub(super) fn of(board: &Board, room: &Room, state: &RoomState, to: Option<AreaId>, flood: &mut Flood) -> Self {
        let all = || room.squares.iter().copied().chain(room.ports.iter().map(|port| port.square));
        let places = || all().map(|square| board.row_column(square));
        let [top, left] = [places().map(|p| p.0).min(), places().map(|p| p.1).min()].map(Option::unwrap_or_default);
        let [bottom, right] = [places().map(|p| p.0).max(), places().map(|p| p.1).max()].map(Option::unwrap_or_default);
        let width = right - left + 1;
        let mut form = Self { width, cells: vec![FormCell::default(); width * (bottom - top + 1)] };
        if state.player != AWAY {
            flood.from(room, &state.parts, &state.boxes, state.player);
        }
        let is_reached = |place: usize| state.player != AWAY && flood.has(place);
        let at = |square: Square| {
            let (row, column) = board.row_column(square);
            (row - top) * width + column - left
        };
        for (number, &square) in room.squares.iter().enumerate() {
            form.cells[at(square)] = FormCell {
                kind: if board.is_goal(square) { FormKind::Goal } else { FormKind::Floor },
                has_box: state.boxes.has(Square::from_index(number)),
                is_reached: is_reached(number),
                part: 0,
                is_dead: dead(board, room, square, room.is_dead[number]),
            };
        }
        for (port, &part) in room.ports.iter().zip(&state.parts) {
            form.cells[at(port.square)] = FormCell {
                kind: if Some(port.area) == to { FormKind::Crossed } else { FormKind::Door },
                has_box: part == BLOCKED,
                is_reached: part != BLOCKED && is_reached(room.squares.len() + usize::from(part)),
                part: if part == BLOCKED { 0 } else { part },
                is_dead: dead(board, room, port.square, port.is_dead),
            };
        }
        form.numbered()
    }

    /// Returns the image of the picture under a rotation or reflection.
    pub(super) fn turned(&self, by: Symmetry) -> Self {
        let (height, width) = by.size(self.height(), self.width);
        let mut image = Self { width, cells: vec![FormCell::default(); height * width] };
        for (place, cell) in self.cells.iter().enumerate() {
            let (row, column) = by.target(place / self.width, place % self.width, self.height(), self.width);
            let mut is_dead = [false; 4];
            for direction in Direction::ALL {
                is_dead[by.of_direction(direction).index()] = cell.is_dead[direction.index()];
            }
            image.cells[row * width + column] = FormCell { is_dead, ..*cell };
        }
        image.numbered()
    }

    /// Returns the picture with the goals of `other`, which shows this area too: [`RoomForm::room`] drops the goals.
    pub(super) fn with_goals_of(mut self, other: &Self) -> Self {
        for (cell, other) in self.cells.iter_mut().zip(&other.cells).filter(|(cell, _)| cell.is_inside()) {
            cell.kind = other.kind;
        }
        self
    }

    /// Returns the picture with the parts outside numbered in the reading order of their first doors.
    fn numbered(mut self) -> Self {
        let mut parts: Vec<u16> = Vec::new();
        for cell in self.cells.iter_mut().filter(|cell| cell.is_door() && !cell.has_box) {
            let number = parts.iter().position(|&part| part == cell.part).unwrap_or(parts.len());
            if number == parts.len() {
                parts.push(cell.part);
            }
            cell.part = u16::try_from(number).unwrap_or(u16::MAX);
        }
        self
    }

    /// Returns the number of columns of the picture.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows of the picture.
    pub const fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Returns each cell with row and column from 0, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = ((usize, usize), FormCell)> + '_ {
        self.cells.iter().enumerate().map(|(place, &cell)| ((place / self.width, place % self.width), cell))
    }

    /// Returns the number of bytes of the picture on the heap.
    pub const fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<FormCell>()
    }

    /// Returns the picture as a board of its own, whose squares are the area and its doors, with the area and its
    /// state; `None` if the squares are not connected.
    pub(super) fn room(&self) -> Option<(Board, Room, RoomState)> {
        let board = self.board()?;
        let cell = |square: Square| {
            let (row, column) = board.row_column(square);
            self.cells[(row - 1) * self.width + column - 1]
        };
        let (squares, doors): (Vec<Square>, Vec<Square>) =
            board.squares().partition(|&square| cell(square).is_inside());
        let number = |of: &[Square], square| of.binary_search(&square).ok().and_then(|at| u16::try_from(at).ok());
        let beside = |direction: Direction, square: Square| {
            let beside = board.next(square, direction)?;
            number(&squares, beside).map(Beside::Inner).or_else(|| number(&doors, beside).map(Beside::Port))
        };
        let port = |&square: &Square| Port {
            square,
            area: AreaId(if cell(square).kind == FormKind::Crossed { CROSSED } else { OTHER }),
            inner: board.neighbours(square).filter_map(|inner| number(&squares, inner)).collect(),
            is_dead: cell(square).is_dead,
        };
        let room = Room {
            area: AreaId(0),
            set: BoxSet::of(board.len(), squares.iter().copied()),
            beside: squares
                .iter()
                .map(|&at| Direction::ALL.map(|direction| beside(direction, at).unwrap_or(Beside::Wall)))
                .collect(),
            is_dead: squares.iter().map(|&square| cell(square).is_dead).collect(),
            ports: doors.iter().map(port).collect(),
            squares,
        };
        let reached = |of: &[Square]| of.iter().position(|&square| cell(square).is_reached);
        let part = |door: usize| room.squares.len() + usize::from(cell(doors[door]).part);
        let player = reached(&room.squares).or_else(|| reached(&doors).map(part));
        let boxes = (0..room.squares.len()).filter(|&at| cell(room.squares[at]).has_box).map(Square::from_index);
        let state = RoomState {
            area: room.area,
            boxes: BoxSet::of(room.squares.len(), boxes),
            parts: doors.iter().map(|&door| if cell(door).has_box { BLOCKED } else { cell(door).part }).collect(),
            player: player.and_then(|player| u16::try_from(player).ok()).unwrap_or(AWAY),
        };
        Some((board, room, state))
    }

    fn board(&self) -> Option<Board> {
        let mut rows = vec![vec![Tile::Wall; self.width + 2]; self.height() + 2];
        let mut squares = 0;
        for ((row, column), cell) in self.cells().filter(|(_, cell)| cell.kind != FormKind::Outside) {
            rows[row + 1][column + 1] = if squares == 0 { Tile::Player } else { Tile::Floor };
            squares += usize::from(cell.kind != FormKind::Outside);
        }
        let (board, _) = Board::from_grid(&Grid::new(&rows)).ok()?;
        (board.len() == squares).then_some(board)
    }
}

/// Number of the area beyond crossed doors on the board of a picture; `OTHER` is that beyond other doors.
pub(super) const CROSSED: u16 = 1;
const OTHER: u16 = 2;

/// Returns for each direction whether a box pushed from inside the area onto `to` is dead; false if none can be.
fn dead(board: &Board, room: &Room, to: Square, is_dead: [bool; 4]) -> [bool; 4] {
    Direction::ALL.map(|direction| {
        let from = board.next(to, direction.opposite()).filter(|&from| room.set.has(from));
        let player = from.and_then(|from| board.next(from, direction.opposite()));
        player.is_some() && is_dead[direction.index()]
    })
}
