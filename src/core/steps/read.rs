//! Reads moves from any source as steps.
//!
//! ```text
//!   pushes of boxes 1 and 2     1: A A    2: A A    1: A b C    2: A b    1: C C    2: b C
//!   steps                       inside A  inside A  A > b > C   A > b     inside C  b > C
//! ```
//! A step is an unbroken sequence of pushes of one box. So a box that waits in a tunnel while another is moved makes two
//! transfers.

use super::step::{SolutionStep, purposes};
use crate::abstraction::{Explorer, Label, MEMBERS, Room, RoomPruning, RoomView};
use crate::level::{Board, Course, Lurd, Position, ReplayError, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Push, State};
use crate::run::{Meter, Stop};
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

/// Maximum of positions times squares, summed over all closures of a solution: less than a second of work.
const WORK: usize = 40_000_000;

/// Labels the steps that have no label, by the method of the planner of room events. The closure is the closure of the box's area
/// in the position before the step; the label is the label of the first border that the box crosses. On an error the first steps
/// are labelled.
///
/// # Errors
/// A limit of the meter.
pub fn label_steps(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut [SolutionStep],
    pruning: &mut RoomPruning<'_>,
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let (mut view, mut explorer) = (RoomView::new(board.len()), Explorer::default());
    let mut state = State { boxes: BoxSet::of(board.len(), start.boxes.iter().copied()), player: start.player };
    let mut work = WORK;
    for step in steps {
        let most = MEMBERS.min(work / board.len());
        if step.label.is_none() && most > 0 {
            let room = Room::new(maze, areas, step.route[0]);
            let read = view.read(board, &room, &state);
            let closure = explorer.explore(board, &room, &read, most, pruning, meter)?;
            work = work.saturating_sub(closure.len() * board.len());
            let crossed = step.route.get(1).and_then(|&to| closure.label(to)).map(|(label, _)| label);
            let inside = (step.route.len() == 1).then(|| Label::of(1, !closure.is_complete()));
            step.label = crossed.or(inside);
        }
        step.label = step.label.or(Some(Label::Unknown));
        for push in &step.pushes {
            state.boxes.shift(push.from, board.next(push.from, push.direction).unwrap_or(push.from));
            state.player = push.from;
        }
    }
    Ok(())
}
