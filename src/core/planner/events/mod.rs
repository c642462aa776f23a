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
mod operator;
mod search;

pub use operator::EventTally;
pub use search::EventSearch;

use super::{Conditions, Plan};
use crate::abstraction::MEMBERS;
use crate::search::Setting;

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
