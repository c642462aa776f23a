//! A replay as GIF, for places that show no animated SVG.
//!
//! Input: a level and moves. Output: the first picture as a whole, then, for each move, the few squares that it changes.
//! All pictures share one palette: the colours that occur most, and for the others the nearest of them.

use super::svg::start;
use crate::level::{Course, Level, Lurd, ReplayError, Square};
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{PngError, pixels};
use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::io::Write;
use svg::Document;
use thiserror::Error;

/// How long the end is shown, in hundredths of a second.
const REST: u16 = 200;
/// Programs that show GIF take shorter times for a tenth of a second.
const LEAST_DELAY: u16 = 2;

/// Why there is no GIF.
#[derive(Debug, Error)]
pub enum GifError {
    /// A move that the rules forbid.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A picture that cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// A board that is too large for the format, or an output that takes no more.
    #[error("no GIF: {0}")]
    Encoding(#[from] EncodingError),
    /// A side of more than 65,535 dots.
    #[error("no GIF: the board is too large")]
    TooLarge,
}

/// Writes the moves as GIF, with `speed` moves a second, at most 50.
///
/// # Errors
/// The first move that the rules forbid, a board that is too large for the format, or an error of the output.
pub fn gif(level: &Level, moves: &Lurd, speed: u32, out: impl Write) -> Result<(), GifError> {
    let (whole, left_top) = start(level, moves)?;
    let whole = pixels(&whole, 1.0)?;
    let tiles = Tiles::new()?;
    let palette = Palette::of(std::iter::once(&whole).chain(tiles.0.values()));
    let (width, height) = (dots(whole.width() as usize)?, dots(whole.height() as usize)?);
    let delay = u16::try_from(100 / speed.max(1)).unwrap_or(u16::MAX).max(LEAST_DELAY);
    let mut encoder = Encoder::new(out, width, height, &palette.colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let patch = Patch { left: 0, top: 0, width, height, dots: palette.indices(&whole) };
    encoder.write_frame(&patch.frame(if moves.is_empty() { REST } else { delay }))?;
    let mut course = Course::new(&level.board, &level.start);
    for (number, &direction) in moves.0.iter().enumerate() {
        let left = course.player();
        let broken = |why| ReplayError { at: number + 1, direction: Some(direction), why };
        let pushed = course.make(direction).map_err(broken)?;
        let changed = [left, course.player()].into_iter().chain(pushed.map(|(_, to)| to));
        let patch = tiles.patch(level, &course, changed, left_top, &palette)?;
        encoder.write_frame(&patch.frame(if number + 1 == moves.len() { REST } else { delay }))?;
    }
    Ok(())
}

fn dots(count: usize) -> Result<u16, GifError> {
    u16::try_from(count).map_err(|_| GifError::TooLarge)
}

/// Part of a picture, as indices of the palette, row by row.
struct Patch {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
    dots: Vec<u8>,
}

impl Patch {
    fn frame(self, delay: u16) -> Frame<'static> {
        let Self { left, top, width, height, dots } = self;
        let dispose = DisposalMethod::Keep;
        Frame { delay, dispose, left, top, width, height, buffer: dots.into(), ..Frame::default() }
    }
}

/// What may stand on a square: whether it is a goal, has a box, has the player.
type Standing = (bool, bool, bool);

/// The picture of each.
struct Tiles(FxHashMap<Standing, Pixmap>);

impl Tiles {
    fn new() -> Result<Self, PngError> {
        let standings = [false, true]
            .into_iter()
            .flat_map(|is_goal| [(is_goal, false, false), (is_goal, true, false), (is_goal, false, true)]);
        standings.map(|standing| Ok((standing, tile(standing)?))).collect::<Result<_, _>>().map(Self)
    }

