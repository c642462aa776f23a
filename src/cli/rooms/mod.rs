//! The subcommand `sokoplan rooms`: prints the rooms and tunnels of levels, and compares them with snapshots.

mod report;
mod snapshots;
mod stats;

use super::budget::BoundArgs;
use super::destination::{Destination, NamedContent, distinct, not_inputs, numbered, stem};
use super::driver::{Driver, NoResult, RunSummary, ThreadArgs};
use super::output::{Output, OutputArgs, SkinArgs};
use super::patterns::{AreaArgs, Cutter};
use super::progress::Progress;
use super::select::{LevelArgs, PickedLevel, Selection};
use super::{ExitStatus, Failure, message, row};
use crate::level::Level;
use crate::maze::{PlayerSides, PushDistances};
use crate::render::{RoomsDump, RoomsFormat, counted};
use crate::run::{Limits, Meter, Stop};
use clap::ValueEnum;
pub(in crate::cli) use report::RoomsCheck;
use schemars::JsonSchema;
use serde::Serialize;
use snapshots::Current;
pub(in crate::cli) use stats::StatsRow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Show the rooms and tunnels of a level
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms levels/1-one-room.xsb --level 1
  sokoplan rooms set.xsb --level 1 --format svg -o rooms.svg
  sokoplan rooms set.xsb --format svg -o pictures/
  sokoplan rooms set.xsb --save rooms/      a text file per level, to commit
  sokoplan rooms set.xsb --check rooms/     in CI: changes of the rooms of each level
  sokoplan rooms set.xsb --check rooms/ --format github     the same as annotations of GitHub
  sokoplan rooms set.xsb --stats --format csv -o rooms.csv
  sokoplan rooms set.xsb --rooms-by blocks

Rooms are A, B, ..., tunnels a, b, ...; after Z comes AA. Rows and columns count from 0.")]
pub(super) struct RoomsArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
    /// Write a snapshot of each level as a text file
    ///
    /// Files are named by titles, or by a hash of the board.
    #[arg(help_heading = "Output", long, value_name = "FOLDER", conflicts_with_all = ["check", "stats", "format", "json", "output"])]
    save: Option<Destination>,
    /// Compare with the snapshots that --save has written
    ///
    /// Levels that were moved, renamed or turned are recognised.
    #[arg(help_heading = "Output", long, value_name = "FOLDER", conflicts_with_all = ["stats", "json"])]
    check: Option<PathBuf>,
    /// Print figures of each level instead
    ///
    /// Rooms, sizes, degrees, one-way openings, goals, dead squares.
    #[arg(help_heading = "Output", long)]
    stats: bool,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    threads: ThreadArgs,
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
    /// With --stats: one row a level
    Csv,
    /// With --check: annotations of GitHub
    Github,
    /// With --check: XML of JUnit
    Junit,
}

#[derive(JsonSchema, Serialize)]
pub(in crate::cli) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of rooms.
    rooms: usize,
    /// Number of tunnels.
    tunnels: usize,
}

pub(super) fn run(args: &RoomsArgs) -> Result<ExitStatus, Failure> {
    distinct(
        args.levels.paths().chain(args.areas.path()),
        [args.save.as_ref().unwrap_or_else(|| args.output.destination())],
    )?;
    args.skin.is_for(args.output.format() == Format::Svg)?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver = args.threads.driver(Progress::line("cutting ", selection.entries.len(), args.output.is_quiet()))?;
    let mut dumper = Dumper {
        cutter: args.areas.cutter()?,
        skin: args.skin,
        limits: args.limits.limits(),
        driver: &driver,
        ran: RunSummary::default(),
    };
    let format = args.output.format();
    let done = match (&args.save, &args.check) {
        (Some(folder), _) => dumper.save(folder, args, &selection)?,
        (_, Some(folder)) if matches!(format, Format::Text | Format::Github | Format::Junit) => {
            dumper.check(folder, args, &selection)?
        }
        (_, Some(_)) => return Err(Failure::message("--check needs --format text, github or junit")),
        _ if args.stats => dumper.stats(args, &selection)?,
        _ if format == Format::Csv => return Err(Failure::message("--format csv needs --stats")),
        _ if matches!(format, Format::Github | Format::Junit) => {
            return Err(Failure::message("--format github and junit need --check"));
        }
        _ => dumper.dump(args, &selection)?,
    };
    Ok(dumper.ran.exit.and(done))
}

/// Compares the rooms of levels, by the default definition, with their snapshots in a folder. Faults are reported.
pub(super) fn check<'a>(
    folder: &Path,
    selection: &'a Selection,
    limits: Limits,
    driver: &Driver,
) -> Result<(RoomsCheck<'a>, ExitStatus), Failure> {
    let (cutter, skin, ran) = (Cutter::default(), SkinArgs::default(), RunSummary::default());
    let mut dumper = Dumper { cutter, skin, limits, driver, ran };
    let checked = dumper.checked(folder, selection)?;
    let exit = dumper.ran.exit.and(ExitStatus::from(checked.is_fine()));
    Ok((checked, exit))
}

