//! Which solution costs least? Input: a maze, a table of two boxes and a [`Metric`]. Output: pushes of least cost in the metric, or
//! the proof that no solution exists; and, when a search is stopped, a lower bound for all solutions. Only pruning that keeps an
//! optimal solution is used. The search is [`FewestPushes`] if only pushes count, else [`Optimal`].

mod astar;
mod cost;
mod fewest_pushes;

pub use astar::Optimal;
pub use cost::{Cost, Metric};
pub use fewest_pushes::{FewestPushes, VicinitySearch, fewest_pushes, goal_room, sufficient_runs, vicinity_search};
