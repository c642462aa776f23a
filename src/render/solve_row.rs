//! The JSON row of one level of `solve`.

use super::{AreaRow, CarriedOutRow, HappenedRow, OutlineRow, RefinementRow, StepsView};
use crate::abstraction::LabelCounts;
use crate::level::{Level, Lurd, verify};
use crate::planner::{Act, EventTally, Step};
use crate::run::Answer;
use crate::search::optimal::Metric;
use crate::solve::{Improved, Outcome, PlanReport, Report, Strategy, ThreadEnd, ThreadReport};
use indexmap::IndexMap;
use itertools::Itertools;
use serde::{Deserialize, Serialize};

/// The row of one level. The keys `type`, `schema`, `file` and `level` stand before these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolveRow {
    /// The level's title.
    pub title: String,
    /// The answer.
    pub answer: Answer,
    /// The moves; empty if the level is solved at the start, `null` if there is no solution.
    pub lurd: Option<String>,
    /// Steps of the player.
    pub moves: Option<usize>,
    /// Steps that move a box.
    pub pushes: Option<usize>,
    /// Straight lines of pushes.
    pub box_lines: Option<usize>,
    /// Turns of boxes.
    pub box_changes: Option<usize>,
    /// Unbroken rows of pushes.
    pub pushing_sessions: Option<usize>,
    /// Whether the solution is proved shortest.
    #[serde(default)]
    pub optimal: bool,
    /// The metric of the requested shortest solution.
    #[serde(default)]
    pub metric: Option<Metric>,
    /// The lower bound on the pushes or moves of any solution, whichever the metric counts first.
    #[serde(default)]
    pub lower_bound: Option<u32>,
    /// The moves of the shortest known solution, if it is not proved shortest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortest_known: Option<String>,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches.
    pub push_nodes: u64,
    /// Positions of each full push search, by its name.
    #[serde(default)]
    pub push_nodes_by: IndexMap<String, u64>,
    /// The number of refusals by each deadlock rule in the push searches.
    pub refused_by: IndexMap<String, u64>,
    /// The threads of a portfolio.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side_by_side: Vec<RacerRow>,
    /// The strategy that solved it.
    pub solved_by: Option<String>,
    /// The number of rooms in the areas of the plans; `null` if no plan was made.
    pub rooms: Option<usize>,
    /// Operators of the attempt that solved the level, otherwise of the last attempt, by label.
    #[serde(default)]
    pub labels: LabelCounts,
    /// Transfers proposed on a coarse rung, in positions of the search.
    #[serde(default)]
    pub proposed: u64,
    /// Proposed transfers that were realised.
    #[serde(default)]
    pub proposed_realised: u64,
    /// Maximum number of push nodes of one realisation.
    pub dearest_realisation: u64,
    /// Proposals that led to known positions; not counted as refusals.
    #[serde(default)]
    pub proposed_known: u64,
    /// Whether a box crosses a border in the plan that solved the level; `null` if no plan solved it.
    #[serde(default)]
    pub hierarchical: Option<bool>,
    /// The planner of room events, if it had a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<EventsRow>,
    /// Outcomes of the operators tried by plans, if any were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refinement: Option<RefinementRow>,
    /// The reason for the end of the search.
    pub stop: String,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Peak number of bytes held at once, as counted by the meter.
    pub peak_bytes: u64,
    /// The result of the improvement, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub improved: Option<ImprovedRow>,
    /// The areas by which steps are named, if the solution is explained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub areas: Option<Vec<AreaRow>>,
    /// The outline of the solution, if it is explained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outline: Option<OutlineRow>,
    /// The steps of the plan, if the solution is explained, each with the solution steps that carried it out; empty if
    /// no plan was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carried_out: Option<Vec<CarriedOutRow>>,
    /// The steps of the solution, if it is explained. Their concatenated `lurd` is the solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<HappenedRow>>,
}

