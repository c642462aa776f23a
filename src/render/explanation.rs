//! Text that explains step by step how a level was solved: a map of the areas, the steps of the solution, the operators
//! that were planned and refused, and the work of the push searches; or why it is not solved: how far its plan came, what is left,
//! what refused most, and what to try next.

use super::realised::{FidelityRow, GroupsView, realised, shares};
use super::rooms::boards;
use super::table::indented;
use super::words::{joined_words, slot_words};
use super::{StepsView, area_names, counted, names_after, wrapped};
use crate::deadlock::Refusals;
use crate::level::{Board, Level, Metrics, Square};
use crate::maze::Areas;
use crate::planner::{Fidelity, Obstacle};
use crate::run::{Answer, Progress};
use crate::search::optimal::Metric;
use crate::solve::{Explanation, Improvement, OptimalCounts, PlanReport, Report, Strategy, ThreadEnd};
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
        text += &search_words(areas, report, width);
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

/// Returns lines on the plan: its result, and its steps if it led to a solution. `areas` are the areas shown.
fn plan_words(level: &Level, areas: &Areas, report: &Report, width: Option<usize>) -> String {
    let Some(plan) = &report.plan else { return String::new() };
    let Some(fidelity) = FidelityRow::of(plan) else { return String::new() };
    let names = names_after(&plan.areas, areas, &area_names(areas));
    let joined = joined_words(&plan.areas, &names, areas, &area_names(areas));
    let text = joined + &wrapped(&format!("plan of {}: {}", plan.strategy.word(), fidelity.words()), width);
    if report.steps().is_none() {
        return text;
    }
    let heading = "the steps as they were carried out, before the solution was tidied:";
    let steps = realised(plan, &level.board, &names, width);
    text + &wrapped(&shares(plan), width) + &wrapped(heading, width) + &steps
}

