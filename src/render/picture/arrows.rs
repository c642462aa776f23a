//! The ways of boxes as numbered arrows over a board.
//!
//! ```text
//!   (1)───────▶       a transfer: an arrow along the way of its box
//!   (2)╌╌╌╌           an arrangement: a broken line along the way of each box
//!   (3 7 12)          steps that begin on one square share one mark, so that no number covers another
//! ```

use super::pieces::CELL;
use super::sheet::label;
use crate::level::{Board, Square};
use itertools::Itertools;
use std::collections::BTreeMap;
use svg::node::element::{Definitions, Group, Marker, Path, Rectangle};

/// Colours of arrows, used in turn: dark enough to be seen on soft floors.
const INKS: [&str; 6] = ["#b91c1c", "#1d4ed8", "#15803d", "#7e22ce", "#c2410c", "#0f766e"];
/// Maximum number of steps written in the mark of one square.
const WRITTEN: usize = 6;
/// Maximum number of steps in one line of a mark.
const IN_LINE: usize = 3;

/// Point on the board, in pixels from the left and from the top.
type Point = (f64, f64);

/// The ways of the boxes that one step moves.
#[derive(Clone, Debug, Default)]
pub(in crate::render) struct Ways {
    /// For each moved box the squares of its way; ways of fewer than two squares are not drawn.
    pub(in crate::render) ways: Vec<Vec<Square>>,
    /// Whether the step is a transfer, drawn as an unbroken line with a head; else the line is broken.
    pub(in crate::render) is_transfer: bool,
}

/// Returns the steps as arrows, numbered from 1.
pub(in crate::render) fn arrows(board: &Board, steps: &[Ways]) -> Group {
    let mut group = Group::new().add(heads());
    let mut begins: BTreeMap<Square, Vec<usize>> = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        for way in step.ways.iter().filter(|way| way.len() > 1) {
            group = group.add(arrow(board, way, index, step.is_transfer));
        }
        if let Some(&square) = step.ways.first().and_then(|way| way.first()) {
            begins.entry(square).or_default().push(index);
        }
    }
    begins.iter().map(|(&square, steps)| mark(middle(board, square), steps)).fold(group, Group::add)
}

/// Returns the definitions of the arrow heads, one for each colour.
fn heads() -> Definitions {
    let head = |(index, ink): (usize, &&str)| {
        Marker::new()
            .set("id", format!("head{index}"))
            .set("viewBox", "0 0 10 10")
            .set("refX", 7)
            .set("refY", 5)
            .set("markerWidth", 5)
            .set("markerHeight", 5)
            .set("orient", "auto-start-reverse")
            .add(Path::new().set("d", "M0,0L10,5L0,10z").set("fill", *ink))
    };
    INKS.iter().enumerate().map(head).fold(Definitions::new(), Definitions::add)
}

/// Returns an arrow along the squares of a way, offset a little by its index so that arrows on one way stay visible.
fn arrow(board: &Board, way: &[Square], index: usize, is_transfer: bool) -> Path {
    let shift = f64::from(u32::try_from(index % 5).unwrap_or(0)) * 4.0 - 8.0;
    let points = corners(board, way).into_iter().map(|(x, y)| format!("{:.0},{:.0}", x + shift, y + shift));
    let line = Path::new()
        .set("d", format!("M{}", points.collect_vec().join("L")))
        .set("fill", "none")
        .set("stroke", INKS[index % INKS.len()])
        .set("stroke-width", 3)
        .set("stroke-opacity", "0.85")
        .set("stroke-linejoin", "round");
    if is_transfer {
        line.set("marker-end", format!("url(#head{})", index % INKS.len()))
    } else {
        line.set("stroke-dasharray", "3 3")
    }
}

/// Returns a mark at a point with the numbers of the steps that begin on its square.
fn mark((x, y): Point, steps: &[usize]) -> Group {
    let more = steps.len().saturating_sub(WRITTEN);
    let written = steps.iter().take(WRITTEN).map(|index| (index + 1).to_string());
    let words: Vec<String> = written.chain((more > 0).then(|| format!("+{more}"))).collect();
    let lines: Vec<String> = words.chunks(IN_LINE).map(|line| line.join(" ")).collect();
    let letters = lines.iter().map(String::len).max().unwrap_or(1);
    let (width, height) = (letters * 6 + 8, lines.len() * 10 + 6);
    let rounded = Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("rx", 8)
        .set("fill", INKS[steps[0] % INKS.len()]);
    let line = |(row, text): (usize, &String)| {
        label((width / 2, row * 10 + 11), 9, "#ffffff", text).set("text-anchor", "middle").set("font-weight", 700)
    };
    let group = lines.iter().enumerate().map(line).fold(Group::new().add(rounded), Group::add);
    #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
    let (left, top) = (x - width as f64 / 2.0, y - height as f64 / 2.0);
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
