//! The report on solving one level.

use super::outcome::{Outcome, Solution, decide};
use super::schedule::{Run, RunEnd, SlotEnd, ThreadRun};
use super::strategy::{Source, Strategy};
use crate::abstraction::LabelCounts;
use crate::deadlock::Refusals;
use crate::level::{Level, Metrics, Position};
use crate::maze::Areas;
use crate::packing::PackingPlan;
use crate::planner::agenda::GroupsReport;
use crate::planner::{Act, EventTally, Fidelity, Obstacle, Plan, StepResult, TraceEntry, pushes};
use crate::run::{Answer, Limits, Meter, Progress, SearchEnd, Stop};
use crate::search::Measure;
use crate::search::optimal::Metric;
use crate::steps::StepKind;
use crate::textbook::Setup;
use std::time::Duration;

/// Result of solving a level: the outcome, and the counts of all searches.
///
/// ```
/// use sokoplan_core::{Level, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let report = Solver::new(&level).pushes_only().solve();
/// println!("{} after {} nodes", report.answer().word(), report.plan_nodes + report.push_nodes);
/// assert!(report.plan.is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Solution, proof that none exists, or why the run ended.
    pub outcome: Outcome,
    /// Source of the outcome: the strategy that decided the level, or had the last turn.
    pub source: Source,
    /// Number of states expanded by planners.
    pub plan_nodes: u64,
    /// Number of positions of push searches, including searches that carry out plans.
    pub push_nodes: u64,
    /// Metric of [`super::Options::optimal`]; if given, a solution is proved minimal in it.
    pub metric: Option<Metric>,
    /// Lower bound in what the metric counts first; `None` without a metric, and if no solution exists.
    pub lower_bound: Option<u32>,
    /// Shortest solution found, if only pushes count and a limit was reached before the proof; else `None`.
    pub shortest_known: Option<Solution>,
    /// Limits of the run.
    pub limits: Limits,
    /// Wall-clock time of the run.
    pub time: Duration,
    /// Maximum number of bytes in use at a check of the limits.
    pub peak_bytes: u64,
    /// Report of the plans; `None` if no plan was made.
    pub plan: Option<PlanReport>,
    /// Report of the search of each strategy that had a turn, in the order of the list of strategies.
    pub searches: Vec<SearchReport>,
    /// Progress of the last search without plans.
    pub progress: Progress,
    /// Counts of the search for a shortest solution; `None` if there was no such search.
    pub counts: Option<OptimalCounts>,
    /// Textbook search that ran instead of the usual strategies; `None` if these ran.
    pub textbook: Option<Setup>,
    /// Report of each thread; empty unless several threads ran side by side.
    pub threads: Vec<ThreadReport>,
    /// How the solution was shortened; `None` if that was not tried.
    pub improved: Option<Improvement>,
}

impl Report {
    /// Returns how many pushes and positions each rule has refused, in all searches together.
    pub fn refused(&self) -> Refusals {
        let searches = self.searches.iter().map(|search| &search.refused);
        let counts = searches.chain(self.counts.as_ref().map(|counts| &counts.refused));
        Refusals::of(counts.flat_map(Refusals::by_rule))
    }

    /// Creates the report of a level that was decided without a search.
    pub fn new(outcome: Outcome, source: Source) -> Self {
        Self { outcome, source, ..Self::default() }
    }

