//! How is a level solved? By push searches and abstract plans, one list of strategies under one set of limits.
//!
//! [`Solver`] takes a level, options, limits, a stop flag and a callback for progress, and returns a [`Report`]: the outcome with a
//! verified solution, and the counts of each strategy. Strategies take turns that grow longer. The searches are in `planner` and
//! `search`; reports are displayed by `render`.

mod explained;
mod improve;
mod judge;
mod optimal;
mod options;
mod outcome;
mod part;
mod planning;
mod progress;
mod registry;
mod report;
mod schedule;
mod solver;
mod source;
mod strategies;
mod tidy;

pub use explained::Explanation;
pub use improve::{Improvement, improve, shorten};
pub use judge::{InternalError, Refutation, judge, judge_moves};
pub use options::Options;
pub use outcome::{Outcome, Solution};
pub use part::Part;
pub use planning::{PlanOutcome, Planning, Variation, propose_plan};
pub use progress::SolveProgress;
pub use registry::Strategy;
pub use report::{OptimalCounts, PlanReport, Report, SearchReport, ThreadEnd, ThreadReport};
pub use solver::{Solver, solve};
pub use source::Source;
pub use strategies::is_divided;
pub use tidy::tidy;