/// The work of the planner of room events.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EventsRow {
    /// Operators of the solution, if this planner found it: boxes that crossed a border.
    pub crossings: usize,
    /// Arrangements of the solution, before a crossing or alone.
    pub arrangements: usize,
    /// Pushes of the solution made by the full push search because a closure was cut.
    pub plain: usize,
    /// Full push searches that took over and completed the solution.
    pub takeovers: usize,
    /// The number of areas of the plans.
    pub areas: usize,
    /// The number of positions visited.
    pub positions: u64,
    /// Events tried.
    pub events_tried: u64,
    /// Arrangements tried.
    pub arrangements_tried: u64,
    /// Plain pushes tried.
    pub plain_tried: u64,
    /// Operators that led to known positions; not counted as refusals.
    pub known: u64,
    /// Operators that led to positions proved lost by the rules.
    pub lost: u64,
    /// Positions in which a budget cut the closure of an area.
    pub cut: u64,
    /// Closures explored.
    pub closures: u64,
    /// Closures requested.
    pub closures_asked: u64,
    /// Full push searches that took over.
    pub takeovers_tried: u64,
    /// Push nodes of these searches.
    pub takeover_nodes: u64,
}

impl EventsRow {
    fn of(plan: &PlanReport) -> Option<Self> {
        let EventTally {
            event_labels: _,
            arrangement_labels: _,
            events,
            arrangements,
            pushes,
            known,
            lost,
            positions,
            cut,
            closures,
            asked,
            takeovers,
            takeover_nodes,
        } = *plan.tally.as_ref()?;
        let acts = || plan.steps.iter().flatten().filter_map(|step| Some((step.act?, &step.step)));
        let count = |fits: fn(Act, &Step) -> bool| acts().filter(|&(act, step)| fits(act, step)).count();
        Some(Self {
            crossings: count(|act, step| act == Act::Event && matches!(step, Step::Transfer(_))),
            arrangements: count(|act, step| {
                matches!(act, Act::Event | Act::Arrangement) && !matches!(step, Step::Transfer(_))
            }),
            plain: count(|act, _| act == Act::Push),
            takeovers: count(|act, _| act == Act::Takeover),
            areas: plan.areas.len(),
            positions,
            events_tried: events,
            arrangements_tried: arrangements,
            plain_tried: pushes,
            known,
            lost,
            cut,
            closures,
            closures_asked: asked,
            takeovers_tried: takeovers,
            takeover_nodes,
        })
    }
}

/// One thread of a portfolio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RacerRow {
    /// The strategies that took turns on it: `lean+fess`.
    pub what: String,
    /// States of the planner.
    pub plan_nodes: u64,
    /// Positions of push searches.
    pub push_nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// `first`, `outrun` (stopped by the first), `late`, `exhausted`, or the limit that was met.
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

/// The cost of the solution before it was shortened, and the effort.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImprovedRow {
    /// The measure to reduce: `pushes` or `moves`.
    pub by: String,
    /// Steps of the player, before.
    pub moves_before: usize,
    /// Steps that move a box, before.
    pub pushes_before: usize,
    /// Number of positions expanded.
    pub nodes: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// `shortest` if proved so, else the limit that was met, or `gave_up`.
    pub stop: String,
}

