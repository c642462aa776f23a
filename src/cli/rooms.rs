//! `sokoplan rooms`

use super::areas::{AreaArgs, Cutter};
use super::interruption::interruptible;
use super::output::{Output, OutputArgs, OutputFormat, distinct, not_inputs};
use super::row::{self, Unanswered};
use super::saved::{Saved, check, save};
use super::select::{LevelArgs, Picked, Selection};
use super::{ExitStatus, Failure, TABLE};
use crate::maze::{PlayerSides, PushDistances};
use crate::render::{RoomsDump, RoomsFormat};
use crate::run::{Limits, Meter, StopFlag, parse_bytes, parse_duration};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// Time for each level, as in 500ms, 10s or 2m
    #[arg(help_heading = "Limits", long, value_name = "TIME", default_value = "60s", value_parser = parse_duration)]
    time: Duration,
    /// Memory for each, as in 500MiB or 2GiB
    #[arg(help_heading = "Limits", long, value_name = "SIZE", default_value = "2GiB", value_parser = parse_bytes)]
    memory: u64,
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
    distinct(args.levels.paths().chain(args.areas.path()), args.output.path())?;
    let selection = args.levels.load()?;
    let mut dumper = Dumper {
        cutter: args.areas.cutter()?,
        limits: Limits { time: Some(args.time), memory: Some(args.memory), nodes: None },
        stop: interruptible()?,
        exit: selection.exit,
    };
    let done = match (&args.save, &args.check) {
        (Some(folder), _) => {
            let texts = dumper.texts(&selection)?;
            let paths: Vec<PathBuf> = texts.iter().map(|one| folder.join(&one.name)).collect();
            not_inputs(args.levels.paths(), paths.iter().map(PathBuf::as_path))?;
            save(folder, &texts)?
        }
        (_, Some(folder)) => {
            let texts = dumper.texts(&selection)?;
            check(folder, &texts, selection.entries.len() == selection.count && dumper.exit == ExitStatus::Done)?
        }
        _ => dumper.dump(args, &selection)?,
    };
    let interrupted = if dumper.stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done };
    Ok(dumper.exit.and(done).and(interrupted))
}

/// Cuts levels under limits.
struct Dumper {
    cutter: Cutter,
    limits: Limits,
    stop: StopFlag,
    exit: ExitStatus,
}

impl Dumper {
    fn dump(&mut self, args: &Args, selection: &Selection) -> Result<ExitStatus, Failure> {
        match (args.output.format(), args.output.path()) {
            (Format::Json, _) => self.json(args, selection),
            (Format::Text, _) => self.stream(args, selection, RoomsFormat::Text),
            (format, Some(path)) if path.is_dir() || selection.levels().count() > 1 => {
                self.pictures(path, selection, format)
            }
            (Format::Svg, None) if selection.levels().count() > 1 => {
                Err(Failure::message("several pictures: name a folder for them with -o, or one level with --level"))
            }
            (format, _) => self.stream(args, selection, picture(format)),
        }
    }

    /// Writes all levels to one file, separated by blank lines.
    fn stream(&mut self, args: &Args, selection: &Selection, format: RoomsFormat) -> Result<ExitStatus, Failure> {
        let mut out = args.output.open()?;
        let mut is_first = true;
        self.each(selection, None::<&mut Output>, |_, _, dump| {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            Ok(out.write_all(dump.write(format).as_bytes())?)
        })?;
        out.close()?;
        Ok(ExitStatus::Done)
    }

    fn json(&mut self, args: &Args, selection: &Selection) -> Result<ExitStatus, Failure> {
        let mut out = args.output.open()?;
        let mut summary = Summary { levels: 0, rooms: 0, tunnels: 0 };
        self.each(selection, Some(&mut out), |out, picked, dump| {
            summary.levels += 1;
            summary.rooms += dump.areas().areas().iter().filter(|a| a.is_room()).count();
            summary.tunnels += dump.areas().areas().iter().filter(|a| a.is_tunnel()).count();
            let out = out.ok_or_else(|| Failure::message("no output for rows"))?;
            row::level(out, &picked.file, picked.entry.number, dump.row())
        })?;
        row::summary(&mut out, &summary)?;
        out.close()?;
        Ok(ExitStatus::Done)
    }

    fn pictures(&mut self, folder: &Path, selection: &Selection, format: Format) -> Result<ExitStatus, Failure> {
        let ending = if format == Format::Svg { "svg" } else { "dot" };
        let mut pictures = Vec::new();
        self.each(selection, None::<&mut Output>, |_, picked, dump| {
            let name = format!("{}.{ending}", stable_name(picked));
            pictures.push(Saved { name, text: dump.write(picture(format)) });
            Ok(())
        })?;
        save(folder, &pictures)
    }

    fn texts(&mut self, selection: &Selection) -> Result<Vec<Saved>, Failure> {
        let mut texts = Vec::new();
        self.each(selection, None::<&mut Output>, |_, picked, dump| {
            let name = format!("{}.txt", stable_name(picked));
            texts.push(Saved { name, text: dump.write(RoomsFormat::Text) });
            Ok(())
        })?;
        Ok(texts)
    }

    /// Cuts each level and hands it on; tells where there is none, or where a limit was met, also in rows.
    fn each<W: Write>(
        &mut self,
        selection: &Selection,
        mut rows: Option<&mut W>,
        mut show: impl FnMut(Option<&mut W>, &Picked, &RoomsDump<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for picked in selection.entries.iter().take_while(|_| !self.stop.is_raised()) {
            let Ok(level) = &picked.entry.body else {
                self.exit = self.exit.and(row::fault(rows.as_deref_mut(), picked)?);
                continue;
            };
            let meter = Meter::new(self.limits, self.stop.clone());
            match self.cutter.areas(&level.board, &meter) {
                Ok(areas) => {
                    let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
                    show(rows.as_deref_mut(), picked, &RoomsDump::new(level, self.cutter.by, &areas, &dead))?;
                }
                Err(stop) => {
                    self.exit = self.exit.and(Unanswered::from(stop).report(rows.as_deref_mut(), picked)?);
                }
            }
        }
        Ok(())
    }
}

const fn picture(format: Format) -> RoomsFormat {
    match format {
        Format::Svg => RoomsFormat::Svg,
        Format::Dot => RoomsFormat::Dot,
        Format::Text | Format::Json => RoomsFormat::Text,
    }
}

/// Returns the file's name without its ending, and the level's number: a new title renames nothing.
fn stable_name(picked: &Picked) -> String {
    let stem = Path::new(&picked.file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
    format!("{}-{:03}", stem.trim_matches(['<', '>']), picked.entry.number)
}
