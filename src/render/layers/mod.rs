//! The layers over a position (dead squares, pushes, deadlocks, hints ..) as text, a JSON row or a picture. Text is a board of cells
//! of two letters: the piece on a square, and the mark of the layers on it.
//!
//! ```text
//!   ########        The first letter of a cell is the letter of XSB, or an arrow on bare floor; the second is a mark.
//!   ##  $!##        No meaning depends on colours alone.
//!   ##@ ↑!##
//!   ########
//! ```

mod json;
mod svg;
mod words;

use super::area_names;
use super::story::StoryView;
use crate::assist::{Deadlock, Hint, Layer, LayerData, Layers, NextSteps};
use crate::level::{Direction, Level, Square, Tile};
use crate::maze::Areas;
use crate::push::Push;
use crate::steps::Story;
pub use json::{LayersRow, RescueRow};
pub use words::rescue_words;

/// Level at a position with its areas and layers, as text, JSON or SVG.
#[derive(Clone, Debug)]
pub struct LayersView<'a> {
    level: &'a Level,
    layers: &'a Layers,
    areas: &'a Areas,
    names: Vec<String>,
}

impl<'a> LayersView<'a> {
    /// Creates a view of the layers over the start of `level`.
    pub fn new(level: &'a Level, areas: &'a Areas, layers: &'a Layers) -> Self {
        Self { level, layers, areas, names: area_names(areas) }
    }

    fn hint_sentence(&self, next: &NextSteps) -> String {
        let story = Story::of(&next.steps, self.areas);
        let story_view = StoryView {
            story: &story,
            steps: &next.steps,
            board: &self.level.board,
            areas: self.areas,
            names: &self.names,
            groups: Vec::new(),
            closing: None,
        };
        story_view.first()
    }
}

/// Meaning of a letter in a picture of text; programs choose its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ink {
    #[default]
    Plain,
    Wall,
    Goal,
    Box,
    /// Box on a goal.
    Home,
    Player,
    /// Mark that never changes: name of an area, dead square.
    Faint,
    /// Possible push, or square that a box can reach.
    Can,
    /// Deadlock, or push that leads to a deadlock.
    Bad,
    /// Push of a hint, or way to a goal.
    Advice,
}

/// Meaning of a cell's background; programs choose its colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ground {
    #[default]
    Bare,
    /// Square of a room, with the number of the room among all rooms, from 0.
    Room(usize),
    Tunnel,
    Bad,
    /// Square of the areas of the next planned step.
    Focus,
}

/// Cell of the picture for one square: a letter for the piece, a letter for the layers, and a background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    /// XSB letter of the piece, or an arrow on bare floor.
    pub(super) piece: char,
    pub(super) piece_ink: Ink,
    /// Letter of the layer drawn last on the square; blank if none marks it.
    pub(super) mark: char,
    pub(super) mark_ink: Ink,
    pub(super) ground: Ground,
}

impl Cell {
    fn of(tile: Tile) -> Self {
        let (piece, piece_ink) = (tile.xsb(), ink(tile));
        let mark = if tile == Tile::Wall { '#' } else { ' ' };
        Self { piece, piece_ink, mark, mark_ink: piece_ink, ground: Ground::Bare }
    }
}

const fn ink(tile: Tile) -> Ink {
    match tile {
        Tile::Floor => Ink::Plain,
        Tile::Wall => Ink::Wall,
        Tile::Goal => Ink::Goal,
        Tile::Box => Ink::Box,
        Tile::BoxOnGoal => Ink::Home,
        Tile::Player | Tile::PlayerOnGoal => Ink::Player,
    }
}

pub(super) const fn arrow(direction: Direction) -> char {
    match direction {
        Direction::Up => '↑',
        Direction::Left => '←',
        Direction::Down => '↓',
        Direction::Right => '→',
    }
}

/// Layers in the order of drawing, the most urgent last; the others mark no square.
const ORDER: [Layer; 10] = [
    Layer::Focus,
    Layer::Areas,
    Layer::DeadSquares,
    Layer::Parking,
    Layer::BoxReach,
    Layer::GoalPaths,
    Layer::Pushes,
    Layer::Prevention,
    Layer::Hint,
    Layer::Alert,
];

/// Returns the rows of the level, with the layers drawn over each other.
pub(super) fn canvas(view: &LayersView<'_>) -> Vec<Vec<Cell>> {
    let rows = view.level.grid.rows().map(|row| row.iter().map(|tile| Cell::of(*tile)).collect()).collect();
    let mut drawing = Drawing { view, rows };
    ORDER.iter().filter_map(|&layer| view.layers.get(layer)).for_each(|data| drawing.draw(data));
    drawing.rows
}

