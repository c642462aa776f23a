//! The planner of room events: which box leaves which area next, and where the full push search takes over.
//!
//! ```text
//!   plan         goal 1 from room A, goal 2 from tunnel b ...      the packing plan, in order
//!   position     boxes and player
//!     closure      for each area: all that silent pushes in it lead to          (abstraction::events)
//!     events       from a member of a closure one box crosses a border, and goes on to any square
//!     label        deterministic, choice: these are all that can happen; unknown: a budget cut the closure
//!   take         events and arrangements are the moves; where a label is unknown, the pushes of that area's boxes too
//!   take over    where the planner has not come further for a while: the full push search, to the end
//! ```
//! Input: a level, its areas, and a packing plan. Output: the operators of a solution, each with the label that it had when
//! it was chosen. Positions are visited by their features ([`crate::feature_space`]), with the features, packing plans,
//! advisers and deadlock rules of [`crate::search::Fess`]. `operators` in `domain.rs` is the loop on one page.
//!
//! The search is not complete, since dominance takes the box that has left off the board ([`crate::abstraction::theory`]):
//! an outcome may come later than it could, or not at all. It never says that a level has no solution.

mod closures;
mod domain;
mod operator;
mod realiser;
mod search;
mod takeover;
mod tally;

pub use domain::Fallback;
pub use operator::Act;
pub use realiser::{Realisation, Realiser, StepOutcome};
pub use search::{EventSearch, EventSetting};
pub use tally::EventTally;
