//! `sokoplan list`

use super::output::{OutputArgs, TextOrJson, distinct};
use super::select::{LevelArgs, Picked, Selection};
use super::{ExitStatus, Failure, row};
use crate::level::{Canonical, Fault, Level};
use crate::render::{Column, Table, TableCell, cut_to};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::io::{self, Write};

/// List levels: number, title, size, boxes, faults and duplicates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan list levels/one_room.xsb
  sokoplan list --json *.sok | jq 'select(.duplicate_of)'
  sokoplan list big.xsb --title '*tunnel*'

Two levels are duplicates where they differ only by turning and mirroring, by the player's
place within his region, and by decoration.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// The width down to which titles and remarks are cut before columns are left out. Not tuned: some words are left.
const TITLE: usize = 16;

/// The listed data of an entry.
#[derive(Serialize)]
struct Listed<'a> {
    title: &'a str,
    author: &'a str,
    width: Option<usize>,
    height: Option<usize>,
    squares: Option<usize>,
    boxes: Option<usize>,
    solutions: usize,
    duplicate_of: Option<LevelPlace<'a>>,
    fault: Option<&'a Fault>,
    /// The board as XSB.
    rows: Option<Vec<String>>,
}

/// The place of a level.
#[derive(Clone, Copy, Serialize)]
struct LevelPlace<'a> {
    file: &'a str,
    level: usize,
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    boxes: usize,
    faults: usize,
    duplicates: usize,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), args.output.path())?;
    let selection = args.levels.load()?;
    let rows = rows(&selection);
    let summary = Summary {
        levels: rows.iter().filter(|row| row.1.fault.is_none()).count(),
        boxes: rows.iter().filter_map(|row| row.1.boxes).sum(),
        faults: rows.iter().filter(|row| row.1.fault.is_some()).count(),
        duplicates: rows.iter().filter(|row| row.1.duplicate_of.is_some()).count(),
    };
    let mut out = args.output.open()?;
    if args.output.is_json() {
        for (picked, listed) in &rows {
            row::level(&mut out, &picked.file, picked.entry.number, listed)?;
        }
        row::summary(&mut out, &summary)?;
    } else {
        text(&mut out, &rows, &summary, args.output.width())?;
    }
    out.close()?;
    Ok(selection.report_faults().and(selection.exit))
}

fn rows(selection: &Selection) -> Vec<(&Picked, Listed<'_>)> {
    let mut seen: FxHashMap<Canonical, LevelPlace<'_>> = FxHashMap::default();
    let listed = |picked| (picked, listed(picked, &mut seen));
    selection.entries.iter().map(listed).collect()
}

fn listed<'a>(picked: &'a Picked, seen: &mut FxHashMap<Canonical, LevelPlace<'a>>) -> Listed<'a> {
    let entry = &picked.entry;
    let level = entry.body.as_ref().ok();
    let here = LevelPlace { file: &picked.file, level: entry.number };
    let duplicate_of = level.and_then(|level| {
        let first = *seen.entry(Canonical::of(level)).or_insert(here);
        ((first.file, first.level) != (here.file, here.level)).then_some(first)
    });
    let size = |part: fn(&Level) -> usize| level.map(part);
    Listed {
        title: &entry.title,
        author: &entry.author,
        width: size(|level| level.grid.width()),
        height: size(|level| level.grid.height()),
        squares: size(|level| level.board.len()),
        boxes: size(|level| level.start.boxes.len()),
        solutions: entry.solutions().count(),
        duplicate_of,
        fault: entry.body.as_ref().err(),
        rows: level.map(|level| level.grid.to_string().lines().map(str::to_owned).collect()),
    }
}

/// Writes a table for each file, all of the same widths, and the totals.
fn text(
    out: &mut impl Write,
    rows: &[(&Picked, Listed<'_>)],
    summary: &Summary,
    width: Option<usize>,
) -> io::Result<()> {
    let columns = vec![
        Column::figure("level", 0).at_least(6),
        Column::figure("size", 2).at_least(6),
        Column::figure("boxes", 1),
        Column::words("title", 3).cut_to(TITLE),
        Column::words("", 0).cut_to(TITLE),
    ];
    let cells: Vec<Vec<TableCell>> = rows.iter().map(|(picked, listed)| cells(picked, listed)).collect();
    let table = Table::measured(columns, &cells, width);
    let mut file = "";
    for ((picked, _), cells) in rows.iter().zip(&cells) {
        if picked.file != file {
            let gap = if file.is_empty() { "" } else { "\n" };
            file = &picked.file;
            write!(out, "{gap}{}\n{}", cut_to(file, width.unwrap_or(usize::MAX)), table.head())?;
        }
        out.write_all(table.line(cells).as_bytes())?;
    }
    let Summary { levels, boxes, faults, duplicates } = summary;
    writeln!(out, "levels: {levels}, boxes: {boxes}, faults: {faults}, duplicates: {duplicates}")
}

/// Returns number, size, boxes, title and remark.
fn cells(picked: &Picked, listed: &Listed<'_>) -> Vec<TableCell> {
    let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let size = format!("{}x{}", number(listed.width), number(listed.height));
    let remark = match (&listed.fault, listed.duplicate_of) {
        (Some(fault), _) => TableCell::plain(format!("[fault: line {}: {}]", fault.line, fault.what)).bad(),
        (None, Some(LevelPlace { file, level })) if file == picked.file => {
            TableCell::plain(format!("[duplicate of {level}]")).doubtful()
        }
        (None, Some(LevelPlace { file, level })) => {
            TableCell::plain(format!("[duplicate of {file} {level}]")).doubtful()
        }
        (None, None) => TableCell::plain(""),
    };
    let boxes = number(listed.boxes);
    let [size, boxes, title] = [&size, &boxes, listed.title].map(TableCell::plain);
    vec![TableCell::plain(picked.entry.number), size, boxes, title, remark]
}
