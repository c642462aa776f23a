//! The drawings of goals, dead squares, boxes, the player, floor and walls; their looks: equal shapes in other colours; and the ways
//! of boxes as numbered arrows over a board.
//!
//! ```text
//!   (1)               the number of a step, above its box, in the colour of the step
//!    ───────▶         a transfer: an arrow along the way of its box
//!   (2)
//!    ╌╌╌╌             an arrangement: a broken line along the way of its box
//!   (3)(7)(12)        steps that begin on one square are side by side
//! ```

use super::{DARK, INK, PAPER, SOFT_INK, at, block, label, strong};
use crate::level::{Board, Grid, Square, Tile};
use itertools::Itertools;
use std::collections::BTreeMap;
use svg::node::element::{Circle, Definitions, Group, Marker, Path};
#[cfg(feature = "cli")]
use svg::{Document, node::element::Symbol};

/// Width and height of a board square in pictures, in pixels.
pub(crate) const CELL: usize = 36;
pub(super) const FLOOR: &str = "#f1f5f9";
const FLOOR_EDGE: &str = "#e2e8f0";
pub(super) const WALL: &str = "#475569";

pub(super) const GOAL: &str = "#dc2626";
pub(super) const DEAD: &str = "#94a3b8";
pub(super) const PLAYER: &str = "#2563eb";
/// Fill and edge colours of a box.
const CLASSIC_BOX: [&str; 2] = ["#d9a45b", "#8a5a1c"];
const CLASSIC_HOME: [&str; 2] = ["#86c06c", "#3f6212"];

/// Returns the legend of the pieces, in one line, `y` pixels from the top.
pub(crate) fn key(y: usize) -> Group {
    let entries = [
        (goal(), "goal"),
        (a_box(false), "box"),
        (a_box(true), "on goal"),
        (player(), "player"),
        (dead(&[(0, 0)]), "dead"),
    ];
    let entry = |(index, (piece, word)): (usize, (Group, &str))| {
        let small = piece.set("transform", "scale(0.6)");
        at((index * 76, y)).add(small).add(label((24, 15), 11, SOFT_INK, word))
    };
    entries.into_iter().enumerate().map(entry).fold(Group::new(), Group::add)
}

fn circle(radius: usize) -> Circle {
    Circle::new().set("cx", CELL / 2).set("cy", CELL / 2).set("r", radius)
}

pub(crate) fn goal() -> Group {
    let ring = circle(7).set("fill", "none").set("stroke", GOAL).set("stroke-width", 3);
    Group::new().add(ring).add(circle(2).set("fill", GOAL))
}

pub(crate) fn a_box(on_goal: bool) -> Group {
    let [fill, edge] = if on_goal { CLASSIC_HOME } else { CLASSIC_BOX };
    let body = block((6, 6), (CELL - 12, CELL - 12), fill).set("rx", 3).set("stroke", edge).set("stroke-width", 2);
    let cross = Path::new().set("d", "M11,11L25,25M25,11L11,25").set("stroke", edge).set("stroke-width", 2);
    Group::new().add(body).add(cross.set("stroke-linecap", "round").set("opacity", "0.6"))
}

pub(crate) fn player() -> Group {
    let eye = |x: usize| Circle::new().set("cx", x).set("cy", 16).set("r", 2).set("fill", "#ffffff");
    let smile =
        Path::new().set("d", "M13,21q5,4 10,0").set("fill", "none").set("stroke", "#ffffff").set("stroke-width", 2);
    let head = circle(11).set("fill", PLAYER);
    Group::new().add(head).add(eye(14)).add(eye(22)).add(smile.set("stroke-linecap", "round"))
}

/// Returns an invisible SVG element that defines the pieces as symbols `piece-NAME`, which the scripts of pages draw.
#[cfg(feature = "cli")]
pub(crate) fn symbols() -> String {
    let pieces = [("goal", goal()), ("box", a_box(false)), ("home", a_box(true)), ("player", player())];
    let symbol = |(name, piece): (&str, Group)| {
        Symbol::new().set("id", format!("piece-{name}")).set("viewBox", (0, 0, CELL, CELL)).add(piece)
    };
    let none = Document::new().set("class", "pieces").set("aria-hidden", "true").set("width", 0).set("height", 0);
    pieces.map(symbol).into_iter().fold(none, Document::add).to_string()
}

