//! The packing orders of a level (the order in which goals are filled, and the boxes parked meanwhile) as text, JSON
//! and SVG. Goals are named by numbers in the order in which they are filled, parking squares by letters.

mod json;
#[cfg(feature = "svg")]
mod svg;
mod text;

pub use json::PackingRow;

use crate::level::{Level, Square};
use crate::maze::Areas;
use crate::packing::{PackingOrder, PackingStep, Sink};
use crate::render::area_names;
use crate::render::rooms::letters;
use crate::render::words::place;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Two packing orders of one level and where they differ, as text, JSON or SVG.
pub struct PackingComparison<'a> {
    any: PackingView<'a>,
    backward: PackingView<'a>,
    /// Index of the first step at which the orders differ; `None` if they are equal.
    difference: Option<usize>,
}

impl<'a> PackingComparison<'a> {
    /// Creates a view of the order `any` and the order of the backward search, with squares named by `areas`.
    pub fn new(level: &'a Level, areas: &'a Areas, any: &'a PackingOrder, backward: &'a PackingOrder) -> Self {
        Self {
            any: PackingView::new(level, areas, any),
            backward: PackingView::new(level, areas, backward),
            difference: any.first_difference(backward),
        }
    }

    /// Returns both orders as text; most boards fit into 80 columns.
    pub fn text(&self) -> String {
        let any = text::text(&self.any, "packing order");
        format!("{any}\n{}", self.second())
    }

    /// Returns the backward order and the first difference as text; one line without such an order or a difference.
    fn second(&self) -> String {
        const HEADING: &str = "backward packing order";
        match self.difference {
            _ if self.backward.order.sink == Sink::None => format!("{HEADING}: none was found\n"),
            None => format!("{HEADING}: the same\n"),
            Some(place) => {
                let step = |view: &PackingView<'_>| match view.order.steps.get(place) {
                    Some(step) if step.was_parked => {
                        let from: Vec<String> = step.from.iter().map(|&s| view.place(s)).collect();
                        format!("{} at {} from {}", view.deed(step), view.place(step.to), from.join(" "))
                    }
                    Some(step) => format!("{} at {}", view.deed(step), view.place(step.to)),
                    None => "no step".to_owned(),
                };
                let (any, backward) = (step(&self.any), step(&self.backward));
                let difference = format!("first difference: step {}: {any}; backward: {backward}", place + 1);
                format!("{}\n{difference}\n", text::text(&self.backward, HEADING))
            }
        }
    }

    /// Returns the JSON row of both orders.
    pub fn row(&self) -> PackingRow {
        json::row(&self.any, &self.backward, self.difference)
    }

    /// Returns the order `any` as SVG over the picture of the rooms. `dead` holds for each square whether it is dead.
    #[cfg(feature = "svg")]
    pub fn svg(&self, by: crate::maze::RoomsBy, dead: &[bool]) -> String {
        svg::svg(&self.any, by, dead)
    }
}

/// One packing order with its level and areas.
struct PackingView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    order: &'a PackingOrder,
    area_names: Vec<String>,
    /// Names of the goals and parking squares.
    called: FxHashMap<Square, String>,
}

impl<'a> PackingView<'a> {
    /// Creates a view of an order, with goals and parking squares named in the order of their first use.
    fn new(level: &'a Level, areas: &'a Areas, order: &'a PackingOrder) -> Self {
        let parked = order.parked().into_iter().zip((1..).map(|count| letters(count, b'a')));
        let home = order.steps.iter().filter(|step| step.until.is_none()).map(|step| step.to);
        // A goal on which a box is parked for a while keeps its number.
        let called = parked.chain(home.zip((1..).map(|number: usize| number.to_string()))).collect();
        Self { level, areas, order, area_names: area_names(areas), called }
    }

    /// Returns one line that says whether an order was found, and how its goals and parking squares are named.
    fn kind(&self) -> &'static str {
        match self.order.sink {
            Sink::None => "none was found: every filled goal counts as packed",
            Sink::AnyFloor => "found only for boxes that may come from any floor",
            Sink::Starts if self.order.steps.iter().any(|step| step.until.is_some()) => {
                "goals 1, 2, 3 .. in turn, boxes parked at a, b, c .."
            }
            Sink::Starts => "goals 1, 2, 3 .. in turn, straight from the starts",
        }
    }

    fn called(&self, square: Square) -> &str {
        self.called.get(&square).map_or("", String::as_str)
    }

    fn area(&self, square: Square) -> &str {
        &self.area_names[self.areas.area_of(square).index()]
    }

    /// Returns a square as `2,3`: row and column, from 0.
    fn place(&self, square: Square) -> String {
        place(&self.level.board, square)
    }

    /// Returns a step in words: `fill 3`, `park at a`.
    fn deed(&self, step: &PackingStep) -> String {
        let verb = if step.until.is_some() { "park at" } else { "fill" };
        format!("{verb} {}", self.called(step.to))
    }

    /// Returns the number of `squares` in each area: `A 3`, `b 1`.
    fn by_area(&self, squares: &[Square]) -> Vec<String> {
        let counts = squares.iter().counts_by(|&s| self.areas.area_of(s));
        let parts = counts.into_iter().sorted().map(|(area, n)| format!("{} {n}", self.area_names[area.index()]));
        parts.collect()
    }
}
