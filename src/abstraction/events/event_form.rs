//! A room event without the level around it, in a form that is equal for all rotations and reflections.

use super::closure::{Explorer, NothingLost, pushes_to};
use super::form::{CROSSED, RoomForm};
use super::room::Room;
use super::room_state::{Flood, RoomState};
use crate::abstraction::Label;
use crate::level::{Board, Direction, Square, Symmetry};
use crate::maze::AreaId;
use crate::push::{BoxSet, Push};
use crate::run::{Meter, Stop};

/// What happened in an area: a box crossed the border to another area, or boxes were moved inside.
#[derive(Clone, Copy, Debug)]
pub enum Happened<'a> {
    /// A box crossed the border to this area.
    Crossing(AreaId),
    /// Boxes were moved inside the area; this is the area afterwards.
    Arrangement(&'a RoomState),
}

/// A room event without the level around it: the area before, and what happened. Equal for events that a rotation or
/// reflection maps onto each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventForm {
    /// Area before the event. Doors to the area that a box enters are marked as crossed.
    pub before: RoomForm,
    /// Area after an arrangement; `None` for a crossing.
    pub after: Option<RoomForm>,
}

/// State of an area after a room event, and the pushes of the event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventOutcome {
    /// Area right after the event, without the box that has left.
    pub after: RoomForm,
    /// Pushes of the event, each with row and column of the box; the last push of a crossing leads over the border.
    pub pushes: Vec<((usize, usize), Direction)>,
}

/// The outcomes of a room event, with the certainty of a crossing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventOutcomes {
    /// Certainty of a crossing; `None` if no crossing was found, and for arrangements.
    pub label: Option<Label>,
    /// Whether the closure has all positions, that is, no budget cut it.
    pub is_complete: bool,
    /// For a crossing, one outcome for each undominated class; for an arrangement, the given one. Empty if none was
    /// found: the closure is cut, or a box passed a square from which a lone box reaches no goal.
    pub outcomes: Vec<EventOutcome>,
}

impl EventForm {
    /// Returns the canonical form of an event in an area with the state `before`.
    pub fn of(board: &Board, room: &Room, before: &RoomState, happened: Happened<'_>) -> Self {
        let mut flood = Flood::default();
        let mut form = |state, to| RoomForm::of(board, room, state, to, &mut flood);
        let (before, after) = match happened {
            Happened::Crossing(to) => (form(before, Some(to)), None),
            Happened::Arrangement(after) => (form(before, None), Some(form(after, None))),
        };
        let turned = |by| Self { before: before.turned(by), after: after.as_ref().map(|after| after.turned(by)) };
        Symmetry::all().map(turned).min().expect("invariant: there are eight symmetries")
    }

    /// Returns the number of bytes of the event on the heap.
    pub fn bytes(&self) -> usize {
        self.before.bytes() + self.after.as_ref().map_or(0, RoomForm::bytes)
    }

    /// Returns the outcomes of the event, by a closure of at most `most` positions.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn outcomes(&self, most: usize, explorer: &mut Explorer, meter: &Meter) -> Result<EventOutcomes, Stop> {
        let Some((board, room, state)) = self.before.room() else { return Ok(EventOutcomes::default()) };
        let explored = explorer.explored(&board, &room, &state, most, &mut NothingLost, meter)?;
        let mut flood = Flood::default();
        let mut outcome = |boxes: BoxSet, player: u16, pushes: Vec<Push>| {
            let after = RoomState { boxes, player, ..state.clone() };
            let place = |push: Push| {
                let (row, column) = board.row_column(push.from);
                ((row - 1, column - 1), push.direction)
            };
            let after =
                RoomForm::of(&board, &room, &after, Some(AreaId(CROSSED)), &mut flood).with_goals_of(&self.before);
            EventOutcome { after, pushes: pushes.into_iter().map(place).collect() }
        };
        let is_complete = explored.is_complete;
        if let Some(after) = &self.after {
            let asked = after.room().map(|(_, _, state)| (state.boxes, state.player));
            let member = asked.and_then(|asked| explored.states.get_full(&asked));
            let outcomes = member.map(|(number, (boxes, player), _)| {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                outcome(boxes.clone(), *player, pushes_to(&explored.states, number))
            });
            return Ok(EventOutcomes { label: None, is_complete, outcomes: outcomes.into_iter().collect() });
        }
        let is_crossed = |&at: &usize| room.ports[usize::from(explored.found[at].port)].area == AreaId(CROSSED);
        let crossings: Vec<usize> = (0..explored.found.len()).filter(is_crossed).collect();
        if crossings.is_empty() {
            return Ok(EventOutcomes { is_complete, ..EventOutcomes::default() });
        }
        let (label, first) = explored.border(&crossings);
        let mut walk = Flood::default();
        let mut after = |at: usize| {
            let crossing = &explored.found[at];
            let ((boxes, _), _) = explored.states.get_index(crossing.member as usize)?;
            let (number, to) = (crossing.from, room.ports[usize::from(crossing.port)].square);
            let boxes = boxes.clone().without(Square(number));
            let player = walk.from(&room, &state.parts, &boxes, number);
            let from = room.squares[usize::from(number)];
            let direction = Direction::ALL.into_iter().find(|&direction| board.next(from, direction) == Some(to))?;
            let mut pushes = pushes_to(&explored.states, crossing.member);
            pushes.push(Push { from, direction });
            Some(outcome(boxes, player, pushes))
        };
        let outcomes = first.into_iter().filter_map(&mut after).collect();
        Ok(EventOutcomes { label: Some(label), is_complete, outcomes })
    }
}
