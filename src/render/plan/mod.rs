//! Abstract plans, and the results of realising them.
//!
//! Input: a level, the best plans and the report of an attempt to realise them. Output: text, JSON, DOT and SVG.
//! Planning is left to `planner` and `solve`.

mod brief;
mod dot;
mod events;
mod json;
mod packing;
#[cfg(feature = "svg")]
mod svg;
mod text;
mod what_if;

pub use events::EventRow;
pub use json::PlanRow;
pub use packing::{PackingComparison, PackingRow};
pub use what_if::WhatIf;

use super::place::place;
use super::{StepsView, area_names, names_after, step_words};
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingMove;
use crate::planner::{Explored, Kept, PlannedStep, Step, TraceEvent};
use crate::run::StopFlag;
use crate::solve::{Explained, Report};
use itertools::Itertools;

/// The data shown of one level.
pub struct PlanView<'a> {
    pub(super) level: &'a Level,
    pub(super) areas: &'a Areas,
    /// The areas that are shown, as `rooms` shows them; those that are planned on may be joined of them.
    shown: &'a Areas,
    pub(super) explored: &'a Explored,
    pub(super) report: &'a Report,
    what_if: Option<WhatIf<'a>>,
    names: Vec<String>,
    /// The solution, if there is one.
    explained: Option<Explained>,
}

impl<'a> PlanView<'a> {
    /// A view of plans over `areas`, which are named after those that are `shown`.
    pub fn new(
        level: &'a Level,
        [areas, shown]: [&'a Areas; 2],
        explored: &'a Explored,
        report: &'a Report,
        stop: &StopFlag,
    ) -> Self {
        let explained = Explained::of_report(level, shown, report, stop);
        let names = names_after(areas, shown, &area_names(shown));
        Self { level, areas, shown, explored, report, what_if: None, names, explained }
    }

    /// With the conditions that the plans keep to. On the coarse rungs nothing was realised then.
    #[must_use]
    pub fn with_what_if(mut self, what_if: Option<WhatIf<'a>>) -> Self {
        self.what_if = what_if;
        self
    }

    /// Returns whether it was tried to realise the plans.
    fn was_realised(&self) -> bool {
        self.what_if.is_none() || self.explored.space.is_exact()
    }

    /// The text for people: a map, the plans as a table, the best plan and the answer. Tables are at most `width` columns
    /// wide where that is possible.
    pub fn text(&self, width: Option<usize>) -> String {
        brief::brief(self, width)
    }

    /// The same, after all plans side by side and what became of them: which steps were refused, and why.
    pub fn details(&self, width: Option<usize>) -> String {
        format!("{}\n{}", text::text(self, width), brief::result(self, width))
    }

    /// The states of the plans as a graph, for Graphviz.
    pub fn dot(&self) -> String {
        dot::dot(self)
    }

    /// The transfers as arrows over the rooms. `dead` holds for each square whether it is dead.
    #[cfg(feature = "svg")]
    pub fn svg(&self, by: crate::maze::RoomsBy, dead: &[bool]) -> String {
        svg::svg(self, by, dead)
    }

    /// The row for programs.
    pub fn row(&self) -> PlanRow {
        json::row(self)
    }

    /// The events of the planner, for programs.
    pub fn events(&self) -> impl Iterator<Item = EventRow> {
        let all = self.explored.events.iter().chain(&self.report.trace);
        all.enumerate().map(|(number, event)| events::row(self, number, event))
    }

    /// The steps of the solution, if there is one.
    fn steps(&self) -> Option<StepsView<'_>> {
        self.explained.as_ref().map(|explained| StepsView::new(self.level, explained))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    /// `A > a > B`, `settle A`.
    fn step(&self, step: &Step) -> String {
        step_words(step, &self.names)
    }

    /// `A 2-1, B 0-1`: boxes before and after, at the ends of the step; on the exact rungs with the classes, as in
    /// `A 2-1 [A1-A4]`.
    fn change(&self, plan: usize, index: usize) -> String {
        let plan = &self.explored.plans[plan];
        let (step, after) = (&plan.steps[index], plan.after(index));
        let change = |area| {
            let boxes = format!("{} {}-{}", self.name(area), step.before.counts.get(area), after.counts.get(area));
            match (self.class(&step.before, area), self.class(after, area)) {
                (Some(one), Some(other)) => format!("{boxes} [{one}-{other}]"),
                _ => boxes,
            }
        };
        step.step.ends().into_iter().map(change).join(", ")
    }

    /// `fills 3,7`: what a transfer is for in the packing plan.
    fn packs(&self, step: &PlannedStep) -> Option<String> {
        let (_, PackingMove { from, to }) = step.packs?;
        let place = |square| place(&self.level.board, square);
        let deed = if self.level.board.is_goal(to) { "fills" } else { "parks at" };
        let parked = from.map_or(String::new(), |from| format!(" with the box parked at {}", place(from)));
        Some(format!("{deed} {}{parked}", place(to)))
    }

    /// `A4`: the area, and the class in the order in which plans met them.
    fn class(&self, kept: &Kept, area: AreaId) -> Option<String> {
        kept.classes.as_ref().map(|classes| self.class_name(area, classes[area.index()]))
    }

    fn class_name(&self, area: AreaId, index: usize) -> String {
        format!("{}{}", self.name(area), index + 1)
    }

    /// Row and column of squares.
    fn places(&self, squares: &[Square]) -> Vec<(usize, usize)> {
        squares.iter().map(|&s| self.level.board.row_column(s)).collect()
    }

    /// The fate of a step in any position, or of its first hop.
    fn fate(&self, step: &PlannedStep) -> Fate {
        if step.pushes.is_some() {
            return Fate::Realised;
        }
        let hop = step.step.first_hop();
        let is_same = |other: &Step| *other == step.step || Some(other) == hop.as_ref();
        let mut steps = self.report.steps().into_iter().flatten();
        if steps.any(|realised| is_same(&realised.step)) {
            return Fate::InSolution;
        }
        let events = &self.report.trace;
        if events.iter().any(|event| matches!(event, TraceEvent::Realised { step, .. } if is_same(step))) {
            return Fate::Realised;
        }
        if events.iter().any(|event| matches!(event, TraceEvent::Refused { refusal, .. } if is_same(&refusal.step))) {
            return Fate::Refused;
        }
        Fate::Untried
    }
}

/// The fate of a step of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fate {
    /// It is part of the solution.
    InSolution,
    /// It was realised in some position.
    Realised,
    /// It was refused in every position in which it was tried.
    Refused,
    /// It was not tried.
    Untried,
}

impl Fate {
    const fn words(self) -> &'static str {
        match self {
            Self::InSolution => "in the solution",
            Self::Realised => "realised",
            Self::Refused => "refused",
            Self::Untried => "not tried",
        }
    }
}
