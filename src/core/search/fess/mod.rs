//! Feature-space search by macro pushes from the start. After Shoham and Schaeffer, "The FESS Algorithm: A Feature
//! Based Approach to Single-Agent Search" (IEEE CoG 2020). The search itself is [`crate::feature_space`]; this folder
//! defines the features of a position ([`Features`]) and the advisers that propose moves to try first ([`Adviser`]).
//! Goals are filled in the order of a packing plan.

mod advisers;
mod features;
mod pushes;
mod search;
mod survey;

pub use advisers::{Advice, Adviser, Advisers};
pub use features::Features;
pub(crate) use pushes::Pushes;
pub use pushes::Setting;
pub use search::Fess;
