//! The report on one level.

use super::{Improved, Outcome, Solution, Strategy};
use crate::abstraction::LabelCounts;
use crate::deadlock::Refused;
use crate::maze::Areas;
use crate::planner::{Abstraction, Act, EventTally, Proposal, Proposals, Realised, Step, TableBounds, TraceEvent};
use crate::run::{Answer, Limits, Meter, Progress, Stop};
use crate::search::optimal::Metric;
use crate::textbook::Setup;
use std::time::Duration;

/// The report on one level.
///
/// ```
/// use sokoplan::{Level, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let report = Solver::new(&level).pushes_only().solve();
/// println!("{} after {} nodes", report.answer().word(), report.plan_nodes + report.push_nodes);
/// assert!(report.plan.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The outcome.
    pub outcome: Outcome,
    /// The strategy that decided the level, or had the last turn.
    pub strategy: Strategy,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches, realisations included.
    pub push_nodes: u64,
    /// The metric of [`super::Options::optimal`]; a solution is then proved minimal in it.
    pub metric: Option<Metric>,
    /// A lower bound for all solutions, in what the metric counts first. `None` without a metric, and if no solution
    /// exists.
    pub lower_bound: Option<u32>,
    /// The shortest solution found, if the metric counts pushes only and a limit was met before the proof that none is
    /// shorter.
    pub shortest_known: Option<Solution>,
    /// The limits of the run.
    pub limits: Limits,
    /// Wall-clock time.
    pub time: Duration,
    /// The peak of the bytes held, as counted by the meter.
    pub peak_bytes: u64,
    /// The report of the plan side; `None` if no plan was made.
    pub plan: Option<PlanReport>,
    /// The report of each push search, in the order of the list of strategies.
    pub searches: Vec<SearchReport>,
    /// The progress of the last search without plans.
    pub progress: Progress,
    /// The report of the search for a shortest solution, if there was one.
    pub proof: Option<Proof>,
    /// The textbook search that ran alone, if one did.
    pub textbook: Option<Setup>,
    /// The report of each thread, if several ran side by side.
    pub threads: Vec<ThreadReport>,
    /// The result of the improvement, if there was one.
    pub improved: Option<Improved>,
}

impl Report {
    /// Makes the report of a level that was decided without a search.
    pub(super) fn new(outcome: Outcome, strategy: Strategy) -> Self {
        Self {
            outcome,
            strategy,
            plan_nodes: 0,
            push_nodes: 0,
            metric: None,
            lower_bound: None,
            shortest_known: None,
            limits: Limits::default(),
            time: Duration::ZERO,
            peak_bytes: 0,
            plan: None,
            searches: Vec::new(),
            progress: Progress::default(),
            proof: None,
            textbook: None,
            threads: Vec::new(),
            improved: None,
        }
    }

    /// Returns the report with the limits and the counts of a meter.
    pub(super) fn counted(self, meter: &Meter) -> Self {
        Self {
            plan_nodes: meter.plan_nodes(),
            push_nodes: meter.push_nodes(),
            limits: meter.limits(),
            time: meter.elapsed(),
            peak_bytes: meter.peak_bytes(),
            ..self
        }
    }

    /// Returns the answer for the level.
    pub const fn answer(&self) -> Answer {
        self.outcome.answer()
    }

    /// Returns the solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        self.outcome.solution()
    }

    /// Returns the strategy that found the solution, if there is one.
    pub fn solved_by(&self) -> Option<Strategy> {
        self.solution().map(|_| self.strategy)
    }

    /// Returns the realised steps of the solution, if a plan found it.
    pub fn steps(&self) -> Option<&[Realised]> {
        self.plan.as_ref()?.steps.as_deref()
    }

    /// Returns the events of the planner, in order. For display only.
    pub fn trace(&self) -> &[TraceEvent] {
        self.plan.as_ref().and_then(|plan| plan.trace.as_deref()).unwrap_or_default()
    }

    /// Returns whether the plan of the solution takes a box over a border by an operator of the planner; `None` if no
    /// plan found the solution. Otherwise the plan is trivial: one area, arrangements, or a takeover alone.
    pub fn is_hierarchical(&self) -> Option<bool> {
        let is_chosen =
            |step: &Realised| matches!(step.step, Step::Transfer(_)) && step.act.is_none_or(|act| act == Act::Event);
        self.solved_by().filter(|by| by.is_plan()).and(self.steps()).map(|steps| steps.iter().any(is_chosen))
    }

    /// Returns whether the solution is proved minimal in its metric; a solution changed afterwards is not.
    pub const fn is_optimal(&self) -> bool {
        self.solution().is_some() && self.metric.is_some() && self.improved.is_none()
    }
}

