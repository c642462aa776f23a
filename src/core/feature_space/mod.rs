//! How are positions searched by their features? Positions are divided into cells by their features, and cells take turns. Input: a
//! [`Domain`] with moves, scores and proofs of loss. Output: the moves to a goal position. The features are left to the domains:
//! goals filled by pushes in `search`, goals emptied by pulls in `packing`. After Shoham and Schaeffer, "The FESS Algorithm: A
//! Feature Based Approach to Single-Agent Search" (IEEE CoG 2020).

mod cells;
mod compaction;
mod domain;
mod search;

pub use cells::Cells;
pub use domain::{Candidate, Candidates, Domain, Score};
pub use search::{FeatureSpace, NodeId};
