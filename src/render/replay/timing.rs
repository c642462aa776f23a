//! How fast a replay is shown, and which of its moves.

/// How long the end is shown, in seconds, if there is time.
const REST: f64 = 3.0;

/// How a replay is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Moves a second; pushes where only they are shown.
    pub speed: u32,
    /// The length of the whole in seconds, in the place of a speed.
    pub seconds: Option<u32>,
    /// Whether walks take no time: the player stands at once where it pushes from.
    pub pushes_only: bool,
}

impl Timing {
    /// All moves, as many a second.
    pub const fn at(speed: u32) -> Self {
        Self { speed, seconds: None, pushes_only: false }
    }

    /// How long the end is shown, in seconds: a quarter of a short whole.
    pub(super) fn rest(self) -> f64 {
        self.seconds.map_or(REST, |seconds| REST.min(f64::from(seconds) / 4.0))
    }

    /// Moves, or pushes, a second, if there are `beats` of them.
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
