//! `sokoplan rooms`

use super::areas::{AreaArgs, Cutter};
use super::output::{OutputArgs, OutputFormat};
use super::saved::{Saved, check, save};
use super::select::{LevelArgs, Picked, Selection};
use super::{ExitStatus, Failure, TABLE, row};
use crate::level::Level;
use crate::maze::Maze;
use crate::render::{RoomsDump, RoomsFormat};
use crate::run::Meter;
use clap::ValueEnum;
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Show how a level falls apart into rooms and tunnels
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sokoplan rooms levels/1-one-room.xsb --level 1
  sokoplan rooms set.xsb --level 1 --format svg -o rooms.svg
  sokoplan rooms set.xsb --format svg -o pictures/
  sokoplan rooms set.xsb --save rooms/      one text file a level: commit them, and
  sokoplan rooms set.xsb --check rooms/     in CI see what a change did to which level
  sokoplan rooms set.xsb --rooms-by blocks

Rooms are A, B, ..., tunnels a, b, ...; after Z comes AA. Rows and columns count from 0.

{TABLE}"))]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
    /// Write one text file a level into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["check", "format", "json", "output"])]
    save: Option<PathBuf>,
    /// Compare with what --save has written, and show the differences
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["format", "json", "output"])]
    check: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A map of letters, and tables
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// The area graph, for Graphviz
    Dot,
    /// A picture
    Svg,
}

impl OutputFormat for Format {
    const JSON: Self = Self::Json;
}

#[derive(Serialize)]
struct Summary {
    levels: usize,
    rooms: usize,
    tunnels: usize,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load()?;
    let cutter = args.areas.cutter()?;
    let exit = selection.report_faults().and(selection.exit);
    let done = match (&args.save, &args.check) {
        (Some(folder), _) => save(folder, &texts(&selection, &cutter)?)?,
        (_, Some(folder)) => check(folder, &texts(&selection, &cutter)?, selection.entries.len() == selection.count)?,
        _ => dump(args, &selection, &cutter)?,
    };
    Ok(exit.and(done))
}

fn dump(args: &Args, selection: &Selection, cutter: &Cutter) -> Result<ExitStatus, Failure> {
    match (args.output.format(), args.output.path()) {
        (Format::Json, _) => json(args, selection, cutter),
        (Format::Text, _) => stream(args, selection, cutter, RoomsFormat::Text),
        (format, Some(path)) if path.is_dir() || selection.levels().count() > 1 => {
            pictures(path, selection, cutter, format)
        }
        (Format::Svg, None) if selection.levels().count() > 1 => {
            Err(Failure::message("several pictures: name a folder for them with -o, or one level with --level"))
        }
        (format, _) => stream(args, selection, cutter, picture(format)),
    }
}

const fn picture(format: Format) -> RoomsFormat {
    match format {
        Format::Svg => RoomsFormat::Svg,
        Format::Dot => RoomsFormat::Dot,
        Format::Text | Format::Json => RoomsFormat::Text,
    }
}

/// Writes all levels to one file, separated by blank lines.
fn stream(args: &Args, selection: &Selection, cutter: &Cutter, format: RoomsFormat) -> Result<ExitStatus, Failure> {
    let mut out = args.output.open()?;
    for (index, (_, level)) in selection.levels().enumerate() {
        if index > 0 {
            out.write_all(b"\n")?;
        }
        out.write_all(written(level, cutter, format)?.as_bytes())?;
    }
    out.close()?;
    Ok(ExitStatus::Done)
}

fn json(args: &Args, selection: &Selection, cutter: &Cutter) -> Result<ExitStatus, Failure> {
    let mut out = args.output.open()?;
    let mut summary = Summary { levels: 0, rooms: 0, tunnels: 0 };
    for (picked, level) in selection.levels() {
        with_dump(level, cutter, |dump| {
            summary.levels += 1;
            summary.rooms += dump.areas().areas().iter().filter(|a| a.is_room()).count();
            summary.tunnels += dump.areas().areas().iter().filter(|a| a.is_tunnel()).count();
            row::level(&mut out, &picked.file, picked.entry.number, dump.row())
        })??;
    }
    row::summary(&mut out, &summary)?;
    out.close()?;
    Ok(ExitStatus::Done)
}

fn pictures(folder: &Path, selection: &Selection, cutter: &Cutter, format: Format) -> Result<ExitStatus, Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    let ending = if format == Format::Svg { "svg" } else { "dot" };
    for (picked, level) in selection.levels() {
        let path = folder.join(format!("{}.{ending}", stable_name(picked)));
        fs::write(&path, written(level, cutter, picture(format))?).map_err(|error| Failure::io(&path, &error))?;
    }
    Ok(ExitStatus::Done)
}

fn texts(selection: &Selection, cutter: &Cutter) -> Result<Vec<Saved>, Failure> {
    let saved = |(picked, level): (&Picked, &Level)| {
        Ok(Saved { name: format!("{}.txt", stable_name(picked)), text: written(level, cutter, RoomsFormat::Text)? })
    };
    selection.levels().map(saved).collect()
}

/// Returns the file's name without its ending, and the level's number: a new title renames nothing.
fn stable_name(picked: &Picked) -> String {
    let stem = Path::new(&picked.file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    format!("{}-{:03}", stem.trim_matches(['<', '>']), picked.entry.number)
}

fn written(level: &Level, cutter: &Cutter, format: RoomsFormat) -> Result<String, Failure> {
    with_dump(level, cutter, |dump| dump.write(format))
}

fn with_dump<T>(level: &Level, cutter: &Cutter, show: impl FnOnce(&RoomsDump<'_>) -> T) -> Result<T, Failure> {
    let areas = cutter.areas(&level.board);
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).map_err(|stop| Failure::message(stop.to_string()))?;
    Ok(show(&RoomsDump::new(level, cutter.by, &areas, maze.distances.dead_squares())))
}
