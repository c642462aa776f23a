//! Common parts of all pictures: the sheet, pieces, colours, letters, and the conversion to PNG.

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
mod sheet;
#[cfg(feature = "svg")]
mod skin;

#[cfg(feature = "png")]
pub use png::png;
#[cfg(feature = "png")]
pub(in crate::render) use png::{MOST_DOTS, pixels};
#[cfg(feature = "png")]
pub(in crate::render) use sheet::corner;
#[cfg(feature = "svg")]
pub(crate) use sheet::{INK, MARGIN, SOFT_INK, label, sheet};
#[cfg(feature = "svg")]
pub(in crate::render) use sheet::{LINE, titled};
#[cfg(feature = "svg")]
pub use skin::Skin;

/// Why a document cannot be converted to PNG.
#[cfg(feature = "svg")]
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The crate was built without the feature `png`.
    #[error(
        "this program was built without PNG and GIF: write SVG, or install it with \
         `cargo install --path . --features png`"
    )]
    Absent,
    /// The document cannot be read or drawn, for the reason given.
    #[error("no picture: {0}")]
    Broken(String),
    /// The drawing and its pixels would need more memory than allowed.
    #[error("no picture: it needs about {} MiB of memory, and {} MiB are allowed", .needed >> 20, .most >> 20)]
    TooLarge {
        /// Estimated number of bytes needed.
        needed: u64,
        /// Maximum number of bytes allowed.
        most: u64,
    },
}

/// Returns an error if this build makes no pictures in pixels.
#[cfg(feature = "svg")]
pub const fn pixels_available() -> Result<(), PngError> {
    if cfg!(feature = "png") { Ok(()) } else { Err(PngError::Absent) }
}

/// Always fails: this build has no conversion to PNG.
#[cfg(all(feature = "svg", not(feature = "png")))]
pub const fn png(_: &str, _: u64) -> Result<Vec<u8>, PngError> {
    Err(PngError::Absent)
}