impl ImprovedRow {
    fn new(improved: &Improved) -> Self {
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
    /// Returns the row of a report; without a report the entry was a fault.
    pub fn new(title: &str, report: Option<&Report>) -> Self {
        let solution = report.and_then(Report::solution);
        let plan = report.and_then(|r| r.plan.as_ref());
        let metrics = solution.map(|s| s.metrics);
        Self {
            title: title.to_owned(),
            answer: report.map_or(Answer::Invalid, Report::answer),
            lurd: solution.map(|s| s.lurd.clone()),
            moves: metrics.map(|m| m.moves),
            pushes: metrics.map(|m| m.pushes),
            box_lines: metrics.map(|m| m.box_lines),
            box_changes: metrics.map(|m| m.box_changes),
            pushing_sessions: metrics.map(|m| m.pushing_sessions),
            optimal: report.is_some_and(Report::is_optimal),
            metric: report.and_then(|r| r.metric),
            lower_bound: report.and_then(|r| r.lower_bound),
            shortest_known: report.and_then(|r| r.shortest_known.as_ref()).map(|known| known.lurd.clone()),
            plan_nodes: report.map_or(0, |r| r.plan_nodes),
            push_nodes: report.map_or(0, |r| r.push_nodes),
            push_nodes_by: report.map_or_else(IndexMap::new, push_nodes_by),
            refused_by: report.map_or_else(IndexMap::new, refused_by),
            side_by_side: report.map_or_else(Vec::new, |r| r.threads.iter().map(RacerRow::new).collect()),
            solved_by: report.and_then(Report::solved_by).map(|strategy| strategy.word().to_owned()),
            rooms: plan.map(rooms),
            labels: plan.map(|plan| plan.labels).unwrap_or_default(),
            proposed: plan.map_or(0, |plan| plan.proposals.tried),
            proposed_realised: plan.map_or(0, |plan| plan.proposals.realised),
            dearest_realisation: plan.map_or(0, |plan| plan.max_realisation_nodes),
            proposed_known: plan.map_or(0, |plan| plan.proposals.known),
            hierarchical: report.and_then(Report::is_hierarchical),
            events: plan.and_then(EventsRow::of),
            refinement: report.and_then(RefinementRow::of),
            stop: report.map_or("invalid", |r| stop_word(&r.outcome)).to_owned(),
            seconds: report.map_or(0.0, |r| r.time.as_secs_f64()),
            peak_bytes: report.map_or(0, |r| r.peak_bytes),
            improved: report.and_then(|r| r.improved.as_ref()).map(ImprovedRow::new),
            areas: None,
            outline: None,
            carried_out: None,
            steps: None,
        }
    }

    /// Returns the row of a claimed solution, with its cost if it solves the level.
    pub fn claimed(title: &str, level: &Level, lurd: String) -> Self {
        let moves = lurd.parse::<Lurd>().ok();
        let metrics = moves.and_then(|moves| verify(&level.board, &level.start, &moves).ok());
        Self {
            answer: Answer::Solved,
            lurd: Some(lurd),
            moves: metrics.map(|m| m.moves),
            pushes: metrics.map(|m| m.pushes),
            box_lines: metrics.map(|m| m.box_lines),
            box_changes: metrics.map(|m| m.box_changes),
            pushing_sessions: metrics.map(|m| m.pushing_sessions),
            stop: "found".to_owned(),
            ..Self::new(title, None)
        }
    }

    /// Adds the steps of the solution, and the areas by which they are named.
    #[must_use]
    pub fn with_steps(self, view: &StepsView<'_>) -> Self {
        Self {
            areas: Some(view.area_rows()),
            outline: Some(view.outline_row()),
            carried_out: Some(view.carried_out_rows()),
            steps: Some(view.rows()),
            ..self
        }
    }
}

/// Returns the number of refusals of each rule, over all push searches.
fn refused_by(report: &Report) -> IndexMap<String, u64> {
    let mut refused = IndexMap::new();
    let searches = report.searches.iter().map(|search| &search.refused);
    for counts in searches.chain(report.proof.as_ref().map(|proof| &proof.refused)) {
        for (rule, count) in counts.by_rule() {
            *refused.entry(rule.name().to_owned()).or_default() += count;
        }
    }
    refused
}

fn push_nodes_by(report: &Report) -> IndexMap<String, u64> {
    report.searches.iter().map(|search| (search.strategy.word().to_owned(), search.nodes)).collect()
}

fn rooms(plan: &PlanReport) -> usize {
    plan.areas.areas().iter().filter(|area| area.is_room()).count()
}

/// Returns why the search ended.
const fn stop_word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "found",
        Outcome::InternalError(_) => "refuted",
        Outcome::Unsolvable | Outcome::GaveUp => "exhausted",
        Outcome::Stopped(stop) => stop.answer().word(),
    }
}

/// Returns why improvement ended.
pub(super) const fn improvement_word(improved: &Improved) -> &'static str {
    match improved.stop {
        _ if improved.is_shortest => "shortest",
        Some(stop) => stop.answer().word(),
        None => Answer::GaveUp.word(),
    }
}

/// Returns `lean+fess`.
pub(super) fn strategy_words(strategies: &[Strategy]) -> String {
    strategies.iter().map(|strategy| strategy.word()).join("+")
}

/// Returns the word for the end of a thread.
pub(super) const fn thread_end_word(end: ThreadEnd) -> &'static str {
    match end {
        ThreadEnd::First => "first",
        ThreadEnd::Outrun => "outrun",
        ThreadEnd::Late => "late",
        ThreadEnd::Exhausted => "exhausted",
        ThreadEnd::Stopped(stop) => stop.answer().word(),
    }
}
