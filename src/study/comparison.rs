//! The differences between two runs.

use super::{Row, Rows};
use crate::render::{Column, Table, TableCell, wrapped};
use crate::run::Answer;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::fmt::Write;

/// A level that one run solved and the other did not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file.
    pub file: String,
    /// The level's number in it.
    pub level: usize,
    /// Its title.
    pub title: String,
    /// The answer of the old run.
    pub old: Answer,
    /// The answer of the new run.
    pub new: Answer,
}

/// A sum over the levels that both runs solved, and its change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Ratio {
    /// The old sum.
    pub old: f64,
    /// The new sum.
    pub new: f64,
    /// New divided by old.
    pub of_sums: f64,
    /// The geometric mean of new divided by old over the levels: each level has the same weight.
    pub mean: f64,
}

/// The differences of two runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Levels that have a row in both.
    pub levels: usize,
    /// Levels of the old run alone.
    pub only_old: usize,
    /// Levels of the new run alone.
    pub only_new: usize,
    /// The number of levels that both solved.
    pub both_solved: usize,
    /// Plan and push nodes.
    pub nodes: Ratio,
    /// Seconds.
    pub seconds: Ratio,
    /// Pushes of the solutions.
    pub pushes: Ratio,
    /// Solved by the new run alone.
    #[serde(skip)]
    pub gained: Vec<Difference>,
    /// Solved by the old run alone.
    #[serde(skip)]
    pub lost: Vec<Difference>,
}

impl Comparison {
    /// Compares level by level, in the order of the old run.
    pub fn new(old: &Rows, new: &Rows) -> Self {
        let key = |row: &'_ Row| (row.file.clone(), row.level, row.body.title.clone());
        let found: FxHashMap<_, &Row> = new.rows.iter().map(|row| (key(row), row)).collect();
        let pairs: Vec<(&Row, &Row)> = old.rows.iter().filter_map(|row| Some((row, *found.get(&key(row))?))).collect();
        let solved: Vec<(&Row, &Row)> =
            pairs.iter().copied().filter(|(old, new)| old.is_solved() && new.is_solved()).collect();
        let changed = |now: bool| {
            let changed = pairs.iter().filter(move |(old, new)| old.is_solved() != now && new.is_solved() == now);
            changed.map(|(old, new)| Difference::new(old, new)).collect()
        };
        Self {
            levels: pairs.len(),
            only_old: old.rows.len() - pairs.len(),
            only_new: new.rows.len() - pairs.len(),
            both_solved: solved.len(),
            nodes: Ratio::new(&solved, 1.0, |row| count(row.nodes())),
            // Times below a millisecond count as one: the clock is too coarse for them.
            seconds: Ratio::new(&solved, 0.001, |row| row.body.seconds),
            pushes: Ratio::new(&solved, 1.0, |row| count(row.body.pushes.unwrap_or(0) as u64)),
            gained: changed(true),
            lost: changed(false),
        }
    }

    /// Returns the differences as text, in lines ended by line feeds; the table is at most `width` columns wide where
    /// that is possible.
    pub fn text(&self, width: Option<usize>) -> String {
        let Self { levels, only_old, only_new, both_solved, .. } = self;
        let levels = format!("levels in both: {levels}, only in the old: {only_old}, only in the new: {only_new}");
        let mut text = wrapped(&levels, width);
        for (word, list) in [("gained", &self.gained), ("lost", &self.lost)] {
            _ = writeln!(text, "{word}: {}", list.len());
            for Difference { file, level, title, old, new } in list {
                let line = format!("  {file} {level} {title}").trim_end().to_owned();
                _ = writeln!(text, "{line}: {} -> {}", old.word(), new.word());
            }
        }
        _ = writeln!(text, "solved by both: {both_solved}");
        if *both_solved > 0 {
            text += &self.ratios(width);
        }
        text
    }

    /// Returns the table of sums over the levels that both solved.
    fn ratios(&self, width: Option<usize>) -> String {
        let columns = vec![
            Column::words("", 0),
            Column::figure("old", 2),
            Column::figure("new", 1),
            Column::figure("new/old", 0),
            Column::figure("geometric mean", 3),
        ];
        let sums = [("nodes", self.nodes, 0), ("seconds", self.seconds, 2), ("pushes", self.pushes, 0)];
        let rows = sums.map(|(word, Ratio { old, new, of_sums, mean }, digits)| {
            vec![
                TableCell::plain(word),
                TableCell::plain(format!("{old:.digits$}")),
                TableCell::plain(format!("{new:.digits$}")),
                TableCell::plain(format!("{of_sums:.3}")),
                TableCell::plain(format!("{mean:.3}")),
            ]
        });
        Table::text(columns, &rows, width)
    }
}

impl Difference {
    fn new(old: &Row, new: &Row) -> Self {
        Self {
            file: old.file.clone(),
            level: old.level,
            title: old.body.title.clone(),
            old: old.body.answer,
            new: new.body.answer,
        }
    }
}

impl Ratio {
    /// `least` is the minimum counted for a level, to avoid division by zero.
    fn new(solved: &[(&Row, &Row)], least: f64, of: impl Fn(&Row) -> f64) -> Self {
        let old: f64 = solved.iter().map(|(old, _)| of(old)).sum();
        let new: f64 = solved.iter().map(|(_, new)| of(new)).sum();
        let logs = solved.iter().map(|(old, new)| (of(new).max(least) / of(old).max(least)).ln());
        let mean = (logs.sum::<f64>() / count(solved.len().max(1) as u64)).exp();
        Self { old, new, of_sums: new.max(least) / old.max(least), mean }
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums of this size are shown with few digits")]
pub(super) const fn count(n: u64) -> f64 {
    n as f64
}
