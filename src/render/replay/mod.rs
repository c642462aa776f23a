//! Moves shown one after the other: as text, or as an animated picture.
//!
//! Input: a level and moves that the rules allow. Output: frames, an SVG or a GIF. Timing is left to the caller.

mod frames;
#[cfg(feature = "png")]
mod gif;
#[cfg(feature = "svg")]
mod svg;

pub use frames::{Frame, frames};
#[cfg(feature = "png")]
pub use gif::{GifError, gif};
#[cfg(feature = "svg")]
pub use svg::animation;