/// Returns the marks of dead squares at rows and columns, as one shape.
pub(crate) fn dead(places: &[(usize, usize)]) -> Group {
    let cross = |&(row, column): &(usize, usize)| format!("M{},{}l6,6m0,-6l-6,6", column * CELL + 15, row * CELL + 15);
    let crosses = Path::new().set("d", places.iter().map(cross).collect::<String>());
    Group::new().add(crosses.set("stroke", DEAD).set("stroke-width", 2).set("stroke-linecap", "round"))
}

/// Returns an empty group whose origin is the upper left corner of a square.
pub(crate) fn on(board: &Board, square: Square) -> Group {
    let (row, column) = board.row_column(square);
    at((column * CELL, row * CELL))
}

/// Returns the drawings of the pieces on a square, lowest first: a goal without a box, a box, the player.
pub(crate) fn standing(is_goal: bool, has_box: bool, has_player: bool) -> impl Iterator<Item = Group> {
    let goal = (is_goal && !has_box).then(goal);
    let a_box = has_box.then(|| a_box(is_goal));
    [goal, a_box, has_player.then(player)].into_iter().flatten()
}

pub(crate) fn places(board: &Board, squares: impl IntoIterator<Item = Square>) -> Vec<(usize, usize)> {
    squares.into_iter().map(|s| board.row_column(s)).collect()
}

pub(crate) fn floors(board: &Board) -> Group {
    floor(&places(board, board.squares()))
}

/// Returns floor squares at rows and columns as one shape, with their borders inside them.
pub(crate) fn floor(places: &[(usize, usize)]) -> Group {
    let (edges, inner) = (tiles(places, 0).set("fill", FLOOR_EDGE), tiles(places, 1).set("fill", FLOOR));
    Group::new().set("class", "floor").add(edges).add(inner)
}

/// Returns squares at rows and columns as one shape, which takes a tenth of the text of separate shapes. Each square
/// begins `border` pixels inside its cell.
pub(crate) fn tiles(places: &[(usize, usize)], border: usize) -> Path {
    let side = CELL - border;
    let tile = |&(row, column): &(usize, usize)| {
        format!("M{},{}h{side}v{side}h-{side}z", column * CELL + border, row * CELL + border)
    };
    Path::new().set("d", places.iter().map(tile).collect::<String>())
}

/// Returns all walls of a board as one shape, so that no seams are seen between them.
pub(crate) fn walls(grid: &Grid) -> Path {
    let row_of = |row: usize| {
        let runs = (0..grid.width()).chunk_by(|&column| grid.at(row, column) == Tile::Wall);
        let runs = runs.into_iter().filter(|(is_wall, _)| *is_wall).map(|(_, mut columns)| {
            let (first, more) = (columns.next().unwrap_or(0), columns.count());
            let width = (more + 1) * CELL;
            format!("M{},{}h{width}v{CELL}h-{width}z", first * CELL, row * CELL)
        });
        runs.collect::<String>()
    };
    let data: String = (0..grid.height()).map(row_of).collect();
    Path::new().set("d", data).set("class", "wall").set("fill", WALL)
}

/// Returns the row numbers left of a board and the column numbers above it, from 0; every fifth where there are many.
pub(crate) fn axes(grid: &Grid) -> Group {
    let shown = |count: usize| (0..count).step_by(if count > 25 { 5 } else { 1 });
    let number = |place, index: usize| label(place, 9, SOFT_INK, &index.to_string()).set("text-anchor", "middle");
    let columns = shown(grid.width()).map(|column| number((column * CELL + CELL / 2, 0), column).set("y", -5));
    let rows = shown(grid.height()).map(|row| number((0, row * CELL + CELL / 2 + 3), row).set("x", -10));
    columns.chain(rows).fold(Group::new(), Group::add)
}

/// Look of the pictures of boards: the colours of floors, boxes and walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Skin {
    /// Crates with crosses
    #[default]
    Classic,
    /// Plain squares of one colour
    Flat,
    /// Black, white and few strong colours
    Contrast,
}

