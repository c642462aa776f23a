//! Reads the rows of a run.

use super::{Assignment, Stratum};
use crate::level::{Canonical, Level};
use crate::render::SolveRow;
use crate::run::{Answer, Progress};
use crate::solve::Report;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The result for one level of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The name of the file, as the user gave it.
    pub file: String,
    /// The level's number in it.
    pub level: usize,
    /// The run, where a file holds several: the part left out or the strategy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// A hash of its canonical board, by which a resumed run recognises changed levels; `None` for a fault and in the
    /// rows of `solve --json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The decisions that a plan can make in it; `None` for a fault and in the rows of `solve --json`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stratum: Option<Stratum>,
    /// The work of the search.
    #[serde(default)]
    pub search: SearchRow,
    /// The figures.
    #[serde(flatten)]
    pub body: SolveRow,
}

/// The work of the search that had the last turn without a plan, or of a textbook search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchRow {
    /// Nodes expanded; in searches with plans all nodes.
    pub expanded: u64,
    /// Successors generated, repeats included, those refused by a rule excluded.
    pub generated: u64,
    /// Distinct states stored; in searches that drop states the largest number at one time.
    pub kept: u64,
    /// Successors refused by a rule.
    pub pruned: u64,
    /// The mean number of successors of a node.
    pub branching: f64,
    /// The most successors of a node.
    pub largest_branching: u32,
    /// The number of steps to the deepest node.
    pub depth: u32,
}

impl SearchRow {
    fn of(report: &Report) -> Self {
        let Progress { expanded, generated, kept, pruned, largest_branching, depth, .. } = report.progress;
        // Searches with plans count differently: only their nodes are known.
        let expanded = expanded.max(report.plan_nodes + report.push_nodes);
        Self {
            expanded,
            generated,
            kept,
            pruned,
            branching: report.progress.mean_branching(),
            largest_branching,
            depth,
        }
    }
}

impl Row {
    /// Returns the row of a level and its report. `report` is `None` for an entry with a fault.
    pub fn new(file: &str, number: usize, title: &str, level: Option<&Level>, report: Option<&Report>) -> Self {
        Self {
            file: file.to_owned(),
            level: number,
            run: None,
            board: level.map(|level| format!("{:016x}", Canonical::of(level).digest())),
            stratum: level.map(Stratum::of),
            search: report.map(SearchRow::of).unwrap_or_default(),
            body: SolveRow::new(title, report),
        }
    }

    /// Returns whether the row belongs to this level.
    pub fn is_of(&self, file: &str, level: usize, title: &str) -> bool {
        (self.file.as_str(), self.level, self.body.title.as_str()) == (file, level, title)
    }

    /// Returns whether a solution was found.
    pub fn is_solved(&self) -> bool {
        self.body.answer == Answer::Solved
    }

    /// Returns whether the level was proved unsolvable.
    pub fn is_unsolvable(&self) -> bool {
        self.body.answer == Answer::Unsolvable
    }

    /// Returns the sum of plan and push nodes.
    pub const fn nodes(&self) -> u64 {
        self.body.plan_nodes + self.body.push_nodes
    }
}

/// A line that is not a row.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: no row of `bench` or `solve --json`: {why}")]
pub struct BadRow {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub why: String,
}

/// The rows of levels in a file of JSON Lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The assignments of the shards in the file; empty for a run that was not divided.
    pub assignments: Vec<Assignment>,
    /// The rows in the order of the file; of several rows for a level only the last. Rows of interrupted searches are
    /// left out.
    pub rows: Vec<Row>,
}

impl Rows {
    /// Reads the rows of levels and skips rows of other types. A last line without line feed is incomplete, since the
    /// run stopped there, and is left out.
    ///
    /// # Errors
    /// The first line that is not a row.
    pub fn read(text: &str) -> Result<Self, BadRow> {
        let mut rows = Self::read_all(text)?;
        rows.keep_last();
        Ok(rows)
    }

    /// Like [`Rows::read`], but keeps all rows of a level.
    ///
    /// # Errors
    /// The first line that is not a row.
    pub fn read_all(text: &str) -> Result<Self, BadRow> {
        let mut rows = Self::default();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let Some(whole) = line.strip_suffix('\n') else { break };
            let bad = |error: serde_json::Error| BadRow { line: index + 1, why: error.to_string() };
            let value: Value = serde_json::from_str(whole).map_err(bad)?;
            match value["type"].as_str() {
                Some("level") => rows.rows.push(serde_json::from_value(value).map_err(bad)?),
                Some("shard") => rows.assignments.push(serde_json::from_value(value).map_err(bad)?),
                _ => {}
            }
        }
        rows.rows.retain(|row| row.body.answer != Answer::Interrupted);
        Ok(rows)
    }

    /// Returns the row of a level, if there is one.
    pub fn of(&self, file: &str, level: usize, title: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.is_of(file, level, title))
    }

    /// Keeps of the rows of a level, of any title, only those that are wanted.
    pub fn retain_of(&mut self, file: &str, level: usize, is_wanted: impl Fn(&Row) -> bool) {
        self.rows.retain(|row| row.level != level || row.file != file || is_wanted(row));
    }

    fn keep_last(&mut self) {
        let mut seen = FxHashSet::default();
        self.rows.reverse();
        self.rows.retain(|row| seen.insert((row.file.clone(), row.level, row.run.clone(), row.body.title.clone())));
        self.rows.reverse();
    }
}

/// Returns pairs of rows that contradict each other: one run solved the level, another proved it unsolvable.
pub fn disputes(rows: &[Row]) -> Vec<(&Row, &Row)> {
    let is_beside = |one: &Row, other: &Row| other.is_of(&one.file, one.level, &one.body.title);
    let disputing = |solved: &'_ Row| rows.iter().position(|row| row.is_unsolvable() && is_beside(solved, row));
    let solved = rows.iter().filter(|row| row.is_solved());
    solved.filter_map(|solved| Some((solved, &rows[disputing(solved)?]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(level: usize, answer: &str) -> String {
        let text = serde_json::to_string(&Row::new("f", level, "a", None, None)).expect("a row");
        text.replace("{\"file\"", "{\"type\":\"level\",\"schema\":1,\"file\"")
            .replace("invalid\",\"lurd", &format!("{answer}\",\"lurd"))
            + "\n"
    }

    #[test]
    fn a_torn_end_an_old_summary_and_interrupted_levels_are_left_out() {
        let whole = line(1, "solved") + &line(2, "gave_up");
        for rest in ["", "{\"type\":\"summary\",\"schema\":1}\n", "{\"type\":\"lev", "{\"type\":\"level\"}"] {
            let rows = Rows::read(&(whole.clone() + rest)).expect("rows");
            assert_eq!(rows.rows.len(), 2, "{rest}");
        }
        let rows = Rows::read(&(whole.clone() + &line(3, "interrupted") + &line(2, "solved"))).expect("rows");
        assert_eq!(
            rows.rows.iter().map(|row| (row.level, row.is_solved())).collect::<Vec<_>>(),
            [(1, true), (2, true)]
        );
        assert_eq!(Rows::read("").expect("nothing"), Rows::default());
    }

    #[test]
    fn a_bad_line_in_the_middle_is_named() {
        let text = line(1, "solved") + "hello\n" + &line(2, "solved");
        assert_eq!(Rows::read(&text).expect_err("no JSON").line, 2);
        assert_eq!(Rows::read("{\"type\":\"level\"}\n").expect_err("no keys").line, 1);
    }
}
