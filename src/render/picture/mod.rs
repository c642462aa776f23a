//! Common parts of all pictures: the sheet, pieces, colours, letters, and the conversion to PNG. A picture is an SVG
//! document in one style, light or dark as its reader prefers.

#[cfg(feature = "svg")]
pub(in crate::render) mod arrows;
pub(in crate::render) mod colour;
#[cfg(feature = "png")]
mod letters;
#[cfg(feature = "svg")]
pub(in crate::render) mod pieces;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "svg")]
mod png_error;
#[cfg(feature = "svg")]
mod sheet;
#[cfg(feature = "svg")]
mod skin;

#[cfg(feature = "png")]
pub use png::png;
#[cfg(feature = "png")]
pub(in crate::render) use png::{MOST_DOTS, pixels};
#[cfg(all(feature = "svg", not(feature = "png")))]
pub use png_error::png;
#[cfg(feature = "svg")]
pub use png_error::{PngError, pixels_available};
#[cfg(feature = "svg")]
pub(in crate::render) use sheet::LINE;
#[cfg(feature = "png")]
pub(in crate::render) use sheet::corner;
#[cfg(feature = "svg")]
pub(in crate::render) use sheet::titled;
#[cfg(feature = "svg")]
pub(crate) use sheet::{INK, MARGIN, SOFT_INK, label, sheet};
#[cfg(feature = "svg")]
pub use skin::Skin;