/// Colours of the classic look, each with the colour that [`Skin::Flat`] has in its place.
const FLAT: [(&str, &str); 5] = [
    (FLOOR, FLOOR_EDGE),
    (CLASSIC_BOX[0], "#b45309"),
    (CLASSIC_BOX[1], "#b45309"),
    (CLASSIC_HOME[0], "#15803d"),
    (CLASSIC_HOME[1], "#15803d"),
];
const CONTRAST: [(&str, &str); 13] = [
    (PAPER, "#ffffff"),
    (INK, "#000000"),
    (SOFT_INK, "#000000"),
    (FLOOR, "#ffffff"),
    (FLOOR_EDGE, "#d0d0d0"),
    (WALL, "#000000"),
    (GOAL, "#c00000"),
    (DEAD, "#606060"),
    (PLAYER, "#0000c0"),
    (CLASSIC_BOX[0], "#ffd400"),
    (CLASSIC_BOX[1], "#000000"),
    (CLASSIC_HOME[0], "#000000"),
    (CLASSIC_HOME[1], "#00a000"),
];
/// Style sheet of [`Skin::Contrast`] for dark screens.
const DARK_CONTRAST: &str = "@media(prefers-color-scheme:dark){\
.paper{fill:#000000}.panel{fill:#000000;stroke:#ffffff}.ink{fill:#ffffff}.soft{fill:#ffffff}\
.rim{stroke:#000000}.wall{fill:#c0c0c0}.grid{stroke:#ffffff}\
.floor{filter:brightness(.2) saturate(3)}.strong{filter:brightness(1.7)}}";

impl Skin {
    /// Returns an SVG document of the classic look in this look. Takes time linear in the length of the text.
    pub fn dress(self, picture: String) -> String {
        match self {
            Self::Classic => picture,
            Self::Flat => coloured(picture, &FLAT),
            Self::Contrast => coloured(picture.replacen(DARK, DARK_CONTRAST, 1), &CONTRAST),
        }
    }
}

/// Returns the document with colours replaced where they are whole values of attributes: titles may contain colours.
fn coloured(picture: String, colours: &[(&str, &str)]) -> String {
    let quoted = |colour: &str| format!("=\"{colour}\"");
    // No new colour is an old one that is replaced later, except the floor colour, whose edge stays.
    colours.iter().fold(picture, |picture, (old, new)| picture.replace(&quoted(old), &quoted(new)))
}

/// Maximum number of steps whose numbers are written above one square.
const WRITTEN: usize = 4;
/// Height of a number, which fits between the boxes of two rows.
const NUMBER: usize = 12;

/// Point on the board, in pixels from the left and from the top.
type Point = (f64, f64);

#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    /// Squares of the way; fewer than two are not drawn.
    pub(crate) squares: Vec<Square>,
    /// Whether the step is a transfer, drawn as an unbroken line with a head; else the line is broken.
    pub(crate) is_transfer: bool,
}

/// Returns the steps as arrows, numbered from 1.
pub(crate) fn arrows(board: &Board, steps: &[Way]) -> Group {
    let mut group = Group::new().add(heads(steps.len()));
    let mut begins: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        if step.squares.len() > 1 {
            group = group.add(arrow(board, &step.squares, index, step.is_transfer));
        }
        if let Some(&square) = step.squares.first() {
            begins.entry(square).or_default().push(index);
        }
    }
    begins.iter().map(|(&square, steps)| mark(middle(board, square), steps)).fold(group, Group::add)
}

fn heads(steps: usize) -> Definitions {
    let head = |index: usize| {
        Marker::new()
            .set("id", format!("head{index}"))
            .set("viewBox", "0 0 10 10")
            .set("refX", 7)
            .set("refY", 5)
            .set("markerWidth", 5)
            .set("markerHeight", 5)
            .set("orient", "auto-start-reverse")
            .add(Path::new().set("d", "M0,0L10,5L0,10z").set("fill", strong(index)))
    };
    (0..steps).map(head).fold(Definitions::new(), Definitions::add)
}

/// Returns a line without a filled ground, `width` pixels wide.
pub(crate) fn line(data: String, colour: &str, width: usize) -> Path {
    Path::new().set("d", data).set("fill", "none").set("stroke", colour).set("stroke-width", width)
}

