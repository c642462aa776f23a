//! Which transfers, and how are they carried out?
//!
//! In comes a level cut into areas; out come positions reached by realised transfers, and with them, when all goes
//! well, a solution. The abstract plans come from the STRIPS planner; what cannot be realised is recorded and
//! planned around. Running dry proves nothing here: that is the full push search's business.

mod border_watch;
mod event;
mod exact_plan;
mod exact_search;
#[cfg(test)]
mod exact_tests;
mod explore;
mod explore_counts;
mod explore_exact;
#[cfg(test)]
mod explore_tests;
mod families;
mod flow;
mod ground;
mod ladder;
mod late;
mod nogoods;
mod outcomes;
pub mod pddl;
mod plan_search;
mod realise;
#[cfg(test)]
mod relaxation_tests;
mod room_guide;
mod step;
mod task;
mod transfer_search;
#[cfg(test)]
mod transfer_tests;
mod witness;

pub use border_watch::{Able, BorderWatch, Exit, Seen, Split};
pub use event::{Event, Proposals, Refusal, Why};
pub use exact_plan::ExactPlan;
pub use exact_search::{ExactSearch, Taste};
pub use explore::{AbstractPlan, ClassMet, Explored, Kept, PlannedStep, explore};
pub use ground::Ground;
pub use ladder::{Ladder, LadderRow};
pub use late::{Stretch, realise};
pub use plan_search::{PlanSearch, Realised, Solution};
pub use realise::{Outcome, Realiser, Verdict};
pub use room_guide::{Packed, RoomGuide};
pub use step::Step;
pub use task::AbstractTask;
pub use transfer_search::TransferSearch;
pub use witness::{Drawn, Picture, SplitDrawn};
