//! The ways of boxes as numbered arrows over a board.
//!
//! ```text
//!   (1)               the number of a step, above its box, in the colour of the step
//!    ───────▶         a transfer: an arrow along the way of its box
//!   (2)
//!    ╌╌╌╌             an arrangement: a broken line along the way of its box
//!   (3)(7)(12)        steps that begin on one square are side by side
//! ```

use super::pieces::CELL;
use super::strong;
use super::{SOFT_INK, block, label};
use crate::level::{Board, Square};
use itertools::Itertools;
use std::collections::BTreeMap;
use svg::node::element::{Definitions, Group, Marker, Path};

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

/// Returns an arrow along the squares of a way, offset a little by its index so that arrows on one way stay visible.
fn arrow(board: &Board, way: &[Square], index: usize, is_transfer: bool) -> Path {
    let shift = f64::from(u32::try_from(index % 5).unwrap_or(0)) * 4.0 - 8.0;
    let points = corners(board, way).into_iter().map(|(x, y)| format!("{:.0},{:.0}", x + shift, y + shift));
    let line = Path::new()
        .set("d", format!("M{}", points.collect_vec().join("L")))
        .set("fill", "none")
        .set("stroke", strong(index))
        .set("stroke-width", 3)
        .set("stroke-opacity", "0.85")
        .set("stroke-linejoin", "round");
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
    use std::collections::BTreeSet;

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
