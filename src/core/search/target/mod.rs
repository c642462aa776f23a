//! How does a search by pushes aim at a position with known pushes to the goals?
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! A feature-space search by pulls, from the filled goals, looks for the position with the best score (`score.rs`); a second one,
//! by pushes, leads from the start towards it. It ends at any position of the first search; the [`super::Perimeter`] has them all.
//! The method suits levels whose goals are hard to leave, or are filled in an order that no packing plan has. After Festival
//! (Shoham and Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod by_target;
mod domain;
mod search;
mod towards;

pub use by_target::ByTarget;
pub use search::TargetSearch;
