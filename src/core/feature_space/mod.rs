//! Feature-space search over any domain: positions are divided into cells by their features, and cells take turns.
//! Input: a [`Domain`], which generates moves, scores positions and proves them lost. Output: the moves to a goal
//! position. After Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (IEEE
//! CoG 2020). Features are left to the domains: filling goals by pushes in `search`, emptying goals by pulls in
//! `packing`.

mod cells;
mod compaction;
mod domain;
mod search;

pub use cells::Cells;
pub use domain::{Candidate, Candidates, Domain, Score};
pub use search::{FeatureSpace, NodeId};
