//! Target by pulls: a position with known pushes to the goals, at which a search by pushes aims.
//!
//! ```text
//!   start ──push──> ──push──> ..  target ──known──> ──known──> all boxes on goals
//! ```
//! A feature-space search by pulls, from the filled goals, looks for the position with the best score (`score.rs`), all
//! boxes on the board; a feature-space search by pushes leads from the start towards it. All positions of the first
//! search are in the [`super::Perimeter`], and the second search ends when it reaches any of them. The method suits
//! levels whose goals are hard to leave, or are filled in an order that no packing plan has. After Festival (Shoham and
//! Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod by_target;
mod domain;
mod search;
mod towards;

pub use by_target::ByTarget;
pub use search::TargetSearch;