/// Returns lines on the operators and push nodes, the refusals, the proof and the threads of the searches.
pub(super) fn search_words(areas: &Areas, report: &Report, width: Option<usize>) -> String {
    let mut text = String::new();
    if let Some(plan) = &report.plan {
        text += &labels(plan);
        text.extend(plan.groups.iter().map(|groups| GroupsView::new(groups, areas).text()));
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
    let (by, nodes) = (improved.measure.word(), counted(improved.nodes, "node"));
    format!("improved by {by}: {before}; now {after}; {nodes}, {end}\n")
}

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

fn refused_words(search: &str, refused: &Refusals) -> String {
    let words = refused.by_rule().map(|(rule, count)| format!("{count} by {}", rule.name())).join(", ");
    if words.is_empty() { words } else { format!("{search} refused: {words}\n") }
}

/// Returns lines on the search of the plan: its number of operators for each label, like `labels` of the JSON row.
fn labels(plan: &PlanReport) -> String {
    let labels = plan.labels;
    let all = labels.total();
    let mut text = String::new();
    if all > 0 {
        let kinds = labels.by_label().filter(|(_, count)| *count > 0);
        let counts = kinds.map(|(label, count)| format!("{count} {}", label.word())).join(", ");
        _ = writeln!(text, "operators tried: {all} ({counts})");
    }
    if let Some(tally) = &plan.tally {
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

/// Greatest number of squares and of rules that are named; of more their number is.
const NAMED: usize = 6;

/// Returns the reasons as sentences without line feeds; none if the level is decided. `areas` are the areas shown.
pub(super) fn reasons(level: &Level, areas: &Areas, area_names: &[String], report: &Report) -> Vec<String> {
    if matches!(report.answer(), Answer::Solved | Answer::Unsolvable | Answer::Invalid | Answer::InternalError) {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if let Some(plan) = &report.plan {
        let names = names_after(&plan.areas, areas, area_names);
        reasons.extend(stuck(level, plan, &names));
        reasons.extend(left(level, plan));
    }
    reasons.extend(spent_words(report).map(|spent| format!("Nodes: {spent}.")));
    reasons.extend(refused(report));
    reasons.extend(next(report));
    reasons
}

/// Returns what each strategy spent, and how near it came; without times under a limit of nodes, so that runs repeat.
fn spent_words(report: &Report) -> Option<String> {
    let mut searched = report.searches.iter().filter(|search| !search.strategy.is_textbook()).map(|search| {
        let seconds = match report.limits.nodes {
            None => format!(", {:.1} s", search.time.as_secs_f64()),
            Some(_) => String::new(),
        };
        let near =
            search.best_estimate.map(|pushes| format!(" (at best {} left by estimate)", counted(pushes, "push")));
        let turns = counted(search.turns, "turn");
        format!("{} {} in {turns}{seconds}{}", search.strategy.word(), search.nodes, near.unwrap_or_default())
    });
    Some(searched.join("; ")).filter(|spent| !spent.is_empty())
}

/// Returns how far the plan came: the first slot in the planned order that was not filled.
fn stuck(level: &Level, plan: &PlanReport, names: &[String]) -> Option<String> {
    let (open, planned) = (plan.open_slot()?, plan.plan.as_ref()?);
    let slot = slot_words(&level.board, &plan.areas, names, &planned.slots[open]);
    let (by, all) = (plan.strategy.word(), counted(planned.slots.len(), "slot"));
    let filled = plan.fidelity.as_ref().map_or(0, Fidelity::filled);
    let why = plan.obstacle.as_ref().map_or_else(String::new, |why| format!("; {}", obstacle_words(&level.board, why)));
    Some(format!("The plan of {by} filled {filled} of {all}; it waits for slot {}: {slot}{why}.", open + 1))
}

/// Returns in words what keeps a slot from being filled: `the box at (7,9) is in the way`.
pub(super) fn obstacle_words(board: &Board, obstacle: &Obstacle) -> String {
    match obstacle {
        Obstacle::None => "a box can be pushed there".to_owned(),
        Obstacle::Loss => "every box that can be pushed there would be lost, or another with it".to_owned(),
        Obstacle::Boxes(boxes) => match boxes[..] {
            [one] => format!("the box at {} is in the way", board.place_words(one)),
            _ => format!("the boxes at {} are in the way", squares(board, boxes)),
        },
        Obstacle::Player => "the way of a box is free, but the player does not get behind that box".to_owned(),
        Obstacle::NoWay => "no box has a way there".to_owned(),
    }
}

/// Returns the boxes that stand on no goal, and the goals without a box, in the best position of the plan.
fn left(level: &Level, plan: &PlanReport) -> Option<String> {
    let board = &level.board;
    let boxes = plan.best_position(level).boxes;
    let loose = boxes.iter().copied().filter(|&square| !board.is_goal(square)).sorted().collect_vec();
    let open = board.goals().iter().copied().filter(|goal| !boxes.contains(goal)).sorted().collect_vec();
    Some(format!(
        "Left in the best position of {}: {} beside goals, {}; open goals {}.",
        plan.strategy.word(),
        counted(loose.len(), "box"),
        squares(board, &loose),
        squares(board, &open)
    ))
}

fn squares(board: &Board, all: &[Square]) -> String {
    let named = all.iter().take(NAMED).map(|&square| board.place_words(square));
    let more = (all.len() > NAMED).then(|| format!("{} more", all.len() - NAMED));
    named.chain(more).join(", ")
}

/// Returns the rules that refused most positions and pushes, in all searches together.
fn refused(report: &Report) -> Option<String> {
    let refused = report.refused();
    let most = refused.by_rule().sorted_by_key(|&(_, count)| std::cmp::Reverse(count)).take(NAMED);
    let words = most.map(|(rule, count)| format!("{} {count}", rule.name())).join(", ");
    (!words.is_empty()).then(|| format!("Refused as lost, by rule: {words}."))
}

fn next(report: &Report) -> Option<String> {
    let limits = report.limits;
    let next = match report.answer() {
        // Turns double: four times the time lets each strategy have at least one turn more.
        Answer::TimeLimit => format!("--time {}s", (4 * limits.time?).as_secs().max(1)),
        Answer::NodeLimit => format!("--nodes {}", limits.nodes?.saturating_mul(4)),
        Answer::MemoryLimit => format!("--memory {}M", limits.memory?.saturating_mul(2).div_ceil(1 << 20)),
        Answer::GaveUp => {
            "all strategies of this run have ended; --strategy all, or `prove`: it may have no solution".to_owned()
        }
        _ => return None,
    };
    Some(format!("Next: {next}."))
}

/// Returns the word for the end of shortening: `shortest`, the limit that was met, or `gave_up`.
pub(super) const fn improvement_word(improved: &Improvement) -> &'static str {
    match improved.stop {
        _ if improved.is_shortest => "shortest",
        Some(stop) => stop.answer().word(),
        None => Answer::GaveUp.word(),
    }
}

/// Returns the names of strategies joined by `+`: `lean+fess`.
pub(super) fn strategy_words(strategies: &[Strategy]) -> String {
    strategies.iter().map(|strategy| strategy.word()).join("+")
}

pub(super) const fn thread_end_word(end: ThreadEnd) -> &'static str {
    match end {
        ThreadEnd::First => "first",
        ThreadEnd::Outrun => "outrun",
        ThreadEnd::Late => "late",
        ThreadEnd::Exhausted => "exhausted",
        ThreadEnd::Stopped(stop) => stop.answer().word(),
    }
}
