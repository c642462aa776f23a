//! A replay as GIF, for places that show no animated SVG.
//!
//! Input: a level and moves. Output: the first picture as a whole, then, for each move, the few squares that it changes; moves
//! that are too fast for the format, or walks that are left out, share a picture. All pictures share one palette: the
//! colours that occur most, and for the others the nearest of them; what a picture leaves as it was is transparent.

use super::svg::start;
use super::timing::Timing;
use crate::level::{Course, Direction, Level, Lurd, ReplayError, Square};
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{PngError, pixels};
use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::io::Write;
use svg::Document;
use thiserror::Error;

/// Programs that show GIF take shorter times, in hundredths of a second, for a tenth of a second.
const LEAST_DELAY: u16 = 2;
/// The colours of a palette, besides that which stands for none.
const COLOURS: usize = 255;

/// How large a GIF is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GifSize {
    /// 18 dots a square.
    Small,
    /// 36.
    #[default]
    Medium,
    /// 72.
    Large,
}

impl GifSize {
    /// The dots of a number of pixels, of which an even number stands in all pictures.
    const fn dots(self, pixels: usize) -> usize {
        match self {
            Self::Small => pixels / 2,
            Self::Medium => pixels,
            Self::Large => pixels * 2,
        }
    }

    const fn density(self) -> f32 {
        match self {
            Self::Small => 0.5,
            Self::Medium => 1.0,
            Self::Large => 2.0,
        }
    }
}

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

