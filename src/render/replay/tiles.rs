//! The pictures of single squares from which the pictures of a GIF are put together.

use super::gif::{DENSITY, GifError, Palette};
use crate::level::{Board, Course, Square};
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{PngError, Skin, pixels};
use ::gif::{DisposalMethod, Frame};
use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use svg::Document;

pub(super) fn dots(count: usize) -> Result<u16, GifError> {
    u16::try_from(count).map_err(|_| GifError::TooLarge)
}

/// Rectangle of a picture, as indices of the palette, row by row.
pub(super) struct Patch {
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    pub(super) dots: Vec<u8>,
}

impl Patch {
    /// Returns the patch as a GIF picture with a transparent colour, shown for `delay` hundredths of a second.
    pub(super) fn frame(self, delay: u16, none: u8) -> Frame<'static> {
        let Self { left, top, width, height, dots } = self;
        let dispose = DisposalMethod::Keep;
        let transparent = Some(none);
        Frame { delay, dispose, transparent, left, top, width, height, buffer: dots.into(), ..Frame::default() }
    }
}

/// Content of a square: whether it is a goal, has a box, has the player.
type Standing = (bool, bool, bool);

pub(super) struct Tiles<'b> {
    board: &'b Board,
    pub(super) pixmaps: FxHashMap<Standing, Pixmap>,
    /// Upper left corner of the board, in pixels from the left and from the top.
    corner: (usize, usize),
}

impl<'b> Tiles<'b> {
    /// Draws the squares in a look. `corner` is the upper left corner of the board, in pixels.
    pub(super) fn new(board: &'b Board, skin: Skin, corner: (usize, usize)) -> Result<Self, PngError> {
        let standings = [false, true]
            .into_iter()
            .flat_map(|is_goal| [(is_goal, false, false), (is_goal, true, false), (is_goal, false, true)]);
        let pixmaps = standings.map(|standing| Ok((standing, tile(standing, skin)?)));
        Ok(Self { board, corner, pixmaps: pixmaps.collect::<Result<_, PngError>>()? })
    }

    /// Returns the rectangle around the changed squares as a patch, in the position of `course`.
    pub(super) fn patch(&self, course: &Course<'_>, changed: &[Square], palette: &Palette) -> Result<Patch, GifError> {
        let (side, (left, top)) = (CELL, self.corner);
        let places = changed.iter().map(|&s| self.board.row_column(s)).collect_vec();
        let (Some((first, last)), Some((west, east))) = (
            places.iter().map(|place| place.0).minmax().into_option(),
            places.iter().map(|place| place.1).minmax().into_option(),
        ) else {
            return Err(GifError::TooLarge);
        };
        let (rows, columns) = (last - first + 1, east - west + 1);
        let mut dots_of = vec![palette.none(); rows * columns * side * side];
        for ((row, column), &square) in places.iter().zip(changed) {
            let Some(tile) = self.pixmaps.get(&self.standing(course, square)) else { continue };
            let origin = (row - first) * side * columns * side + (column - west) * side;
            for (line, dots) in palette.indices(tile).chunks(side).enumerate() {
                let from = origin + line * columns * side;
                dots_of[from..from + side].copy_from_slice(dots);
            }
        }
        Ok(Patch {
            left: dots(left + west * side)?,
            top: dots(top + first * side)?,
            width: dots(columns * side)?,
            height: dots(rows * side)?,
            dots: dots_of,
        })
    }

    fn standing(&self, course: &Course<'_>, square: Square) -> Standing {
        (self.board.is_goal(square), course.has_box(square), course.player() == square)
    }
}

fn tile((is_goal, has_box, has_player): Standing, skin: Skin) -> Result<Pixmap, PngError> {
    let empty = Document::new().set("width", CELL).set("height", CELL).add(pieces::floor(&[(0, 0)]));
    let document = pieces::standing(is_goal, has_box, has_player).fold(empty, Document::add);
    pixels(&skin.dress(document.to_string()), DENSITY)
}
