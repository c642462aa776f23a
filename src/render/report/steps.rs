//! The steps of a solution: those of its plan, or one for each box that is pushed without a break.

use crate::level::{Board, Direction, Level, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Realised, Step};
use crate::push::walk_and_push;
use crate::render::{area_names, names_after, step_words};
use itertools::Itertools;
use serde::Serialize;

/// A step of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportStep {
    /// Its areas in words, as `A > b > C`.
    pub words: String,
    /// The names of its areas.
    pub areas: Vec<String>,
    /// The number of moves before it, and after it.
    pub first: usize,
    /// See [`ReportStep::first`].
    pub last: usize,
    /// Its pushes.
    pub pushes: usize,
    /// The label of its operator, where it is a step of a plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'static str>,
}

impl ReportStep {
    /// The steps of a plan on some areas, named after those that are shown.
    pub fn of_plan(level: &Level, steps: &[Realised], planned: &Areas, shown: &Areas) -> Vec<Self> {
        let names = names_after(planned, shown, &area_names(shown));
        let (mut position, mut first) = (level.start.clone(), 0);
        let mut done = Vec::new();
        for realised in steps {
            let Some((moves, after)) = walk_and_push(&level.board, &position, &realised.pushes) else { break };
            let last = first + moves.len();
            let pushes = realised.pushes.len();
            done.push(Self {
                label: Some(realised.label.word()),
                ..Self::new(&realised.step, &names, (first, last), pushes)
            });
            (position, first) = (after, last);
        }
        done
    }

    /// A step for each box that is pushed without a break, with the walk before it. Pushes are in upper case; moves that
    /// the rules forbid end the list.
    pub fn of_moves(level: &Level, lurd: &str, areas: &Areas) -> Vec<Self> {
        let names = area_names(areas);
        let mut steps: Vec<(Vec<Square>, usize, usize)> = Vec::new();
        let (mut player, mut first) = (level.start.player, 0);
        for (at, letter) in lurd.chars().enumerate() {
            let Some(direction) = Direction::ALL.into_iter().find(|d| d.letter(true) == letter.to_ascii_uppercase())
            else {
                break;
            };
            let Some(next) = level.board.next(player, direction) else { break };
            if letter.is_uppercase() {
                let Some(to) = level.board.next(next, direction) else { break };
                match steps.last_mut() {
                    Some((track, _, last)) if track.last() == Some(&next) => {
                        track.push(to);
                        *last = at + 1;
                    }
                    _ => steps.push((vec![next, to], first, at + 1)),
                }
                first = at + 1;
            }
            player = next;
        }
        let step = |(track, first, last): (Vec<Square>, usize, usize)| {
            Self::new(&step_along(&level.board, areas, &track), &names, (first, last), track.len() - 1)
        };
        steps.into_iter().map(step).collect()
    }

    fn new(step: &Step, names: &[String], (first, last): (usize, usize), pushes: usize) -> Self {
        let areas = step.areas().iter().map(|area| names[area.index()].clone()).collect();
        Self { words: step_words(step, names), areas, first, last, pushes, label: None }
    }
}

/// The step that a box makes along some squares.
fn step_along(board: &Board, areas: &Areas, track: &[Square]) -> Step {
    let route: Vec<AreaId> = track.iter().map(|&square| areas.area_of(square)).dedup().collect();
    match (route.as_slice(), track.last()) {
        (&[area], Some(&end)) if board.is_goal(end) => Step::Settle(area),
        (&[area], _) => Step::Arrange(area),
        _ => Step::Transfer(route),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_that_no_other_interrupts_makes_one_step_along_its_areas() {
        let text = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";
        let level = Level::from_xsb("", text).unwrap();
        let areas = Areas::of(&level.board);
        let steps = |lurd: &str| {
            let steps = ReportStep::of_moves(&level, lurd, &areas);
            assert!(
                steps.iter().all(|step| step.label.is_none() && step.areas.len() == step.words.split(" > ").count())
            );
            steps.into_iter().map(|step| (step.words, step.first, step.last, step.pushes)).collect::<Vec<_>>()
        };
        assert_eq!(steps("ulldRRRRRR"), [("A > a > B".to_owned(), 0, 10, 6)]);
        assert_eq!(steps("ulldRRlrRRRR")[0].2, 12, "a walk in between is no break");
        let two = steps("ulldRldR");
        assert_eq!(two, [("arrange A".to_owned(), 0, 5, 1), ("arrange A".to_owned(), 5, 8, 1)]);
        assert_eq!(steps("ulldRxR").len(), 1, "letters that are no moves end it");
    }
}
