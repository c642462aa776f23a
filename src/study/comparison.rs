//! Level by level comparison of two runs.

use super::rows::{Place, Row, Rows};
use crate::render::{Column, Table, TableCell, wrapped};
use crate::run::{Answer, Random};
use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};
use std::fmt::Write;

/// Level that only one of two runs solved, with the answers of both runs.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize)]
pub struct Difference {
    /// Name of the file of the level.
    pub file: String,
    /// Number of the level in its file.
    pub level: usize,
    /// Title of the level.
    pub title: String,
    /// Answer of the old run to the level.
    #[schemars(with = "String")]
    pub old: Answer,
    /// Answer of the new run to the level.
    #[schemars(with = "String")]
    pub new: Answer,
}

/// Sums of a figure in an old and a new run over the levels that both solved, with two ratios of new to old.
#[derive(Clone, Copy, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
pub struct Ratio {
    /// Sum of the figure in the old run.
    pub old: f64,
    /// Sum of the figure in the new run.
    pub new: f64,
    /// Sum in the new run divided by sum in the old run: levels with large figures count most.
    pub of_sums: f64,
    /// Geometric mean over the levels of (figure in the new run / figure in the old run): all levels have equal weight.
    pub mean: f64,
    /// 95 % interval of `mean`, by bootstrap over levels.
    pub interval: Interval,
}

/// Differences of a new run from an old run. Instead of one new run there may be several, as draws of random areas;
/// `gained` and `lost` then are lists over all of these runs.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
pub struct Comparison {
    /// Number of levels with a row in both runs.
    pub levels: usize,
    /// Number of levels with a row in the old run but none in the new run.
    pub only_old: usize,
    /// Number of levels with a row in the new run but none in the old run.
    pub only_new: usize,
    /// Number of levels that both runs solved.
    pub both_solved: usize,
    /// Number of levels gained minus number of levels lost; for several new runs the mean over these runs.
    pub change: f64,
    /// 95 % interval of `change`, by bootstrap over levels.
    pub interval: Interval,
    /// P-value of the exact two-sided McNemar test: the probability that chance splits the levels with different
    /// results at least as unevenly into gained and lost. `None` for several new runs.
    pub p: Option<f64>,
    /// Plan and push nodes of the levels that both runs solved.
    pub nodes: Ratio,
    /// Wall-clock seconds of the levels that both runs solved.
    pub seconds: Ratio,
    /// Pushes of the solutions of the levels that both runs solved.
    pub pushes: Ratio,
    /// Levels that the new run solved and the old run did not; JSON has only the number of these levels.
    #[serde(serialize_with = "number")]
    #[schemars(with = "usize", description = "Number of levels gained.")]
    pub gained: Vec<Difference>,
    /// Levels that the old run solved and the new run did not; JSON has only the number of these levels.
    #[serde(serialize_with = "number")]
    #[schemars(with = "usize", description = "Number of levels lost.")]
    pub lost: Vec<Difference>,
}

#[expect(clippy::ptr_arg, reason = "serde passes a reference to the field")]
fn number<S: Serializer>(levels: &Vec<Difference>, serializer: S) -> Result<S::Ok, S::Error> {
    levels.len().serialize(serializer)
}

type Pair<'r> = (&'r Row, &'r Row);

impl Comparison {
    /// Compares two files of rows level by level, of runs with equal names, in the order of the old rows.
    pub fn new(old: &Rows, new: &Rows) -> Self {
        let found: FxHashMap<_, &Row> = new.rows.iter().map(|row| ((row.place(), &row.run), row)).collect();
        let beside = |row: &'_ Row| found.get(&(row.place(), &row.run)).copied();
        let pairs: Vec<Pair<'_>> = old.rows.iter().filter_map(|row| Some((row, beside(row)?))).collect();
        let (only_old, only_new) = (old.rows.len() - pairs.len(), new.rows.len() - pairs.len());
        Self { only_old, only_new, ..Self::of_pairs(&pairs, 1) }
    }

    /// Compares the whole run with `other`, the rows of `runs` runs, which may cover only some levels.
    pub fn with_whole(whole: &[&Row], other: &[&Row], runs: usize) -> Self {
        let found: FxHashMap<_, &Row> = whole.iter().map(|row| (row.place(), *row)).collect();
        let pairs: Vec<Pair<'_>> = other.iter().filter_map(|row| Some((*found.get(&row.place())?, *row))).collect();
        Self::of_pairs(&pairs, runs)
    }

