//! The table at the end of a run: by file, and within a file by the number of rooms.

use super::{Row, Tally};
use indicatif::{BinaryBytes, HumanCount};
use itertools::Itertools;
use serde::Serialize;
use std::fmt::Write;

/// The figures of a file, or of all files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// The file; `null` for all files.
    pub file: Option<String>,
    /// All its levels.
    #[serde(flatten)]
    pub tally: Tally,
    /// The levels by their number of rooms, without empty groups.
    pub rooms: Vec<ByRooms>,
}

/// The levels of one number of rooms.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ByRooms {
    /// `1`, `2`, `3+`, or `none planned on`.
    pub rooms: &'static str,
    /// Their figures.
    #[serde(flatten)]
    pub tally: Tally,
}

impl Group {
    /// Returns one group per file, in the order of their first rows.
    pub fn by_file(rows: &[Row]) -> Vec<Self> {
        let files = rows.iter().map(|row| &row.file).unique();
        files.map(|file| Self::new(Some(file.clone()), rows.iter().filter(|row| row.file == *file))).collect()
    }

    /// Returns the group of all rows.
    pub fn all(rows: &[Row]) -> Self {
        Self::new(None, rows.iter())
    }

    fn new<'a>(file: Option<String>, rows: impl Iterator<Item = &'a Row> + Clone) -> Self {
        let by_rooms = ["1", "2", "3+", UNPLANNED].into_iter().map(|rooms| {
            let tally = Tally::of(rows.clone().filter(|row| class(row) == rooms));
            ByRooms { rooms, tally }
        });
        Self { file, rooms: by_rooms.filter(|by| by.tally.levels > 0).collect(), tally: Tally::of(rows) }
    }
}

/// Without a plan, rooms are not counted.
const UNPLANNED: &str = "none planned on";

const fn class(row: &Row) -> &'static str {
    match row.body.rooms {
        None => UNPLANNED,
        Some(0 | 1) => "1",
        Some(2) => "2",
        Some(_) => "3+",
    }
}

/// Returns the table as text, in lines ended by line feeds.
pub fn table(rows: &[Row]) -> String {
    let mut groups = Group::by_file(rows);
    if groups.len() != 1 {
        groups.push(Group::all(rows));
    }
    let lines: Vec<(String, Tally)> = groups.into_iter().flat_map(lines).collect();
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!(
        "{:width$} {:>6} {:>6} {:>5} {:>5} {:>8} {:>8} {:>11} {:>12} {:>7} {:>10}\n",
        "", "levels", "solved", "plan", "push", "median s", "total s", "plan nodes", "push nodes", "dearest", "memory"
    );
    for (name, tally) in lines {
        let Tally { levels, solved, by_plan, by_push, median_seconds, total_seconds, .. } = tally;
        _ = writeln!(
            text,
            "{name:width$} {levels:>6} {solved:>6} {by_plan:>5} {by_push:>5} {median_seconds:>8.3} {total_seconds:>8.2} \
             {:>11} {:>12} {:>5.0} % {:>10}",
            HumanCount(tally.plan_nodes).to_string(),
            HumanCount(tally.push_nodes).to_string(),
            tally.dearest_share * 100.0,
            BinaryBytes(tally.peak_bytes).to_string(),
        );
    }
    text + "plan, push: solved by realised plans alone, by a push search; times of the solved; dearest: the largest\n\
            share of a level's push nodes that one realisation took; memory: the largest counted by us\n"
}

/// Returns the group, and indented below it its parts, where there are several.
fn lines(group: Group) -> Vec<(String, Tally)> {
    let name = |rooms| match rooms {
        "1" => "  1 room".to_owned(),
        "2" => "  2 rooms".to_owned(),
        "3+" => "  3 rooms and more".to_owned(),
        _ => format!("  {UNPLANNED}"),
    };
    let parts = if group.rooms.len() > 1 { group.rooms } else { Vec::new() };
    let parts = parts.into_iter().map(|by| (name(by.rooms), by.tally));
    std::iter::once((group.file.unwrap_or_else(|| "all".to_owned()), group.tally)).chain(parts).collect()
}
