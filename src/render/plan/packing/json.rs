//! The packing orders of a level as a row of JSON Lines.

use super::PackingView;
use crate::level::Square;
use crate::packing::{PackingStep, Sink};
use serde::Serialize;

/// JSON row of a level with its packing orders. Squares are row and column, from 0. The caller that writes the row adds
/// type, schema, file and level.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct PackingRow {
    /// Title of the level.
    title: String,
    #[serde(flatten)]
    any: OrderRow,
    /// Order of the backward search.
    backward: OrderRow,
    /// Number of the first step at which the orders differ, from 1; `null` if they are equal.
    differ_from: Option<usize>,
}

/// JSON object of a packing order.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct OrderRow {
    /// Where boxes are assumed to come from: `starts`, `any_floor`, or `none` if there is no order.
    sink: &'static str,
    /// Steps in order.
    steps: Vec<PackingStepRow>,
    /// Squares where boxes are parked, in the order of their first use.
    parking: Vec<SquareRow>,
    /// Squares of boxes that stay where they are.
    in_place: Vec<(usize, usize)>,
    /// Squares of boxes that must be moved away before their turn.
    out_of_plan: Vec<(usize, usize)>,
}

/// JSON object of a step of a packing order.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct PackingStepRow {
    /// What the step does with its box: `fill` (a goal) or `park`.
    deed: &'static str,
    /// Square to which the box goes.
    to: SquareRow,
    /// Squares from which the box may come.
    from: Vec<(usize, usize)>,
    /// Whether an earlier step parked the box.
    was_parked: bool,
    /// Number of the later step that moves the parked box, from 1; `null` if the step fills a goal.
    until: Option<usize>,
}

/// JSON object of a square with its name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct SquareRow {
    /// Square in words.
    name: String,
    /// Row and column of the square.
    square: (usize, usize),
    /// Name of the area of the square.
    area: String,
}

pub(super) fn row(any: &PackingView<'_>, backward: &PackingView<'_>, difference: Option<usize>) -> PackingRow {
    PackingRow {
        title: any.level.title.clone(),
        any: order(any),
        backward: order(backward),
        differ_from: difference.map(|place| place + 1),
    }
}

fn order(view: &PackingView<'_>) -> OrderRow {
    let order = view.order;
    let places = |squares: &[Square]| squares.iter().map(|&s| view.level.board.row_column(s)).collect();
    let square = |s: Square| SquareRow {
        name: view.called(s).to_owned(),
        square: view.level.board.row_column(s),
        area: view.area(s).to_owned(),
    };
    let step = |step: &PackingStep| PackingStepRow {
        deed: if step.until.is_some() { "park" } else { "fill" },
        to: square(step.to),
        from: places(&step.from),
        was_parked: step.was_parked,
        until: step.until.map(|later| later + 1),
    };
    OrderRow {
        sink: match order.sink {
            Sink::Starts => "starts",
            Sink::AnyFloor => "any_floor",
            Sink::None => "none",
        },
        steps: order.steps.iter().map(step).collect(),
        parking: order.parked().into_iter().map(square).collect(),
        in_place: places(&order.in_place),
        out_of_plan: places(&order.out_of_plan),
    }
}
