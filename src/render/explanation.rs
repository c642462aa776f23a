//! Explains step by step how a level was solved.
//!
//! Input: a level, the areas that are shown, its report and its solution as steps. Output: lines: a map of the areas, the
//! steps of the solution, what was planned and refused, and the push searches beside it.

use super::boards::boards;
use super::place::place;
use super::solve_row::{improvement_word, strategy_words, thread_end_word};
use super::step::joined_words;
use super::{StepsView, area_names, counted, names_after, step_words, wrapped};
use crate::deadlock::Refused;
use crate::level::{Level, Metrics, Square};
use crate::maze::Areas;
use crate::planner::{Refusal, Step, TraceEvent, Why};
use crate::run::Progress;
use crate::search::optimal::Metric;
use crate::solve::{Explained, PartEnd, PartsReport, PlanReport, Proof, Report, Strategy};
use itertools::Itertools;
use std::fmt::Write;

/// At most this number of refusals is listed; the rest are counted.
const LISTED: usize = 20;

/// The explanation of a report, as lines that end in line feeds. `areas` are those that are shown, `explained` is the
/// solution as steps on them, if there is one; maps are at most `width` columns wide where that is possible.
pub fn explanation(
    level: &Level,
    areas: &Areas,
    report: &Report,
    explained: Option<&Explained>,
    width: Option<usize>,
) -> String {
    let names = area_names(areas);
    let mut text = boards(level, areas, &names, width);
    let teller = report.plan.as_ref().map(|plan| {
        let names = names_after(&plan.areas, areas, &names);
        Reporter { level, report, plan, names }
    });
    if let Some(teller) = &teller {
        text += &joined_words(&teller.plan.areas, &teller.names, areas, &names);
    }
    if let Some(explained) = explained {
        let view = StepsView::new(level, explained);
        let by = match (&explained.planned_areas, report.solved_by()) {
            (Some(_), _) => report.plan.as_ref().map(|plan| format!("planned by {}", method_words(plan))),
            (None, by) => by.map(|by| format!("read off the solution of {}", by.word())),
        };
        text += &wrapped(&format!("{}; {}", view.counts(), by.unwrap_or_default()), width);
        let plan = teller.as_ref().map(Reporter::plan).filter(|plan| !plan.is_empty());
        text += &plan.map_or_else(String::new, |plan| wrapped(&plan, width));
        text += &view.steps(width);
    }
    if let Some(teller) = &teller {
        text += &teller.first_plan();
        text += &teller.refusals();
        text += &teller.labels();
    }
    if let Some(plan) = report.plan.as_ref().filter(|_| report.solution().is_none())
        && let Some(parts) = &plan.parts
    {
        let part_names = names_after(&parts.areas, areas, &names);
        if plan.strategy != Strategy::PARTS {
            text += &joined_words(&parts.areas, &part_names, areas, &names);
        }
        text += &wrapped(&parts_words(parts, &part_names), width);
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
    text + &answer_line(report) + &improvement(report)
}

/// The answer, and the nodes that it took.
pub(super) fn answer_line(report: &Report) -> String {
    let answer =
        report.solved_by().map_or_else(|| report.answer().word().to_owned(), |by| format!("solved by {}", by.word()));
    let (plan, push) = (counted(report.plan_nodes, "plan node"), counted(report.push_nodes, "push node"));
    format!("{answer}: {plan}, {push}\n")
}

/// The metrics before and after.
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

/// The proof, with the refusals that contributed.
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

/// What became of each part of a level that was cut.
fn parts_words(parts: &PartsReport, names: &[String]) -> String {
    let words = parts.ended.iter().zip(names).map(|(&(end, nodes), name)| {
        let nodes = counted(nodes, "push node");
        match end {
            PartEnd::Solved => format!("{name} solved after {nodes}"),
            PartEnd::Open => format!("{name} not solved after {nodes}"),
            PartEnd::Failed => format!("{name} given up after {nodes}"),
        }
    });
    format!("part by part: {}", words.collect_vec().join(", "))
}

/// The strategy of a plan, the rung, and the bounds on its tables.
fn method_words(plan: &PlanReport) -> String {
    let rung = plan.rung.map_or(String::new(), |rung| format!(" on {rung}"));
    let bounds = plan.bounds.map_or(String::new(), |bounds| {
        let loose = bounds.loose.map_or(String::new(), |n| format!(", {n} loose boxes"));
        let rooms = bounds.by.map_or(String::new(), |by| format!(", rooms by {by}"));
        format!(" of at most {} states{loose}{rooms}", bounds.members)
    });
    format!("{}{rung}{bounds}", plan.strategy.word())
}

/// The refusals of the rules of a search; empty if there are none.
fn refused_words(search: &str, refused: &Refused) -> String {
    let words = refused.by_rule().map(|(rule, count)| format!("{count} by {}", rule.name())).join(", ");
    if words.is_empty() { words } else { format!("{search} refused: {words}\n") }
}

struct Reporter<'a> {
    level: &'a Level,
    report: &'a Report,
    plan: &'a PlanReport,
    names: Vec<String>,
}

