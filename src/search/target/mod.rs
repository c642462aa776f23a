//! A target by pulls: a position that leads to the goals by known pushes, with the fewest immobile boxes.
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! Input: a maze with a start. Output: the best position of a feature-space search by pulls from the filled goals, from
//! which no box is taken out, and the pushes of a feature-space search from the start towards it. All positions of the
//! first search are in the [`super::Perimeter`], and the second search ends when it reaches any of them. It suits
//! levels whose goals are hard to leave, or are filled in an order that no packing plan has. After Festival (Shoham and
//! Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod by_target;
mod domain;
mod score;
mod search;
mod towards;

pub use by_target::ByTarget;
pub use search::TargetSearch;
