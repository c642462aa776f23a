//! Feature-space search by macro pushes from the start. After Shoham and Schaeffer, "The FESS Algorithm: A Feature
//! Based Approach to Single-Agent Search" (IEEE CoG 2020). The search itself is [`crate::feature_space`]; this folder
//! defines the features of a position ([`Features`]) and the advisers that propose moves to try first ([`Adviser`]).
//! Goals are filled in the order of a packing plan.

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