impl Reporter<'_> {
    fn step(&self, step: &Step) -> String {
        step_words(step, &self.names)
    }

    /// The abstract plan along which room events were searched that solved the level; empty if there was none.
    fn plan(&self) -> String {
        let plan = self.plan.first_plan.as_ref().filter(|_| self.plan.steps.is_some() && self.plan.tally.is_some());
        plan.map_or_else(String::new, |plan| format!("plan: {}", plan.iter().map(|step| self.step(step)).join(", ")))
    }

    /// The first plan of the planner, if none led to a solution.
    fn first_plan(&self) -> String {
        if self.plan.steps.is_some() || self.plan.strategy == Strategy::PARTS {
            return String::new();
        }
        self.plan.first_plan.as_ref().map_or_else(
            || "no abstract plan\n".to_owned(),
            |plan| format!("first plan: {}\n", plan.iter().map(|step| self.step(step)).join(", ")),
        )
    }

    fn refusals(&self) -> String {
        let refused: Vec<(usize, &Refusal)> = self
            .report
            .trace
            .iter()
            .filter_map(|event| match event {
                TraceEvent::Refused { position, refusal } => Some((*position, refusal)),
                _ => None,
            })
            .collect();
        let mut text = String::new();
        if !refused.is_empty() {
            _ = writeln!(text, "refused, and planned around: {}", counted(refused.len(), "step"));
        }
        for (position, refusal) in refused.iter().take(LISTED) {
            _ = writeln!(text, "     in position {position}, {}: {}", self.step(&refusal.step), self.why(refusal));
        }
        if refused.len() > LISTED {
            _ = writeln!(text, "     and {} more", refused.len() - LISTED);
        }
        text
    }

    fn why(&self, refusal: &Refusal) -> String {
        let mut text = match refusal.why {
            Why::NoWay => format!("no way, after {}", counted(refusal.nodes, "push node")),
            Why::NodeCap => format!("not found within {}", counted(refusal.nodes, "push node")),
        };
        if !refusal.in_the_way.is_empty() {
            _ = write!(text, "; in the way: {}", self.in_the_way(refusal));
        }
        text
    }

    /// Boxes by area: `3,6 4,6 in B`, row and column from 0.
    fn in_the_way(&self, refusal: &Refusal) -> String {
        let areas = &self.plan.areas;
        let place = |&s: &Square| place(&self.level.board, s);
        let by_area = refusal.in_the_way.iter().into_group_map_by(|&&s| areas.area_of(s));
        let mut words = by_area.into_iter().sorted_by_key(|(area, _)| *area).map(|(area, boxes)| {
            let own = if refusal.step.areas().contains(&area) { ", of the step itself" } else { "" };
            format!("{} in {}{own}", boxes.into_iter().map(place).join(" "), self.names[area.index()])
        });
        words.join("; ")
    }

    /// The operators of the attempt by label, as in `labels` of the row, and the number of proposals that were realised.
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
                "room events: {}, {}, {pushes} where a closure was cut; {} led to known positions, {} to lost ones",
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
