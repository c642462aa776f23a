//! What each part of the solver is worth on a collection: the levels lost and gained without it, its nodes and time.

use super::{Comparison, Difference, Rows};
use serde::Serialize;
use std::fmt::Write;

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

    /// The table, in lines ended by line feeds.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{:<22} {:>6} {:>5} {:>6} {:>7} {:>7}\n",
            "without", "solved", "lost", "gained", "nodes", "seconds"
        );
        _ = writeln!(text, "{:<22} {:>6}", "(nothing)", solved(&self.whole));
        for WithoutPart { without, solved, lost, gained, nodes, seconds } in &self.parts {
            let (lost, gained) = (lost.len(), gained.len());
            _ = writeln!(text, "{without:<22} {solved:>6} {lost:>5} {gained:>6} {nodes:>7.2} {seconds:>7.2}");
        }
        text + "nodes, seconds: on the levels that both runs solve, without the part divided by with it\n"
    }
}

fn solved(rows: &Rows) -> usize {
    rows.rows.iter().filter(|row| row.is_solved()).count()
}
