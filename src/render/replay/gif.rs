//! A replay as GIF, for programs that cannot show animated SVG: the whole first picture, then for each move the few
//! changed squares. Moves too fast for the format, and walks that are left out, share a picture. All pictures share one
//! palette of the most frequent colours; other colours become the nearest of these, and unchanged pixels are
//! transparent.

use super::svg::Timing;
use super::svg::start;
use super::tiles::{Patch, Tiles, dots};
use crate::level::{Course, Direction, Level, Lurd, ReplayError};
use crate::render::picture::pieces::CELL;
use crate::render::picture::{MOST_DOTS, PngError, Skin, pixels};
use ::gif::{Encoder, EncodingError, Repeat};
use itertools::Itertools;
use resvg::tiny_skia::Pixmap;
use rustc_hash::FxHashMap;
use std::io::Write;
use thiserror::Error;

/// Pixels of a GIF per pixel of the SVG, in each direction.
pub(super) const DENSITY: f32 = 1.0;

/// Why a GIF was not written.
#[derive(Debug, Error)]
pub enum GifError {
    /// The rules forbid a move.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A picture cannot be drawn.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// The encoder or the output failed, as for a board that is too large for the format.
    #[error("no GIF: {0}")]
    Encoding(#[from] EncodingError),
    /// Width or height would exceed 65,535 pixels.
    #[error("no GIF: the board is too large")]
    TooLarge,
}

/// Writes a level and its moves as an animated GIF.
pub fn gif(level: &Level, moves: &Lurd, timing: Timing, skin: Skin, out: impl Write) -> Result<(), GifError> {
    // Checked before anything is drawn, since a drawing takes a thousand bytes per square.
    let [width, height] = [level.board.width(), level.board.height()].map(|squares| dots(squares * CELL));
    if f32::from(width?) * f32::from(height?) > MOST_DOTS {
        return Err(GifError::TooLarge);
    }
    let (whole, corner) = start(level, moves)?;
    let whole = pixels(&skin.dress(whole), DENSITY)?;
    let tiles = Tiles::new(&level.board, skin, corner)?;
    let palette = Palette::of(std::iter::once(&whole).chain(tiles.pixmaps.values()));
    let (width, height) = (dots(whole.width() as usize)?, dots(whole.height() as usize)?);
    let mut encoder = Encoder::new(out, width, height, &palette.colours)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let cuts = cuts(level, moves, timing)?;
    let rest = hundredths(Timing::REST);
    let delays = cuts.iter().map(|cut| cut.delay).chain([rest]).collect_vec();
    let patch = Patch { left: 0, top: 0, width, height, dots: palette.indices(&whole) };
    encoder.write_frame(&patch.frame(delays[0], palette.none()))?;
    let mut course = Course::new(&level.board, &level.start);
    for (cut, &delay) in cuts.iter().zip(&delays[1..]) {
        let mut changed = vec![course.player()];
        for &direction in &cut.moves {
            if let Ok(Some((from, to))) = course.make(direction) {
                changed.extend([from, to]);
            }
        }
        changed.push(course.player());
        let patch = tiles.patch(&course, &changed, &palette)?;
        encoder.write_frame(&patch.frame(delay, palette.none()))?;
    }
    Ok(())
}

/// Minimum time between pictures, in hundredths of a second: programs show shorter times as a tenth of a second.
const LEAST_DELAY: u16 = 2;

/// Consecutive moves after which the next picture is drawn.
struct Cut {
    moves: Vec<Direction>,
    /// Time for which the picture before these moves is shown, in hundredths of a second.
    delay: u16,
}

/// Returns all moves in pieces, each as short as [`LEAST_DELAY`] allows; walks that take no time end no piece.
fn cuts(level: &Level, moves: &Lurd, timing: Timing) -> Result<Vec<Cut>, ReplayError> {
    let mut course = Course::new(&level.board, &level.start);
    let mut is_push = Vec::with_capacity(moves.len());
    for (number, &direction) in moves.0.iter().enumerate() {
        let broken = |why| ReplayError { at: number + 1, direction: Some(direction), why };
        is_push.push(course.make(direction).map_err(broken)?.is_some());
    }
    let is_beat = |at: usize| !timing.pushes_only || is_push[at];
    let beats = (0..moves.len()).filter(|&at| is_beat(at)).count();
    let (speed, mut cuts, mut open) = (timing.beats_a_second(), Vec::<Cut>::new(), Vec::new());
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

/// Returns a time in seconds as hundredths of a second, rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
fn hundredths(seconds: f64) -> u16 {
    (seconds * 100.0).round().clamp(0.0, f64::from(u16::MAX)) as u16
}

/// Maximum number of colours of a palette, besides the transparent one.
const COLOURS: usize = 255;

/// Palette of at most 255 colours and a transparent one.
pub(super) struct Palette {
    /// Red, green and blue of each colour, one after the other.
    pub(super) colours: Vec<u8>,
    nearest: FxHashMap<[u8; 3], u8>,
}

impl Palette {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::animation;

    /// Returns the frames of a GIF: its last screen, its width, and the delay of each.
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

    fn film(timing: Timing) -> (usize, Vec<u16>) {
        let level = Level::from_xsb("", AROUND).unwrap();
        let moves: Lurd = SOLUTION.parse().unwrap();
        let mut bytes = Vec::new();
        gif(&level, &moves, timing, Skin::default(), &mut bytes).unwrap();
        let (screen, width, delays) = shown(&bytes);
        let end = level.after(&moves).unwrap();
        let mut svg = Vec::new();
        animation(&end, &Lurd(Vec::new()), timing, Skin::Classic, &crate::run::Meter::unlimited(), &mut svg).unwrap();
        let expected = pixels(&String::from_utf8(svg).unwrap(), DENSITY).unwrap();
        let board = start(&level, &moves).unwrap().1.1 * width * 4;
        // Rare colours, of the rims of round shapes, are replaced by their neighbours.
        let differing =
            screen[board..].iter().zip(&expected.data()[board..]).filter(|(a, b)| a.abs_diff(**b) > 48).count();
        (differing, delays)
    }

    #[test]
    fn the_last_picture_shows_the_last_position_at_all_speeds() {
        let pushes_only = Timing { pushes_only: true, ..Timing::at(4) };
        for timing in [Timing::at(4), Timing::at(1000), pushes_only] {
            assert_eq!(film(timing).0, 0, "{timing:?}");
        }
    }

    #[test]
    fn a_picture_is_made_for_each_move_or_push_and_the_end_is_shown_longer() {
        let delays = film(Timing::at(4)).1;
        assert_eq!((delays.len(), delays[0], delays.last()), (SOLUTION.len() + 1, 25, Some(&300)));
        let pushes_only = Timing { pushes_only: true, ..Timing::at(4) };
        assert_eq!(film(pushes_only).1.len(), 7 + 1);
    }

    #[test]
    fn a_film_keeps_its_speed_and_no_picture_is_too_fast() {
        for speed in [4, 1000] {
            let delays = film(Timing::at(speed)).1;
            assert!(delays.iter().all(|&delay| delay >= LEAST_DELAY), "{delays:?}");
            let whole: u32 = delays.iter().map(|&delay| u32::from(delay)).sum();
            let moves = u32::try_from(SOLUTION.len()).unwrap();
            assert!(whole.abs_diff(moves * 100 / speed + 300) <= 3, "{whole}");
        }
    }
}
