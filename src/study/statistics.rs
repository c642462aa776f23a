//! Tests and intervals for two runs on the same set of levels.

use crate::run::Random;
use serde::Serialize;

/// 95 % confidence interval of a figure over levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Interval {
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Number of resamples for an interval; the ends of intervals then vary by about a twentieth of the interval's length.
const RESAMPLES: usize = 2_000;

impl Interval {
    /// Returns the percentile interval of a figure by bootstrap over levels. Each level has two numbers; `figure` is
    /// given the sum of each over the drawn levels (Efron, "Bootstrap methods", Annals of Statistics 7, 1979). Equal
    /// input gives equal output.
    pub fn by_bootstrap(levels: &[(f64, f64)], figure: impl Fn(f64, f64) -> f64) -> Self {
        if levels.is_empty() {
            return Self::default();
        }
        let mut random = Random::new(1);
        let mut draw = || {
            let drawn = (0..levels.len()).map(|_| random.pick(levels));
            let (first, second) = drawn.fold((0.0, 0.0), |sum, level| (sum.0 + level.0, sum.1 + level.1));
            figure(first, second)
        };
        let mut figures: Vec<f64> = (0..RESAMPLES).map(|_| draw()).collect();
        figures.sort_by(f64::total_cmp);
        Self { low: figures[RESAMPLES / 40], high: figures[RESAMPLES - 1 - RESAMPLES / 40] }
    }
}

/// Returns the two-sided p-value of the exact McNemar test (Psychometrika 12, 1947): twice the probability that among
/// `lost + gained` coins the heads are at most the smaller number; at most 1.
pub(super) fn mcnemar(lost: usize, gained: usize) -> f64 {
    let coins = i32::try_from(lost + gained).unwrap_or(i32::MAX);
    let mut chance = 0.5f64.powi(coins);
    let mut sum = 0.0;
    for heads in 0..=lost.min(gained) {
        sum += chance;
        chance *= f64::from(coins - i32::try_from(heads).unwrap_or(i32::MAX)) / (heads as f64 + 1.0);
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_and_gained_alike_say_nothing_and_ten_to_none_much() {
        assert!((mcnemar(0, 0) - 1.0).abs() < 1e-9 && (mcnemar(3, 3) - 1.0).abs() < 1e-9);
        assert!((mcnemar(10, 0) - 2.0 / 1024.0).abs() < 1e-9, "both sides of ten coins");
        assert!((mcnemar(1, 5) - 2.0 * 7.0 / 64.0).abs() < 1e-9 && (mcnemar(1, 5) - mcnemar(5, 1)).abs() < 1e-12);
    }

    #[test]
    fn an_interval_is_about_two_standard_errors_to_each_side() {
        // 20 of 100 levels lost: the standard error of the sum is 4.
        let levels: Vec<(f64, f64)> = (0..100).map(|level| (if level < 20 { -1.0 } else { 0.0 }, 1.0)).collect();
        let Interval { low, high } = Interval::by_bootstrap(&levels, |sum, _| sum);
        assert!((-29.0..=-27.0).contains(&low) && (-13.0..=-11.0).contains(&high), "{low} {high}");
        assert_eq!(
            Interval::by_bootstrap(&[(2.0, 1.0); 9], |sum, count| sum / count),
            Interval { low: 2.0, high: 2.0 }
        );
        assert_eq!(Interval::by_bootstrap(&[], |sum, _| sum), Interval::default());
    }
}
