//! Plans of transfers and their results, as text, JSON, DOT and SVG.

mod json;
mod pictures;
mod text;

pub use json::{PlanRow, TraceRow};

use super::realised::FidelityRow;
use super::{StepsView, area_names};
use crate::abstraction::Label;
use crate::level::{Level, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{MadeTransfer, Plan, Step};
use crate::solve::{PlanOutcome, PlanReport, Variation};
use crate::steps::{Purpose, SolutionStep};
use itertools::Itertools;

/// The plans of one level with their results, as text, JSON, DOT or SVG.
pub struct PlanView<'a> {
    level: &'a Level,
    plans: &'a [PlanOutcome],
    /// Areas of the first plan, and their names.
    areas: Areas,
    names: Vec<String>,
}

impl<'a> PlanView<'a> {
    /// Creates a view of at least one plan.
    pub fn new(level: &'a Level, plans: &'a [PlanOutcome]) -> Self {
        let of_plan = plans.first().and_then(|plan| plan.report.plan.as_ref());
        let areas = of_plan.map_or_else(|| Areas::of(&level.board), |plan| plan.areas.clone());
        Self { names: area_names(&areas), areas, level, plans }
    }

    fn report(&self, number: usize) -> Option<&PlanReport> {
        self.plans[number].report.plan.as_ref()
    }

    fn plan(&self, number: usize) -> Option<&Plan> {
        self.report(number)?.plan.as_ref()
    }

    fn transfers(&self, number: usize) -> &[Step] {
        self.plan(number).map(|plan| plan.transfers.as_slice()).unwrap_or_default()
    }

    fn made(&self, number: usize) -> &[MadeTransfer] {
        self.report(number).and_then(|plan| plan.fidelity.as_ref()).map(|of| of.made.as_slice()).unwrap_or_default()
    }

    fn fidelity(&self, number: usize) -> Option<FidelityRow> {
        FidelityRow::of(self.report(number)?)
    }

    fn steps(&self) -> Option<StepsView<'_>> {
        self.plans[0].steps.as_ref().map(|explained| StepsView::new(self.level, explained))
    }

    fn name(&self, area: AreaId) -> &str {
        &self.names[area.index()]
    }

    /// Returns a transfer in words: `(4,4) A > b > C fills (8,5)`.
    fn words(&self, step: &Step, fills: bool) -> String {
        let Some((from, to)) = step.ends() else { return String::new() };
        let route = step.route.iter().map(|&area| self.name(area)).join(" > ");
        let deed = if fills { "fills" } else { "parks at" };
        format!("{} {route} {deed} {}", self.place(from), self.place(to))
    }

    fn fills(&self, number: usize, transfer: usize) -> bool {
        self.plan(number).is_some_and(|plan| plan.fills(&self.level.board, transfer))
    }

    fn place(&self, square: Square) -> String {
        self.level.board.place_words(square)
    }

    fn solution_steps(&self, number: usize) -> &[SolutionStep] {
        self.plans[number].steps.as_ref().map(|explained| explained.steps.as_slice()).unwrap_or_default()
    }

    /// Returns why a transfer was added, from its last step: `out of the way of the box at (4,6)`.
    fn reason(&self, number: usize, made: &MadeTransfer) -> String {
        let steps = self.solution_steps(number);
        let from = |later: usize| steps.get(later).map_or_else(String::new, |step| self.place(step.from()));
        match made.steps.clone().rev().find_map(|step| steps.get(step)?.purpose) {
            Some(Purpose::Fills(_)) => "fills a goal".to_owned(),
            Some(Purpose::MakesWay(later)) => format!("out of the way of the box at {}", from(later)),
            Some(Purpose::LetsThrough(later)) => format!("so that the player can reach the box at {}", from(later)),
            Some(Purpose::LetsRound(later)) => format!("so that the player can get round the box at {}", from(later)),
            None => "no later step needs it".to_owned(),
        }
    }

    /// Returns the label of a transfer that was made: the weakest of its steps.
    fn label(&self, number: usize, made: &MadeTransfer) -> Option<Label> {
        let steps = self.solution_steps(number);
        let own = steps.get(made.steps.clone())?.iter().filter(|step| step.number == made.number);
        own.filter_map(|step| step.label).max()
    }

    /// Returns how a plan differs from the first one, in words; empty for the first.
    fn variation(&self, number: usize) -> String {
        match self.plans[number].variation {
            Variation::First => String::new(),
            Variation::Order => "another order of goals and parking places".to_owned(),
            Variation::Source(area) => format!("the first box comes from another area than {}", self.name(area)),
            Variation::Border((from, to)) => format!("no box goes from {} to {}", self.name(from), self.name(to)),
        }
    }
}
