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
//! Input: a level, its areas, and a packing plan. Output: the operators of a solution, each with its label when chosen.
//! Positions are visited by their features ([`crate::feature_space`]), with the features, packing plans, advisers and
//! deadlock rules of [`crate::search::Fess`]. `operators` in `domain.rs` is the loop on one page.
//!
//! The effect of rooms and labels: levels solved by `--strategy events-by-starts` of 637 (XSokoban, Sasquatch I,
//! Microban I and II, Grigr 2001, SokEvo), with the change against rooms of 2x2 blocks, parted by LISA's patterns, and its
//! 95 % interval (bootstrap over levels).
//!
//! | | 300 nodes | change | 1,000 nodes | change |
//! |---|---|---|---|---|
//! | rooms of 2x2 blocks | 426 | | 497 | |
//! | LISA's patterns | 426 | 0 (-8 to 8) | 496 | -1 (-8 to 6) |
//! | blocks | 422 | -4 (-13 to 4) | 497 | 0 (-7 to 7) |
//! | one area | 428 | 2 (-11 to 15) | 494 | -3 (-15 to 9) |
//! | random areas, mean of ten draws | 421.1 | -4.9 (-14 to 4) | 495.7 | -1.3 (-10 to 7) |
//! | plain pushes in every position (`--leave-out labels`) | 422 | -4 (-12 to 3) | 499 | 2 (-6 to 10) |
//! | plain pushes in none (`--leave-out fallback`) | 338 | -88 (-107 to -69) | 385 | -112 (-133 to -91) |
//! | with takeovers | 415 | -11 (-21 to -2) | 494 | -3 (-12 to 6) |
//! | one area, with takeovers | 414 | -12 (-26 to 2) | 476 | -21 (-34 to -7) |
//!
//! The fallback is worth a fifth of the levels (McNemar's p below .01). Labels say where it is needed: plain pushes in every other
//! position too change nothing. Rooms change nothing either: neither another definition nor one area nor random areas, with as
//! many squares each, differ from these rooms; of the 20 comparisons with a draw one has p = .05, the others more. Of the 349 levels
//! with several areas and no cut these rooms solve 223 and 264, random areas 218.5 and 264.0. On XSokoban alone rooms are ahead
//! where nodes are few: 70 and 74 levels, random areas 63.3 and 70.5 (changes -7, from -12 to -2, and -4, from -8 to 0), one area
//! 63 and 74; it is one collection of six. Takeovers take nodes from the planner, which costs levels where nodes are few.
//!
//! `bench --strategy events-by-starts --nodes 300 --ablate labels,fallback,lisa,blocks --controls` makes the
//! table anew, by the default rooms of today; with takeovers it is `--strategy takeovers --leave-out events,exact-plans,parts`.
//!
//! The search is not complete, since dominance removes the box that has left from the board
//! ([`crate::abstraction::theory`]): an outcome may be found late, or not at all. It never proves that a level has no
//! solution.

mod domain;
mod operator;
mod realiser;
mod search;
mod takeover;

pub use domain::Fallback;
pub use operator::{Act, EventTally};
pub use realiser::{Realiser, StepOutcome, StepSearch};
pub use search::{EventSearch, EventSetting};
