//! The room events along pushes from any source.
//!
//! ```text
//!   boxes of      A A A>b  b  B B   A>b        events    crossing A > b   two pushes inside A, then over the border
//!                 pushes, in order                       arrangement b    then a box of another area is pushed
//!                                                        arrangement B    ..
//!                                                        crossing A > b
//! ```
//! An event is a longest sequence of pushes of boxes of one area while the boxes outside stay: it ends with a push over
//! a border, or before a push of a box of another area.

use crate::abstraction::{EventForm, Happened, Room, RoomState, RoomView};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::push::{Push, Region, State};
use crate::run::{Meter, Stop};

/// Calls `met` for each room event along pushes from the start, which must be possible, with its canonical form and the
/// number of pushes before it.
///
/// # Errors
/// A limit of the meter, or an error of `met`.
pub fn room_events(
    maze: &Maze<'_>,
    areas: &Areas,
    level: &Level,
    pushes: &[Push],
    meter: &Meter,
    mut met: impl FnMut(EventForm, usize) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let board = maze.board;
    let mut region = Region::new(board.len());
    let mut view = RoomView::new(board.len());
    let mut state = State::of(board, &level.start, &mut region);
    let mut event: Option<Begun> = None;
    for (at, &push) in pushes.iter().enumerate() {
        meter.check()?;
        let from = areas.area_of(push.from);
        if let Some(begun) = event.take_if(|begun| begun.room.area != from) {
            let after = view.read(board, &begun.room, &state);
            met(begun.form(maze, Happened::Arrangement(&after)), begun.at)?;
        }
        let begun = event.get_or_insert_with(|| {
            let room = Room::new(maze, areas, from);
            Begun { before: view.read(board, &room, &state), room, at }
        });
        let to = board.next(push.from, push.direction).map_or(from, |to| areas.area_of(to));
        if to != from {
            met(begun.form(maze, Happened::Crossing(to)), begun.at)?;
            event = None;
        }
        state = state.after(board, push, &mut region);
    }
    let Some(begun) = event else { return Ok(()) };
    let after = view.read(board, &begun.room, &state);
    met(begun.form(maze, Happened::Arrangement(&after)), begun.at)
}

/// A room event whose end has not been read yet.
struct Begun {
    room: Room,
    before: RoomState,
    /// Number of pushes before the event.
    at: usize,
}

impl Begun {
    fn form(&self, maze: &Maze<'_>, happened: Happened<'_>) -> EventForm {
        EventForm::of(maze.board, &self.room, &self.before, happened)
    }
}
