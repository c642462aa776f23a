//! The search: first for a packing plan, then by transfers along it.
//!
//! The packing plan is one of two: that by sinks, found by pulls, in which boxes may be parked; or that by starts, in which
//! each box comes straight from where it stands at the start. Measured in an earlier form on XSokoban without takeovers,
//! 3,000 nodes a level: 72 and 71 of 90 levels, 75 by either.

use super::Tally;
use super::upper::Upper;
use crate::level::Position;
use crate::packing::{BackwardPacking, Order, PackingGuide, PackingPlan, Waiting};
use crate::planner::{PlanningContext, Solution, Step, TraceEvent};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Setting;

/// The search; see the folder.
#[derive(Debug)]
pub struct TransferSearch<'a> {
    context: &'a PlanningContext<'a>,
    start: Position,
    setting: Setting,
    /// Where the smaller searches leave it open what is possible, all boxes may be moved.
    takes_over: bool,
    stage: Stage<'a>,
}

#[derive(Debug)]
enum Stage<'a> {
    /// The packing plan by sinks is searched.
    Sinks(Box<BackwardPacking<'a>>),
    /// That by starts is to be made.
    Starts,
    Packed(PackingPlan),
    Transfers(Box<Upper<'a>>),
    /// There is no packing plan to make plans for.
    Without,
}

impl<'a> TransferSearch<'a> {
    /// Along the packing plan by sinks.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        setting: Setting,
        takes_over: bool,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let stage = Stage::Sinks(Box::new(BackwardPacking::new(context.maze, start, Waiting::AtStarts, meter)?));
        Ok(Self { context, start: start.clone(), setting, takes_over, stage })
    }

    /// Along the packing plan by starts.
    pub fn by_starts(context: &'a PlanningContext<'a>, start: &Position, setting: Setting, takes_over: bool) -> Self {
        Self { context, start: start.clone(), setting, takes_over, stage: Stage::Starts }
    }

    /// The best position so far, once steps are realised.
    pub fn nearest(&self) -> Option<Position> {
        match &self.stage {
            Stage::Transfers(upper) => upper.nearest(),
            _ => None,
        }
    }

    /// The steps that led to it, in order.
    pub fn steps_to_nearest(&self) -> Vec<Step> {
        match &self.stage {
            Stage::Transfers(upper) => upper.steps_to_nearest(),
            _ => Vec::new(),
        }
    }

    /// The counts, and the events in order. Called once, after the last step.
    pub fn finish(&mut self) -> (Tally, Vec<TraceEvent>) {
        match &mut self.stage {
            Stage::Transfers(upper) => upper.report(),
            _ => (Tally::default(), Vec::new()),
        }
    }
}

impl Search for TransferSearch<'_> {
    type Solution = Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        if self.start.is_solved(self.context.maze.board) {
            return Ok(Status::Found(Vec::new()));
        }
        match &mut self.stage {
            Stage::Sinks(search) => match search.step(meter)? {
                Status::Running => {}
                Status::Found(plan) => self.stage = Stage::Packed(plan),
                Status::Exhausted => self.stage = Stage::Without,
            },
            Stage::Starts => {
                let plan = PackingGuide::new(self.context.maze, &self.start, Order::One, meter)?.plan().cloned();
                self.stage = plan.map_or(Stage::Without, Stage::Packed);
            }
            Stage::Packed(plan) => {
                let upper = Upper::new(self.context, &self.start, plan, self.setting.clone(), self.takes_over, meter)?;
                self.stage = Stage::Transfers(Box::new(upper));
            }
            Stage::Transfers(upper) => return upper.step(meter),
            Stage::Without => return Ok(Status::Exhausted),
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Transfers(upper) => upper.progress(),
            _ => Progress::default(),
        }
    }
}
