//! How are pushes searched?
//!
//! In comes a level with what is known of its maze; out come the pushes of a solution, or the proof that there is
//! none. One file a strategy, each behind [`crate::run::Search`].

mod feature_space;
mod features;
mod greedy;
mod packing;
mod parking;
mod pruner;
mod route;
mod stage;

pub use feature_space::FeatureSpace;
pub use features::{Features, Layout, Surveyor};
pub use greedy::Greedy;
pub use packing::{GoalSet, Packing, Sink};
pub use pruner::{Pruned, Pruner};
pub use parking::{Chain, Step};
pub use route::{Lanes, Route, Router};
pub use stage::{Next, Order, Stage, Stages};
