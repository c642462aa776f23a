//! Searches over pushes, and pulls.
//!
//! Input: a maze, a start and the parts to work with (deadlock rules, order of packing, advisers). Output: the pushes
//! of a solution, or the proof that there is none. One file or folder a strategy, each behind [`crate::run::Search`].
//! The searches of the textbooks are in [`crate::textbook`]. How strategies share time is left to [`crate::solve`].

mod feature_space;
mod greedy;
mod improve;
mod lean;
pub mod optimal;
mod perimeter;
mod pi_corral;
mod push_search;
mod rule_sets;

pub use feature_space::FeatureSpace;
pub use feature_space::PackedBoardDistances;
pub use feature_space::{AdviceContext, Adviser, Advisers, Candidate};
pub use feature_space::{BoxFilter, Expander};
pub use feature_space::{CellId, Cells};
pub use feature_space::{Components, Part, Setting};
pub use feature_space::{FeatureExtractor, FeatureVector};
pub use feature_space::{Features, Layout};
pub use feature_space::{Route, Router, Routes, RoutingContext};
pub use greedy::Greedy;
pub use improve::{Improver, Measure};
pub use lean::{Lean, Reach};
pub use perimeter::Perimeter;
pub use pi_corral::PiCorral;
pub use push_search::PushSearch;
pub use rule_sets::RuleSets;
mod backward;

pub use backward::BackwardSearch;
