//! Labels say how certain the outcome is in an area that a box leaves; see [`crate::abstraction::Explorer`]. The
//! closure is that of the position in which the box entered the area, or in which its step began. If no outcome is
//! found although the box left, it passed a dead square: `context`. Other lost outcomes are left to the searches.

use super::{RoomEvent, SolutionStep, StepKind};
use crate::abstraction::{Explorer, Label, NothingLost, Room, RoomView};
use crate::level::Position;
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{BoxSet, State};
use crate::run::{Meter, Stop};

/// Maximum number of positions in one closure. With it the outcomes of 93 % of the events along the best known
/// solutions of XSokoban are proved; the median takes 2 positions.
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
    let mut boxes = BoxSet::of(board.len(), start.boxes.iter().copied());
    let mut player = start.player;
    let mut labelling =
        Labelling { maze, areas, view: RoomView::new(board.len()), explorer: Explorer::default(), work: WORK };
    for step in steps {
        let is_transfer = step.kind() == StepKind::Transfer;
        // The position in which the box entered the area, or in which the step begins.
        let mut entered = State { boxes: boxes.clone(), player };
        for &push in &step.pushes {
            let to = board.next(push.from, push.direction).unwrap_or(push.from);
            boxes.shift(push.from, to);
            player = push.from;
            let (from, to) = (areas.area_of(push.from), areas.area_of(to));
            if from != to && is_transfer {
                step.events.push(labelling.event(from, to, &entered, meter)?);
                entered = State { boxes: boxes.clone(), player };
            }
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
        let most = POSITIONS.min(self.work / board.len());
        if most == 0 {
            return Ok(RoomEvent { from, to, label: Label::Unknown, outcomes: 0 });
        }
        let room = Room::new(self.maze, self.areas, from);
        let state = self.view.read(board, &room, entered);
        let closure = self.explorer.explore(board, &room, &state, most, &mut NothingLost, meter)?;
        self.work = self.work.saturating_sub(closure.len() * board.len());
        let without = if closure.is_complete() { Label::Context } else { Label::Unknown };
        let (label, outcomes) = closure.label(to).unwrap_or((without, 0));
        Ok(RoomEvent { from, to, label, outcomes })
    }
}
