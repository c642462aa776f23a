//! Labels say how certain the outcome is in an area that a box leaves; see [`crate::abstraction::Explorer`]. The
//! closure is that of the position in which the box entered the area, or in which its step began. If no outcome is
//! found although the box left, it passed a dead square: `context`. Other lost outcomes are left to the searches.

use super::{RoomEvent, SolutionStep, StepKind};
use crate::abstraction::{Explorer, Label, NothingLost, Room, RoomView};
use crate::level::Position;
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{Region, State};
use crate::run::{Meter, Stop};

/// Maximum number of positions in one closure: most closures take fewer than ten.
const POSITIONS: usize = 2_000;
/// Maximum of positions times squares, summed over all closures of a solution: less than a second of work.
const WORK: usize = 40_000_000;

/// Adds to each transfer its room events (one for each border crossed), with labels; on an error, to the first steps.
pub fn label_events(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut [SolutionStep],
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let mut region = Region::new(board.len());
    let mut state = State::of(board, start, &mut region);
    let mut labelling =
        Labelling { maze, areas, view: RoomView::new(board.len()), explorer: Explorer::default(), work: WORK };
    for step in steps {
        // The position in which the box entered the area, or in which the step begins.
        let mut entered = state.clone();
        for &push in &step.pushes {
            let after = state.after(board, push, &mut region);
            let to = board.next(push.from, push.direction).unwrap_or(push.from);
            let (from, to) = (areas.area_of(push.from), areas.area_of(to));
            if from != to && step.kind() == StepKind::Transfer {
                step.events.push(labelling.event(from, to, &entered, meter)?);
                entered = after.clone();
            }
            state = after;
        }
    }
    Ok(())
}

/// What is needed to label events, and the work still allowed.
struct Labelling<'a> {
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    view: RoomView,
    explorer: Explorer,
    /// Part of [`WORK`] that is left.
    work: usize,
}

impl Labelling<'_> {
    /// Returns the event of a box that leaves area `from` for `to`; the closure is that of the position `entered`.
    fn event(&mut self, from: AreaId, to: AreaId, entered: &State, meter: &Meter) -> Result<RoomEvent, Stop> {
        let board = self.maze.board;
        let room = Room::new(self.maze, self.areas, from);
        let state = self.view.read(board, &room, entered);
        let most = POSITIONS.min(self.work / board.len());
        let closure = self.explorer.explore(board, &room, &state, most, &mut NothingLost, meter)?;
        self.work = self.work.saturating_sub(closure.len() * board.len());
        let without = if closure.is_complete() { Label::Context } else { Label::Unknown };
        let (label, outcomes) = closure.label(to).unwrap_or((without, 0));
        Ok(RoomEvent { from, to, label, outcomes })
    }
}
