//! Moves shown one after the other: as text, or as an animated picture.
//!
//! Input: a level and legal moves. Output: frames, an SVG or a GIF. The caller chooses the moves and the speed.

#[cfg(feature = "png")]
mod cuts;
mod frames;
#[cfg(feature = "png")]
mod gif;
#[cfg(feature = "png")]
mod palette;
#[cfg(feature = "svg")]
mod svg;
#[cfg(feature = "png")]
mod tiles;
#[cfg(feature = "svg")]
mod timing;

pub use frames::{Frame, frames};
#[cfg(feature = "png")]
pub use gif::{GifError, GifLook, GifSize, gif};
#[cfg(feature = "svg")]
pub use svg::{animation, ending};
#[cfg(feature = "svg")]
pub use timing::Timing;
