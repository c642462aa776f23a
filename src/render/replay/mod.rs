//! Moves shown one after the other: as text, as animated SVG or as GIF.

mod frames;
#[cfg(feature = "png")]
mod gif;
#[cfg(feature = "svg")]
mod svg;
#[cfg(feature = "png")]
mod tiles;
#[cfg(feature = "svg")]
mod timing;

pub use frames::{Frame, frames};
#[cfg(feature = "png")]
pub use gif::{GifError, gif};
#[cfg(feature = "svg")]
pub use svg::{AnimationError, animation};
#[cfg(feature = "svg")]
pub use timing::Timing;