    pub(super) fn of_run(level: &Level, run: Run<Strategy, Remains>) -> Self {
        let Run { end, last, mut slots, threads } = run;
        let source = if end == RunEnd::Proved { Source::Proof } else { last.map_or(Source::Start, Source::Search) };
        let (ended, proves) = match end {
            RunEnd::Found(pushes) => (SearchEnd::Found(pushes), false),
            RunEnd::Unsolvable | RunEnd::Proved => (SearchEnd::Exhausted, true),
            RunEnd::GaveUp => (SearchEnd::Exhausted, false),
            RunEnd::Stopped(stop) => (SearchEnd::Stopped(stop), false),
        };
        let mut report = Self { threads, ..Self::new(decide(level, source, ended, proves), source) };
        let search = |slot: &SlotEnd<Strategy, Remains>| SearchReport {
            strategy: slot.strategy,
            nodes: slot.nodes,
            turns: slot.turns,
            time: slot.time,
            best_estimate: slot.progress.best_estimate,
            refused: slot.report.refused.clone(),
        };
        report.searches = slots.iter().map(search).collect();
        // Counts of strategies with later turns replace counts of earlier ones.
        slots.sort_by_key(|slot| slot.last_turn);
        for slot in slots {
            match slot.report.plan {
                Some(plan) => report.plan = Some(plan.after(report.plan)),
                None => report.progress = slot.progress,
            }
        }
        // A takeover runs inside the turns of a plan, whose steps tell of it.
        if report.steps().is_some_and(|steps| steps.iter().any(|step| step.act == Act::Takeover)) {
            report.source = Strategy::Takeover.into();
        }
        report
    }

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

    /// Returns the outcome without its data, e.g. [`Answer::Solved`].
    pub const fn answer(&self) -> Answer {
        self.outcome.answer()
    }

    /// Returns the solution; `None` if none was found.
    pub const fn solution(&self) -> Option<&Solution> {
        self.outcome.solution()
    }

    /// Returns where the solution comes from; `None` without a solution.
    pub fn solved_by(&self) -> Option<Source> {
        self.solution().map(|_| self.source)
    }

    /// Returns the steps of the solution as plans carried them out, a takeover included; `None` if no plan led to it.
    pub fn steps(&self) -> Option<&[StepResult]> {
        let plan = self.plan.as_ref().filter(|_| self.solved_by().is_some_and(|by| by.is_plan() || by.is_takeover()));
        plan.map(|plan| plan.attempts.as_slice())
    }

    /// True if the plan of the solution takes a box over a border by a step of its own; `None` if no plan found the solution.
    /// Otherwise the plan is trivial: one area, arrangements, or plain pushes alone.
    pub fn is_hierarchical(&self) -> Option<bool> {
        let is_chosen =
            |step: &StepResult| step.step.kind == StepKind::Transfer && matches!(step.act, Act::Event | Act::Group);
        self.solved_by().filter(|by| by.is_plan()).and(self.steps()).map(|steps| steps.iter().any(is_chosen))
    }

    /// True if the solution is proved minimal in the metric; a solution that was shortened afterwards is not.
    pub const fn is_optimal(&self) -> bool {
        self.solution().is_some() && self.metric.is_some() && self.improved.is_none()
    }
}

/// The report of the plans: of the strategy that solved the level, else of the plan strategy that had the last turn.
#[derive(Clone, Debug)]
pub struct PlanReport {
    /// Areas of the level on which plans were made.
    pub areas: Areas,
    /// Strategy that made the plans.
    pub strategy: Strategy,
    /// Order of goals and parking places that transfers are planned along; `None` if no order was found or requested.
    pub packing: Option<PackingPlan>,
    /// Transfers that were proposed before any push was tried; `None` until they are proposed.
    pub plan: Option<Plan>,
    /// Whether no plan was found that meets the conditions of the options.
    pub is_refused: bool,
    /// Transfers that were made, compared with the plan; `None` without the plan.
    pub fidelity: Option<Fidelity>,
    /// What keeps boxes from filling the first open slot in the best position; `None` if it is not known.
    pub obstacle: Option<Obstacle>,
    /// Steps of the solution as they were carried out, else the steps to the best position.
    pub attempts: Vec<StepResult>,
    /// Number of operators by label.
    pub labels: LabelCounts,
    /// Counts of the planner of room events; `None` if it had no turn.
    pub tally: Option<EventTally>,
    /// Groups of boxes of the level; `None` if the agenda of groups had no turn.
    pub groups: Option<GroupsReport>,
    /// Trace of the planner: the steps that led to new positions; empty if the planner keeps none.
    pub trace: Vec<TraceEntry>,
}

