//! Text that explains step by step how a level was solved: a map of the areas, the steps of the solution, the operators
//! that were planned and refused, and the work of the push searches.

use super::groups::GroupsView;
use super::realised::{FidelityRow, realised, shares};
use super::rooms::boards;
use super::solve_row::{improvement_word, strategy_words, thread_end_word};
use super::table::indented;
use super::unsolved::{reasons, spent_words};
use super::words::joined_words;
use super::{StepsView, area_names, counted, names_after, wrapped};
use crate::deadlock::Refusals;
use crate::level::{Level, Metrics};
use crate::maze::Areas;
use crate::run::Progress;
use crate::search::optimal::Metric;
use crate::solve::{Explanation, OptimalCounts, PlanReport, Report};
use itertools::Itertools;
use std::fmt::Write;

/// Returns the explanation of a report, as lines that end in line feeds: a map, and the story of the solution. With `has_details`
/// the steps are listed below their sentences, then the work of the planners and searches. `areas` are the areas shown, `explained`
/// is the solution as steps on these areas; lines of prose and maps are at most `width` columns wide if possible.
pub fn explanation(
    level: &Level,
    areas: &Areas,
    report: &Report,
    explained: Option<&Explanation>,
    has_details: bool,
    width: Option<usize>,
) -> String {
    let mut text = match explained {
        Some(explained) => StepsView::new(level, explained).text(has_details, width),
        None => boards(level, areas, &area_names(areas), &[], width) + &unsolved(level, areas, report, width),
    };
    if has_details {
        text += &plan_words(level, areas, report, width);
        text += &search_words(level, areas, report, width);
        text += &wrapped(&answer_line(report), width);
    }
    text + &wrapped_lines(&improvement(report), width)
}

/// Returns the reasons why a level is not solved, below its answer; empty if it is decided.
pub(super) fn unsolved(level: &Level, areas: &Areas, report: &Report, width: Option<usize>) -> String {
    let reasons = reasons(level, areas, &area_names(areas), report);
    let heading = (!reasons.is_empty()).then(|| format!("{}:", report.limits.answer_words(report.answer())));
    let lines = heading.into_iter().chain(reasons.iter().map(|reason| format!("  {reason}")));
    wrapped_lines(&lines.map(|line| line + "\n").collect::<String>(), width)
}

/// Returns lines on the result of the plan.
fn plan_words(level: &Level, areas: &Areas, report: &Report, width: Option<usize>) -> String {
    Reporter::of(level, areas, report).map_or_else(String::new, |reporter| reporter.plan(areas, width))
}

/// Returns lines on the operators and push nodes, the refusals, the proof and the threads of the searches.
pub(super) fn search_words(level: &Level, areas: &Areas, report: &Report, width: Option<usize>) -> String {
    let mut text = String::new();
    if let Some(reporter) = Reporter::of(level, areas, report) {
        text += &wrapped_lines(&reporter.labels(), width);
    }
    if let Some(plan) = &report.plan
        && let Some(groups) = &plan.groups
    {
        text += &GroupsView::new(groups, areas).text();
    }
    text.extend(spent_words(report).map(|spent| format!("nodes by strategy: {spent}\n")));
    for search in &report.searches {
        text += &refused_words(search.strategy.word(), &search.refused);
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
    if let Some(proof) = &report.counts {
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

/// Returns a text with every line wrapped to at most `width` columns, after its indent.
fn wrapped_lines(text: &str, width: Option<usize>) -> String {
    let indent = |line: &str| " ".repeat(line.len() - line.trim_start().len());
    text.lines().map(|line| indented(line, &indent(line), width)).collect()
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
        "shortest" => "no solution is shorter".to_owned(),
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
fn proof_words(report: &Report, proof: &OptimalCounts) -> String {
    let unit = report.metric.map_or("pushes", Metric::unit);
    let bound =
        report.lower_bound.map_or_else(String::new, |bound| format!("no solution has fewer than {bound} {unit}\n"));
    let places = match proof.pairs {
        Some(places) => format!("two boxes: {places} places solved beforehand"),
        None => "two boxes: not solved beforehand, the board is too large or has one goal".to_owned(),
    };
    format!("{bound}{places}\n{}", refused_words("a-star", &proof.refused))
}

/// Returns the line with the number of refusals by each deadlock rule of a search; empty without refusals.
fn refused_words(search: &str, refused: &Refusals) -> String {
    let words = refused.by_rule().map(|(rule, count)| format!("{count} by {}", rule.name())).join(", ");
    if words.is_empty() { words } else { format!("{search} refused: {words}\n") }
}

struct Reporter<'a> {
    level: &'a Level,
    report: &'a Report,
    plan: &'a PlanReport,
    names: Vec<String>,
}

impl<'a> Reporter<'a> {
    fn of(level: &'a Level, areas: &Areas, report: &'a Report) -> Option<Self> {
        let plan = report.plan.as_ref()?;
        let names = names_after(&plan.areas, areas, &area_names(areas));
        Some(Self { level, report, plan, names })
    }

    /// Returns lines on the plan: its result, and its steps if it led to a solution. `areas` are the areas shown.
    fn plan(&self, areas: &Areas, width: Option<usize>) -> String {
        let Some(fidelity) = FidelityRow::of(self.plan) else { return String::new() };
        let joined = joined_words(&self.plan.areas, &self.names, areas, &area_names(areas));
        let by = self.plan.strategy.word();
        let text = joined + &wrapped(&format!("plan of {by}: {}", fidelity.words()), width);
        if self.report.steps().is_none() {
            return text;
        }
        let heading = "the steps as they were carried out, before the solution was tidied:";
        let steps = realised(self.plan, &self.level.board, &self.names, width);
        text + &wrapped(&shares(self.plan), width) + &wrapped(heading, width) + &steps
    }

    /// Returns lines on the search of the plan: its number of operators for each label, like `labels` of the JSON row.
    fn labels(&self) -> String {
        let labels = self.plan.labels;
        let all = labels.total();
        let mut text = String::new();
        if all > 0 {
            let kinds = labels.by_label().filter(|(_, count)| *count > 0);
            let counts = kinds.map(|(label, count)| format!("{count} {}", label.word())).join(", ");
            _ = writeln!(text, "operators tried: {all} ({counts})");
        }
        if let Some(tally) = &self.plan.tally {
            let pushes = counted(tally.pushes, "plain push");
            _ = writeln!(
                text,
                "operators by kind: {}, {}; besides, {pushes} of areas whose closure was cut; {} led to a position met before, {} to a lost one",
                counted(tally.event_labels.total(), "event"),
                counted(tally.arrangement_labels.total(), "arrangement"),
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
        text
    }
}