/// Returns an arrow along the squares of a way, offset a little by its index so that arrows on one way stay visible.
fn arrow(board: &Board, way: &[Square], index: usize, is_transfer: bool) -> Path {
    let shift = f64::from(u32::try_from(index % 5).unwrap_or(0)) * 4.0 - 8.0;
    let points = corners(board, way).into_iter().map(|(x, y)| format!("{:.0},{:.0}", x + shift, y + shift));
    let line = line(format!("M{}", points.collect_vec().join("L")), &strong(index), 3);
    let line = line.set("stroke-opacity", "0.85").set("stroke-linejoin", "round");
    if is_transfer { line.set("marker-end", format!("url(#head{index})")) } else { line.set("stroke-dasharray", "3 3") }
}

/// Returns the numbers of the steps that begin on a square with this middle, above the box on it.
fn mark((x, y): Point, steps: &[usize]) -> Group {
    let more = steps.len().saturating_sub(WRITTEN);
    let written = steps.iter().take(WRITTEN).map(|&index| (strong(index), (index + 1).to_string()));
    let (mut group, mut left) = (Group::new(), 0);
    for (ink, number) in written.chain((more > 0).then(|| (SOFT_INK.to_owned(), format!("+{more}")))) {
        let width = number.len() * 6 + 6;
        let text = label((left + width / 2, 9), 9, "#ffffff", &number);
        group = group
            .add(block((left, 0), (width, NUMBER), &ink).set("rx", 5))
            .add(text.set("text-anchor", "middle").set("font-weight", 700));
        left += width;
    }
    #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
    let (left, top) = (x - left as f64 / 2.0, y - (CELL + NUMBER) as f64 / 2.0);
    group.set("transform", format!("translate({left:.0},{top:.0})"))
}

/// Returns the points of a way at which it begins, turns and ends: middles of squares.
fn corners(board: &Board, way: &[Square]) -> Vec<Point> {
    let points: Vec<Point> = way.iter().map(|&square| middle(board, square)).collect();
    let turns = |at: usize| {
        let is_end = at == 0 || at + 1 == points.len();
        is_end || (points[at - 1].0 != points[at + 1].0 && points[at - 1].1 != points[at + 1].1)
    };
    (0..points.len()).filter(|&at| turns(at)).map(|at| points[at]).collect()
}

#[expect(clippy::cast_precision_loss, reason = "pictures are small")]
fn middle(board: &Board, square: Square) -> Point {
    let (row, column) = board.row_column(square);
    ((column as f64 + 0.5) * CELL as f64, (row as f64 + 0.5) * CELL as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::render::picture::{pieces, sheet};
    use std::collections::BTreeSet;

    fn picture() -> String {
        let pieces = [pieces::floor(&[(0, 0)]), pieces::a_box(false), pieces::a_box(true), pieces::player()];
        sheet("#d9a45b", "details", (36, 36), pieces.into_iter().fold(Group::new(), Group::add)).to_string()
    }

    #[test]
    fn another_look_has_none_of_the_colours_that_it_replaces() {
        for (skin, colours) in [(Skin::Flat, &FLAT[..]), (Skin::Contrast, &CONTRAST[..])] {
            let dressed = skin.dress(picture());
            for (old, _) in colours {
                assert!(!dressed.contains(&format!("=\"{old}\"")), "{skin:?} {old}");
            }
            assert!(dressed.contains("#d9a45b") && dressed != picture(), "a title is no colour");
        }
        assert!(Skin::Contrast.dress(picture()).contains(DARK_CONTRAST));
    }

    #[test]
    fn every_step_has_a_colour_of_its_own_and_its_number_stands_above_its_box() {
        let row = "#".repeat(24);
        let level = Level::from_xsb("", &format!("{row}\n#@$                   .#\n{row}\n")).expect("a good board");
        let squares: Vec<Square> = level.board.squares().collect();
        let steps: Vec<Way> = squares.windows(2).map(|way| Way { squares: way.to_vec(), is_transfer: true }).collect();
        let drawn = arrows(&level.board, &steps).to_string();
        let strokes = drawn.split("stroke=\"").skip(1).filter_map(|rest| rest.split('"').next());
        assert!(steps.len() > 12 && strokes.collect::<BTreeSet<_>>().len() == steps.len(), "{drawn}");
        // The board's only row begins 36 pixels from the top, its boxes 6 pixels below that.
        let tops = drawn.split("translate(").skip(1).filter_map(|rest| rest.split([',', ')']).nth(1)?.parse().ok());
        let tops: Vec<usize> = tops.collect();
        assert!(tops.len() == steps.len() && tops.iter().all(|top| top + NUMBER <= CELL + 6), "{tops:?}");
    }
}