struct Drawing<'v, 'a> {
    view: &'v LayersView<'a>,
    rows: Vec<Vec<Cell>>,
}

impl Drawing<'_, '_> {
    fn at(&mut self, square: Square) -> Option<&mut Cell> {
        self.cell(self.view.level.board.row_column(square))
    }

    fn cell(&mut self, (row, column): (usize, usize)) -> Option<&mut Cell> {
        self.rows.get_mut(row)?.get_mut(column)
    }

    fn mark(&mut self, square: Square, mark: char, ink: Ink) {
        if let Some(cell) = self.at(square) {
            (cell.mark, cell.mark_ink) = (mark, ink);
        }
    }

    /// Draws the arrow of a push: on bare floor as the piece, so that the mark remains, else as the mark.
    fn arrow(&mut self, push: Push, ink: Ink) {
        let Some(to) = self.view.level.board.next(push.from, push.direction) else { return };
        let Some(cell) = self.at(to) else { return };
        if cell.piece == ' ' {
            (cell.piece, cell.piece_ink) = (arrow(push.direction), ink);
        } else {
            (cell.mark, cell.mark_ink) = (arrow(push.direction), ink);
        }
    }

    fn draw(&mut self, data: &LayerData) {
        let view = self.view;
        let shows = |square: Square| view.layers.shows(square);
        match data {
            LayerData::Areas(areas) => self.areas(areas),
            LayerData::Squares(dead) => dead.iter().for_each(|&square| self.mark(square, 'x', Ink::Faint)),
            LayerData::Pushes(pushes) => {
                pushes.iter().filter(|push| shows(push.from)).for_each(|&push| self.arrow(push, Ink::Can));
            }
            LayerData::LosingPushes(pushes) => {
                for push in pushes.iter().map(|losing| losing.push).filter(|push| shows(push.from)) {
                    self.arrow(push, Ink::Bad);
                    if let Some(to) = view.level.board.next(push.from, push.direction) {
                        self.mark(to, '!', Ink::Bad);
                    }
                }
            }
            LayerData::Deadlocks(deadlocks) => deadlocks.iter().for_each(|deadlock| self.alert(deadlock)),
            LayerData::Reach(reach) => {
                if let Some(reach) = reach {
                    reach.squares.iter().for_each(|(s, _)| self.mark(*s, 'o', Ink::Can));
                    self.mark(reach.of, 'o', Ink::Advice);
                }
            }
            LayerData::Paths(paths) => {
                for path in paths.iter().filter(|path| shows(path.from)) {
                    let places = path.pushes.iter().map(|push| push.from).chain([path.to]);
                    places.for_each(|square| self.mark(square, ':', Ink::Advice));
                }
            }
            LayerData::Parking(parking) => {
                parking.routes.iter().for_each(|&s| self.mark(s, '~', Ink::Faint));
                parking.squares.iter().for_each(|&s| self.mark(s, 'p', Ink::Can));
            }
            LayerData::Hint(hint) => self.hint(hint),
            LayerData::Focus(focus) => {
                for &square in focus.iter().flat_map(|focus| &focus.squares) {
                    self.at(square).into_iter().for_each(|cell| cell.ground = Ground::Focus);
                }
            }
            LayerData::Global(_) | LayerData::Rescue(_) => {}
        }
    }

    fn areas(&mut self, areas: &Areas) {
        let mut rooms = 0;
        for area in areas.areas() {
            let ground = if area.is_room() { Ground::Room(rooms) } else { Ground::Tunnel };
            rooms += usize::from(area.is_room());
            let letter = self.view.names[area.id.index()].chars().next().unwrap_or(' ');
            for &square in &area.squares {
                self.mark(square, letter, Ink::Faint);
                if let Some(cell) = self.at(square).filter(|cell| cell.ground == Ground::Bare) {
                    cell.ground = ground;
                }
            }
        }
    }

    fn hint(&mut self, hint: &Hint) {
        let Some(next) = hint.steps() else { return };
        let pushes = &next.steps[0].pushes;
        pushes.iter().for_each(|&push| self.arrow(push, Ink::Advice));
        for push in pushes.iter().filter(|push| self.view.level.start.has_box(push.from)) {
            self.mark(push.from, '>', Ink::Advice);
        }
    }

    fn alert(&mut self, deadlock: &Deadlock) {
        for &square in &deadlock.boxes {
            self.mark(square, '!', Ink::Bad);
            if let Some(cell) = self.at(square) {
                cell.piece_ink = Ink::Bad;
                cell.ground = Ground::Bad;
            }
        }
        for &place in &deadlock.walls {
            if let Some(cell) = self.cell(place) {
                cell.piece_ink = Ink::Bad;
                cell.mark_ink = Ink::Bad;
            }
        }
    }
}
