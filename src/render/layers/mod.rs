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

use super::picture::{DARK_TUNNEL, dark};
use super::rooms::{painted, room_numbers};
use super::story::StoryView;
use super::{area_names, counted};
use crate::assist::{Deadlock, Global, Hint, Layer, LayerData, Layers, Rescue};
use crate::level::{Direction, Level, Square, Tile};
use crate::maze::Areas;
use crate::push::Push;
use crate::steps::Story;
use anstyle::{AnsiColor, Color, RgbColor, Style};
use itertools::Itertools;
pub use json::{LayersRow, RescueRow};

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
        for (area, number) in areas.areas().iter().zip(room_numbers(areas)) {
            let ground = if area.is_room() { dark(number) } else { DARK_TUNNEL };
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

/// Layers in the order of their words: of squares and pushes, of boxes, and of plans.
const WORDS: [Layer; 12] = [
    Layer::Areas,
    Layer::DeadSquares,
    Layer::Pushes,
    Layer::Alert,
    Layer::Prevention,
    Layer::BoxReach,
    Layer::GoalPaths,
    Layer::Parking,
    Layer::Global,
    Layer::Hint,
    Layer::Focus,
    Layer::Rescue,
];

impl LayersView<'_> {
    /// Returns lines that describe the layers, one or more for each.
    pub fn words(&self) -> Vec<String> {
        WORDS.iter().filter_map(|&layer| self.layers.get(layer)).flat_map(|data| words_of(self, data)).collect()
    }

    /// Returns the board with marks and the words of the layers, with colour escapes; streams for plain text drop these.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in canvas(self) {
            let used = row.iter().rposition(|cell| cell.piece != ' ' || cell.mark != ' ').map_or(0, |last| last + 1);
            for cell in &row[..used] {
                for (letter, style) in [(cell.piece, cell.piece_style), (cell.mark, cell.mark_style)] {
                    text += &painted(style.bg_color(cell.ground), &letter.to_string());
                }
            }
            // Blanks at the end of a line are dropped.
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text.push('\n');
        self.words().into_iter().fold(text, |text, line| text + &line + "\n")
    }
}

/// Returns a line about a layer, and a line for each of its items that has a reason or a length.
fn words_of(view: &LayersView<'_>, data: &LayerData) -> Vec<String> {
    let shows = |square: Square| view.layers.shows(square);
    let (line, items) = match data {
        LayerData::Areas(areas) => {
            let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
            let tunnels = counted(areas.len() - rooms, "tunnel");
            (format!("areas: {}, {tunnels}", counted(rooms, "room")), Vec::new())
        }
        LayerData::Squares(dead) => (format!("dead-squares (x): {}", dead.len()), Vec::new()),
        LayerData::Pushes(pushes) => (format!("pushes (arrows): {}", counted(pushes.len(), "push")), Vec::new()),
        LayerData::Deadlocks(found) => {
            (format!("alert (!): {}", counted(found.len(), "deadlock")), found.iter().map(deadlock).collect())
        }
        LayerData::LosingPushes(losing) => {
            let shown = losing.iter().filter(|losing| shows(losing.push.from));
            let items = shown.map(|losing| format!("{}: {}", push(view, losing.push), deadlock(&losing.deadlock)));
            let line = format!("prevention (!): {} would lead to a deadlock", counted(losing.len(), "push"));
            (line, items.collect())
        }
        LayerData::Reach(None) => ("box-reach (o): there is no box".to_owned(), Vec::new()),
        LayerData::Reach(Some(reach)) => {
            let squares = counted(reach.squares.len(), "square");
            (format!("box-reach (o): the box on {} can come to {squares}", place(view, reach.of)), Vec::new())
        }
        LayerData::Paths(paths) => {
            let noun = if paths.len() == 1 { "box has" } else { "boxes have" };
            let items = paths.iter().filter(|path| shows(path.from)).map(|path| {
                let pushes = counted(path.pushes.len(), "push");
                format!("{} to {}: {pushes}", place(view, path.from), place(view, path.to))
            });
            (format!("goal-paths (:): {} {noun} a free way to a goal", paths.len()), items.collect())
        }
        LayerData::Parking(parking) => {
            let single = parking.single.iter().map(|id| view.names[id.index()].as_str()).join(" ");
            let single = if single.is_empty() { String::new() } else { format!("; room for one box only: {single}") };
            let squares = counted(parking.squares.len(), "square");
            (format!("parking (p, routes ~): {squares}{single}"), Vec::new())
        }
        LayerData::Global(global) => (format!("position: {}", global_words(global)), Vec::new()),
        LayerData::Hint(hint) => (hint_words(view, hint), hint.lurd(view.level).into_iter().collect()),
        LayerData::Focus(None) => ("focus: there is no next step, so all is shown".to_owned(), Vec::new()),
        LayerData::Focus(Some(focus)) => {
            let boxes = counted(view.level.start.boxes.len(), "box");
            (format!("focus of the next step: {} of {boxes}", focus.boxes.len()), Vec::new())
        }
        LayerData::Rescue(rescue) => (format!("rescue: {}", rescue_words(rescue)), Vec::new()),
    };
    std::iter::once(line).chain(items.into_iter().map(|item| format!("  {item}"))).collect()
}

