//! SVG documents of this crate as pixels or PNG. Animations are shown at their start.

use super::PngError;
use super::letters::Letters;
use resvg::tiny_skia::{IntSize, Pixmap, Transform};
use resvg::usvg::{Options, Size, Tree};

/// Pixels of a PNG per pixel of the SVG, in each direction, so that letters are sharp on fine screens.
const DENSITY: f32 = 2.0;
/// Maximum number of pixels of a PNG, which take 128 MiB of memory.
pub(in crate::render) const MOST_DOTS: f32 = 32.0 * 1024.0 * 1024.0;

/// Estimated bytes of a parsed drawing per byte of its text, pixels not included. Measured: 20 for the rooms of 200 by
/// 200 squares with 3,000 boxes, 7 MiB of text.
const DRAWING: u64 = 20;
/// Bytes per pixel in memory.
const DOT: u64 = 4;

/// Returns the picture as PNG, with two pixels to one of the SVG in each direction, or fewer above 32 million pixels.
/// `most` is the memory allowed in bytes; nothing is allocated if it is too little.
pub fn png(svg: &str, most: u64) -> Result<Vec<u8>, PngError> {
    let drawing = svg.len() as u64 * DRAWING;
    refuse_beyond(most, drawing)?;
    let letters = Letters::new().map_err(because)?;
    let tree = drawn(&letters, svg)?;
    let (_, size) = scaled(&tree, DENSITY)?;
    refuse_beyond(most, drawing + u64::from(size.width()) * u64::from(size.height()) * DOT)?;
    dots(&tree, DENSITY)?.encode_png().map_err(because)
}

const fn refuse_beyond(most: u64, needed: u64) -> Result<(), PngError> {
    if needed > most { Err(PngError::TooLarge { needed, most }) } else { Ok(()) }
}

/// Returns the pixels of an SVG document, at most `density` per SVG pixel in each direction.
pub(in crate::render) fn pixels(svg: &str, density: f32) -> Result<Pixmap, PngError> {
    dots(&drawn(&Letters::new().map_err(because)?, svg)?, density)
}

fn drawn(letters: &Letters, svg: &str) -> Result<Tree, PngError> {
    let outlined = letters.outlined(svg).map_err(because)?;
    Tree::from_str(&outlined, &Options::default()).map_err(because)
}

/// Returns the pixels per SVG pixel, and the size of the picture in pixels.
fn scaled(tree: &Tree, density: f32) -> Result<(f32, IntSize), PngError> {
    let density = density.min((MOST_DOTS / area(tree.size())).sqrt());
    let size = tree.size().to_int_size().scale_by(density).ok_or_else(|| because("the picture is empty"))?;
    Ok((density, size))
}

fn dots(tree: &Tree, density: f32) -> Result<Pixmap, PngError> {
    let (density, size) = scaled(tree, density)?;
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or_else(|| because("the picture is empty"))?;
    resvg::render(tree, Transform::from_scale(density, density), &mut pixmap.as_mut());
    Ok(pixmap)
}

fn area(size: Size) -> f32 {
    size.width() * size.height()
}

fn because(why: impl ToString) -> PngError {
    PngError::Broken(why.to_string())
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
        assert!(png("no picture", u64::MAX).is_err());
    }
    #[test]
    fn a_picture_that_needs_more_memory_than_allowed_is_refused_before_its_dots_are_made() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"500\" height=\"500\"></svg>";
        assert!(png(svg, 5 << 20).is_ok());
        for most in [0, 3 << 20] {
            assert!(matches!(png(svg, most), Err(PngError::TooLarge { needed, .. }) if needed > most));
        }
    }
}
