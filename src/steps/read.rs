//! Reads moves from any source as steps.
//!
//! ```text
//!   pushes of boxes 1 and 2     1: A A    2: A A    1: A b C    2: A b    1: C C    2: b C
//!   runs of one box             inside    inside    A > b > C   A > b     inside    b > C
//!   steps                       arrange A           A > b > C   A > b     arrange C b > C
//! ```
//! A run is an unbroken sequence of pushes of one box. A run that ends in another area is a transfer; consecutive runs
//! that do not are one arrangement. So a box that waits in a tunnel while another is moved makes two transfers.

use super::purpose::purposes;
use super::{SolutionStep, StepKind, Trip};
use crate::level::{Board, Course, Lurd, Position, ReplayError, Square};
use crate::maze::Areas;
use crate::push::Push;
use itertools::Itertools;
use std::ops::Range;

/// Returns the steps of moves from a position; moves without a push make none. A step ends after each number of pushes
/// in `cuts` (ascending), so that no step belongs to two steps of a plan.
///
/// # Errors
/// The first move that the rules of the game forbid.
pub fn read(
    board: &Board,
    start: &Position,
    moves: &Lurd,
    areas: &Areas,
    cuts: &[usize],
) -> Result<Vec<SolutionStep>, ReplayError> {
    // 1. The pushes, with the number of each box.
    let pushes = pushes(board, start, moves)?;
    // 2. The runs of one box, and the steps made of them.
    let runs = runs(&pushes, areas, cuts);
    let is_new = |run: &Run| run.changes_area || cuts.binary_search(&run.pushes.start).is_ok();
    let mut steps: Vec<(StepKind, Range<usize>)> = Vec::new();
    for run in runs {
        let kind = if run.changes_area { StepKind::Transfer } else { StepKind::Arrangement };
        match steps.last_mut() {
            Some((StepKind::Arrangement, range)) if !is_new(&run) => range.end = run.pushes.end,
            _ => steps.push((kind, run.pushes)),
        }
    }
    // 3. The moves of each step: the walk before its pushes, and for the last step also the walk after it.
    let last = steps.len().saturating_sub(1);
    let step = |(index, (kind, range)): (usize, (StepKind, Range<usize>))| {
        let first_move = if range.start == 0 { 0 } else { pushes[range.start - 1].end };
        let end = if index == last { moves.len() } else { pushes[range.end - 1].end };
        SolutionStep {
            kind,
            moves: first_move..end,
            trips: trips(&pushes[range.clone()], areas),
            pushes: pushes[range].iter().map(|pushed| pushed.push).collect(),
            purposes: Vec::new(),
            events: Vec::new(),
        }
    };
    let mut steps: Vec<SolutionStep> = steps.into_iter().enumerate().map(step).collect();
    // 4. The purposes of each step.
    for (step, purposes) in purposes(board, start, &steps).into_iter().enumerate() {
        steps[step].purposes = purposes;
    }
    Ok(steps)
}

/// A push of one box, and at which move it is made.
struct Pushed {
    number: usize,
    push: Push,
    to: Square,
    /// Number of moves up to this push, inclusive.
    end: usize,
}

/// Returns the pushes among these moves.
fn pushes(board: &Board, start: &Position, moves: &Lurd) -> Result<Vec<Pushed>, ReplayError> {
    let (mut course, mut boxes, mut pushes) = (Course::new(board, start), start.boxes.clone(), Vec::new());
    for (end, &direction) in (1..).zip(&moves.0) {
        let pushed = course.make(direction).map_err(|why| ReplayError { at: end, direction: Some(direction), why })?;
        if let Some((from, to)) = pushed
            && let Some(number) = boxes.iter().position(|&at| at == from)
        {
            boxes[number] = to;
            pushes.push(Pushed { number, push: Push { from, direction }, to, end });
        }
    }
    Ok(pushes)
}

/// An unbroken sequence of pushes of one box.
struct Run {
    pushes: Range<usize>,
    changes_area: bool,
}

