//! Which box moves to which area, and by which pushes? Input: a level cut into areas. Output: a plan of transfers, made before any
//! push is tried, and the steps that carried it out.
//!
//! ```text
//!   groups         boxes whose paths meet; one group on most levels       agenda
//!     transfers    one box, its route of areas, its goal or parking place  proposal, by the STRIPS planner
//!       steps      room events, pushes of the fallback, takeovers          events
//!         pushes
//! ```
//! `exact` makes plans on local states of small areas instead, and can prove that no solution exists; all other proofs are left to
//! the full push search. [`Fidelity`] compares the transfers that were made with the plan. Plans of transfers between rooms and
//! tunnels follow Botea, Mueller and Schaeffer (2002).

pub mod agenda;
mod context;
mod events;
mod exact;
mod fidelity;
pub mod pddl;
mod proposal;
mod step;

pub use context::PlanningContext;
pub use events::{EventSearch, EventSetting, EventTally, Fallback};
pub use exact::{ExactPlan, ExactSearch, RoomGuide, Segment, TableBounds, realise};
pub use fidelity::{Fidelity, Made};
pub use proposal::{Conditions, Plan, propose};
pub use step::{Act, Attempt, Step, TraceEntry, pushes};
