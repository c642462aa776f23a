//! The JSON row of one level that `solve` writes.

use super::explanation::{improvement_word, reasons, strategy_words, thread_end_word};
use super::realised::{GroupRow, GroupsView, pushes_by};
use super::steps::area_rows;
use super::{AreaRow, FidelityRow, RealisedRow, StepRow, StepsView, StoryRow, area_names, names_after};
use crate::abstraction::LabelCounts;
use crate::level::{Level, Lurd, verify};
use crate::maze::Areas;
use crate::run::Answer;
use crate::search::optimal::Metric;
use crate::solve::{Improvement, Report, Solved, ThreadReport};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// JSON row of one level that was solved or tried. The writer puts `type`, `schema`, `file` and `level` before its
/// keys.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct SolveRow {
    /// Title of the level.
    pub title: String,
    /// Answer: solved, unsolvable, a limit that was met, or a fault; see `help exit-codes`.
    #[schemars(with = "String")]
    pub answer: Answer,
    /// Moves of the solution in LURD; empty if the level is solved at the start, `null` without a solution.
    pub lurd: Option<String>,
    /// Number of moves of the player in the solution, pushes included.
    pub moves: Option<usize>,
    /// Number of pushes in the solution.
    pub pushes: Option<usize>,
    /// Whether the solution is proved to be a shortest one; left out without `--optimal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// Metric of `--optimal`; left out without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<Metric>,
    /// Lower bound on what the metric counts first, pushes or moves; left out if none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// Moves of the shortest known solution; left out if none is known, or the solution is proved shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_known: Option<String>,
    /// Number of states expanded by planners.
    pub plan_nodes: u64,
    /// Number of positions expanded by push searches.
    pub push_nodes: u64,
    /// Number of positions that each full push search expanded, by the name of the search. The nodes of the proof that a
    /// second thread tries first are in `push_nodes` alone.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub push_nodes_by: IndexMap<String, u64>,
    /// Number of refusals in push searches, by the name of the deadlock rule.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub refused_by: IndexMap<String, u64>,
    /// Threads that searched the level together, each with its strategies and work; left out if a single thread searched it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_by_side: Vec<RacerRow>,
    /// Source of the solution: the name of a strategy, `takeover`, `optimal` or `start`; `null` without a solution.
    pub solved_by: Option<String>,
    /// Number of operators with each label (certainty of the outcome) of the plan strategy that had the last turn; see
    /// `help plans`.
    #[serde(default)]
    pub labels: LabelCounts,
    /// Whether a box crosses a border of areas in the plan that solved the level; `null` if no plan solved it.
    pub hierarchical: Option<bool>,
    /// Result of the plan; left out if no plan was made, and without `--explain`, `-v` or `bench`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fidelity: Option<FidelityRow>,
    /// Number of pushes that plans made, by the kind of their steps: `event`, `arrangement`, `push`, `group` or `takeover`.
    #[serde(default)]
    pub pushes_by: IndexMap<String, usize>,
    /// Wall-clock time of the search, in seconds.
    pub seconds: f64,
    /// Largest number of bytes that the program used while it searched, other levels side by side included.
    pub peak_bytes: u64,
    /// Metrics before `--improve`, and its work; left out without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub improved: Option<ImprovedRow>,
    /// Why the level is not solved, as far as the run knows: sentences, the last with what to try next; left out if the level is
    /// decided, and without `--explain`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsolved: Vec<String>,
    /// Areas whose names the `steps`, or the sentences of `unsolved`, use; left out without `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<AreaRow>>,
    /// Story of the solution; left out without `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<StoryRow>,
    /// Steps of the plan that led to the solution, before it was tidied; empty if no plan did, left out without
    /// `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub realised: Option<Vec<RealisedRow>>,
    /// Groups of boxes that were solved one after the other, in order; left out without `--explain`, and if the agenda of
    /// groups had no turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<GroupRow>>,
    /// Steps of the solution in order (joined, their moves are `lurd`); left out without `--explain`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<StepRow>>,
}

/// JSON object of one of several threads that search a level.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct RacerRow {
    /// Strategies that took turns on the thread, joined by `+`: `lean+fess`.
    pub what: String,
    /// Number of states expanded by planners of the thread.
    pub plan_nodes: u64,
    /// Number of positions expanded by push searches of the thread.
    pub push_nodes: u64,
    /// Wall-clock time of the thread, in seconds.
    pub seconds: f64,
    /// How the thread ended: `first` (decided the level), `outrun` (stopped by the first), `late` (found a solution
    /// after the first), `exhausted`, or the limit that was met.
    pub ended: String,
}

impl RacerRow {
    fn new(thread: &ThreadReport) -> Self {
        Self {
            what: strategy_words(&thread.strategies),
            plan_nodes: thread.plan_nodes,
            push_nodes: thread.push_nodes,
            seconds: thread.time.as_secs_f64(),
            ended: thread_end_word(thread.end).to_owned(),
        }
    }
}

