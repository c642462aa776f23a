//! The planner of room events: the next box to leave its area, and the takeover by the full push search.
//!
//! ```text
//!   plan         goal 1 from room A, goal 2 from tunnel b ...      the packing plan, in order
//!   position     boxes and player
//!     closure      for each area: all that silent pushes in it lead to          (abstraction::events)
//!     events       from a member of a closure one box crosses a border, and goes on to any square
//!     label        deterministic, choice: no other outcome exists; unknown: a budget cut the closure
//!   take         events and arrangements are the moves; if a label is unknown, the pushes of that area's boxes too
//!   take over    if the planner has made no progress for a while: the full push search, to the end
//! ```
//! Input: a level, its areas, and a packing plan. Output: the operators of a solution, each with its label when chosen. Positions
//! are visited by their features ([`crate::feature_space`]), with the features, packing plans, advisers and deadlock rules of
//! [`crate::search::Fess`]. `operators` in `domain.rs` is the loop on one page.
//!
//! The fallback solves a fifth of the levels; the effect of rooms, labels and takeovers is in `FIGURES.md`.
//!
//! The search is not complete, since dominance removes the box that has left from the board ([`crate::exact::theory`]):
//! an outcome may be found late, or not at all. It never proves that a level has no solution.

mod domain;
mod search;

use super::{Conditions, Plan};
use crate::abstraction::{Explorer, Label, LabelCounts, MEMBERS, Room, RoomClosure, RoomState};
use crate::deadlock::Detector;
use crate::level::Board;
use crate::maze::AreaId;
use crate::planner::Act;
use crate::push::{BoxSet, Macro};
use crate::run::{Meter, Stop, count32};
use crate::search::Setting;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
pub use search::EventSearch;

/// In which positions the planner of room events may also make the plain pushes of the full push search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fallback {
    /// If the budget cut the closure of an area: pushes of the boxes of that area.
    #[default]
    ByLabel,
    /// In every position, for boxes of all areas (for comparison only).
    Always,
    /// In no position (for comparison only).
    Never,
}

/// The settings of the planner of room events.
#[derive(Clone, Debug)]
pub struct EventSetting {
    /// Components, deadlock rules, advisers and areas, as for a push search.
    pub setting: Setting,
    /// Whether the full push search takes over when the planner makes no progress.
    pub takes_over: bool,
    /// In which positions plain pushes of the full push search are moves too.
    pub fallback: Fallback,
    /// Maximum number of positions in the closure of an area: the positions that pushes inside the area lead to.
    pub most: usize,
    /// Borders that boxes must or must not cross.
    pub conditions: Conditions,
    /// Whether to keep a trace.
    pub traces: bool,
    /// Plan to follow: a transfer of it that is due is tried first. With `None` it is proposed along the packing plan.
    pub plan: Option<Plan>,
}

impl Default for EventSetting {
    fn default() -> Self {
        Self {
            setting: Setting::default(),
            takes_over: false,
            fallback: Fallback::ByLabel,
            most: MEMBERS,
            conditions: Conditions::default(),
            traces: false,
            plan: None,
        }
    }
}

/// A move: silent pushes to a position of a closure, and then a move of one box.
#[derive(Clone, Copy, Debug)]
struct Operator {
    act: Act,
    label: Label,
    /// Area of the closure; for a plain push the area of the box.
    area: AreaId,
    /// Number of the closure in [`Closures`]; meaningless for a plain push.
    closure: u32,
    /// Index in the closure of the position before `by`, or after an arrangement.
    member: u32,
    /// Move of the last box; in an arrangement, made by its last silent pushes.
    by: Macro,
}

impl Operator {
    /// True if the operator has no silent pushes before `by`: its first push is the first of `by`.
    const fn is_direct(&self) -> bool {
        matches!(self.act, Act::Push) || matches!(self.act, Act::Event) && self.member == 0
    }
}

#[derive(Debug, Default)]
struct Closures {
    known: IndexMap<RoomState, RoomClosure, FxBuildHasher>,
    explorer: Explorer,
}

impl Closures {
    /// Returns the number of the closure of a room state, which is explored with at most `most` positions if it is new.
    fn number(
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
                let pruning = &mut |boxes: &BoxSet, push, to| rules.refuses(boxes, push, to);
                let closure = self.explorer.explore(board, room, &state, most, pruning, meter)?;
                self.known.insert_full(state, closure).0
            }
        };
        Ok(count32(number))
    }

    fn get(&self, number: u32) -> Option<&RoomClosure> {
        self.known.get_index(number as usize).map(|(_, closure)| closure)
    }

    fn len(&self) -> usize {
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
    const fn tried(&mut self, act: Act, label: Label) {
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
