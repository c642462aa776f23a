//! Logarithmic axes.

/// Logarithmic scale: maps values between two powers of ten to pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    low: i32,
    high: i32,
    pixels: usize,
}

impl Scale {
    /// Returns a scale that holds all these values; values below `least` are raised to it.
    #[expect(clippy::cast_possible_truncation, reason = "powers of ten of figures")]
    pub(super) fn new(values: impl Iterator<Item = f64>, least: f64, pixels: usize) -> Self {
        let logs: Vec<f64> = values.map(|value| value.max(least).log10()).collect();
        let low = logs.iter().copied().reduce(f64::min).unwrap_or(0.0).floor() as i32;
        let high = logs.iter().copied().reduce(f64::max).unwrap_or(0.0).ceil() as i32;
        Self { low, high: high.max(low + 1), pixels }
    }

    /// Returns the position of a value, in pixels from the lower end.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of the pixels"
    )]
    pub(super) fn at(self, value: f64) -> usize {
        let log = if value > 0.0 { value.log10() } else { f64::from(self.low) };
        let share = (log - f64::from(self.low)) / f64::from(self.high - self.low);
        (share.clamp(0.0, 1.0) * self.pixels as f64).round() as usize
    }

    /// Returns the positions of the powers of ten, in pixels from the lower end, with their labels.
    pub(super) fn ticks(self) -> impl Iterator<Item = (usize, String)> {
        (self.low..=self.high).map(move |power| (self.at(10f64.powi(power)), name(power)))
    }
}

fn name(power: i32) -> String {
    match power {
        0..=2 => 10f64.powi(power).to_string(),
        3..=5 => format!("{}k", 10f64.powi(power - 3)),
        6..=8 => format!("{}M", 10f64.powi(power - 6)),
        9.. => format!("{}G", 10f64.powi(power - 9)),
        _ => 10f64.powi(power).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_stand_at_equal_distances() {
        let scale = Scale::new([3.0, 800.0, 0.0].into_iter(), 1.0, 300);
        assert_eq!([1.0, 10.0, 100.0, 1000.0].map(|value| scale.at(value)), [0, 100, 200, 300]);
        assert_eq!((scale.at(0.0), scale.at(1e9)), (0, 300), "what does not fit lies on the rim");
        let names: Vec<String> = scale.ticks().map(|(_, name)| name).collect();
        assert_eq!(names, ["1", "10", "100", "1k"]);
        assert_eq!(Scale::new(std::iter::empty(), 0.001, 300).ticks().count(), 2, "nothing to draw");
    }
}