struct Dumper<'d> {
    cutter: Cutter,
    skin: SkinArgs,
    limits: Limits,
    driver: &'d Driver,
    ran: RunSummary,
}

impl Dumper<'_> {
    fn dump(&mut self, args: &RoomsArgs, selection: &Selection) -> Result<ExitStatus, Failure> {
        match (args.output.format(), args.output.destination()) {
            (Format::Json, _) => self.json(args, selection),
            (Format::Text, _) => {
                let width = args.output.width().filter(|_| io::stdout().is_terminal());
                self.stream(args, selection, RoomsFormat::Terminal { width })
            }
            (format, to @ Destination::Path(path)) if path.is_dir() || selection.levels().count() > 1 => {
                self.pictures(to, selection, format)
            }
            (Format::Svg, Destination::Stdout) if selection.levels().count() > 1 => {
                Err(Failure::message("several pictures: name a folder for them with -o, or one level with --level"))
            }
            (format, _) => self.stream(args, selection, picture(format)),
        }
    }

    fn stream(&mut self, args: &RoomsArgs, selection: &Selection, format: RoomsFormat) -> Result<ExitStatus, Failure> {
        let mut out = args.output.open()?;
        let (mut is_first, skin) = (true, self.skin);
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| Ok(drawn(dump, format, skin, meter)?);
        self.each(selection, &mut out, false, show, |out, _, text| {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            Ok(out.write_all(text.as_bytes())?)
        })?;
        out.close()?;
        Ok(ExitStatus::Done)
    }

    fn json(&mut self, args: &RoomsArgs, selection: &Selection) -> Result<ExitStatus, Failure> {
        let mut out = args.output.open()?;
        let mut summary = Summary { levels: 0, rooms: 0, tunnels: 0 };
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| {
            let (bytes, areas) = (row::bytes(picked, dump.row())?, dump.areas().areas());
            let rooms = areas.iter().filter(|area| area.is_room()).count();
            Ok((bytes, rooms, areas.iter().filter(|area| area.is_tunnel()).count()))
        };
        self.each(selection, &mut out, true, show, |out, _, (bytes, rooms, tunnels)| {
            summary.levels += 1;
            summary.rooms += rooms;
            summary.tunnels += tunnels;
            Ok(out.write_all(&bytes)?)
        })?;
        row::summary(&mut out, &summary)?;
        out.close()?;
        Ok(ExitStatus::Done)
    }

    fn pictures(&mut self, folder: &Destination, selection: &Selection, format: Format) -> Result<ExitStatus, Failure> {
        let ending = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let (mut pictures, skin) = (Vec::new(), self.skin);
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| {
            let content = drawn(dump, picture(format), skin, meter)?.into_bytes();
            Ok(NamedContent { name: numbered(picked, &ending), content })
        };
        self.each(selection, &mut Output::nowhere(), false, show, |_, _, picture| {
            pictures.push(picture);
            Ok(())
        })?;
        folder.save(&pictures)?;
        Ok(ExitStatus::Done)
    }

    /// Writes a snapshot of each level. If all levels of the files are picked, also writes the order of the snapshots
    /// of each file and deletes snapshots of levels whose name changed.
    fn save(&mut self, to: &Destination, args: &RoomsArgs, selection: &Selection) -> Result<ExitStatus, Failure> {
        let (picked, current) = self.texts(selection)?;
        let saved = |one: &Current<'_>| NamedContent {
            name: format!("{}.txt", one.name),
            content: one.text.clone().into_bytes(),
        };
        let mut all: Vec<NamedContent> = current.iter().map(saved).collect();
        let stems = stems(selection);
        let is_whole = selection.entries.len() == selection.count && self.ran.exit == ExitStatus::Done;
        if is_whole {
            let mut names: BTreeMap<&str, Vec<&str>> = stems.iter().map(|stem| (stem.as_str(), Vec::new())).collect();
            for (picked, one) in picked.iter().zip(&current) {
                if let Some(names) = names.get_mut(stem(&picked.file).as_str()) {
                    names.push(&one.name);
                }
            }
            all.extend(names.iter().map(|(stem, names)| snapshots::order(stem, names)));
        }
        let Some(folder) = to.path() else {
            to.save(&all)?;
            return Ok(ExitStatus::Done);
        };
        let paths: Vec<PathBuf> = all.iter().map(|one| folder.join(&one.name)).collect();
        not_inputs(args.levels.paths(), paths.iter().map(PathBuf::as_path))?;
        let renamed = if is_whole { snapshots::renamed(folder, &stems, &current)? } else { Vec::new() };
        to.save(&all)?;
        if !args.output.is_quiet() {
            let files = counted(current.len(), "level");
            message::note(&format!("{}: {files} saved; `rooms --check` compares with them", folder.display()));
        }
        renamed.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| Failure::io(path, &error)))?;
        Ok(ExitStatus::Done)
    }

    /// Compares levels with their snapshots; [`ExitStatus::No`] if a level is new, changed or gone.
    fn check(&mut self, folder: &Path, args: &RoomsArgs, selection: &Selection) -> Result<ExitStatus, Failure> {
        let checked = self.checked(folder, selection)?;
        let mut out = args.output.open()?;
        let text = match args.output.format() {
            Format::Github => checked.github(),
            Format::Junit => checked.junit(),
            _ => checked.text(),
        };
        out.write_all(text.as_bytes())?;
        out.close()?;
        Ok(ExitStatus::from(checked.is_fine()))
    }

    fn checked<'a>(&mut self, folder: &Path, selection: &'a Selection) -> Result<RoomsCheck<'a>, Failure> {
        let (picked, current) = self.texts(selection)?;
        let is_whole = selection.entries.len() == selection.count && self.ran.exit == ExitStatus::Done;
        let (findings, removed) = snapshots::compare(folder, &stems(selection), &current, |level| self.text(level))?;
        let removed = if is_whole { removed } else { Vec::new() };
        Ok(RoomsCheck { levels: picked.into_iter().zip(findings).collect(), removed })
    }

    fn stats(&mut self, args: &RoomsArgs, selection: &Selection) -> Result<ExitStatus, Failure> {
        let format = args.output.format();
        if !matches!(format, Format::Text | Format::Json | Format::Csv) {
            return Err(Failure::message("--stats needs --format text, json or csv"));
        }
        let by = self.cutter.by.word();
        let mut out = args.output.open()?;
        let mut table = stats::Levels::default();
        let mut summary = Summary { levels: 0, rooms: 0, tunnels: 0 };
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.stats());
        let is_json = args.output.is_json();
        self.each(selection, &mut out, is_json, show, |out, picked, stats| {
            summary.levels += 1;
            summary.rooms += stats.rooms;
            summary.tunnels += stats.tunnels;
            if is_json {
                let body = StatsRow { title: &picked.entry.title, rooms_by: by, stats: &stats };
                row::level(out, &picked.file, picked.entry.number, body)?;
            }
            table.add(picked, stats);
            Ok(())
        })?;
        match format {
            Format::Json => row::summary(&mut out, &summary)?,
            Format::Csv => table.csv(&mut out)?,
            _ => table.text(&mut out, args.output.width())?,
        }
        out.close()?;
        Ok(ExitStatus::Done)
    }

    fn texts<'a>(&mut self, selection: &'a Selection) -> Result<(Vec<&'a PickedLevel>, Vec<Current<'a>>), Failure> {
        let names = snapshots::names(selection);
        let mut texts = Vec::new();
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.write(RoomsFormat::Text));
        self.each(selection, &mut Output::nowhere(), false, show, |_, picked, text| {
            let name = names.get(&(picked.file.clone(), picked.entry.number)).cloned().unwrap_or_default();
            texts.extend(picked.entry.body.as_ref().ok().map(|level| (picked, Current { name, level, text })));
            Ok(())
        })?;
        Ok(texts.into_iter().unzip())
    }

    fn text(&self, level: &Level) -> Result<String, Failure> {
        let text = self.cut(level, |dump, _| dump.write(RoomsFormat::Text));
        text.map_err(|_| Failure::message("a limit was met: give more --time or --memory"))
    }

    fn cut<T>(&self, level: &Level, show: impl FnOnce(&RoomsDump<'_>, &Meter) -> T) -> Result<T, Stop> {
        let meter = Meter::new(self.limits, self.driver.stop.clone());
        let areas = self.cutter.areas(&level.board, &meter)?;
        let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
        Ok(show(&RoomsDump::new(level, self.cutter.by, &areas, &dead), &meter))
    }

    /// Cuts each level into areas, applies `show` to its dump within the limits, and passes the result to `done`;
    /// reports faults and met limits, also as rows.
    fn each<'a, T: Send>(
        &mut self,
        selection: &'a Selection,
        out: &mut Output,
        has_rows: bool,
        show: impl Fn(&PickedLevel, &RoomsDump<'_>, &Meter) -> Result<T, NoResult> + Sync,
        mut done: impl FnMut(&mut Output, &'a PickedLevel, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let work = |picked: &PickedLevel, level: &Level| self.cut(level, |dump, meter| show(picked, dump, meter))?;
        let done =
            |out: &mut Output, picked: &'a PickedLevel, shown: T| done(out, picked, shown).map(|()| ExitStatus::Done);
        self.ran = self.driver.rows(selection, out, has_rows, work, done)?;
        Ok(())
    }
}

fn drawn(dump: &RoomsDump<'_>, format: RoomsFormat, skin: SkinArgs, meter: &Meter) -> Result<String, Stop> {
    let text = dump.write_within(format, meter)?;
    Ok(if format == RoomsFormat::Svg { skin.dress(text) } else { text })
}

const fn picture(format: Format) -> RoomsFormat {
    match format {
        Format::Svg => RoomsFormat::Svg,
        Format::Dot => RoomsFormat::Dot,
        _ => RoomsFormat::Text,
    }
}

fn stems(selection: &Selection) -> BTreeSet<String> {
    selection.entries.iter().map(|picked| stem(&picked.file)).collect()
}
