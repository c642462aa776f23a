//! A cache of closures (what silent pushes inside one area lead to), by the room states in which they begin.

use crate::abstraction::{Explorer, Room, RoomClosure, RoomPruning, RoomState};
use crate::deadlock::{Detector, View};
use crate::level::{Board, Direction, Square};
use crate::push::BoxSet;
use crate::run::{Held, Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// The closures explored so far, numbered from 0 in the order of exploration.
#[derive(Debug, Default)]
pub(super) struct Closures {
    known: IndexMap<RoomState, RoomClosure, FxBuildHasher>,
    explorer: Explorer,
    held: Held,
}

impl Closures {
    /// Returns the number of the closure of a room state, which is explored with at most `most` positions if it is new.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn number(
        &mut self,
        board: &Board,
        room: &Room,
        state: RoomState,
        most: usize,
        rules: &mut Detector<'_>,
        meter: &Meter,
    ) -> Result<u32, Stop> {
        let number = match self.known.get_index_of(&state) {
            Some(number) => number,
            None => {
                let before = rules.refused();
                let closure = self.explorer.explore(board, room, &state, most, &mut ByRules(rules), meter)?;
                self.held.grow(closure.bytes() + 2 * (size_of::<RoomState>() + state.bytes()), meter)?;
                rules.keep(&before);
                self.known.insert_full(state, closure).0
            }
        };
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Returns the closure with a number; `None` if no closure has it.
    pub(super) fn get(&self, number: u32) -> Option<&RoomClosure> {
        self.known.get_index(number as usize).map(|(_, closure)| closure)
    }

    /// Returns the number of closures explored.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }
}

/// Refuses positions of a closure by cheap deadlock rules on the boxes of the area; more boxes change no refusal.
struct ByRules<'r, 'a>(&'r mut Detector<'a>);

impl RoomPruning for ByRules<'_, '_> {
    fn is_lost(&mut self, boxes: &BoxSet, player: Square, to: Square, direction: Direction) -> bool {
        let view = View { boxes, player, pushed: Some(to), is_matched: None };
        self.0.refuses_push(to, direction) || self.0.refuses_child(&view)
    }
}
