//! How far is a position from a solution? Every estimate is a [`Heuristic`] of the registry [`HeuristicSet::all`], for
//! [`crate::textbook`]; fast searches update a [`MinCostMatching`] or a [`Bound`] themselves. An infinite bound proves a position
//! lost, so deadlock rules use these computations too. Heuristics of STRIPS tasks are in [`crate::strips`].

mod bound;
mod definition;
pub mod estimates;
mod goal_reachability;
mod min_cost_matching;
mod targets;
mod two_box_pattern_database;

pub use bound::{Bound, Detours};
pub use definition::{About, BoxDistance, Heuristic, HeuristicInstance, HeuristicSet, Problem, Unit};
pub use goal_reachability::{BipartiteMatching, GoalReachability, ReachabilityCache, hall_violator};
pub use min_cost_matching::{Costs, MinCostMatching};
pub use targets::Targets;
pub use two_box_pattern_database::{PairPlace, Pull, TwoBoxPatternDatabase};
