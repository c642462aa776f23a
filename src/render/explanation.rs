//! Text that explains step by step how a level was solved: a map of the areas, the steps of the solution, the operators
//! that were planned and refused, and the work of the push searches.

use super::groups::groups_words;
use super::outline::{OutlineView, proposed_outline};
use super::rooms::boards;
use super::solve_row::{improvement_word, strategy_words, thread_end_word};
use super::steps::indented;
use super::words::{joined_words, refusal_words};
use super::{StepsView, area_names, counted, names_after, wrapped};
use crate::deadlock::Refused;
use crate::level::{Level, Metrics};
use crate::maze::Areas;
use crate::planner::{Abstraction, Refusal, TraceEntry};
use crate::run::Progress;
use crate::search::optimal::Metric;
use crate::solve::{Explained, PlanReport, Proof, Report, Strategy};
use itertools::Itertools;
use std::fmt::Write;

/// Maximum number of refusals listed; of further refusals only the number is written.
const LISTED: usize = 20;

/// Returns the explanation of a report, as lines that end in line feeds. `areas` are the areas shown, `explained` is
/// the solution as steps on these areas; lines of prose and maps are at most `width` columns wide if possible.
pub fn explanation(
    level: &Level,
    areas: &Areas,
    report: &Report,
    explained: Option<&Explained>,
    width: Option<usize>,
) -> String {
    let names = area_names(areas);
    let mut text = boards(level, areas, &names, width);
    let reporter = Reporter::of(level, areas, report, explained);
    if let Some(reporter) = &reporter {
        text += &joined_words(&reporter.plan.areas, &reporter.names, areas, &names);
    }
    match (explained, &reporter) {
        (Some(explained), _) => {
            let view = StepsView::new(level, explained);
            text += &wrapped(&solved_words(report, explained), width);
            text += &view.outline(width);
            text += &wrapped(&view.counts(), width);
            text += &view.steps(width);
        }
        (None, Some(reporter)) => text += &reporter.first_plan(width),
        (None, None) => {}
    }
    text += &work(report, reporter.as_ref(), areas, width);
    text + &wrapped(&answer_line(report), width) + &improvement(report)
}

/// Returns lines on the refusals, operators, push nodes, proof and threads of the searches, without plan and answer.
pub(super) fn search_words(
    level: &Level,
    areas: &Areas,
    report: &Report,
    explained: Option<&Explained>,
    width: Option<usize>,
) -> String {
    let reporter = Reporter::of(level, areas, report, explained);
    work(report, reporter.as_ref(), areas, width)
}

/// Returns lines on the refusals and operators of the plan, the push nodes of each strategy, the proof and the threads.
fn work(report: &Report, reporter: Option<&Reporter<'_>>, areas: &Areas, width: Option<usize>) -> String {
    let mut text = String::new();
    if let Some(reporter) = reporter {
        text += &reporter.refusals(width);
        text += &wrapped_lines(&reporter.labels(), width);
    }
    if let Some(plan) = &report.plan
        && let Some(groups) = &plan.groups
    {
        text += &groups_words(groups, areas);
    }
    if !report.searches.is_empty() {
        let spent =
            report.searches.iter().map(|search| format!("{} {}", search.strategy.word(), search.nodes)).join(", ");
        _ = writeln!(text, "push nodes by strategy: {spent}");
        for search in &report.searches {
            text += &refused_words(search.strategy.word(), &search.refused);
        }
    }
    if let Some(setup) = &report.textbook {
        let Progress { generated, kept, pruned, depth, largest_branching, .. } = report.progress;
        let mean = report.progress.mean_branching();
        _ = writeln!(
            text,
            "{setup} alone: generated {generated}, kept {kept}, refused by rules {pruned}, depth {depth}, branching {mean:.1} \
             in the mean and {largest_branching} at most"
        );
    }
    if let Some(proof) = &report.proof {
        text += &proof_words(report, proof);
    }
    for thread in &report.threads {
        let (plan, push) = (counted(thread.plan_nodes, "plan node"), counted(thread.push_nodes, "push node"));
        let (what, seconds) = (strategy_words(&thread.strategies), thread.time.as_secs_f64());
        let ended = thread_end_word(thread.end).replace('_', " ");
        _ = writeln!(text, "side by side: {what}, {plan}, {push}, {seconds:.2} s, {ended}");
    }
    wrapped_lines(&text, width)
}

