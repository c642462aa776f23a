//! The speed of a replay, and whether walks are shown.

/// Speed of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Moves per second; pushes per second if walks take no time.
    pub speed: u32,
    /// Whether walks take no time: the player jumps to the square of the next push.
    pub pushes_only: bool,
}

impl Timing {
    /// Seconds for which the last position is shown.
    pub(super) const REST: f64 = 3.0;

    /// Creates the timing that shows all moves, this number per second.
    pub const fn at(speed: u32) -> Self {
        Self { speed, pushes_only: false }
    }

    /// Returns the speed, at least one move or push per second.
    pub(super) fn beats_a_second(self) -> f64 {
        f64::from(self.speed.max(1))
    }
}
