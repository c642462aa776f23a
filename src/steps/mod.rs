//! What happened in a solution: its moves as steps, each named by the boxes that it moved.
//!
//! ```text
//!   transfer      one box goes from a square of an area over borders to a square of another area:  A > b > C
//!   arrangement   boxes are moved, and each ends in the area where it stood:                        arrange A
//! ```
//! Input: a board, a position, moves by anyone, and areas. Output: steps whose moves, one after the other, are those
//! moves; each with every box that it moved, what that is good for, and how certain it was that boxes leave their areas as
//! they did. Boxes are told apart by replay. Neither a search nor a plan is used: a step says what happened, whoever found
//! the solution.

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
