//! Solving a level: push searches and abstract plans, one list of strategies under one set of limits.
//!
//! [`Solver`] takes a level, options, limits, a stop flag and a callback for progress, and returns a [`Report`]: the
//! outcome with a verified solution, and what each strategy did. Strategies take turns that grow longer. A report's
//! solution can be made shorter afterwards. The searches are in `planner` and `search`, the display of reports is in
//! `render`.

mod event;
mod improve;
mod judge;
mod optimal;
mod options;
mod outcome;
mod part;
mod plan_method;
mod planning;
mod report;
mod schedule;
mod solver;
mod strategies;

pub use event::SolveEvent;
pub use improve::{Improved, improve};
pub use judge::{InternalError, Refuted, judge, judge_moves};
pub use options::{Abstraction, Options, Sides};
pub use outcome::{Engine, Outcome, Solution};
pub use part::Part;
pub use plan_method::PlanMethod;
pub use planning::Planning;
pub use report::{PlanReport, Proof, Report, SearchReport, ThreadEnd, ThreadReport};
pub use solver::{Solver, report_plan, solve};
pub use strategies::PushStrategy;
