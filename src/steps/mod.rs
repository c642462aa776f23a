//! A solution as steps, each named by the boxes that it moved.
//!
//! ```text
//!   transfer      one box goes from a square of an area over borders to a square of another area:  A > b > C
//!   arrangement   boxes are moved, and each ends in the area where it stood:                        arrange A
//! ```
//! Input: a board, a position, moves from any source, and areas. Output: steps whose moves in sequence are those moves;
//! each has every box that it moved, its purposes, and the labels of boxes that leave their areas. Boxes are identified
//! by replay. Neither a search nor a plan is used, so steps do not depend on the source of the solution.

mod label;
mod outline;
mod purpose;
mod read;
mod step;

pub use label::label_events;
pub use outline::{Deed, Outline, Stage, Supply};
pub use purpose::Purpose;
pub use read::read;
pub use step::{RoomEvent, SolutionStep, StepKind, Trip};