    fn of_pairs(pairs: &[Pair<'_>], runs: usize) -> Self {
        let solved: Vec<Pair<'_>> =
            pairs.iter().copied().filter(|(old, new)| old.is_solved() && new.is_solved()).collect();
        let differ = |now: bool| {
            let changed = pairs.iter().filter(move |(old, new)| old.is_solved() != now && new.is_solved() == now);
            let difference = |(old, new): &Pair<'_>| Difference {
                file: old.file.clone(),
                level: old.level,
                title: old.body.title.clone(),
                old: old.body.answer,
                new: new.body.answer,
            };
            changed.map(difference).collect::<Vec<_>>()
        };
        let (gained, lost) = (differ(true), differ(false));
        let per_run = 1.0 / count(runs.max(1) as u64);
        let mut changes: IndexMap<Place<'_>, (f64, f64)> = IndexMap::new();
        for (old, new) in pairs {
            let change = f64::from(u8::from(new.is_solved())) - f64::from(u8::from(old.is_solved()));
            changes.entry(old.place()).or_default().0 += change * per_run;
        }
        Self {
            levels: pairs.len(),
            both_solved: solved.len(),
            change: (count(gained.len() as u64) - count(lost.len() as u64)) * per_run,
            interval: Interval::by_bootstrap(&changes.into_values().collect_vec(), |sum, _| sum),
            p: (runs == 1).then(|| mcnemar(lost.len(), gained.len())),
            nodes: Ratio::new(&solved, 1.0, |row| count(row.nodes())),
            // Times below a millisecond count as a millisecond: the clock is too coarse for them.
            seconds: Ratio::new(&solved, 0.001, |row| row.body.seconds),
            pushes: Ratio::new(&solved, 1.0, |row| count(row.body.pushes.unwrap_or(0) as u64)),
            gained,
            lost,
            ..Self::default()
        }
    }

    /// Returns the comparison as text: lists of levels gained and lost, the change, and a table of ratios. Lines are at
    /// most `width` columns wide where possible.
    pub fn text(&self, width: Option<usize>) -> String {
        let Self { levels, only_old, only_new, both_solved, change, interval, p, .. } = self;
        let levels = format!("levels in both: {levels}, only in the old: {only_old}, only in the new: {only_new}");
        let mut text = wrapped(&levels, width);
        for (word, list) in [("gained", &self.gained), ("lost", &self.lost)] {
            _ = writeln!(text, "{word}: {}", list.len());
            for Difference { file, level, title, old, new } in list {
                let line = format!("  {file} {level} {title}").trim_end().to_owned();
                _ = writeln!(text, "{line}: {} -> {}", old.word(), new.word());
            }
        }
        let Interval { low, high } = interval;
        let p = p.map_or_else(String::new, |p| format!(", p {} (McNemar)", probability(p)));
        text += &wrapped(&format!("change: {change:+}, 95 % from {low:+} to {high:+}{p}"), width);
        _ = writeln!(text, "solved by both: {both_solved}");
        if *both_solved > 0 {
            text += &self.ratios(width);
            text += &wrapped(RATIOS, width);
        }
        text
    }

    fn ratios(&self, width: Option<usize>) -> String {
        let columns = vec![
            Column::words("", 0),
            Column::figure("old", 2),
            Column::figure("new", 1),
            Column::figure("of sums", 0),
            Column::figure("of a level", 3),
            Column::figure("95 %", 4),
        ];
        let sums = [("nodes", self.nodes, 0), ("seconds", self.seconds, 2), ("pushes", self.pushes, 0)];
        let rows = sums.map(|(word, Ratio { old, new, of_sums, mean, interval: Interval { low, high } }, digits)| {
            vec![
                TableCell::plain(word),
                TableCell::plain(format!("{old:.digits$}")),
                TableCell::plain(format!("{new:.digits$}")),
                TableCell::plain(format!("{of_sums:.3}")),
                TableCell::plain(format!("{mean:.3}")),
                TableCell::plain(format!("{low:.2} to {high:.2}")),
            ]
        });
        Table::text(columns, &rows, width)
    }
}

const RATIOS: &str = "of sums: the new sum divided by the old one, in which hard levels count most; of a level: the geometric \
                      mean of new divided by old, in which each level counts once, with its 95 % interval (bootstrap over levels)";

/// Returns a probability as papers write it: `<.01`, `.34`, `1`.
pub(super) fn probability(p: f64) -> String {
    match () {
        () if p < 0.01 => "<.01".to_owned(),
        () if p > 0.995 => "1".to_owned(),
        () => format!("{p:.2}").trim_start_matches('0').to_owned(),
    }
}

impl Ratio {
    /// Returns the sums and ratios of a figure; `least` is the minimum counted for a level, to avoid division by zero.
    fn new(solved: &[Pair<'_>], least: f64, of: impl Fn(&Row) -> f64) -> Self {
        let old: f64 = solved.iter().map(|(old, _)| of(old)).sum();
        let new: f64 = solved.iter().map(|(_, new)| of(new)).sum();
        let mut logs: IndexMap<Place<'_>, (f64, f64)> = IndexMap::new();
        for (old, new) in solved {
            let (sum, weight) = logs.entry(old.place()).or_default();
            *sum += (of(new).max(least) / of(old).max(least)).ln();
            *weight += 1.0;
        }
        let logs = logs.into_values().collect_vec();
        let mean = |sum: f64, weight: f64| (sum / weight.max(1.0)).exp();
        let (sum, weight) = logs.iter().fold((0.0, 0.0), |sum, level| (sum.0 + level.0, sum.1 + level.1));
        let interval = Interval::by_bootstrap(&logs, mean);
        Self { old, new, of_sums: new.max(least) / old.max(least), mean: mean(sum, weight), interval }
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums of this size are shown with few digits")]
pub(super) const fn count(n: u64) -> f64 {
    n as f64
}

/// 95 % confidence interval of a figure over levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
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
fn mcnemar(lost: usize, gained: usize) -> f64 {
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
