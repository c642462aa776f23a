//! A planner for STRIPS tasks, independent of Sokoban.
//!
//! A [`Task`] is made with a [`TaskBuilder`] or by grounding [`pddl`] with [`ground()`]. Plans are found by greedy
//! best-first search, (weighted) A* or as the streams [`KBest`] and [`Anytime`], under a [`crate::run::Meter`], and
//! accepted by [`check()`]. Plan files are executed on PDDL itself, without grounding, by [`validate()`]. [`write_sas`]
//! writes a task for other planners.
//!
//! ```
//! use sokoplan_run::Meter;
//! use sokoplan_strips::{Options, TaskBuilder, plan};
//! let mut builder = TaskBuilder::new();
//! let (here, there) = (builder.fact("at here"), builder.fact("at there"));
//! builder.operator("go here there", [here], [there], [here], 1);
//! builder.init([here]);
//! builder.goal([there]);
//! let task = builder.build();
//! let found = plan(&task, &Options::default(), &mut Meter::unlimited()).found().expect("there is a way");
//! assert_eq!((found.operators, found.cost), (vec![0], 1));
//! ```

mod anytime;
mod astar;
mod buckets;
mod chain;
mod check;
mod condition;
mod csr;
mod cubes;
mod expand;
mod ground;
mod heuristic;
mod interpreter;
mod k_best;
mod landmarks;
mod lazy;
mod lm_cut;
mod matching;
mod open_list;
pub mod pddl;
mod plan_file;
mod prune;
mod reach;
mod relation;
mod relaxed;
mod sas;
mod schema;
mod solve;
mod space;
mod state;
mod successors;
mod task;
mod validate;
mod variants;
mod vocabulary;

use sokoplan_run as run;

pub use anytime::Anytime;
pub use astar::AStar;
pub use check::{Fault, check};
pub use ground::{GroundError, ground};
pub use heuristic::{Costs, Heuristic, HeuristicKind, Visit};
pub use k_best::KBest;
pub use landmarks::{LandmarkCount, Landmarks};
pub use lazy::Lazy;
pub use plan_file::{PlanFile, PlanFileError, write_plan};
pub use relaxed::{Relaxed, Rule};
pub use sas::write_sas;
pub use solve::{Options, SearchAlgorithm, plan};
pub use state::State;
pub use task::{Fact, Operator, Plan, Task, TaskBuilder};
pub use validate::{PlanFault, validate};
