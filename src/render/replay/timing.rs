//! The speed of a replay, and whether walks are shown.

/// Seconds for which the last position is shown, at most a quarter of a given length.
const REST: f64 = 3.0;

/// Speed or length of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Moves per second; pushes per second if walks take no time.
    pub speed: u32,
    /// Length of the replay in seconds, which replaces `speed`; `None` if `speed` is used.
    pub seconds: Option<u32>,
    /// Whether walks take no time: the player jumps to the square of the next push.
    pub pushes_only: bool,
}

impl Timing {
    /// Creates the timing that shows all moves, this number per second.
    pub const fn at(speed: u32) -> Self {
        Self { speed, seconds: None, pushes_only: false }
    }

    /// Returns the seconds for which the end is shown: at most a quarter of a given length.
    pub(super) fn rest(self) -> f64 {
        self.seconds.map_or(REST, |seconds| REST.min(f64::from(seconds) / 4.0))
    }

    /// Returns the speed of a replay of `beats` moves (or pushes, if walks take no time), per second.
    pub(super) fn beats_a_second(self, beats: usize) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "moves are few")]
        let beats = beats as f64;
        self.seconds.map_or_else(
            || f64::from(self.speed.max(1)),
            |seconds| (beats / (f64::from(seconds.max(1)) - self.rest())).max(f64::MIN_POSITIVE),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_of_so_many_seconds_ends_with_a_rest_within_them() {
        for (seconds, rest) in [(20, 3.0), (4, 1.0)] {
            let timing = Timing { seconds: Some(seconds), ..Timing::at(4) };
            let whole = 340.0 / timing.beats_a_second(340) + timing.rest();
            assert!((whole - f64::from(seconds)).abs() < 1e-9 && (timing.rest() - rest).abs() < 1e-9, "{whole}");
        }
        assert!((Timing::at(4).beats_a_second(340) - 4.0).abs() < 1e-9);
    }
}
