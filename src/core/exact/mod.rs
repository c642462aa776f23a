//! Which plans on local states of small areas exist? A search over abstract states, complete without budgets, and the
//! export of these states as PDDL problems. [`theory`] has the model, and why it is exact.

pub mod pddl;
mod pruning;
mod search;
mod table;
mod task;
pub mod theory;

pub use pruning::{AreaCounts, LocalPruning, NoPruning, RoomGuide, TableBounds};
pub use search::{ExactPlan, ExactSearch, Segment, realise};
pub use table::{PartAfter, PartId, StateId, Table};
pub use task::{AbstractState, Exact, Operator, OperatorKind};
