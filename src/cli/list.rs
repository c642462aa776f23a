//! `sokoplan list`

use super::output::{OutputArgs, TextOrJson, distinct};
use super::select::{LevelArgs, Picked, Selection};
use super::{ExitStatus, Failure, row};
use crate::level::{Canonical, Fault, Level};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::io::Write;

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
        text(&mut out, &rows, &summary)?;
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

fn text(out: &mut impl Write, rows: &[(&Picked, Listed<'_>)], summary: &Summary) -> Result<(), Failure> {
    let mut file = "";
    for (picked, listed) in rows {
        if picked.file != file {
            file = &picked.file;
            writeln!(out, "{file}\n level    size  boxes  title")?;
        }
        line(out, picked, listed)?;
    }
    let Summary { levels, faults, duplicates } = summary;
    Ok(writeln!(out, "levels: {levels}, faults: {faults}, duplicates: {duplicates}")?)
}

fn line(out: &mut impl Write, picked: &Picked, listed: &Listed<'_>) -> Result<(), Failure> {
    let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let size = format!("{}x{}", number(listed.width), number(listed.height));
    let remark = match (&listed.fault, listed.duplicate_of) {
        (Some(fault), _) => format!("fault: line {}: {}", fault.line, fault.what),
        (None, Some(LevelPlace { file, level })) if file == picked.file => format!("duplicate of {level}"),
        (None, Some(LevelPlace { file, level })) => format!("duplicate of {file} {level}"),
        (None, None) => String::new(),
    };
    let gap = if remark.is_empty() || listed.title.is_empty() { "" } else { "  " };
    let line = format!(
        "{:>6}  {size:>6}  {:>5}  {}{gap}{}",
        picked.entry.number,
        number(listed.boxes),
        listed.title,
        if remark.is_empty() { remark } else { format!("[{remark}]") }
    );
    Ok(writeln!(out, "{}", line.trim_end())?)
}
