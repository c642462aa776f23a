//! Common parts of all pictures: the sheet, pieces, colours, arrows and looks.

#[cfg(feature = "svg")]
pub(in crate::render) mod arrows;
pub(in crate::render) mod colour;
#[cfg(feature = "svg")]
pub(in crate::render) mod pieces;
#[cfg(feature = "svg")]
mod sheet;
#[cfg(feature = "svg")]
mod skin;

#[cfg(feature = "svg")]
pub(crate) use sheet::{INK, MARGIN, SOFT_INK, label, sheet};
#[cfg(feature = "svg")]
pub(in crate::render) use sheet::{LINE, titled};
#[cfg(feature = "svg")]
pub use skin::Skin;
