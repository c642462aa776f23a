//! Feature-space search: positions fall into cells by their features; cells are visited in turn.
//!
//! Input: a maze, a start and a feature extractor with its [`Setting`]. Output: pushes that fill all goals. Based on
//! Shoham and Schaeffer, "The FESS Algorithm" (2020). Moves that an [`Adviser`] proposes are tried first: an adviser of
//! one's own, or of a planner above, is a type that implements the trait and is given to [`Setting::with_adviser`].

mod adviser;
mod advisers;
mod built_in_advisers;
mod candidate;
mod cells;
mod components;
mod expander;
mod extractor;
mod features;
mod packed_distances;
mod route;
mod search;

pub use adviser::{AdviceContext, Adviser};
pub use advisers::Advisers;
pub use candidate::Candidate;
pub use cells::{CellId, Cells};
pub use components::{Components, Part, Setting};
pub use expander::{BoxFilter, Expander};
pub use extractor::{FeatureExtractor, FeatureVector};
pub use features::{Features, Layout};
pub use packed_distances::PackedBoardDistances;
pub use route::{Route, Router, Routes, RoutingContext};
pub use search::FeatureSpace;
