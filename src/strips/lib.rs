//! A planner for STRIPS tasks, independent of Sokoban.
//!
//! A [`Task`] is made with a [`TaskBuilder`] or by grounding [`pddl`] with [`ground()`]. Plans are found by greedy
//! best-first search, by A* or as the stream [`KBest`], under a [`crate::run::Meter`], and accepted by [`check()`]. Plan
//! files are executed on PDDL itself, without grounding, by [`validate()`].
//!
//! ```
//! use sokoplan_run::Meter;
//! use sokoplan_strips::{Operator, TaskBuilder, cheapest_plan};
//! let mut builder = TaskBuilder::default();
//! let (here, there) = (builder.fact("at here"), builder.fact("at there"));
//! builder.operators.push(Operator::new("go here there", vec![here], vec![there], vec![here], 1));
//! builder.init.push(here);
//! builder.goal.push(there);
//! let task = builder.build();
//! let plan = cheapest_plan(&task, &mut Meter::unlimited()).found().expect("there is a way");
//! assert_eq!((plan.operators, plan.cost), (vec![0], 1));
//! ```

mod ground;
mod lifted;
mod lm_cut;
pub mod pddl;
mod plan_file;
mod plans;
mod relaxation;
mod serial;
mod state;
mod task;

use sokoplan_run as run;

pub use ground::{GroundError, ground};
pub use lm_cut::LmCut;
pub use plan_file::{NamedPlan, PlanFault, PlanFile, validate};
pub use plans::{KBest, cheapest_plan, first_plan};
pub use relaxation::FfHeuristic;
pub use serial::{Projection, Serial};
pub use state::TaskState;
pub use task::{Fact, Operator, Plan, Task, TaskBuilder, check};
