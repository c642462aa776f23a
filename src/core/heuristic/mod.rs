//! Estimates of the distance of a position from a solution, and the computations of which estimates consist.
//!
//! Every estimate is a [`Heuristic`] of the registry [`HeuristicSet::all`]: a file in `estimates/` and a line in its
//! list. The searches of [`crate::textbook`] select one by its word. Fast searches update matchings and bounds
//! themselves from position to position: [`crate::search::Fess`] a [`MinCostMatching`], and
//! [`crate::search::optimal::Optimal`] a [`Bound`].
//!
//! Besides: minimum-cost and maximum matchings of boxes to goals, tables of distances, the goals that boxes reach among
//! fixed boxes, and the exact pushes of every two boxes. An infinite bound proves a position lost: deadlock rules use
//! these computations as well. Heuristics of STRIPS tasks are in [`crate::strips`].

mod bipartite_matching;
mod bound;
mod conflicts;
mod definition;
pub mod estimates;
mod flow;
mod goal_reachability;
mod min_cost_matching;
mod targets;
mod two_box_pattern_database;

pub use bipartite_matching::{BipartiteMatching, hall_violator};
pub use bound::{Bound, Detours};
pub use conflicts::{Conflicts, GoalOptions};
pub use definition::{About, BoxDistance, Heuristic, HeuristicInstance, HeuristicSet, Problem, Unit};
pub use flow::Flow;
pub use goal_reachability::{GoalReachability, ReachabilityCache};
pub use min_cost_matching::{Costs, MinCostMatching};
pub use targets::Targets;
pub use two_box_pattern_database::{PairPlace, Pull, TwoBoxPatternDatabase};
