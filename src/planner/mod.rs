//! Which transfers, and how are they carried out?
//!
//! In comes a level cut into areas; out come positions reached by realised transfers, and with them, when all goes
//! well, a solution. The abstract plans come from the STRIPS planner; what cannot be realised is recorded and
//! planned around. Running dry proves nothing here: that is the full push search's business.

mod counts;
mod diverse;
mod exact;
pub mod pddl;
mod plan_adviser;
mod step;
mod transfers;

pub use counts::AbstractTask;
pub use counts::{Able, BorderWatch, Exit, Seen, Split};
pub use counts::{Outcome, Realiser, Verdict};
pub use counts::{PlanSearch, Realised, Solution};
pub use diverse::{AbstractPlan, ClassMet, Explored, Kept, PlannedStep, explore};
pub use exact::ExactPlan;
pub use exact::{ExactSearch, SearchWeights};
pub use exact::{Packed, RoomGuide};
pub use exact::{Segment, realise};
pub use plan_adviser::PlanAdviser;
pub use step::Step;
pub use transfers::{TransferOutcomes, TransferSearch};
mod context;
mod trace_event;

pub use context::PlanningContext;
pub use trace_event::{Proposals, Refusal, TraceEvent, Why};
