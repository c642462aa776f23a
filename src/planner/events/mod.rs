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
//! Input: a level, its areas, and a packing plan. Output: the operators of a solution, each with its label at the time
//! of choice. Positions are visited by their features ([`crate::feature_space`]), with the features, packing plans,
//! advisers and deadlock rules of [`crate::search::Fess`]. `operators` in `domain.rs` is the loop on one page.
//!
//! The effect of rooms and labels: levels solved by `--strategy events-by-starts` with 300 and 1,000 nodes a level, of
//! the 90 of XSokoban, 50 of Sasquatch I, 135 of Microban II, 107 of SokEvo.
//!
//! | | XSokoban | Sasquatch I | Microban II | SokEvo |
//! |---|---|---|---|---|
//! | areas by networks | 70, 74 | 14, 24 | 119, 128 | 49, 75 |
//! | LISA's patterns | 69, 73 | 18, 25 | 119, 129 | 47, 76 |
//! | blocks | 66, 72 | 16, 25 | 119, 129 | 49, 77 |
//! | articulation squares | 65, 76 | 14, 20 | 122, 129 | 54, 77 |
//! | random areas (one draw) | 62, 74 | 18, 24 | 117, 128 | 56, 76 |
//! | one area | 63, 74 | 13, 19 | 122, 128 | 54, 77 |
//! | plain pushes in every position (`--leave-out labels`) | 69, 73 | 14, 24 | 120, 130 | 46, 77 |
//! | plain pushes in none (`--leave-out fallback`) | 37, 43 | 12, 17 | 103, 113 | 24, 30 |
//!
//! So the fallback has the largest effect, labels select the positions for it at no cost, and the definition of areas
//! has little effect: on XSokoban networks solve more than one area or random areas only with few nodes, on Sasquatch I
//! one area solves fewest.
//!
//! The search is not complete, since dominance removes the box that has left from the board
//! ([`crate::abstraction::theory`]): an outcome may be found late, or not at all. It never proves that a level has no
//! solution.

mod closures;
mod domain;
mod operator;
mod realiser;
mod scope;
mod search;
mod takeover;
mod tally;

pub use domain::Fallback;
pub use operator::Act;
pub use realiser::{Realisation, Realiser, StepOutcome};
pub use search::{EventSearch, EventSetting};
pub use tally::EventTally;
