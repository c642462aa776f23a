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
//! The search is not complete, since dominance removes the box that has left from the board ([`crate::exact::theory`]): an
//! outcome may be found late, or not at all. It never proves that a level has no solution.

mod domain;
mod operator;
mod search;
mod takeover;

pub use domain::Fallback;
pub use operator::EventTally;
pub use search::{EventSearch, EventSetting};
