//! The steps that plans on counts (the number of boxes of each area) propose in each position, round by round.
//!
//! ```text
//!   plan        A > c > B, settle B, A > c > D        from the STRIPS planner
//!   proposals   A > c > B; where that fails A > c; then the first step of a plan without these
//!   rounds      boxes of the step's areas alone; of two rings of neighbours too; of more
//! ```

use super::AbstractTask;
use crate::level::Position;
use crate::planner::{PlanOrigin, PlanningContext, Step, TraceEntry};
use crate::push::State;
use crate::run::{Ended, Meter, Stop};
use crate::strips;
use std::collections::VecDeque;

/// For each round of proposals, the number of rings of areas around those of a step in which boxes may be moved too.
const ROUNDS: [usize; 3] = [0, 2, 16];

#[derive(Debug, Default)]
struct StepQueue {
    /// Steps to be tried next: the first step of the plan, then the first hop of that step.
    steps: VecDeque<Step>,
    /// Steps with which no further plan of this round may begin.
    tried: Vec<Step>,
    round: usize,
}

#[derive(Debug)]
pub(super) struct StepProposals<'a> {
    context: &'a PlanningContext<'a>,
    queues: Vec<StepQueue>,
}

impl<'a> StepProposals<'a> {
    pub(super) const fn new(context: &'a PlanningContext<'a>) -> Self {
        Self { context, queues: Vec::new() }
    }

    fn plan(&self, id: usize, position: &Position, meter: &mut Meter) -> Result<Option<Vec<Step>>, Stop> {
        let task = AbstractTask::new(self.context, position, &self.queues[id].tried, meter)?;
        match strips::first_plan(&task.task, meter) {
            Ended::Found(plan) => Ok(Some(task.steps(self.context, position, &plan)).filter(|steps| !steps.is_empty())),
            Ended::Exhausted => Ok(None),
            Ended::Stopped(stop) => Err(stop),
        }
    }

    /// Returns the next step to try in a position, and the number of rings of areas around it in which boxes may be
    /// moved.
    pub(super) fn proposal(
        &mut self,
        id: usize,
        state: &State,
        trace: &mut Vec<TraceEntry>,
        meter: &mut Meter,
    ) -> Result<Option<(Step, usize)>, Stop> {
        if self.queues.len() <= id {
            self.queues.resize_with(id + 1, StepQueue::default);
        }
        while let Some(&rings) = ROUNDS.get(self.queues[id].round) {
            if let Some(step) = self.queues[id].steps.front() {
                return Ok(Some((step.clone(), rings)));
            }
            let position = state.position();
            let plan = self.plan(id, &position, meter)?;
            trace.push(TraceEntry::Planned { position: id, plan: plan.clone(), origin: PlanOrigin::Made });
            let queue = &mut self.queues[id];
            match plan.and_then(|plan| plan.into_iter().next()) {
                Some(first) => {
                    let hop = first.first_hop();
                    queue.tried.push(hop.clone().unwrap_or_else(|| first.clone()));
                    queue.steps = std::iter::once(first).chain(hop).collect();
                }
                None => {
                    queue.round += 1;
                    queue.tried.clear();
                }
            }
        }
        Ok(None)
    }

    /// Removes the proposal that was tried in a position; if it was carried out, also the rest of its plan.
    pub(super) fn tried(&mut self, id: usize, is_realised: bool) {
        let steps = &mut self.queues[id].steps;
        steps.pop_front();
        if is_realised {
            steps.clear();
        }
    }
}
