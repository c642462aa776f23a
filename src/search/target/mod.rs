//! A target from the back: a position that leads to the goals by known pushes, and is as loose as can be.
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! Input: a maze with a start. Output: the best position of a feature-space search by pulls from the filled goals, from
//! which no box is taken out. All positions that it makes are in the [`super::Perimeter`], so that a search by pushes
//! which comes to any of them is done. The search by pushes is left to others. After Festival (Shoham and Schaeffer, "The
//! FESS Algorithm", IEEE CoG 2020).

mod domain;
mod score;
mod search;

pub use search::TargetSearch;
