//! Optimal solutions.
//!
//! Input: a maze, a [`crate::heuristic::Bound`] and a [`Metric`]. Output: pushes whose cost is least in the metric, or
//! the proof that there are none; and, whenever the search is stopped, a lower bound for all solutions. Only pruning
//! that keeps an optimal solution is used.

mod astar;
mod bidirectional;
mod children;
mod metric;
mod queue;

pub use astar::Optimal;
pub use bidirectional::FewestPushes;
pub use metric::{Cost, Metric};
