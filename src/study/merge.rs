//! Merges the rows of several shards of a run, and finds levels that are missing, occur twice, or have contradictory rows.

use super::setting::ranges;
use super::{Assignment, Row, Rows, Shard};
use crate::run::Answer;
use indexmap::IndexSet;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::fmt;

/// Rows in one file of a run that was divided into shards.
#[derive(Clone, Debug, Default)]
pub struct RowsFile {
    /// Name of the file of rows.
    pub name: String,
    /// Rows of the file; rows of one level are consecutive.
    pub rows: Rows,
}

/// Kind of a flaw in the files of a divided run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Flaw {
    /// A shard has no file of rows, or a level assigned to a shard has no row.
    Missing,
    /// A level has several rows. The first, in the order of the files, is kept.
    Twice,
    /// Rows contradict each other: answers to one board exclude each other, or a level has different boards.
    Contradictory,
}

/// Flaw of a divided run, with the shard and levels that it concerns.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize)]
pub struct Finding {
    /// Kind of the flaw.
    #[serde(skip)]
    pub flaw: Flaw,
    /// Shard that the flaw concerns, as `3/50`; left out for a flaw of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Name of the file of levels that the flaw concerns; left out if a whole shard is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Numbers in `file` of the levels that the flaw concerns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<usize>,
    /// Description of the flaw in words.
    pub reason: String,
}

/// Rows of all shards of a run, with the flaws found.
#[derive(Clone, Debug, Default)]
pub struct Merge {
    /// One row for each level, in the order of the files and of the levels in the files.
    pub rows: Vec<Row>,
    /// Flaws found: first missing levels, then duplicates, then contradictions.
    pub findings: Vec<Finding>,
}

crate::run::from_word!(pub Flaw { Missing = "missing", Twice = "twice", Contradictory = "contradictory" });

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.flaw.word())?;
        if let Some(shard) = &self.shard {
            write!(f, "shard {shard}: ")?;
        }
        if let Some(file) = &self.file {
            write!(f, "{file} {}: ", ranges(&self.levels))?;
        }
        f.write_str(&self.reason)
    }
}

type Named<'a> = (&'a str, &'a Row);

impl Merge {
    /// Merges the files of rows. Takes time linear in the rows, plus sorting.
    pub fn of(parts: &[RowsFile]) -> Self {
        let named: Vec<Named<'_>> =
            parts.iter().flat_map(|part| part.rows.rows.iter().map(|row| (part.name.as_str(), row))).collect();
        let mut findings = missing(parts);
        let places = named.iter().map(|&(name, row)| ((row.file.as_str(), row.level), (name, row))).into_group_map();
        let places = places.into_iter().sorted_by(|(a, _), (b, _)| a.cmp(b));
        findings.extend(places.filter(|(_, rows)| rows.len() > 1).map(|(_, rows)| twice(&rows)));
        findings.extend(contradictory(&named));
        Self { rows: in_order(parts, &named), findings }
    }
}

fn missing(parts: &[RowsFile]) -> Vec<Finding> {
    let assignments: Vec<&Assignment> = parts.iter().flat_map(|part| &part.rows.assignments).collect();
    let shards: FxHashSet<Shard> = assignments.iter().map(|assignment| assignment.shard).collect();
    let counts = shards.iter().map(|shard| shard.count).sorted().dedup();
    let absent = counts.flat_map(|count| (1..=count).map(move |number| Shard { number, count }));
    let absent = absent.filter(|shard| !shards.contains(shard)).map(|shard| Finding {
        flaw: Flaw::Missing,
        shard: Some(shard.to_string()),
        file: None,
        levels: Vec::new(),
        reason: "no file of rows".to_owned(),
    });
    let rows = parts.iter().flat_map(|part| &part.rows.rows);
    let present: FxHashSet<(&str, usize)> = rows.map(|row| (row.file.as_str(), row.level)).collect();
    let assigned = assignments.iter().flat_map(|assignment| {
        let files = assignment.levels.iter();
        files.map(|(file, levels)| (assignment.shard, file, levels))
    });
    let lacking = assigned.sorted().dedup().filter_map(|(shard, file, levels)| {
        let levels: Vec<usize> =
            levels.iter().copied().filter(|&level| !present.contains(&(file.as_str(), level))).collect();
        (!levels.is_empty()).then(|| Finding {
            flaw: Flaw::Missing,
            shard: Some(shard.to_string()),
            file: Some(file.clone()),
            reason: format!("{} without a row", levels.len()),
            levels,
        })
    });
    absent.chain(lacking).collect()
}

fn twice(rows: &[Named<'_>]) -> Finding {
    let names = rows.iter().map(|&(name, _)| name).dedup().join(", ");
    about(Flaw::Twice, rows[0].1, format!("{} rows, in {names}: the first is kept", rows.len()))
}

fn contradictory(rows: &[Named<'_>]) -> Vec<Finding> {
    let mut boards: FxHashMap<(&str, usize), Named<'_>> = FxHashMap::default();
    let mut answers: FxHashMap<&str, Named<'_>> = FxHashMap::default();
    let mut findings = Vec::new();
    for &(name, row) in rows {
        let &mut (first, earlier) = boards.entry((&row.file, row.level)).or_insert((name, row));
        if earlier.board != row.board {
            findings.push(about(Flaw::Contradictory, row, format!("one board in {first}, another in {name}")));
        }
        let is_certain = matches!(row.body.answer, Answer::Solved | Answer::Unsolvable);
        let Some(board) = row.board.as_deref().filter(|_| is_certain) else { continue };
        let &mut (first, earlier) = answers.entry(board).or_insert((name, row));
        if earlier.body.answer != row.body.answer {
            let (was, is) = (earlier.body.answer.word(), row.body.answer.word());
            let reason = format!("{is} in {name}, {was} in {first} as {} {}", earlier.file, earlier.level);
            findings.push(about(Flaw::Contradictory, row, reason));
        }
    }
    findings
}

fn about(flaw: Flaw, row: &Row, reason: String) -> Finding {
    Finding { flaw, shard: None, file: Some(row.file.clone()), levels: vec![row.level], reason }
}

/// Returns the first row of each level, in the order of files in the assignments, then in the rows.
fn in_order(parts: &[RowsFile], rows: &[Named<'_>]) -> Vec<Row> {
    let assigned = parts.iter().flat_map(|part| &part.rows.assignments).flat_map(|assignment| assignment.levels.keys());
    let files: IndexSet<&str> = assigned.chain(rows.iter().map(|(_, row)| &row.file)).map(String::as_str).collect();
    let first = rows.iter().map(|&(_, row)| row).unique_by(|row| (row.file.as_str(), row.level));
    first.sorted_by_key(|row| (files.get_index_of(row.file.as_str()), row.level)).cloned().collect()
}
