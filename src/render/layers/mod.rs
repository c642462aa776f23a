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
use super::picture::{DARK_TUNNEL, dark};
use super::story::StoryView;
use crate::assist::{Deadlock, Hint, Layer, LayerData, Layers, NextSteps};
use crate::level::{Direction, Level, Square, Tile};
use crate::maze::Areas;
use crate::push::Push;
use crate::steps::Story;
use anstyle::{AnsiColor, Color, RgbColor, Style};
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

const WALL: Style = AnsiColor::BrightBlack.on_default();
/// Mark that never changes: name of an area, dead square.
const FAINT: Style = Style::new().dimmed();
/// Possible push, or square that a box can reach.
const CAN: Style = AnsiColor::Cyan.on_default();
/// Deadlock, or push that leads to a deadlock.
const BAD: Style = AnsiColor::BrightRed.on_default().bold();
/// Push of a hint, or way to a goal.
const ADVICE: Style = AnsiColor::BrightMagenta.on_default().bold();

const BAD_GROUND: Color = Color::Rgb(RgbColor(90, 0, 0));
/// Square of the areas of the next planned step.
const FOCUS_GROUND: Color = Color::Rgb(RgbColor(60, 0, 80));

/// Cell of the picture for one square: a letter for the piece, a letter for the layers, and a background.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// XSB letter of the piece, or an arrow on bare floor.
    piece: char,
    piece_style: Style,
    /// Letter of the layer drawn last on the square; blank if none marks it.
    mark: char,
    mark_style: Style,
    ground: Option<Color>,
}

impl Cell {
    fn of(tile: Tile) -> Self {
        let style = match tile {
            Tile::Floor => Style::new(),
            Tile::Wall => WALL,
            Tile::Goal => AnsiColor::Red.on_default(),
            Tile::Box => AnsiColor::Yellow.on_default().bold(),
            Tile::BoxOnGoal => AnsiColor::Green.on_default().bold(),
            Tile::Player | Tile::PlayerOnGoal => AnsiColor::BrightBlue.on_default().bold(),
        };
        let mark = if tile == Tile::Wall { '#' } else { ' ' };
        Self { piece: tile.xsb(), piece_style: style, mark, mark_style: style, ground: None }
    }
}

const fn arrow(direction: Direction) -> char {
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
fn canvas(view: &LayersView<'_>) -> Vec<Vec<Cell>> {
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

    fn mark(&mut self, square: Square, mark: char, style: Style) {
        if let Some(cell) = self.at(square) {
            (cell.mark, cell.mark_style) = (mark, style);
        }
    }

    /// Draws the arrow of a push: on bare floor as the piece, so that the mark remains, else as the mark.
    fn arrow(&mut self, push: Push, style: Style) {
        let Some(to) = self.view.level.board.next(push.from, push.direction) else { return };
        let Some(cell) = self.at(to) else { return };
        if cell.piece == ' ' {
            (cell.piece, cell.piece_style) = (arrow(push.direction), style);
        } else {
            (cell.mark, cell.mark_style) = (arrow(push.direction), style);
        }
    }

    fn draw(&mut self, data: &LayerData) {
        let view = self.view;
        let shows = |square: Square| view.layers.shows(square);
        match data {
            LayerData::Areas(areas) => self.areas(areas),
            LayerData::Squares(dead) => dead.iter().for_each(|&square| self.mark(square, 'x', FAINT)),
            LayerData::Pushes(pushes) => {
                pushes.iter().filter(|push| shows(push.from)).for_each(|&push| self.arrow(push, CAN));
            }
            LayerData::LosingPushes(pushes) => {
                for push in pushes.iter().map(|losing| losing.push).filter(|push| shows(push.from)) {
                    self.arrow(push, BAD);
                    if let Some(to) = view.level.board.next(push.from, push.direction) {
                        self.mark(to, '!', BAD);
                    }
                }
            }
            LayerData::Deadlocks(deadlocks) => deadlocks.iter().for_each(|deadlock| self.alert(deadlock)),
            LayerData::Reach(reach) => {
                if let Some(reach) = reach {
                    reach.squares.iter().for_each(|(s, _)| self.mark(*s, 'o', CAN));
                    self.mark(reach.of, 'o', ADVICE);
                }
            }
            LayerData::Paths(paths) => {
                for path in paths.iter().filter(|path| shows(path.from)) {
                    let places = path.pushes.iter().map(|push| push.from).chain([path.to]);
                    places.for_each(|square| self.mark(square, ':', ADVICE));
                }
            }
            LayerData::Parking(parking) => {
                parking.routes.iter().for_each(|&s| self.mark(s, '~', FAINT));
                parking.squares.iter().for_each(|&s| self.mark(s, 'p', CAN));
            }
            LayerData::Hint(hint) => self.hint(hint),
            LayerData::Focus(focus) => {
                for &square in focus.iter().flat_map(|focus| &focus.squares) {
                    self.at(square).into_iter().for_each(|cell| cell.ground = Some(FOCUS_GROUND));
                }
            }
            LayerData::Global(_) | LayerData::Rescue(_) => {}
        }
    }

    fn areas(&mut self, areas: &Areas) {
        let mut rooms = 0;
        for area in areas.areas() {
            let ground = if area.is_room() { dark(rooms) } else { DARK_TUNNEL };
            rooms += usize::from(area.is_room());
            let letter = self.view.names[area.id.index()].chars().next().unwrap_or(' ');
            for &square in &area.squares {
                self.mark(square, letter, FAINT);
                if let Some(cell) = self.at(square).filter(|cell| cell.ground.is_none()) {
                    cell.ground = Some(ground);
                }
            }
        }
    }

    fn hint(&mut self, hint: &Hint) {
        let Some(next) = hint.steps() else { return };
        let pushes = &next.steps[0].pushes;
        pushes.iter().for_each(|&push| self.arrow(push, ADVICE));
        for push in pushes.iter().filter(|push| self.view.level.start.has_box(push.from)) {
            self.mark(push.from, '>', ADVICE);
        }
    }

    fn alert(&mut self, deadlock: &Deadlock) {
        for &square in &deadlock.boxes {
            self.mark(square, '!', BAD);
            if let Some(cell) = self.at(square) {
                cell.piece_style = BAD;
                cell.ground = Some(BAD_GROUND);
            }
        }
        for &place in &deadlock.walls {
            if let Some(cell) = self.cell(place) {
                cell.piece_style = BAD;
                cell.mark_style = BAD;
            }
        }
    }
}
