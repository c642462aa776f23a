//! How is a level solved? By push searches and abstract plans, one list of strategies under one set of limits.
//!
//! [`Solver`] takes a level, options, limits, a stop flag and a callback for progress, and returns a [`Report`]: the outcome with a
//! verified solution, and the counts of each strategy. Strategies take turns that grow longer. The searches are in `planner` and
//! `search`; reports are displayed by `render`.

mod explained;
mod improve;
mod optimal;
mod options;
mod outcome;
mod planning;
mod report;
mod schedule;
mod solver;
mod stages;
mod start;
mod strategy;

pub use explained::Explanation;
pub use improve::{improve, shorten, shortened, tidy};
pub use options::{Options, Part};
pub use outcome::{InternalError, Outcome, Refutation, Solution, judge, judge_moves};
pub use planning::{PlanOutcome, Planning, Variation};
pub use report::{Improvement, OptimalCounts, PlanReport, Report, SearchReport, ThreadReport};
pub use schedule::{ThreadEnd, ThreadRun, TurnEvent};
pub use solver::{SolveProgress, Solver, solve};
pub use stages::{Effort, Solved, Stages, Steps};
pub use start::is_divided;
pub use strategy::{Source, Strategy};