    /// The squares that a move has changed, which lie in a line, as one rectangle.
    fn patch(
        &self,
        level: &Level,
        course: &Course<'_>,
        changed: impl Iterator<Item = Square>,
        (left, top): (usize, usize),
        palette: &Palette,
    ) -> Result<Patch, GifError> {
        let board = &level.board;
        let squares = changed.map(|s| (board.row_column(s), s)).sorted().collect_vec();
        let (Some((first, _)), Some((last, _))) = (squares.first(), squares.last()) else {
            return Err(GifError::TooLarge);
        };
        let (rows, columns) = (last.0 - first.0 + 1, last.1 - first.1 + 1);
        let mut dots_of = vec![0; rows * columns * CELL * CELL];
        for ((row, column), square) in &squares {
            let Some(tile) = self.0.get(&(board.is_goal(*square), course.has_box(*square), course.player() == *square))
            else {
                continue;
            };
            let corner = (row - first.0) * CELL * columns * CELL + (column - first.1) * CELL;
            for (line, dots) in palette.indices(tile).chunks(CELL).enumerate() {
                let from = corner + line * columns * CELL;
                dots_of[from..from + CELL].copy_from_slice(dots);
            }
        }
        Ok(Patch {
            left: dots(left + first.1 * CELL)?,
            top: dots(top + first.0 * CELL)?,
            width: dots(columns * CELL)?,
            height: dots(rows * CELL)?,
            dots: dots_of,
        })
    }
}

fn tile((is_goal, has_box, has_player): Standing) -> Result<Pixmap, PngError> {
    let empty = Document::new().set("width", CELL).set("height", CELL).add(pieces::floor(&[(0, 0)]));
    let document = pieces::standing(is_goal, has_box, has_player).fold(empty, Document::add);
    pixels(&document.to_string(), 1.0)
}

/// At most 256 colours.
struct Palette {
    /// Red, green and blue of each, one after the other.
    colours: Vec<u8>,
    nearest: FxHashMap<[u8; 3], u8>,
}

impl Palette {
    fn of<'a>(pictures: impl Iterator<Item = &'a Pixmap>) -> Self {
        let counts = pictures.flat_map(colours).counts();
        // By number and then by colour, so that the same picture has the same palette.
        let all = counts.into_iter().sorted_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let all = all.map(|(colour, _)| colour).collect_vec();
        let chosen = &all[..all.len().min(256)];
        let nearest =
            |colour: &[u8; 3]| chosen.iter().position_min_by_key(|other| distance(colour, other)).unwrap_or(0);
        let nearest = all.iter().map(|colour| (*colour, u8::try_from(nearest(colour)).unwrap_or(0))).collect();
        Self { colours: chosen.concat(), nearest }
    }

    fn indices(&self, picture: &Pixmap) -> Vec<u8> {
        colours(picture).map(|colour| self.nearest.get(&colour).copied().unwrap_or(0)).collect()
    }
}

fn colours(picture: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    picture.pixels().iter().map(|dot| [dot.red(), dot.green(), dot.blue()])
}

fn distance(one: &[u8; 3], other: &[u8; 3]) -> u32 {
    one.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::animation;

    #[test]
    fn the_last_picture_shows_the_last_position() {
        let level = Level::from_xsb("", "#######\n#@ $ .#\n#######").unwrap();
        let moves: Lurd = "rrr".parse().unwrap();
        let mut bytes = Vec::new();
        gif(&level, &moves, 4, &mut bytes).unwrap();
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let (width, mut screen, mut frames) = (usize::from(decoder.width()), Vec::new(), 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames += 1;
            if screen.is_empty() {
                screen = frame.buffer.to_vec();
                continue;
            }
            let row = usize::from(frame.width) * 4;
            for (line, dots) in frame.buffer.chunks(row).enumerate() {
                let from = ((usize::from(frame.top) + line) * width + usize::from(frame.left)) * 4;
                screen[from..from + row].copy_from_slice(dots);
            }
        }
        let end = level.after(&moves).unwrap();
        let expected = pixels(&animation(&end, &Lurd(Vec::new()), 4).unwrap(), 1.0).unwrap();
        let board = start(&level, &moves).unwrap().1.1 * width * 4;
        // Rare colours, of the rims of round shapes, are replaced by their neighbours.
        let differing =
            screen[board..].iter().zip(&expected.data()[board..]).filter(|(a, b)| a.abs_diff(**b) > 48).count();
        assert_eq!((frames, differing), (4, 0));
    }
}
