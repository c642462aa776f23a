//! Pictures in dots.
//!
//! Input: an SVG document of ours. Output: its dots, or a PNG. Animations are shown at their start.

use super::letters::Letters;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Size, Tree};
use thiserror::Error;

/// Dots to a pixel of the SVG, in each direction, so that letters are sharp on fine screens.
const DENSITY: f32 = 2.0;
/// Not tuned: the most dots of a picture, 128 MiB in memory.
const MOST_DOTS: f32 = 32.0 * 1024.0 * 1024.0;

/// Why a document has no picture in dots.
#[derive(Debug, Error)]
#[error("no picture: {0}")]
pub struct PngError(String);

/// Returns the picture as PNG, two dots to a pixel, fewer where that would be more than 32 million.
///
/// # Errors
/// The text is not SVG.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    pixels(svg, DENSITY)?.encode_png().map_err(because)
}

/// Returns the dots of a picture, `density` of them to a pixel or fewer.
///
/// # Errors
/// The text is not SVG.
pub(in crate::render) fn pixels(svg: &str, density: f32) -> Result<Pixmap, PngError> {
    let letters = Letters::new().map_err(because)?;
    let outlined = letters.outlined(svg).map_err(because)?;
    let tree = Tree::from_str(&outlined, &Options::default()).map_err(because)?;
    let density = density.min((MOST_DOTS / area(tree.size())).sqrt());
    let size = tree.size().to_int_size().scale_by(density).ok_or_else(|| because("it is empty"))?;
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(|| because("it is empty"))?;
    resvg::render(&tree, Transform::from_scale(density, density), &mut pixmap.as_mut());
    Ok(pixmap)
}

fn area(size: Size) -> f32 {
    size.width() * size.height()
}

fn because(why: impl ToString) -> PngError {
    PngError(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_two_dots_to_a_pixel_and_a_huge_one_fewer() {
        let svg = |side: usize| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\">\
                 <rect width=\"{side}\" height=\"{side}\" fill=\"#ff0000\"/></svg>"
            )
        };
        let small = pixels(&svg(10), DENSITY).unwrap();
        assert_eq!((small.width(), small.height(), small.data()[..4].to_vec()), (20, 20, vec![255, 0, 0, 255]));
        assert!(pixels(&svg(20_000), DENSITY).unwrap().width() < 6_000);
        assert!(png("no picture").is_err());
    }
}
