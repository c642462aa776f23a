//! The table at the end of a run: by file, and within a file by the number of rooms.

use super::{Row, Tally};
use crate::render::{Column, Table, TableCell, wrapped};
use indicatif::{BinaryBytes, HumanCount};
use itertools::Itertools;
use serde::Serialize;

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

/// Returns the table as text, in lines ended by line feeds, at most `width` columns wide where that is possible.
pub fn table(rows: &[Row], width: Option<usize>) -> String {
    let mut groups = Group::by_file(rows);
    if groups.len() != 1 {
        groups.push(Group::all(rows));
    }
    let columns = vec![
        Column::words("", 0).cut_to(NAME),
        Column::figure("levels", 1),
        Column::figure("solved", 0),
        Column::figure("plan", 6),
        Column::figure("push", 7),
        Column::figure("median s", 3),
        Column::figure("total s", 2),
        Column::figure("plan nodes", 8),
        Column::figure("push nodes", 4),
        Column::figure("max step", 9),
        Column::figure("memory", 5),
    ];
    let lines: Vec<Vec<TableCell>> =
        groups.into_iter().flat_map(lines).map(|(name, tally)| cells(&name, &tally)).collect();
    Table::text(columns, &lines, width) + &wrapped(LEGEND, width)
}

/// The width down to which names of files are cut before columns are left out.
const NAME: usize = 20;

const LEGEND: &str = "plan, push: solved by realised plans alone, by a push search; times of the solved; \
                      max step: the largest share of a level's push nodes that one realisation took; \
                      memory: the largest counted by us";

fn cells(name: &str, tally: &Tally) -> Vec<TableCell> {
    vec![
        TableCell::plain(name),
        TableCell::plain(tally.levels),
        TableCell::plain(tally.solved),
        TableCell::plain(tally.by_plan),
        TableCell::plain(tally.by_push),
        TableCell::plain(format!("{:.3}", tally.median_seconds)),
        TableCell::plain(format!("{:.2}", tally.total_seconds)),
        TableCell::plain(HumanCount(tally.plan_nodes)),
        TableCell::plain(HumanCount(tally.push_nodes)),
        TableCell::plain(format!("{:.0} %", tally.dearest_share * 100.0)),
        TableCell::plain(BinaryBytes(tally.peak_bytes)),
    ]
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
