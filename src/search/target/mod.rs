//! A target from the back: a position that leads to the goals by known pushes, and is as loose as can be.
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! Input: a maze with a start. Output: the best position of a feature-space search by pulls from the filled goals, from
//! which no box is taken out, and the pushes of a feature-space search from the start towards it. All positions that the
//! first makes are in the [`super::Perimeter`], and the second is done when it comes to any of them. It suits levels
//! whose goals are hard to leave, or are filled in an order that no packing plan shows. After Festival (Shoham and
//! Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod by_target;
mod domain;
mod score;
mod search;
mod towards;

pub use by_target::ByTarget;
pub use search::TargetSearch;
