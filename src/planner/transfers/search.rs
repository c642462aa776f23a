//! The search: by transfers along a packing plan, or from plans on counts.
//!
//! The packing plan is one of two: that by sinks, found by pulls, in which boxes may be parked; or that by starts, in which
//! each box comes straight from where it stands at the start. Measured in an earlier form on XSokoban without takeovers,
//! 3,000 nodes a level: 72 and 71 of 90 levels, 75 by either.

use super::Tally;
use super::counts::CountsSource;
use super::packing::PackingSource;
use super::source::Source;
use super::upper::Upper;
use crate::level::Position;
use crate::packing::{BackwardPacking, PackingPlan, PackingPlans};
use crate::planner::counts::BorderWatch;
use crate::planner::{PlanningContext, Solution, Step, TraceEvent};
use crate::run::{Meter, Progress, Search, Status, Stop, Then};
use crate::search::Setting;

/// How steps are realised.
#[derive(Clone, Debug, Default)]
pub struct Realising {
    /// The setting of push searches.
    pub setting: Setting,
    /// Whether all boxes may be moved where the smaller searches leave it open what is possible.
    pub takes_over: bool,
}

/// Makes the watch over borders, [`BorderWatch::of_all`] or [`BorderWatch::of_refused`].
pub type Watching = fn(&PlanningContext<'_>) -> BorderWatch;

/// The search; see the folder.
#[derive(Debug)]
pub struct TransferSearch<'a> {
    context: &'a PlanningContext<'a>,
    start: Position,
    stages: Then<'a, BackwardPacking<'a>, Upper<'a>>,
}

impl<'a> TransferSearch<'a> {
    /// Along the packing plan by sinks, once it is found.
    pub fn by_sinks(context: &'a PlanningContext<'a>, packing: BackwardPacking<'a>, realising: Realising) -> Self {
        let start = packing.start().clone();
        let begin = along(context, start.clone(), realising);
        let along =
            move |plan: Option<&PackingPlan>, meter: &mut Meter| plan.map(|plan| begin(plan, meter)).transpose();
        Self { context, start, stages: Then::new(packing, along) }
    }

    /// Along the packing plan by starts.
    pub fn by_starts(
        context: &'a PlanningContext<'a>,
        start: &Position,
        plans: &PackingPlans,
        realising: Realising,
    ) -> Self {
        let begin = along(context, start.clone(), realising);
        let (from, plans) = (start.clone(), plans.clone());
        let along = move |_: Option<&PackingPlan>, meter: &mut Meter| {
            plans.by_starts(context.maze, &from, meter)?.map(|plan| begin(&plan, meter)).transpose()
        };
        Self { context, start: start.clone(), stages: Then::at_once(along) }
    }

    /// By plans on counts, with at most `node_cap` push nodes a step; they know the closed borders of the watch that is made.
    pub fn on_counts(
        context: &'a PlanningContext<'a>,
        start: &Position,
        watch: Option<Watching>,
        node_cap: u64,
        realising: Realising,
    ) -> Self {
        let from = start.clone();
        let along = move |_: Option<&PackingPlan>, meter: &mut Meter| {
            let source = Box::new(CountsSource::new(context, watch.map(|watch| watch(context)), node_cap));
            Upper::new(context, &from, source, realising.clone(), meter).map(Some)
        };
        Self { context, start: start.clone(), stages: Then::at_once(along) }
    }

    /// The best position so far, once steps are realised.
    pub fn nearest(&self) -> Option<Position> {
        self.stages.second().and_then(Upper::nearest)
    }

    /// The steps that led to it, in order.
    pub fn steps_to_nearest(&self) -> Vec<Step> {
        self.stages.second().map(Upper::steps_to_nearest).unwrap_or_default()
    }

    /// The counts, and the events in order. Called once, after the last step.
    pub fn finish(&mut self) -> (Tally, Vec<TraceEvent>) {
        self.stages.second_mut().map(Upper::report).unwrap_or_default()
    }
}

/// Begins the transfers along a packing plan.
fn along<'a>(
    context: &'a PlanningContext<'a>,
    start: Position,
    realising: Realising,
) -> impl Fn(&PackingPlan, &mut Meter) -> Result<Upper<'a>, Stop> {
    move |plan, meter| {
        let source: Box<dyn Source> = Box::new(PackingSource::new(context, plan.clone(), realising.setting.components));
        Upper::new(context, &start, source, realising.clone(), meter)
    }
}

impl Search for TransferSearch<'_> {
    type Solution = Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.start.is_solved(self.context.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        self.stages.step(meter)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.stages.progress()
    }
}
