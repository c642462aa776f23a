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
            Column::figure("nodes", 3),
            Column::figure("seconds", 4),
        ];
        let mut rows = vec![vec![TableCell::plain("(nothing)"), TableCell::plain(solved(&self.whole))]];
        for WithoutPart { without, solved, lost, gained, nodes, seconds } in &self.parts {
            let counts = [*solved, lost.len(), gained.len()].map(TableCell::plain);
            let ratios = [nodes, seconds].map(|ratio| TableCell::plain(format!("{ratio:.2}")));
            rows.push([TableCell::plain(without)].into_iter().chain(counts).chain(ratios).collect());
        }
        Table::text(columns, &rows, width)
            + &wrapped("nodes, seconds: on the levels that both runs solve, without the part divided by with it", width)
    }
}

fn solved(rows: &Rows) -> usize {
    rows.rows.iter().filter(|row| row.is_solved()).count()
}
