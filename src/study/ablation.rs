//! What each part of the solver is worth on a collection: the levels lost and gained without it, its nodes and time.

use super::{Comparison, Difference, Rows};
use crate::render::{Column, Table, TableCell, wrapped};
use serde::Serialize;

/// The runs of one collection: with all parts, and without each of some.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ablation {
    whole: Rows,
    parts: Vec<WithoutPart>,
}

/// The run without a part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WithoutPart {
    /// The part that was left out.
    pub without: String,
    /// Levels solved.
    pub solved: usize,
    /// Numbers of the levels that are solved with all parts only.
    pub lost: Vec<usize>,
    /// Numbers of the levels that are solved without the part only.
    pub gained: Vec<usize>,
    /// The probability that as many levels or more are all but one way lost and gained by chance: the exact McNemar test, by
    /// both sides.
    pub p: f64,
    /// Nodes on the levels that both runs solve, without the part divided by with it.
    pub nodes: f64,
    /// The same of seconds.
    pub seconds: f64,
}

impl Ablation {
    /// Begins with the run of all parts.
    pub const fn new(whole: Rows) -> Self {
        Self { whole, parts: Vec::new() }
    }

    /// Adds the run without a part.
    pub fn add(&mut self, without: &str, rows: &Rows) -> &WithoutPart {
        let comparison = Comparison::new(&self.whole, rows);
        let numbers = |levels: &[Difference]| levels.iter().map(|difference| difference.level).collect();
        let place = self.parts.len();
        self.parts.push(WithoutPart {
            without: without.to_owned(),
            solved: solved(rows),
            lost: numbers(&comparison.lost),
            gained: numbers(&comparison.gained),
            p: mcnemar(comparison.lost.len(), comparison.gained.len()),
            nodes: comparison.nodes.of_sums,
            seconds: comparison.seconds.of_sums,
        });
        &self.parts[place]
    }

    /// The table, in lines ended by line feeds, at most `width` columns wide where that is possible.
    pub fn text(&self, width: Option<usize>) -> String {
        let columns = vec![
            Column::words("without", 0),
            Column::figure("solved", 0),
            Column::figure("lost", 1),
            Column::figure("gained", 2),
            Column::figure("p", 3),
            Column::figure("nodes", 4),
            Column::figure("seconds", 5),
        ];
        let mut rows = vec![vec![TableCell::plain("(nothing)"), TableCell::plain(solved(&self.whole))]];
        for WithoutPart { without, solved, lost, gained, p, nodes, seconds } in &self.parts {
            let counts = [*solved, lost.len(), gained.len()].map(TableCell::plain);
            let ratios = [p, nodes, seconds].map(|ratio| TableCell::plain(format!("{ratio:.2}")));
            rows.push([TableCell::plain(without)].into_iter().chain(counts).chain(ratios).collect());
        }
        Table::text(columns, &rows, width)
            + &wrapped(
                "p: how likely so uneven a split of lost and gained is by chance (McNemar); nodes, seconds: on the levels that both runs solve, without the part divided by with it",
                width,
            )
    }
}

/// Twice the chance that of `lost + gained` fair coins no more show the rarer side; at most 1 (McNemar, Psychometrika 12,
/// 1947; the exact form).
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

fn solved(rows: &Rows) -> usize {
    rows.rows.iter().filter(|row| row.is_solved()).count()
}

#[cfg(test)]
mod tests {
    use super::mcnemar;

    #[test]
    fn lost_and_gained_alike_say_nothing_and_ten_to_none_much() {
        assert!((mcnemar(0, 0) - 1.0).abs() < 1e-9 && (mcnemar(3, 3) - 1.0).abs() < 1e-9);
        assert!((mcnemar(10, 0) - 2.0 / 1024.0).abs() < 1e-9, "both sides of ten coins");
        assert!((mcnemar(1, 5) - 2.0 * 7.0 / 64.0).abs() < 1e-9 && (mcnemar(1, 5) - mcnemar(5, 1)).abs() < 1e-12);
    }
}
