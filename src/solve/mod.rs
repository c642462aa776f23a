//! How is a level solved?
//!
//! In comes a level with options and a meter; out comes a [`Report`]: the answer, a verified solution, and what the
//! planner and the push search did. The plan side goes first; the full push search takes over by a stated test. A report's
//! solution can be made shorter afterwards.

mod attempt;
#[cfg(test)]
mod dead_room_tests;
mod explanation;
mod improve;
mod optimal;
mod options;
mod plan_side;
mod portfolio;
mod report;
mod rotation;
mod solver;

pub use explanation::{Explanation, Proof, Racer, Takeover};
pub use improve::{Improved, improve};
pub use options::{Abstraction, Options, Sides};
pub use report::{Report, Solution};
pub use rotation::{Rotated, Share, Strategy, rotate};
pub use solver::{report_plan, solve};
