//! The palette of colours for all pictures of a GIF.

use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;

/// Maximum number of colours of a palette, besides the transparent one.
const COLOURS: usize = 255;

/// Palette of at most 255 colours and a transparent one.
pub(super) struct Palette {
    /// Red, green and blue of each colour, one after the other.
    pub(super) colours: Vec<u8>,
    nearest: FxHashMap<[u8; 3], u8>,
}

impl Palette {
    /// Returns the palette of the most frequent colours of the pictures.
    pub(super) fn of<'a>(pictures: impl Iterator<Item = &'a Pixmap>) -> Self {
        let counts = pictures.flat_map(colours).counts();
        // Sorted by frequency and then by colour, so that equal pictures have equal palettes.
        let all = counts.into_iter().sorted_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let all = all.map(|(colour, _)| colour).collect_vec();
        let chosen = &all[..all.len().min(COLOURS)];
        let nearest =
            |colour: &[u8; 3]| chosen.iter().position_min_by_key(|other| distance(colour, other)).unwrap_or(0);
        let nearest = all.iter().map(|colour| (*colour, u8::try_from(nearest(colour)).unwrap_or(0))).collect();
        Self { colours: [&chosen.concat()[..], &[0; 3]].concat(), nearest }
    }

    /// Returns the index of the transparent colour.
    pub(super) fn none(&self) -> u8 {
        u8::try_from(self.colours.len() / 3 - 1).unwrap_or(u8::MAX)
    }

    /// Returns for each pixel of a picture, row by row, the index of its colour in the palette.
    pub(super) fn indices(&self, picture: &Pixmap) -> Vec<u8> {
        colours(picture).map(|colour| self.nearest.get(&colour).copied().unwrap_or(0)).collect()
    }
}

fn colours(picture: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    picture.pixels().iter().map(|dot| [dot.red(), dot.green(), dot.blue()])
}

fn distance(one: &[u8; 3], other: &[u8; 3]) -> u32 {
    one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
}