/// Writes the moves as GIF.
///
/// # Errors
/// The first move that the rules forbid, a board that is too large for the format, or an error of the output.
pub fn gif(level: &Level, moves: &Lurd, timing: Timing, size: GifSize, out: impl Write) -> Result<(), GifError> {
    let (whole, (left, top)) = start(level, moves)?;
    let whole = pixels(&whole, size.density())?;
    let tiles = Tiles::new(size)?;
    let palette = Palette::of(std::iter::once(&whole).chain(tiles.pixmaps.values()));
    let (width, height) = (dots(whole.width() as usize)?, dots(whole.height() as usize)?);
    let mut encoder = Encoder::new(out, width, height, &palette.colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let cuts = cuts(level, moves, timing)?;
    let rest = hundredths(timing.rest());
    let delays = cuts.iter().map(|cut| cut.delay).chain([rest]).collect_vec();
    let patch = Patch { left: 0, top: 0, width, height, dots: palette.indices(&whole) };
    encoder.write_frame(&patch.frame(delays[0], palette.none()))?;
    let mut course = Course::new(&level.board, &level.start);
    let corner = (size.dots(left), size.dots(top));
    for (cut, &delay) in cuts.iter().zip(&delays[1..]) {
        let mut changed = vec![course.player()];
        for &direction in &cut.moves {
            if let Ok(Some((from, to))) = course.make(direction) {
                changed.extend([from, to]);
            }
        }
        changed.push(course.player());
        let patch = tiles.patch(level, &course, &changed, corner, &palette)?;
        encoder.write_frame(&patch.frame(delay, palette.none()))?;
    }
    Ok(())
}

/// Moves that share a picture.
struct Cut {
    moves: Vec<Direction>,
    /// How long the picture before them is shown, in hundredths of a second.
    delay: u16,
}

/// The moves, cut where a picture is due: after each move or push, no faster than the format allows.
fn cuts(level: &Level, moves: &Lurd, timing: Timing) -> Result<Vec<Cut>, ReplayError> {
    let mut course = Course::new(&level.board, &level.start);
    let mut is_push = Vec::with_capacity(moves.len());
    for (number, &direction) in moves.0.iter().enumerate() {
        let broken = |why| ReplayError { at: number + 1, direction: Some(direction), why };
        is_push.push(course.make(direction).map_err(broken)?.is_some());
    }
    let is_beat = |at: usize| !timing.pushes_only || is_push[at];
    let beats = (0..moves.len()).filter(|&at| is_beat(at)).count();
    let (speed, mut cuts, mut open) = (timing.beats_a_second(beats), Vec::<Cut>::new(), Vec::new());
    let (mut beat, mut shown) = (0_u32, 0.0);
    for (at, &direction) in moves.0.iter().enumerate() {
        open.push(direction);
        if !is_beat(at) {
            continue;
        }
        beat += 1;
        let delay = hundredths(f64::from(beat) / speed - shown);
        if delay >= LEAST_DELAY || beat as usize == beats {
            shown += f64::from(delay) / 100.0;
            cuts.push(Cut { moves: std::mem::take(&mut open), delay: delay.max(LEAST_DELAY) });
        }
    }
    // A walk at the end belongs to the last push.
    match cuts.last_mut() {
        Some(last) => last.moves.append(&mut open),
        None if !open.is_empty() => cuts.push(Cut { moves: open, delay: LEAST_DELAY }),
        None => {}
    }
    Ok(cuts)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn hundredths(seconds: f64) -> u16 {
    (seconds * 100.0).round().clamp(0.0, f64::from(u16::MAX)) as u16
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
    /// As a picture in which a colour stands for none.
    fn frame(self, delay: u16, none: u8) -> Frame<'static> {
        let Self { left, top, width, height, dots } = self;
        let dispose = DisposalMethod::Keep;
        let transparent = Some(none);
        Frame { delay, dispose, transparent, left, top, width, height, buffer: dots.into(), ..Frame::default() }
    }
}

/// What may stand on a square: whether it is a goal, has a box, has the player.
type Standing = (bool, bool, bool);

/// The picture of each.
struct Tiles {
    pixmaps: FxHashMap<Standing, Pixmap>,
    /// Dots to a side.
    side: usize,
}

impl Tiles {
    fn new(size: GifSize) -> Result<Self, PngError> {
        let standings = [false, true]
            .into_iter()
            .flat_map(|is_goal| [(is_goal, false, false), (is_goal, true, false), (is_goal, false, true)]);
        let pixmaps = standings.map(|standing| Ok((standing, tile(standing, size)?)));
        Ok(Self { pixmaps: pixmaps.collect::<Result<_, PngError>>()?, side: size.dots(CELL) })
    }

    /// The squares that moves have changed, as the rectangle around them.
    fn patch(
        &self,
        level: &Level,
        course: &Course<'_>,
        changed: &[Square],
        (left, top): (usize, usize),
        palette: &Palette,
    ) -> Result<Patch, GifError> {
        let (board, side) = (&level.board, self.side);
        let places = changed.iter().map(|&s| board.row_column(s)).collect_vec();
        let (Some((first, last)), Some((west, east))) = (
            places.iter().map(|place| place.0).minmax().into_option(),
            places.iter().map(|place| place.1).minmax().into_option(),
        ) else {
            return Err(GifError::TooLarge);
        };
        let (rows, columns) = (last - first + 1, east - west + 1);
        let mut dots_of = vec![palette.none(); rows * columns * side * side];
        for ((row, column), &square) in places.iter().zip(changed) {
            let standing = (board.is_goal(square), course.has_box(square), course.player() == square);
            let Some(tile) = self.pixmaps.get(&standing) else { continue };
            let corner = (row - first) * side * columns * side + (column - west) * side;
            for (line, dots) in palette.indices(tile).chunks(side).enumerate() {
                let from = corner + line * columns * side;
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
}

fn tile((is_goal, has_box, has_player): Standing, size: GifSize) -> Result<Pixmap, PngError> {
    let empty = Document::new().set("width", CELL).set("height", CELL).add(pieces::floor(&[(0, 0)]));
    let document = pieces::standing(is_goal, has_box, has_player).fold(empty, Document::add);
    pixels(&document.to_string(), size.density())
}

/// At most 255 colours, and one that stands for none.
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
        let chosen = &all[..all.len().min(COLOURS)];
        let nearest =
            |colour: &[u8; 3]| chosen.iter().position_min_by_key(|other| distance(colour, other)).unwrap_or(0);
        let nearest = all.iter().map(|colour| (*colour, u8::try_from(nearest(colour)).unwrap_or(0))).collect();
        Self { colours: [&chosen.concat()[..], &[0; 3]].concat(), nearest }
    }

    /// The index of what is no colour.
    fn none(&self) -> u8 {
        u8::try_from(self.colours.len() / 3 - 1).unwrap_or(u8::MAX)
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

    /// The frames of a GIF: its last screen, its width, and the delay of each.
    fn shown(bytes: &[u8]) -> (Vec<u8>, usize, Vec<u16>) {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (width, mut screen, mut delays) = (usize::from(decoder.width()), Vec::new(), Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
            if screen.is_empty() {
                screen = frame.buffer.to_vec();
                continue;
            }
            let row = usize::from(frame.width) * 4;
            for (line, dots) in frame.buffer.chunks(row).enumerate() {
                let from = ((usize::from(frame.top) + line) * width + usize::from(frame.left)) * 4;
                for (at, dot) in dots.chunks(4).enumerate().filter(|(_, dot)| dot[3] > 0) {
                    screen[from + at * 4..from + at * 4 + 4].copy_from_slice(dot);
                }
            }
        }
        (screen, width, delays)
    }

    const AROUND: &str = "#########\n#@      #\n# $   . #\n#  $  . #\n#       #\n#########";
    const SOLUTION: &str = "dRRRRllldRRR";

    fn film(timing: Timing, size: GifSize) -> (usize, Vec<u16>) {
        let level = Level::from_xsb("", AROUND).unwrap();
        let moves: Lurd = SOLUTION.parse().unwrap();
        let mut bytes = Vec::new();
        gif(&level, &moves, timing, size, &mut bytes).unwrap();
        let (screen, width, delays) = shown(&bytes);
        let end = level.after(&moves).unwrap();
        let expected = pixels(&animation(&end, &Lurd(Vec::new()), timing).unwrap(), size.density()).unwrap();
        let board = size.dots(start(&level, &moves).unwrap().1.1) * width * 4;
        // Rare colours, of the rims of round shapes, are replaced by their neighbours.
        let differing =
            screen[board..].iter().zip(&expected.data()[board..]).filter(|(a, b)| a.abs_diff(**b) > 48).count();
        (differing, delays)
    }

    #[test]
    fn the_last_picture_shows_the_last_position_in_all_sizes_and_times() {
        let pushes_only = Timing { pushes_only: true, ..Timing::at(4) };
        for timing in [Timing::at(4), Timing { seconds: Some(2), ..Timing::at(4) }, Timing::at(1000), pushes_only] {
            for size in [GifSize::Small, GifSize::Medium, GifSize::Large] {
                assert_eq!(film(timing, size).0, 0, "{timing:?} {size:?}");
            }
        }
    }

    #[test]
    fn a_picture_is_made_for_each_move_or_push_and_the_end_is_shown_longer() {
        let delays = film(Timing::at(4), GifSize::Small).1;
        assert_eq!((delays.len(), delays[0], delays.last()), (SOLUTION.len() + 1, 25, Some(&300)));
        let pushes_only = Timing { pushes_only: true, ..Timing::at(4) };
        assert_eq!(film(pushes_only, GifSize::Small).1.len(), 7 + 1);
    }

    #[test]
    fn a_film_of_so_many_seconds_takes_them_and_no_picture_is_too_fast() {
        for (seconds, pushes_only) in [(1, false), (2, false), (10, true)] {
            let timing = Timing { speed: 4, seconds: Some(seconds), pushes_only };
            let delays = film(timing, GifSize::Small).1;
            assert!(delays.iter().all(|&delay| delay >= LEAST_DELAY), "{delays:?}");
            let whole: u32 = delays.iter().map(|&delay| u32::from(delay)).sum();
            assert!(whole.abs_diff(seconds * 100) <= 3, "{whole}");
        }
    }
}
