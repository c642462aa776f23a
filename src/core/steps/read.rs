//! Reads moves from any source as steps.
//!
//! ```text
//!   pushes of boxes 1 and 2     1: A A    2: A A    1: A b C    2: A b    1: C C    2: b C
//!   steps                       inside A  inside A  A > b > C   A > b     inside C  b > C
//! ```
//! A step is an unbroken sequence of pushes of one box. So a box that waits in a tunnel while another is moved makes two
//! transfers.

use super::SolutionStep;
use super::purpose::purposes;
use crate::level::{Board, Course, Lurd, Position, ReplayError, Square};
use crate::maze::Areas;
use crate::push::Push;
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// Returns the steps of moves from a position, each with its purpose; moves without a push make none.
pub fn read(board: &Board, start: &Position, moves: &Lurd, areas: &Areas) -> Result<Vec<SolutionStep>, ReplayError> {
    let mut steps = lines(board, start, moves, areas)?;
    for (step, purpose) in purposes(board, start, &steps).into_iter().enumerate() {
        steps[step].purpose = purpose;
    }
    Ok(steps)
}

/// Returns the steps of moves from a position, without purposes.
pub fn lines(board: &Board, start: &Position, moves: &Lurd, areas: &Areas) -> Result<Vec<SolutionStep>, ReplayError> {
    // 1. The pushes, with the number of each box.
    let pushes = pushes(board, start, moves)?;
    // 2. The unbroken sequences of pushes of one box.
    let mut steps: Vec<SolutionStep> = Vec::new();
    let mut first_move = 0;
    for run in pushes.chunk_by(|one, next| one.number == next.number) {
        let (first, last) = (&run[0], &run[run.len() - 1]);
        let way: Vec<Square> = std::iter::once(first.push.from).chain(run.iter().map(|pushed| pushed.to)).collect();
        steps.push(SolutionStep {
            number: first.number,
            moves: first_move..last.end,
            pushes: run.iter().map(|pushed| pushed.push).collect(),
            route: way.iter().map(|&square| areas.area_of(square)).dedup().collect(),
            way,
            purpose: None,
            label: None,
        });
        first_move = last.end;
    }
    // 3. The walk after the last push belongs to the last step.
    if let Some(last) = steps.last_mut() {
        last.moves.end = moves.len();
    }
    Ok(steps)
}

/// A push of one box, and at which move it is made.
struct NumberedPush {
    number: usize,
    push: Push,
    to: Square,
    /// Number of moves up to this push, inclusive.
    end: usize,
}

fn pushes(board: &Board, start: &Position, moves: &Lurd) -> Result<Vec<NumberedPush>, ReplayError> {
    let mut numbers: FxHashMap<Square, usize> = start.boxes.iter().copied().zip(0..).collect();
    let (mut course, mut pushes) = (Course::new(board, start), Vec::new());
    for (end, &direction) in (1..).zip(&moves.0) {
        let pushed = course.make(direction).map_err(|why| ReplayError { at: end, direction: Some(direction), why })?;
        if let Some((from, to)) = pushed
            && let Some(number) = numbers.remove(&from)
        {
            numbers.insert(to, number);
            pushes.push(NumberedPush { number, push: Push { from, direction }, to, end });
        }
    }
    Ok(pushes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::steps::{Purpose, StepKind};
    use std::ops::Range;

    const TWO_ROOMS: &str = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";

    fn steps(text: &str, lurd: &str) -> Vec<SolutionStep> {
        let level = Level::from_xsb("", text).expect("a good board");
        let areas = Areas::of(&level.board);
        let moves = lurd.parse().expect("good moves");
        read(&level.board, &level.start, &moves, &areas).expect("moves that can be made")
    }

    fn told(text: &str, lurd: &str) -> Vec<(StepKind, Vec<u16>, Range<usize>, usize)> {
        let route = |step: &SolutionStep| step.route.iter().map(|area| area.0).collect();
        steps(text, lurd).iter().map(|step| (step.kind(), route(step), step.moves.clone(), step.pushes.len())).collect()
    }

    #[test]
    fn an_unbroken_sequence_of_pushes_of_one_box_over_borders_is_one_transfer() {
        assert_eq!(told(TWO_ROOMS, "ulldRRRRRR"), [(StepKind::Transfer, vec![0, 2, 1], 0..10, 6)]);
        assert_eq!(told(TWO_ROOMS, "ulldRRlrRRRRl"), [(StepKind::Transfer, vec![0, 2, 1], 0..13, 6)], "walks too");
    }

    #[test]
    fn pushes_that_leave_a_box_in_its_area_are_an_arrangement() {
        let arranged = |moves, pushes| (StepKind::Arrangement, vec![0], moves, pushes);
        assert_eq!(told(TWO_ROOMS, "ulldRldRl"), [arranged(0..5, 1), arranged(5..9, 1)], "two boxes");
    }

    #[test]
    fn a_box_that_waits_on_its_way_makes_two_transfers() {
        let steps = told(TWO_ROOMS, "ulldRRRRlllldRurrrRR");
        let kinds: Vec<_> = steps.iter().map(|(kind, route, ..)| (*kind, route.clone())).collect();
        let (transfer, arrangement) = (StepKind::Transfer, StepKind::Arrangement);
        assert_eq!(kinds, [(transfer, vec![0, 2]), (arrangement, vec![0]), (transfer, vec![2, 1])]);
    }

    #[test]
    fn a_purpose_names_the_first_step_that_could_not_be_made_without_the_step() {
        let purposes = |text, lurd| steps(text, lurd).iter().map(|step| step.purpose).collect::<Vec<_>>();
        let fills = |purpose: Option<Purpose>| matches!(purpose, Some(Purpose::Fills(_)));
        let on_the_way = "########\n#      #\n#@$ $ .#\n#      #\n#   .  #\n########\n";
        let told = purposes(on_the_way, "urrrDullldRRRRlD");
        assert_eq!(told[0], Some(Purpose::MakesWay(1)));
        assert!(told.len() == 3 && fills(told[1]) && fills(told[2]), "{told:?}");
        let in_the_door = "#########\n####  $.#\n#@$    .#\n####    #\n#########\n";
        let told = purposes(in_the_door, "RRRurRlldRR");
        assert_eq!(told[0], Some(Purpose::LetsThrough(1)));
        assert!(told.len() == 3 && fills(told[1]) && fills(told[2]), "{told:?}");
    }

    #[test]
    fn moves_that_the_rules_forbid_are_refused_at_the_first() {
        let level = Level::from_xsb("", TWO_ROOMS).expect("a good board");
        let moves = "uuu".parse().expect("good moves");
        let error = read(&level.board, &level.start, &moves, &Areas::of(&level.board)).expect_err("a wall");
        assert_eq!(error.at, 2);
    }
}
