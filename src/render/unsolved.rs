//! Why a level is not solved, as far as the run knows: how far its plan came, what is left, what refused most, and what to try next.

use super::words::slot_words;
use super::{counted, names_after};
use crate::level::{Board, Level, Square};
use crate::maze::Areas;
use crate::planner::{Fidelity, Obstacle};
use crate::run::Answer;
use crate::solve::{PlanReport, Report};
use itertools::Itertools;

/// Greatest number of squares and of rules that are named; of more their number is.
const NAMED: usize = 6;

/// Returns the reasons as sentences without line feeds, at most six; none if the level is decided. `areas` are the areas shown, and
/// `area_names` their names.
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

/// Returns the nodes, turns and processor time of each strategy, and how near to a solution its search came; `None` without turns.
/// Under a limit of nodes times are left out, so that runs repeat.
pub(super) fn spent_words(report: &Report) -> Option<String> {
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

/// Returns the option or command that is worth trying next.
fn next(report: &Report) -> Option<String> {
    let limits = report.limits;
    match report.answer() {
        Answer::TimeLimit => {
            // Turns double: four times the time lets each strategy have at least one turn more.
            limits.time.map(|time| format!("Next: --time {}s.", (4 * time).as_secs().max(1)))
        }
        Answer::NodeLimit => limits.nodes.map(|nodes| format!("Next: --nodes {}.", nodes.saturating_mul(4))),
        Answer::MemoryLimit => {
            limits.memory.map(|bytes| format!("Next: --memory {}M.", bytes.saturating_mul(2).div_ceil(1 << 20)))
        }
        Answer::GaveUp => Some(
            "Next: all strategies of this run have ended; --strategy all, or `prove`: it may have no solution."
                .to_owned(),
        ),
        _ => None,
    }
}
