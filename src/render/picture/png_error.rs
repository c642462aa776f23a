//! Why there is no picture in pixels, and what stands in for [`png`] in builds without the feature `png`.

use thiserror::Error;

/// Why a document cannot be converted to PNG.
#[derive(Debug, Error)]
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
///
/// # Errors
/// The crate was built without the feature `png`.
pub const fn pixels_available() -> Result<(), PngError> {
    if cfg!(feature = "png") { Ok(()) } else { Err(PngError::Absent) }
}

/// Stands for the conversion to PNG, which this build does not have.
///
/// # Errors
/// Always.
#[cfg(not(feature = "png"))]
pub const fn png(_: &str, _: u64) -> Result<Vec<u8>, PngError> {
    Err(PngError::Absent)
}