/// Returns the heading of the outline of the solution, as `outline of the plan of events-by-starts that solved it`.
pub(super) fn solved_words(report: &Report, explained: &Explained) -> String {
    let by = report.solved_by().map_or("", |by| by.word());
    match (&report.plan, &report.improved) {
        (Some(plan), _) if !explained.plan.is_empty() => {
            format!("outline of the plan of {} that solved it", method_words(plan))
        }
        (_, Some(_)) => "outline of the solution, which was shortened after it was found".to_owned(),
        _ => format!("outline of the solution that {by} found without a plan"),
    }
}

/// Returns a text with every line wrapped to at most `width` columns.
fn wrapped_lines(text: &str, width: Option<usize>) -> String {
    text.lines().map(|line| wrapped(line, width)).collect()
}

/// Returns the line with the answer to the level, the strategy that solved it, and the plan nodes and push nodes.
pub(super) fn answer_line(report: &Report) -> String {
    let answer = report
        .solved_by()
        .map_or_else(|| report.limits.answer_words(report.answer()), |by| format!("solved by {}", by.word()));
    let (plan, push) = (counted(report.plan_nodes, "plan node"), counted(report.push_nodes, "push node"));
    format!("{answer}: {plan}, {push}\n")
}

/// Returns the line with the metrics of the solution before and after it was shortened; empty if it was not shortened.
fn improvement(report: &Report) -> String {
    let (Some(improved), Some(solution)) = (&report.improved, report.solution()) else { return String::new() };
    let counts = |metrics: Metrics| format!("{}, {}", counted(metrics.moves, "move"), counted(metrics.pushes, "push"));
    let end = match improvement_word(improved) {
        "shortest" => "nothing is shorter".to_owned(),
        word => format!("ended by {}", word.replace('_', " ")),
    };
    let (before, after) = (counts(improved.before), counts(solution.metrics));
    format!(
        "improved by {}: {before}; now {after}; {}, {end}\n",
        improved.measure.word(),
        counted(improved.nodes, "node")
    )
}

/// Returns lines on a proof by push search: lower bound, number of places of two boxes solved beforehand, refusals.
fn proof_words(report: &Report, proof: &Proof) -> String {
    let unit = report.metric.map_or("pushes", Metric::unit);
    let bound =
        report.lower_bound.map_or_else(String::new, |bound| format!("no solution has fewer than {bound} {unit}\n"));
    let places = match proof.pairs {
        Some(places) => format!("two boxes: {places} places solved beforehand"),
        None => "two boxes: not solved beforehand, the board is too large or has one goal".to_owned(),
    };
    format!("{bound}{places}\n{}", refused_words("a-star", &proof.refused))
}

/// Returns in words the strategy that made a plan, its abstraction, and the limits on tables.
fn method_words(plan: &PlanReport) -> String {
    let space = match plan.abstraction {
        Abstraction::Transfers => String::new(),
        space => format!(" on {space}"),
    };
    let bounds = plan.bounds.map_or(String::new(), |bounds| {
        let loose = bounds.loose.map_or(String::new(), |n| format!(", {n} loose boxes"));
        let rooms = bounds.by.map_or(String::new(), |by| format!(", rooms by {by}"));
        format!(" of at most {} states{loose}{rooms}", bounds.members)
    });
    format!("{}{space}{bounds}", plan.strategy.word())
}

/// Returns the line with the number of refusals by each deadlock rule of a search; empty if there are none.
fn refused_words(search: &str, refused: &Refused) -> String {
    let words = refused.by_rule().map(|(rule, count)| format!("{count} by {}", rule.name())).join(", ");
    if words.is_empty() { words } else { format!("{search} refused: {words}\n") }
}

struct Reporter<'a> {
    level: &'a Level,
    report: &'a Report,
    plan: &'a PlanReport,
    names: Vec<String>,
    explained: Option<&'a Explained>,
}

