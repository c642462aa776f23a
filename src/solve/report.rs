//! The report on one level.

use super::{Improved, Outcome, Solution, Strategy, TableBounds};
use crate::abstraction::{LabelCounts, Rung};
use crate::deadlock::Refused;
use crate::maze::Areas;
use crate::planner::{Act, EventTally, Proposal, Proposals, Realised, Solution as Steps, Step, TraceEvent};
use crate::run::{Answer, Limits, Progress, Stop};
use crate::search::optimal::Metric;
use crate::textbook::Setup;
use serde::Serialize;
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
    /// The strategy that ended it.
    pub strategy: Strategy,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches, realisations included.
    pub push_nodes: u64,
    /// The metric to minimise, if one was asked for; a solution is then proved minimal in it.
    pub metric: Option<Metric>,
    /// No solution has less of what the metric counts first. `None` without a metric, and if there is no solution.
    pub lower_bound: Option<u32>,
    /// The shortest solution that was found, where one with the fewest pushes was asked for and a limit was met before it
    /// was proved that none is shorter.
    pub shortest_known: Option<Solution>,
    /// The limits of the run.
    pub limits: Limits,
    /// Wall-clock time.
    pub time: Duration,
    /// Peak number of bytes held at once, as counted by the meter.
    pub peak_bytes: u64,
    /// The report of the plan side; `None` if no plan was made.
    pub plan: Option<PlanReport>,
    /// The report of each push search, in the order of the list of strategies.
    pub searches: Vec<SearchReport>,
    /// The progress of the search without plans that had the last turn.
    pub progress: Progress,
    /// The report of the search for a shortest solution, if one was asked for.
    pub proof: Option<Proof>,
    /// The textbook search that ran alone, if one did.
    pub textbook: Option<Setup>,
    /// The report of each thread, if several ran side by side.
    pub threads: Vec<ThreadReport>,
    /// The result of the improvement, if one was asked for.
    pub improved: Option<Improved>,
    /// The events of the planner, in order. For display only.
    pub trace: Vec<TraceEvent>,
}

impl Report {
    /// The answer for the level.
    pub const fn answer(&self) -> Answer {
        self.outcome.answer()
    }

    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&Solution> {
        self.outcome.solution()
    }

    /// The strategy that found the solution, if there is one.
    pub fn solved_by(&self) -> Option<Strategy> {
        self.solution().map(|_| self.strategy)
    }

    /// The realised steps of the solution, if the plan side found it.
    pub fn steps(&self) -> Option<&Steps> {
        self.plan.as_ref()?.steps.as_ref()
    }

    /// Returns whether the plan that found the solution takes a box over a border, by an operator that the planner chose;
    /// `None` if no plan found it. Otherwise the plan is trivial: one area, arrangements, or a takeover alone.
    pub fn is_hierarchical(&self) -> Option<bool> {
        let is_chosen =
            |step: &Realised| matches!(step.step, Step::Transfer(_)) && step.act.is_none_or(|act| act == Act::Event);
        self.solved_by().filter(|by| by.is_plan()).and(self.steps()).map(|steps| steps.iter().any(is_chosen))
    }

    /// Returns whether the solution is proved to be a shortest one in its metric. A solution changed afterwards need
    /// not be.
    pub const fn is_optimal(&self) -> bool {
        self.solution().is_some() && self.metric.is_some() && self.improved.is_none()
    }
}

/// The report of the plan side: the attempt that succeeded, or the one that had the last turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlanReport {
    /// The areas that were planned on.
    pub areas: Areas,
    /// The strategy.
    pub strategy: Strategy,
    /// The rung that was planned on; `None` for room events along a packing plan.
    pub rung: Option<Rung>,
    /// The bounds on the tables of an exact rung, where there are any.
    pub bounds: Option<TableBounds>,
    /// The realised steps of the solution, if the plan side found it.
    pub steps: Option<Steps>,
    /// The first plan of the planner, if the attempt plans before it realises.
    pub first_plan: Option<Vec<Proposal>>,
    /// Steps of the packing plan that are done in the best position; `None` without a packing plan.
    pub packed: Option<usize>,
    /// Operators made, by label. A proposed step is `context`.
    /// Of the last attempt that has begun.
    pub labels: LabelCounts,
    /// Proposals on the coarse rungs and those realised, over all attempts.
    pub proposals: Proposals,
    /// Maximum number of push nodes of one realisation.
    pub max_realisation_nodes: u64,
    /// The counts of the planner of room events, if it had a turn.
    pub tally: Option<EventTally>,
    /// What became of the parts of a level that is cut, if they had a turn and did not solve it.
    pub parts: Option<PartsReport>,
}

/// The report of the parts of a level, as they were cut last.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartsReport {
    /// The parts.
    pub areas: Areas,
    /// What became of each, and its push nodes.
    pub ended: Vec<(PartEnd, u64)>,
}

impl PartsReport {
    pub(super) const fn new(areas: Areas, ended: Vec<(PartEnd, u64)>) -> Self {
        Self { areas, ended }
    }
}

/// What became of a part of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartEnd {
    /// It was solved, with the boxes that come and go as counting says.
    Solved,
    /// It was being searched.
    Open,
    /// It was given up: it cannot be drawn, its searches ended without a solution as counting says, or memory was short.
    Failed,
}

impl PlanReport {
    /// The report of an attempt that has not run.
    pub fn new(areas: Areas, strategy: Strategy, rung: Option<Rung>) -> Self {
        Self {
            areas,
            strategy,
            rung,
            bounds: None,
            steps: None,
            first_plan: None,
            packed: None,
            labels: LabelCounts::default(),
            proposals: Proposals::default(),
            max_realisation_nodes: 0,
            tally: None,
            parts: None,
        }
    }

    /// The same after an earlier attempt: what this one did not count, or not at all if it has not begun, is as that left it.
    pub(super) fn after(self, before: Self, has_begun: bool) -> Self {
        let makes_proposals = has_begun && !self.is_exact();
        Self {
            labels: if has_begun { self.labels } else { before.labels },
            proposals: if makes_proposals { self.proposals } else { before.proposals },
            max_realisation_nodes: self.max_realisation_nodes.max(before.max_realisation_nodes),
            tally: self.tally.or(before.tally),
            parts: self.parts.or(before.parts),
            ..self
        }
    }

    /// Returns whether its operators are computed from tables of what rooms can do, and have their labels by that.
    pub fn is_exact(&self) -> bool {
        self.rung.is_some_and(Rung::is_exact)
    }
}

/// The report of one push search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SearchReport {
    /// The search.
    pub strategy: Strategy,
    /// Its push nodes.
    pub nodes: u64,
    /// Number of refusals of each of its deadlock rules.
    pub refused: Refused,
}

impl SearchReport {
    /// The report of a search with this number of nodes.
    pub(super) const fn new(strategy: Strategy, nodes: u64, refused: Refused) -> Self {
        Self { strategy, nodes, refused }
    }
}

/// The report of the search for a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Number of refusals of each deadlock rule.
    pub refused: Refused,
    /// Number of positions of two boxes in the table of pairs; `None` if the board is too large for it, or has one goal
    /// only.
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
    /// How it ended.
    pub end: ThreadEnd,
}

/// How the work of one of several threads ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThreadEnd {
    /// It was the first to decide the level, and stopped the others.
    First,
    /// The first stopped it.
    Outrun,
    /// It found a solution after the first.
    Late,
    /// It had nothing left to try.
    Exhausted,
    /// It met a limit, or the user asked to stop.
    Stopped(Stop),
}
