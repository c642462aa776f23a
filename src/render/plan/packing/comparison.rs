//! Two packing orders of a level, one after the other: an order that leaves the open goals accessible, and the order of
//! the backward search.

use super::{PackingRow, PackingView, json, text};
use crate::level::Level;
use crate::maze::Areas;
use crate::packing::{PackingOrder, Sink};

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
        super::svg::svg(&self.any, by, dead)
    }
}