/// Metrics of a solution before it was shortened, and the work of shortening it.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize, Deserialize)]
pub struct ImprovedRow {
    /// Measure that shortening reduced: `pushes` or `moves`.
    pub by: String,
    /// Number of moves of the player before shortening, pushes included.
    pub moves_before: usize,
    /// Number of pushes before shortening.
    pub pushes_before: usize,
    /// Number of positions expanded to shorten the solution.
    pub nodes: u64,
    /// Wall-clock time of shortening, in seconds.
    pub seconds: f64,
    /// Why shortening ended: `shortest` if the solution is proved shortest, else the limit that was met, or `gave_up`.
    pub stop: String,
}

impl ImprovedRow {
    fn new(improved: &Improvement) -> Self {
        Self {
            by: improved.measure.word().to_owned(),
            moves_before: improved.before.moves,
            pushes_before: improved.before.pushes,
            nodes: improved.nodes,
            seconds: improved.time.as_secs_f64(),
            stop: improvement_word(improved).to_owned(),
        }
    }
}

impl SolveRow {
    /// Returns the row of a level with this title; without a report, as for an entry with a fault, it is invalid.
    pub fn new(title: &str, report: Option<&Report>) -> Self {
        let row = Self { title: title.to_owned(), ..Self::default() };
        let Some(report) = report else { return row };
        let (solution, plan) = (report.solution(), report.plan.as_ref());
        Self {
            answer: report.answer(),
            lurd: solution.map(|found| found.lurd.clone()),
            moves: solution.map(|found| found.metrics.moves),
            pushes: solution.map(|found| found.metrics.pushes),
            optimal: report.metric.map(|_| report.is_optimal()),
            metric: report.metric,
            lower_bound: report.lower_bound,
            shortest_known: report.shortest_known.as_ref().map(|known| known.lurd.clone()),
            plan_nodes: report.plan_nodes,
            push_nodes: report.push_nodes,
            push_nodes_by: push_nodes_by(report),
            refused_by: report.refused().by_rule().map(|(rule, count)| (rule.name().to_owned(), count)).collect(),
            side_by_side: report.threads.iter().map(RacerRow::new).collect(),
            solved_by: report.solved_by().map(|source| source.word().to_owned()),
            labels: plan.map(|plan| plan.labels).unwrap_or_default(),
            hierarchical: report.is_hierarchical(),
            fidelity: plan.and_then(FidelityRow::of),
            pushes_by: plan.map(pushes_by).unwrap_or_default(),
            seconds: report.time.as_secs_f64(),
            peak_bytes: report.peak_bytes,
            improved: report.improved.as_ref().map(ImprovedRow::new),
            ..row
        }
    }

    /// Returns the row of a solution that another program claims, as solved; without metrics if it is not valid.
    pub fn claimed(title: &str, level: &Level, lurd: String) -> Self {
        let moves = lurd.parse::<Lurd>().ok();
        let metrics = moves.and_then(|moves| verify(&level.board, &level.start, &moves).ok());
        Self {
            answer: Answer::Solved,
            lurd: Some(lurd),
            moves: metrics.map(|m| m.moves),
            pushes: metrics.map(|m| m.pushes),
            ..Self::new(title, None)
        }
    }

    /// Adds what was read of the level: the areas, and the story and steps of its solution, or the reasons why there is none.
    #[must_use]
    pub fn explained(self, level: &Level, solved: &Solved) -> Self {
        let report = &solved.report;
        let Some(steps) = &solved.steps else {
            let Some(areas) = &solved.areas else { return self };
            let names = area_names(areas);
            let unsolved = reasons(level, areas, &names, report);
            let areas = (!unsolved.is_empty()).then(|| area_rows(level, areas, &names));
            return Self { unsolved, areas, ..self };
        };
        let view = StepsView::new(level, steps);
        let groups = report.plan.as_ref().and_then(|plan| plan.groups.as_ref());
        let names = |areas: &Areas| names_after(areas, view.areas(), &area_names(view.areas()));
        let plan = report.plan.as_ref().filter(|_| report.steps().is_some());
        let realised = plan.map(|plan| RealisedRow::all(plan, view.board(), &names(&plan.areas)));
        Self {
            areas: Some(view.area_rows()),
            story: Some(view.story_row()),
            realised: Some(realised.unwrap_or_default()),
            groups: groups.map(|groups| GroupsView::new(groups, view.areas()).rows()),
            steps: Some(view.rows()),
            ..self
        }
    }
}

fn push_nodes_by(report: &Report) -> IndexMap<String, u64> {
    let searches = report.searches.iter().filter(|search| search.strategy.is_push_search());
    searches.map(|search| (search.strategy.word().to_owned(), search.nodes)).collect()
}
