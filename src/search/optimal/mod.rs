//! Which solution is the shortest?
//!
//! In comes a level's maze; out come pushes that no solution undercuts in the [`Metric`] that was asked for, or the
//! proof that there are none; and, whenever the search is stopped, a bound that every solution keeps. Everything that
//! prunes here is proved: a rule that only helps to find some solution has no place.

mod astar;
mod children;
mod metric;
mod queue;
mod vicinity;

pub use astar::Optimal;
pub use metric::{Cost, Metric};
mod forced_pushes;
