//! Runs searches in turns, on one thread or on several. It knows turns and [`ScheduledSearch`] only: which searches there are, and
//! what their results mean, is left to the caller. A search has a key `K`, and leaves a report `R` behind.

mod end;
mod slot;
mod threads;
mod turn;
mod turns;

pub(super) use end::{Run, RunEnd, SlotEnd};
pub use end::{ThreadEnd, ThreadRun};
pub(super) use slot::Slot;
pub(super) use threads::{Crew, side_by_side};
pub use turn::TurnEvent;
pub(super) use turn::{Begun, Observer, ScheduledSearch, Turn};
pub(super) use turns::one_by_one;
