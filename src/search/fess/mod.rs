//! Feature-space search by macro pushes, from the start to the filled goals.
//!
//! Input: a maze, a start, and a plan of the order in which goals are filled. Output: pushes that fill all goals. After
//! Shoham and Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent Search" (IEEE CoG 2020). The
//! search itself is [`crate::feature_space`]; this folder defines the features of a position ([`Features`]) and the
//! moves that are tried first ([`Adviser`]).

mod advice;
mod advisers;
mod built_in_advisers;
mod by_sinks;
mod feature_counts;
mod features;
mod hotspots;
mod pushes;
mod reversals;
mod search;
mod setting;
mod survey;
mod zones;

pub use advice::{Advice, Adviser};
pub use advisers::Advisers;
pub use by_sinks::{FessBySinks, fess_by_sinks};
pub use features::Features;
pub(crate) use pushes::Pushes;
pub use search::Fess;
pub use setting::Setting;