/// The report of the plan side: of the attempt that solved the level, else of the one that had the last turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlanReport {
    /// The areas that the plan was made on.
    pub areas: Areas,
    /// The strategy.
    pub strategy: Strategy,
    /// The kind of the plan.
    pub abstraction: Abstraction,
    /// The bounds on the tables of an exact rung.
    pub bounds: Option<TableBounds>,
    /// The realised steps of the solution, if a plan found it.
    pub steps: Option<Vec<Realised>>,
    /// The first plan of the planner, if the attempt plans before it realises.
    pub first_plan: Option<Vec<Proposal>>,
    /// The number of packing steps done in the best position; `None` without a packing plan.
    pub packed: Option<usize>,
    /// The number of operators by label, in the last attempt that began. A proposed step is `context`.
    pub labels: LabelCounts,
    /// The numbers of proposals on the coarse rungs, and of realised ones, over all attempts.
    pub proposals: Proposals,
    /// The most push nodes of one realisation.
    pub max_realisation_nodes: u64,
    /// The counts of the planner of room events, if it had a turn.
    pub tally: Option<EventTally>,
    /// The report of the parts of a level that is cut, if they had a turn and did not solve it.
    pub parts: Option<PartsReport>,
    /// The events of the planner, in order; `None` if the search of the attempt was not made, or has no events.
    pub trace: Option<Vec<TraceEvent>>,
}

/// The report of the parts of a level, for the last cut.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartsReport {
    /// The parts.
    pub areas: Areas,
    /// For each part how its search ended, and its push nodes.
    pub ended: Vec<(PartEnd, u64)>,
}

impl PartsReport {
    pub(super) const fn new(areas: Areas, ended: Vec<(PartEnd, u64)>) -> Self {
        Self { areas, ended }
    }
}

/// How the search of a part of a level ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartEnd {
    /// It was solved, with the number of boxes over each bridge that counting requires.
    Solved,
    /// Its search had not ended.
    Open,
    /// It was given up: it has no picture as a level, its searches ended without a solution, or memory was short.
    Failed,
}

impl PlanReport {
    /// Makes the report of an attempt that has not run.
    pub fn new(areas: Areas, strategy: Strategy, abstraction: Abstraction) -> Self {
        Self {
            areas,
            strategy,
            abstraction,
            bounds: None,
            steps: None,
            first_plan: None,
            packed: None,
            labels: LabelCounts::default(),
            proposals: Proposals::default(),
            max_realisation_nodes: 0,
            tally: None,
            parts: None,
            trace: None,
        }
    }

    /// Returns the report after an earlier attempt: counts that this attempt did not make are those of the earlier one.
    pub(super) fn after(self, before: Option<Self>) -> Self {
        let Some(before) = before else { return self };
        let has_begun = self.trace.is_some();
        let makes_proposals = has_begun && !self.abstraction.is_exact();
        Self {
            labels: if has_begun { self.labels } else { before.labels },
            proposals: if makes_proposals { self.proposals } else { before.proposals },
            max_realisation_nodes: self.max_realisation_nodes.max(before.max_realisation_nodes),
            tally: self.tally.or(before.tally),
            parts: self.parts.or(before.parts),
            trace: self.trace.or(before.trace),
            ..self
        }
    }
}

/// The report of one push search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchReport {
    /// The search.
    pub strategy: Strategy,
    /// The push nodes of the search.
    pub nodes: u64,
    /// The number of refusals of each of its deadlock rules.
    pub refused: Refused,
}

/// The report of the search for a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of refusals of each deadlock rule.
    pub refused: Refused,
    /// The number of two-box positions in the table of pairs; `None` if the board is too large for the table, or has
    /// one goal only.
    pub pairs: Option<usize>,
}

/// The report of one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ThreadReport {
    /// The strategies that took turns on it.
    pub strategies: Vec<Strategy>,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches.
    pub push_nodes: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// The way it ended.
    pub end: ThreadEnd,
}

/// How the work of one of several threads ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThreadEnd {
    /// It decided the level first, and stopped the other threads.
    First,
    /// The thread that decided the level stopped it.
    Outrun,
    /// It found a solution after the level was decided.
    Late,
    /// It had nothing left to try.
    Exhausted,
    /// It met a limit, or the user asked to stop.
    Stopped(Stop),
}
