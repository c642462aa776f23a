//! Moves shown one after the other: as pictures in letters, or as one picture that moves.
//!
//! In come a level and moves that the rules allow; out come frames or an SVG. Nothing waits here.

mod frames;
#[cfg(feature = "svg")]
mod svg;

pub use frames::{Frame, frames};
#[cfg(feature = "svg")]
pub use svg::animation;
