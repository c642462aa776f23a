//! The operators of the planner of room events, their closures, and the number of each that was tried.

use crate::abstraction::{Explorer, Label, LabelCounts, Room, RoomClosure, RoomState};
use crate::deadlock::Detector;
use crate::level::Board;
use crate::maze::AreaId;
use crate::planner::Act;
use crate::push::{BoxSet, Macro};
use crate::run::{Meter, Stop, count32};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A move: silent pushes to a position of a closure, and then a move of one box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operator {
    pub(super) act: Act,
    pub(super) label: Label,
    /// Area of the closure; for a plain push the area of the box.
    pub(super) area: AreaId,
    /// Number of the closure in [`Closures`]; meaningless for a plain push.
    pub(super) closure: u32,
    /// Index in the closure of the position before `by`, or after an arrangement.
    pub(super) member: u32,
    /// Move of the last box; in an arrangement, made by its last silent pushes.
    pub(super) by: Macro,
}

impl Operator {
    /// True if the operator has no silent pushes before `by`: its first push is the first of `by`.
    pub(super) const fn is_direct(&self) -> bool {
        matches!(self.act, Act::Push) || matches!(self.act, Act::Event) && self.member == 0
    }
}

#[derive(Debug, Default)]
pub(super) struct Closures {
    known: IndexMap<RoomState, RoomClosure, FxBuildHasher>,
    explorer: Explorer,
}

impl Closures {
    /// Returns the number of the closure of a room state, which is explored with at most `most` positions if it is new.
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
                let pruning = &mut |boxes: &BoxSet, push, to| rules.refuses_in_room(boxes, push, to);
                let closure = self.explorer.explore(board, room, &state, most, pruning, meter)?;
                self.known.insert_full(state, closure).0
            }
        };
        Ok(count32(number))
    }

    pub(super) fn get(&self, number: u32) -> Option<&RoomClosure> {
        self.known.get_index(number as usize).map(|(_, closure)| closure)
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }
}

/// Numbers of operators tried by a search of room events, by kind and label, and of positions and closures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventTally {
    /// Number of events tried, by label: a box leaves its area after silent pushes inside.
    pub event_labels: LabelCounts,
    /// Number of arrangements tried, by label: silent pushes inside an area.
    pub arrangement_labels: LabelCounts,
    /// Number of macro pushes of the full push search tried, in positions with a cut closure.
    pub pushes: u64,
    /// Number of operators that led to positions known before.
    pub known: u64,
    /// Number of operators that led to positions which deadlock rules prove lost.
    pub lost: u64,
    /// Number of positions whose operators were generated.
    pub positions: u64,
    /// Number of expanded positions with a closure that its budget cut.
    pub cut: u64,
    /// Number of closures (all that pushes inside one area lead to) that were explored.
    pub closures: u64,
    /// Number of full push searches that took over.
    pub takeovers: u64,
    /// Number of push nodes of all full push searches that took over.
    pub takeover_nodes: u64,
}

impl EventTally {
    pub(super) const fn tried(&mut self, act: Act, label: Label) {
        match act {
            Act::Event => self.event_labels.add(label, 1),
            Act::Arrangement => self.arrangement_labels.add(label, 1),
            Act::Push | Act::Group | Act::Takeover => self.pushes += 1,
        }
    }

    /// Returns the number of events and arrangements tried, by label.
    pub fn labels(&self) -> LabelCounts {
        let mut labels = self.event_labels;
        labels += self.arrangement_labels;
        labels
    }
}
