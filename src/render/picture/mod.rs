//! Common parts of all pictures: the sheet, pieces, colours, arrows and looks.

pub(in crate::render) mod arrows;
pub(in crate::render) mod colour;
pub(in crate::render) mod pieces;
mod sheet;
mod skin;

pub(crate) use sheet::{INK, MARGIN, SOFT_INK, label, sheet};
pub(in crate::render) use sheet::{LINE, titled};
pub use skin::Skin;
