//! The moves of a replay, divided among the pictures of a GIF.

use super::timing::Timing;
use crate::level::{Course, Direction, Level, Lurd, ReplayError};

/// Minimum time between pictures, in hundredths of a second: programs show shorter times as a tenth of a second.
pub(super) const LEAST_DELAY: u16 = 2;

/// Consecutive moves after which the next picture is drawn.
pub(super) struct Cut {
    pub(super) moves: Vec<Direction>,
    /// Time for which the picture before these moves is shown, in hundredths of a second.
    pub(super) delay: u16,
}

/// Returns all moves in pieces, each as short as [`LEAST_DELAY`] allows; walks that take no time end no piece.
pub(super) fn cuts(level: &Level, moves: &Lurd, timing: Timing) -> Result<Vec<Cut>, ReplayError> {
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

/// Returns a time in seconds as hundredths of a second, rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped first")]
pub(super) fn hundredths(seconds: f64) -> u16 {
    (seconds * 100.0).round().clamp(0.0, f64::from(u16::MAX)) as u16
}