impl PlanReport {
    /// Creates the report of a strategy that has not run.
    pub fn new(areas: Areas, strategy: Strategy) -> Self {
        Self {
            areas,
            strategy,
            packing: None,
            plan: None,
            is_refused: false,
            fidelity: None,
            obstacle: None,
            attempts: Vec::new(),
            labels: LabelCounts::default(),
            tally: None,
            groups: None,
            trace: Vec::new(),
        }
    }

    /// Returns the index of the first slot of the plan that was not filled; `None` if all were, or none was compared.
    pub fn open_slot(&self) -> Option<usize> {
        let made = &self.fidelity.as_ref()?.made;
        (0..self.plan.as_ref()?.slots.len()).find(|slot| made.iter().all(|made| made.slot != Some(*slot)))
    }

    /// Returns the position after the steps that were carried out.
    pub fn best_position(&self, level: &Level) -> Position {
        let Position { mut boxes, mut player } = level.start.clone();
        for push in pushes(&self.attempts) {
            let pushed = boxes.iter_mut().find(|square| **square == push.from);
            pushed.zip(level.board.next(push.from, push.direction)).into_iter().for_each(|(square, to)| *square = to);
            player = push.from;
        }
        boxes.sort_unstable();
        Position { boxes, player }
    }

    /// Returns the number of pushes that a kind of step made.
    pub fn pushes_by(&self, act: Act) -> usize {
        self.attempts.iter().filter(|step| step.act == act).map(|step| step.pushes.len()).sum()
    }

    /// Returns this report, or that of an earlier strategy, with the counts of the other where it has none of its own.
    pub(super) fn after(self, before: Option<Self>) -> Self {
        let Some(before) = before else { return self };
        // A strategy that made no step has less to show than an earlier one that did.
        let (shown, other) = match self.attempts.is_empty() && !before.attempts.is_empty() {
            true => (before, self),
            false => (self, before),
        };
        let has_labels = shown.labels.total() > 0;
        Self {
            labels: if has_labels { shown.labels } else { other.labels },
            tally: shown.tally.or(other.tally),
            groups: shown.groups.or(other.groups),
            ..shown
        }
    }
}

#[derive(Default)]
pub(super) struct Remains {
    pub(super) refused: Refusals,
    pub(super) plan: Option<PlanReport>,
}

/// The counts of the search of one strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// Strategy whose search is reported.
    pub strategy: Strategy,
    /// Number of nodes of the search, of plans and of push searches that it began.
    pub nodes: u64,
    /// Number of turns of the search.
    pub turns: u32,
    /// Processor time of the turns.
    pub time: Duration,
    /// Least estimate of the pushes left in a position; `None` if the search makes no estimates.
    pub best_estimate: Option<u32>,
    /// Number of refusals of each deadlock rule in the search.
    pub refused: Refusals,
}

/// The counts of the search for a shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptimalCounts {
    /// Number of refusals of each deadlock rule in the search.
    pub refused: Refusals,
    /// Number of entries in the table of pairs of boxes; `None` if the board is too large, or has only one goal.
    pub pairs: Option<usize>,
}

/// The counts of one thread.
pub type ThreadReport = ThreadRun<Strategy>;

/// How a solution was shortened, and how the attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Whether pushes or moves were to be reduced first.
    pub measure: Measure,
    /// Pushes, moves and other metrics of the solution before it was shortened.
    pub before: Metrics,
    /// Number of positions expanded in the attempt.
    pub nodes: u64,
    /// Wall-clock time of the attempt.
    pub time: Duration,
    /// Limit that ended the attempt; `None` if all attempts were made.
    pub stop: Option<Stop>,
    /// Whether it is proved that no solution is shorter in the measure.
    pub is_shortest: bool,
}
