//! `sokoplan rooms --stats`: one row of figures a level, and their means.

use super::super::Failure;
use super::super::select::Picked;
use crate::render::RoomsStats;
use serde::Serialize;
use std::io::{self, Write};

/// The row of a level.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) title: &'a str,
    pub(super) rooms_by: &'static str,
    #[serde(flatten)]
    pub(super) stats: &'a RoomsStats,
}

/// The figures of all levels.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<(String, usize, String, RoomsStats)>,
}

impl Table {
    /// Adds a level.
    pub(super) fn add(&mut self, picked: &Picked, stats: RoomsStats) {
        self.rows.push((picked.file.clone(), picked.entry.number, picked.entry.title.clone(), stats));
    }

    /// Columns of fixed width, the sums of what can be summed last.
    pub(super) fn text(&self, out: &mut impl Write) -> Result<(), Failure> {
        let names = RoomsStats::NAMES.map(|name| name.replace('_', " "));
        let head: Vec<String> = names.iter().map(|name| format!("{name:>width$}", width = width(name))).collect();
        writeln!(out, "level  {}", head.join("  "))?;
        for (_, number, _, stats) in &self.rows {
            writeln!(out, "{number:>5}  {}", cells(&names, &stats.figures()))?;
        }
        if self.rows.len() > 1 {
            writeln!(out, "{:>5}  {}", "all", cells(&names, &self.sums()))?;
        }
        Ok(())
    }

    /// One row a level.
    pub(super) fn csv(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut writer = csv::Writer::from_writer(out);
        writer
            .write_record(["file", "level", "title"].into_iter().chain(RoomsStats::NAMES))
            .map_err(io::Error::from)?;
        for (file, number, title, stats) in &self.rows {
            let level = [file.clone(), number.to_string(), title.clone()];
            writer.write_record(level.into_iter().chain(stats.figures())).map_err(io::Error::from)?;
        }
        Ok(writer.flush()?)
    }

    /// Sums of counts; nothing for medians, means, maxima and shares.
    fn sums(&self) -> [String; 13] {
        let is_count =
            |name: &str| ["rooms", "one_square", "tunnels", "openings", "one_way", "goals_in_tunnels"].contains(&name);
        std::array::from_fn(|index| {
            let figures =
                self.rows.iter().map(|(.., stats)| stats.figures()[index].parse::<usize>().unwrap_or_default());
            if is_count(RoomsStats::NAMES[index]) { figures.sum::<usize>().to_string() } else { String::new() }
        })
    }
}

fn width(name: &str) -> usize {
    name.len().max(4)
}

fn cells(names: &[String; 13], figures: &[String; 13]) -> String {
    let cells: Vec<String> =
        names.iter().zip(figures).map(|(name, figure)| format!("{figure:>width$}", width = width(name))).collect();
    cells.join("  ").trim_end().to_owned()
}
