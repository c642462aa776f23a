//! Lower bounds on the pushes that a position needs, and what they are made of.
//!
//! From places of boxes these compute matchings of boxes to goals, the goals that boxes reach past fixed ones, and the
//! exact pushes of two boxes. A bound that is infinite proves a position lost: the deadlock rules stand on these.

mod bipartite_matching;
mod goal_reachability;
mod min_cost_matching;
mod two_box_pattern_database;

pub use bipartite_matching::{BipartiteMatching, hall_violator};
pub use goal_reachability::{GoalReachability, ReachabilityCache};
pub use min_cost_matching::{Costs, MinCostMatching};
pub use two_box_pattern_database::{PairPlace, Pull, TwoBoxPatternDatabase};
mod bound;
mod conflicts;
mod flow;
mod targets;

pub use bound::Bound;
pub use conflicts::Conflicts;
pub use flow::Flow;
pub use targets::Targets;
