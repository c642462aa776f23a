//! Abstract plans and the results of realising them, as text, JSON, DOT and SVG.

mod dot;
mod json;
mod svg;
mod text;
mod verdict;
mod what_if;

pub use json::{PlanRow, TraceRow};
pub use what_if::WhatIf;

use super::words::place;
use super::{StepsView, area_names, names_after, step_words};
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingMove;
use crate::planner::{AbstractPlans, Step};
use crate::run::StopFlag;
use crate::solve::{Explained, Report};
use itertools::Itertools;

/// The abstract plans of one level with the report of realising them, as text, JSON, DOT or SVG.
pub struct PlanView<'a> {
    pub(super) level: &'a Level,
    pub(super) areas: &'a Areas,
    /// Areas shown, as in `rooms`; the areas of the plans may be unions of these.
    shown: &'a Areas,
    pub(super) explored: &'a AbstractPlans,
    pub(super) report: &'a Report,
    /// Conditions under which the plans were made; plans under conditions are not realised.
    pub what_if: Option<WhatIf<'a>>,
    names: Vec<String>,
    explained: Option<Explained>,
    /// Whether an arrow stands between the numbers of boxes before and after a step, as terminals can show, or `to`.
    pub has_arrows: bool,
}

impl<'a> PlanView<'a> {
    /// Creates a view of plans that were made on `areas`; the names of `areas` are derived from the areas `shown`.
    pub fn new(
        level: &'a Level,
        [areas, shown]: [&'a Areas; 2],
        explored: &'a AbstractPlans,
        report: &'a Report,
        stop: &StopFlag,
    ) -> Self {
        let explained = Explained::of_report(level, shown, report).map(|told| told.labelled(level, stop));
        let names = names_after(areas, shown, &area_names(shown));
        Self { level, areas, shown, explored, report, what_if: None, names, explained, has_arrows: false }
    }

    const fn was_realised(&self) -> bool {
        self.what_if.is_none()
    }

    /// Returns text: a map, the story of the solution or else the best plan, and the result
    /// of each plan. Lines are at most `width` columns wide if possible.
    pub fn text(&self, width: Option<usize>) -> String {
        text::head(self, width) + &text::told(self, width)
    }

    /// Returns the text with details: the plans side by side, the steps of the solution below the steps of the plan,
    /// and the trace of the search.
    pub fn details(&self, width: Option<usize>) -> String {
        format!("{}{}\n{}", text::head(self, width), text::details(self, width), text::told(self, width))
    }

    /// Returns the states of the plans and the steps between them in DOT, the language of Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// Returns an SVG document with the transfers as arrows over the rooms. `dead` holds for each square whether it is
    /// dead.
    pub fn svg(&self, by: crate::maze::RoomsBy, dead: &[bool]) -> String {
        svg::svg(self, by, dead)
    }

    /// Returns the JSON row of the plans.
    pub fn row(&self) -> PlanRow {
        json::row(self)
    }

    /// Returns the trace of the planner as rows, numbered from 0 in their order.
    pub fn trace(&self) -> impl Iterator<Item = TraceRow> {
        self.report.trace().iter().enumerate().map(|(number, entry)| json::trace_row(self, number, entry))
    }

    fn steps(&self) -> Option<StepsView<'_>> {
        self.explained.as_ref().map(|explained| StepsView::new(self.level, explained))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    /// Returns a step in words, with the names of the plan's areas: `A > a > B`, `settle A`.
    fn step(&self, step: &Step) -> String {
        step_words(step, &self.names)
    }

    /// Returns the numbers of boxes before and after a step in the areas at its ends: `A 2 to 1, B 0 to 1`.
    fn change(&self, plan: usize, index: usize) -> String {
        let plan = &self.explored.plans[plan];
        let (step, after) = (&plan.steps[index], plan.after(index));
        let change = |area| self.boxes_before_and_after(area, step.before.get(area), after.get(area));
        step.step.ends().into_iter().map(change).join(", ")
    }

    /// Returns `A 2 to 1`, or `A 2` if the number of boxes is unchanged.
    fn boxes_before_and_after<T: PartialEq + std::fmt::Display>(&self, area: AreaId, before: T, after: T) -> String {
        let name = self.name(area);
        let to = if self.has_arrows { "\u{2192}" } else { " to " };
        if before == after { format!("{name} {before}") } else { format!("{name} {before}{to}{after}") }
    }

    /// Returns what a transfer does in the packing plan: `fills 3,7`; `None` if that plan has no such step.
    fn packs(&self, packs: Option<(usize, PackingMove)>) -> Option<String> {
        let (_, PackingMove { from, to }) = packs?;
        let place = |square| place(&self.level.board, square);
        let deed = if self.level.board.is_goal(to) { "fills" } else { "parks at" };
        let parked = from.map_or(String::new(), |from| format!(" with the box parked at {}", place(from)));
        Some(format!("{deed} {}{parked}", place(to)))
    }

    fn places(&self, squares: &[Square]) -> Vec<(usize, usize)> {
        squares.iter().map(|&s| self.level.board.row_column(s)).collect()
    }
}
