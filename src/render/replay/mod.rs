//! Moves shown one after the other: as text, or as an animated picture.
//!
//! Input: a level and moves that the rules allow. Output: frames or an SVG. Timing is left to the caller.

mod frames;
#[cfg(feature = "svg")]
mod svg;

pub use frames::{Frame, frames};
#[cfg(feature = "svg")]
pub use svg::animation;