fn global_words(global: &Global) -> String {
    match global {
        Global::Alive(lurd) => format!("can be solved, a search has found {}", counted(lurd.len(), "move")),
        Global::Dead => "lost, as a search has proved".to_owned(),
        Global::Unknown => "not decided by a short search".to_owned(),
    }
}

fn hint_words(view: &LayersView<'_>, hint: &Hint) -> String {
    match hint {
        Hint::Solved => "hint: the level is solved".to_owned(),
        Hint::Lost(why) => format!("hint: this position is lost: {why}"),
        Hint::NotFound => "hint: no step was found within the limits".to_owned(),
        Hint::Next(next) => {
            let sure = if next.is_solution { "" } else { " (the best found so far, not a solution)" };
            let (board, areas, names, steps) = (&view.level.board, view.areas, &view.names, &next.steps);
            let story = Story::of(steps, areas);
            let story = StoryView { story: &story, steps, board, areas, names, groups: Vec::new(), closing: None };
            format!("hint (>){sure}: {}", story.first())
        }
    }
}

fn place(view: &LayersView<'_>, square: Square) -> String {
    view.level.board.place_words(square)
}

fn push(view: &LayersView<'_>, push: Push) -> String {
    format!("{} {}", place(view, push.from), arrow(push.direction))
}

/// Returns a deadlock as its kind and reason: `freeze: the boxes at (3,4) and (3,5) block each other for good, ..`.
fn deadlock(found: &Deadlock) -> String {
    format!("{}: {}", found.kind, found.why)
}

/// Returns which push lost a level, why, and how many pushes to take back; where limits leave a gap, both its ends.
pub fn rescue_words(rescue: &Rescue) -> String {
    let back = rescue.take_back().map(|pushes| format!("; take back {}", counted(pushes, "push"))).unwrap_or_default();
    match (rescue.solvable(), rescue.lost()) {
        (_, None) if rescue.is_decided() => "the level can still be solved".to_owned(),
        (Some(solvable), None) => format!("solvable up to push {solvable}, unknown after it"),
        (None, None) => "within the limits it is unknown whether the level can still be solved".to_owned(),
        (_, Some(loss)) if loss.pushes == 0 => format!("the level has no solution: {}", loss.why),
        (Some(_), Some(loss)) if rescue.is_decided() => format!("lost since push {}: {}{back}", loss.pushes, loss.why),
        (Some(solvable), Some(loss)) => {
            let gap = format!("solvable up to push {solvable}, lost from push {}, unknown between", loss.pushes);
            format!("{gap}: {}{back}", loss.why)
        }
        (None, Some(loss)) => format!("lost from push {}, unknown before it: {}", loss.pushes, loss.why),
    }
}