fn runs(pushes: &[Pushed], areas: &Areas, cuts: &[usize]) -> Vec<Run> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, pushed) in pushes.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if pushes[run.start].number == pushed.number && cuts.binary_search(&at).is_err() => {
                run.end = at + 1
            }
            _ => runs.push(at..at + 1),
        }
    }
    let run = |range: Range<usize>| {
        let (from, to) = (pushes[range.start].push.from, pushes[range.end - 1].to);
        Run { changes_area: areas.area_of(from) != areas.area_of(to), pushes: range }
    };
    runs.into_iter().map(run).collect()
}

/// Returns the way of each box that these pushes move, in the order of first pushes.
fn trips(pushes: &[Pushed], areas: &Areas) -> Vec<Trip> {
    let mut trips: Vec<Trip> = Vec::new();
    for Pushed { number, push, to, .. } in pushes {
        match trips.iter_mut().find(|trip| trip.number == *number) {
            Some(trip) => trip.way.push(*to),
            None => trips.push(Trip { number: *number, way: vec![push.from, *to], route: Vec::new() }),
        }
    }
    for trip in &mut trips {
        trip.route = trip.way.iter().map(|&square| areas.area_of(square)).dedup().collect();
    }
    trips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    const TWO_ROOMS: &str = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";

    /// Returns the kind, route, moves and number of pushes of each step.
    fn told(text: &str, lurd: &str, cuts: &[usize]) -> Vec<(StepKind, Vec<u16>, Range<usize>, usize)> {
        let level = Level::from_xsb("", text).expect("a good board");
        let areas = Areas::of(&level.board);
        let moves = lurd.parse().expect("good moves");
        let steps = read(&level.board, &level.start, &moves, &areas, cuts).expect("moves that can be made");
        let route = |step: &SolutionStep| step.areas().iter().map(|area| area.0).collect();
        steps.iter().map(|step| (step.kind, route(step), step.moves.clone(), step.pushes.len())).collect()
    }

    #[test]
    fn an_unbroken_sequence_of_pushes_of_one_box_over_borders_is_one_transfer() {
        assert_eq!(told(TWO_ROOMS, "ulldRRRRRR", &[]), [(StepKind::Transfer, vec![0, 2, 1], 0..10, 6)]);
        assert_eq!(told(TWO_ROOMS, "ulldRRlrRRRRl", &[]), [(StepKind::Transfer, vec![0, 2, 1], 0..13, 6)], "walks too");
    }

    #[test]
    fn pushes_that_leave_boxes_in_their_area_are_one_arrangement() {
        let steps = told(TWO_ROOMS, "ulldRldRl", &[]);
        assert_eq!(steps, [(StepKind::Arrangement, vec![0], 0..9, 2)], "two boxes");
    }

    #[test]
    fn a_box_that_waits_on_its_way_makes_two_transfers() {
        let steps = told(TWO_ROOMS, "ulldRRRRlllldRurrrRR", &[]);
        let kinds: Vec<_> = steps.iter().map(|(kind, route, ..)| (*kind, route.clone())).collect();
        let (transfer, arrangement) = (StepKind::Transfer, StepKind::Arrangement);
        assert_eq!(kinds, [(transfer, vec![0, 2]), (arrangement, vec![0]), (transfer, vec![2, 1])]);
    }

    #[test]
    fn a_step_ends_where_a_step_of_a_plan_does() {
        let steps = told(TWO_ROOMS, "ulldRRRRRR", &[2]);
        assert_eq!(steps[0], (StepKind::Arrangement, vec![0], 0..6, 2));
        assert_eq!(steps[1], (StepKind::Transfer, vec![0, 2, 1], 6..10, 4));
    }

    #[test]
    fn moves_that_the_rules_forbid_are_refused_at_the_first() {
        let level = Level::from_xsb("", TWO_ROOMS).expect("a good board");
        let moves = "uuu".parse().expect("good moves");
        let error = read(&level.board, &level.start, &moves, &Areas::of(&level.board), &[]).expect_err("a wall");
        assert_eq!(error.at, 2);
    }
}
