//! A packing order as text: the board, the areas that boxes come from, and the steps in order.

use super::PackingView;
use crate::level::{Square, Tile};
use crate::packing::{PackingStep, Sink};
use itertools::Itertools;
use std::fmt::Write;

/// Maximum width of a line of the board, in columns.
const WIDTH: usize = 80;
/// Maximum number of squares named one by one; more are counted by area.
const NAMED: usize = 4;
/// Maximum number of areas named in the line of a step.
const AREAS: usize = 5;

/// Returns a packing order as text below a heading, which is given without its colon.
pub(super) fn text(view: &PackingView<'_>, heading: &str) -> String {
    let order = view.order;
    let mut text = format!("{heading}: {}\n\n{}\n", view.kind(), board(view));
    let mut list = |what: &str, squares: &[Square]| {
        if !squares.is_empty() {
            _ = writeln!(text, "{what:17}{}", view.by_area(squares).join(", "));
        }
    };
    list("boxes come from", &view.level.start.boxes);
    list("goals are in", view.level.board.goals());
    list("parking is in", &order.parked());
    for (what, squares) in [("in place", &order.in_place), ("out of plan", &order.out_of_plan)] {
        if !squares.is_empty() {
            _ = writeln!(text, "{what:17}{}", squares.iter().map(|&s| view.place(s)).join(" "));
        }
    }
    if order.sink != Sink::None {
        text += "\nplaces are row,column from 0; `A 3`: three boxes in area A, see `rooms`\n";
    }
    let has_parking = order.steps.iter().any(|step| step.until.is_some());
    for (number, step) in (1..).zip(&order.steps) {
        let to = format!("{} in {}", view.place(step.to), view.area(step.to));
        let until = step.until.map_or(String::new(), |later| format!("until {}", later + 1));
        let width = if has_parking { 11 } else { 0 };
        _ = writeln!(text, "{number:4}  {:12}{to:13}{until:width$}from {}", view.deed(step), from(view, step));
    }
    text
}

/// Returns the squares that the box of a step may come from: few by row and column, many by their areas.
fn from(view: &PackingView<'_>, step: &PackingStep) -> String {
    let is_floor = view.order.sink == Sink::AnyFloor;
    match &step.from[..] {
        [parked] if step.was_parked => view.called(*parked).to_owned(),
        all if all == view.level.start.boxes => "any start".to_owned(),
        few if few.len() <= NAMED && !is_floor => {
            let by_area = few.iter().into_group_map_by(|&&s| view.areas.area_of(s));
            let parts = by_area.into_iter().sorted_by_key(|(area, _)| *area).map(|(area, squares)| {
                let places = squares.into_iter().map(|&s| view.place(s)).join(" ");
                format!("{}: {places}", view.area_names[area.index()])
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        many => {
            let areas = view.by_area(many);
            let (shown, more) = (areas.iter().take(AREAS).join(", "), areas.len().saturating_sub(AREAS));
            if more > 0 { format!("{shown}, ..") } else { shown }
        }
    }
}

/// Returns the rows of the board, with the names of goals and parking squares.
///
/// ```text
///   # # # # # #        A cell is the letter of XSB and a name beside it, each name as wide as the widest. If that
///   #   @ $ .2#        exceeds 80 columns, the name alone stands in its square.
///   #   $ .1a #
///   # # # # # #
/// ```
fn board(view: &PackingView<'_>) -> String {
    let (board, grid) = (&view.level.board, &view.level.grid);
    let widest = view.called.values().map(String::len).max().unwrap_or(0);
    let is_roomy = grid.width() * (widest + 1) <= WIDTH;
    let cell = |row, column| {
        let tile = grid.at(row, column);
        let name = board.square(row, column).map_or("", |square| view.called(square));
        match (tile, is_roomy) {
            (Tile::Wall, true) => "#".repeat(widest + 1),
            (Tile::Wall, false) => "#".repeat(widest.max(1)),
            (_, true) => format!("{}{name:widest$}", tile.xsb()),
            (_, false) if name.is_empty() => format!("{:width$}", tile.xsb(), width = widest.max(1)),
            (_, false) => format!("{name:widest$}"),
        }
    };
    let line = |row| {
        let cells: String = (0..grid.width()).map(|column| cell(row, column)).collect();
        format!("{}\n", cells.trim_end())
    };
    (0..grid.height()).map(line).collect()
}
