//! Levels of Sokoban, their rooms, plans, and pushes: all of [sokoplan] that searches, without the program around it.
//!
//! The package `sokoplan` exports everything here under the same names, and documents it by an example.
//!
//! [sokoplan]: https://docs.rs/sokoplan

pub mod abstraction;
pub mod assist;
pub mod deadlock;
pub mod exact;
pub mod feature_space;
pub mod generate;
pub mod heuristic;
pub mod level;
pub mod maze;
pub mod packing;
pub mod planner;
pub mod proof;
pub mod push;
pub mod search;
pub mod solve;
pub mod steps;
pub mod textbook;

#[doc(inline)]
pub use sokoplan_run as run;
#[doc(inline)]
pub use sokoplan_strips as strips;
#[doc(inline)]
pub use sokoproof;

pub use assist::Assistant;
pub use deadlock::{Rule, RuleSet};
pub use heuristic::{Heuristic, HeuristicSet};
pub use level::{Collection, Level, Lurd};
pub use maze::Areas;
pub use run::{Limits, StopFlag};
pub use solve::{Outcome, Report, Solution, SolveProgress, Solver};
