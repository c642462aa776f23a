//! Abstract planning: which boxes cross which borders, and the pushes that carry this out. Input: a level cut into
//! areas. Output: positions reached by realised transfers, up to a solution. The abstract plans come from the STRIPS
//! planner; refused steps are recorded and planned around. An exhausted search is no proof, except on `sets`
//! without a budget; proofs are left to the full push search. Plans of transfers between rooms and tunnels follow
//! Botea, Mueller and Schaeffer (2002).

mod abstraction;
pub mod agenda;
mod counts;
mod diverse;
mod events;
mod exact;
pub mod pddl;
mod sources;
mod step;

pub use abstraction::{Abstraction, PlanningContext};
pub use counts::{AbstractTask, CoarseSearch};
pub use diverse::{AbstractPlan, AbstractPlans, PlanQuery, PlanSelection, PlannedStep, explore};
pub use events::{Act, EventSearch, EventSetting, EventTally, Fallback, Realiser, StepOutcome, StepSearch};
pub use exact::{ExactPlan, ExactSearch, RoomGuide, Segment, TableBounds, realise};
pub use step::{PlanOrigin, Proposal, Proposals, Realisation, Refusal, Step, TakeoverReason, TraceEntry, Why, pushes};
