//! Abstract plans, and the results of realising them.
//!
//! Input: a level, the best plans and the report of an attempt to realise them. Output: text, JSON, DOT and SVG.
//! Planning is left to `planner` and `solve`.

mod dot;
mod events;
mod json;
mod packing;
mod page;
#[cfg(feature = "svg")]
mod svg;
mod text;
mod verdict;
mod what_if;

pub use events::EventRow;
pub use json::PlanRow;
pub use packing::{PackingComparison, PackingRow};
pub use what_if::WhatIf;

use super::place::place;
use super::{StepsView, area_names, names_after, step_words};
use crate::level::{Level, Position, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingMove;
use crate::planner::{Explored, Kept, Proposal, Step};
use crate::run::StopFlag;
use crate::solve::{Explained, Report};
use itertools::Itertools;

/// The plans of one level, to be shown.
pub struct PlanView<'a> {
    pub(super) level: &'a Level,
    pub(super) areas: &'a Areas,
    /// The areas shown, as in `rooms`; the areas of the plans may be unions of them.
    shown: &'a Areas,
    pub(super) explored: &'a Explored,
    pub(super) report: &'a Report,
    what_if: Option<WhatIf<'a>>,
    names: Vec<String>,
    /// The solution, if there is one.
    explained: Option<Explained>,
    /// The word or sign between numbers before and after.
    arrow: &'static str,
}

impl<'a> PlanView<'a> {
    /// Makes a view of plans over `areas`, which are named after the areas `shown`.
    pub fn new(
        level: &'a Level,
        [areas, shown]: [&'a Areas; 2],
        explored: &'a Explored,
        report: &'a Report,
        stop: &StopFlag,
    ) -> Self {
        let explained = Explained::of_report(level, shown, report, stop);
        let names = names_after(areas, shown, &area_names(shown));
        Self { level, areas, shown, explored, report, what_if: None, names, explained, arrow: " to " }
    }

    /// Adds the conditions on the plans; on the coarse rungs nothing was realised under conditions.
    #[must_use]
    pub fn with_what_if(mut self, what_if: Option<WhatIf<'a>>) -> Self {
        self.what_if = what_if;
        self
    }

    /// Chooses an arrow between numbers before and after, for terminals that can show it; otherwise `to`.
    #[must_use]
    pub const fn with_arrows(mut self, has_arrows: bool) -> Self {
        self.arrow = if has_arrows { "\u{2192}" } else { " to " };
        self
    }

    /// Returns whether realising the plans was tried.
    fn was_realised(&self) -> bool {
        self.what_if.is_none() || self.explored.space.is_exact()
    }

    /// Returns the text for people: a map, the plan that solved the level or the best one so far, its outline and
    /// steps, and the result of each plan. Lines are at most `width` columns wide if possible.
    pub fn text(&self, width: Option<usize>) -> String {
        page::head(self, width) + &page::told(self, width)
    }

    /// Returns the detailed text: the plans side by side, the steps of the solution below those of the plan, and the
    /// events of the search.
    pub fn details(&self, width: Option<usize>) -> String {
        format!("{}{}\n{}", page::head(self, width), text::details(self, width), page::told(self, width))
    }

    /// Returns the states of the plans as a graph, for Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// Returns the transfers as arrows over the rooms. `dead` holds for each square whether it is dead.
    #[cfg(feature = "svg")]
    pub fn svg(&self, by: crate::maze::RoomsBy, dead: &[bool]) -> String {
        svg::svg(self, by, dead)
    }

    /// Returns the JSON row.
    pub fn row(&self) -> PlanRow {
        json::row(self)
    }

    /// Returns the events of the planner as rows.
    pub fn events(&self) -> impl Iterator<Item = EventRow> {
        let all = self.explored.events.iter().chain(self.report.trace());
        all.enumerate().map(|(number, event)| events::row(self, number, event))
    }

    /// Returns the steps of the solution, if there is one.
    fn steps(&self) -> Option<StepsView<'_>> {
        self.explained.as_ref().map(|explained| StepsView::new(self.level, explained))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    /// Returns `A > a > B`, `settle A`.
    fn step(&self, step: &Step) -> String {
        step_words(step, &self.names)
    }

    /// Returns `A 2 to 1, B 0 to 1`: boxes before and after, at the ends of the step; on the exact rungs with the
    /// classes, as in `A 2 to 1 (A1 to A4)`.
    fn change(&self, plan: usize, index: usize) -> String {
        let plan = &self.explored.plans[plan];
        let (step, after) = (&plan.steps[index], plan.after(index));
        let change = |area| {
            let boxes = self.boxes_before_and_after(area, step.before.counts.get(area), after.counts.get(area));
            match (self.class(&step.before, area), self.class(after, area)) {
                (Some(one), Some(other)) if one == other => format!("{boxes} ({one})"),
                (Some(one), Some(other)) => format!("{boxes} ({one}{}{other})", self.arrow),
                _ => boxes,
            }
        };
        step.step.ends().into_iter().map(change).join(", ")
    }

    /// Returns the changes in box counts between two positions, at the ends of some steps of a plan.
    fn counts(&self, proposals: &[Proposal], [before, after]: [&Position; 2]) -> String {
        let count = |position: &Position, area: AreaId| {
            position.boxes.iter().filter(|&&square| self.areas.area_of(square) == area).count()
        };
        let ends = proposals.iter().flat_map(|proposal| proposal.step.ends()).unique();
        ends.map(|area| self.boxes_before_and_after(area, count(before, area), count(after, area))).join(", ")
    }

    /// Returns `A 2 to 1`, or `A 2` if the number is unchanged.
    fn boxes_before_and_after<T: PartialEq + std::fmt::Display>(&self, area: AreaId, before: T, after: T) -> String {
        let name = self.name(area);
        if before == after { format!("{name} {before}") } else { format!("{name} {before}{}{after}", self.arrow) }
    }

    /// Returns `fills 3,7`: the purpose of a transfer in the packing plan.
    fn packs(&self, packs: Option<(usize, PackingMove)>) -> Option<String> {
        let (_, PackingMove { from, to }) = packs?;
        let place = |square| place(&self.level.board, square);
        let deed = if self.level.board.is_goal(to) { "fills" } else { "parks at" };
        let parked = from.map_or(String::new(), |from| format!(" with the box parked at {}", place(from)));
        Some(format!("{deed} {}{parked}", place(to)))
    }

    /// Returns `A4`: the area, and the class in the order in which plans met them.
    fn class(&self, kept: &Kept, area: AreaId) -> Option<String> {
        kept.classes.as_ref().map(|classes| self.class_name(area, classes[area.index()]))
    }

    fn class_name(&self, area: AreaId, index: usize) -> String {
        format!("{}{}", self.name(area), index + 1)
    }

    /// Returns the row and column of squares.
    fn places(&self, squares: &[Square]) -> Vec<(usize, usize)> {
        squares.iter().map(|&s| self.level.board.row_column(s)).collect()
    }
}
