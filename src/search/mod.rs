//! How are pushes searched?
//!
//! In comes a level with what is known of its maze; out come the pushes of a solution, or the proof that there is
//! none. One file a strategy, each behind [`crate::run::Search`]. Those of the textbooks are in a folder of their own.

mod advisers;
mod cells;
mod chain;
mod components;
mod feature_space;
mod features;
mod greedy;
mod improve;
mod lanes;
pub mod optimal;
mod outlook;
mod packing;
mod packing_order;
mod parking;
mod perimeter;
mod pi_corral;
mod pulls;
mod push_search;
mod route;
mod rule_sets;
mod sinks;
mod stage;
mod surveyor;
mod targets;
pub mod textbook;

pub use advisers::{Candidate, weighed};
pub use cells::{CellId, Cells};
pub use chain::{Chain, Step};
pub use components::{Components, Part, Setting};
pub use feature_space::FeatureSpace;
pub use features::{Features, Layout};
pub use greedy::Greedy;
pub use improve::{Improver, Measure};
pub use lanes::Lanes;
pub use outlook::{Movers, Outlook};
pub use packing::{GoalSet, Packing, Sink};
pub use packing_order::{PackingOrder, PackingStep};
pub use perimeter::Perimeter;
pub use pi_corral::PiCorral;
pub use pulls::Pulls;
pub use push_search::PushSearch;
pub use route::{Route, Router, Routes, Scene};
pub use rule_sets::RuleSets;
pub use stage::{Next, Order, Stage, Stages};
pub use surveyor::{Survey, Surveyor};
