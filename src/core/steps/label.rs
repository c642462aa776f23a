//! Labels of steps: the certainty of the outcome in the area that a box leaves; see [`crate::abstraction::Explorer`].

use super::SolutionStep;
use crate::abstraction::{Explorer, Label, MEMBERS, Room, RoomPruning, RoomView};
use crate::level::Position;
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, State};
use crate::run::{Meter, Stop};

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
    pruning: &mut dyn RoomPruning,
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