impl<'a> Reporter<'a> {
    /// Creates the reporter on the plan of a report; `None` if the report has no plan. `areas` are the areas shown.
    fn of(level: &'a Level, areas: &Areas, report: &'a Report, explained: Option<&'a Explained>) -> Option<Self> {
        let plan = report.plan.as_ref()?;
        let names = names_after(&plan.areas, areas, &area_names(areas));
        Some(Self { level, report, plan, names, explained })
    }

    /// Returns the outline of the first plan of an attempt to plan that has not solved the level.
    fn first_plan(&self, width: Option<usize>) -> String {
        if self.plan.strategy == Strategy::AGENDA {
            return String::new();
        }
        let Some(plan) = &self.plan.first_plan else { return "no abstract plan was found\n".to_owned() };
        let outline = proposed_outline(&self.level.board, plan);
        let view = OutlineView { outline: &outline, board: &self.level.board, names: &self.names };
        let done = match (self.plan.packed, plan.first().and_then(|first| first.packs)) {
            (Some(packed), Some((first, _))) => {
                format!(
                    "; {} of its {} are done in the best position",
                    packed.saturating_sub(first),
                    counted(plan.len(), "step")
                )
            }
            _ => String::new(),
        };
        let heading =
            format!("outline of the first plan of {}, which has not led to a solution{done}", method_words(self.plan));
        wrapped(&heading, width) + &view.text(width)
    }

    /// Returns lines on the refusals that are not written beside the steps of the plan.
    fn refusals(&self, width: Option<usize>) -> String {
        let told = |refusal: &Refusal| {
            let mut plan = self.explained.iter().flat_map(|explained| &explained.plan);
            plan.any(|carried_out| carried_out.refused.contains(refusal))
        };
        let refused: Vec<(usize, &Refusal)> = self
            .report
            .trace()
            .iter()
            .filter_map(|event| match event {
                TraceEntry::Refused { position, refusal } if !told(refusal) => Some((*position, refusal)),
                _ => None,
            })
            .collect();
        let mut text = String::new();
        if !refused.is_empty() {
            let where_else = if self.explained.is_some() { " in other positions" } else { "" };
            _ = writeln!(text, "refused{where_else}, and planned around: {}", counted(refused.len(), "step"));
        }
        for (position, refusal) in refused.iter().take(LISTED) {
            let why = refusal_words(refusal, &self.level.board, &self.plan.areas, &self.names);
            text += &indented(&format!("in position {position}, {why}"), "     ", width);
        }
        if refused.len() > LISTED {
            _ = writeln!(text, "     and {} more", refused.len() - LISTED);
        }
        text
    }

    /// Returns lines on the attempt to plan: its number of operators for each label, as in `labels` of the JSON row,
    /// and its numbers of proposals and realised proposals.
    fn labels(&self) -> String {
        let labels = self.plan.labels;
        let all = labels.total();
        let mut text = String::new();
        if all > 0 {
            let kinds = labels.by_label().filter(|(_, count)| *count > 0);
            let counts = kinds.map(|(label, count)| format!("{count} {}", label.word())).join(", ");
            _ = writeln!(text, "operators tried: {all}, of which {counts}");
        }
        if let Some(tally) = &self.plan.tally {
            let pushes = counted(tally.pushes, "plain push");
            _ = writeln!(
                text,
                "room events: {}, {}, {pushes} in areas searched in part; {} led to known positions, {} to lost ones",
                counted(tally.events, "event"),
                counted(tally.arrangements, "arrangement"),
                tally.known,
                tally.lost
            );
            if tally.takeovers > 0 {
                let takeovers = match tally.takeovers {
                    1 => "one full push search".to_owned(),
                    more => format!("{more} full push searches"),
                };
                _ = writeln!(text, "taken over by {takeovers}, {}", counted(tally.takeover_nodes, "push node"));
            }
        }
        let proposals = self.plan.proposals;
        if proposals.tried > 0 {
            _ = writeln!(
                text,
                "proposed steps: {}, of which {} were realised and {} led to known positions",
                proposals.tried, proposals.realised, proposals.known
            );
        }
        text
    }
}
