//! The subcommand `sokoplan rooms stats`: one row of figures for each level, and their sums.

use super::cut::{CutArgs, Summary};
use crate::cli::io::files::base;
use crate::cli::io::row::write_csv;
use crate::cli::io::{ExitStatus, Output, OutputArgs, PickedLevel, Result, row};
use crate::render::{Column, RoomsDump, RoomsStats, Table, TableCell};
use crate::run::{Meter, safe_cell};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Rank of each figure as a column: columns of the highest rank are left out first if the table is too wide.
const RANKS: [u8; 13] = [0, 10, 1, 9, 2, 13, 12, 3, 4, 14, 15, 8, 11];

/// Width of names of files, in columns of the terminal, before columns of the table are left out.
const FILE: usize = 24;

const COUNTS: [&str; 6] = ["rooms", "one_square", "tunnels", "openings", "one_way", "goals_in_tunnels"];

/// Print figures: rooms, sizes, openings, goals, dead squares
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms stats levels
  sokoplan rooms stats set.xsb --format csv -o rooms.csv")]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    output: OutputArgs<StatsFormat>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum StatsFormat {
    /// A table
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// One row a level, for spreadsheets
    Csv,
}

impl StatsArgs {
    pub(super) fn run(&self) -> Result<ExitStatus> {
        self.cut.distinct(self.output.file.destination())?;
        self.cut.run(self.output.file.quiet, |dumper| {
            let by = dumper.cutter.by.word();
            let mut out = self.output.open()?;
            let (mut rows, mut summary) = (Vec::new(), Summary::default());
            let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.stats());
            let is_json = self.output.is_json();
            dumper.each(&mut out, is_json, show, |out, picked, stats| {
                summary.add(stats.rooms, stats.tunnels);
                if is_json {
                    let body = StatsRow { title: &picked.entry.title, rooms_by: by, stats: &stats };
                    row::level(out, picked, body)?;
                }
                rows.push((picked, stats));
                Ok(())
            })?;
            match self.output.format() {
                StatsFormat::Text => text(&rows, &mut out, self.output.file.width())?,
                StatsFormat::Json => row::summary(&mut out, &summary)?,
                StatsFormat::Csv => csv(&rows, &mut out)?,
            }
            out.close()?;
            Ok(ExitStatus::Done)
        })
    }
}

/// JSON row of the figures of a level.
#[derive(JsonSchema, Serialize)]
pub(crate) struct StatsRow<'a> {
    /// Title of the level.
    pub(super) title: &'a str,
    /// Definition of rooms, see `help areas`.
    pub(super) rooms_by: &'static str,
    #[serde(flatten)]
    pub(super) stats: &'a RoomsStats,
}

/// Writes a table: a row for each level, then the sums of [`COUNTS`], at most `width` columns wide if possible.
fn text(rows: &[(&PickedLevel, RoomsStats)], out: &mut impl Write, width: Option<usize>) -> Result<()> {
    let figures = names().zip(RANKS).map(|(name, rank)| Column::figure(&name.replace('_', " "), rank));
    let has_files = rows.iter().any(|(picked, _)| picked.file != rows[0].0.file);
    let file = has_files.then(|| Column::words("file", 0).cut_to(FILE));
    let columns = file.into_iter().chain([Column::figure("level", 0)]).chain(figures).collect();
    let cells = |file: &str, level: String, figures: Vec<String>| -> Vec<TableCell> {
        let file = has_files.then(|| base(file).to_owned());
        file.into_iter().chain([level]).chain(figures).map(TableCell::plain).collect()
    };
    let levels = rows
        .iter()
        .map(|(picked, stats)| cells(&picked.file, picked.entry.number.to_string(), values(stats).collect()));
    let sums = (rows.len() > 1).then(|| cells("", "all".to_owned(), sums(rows)));
    let rows: Vec<Vec<TableCell>> = levels.chain(sums).collect();
    Ok(out.write_all(Table::text(columns, &rows, width).as_bytes())?)
}

fn csv(rows: &[(&PickedLevel, RoomsStats)], out: &mut Output) -> Result<()> {
    write_csv(out, ["file", "level", "title"].map(str::to_owned).into_iter().chain(names()))?;
    for (PickedLevel { file, entry, .. }, stats) in rows {
        let [file, title] = [file, &entry.title].map(|text| safe_cell(text).into_owned());
        write_csv(out, [file, entry.number.to_string(), title].into_iter().chain(values(stats)))?;
    }
    Ok(out.flush()?)
}

/// Returns the sums of counts; empty cells for medians, means, maxima and shares.
fn sums(rows: &[(&PickedLevel, RoomsStats)]) -> Vec<String> {
    let rows: Vec<Vec<String>> = rows.iter().map(|(_, stats)| values(stats).collect()).collect();
    let sum = |index: usize| rows.iter().map(|row| row[index].parse::<usize>().unwrap_or_default()).sum::<usize>();
    let cell = |(index, name): (usize, String)| {
        if COUNTS.contains(&name.as_str()) { sum(index).to_string() } else { String::new() }
    };
    names().enumerate().map(cell).collect()
}

fn names() -> impl Iterator<Item = String> {
    RoomsStats::default().figures().into_iter().map(|(name, _)| name)
}

fn values(stats: &RoomsStats) -> impl Iterator<Item = String> {
    stats.figures().into_iter().map(|(_, value)| value)
}
