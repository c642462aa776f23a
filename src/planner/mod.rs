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
mod proposal;
mod realised;
mod sources;
mod step;

pub use abstraction::Abstraction;
pub use counts::{AbstractTask, CoarseSearch, CoarseTally};
pub use diverse::{AbstractPlan, Explored, PlannedStep, explore};
pub use diverse::{PlanQuery, PlanSelection};
pub use events::{Act, EventSearch, EventSetting, EventTally, Fallback, Realisation, Realiser, StepOutcome};
pub use exact::ExactPlan;
pub use exact::{ExactSearch, TableBounds};
pub use exact::{Packed, RoomGuide};
pub use exact::{Segment, realise};
pub use proposal::Proposal;
pub use realised::{Realised, TakeoverReason, pushes};
pub use step::Step;
mod context;
mod trace_event;

pub use context::PlanningContext;
pub use trace_event::{PlanOrigin, Proposals, Refusal, TraceEvent, Why};
