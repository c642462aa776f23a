//! Labels of steps, which say how certain the outcome is in the area that a box leaves; see
//! [`crate::abstraction::Explorer`].

use super::SolutionStep;
use crate::abstraction::{Explorer, Label, MEMBERS, Room, RoomPruning, RoomView};
use crate::level::Position;
use crate::maze::{Areas, Maze};
use crate::push::{Region, State};
use crate::run::{Meter, Stop};

/// Maximum of positions times squares, summed over all closures of a solution: less than a second of work.
const WORK: usize = 40_000_000;

/// Labels the steps that have no label, as the planner of room events does: the closure is that of the area of the box in
/// the position in which the step begins; the label is that of the first border that the box crosses. On an error the
/// first steps are labelled.
///
/// # Errors
/// A limit of the meter.
pub fn label_steps(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut [SolutionStep],
    pruning: &mut dyn RoomPruning,
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let (mut region, mut view, mut explorer) =
        (Region::new(board.len()), RoomView::new(board.len()), Explorer::default());
    let mut state = State::of(board, start, &mut region);
    let mut work = WORK;
    for step in steps {
        if step.label.is_none() {
            let room = Room::new(maze, areas, step.route[0]);
            let read = view.read(board, &room, &state);
            let most = MEMBERS.min(work / board.len());
            let closure = explorer.explore(board, &room, &read, most, pruning, meter)?;
            work = work.saturating_sub(closure.len() * board.len());
            let crossed = step.route.get(1).and_then(|&to| closure.label(to)).map(|(label, _)| label);
            let inside = (step.route.len() == 1).then(|| Label::of(1, !closure.is_complete()));
            step.label = crossed.or(inside).or(Some(Label::Unknown));
        }
        for &push in &step.pushes {
            state = state.after(board, push, &mut region);
        }
    }
    Ok(())
}
