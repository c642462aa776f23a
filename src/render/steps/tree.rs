//! The steps of the plan in words, each above the steps of the solution that carried it out.

use super::{StepsView, indented};
use crate::level::{Board, Square};
use crate::planner::{Proposal, TakeoverReason};
use crate::render::words::happened_words;
use crate::render::words::place;
use crate::render::{counted, step_words, wrapped};
use crate::solve::CarriedOut;
use itertools::Itertools;

impl StepsView<'_> {
    /// Returns the steps of the plan as lines, each above the steps of the solution that carried it out.
    pub(super) fn tree(&self, width: Option<usize>) -> String {
        let plan = &self.explained.plan;
        let mut text = String::new();
        for alike in plan.chunk_by(|one, next| self.are_one_line(one, next)) {
            text += &wrapped(&self.plan_heading(alike), width);
            for carried_out in alike {
                for refused in self.refused(carried_out) {
                    text += &indented(&format!("refused first: {refused}"), "     ", width);
                }
                for at in carried_out.steps.clone() {
                    let is_proposed = self.explained.operators.get(at).is_some_and(|operator| operator.is_proposed);
                    let words = happened_words(&self.explained.steps[at], &self.names);
                    self.step(&mut text, at, &if is_proposed { String::new() } else { format!("{words}: ") }, width);
                }
            }
        }
        text
    }

    /// Returns whether two consecutive steps of the plan are shown in one line: equal steps, both carried out as
    /// planned without a refusal.
    fn are_one_line(&self, one: &CarriedOut, next: &CarriedOut) -> bool {
        let step = |carried_out: &CarriedOut| carried_out.proposals.first().map(|proposal| proposal.step.clone());
        let is_plain = |carried_out: &CarriedOut| self.is_as_planned(carried_out) && carried_out.refused.is_empty();
        is_plain(one) && is_plain(next) && step(one) == step(next)
    }

    /// Returns whether one step of the solution carried the plan step out, exactly as planned.
    pub(in crate::render) fn is_as_planned(&self, carried_out: &CarriedOut) -> bool {
        matches!(self.explained.operators.get(carried_out.steps.clone()), Some([operator]) if operator.is_proposed)
    }

    /// Returns the heading of equal plan steps: `plan 1-2: A > b > C 2 times, to fill 8,16 8,17, as planned`.
    fn plan_heading(&self, alike: &[CarriedOut]) -> String {
        let [first, .., last] = alike else {
            return alike.first().map_or_else(String::new, |one| self.carried_out_heading(one));
        };
        let squares = alike.iter().filter_map(|one| one.packs).map(|packs| packs.to).collect_vec();
        let to = target_words(&self.level.board, &squares);
        let step = first.proposals.first().map(|proposal| step_words(&proposal.step, &self.planned_names));
        let numbers = format!("{}-{}", first.number + 1, last.number + 1);
        format!("plan {numbers}: {} times {}{to}, as planned", alike.len(), step.unwrap_or_default())
    }

    fn carried_out_heading(&self, carried_out: &CarriedOut) -> String {
        let count = carried_out.proposals.len().max(1);
        let numbers = match count {
            1 => format!("{}", carried_out.number + 1),
            count => format!("{}-{}", carried_out.number + 1, carried_out.number + count),
        };
        let how = match carried_out.takeover {
            Some(reason) => format!("; {}", takeover_words(reason)),
            None if self.is_as_planned(carried_out) => ", as planned".to_owned(),
            None if carried_out.steps.is_empty() => "; done already".to_owned(),
            None => String::new(),
        };
        format!("plan {numbers}: {}{how}", self.planned_words(carried_out).join(", "))
    }

    /// Returns each planned step in words, with its target: `A+ > C to fill 6,1`.
    pub(in crate::render) fn planned_words(&self, carried_out: &CarriedOut) -> Vec<String> {
        let board = &self.level.board;
        let words = |proposal: &Proposal| {
            let to = proposal.packs.map_or_else(String::new, |(_, packs)| target_words(board, &[packs.to]));
            step_words(&proposal.step, &self.planned_names) + &to
        };
        if carried_out.proposals.is_empty() {
            let to = carried_out.packs.map(|packs| target_words(board, &[packs.to]));
            return to.map(|to| to.trim_start().to_owned()).into_iter().collect();
        }
        carried_out.proposals.iter().map(words).collect()
    }
}

/// Returns the target squares of planned steps: ` to fill 8,17 8,16`, ` to park at 6,5`; empty without squares.
fn target_words(board: &Board, squares: &[Square]) -> String {
    let deed = |square: &Square| if board.is_goal(*square) { "fill" } else { "park at" };
    let groups = squares.chunk_by(|one, next| deed(one) == deed(next));
    let mut words = groups.map(|group| {
        let places = group.iter().map(|&square| place(board, square)).join(" ");
        format!("{} {places}", group.first().map_or("", deed))
    });
    let words = words.join(" and ");
    if words.is_empty() { words } else { format!(" to {words}") }
}

/// Returns in words why the push search took over.
fn takeover_words(reason: TakeoverReason) -> String {
    match reason {
        TakeoverReason::NoFurther(positions) => {
            let positions = counted(positions, "position");
            format!("the push search took over, since the planner had come no further in {positions}")
        }
        TakeoverReason::NothingLeft => {
            "the push search took over, since the planner had nothing left to try".to_owned()
        }
    }
}
