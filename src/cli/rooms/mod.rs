//! The subcommand `sokoplan rooms`: draws the rooms and tunnels of levels, counts them, and compares them with snapshots.

mod report;
mod snapshots;
mod stats;

use super::strategy::{AreaArgs, Cutter};
use crate::cli::io::{
    BoundArgs, Destination, Driver, ExitStatus, Failure, LevelArgs, NamedContent, NoResult, Output, OutputArgs,
    OutputFile, PickedLevel, RunSummary, Selection, SkinArgs, ThreadArgs, distinct, message, not_inputs, numbered, row,
    stem,
};
use crate::level::Level;
use crate::maze::{PlayerSides, PushDistances};
use crate::render::{RoomsDump, RoomsFormat, counted};
use crate::run::{Limits, Meter, Stop};
use clap::ValueEnum;
pub(crate) use report::RoomsCheck;
use schemars::JsonSchema;
use serde::Serialize;
use snapshots::Current;
pub(crate) use stats::StatsRow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Show the rooms and tunnels of a level; save and compare them
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct RoomsArgs {
    #[command(subcommand)]
    mode: Option<Mode>,
    #[command(flatten)]
    show: ShowArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Mode {
    Show(ShowArgs),
    Stats(StatsArgs),
    Save(SaveArgs),
    Check(CheckArgs),
}

#[derive(Debug, clap::Args)]
struct CutArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Draw the rooms and tunnels of each level (the default)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms levels/1-one-room.xsb --level 1
  sokoplan rooms set.xsb --level 1 --format svg -o rooms.svg
  sokoplan rooms set.xsb --format svg -o pictures/
  sokoplan rooms set.xsb --rooms-by blocks

Rooms are A, B, ..., tunnels a, b, ...; after Z comes AA. Rows and columns count from 0.")]
struct ShowArgs {
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
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

/// Print figures: rooms, sizes, openings, goals, dead squares
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms stats levels
  sokoplan rooms stats set.xsb --format csv -o rooms.csv")]
struct StatsArgs {
    #[command(flatten)]
    cut: CutArgs,
    #[command(flatten)]
    output: OutputArgs<StatsFormat>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// A table
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// One row a level, for spreadsheets
    Csv,
}

/// Write a text file with the rooms of each level, to commit
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms save rooms/ set.xsb
  sokoplan rooms save - set.xsb --level 1        to standard output

Files are named by titles, or by a hash of the board. A saved level that was renamed is replaced.")]
struct SaveArgs {
    /// Folder for the files; `-` is standard output
    #[arg(value_name = "FOLDER")]
    folder: Destination,
    #[command(flatten)]
    cut: CutArgs,
    /// Hide progress and explanations
    #[arg(help_heading = "Output", short, long, hide_short_help = true)]
    quiet: bool,
}

/// Compare rooms with the files that `rooms save` has written
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms check rooms/ set.xsb                  changes of each level
  sokoplan rooms check rooms/ set.xsb --format github  annotations, for CI

Levels that were moved, renamed or turned are recognised. The exit code is 1 if the rooms of a level
are new, different or gone.")]
struct CheckArgs {
    /// Folder of `rooms save`
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    cut: CutArgs,
    /// Output format
    #[arg(help_heading = "Output", long, value_name = "FORMAT", value_enum, default_value_t)]
    format: CheckFormat,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// Words and changed lines
    #[default]
    Text,
    /// Annotations of GitHub
    Github,
    /// XML of JUnit
    Junit,
}

#[derive(Default, JsonSchema, Serialize)]
pub(crate) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of rooms.
    rooms: usize,
    /// Number of tunnels.
    tunnels: usize,
}

pub(super) fn run(args: &RoomsArgs) -> Result<ExitStatus, Failure> {
    match &args.mode {
        None => args.show.run(),
        Some(Mode::Show(args)) => args.run(),
        Some(Mode::Stats(args)) => args.run(),
        Some(Mode::Save(args)) => args.run(),
        Some(Mode::Check(args)) => args.run(),
    }
}

impl CutArgs {
    fn distinct(&self, output: &Destination) -> Result<(), Failure> {
        distinct(self.levels.paths().chain(self.areas.path()), [output])
    }

    fn run(
        &self,
        is_quiet: bool,
        mode: impl FnOnce(&mut Dumper<'_>, &Selection) -> Result<ExitStatus, Failure>,
    ) -> Result<ExitStatus, Failure> {
        let selection = self.levels.load(&self.limits.reading())?;
        let driver = Driver::begin(self.threads, "cutting ", selection.entries.len(), is_quiet)?;
        let (cutter, limits) = (self.areas.cutter()?, self.limits.limits());
        let mut dumper = Dumper { cutter, limits, driver: &driver, ran: RunSummary::default() };
        let done = mode(&mut dumper, &selection)?;
        Ok(dumper.ran.exit.and(done))
    }
}

impl ShowArgs {
    fn run(&self) -> Result<ExitStatus, Failure> {
        self.cut.distinct(self.output.destination())?;
        self.skin.is_for(self.output.format() == Format::Svg)?;
        self.cut.run(self.output.is_quiet(), |dumper, selection| {
            match (self.output.format(), self.output.destination()) {
                (Format::Json, _) => self.json(dumper, selection)?,
                (Format::Text, _) => {
                    let width = self.output.width().filter(|_| io::stdout().is_terminal());
                    self.stream(dumper, selection, RoomsFormat::Terminal { width })?;
                }
                (format, to @ Destination::Path(path)) if path.is_dir() || selection.levels().count() > 1 => {
                    self.pictures(dumper, to, selection, format)?;
                }
                (Format::Svg, Destination::Stdout) if selection.levels().count() > 1 => {
                    let tip = "name a folder for them with -o, or one level with --level";
                    return Err(Failure::message(format!("several pictures: {tip}")));
                }
                (format, _) => self.stream(dumper, selection, picture(format))?,
            }
            Ok(ExitStatus::Done)
        })
    }

    fn stream(&self, dumper: &mut Dumper<'_>, selection: &Selection, format: RoomsFormat) -> Result<(), Failure> {
        let mut out = self.output.open()?;
        let mut is_first = true;
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| Ok(self.drawn(dump, format, meter)?);
        dumper.each(selection, &mut out, false, show, |out, _, text| {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            Ok(out.write_all(text.as_bytes())?)
        })?;
        out.close()
    }

    fn json(&self, dumper: &mut Dumper<'_>, selection: &Selection) -> Result<(), Failure> {
        let mut out = self.output.open()?;
        let mut summary = Summary::default();
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| {
            let (bytes, areas) = (row::bytes(picked, dump.row())?, dump.areas().areas());
            let rooms = areas.iter().filter(|area| area.is_room()).count();
            Ok((bytes, rooms, areas.iter().filter(|area| area.is_tunnel()).count()))
        };
        dumper.each(selection, &mut out, true, show, |out, _, (bytes, rooms, tunnels)| {
            summary.add(rooms, tunnels);
            Ok(out.write_all(&bytes)?)
        })?;
        row::summary(&mut out, &summary)?;
        out.close()
    }

    fn pictures(
        &self,
        dumper: &mut Dumper<'_>,
        folder: &Destination,
        selection: &Selection,
        format: Format,
    ) -> Result<(), Failure> {
        let ending = if format == Format::Svg { "svg" } else { "dot" };
        let mut pictures = Vec::new();
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| {
            let content = self.drawn(dump, picture(format), meter)?.into_bytes();
            Ok(NamedContent { name: numbered(picked, ending), content })
        };
        dumper.each(selection, &mut Output::nowhere(), false, show, |_, _, picture| {
            pictures.push(picture);
            Ok(())
        })?;
        folder.save(&pictures)
    }

    fn drawn(&self, dump: &RoomsDump<'_>, format: RoomsFormat, meter: &Meter) -> Result<String, Stop> {
        let text = dump.write_within(format, meter)?;
        Ok(if format == RoomsFormat::Svg { self.skin.dress(text) } else { text })
    }
}

impl StatsArgs {
    fn run(&self) -> Result<ExitStatus, Failure> {
        self.cut.distinct(self.output.destination())?;
        self.cut.run(self.output.is_quiet(), |dumper, selection| {
            let by = dumper.cutter.by.word();
            let mut out = self.output.open()?;
            let mut table = stats::Levels::default();
            let mut summary = Summary::default();
            let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.stats());
            let is_json = self.output.is_json();
            dumper.each(selection, &mut out, is_json, show, |out, picked, stats| {
                summary.add(stats.rooms, stats.tunnels);
                if is_json {
                    let body = StatsRow { title: &picked.entry.title, rooms_by: by, stats: &stats };
                    row::level(out, picked, body)?;
                }
                table.add(picked, stats);
                Ok(())
            })?;
            match self.output.format() {
                StatsFormat::Text => table.text(&mut out, self.output.width())?,
                StatsFormat::Json => row::summary(&mut out, &summary)?,
                StatsFormat::Csv => table.csv(&mut out)?,
            }
            out.close()?;
            Ok(ExitStatus::Done)
        })
    }
}

impl SaveArgs {
    /// Writes a snapshot of each level. If all levels of the files are picked, also writes the order of the snapshots
    /// of each file and deletes snapshots of levels whose name changed.
    fn run(&self) -> Result<ExitStatus, Failure> {
        self.cut.distinct(&self.folder)?;
        self.cut.run(self.quiet, |dumper, selection| {
            let (picked, current) = dumper.texts(selection)?;
            let saved = |one: &Current<'_>| NamedContent {
                name: format!("{}.txt", one.name),
                content: one.text.clone().into_bytes(),
            };
            let mut all: Vec<NamedContent> = current.iter().map(saved).collect();
            let stems = stems(selection);
            let is_whole = dumper.is_whole(selection);
            if is_whole {
                let mut names: BTreeMap<&str, Vec<&str>> =
                    stems.iter().map(|stem| (stem.as_str(), Vec::new())).collect();
                for (picked, one) in picked.iter().zip(&current) {
                    if let Some(names) = names.get_mut(stem(&picked.file).as_str()) {
                        names.push(&one.name);
                    }
                }
                all.extend(names.iter().map(|(stem, names)| snapshots::order(stem, names)));
            }
            if let Some(folder) = self.folder.path() {
                self.replace(
                    folder,
                    &all,
                    if is_whole { snapshots::renamed(folder, &stems, &current)? } else { Vec::new() },
                    current.len(),
                )?;
            } else {
                self.folder.save(&all)?;
            }
            Ok(ExitStatus::Done)
        })
    }

    fn replace(
        &self,
        folder: &Path,
        all: &[NamedContent],
        renamed: Vec<PathBuf>,
        levels: usize,
    ) -> Result<(), Failure> {
        let paths: Vec<PathBuf> = all.iter().map(|one| folder.join(&one.name)).collect();
        not_inputs(self.cut.levels.paths(), paths.iter().map(PathBuf::as_path))?;
        self.folder.save(all)?;
        if !self.quiet {
            let (levels, folder) = (counted(levels, "level"), folder.display());
            message::note(&format!("{folder}: {levels} saved; `rooms check` compares with them"));
        }
        renamed.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| Failure::io(path, &error)))
    }
}

impl CheckArgs {
    /// Compares levels with their snapshots; [`ExitStatus::No`] if a level is new, changed or gone.
    fn run(&self) -> Result<ExitStatus, Failure> {
        self.cut.distinct(self.output.destination())?;
        self.cut.run(self.output.is_quiet(), |dumper, selection| {
            let checked = dumper.checked(&self.folder, selection)?;
            let mut out = self.output.open()?;
            let text = match self.format {
                CheckFormat::Text => checked.text(),
                CheckFormat::Github => checked.github(),
                CheckFormat::Junit => checked.junit(),
            };
            out.write_all(text.as_bytes())?;
            out.close()?;
            Ok(ExitStatus::from(checked.is_fine()))
        })
    }
}

impl Summary {
    const fn add(&mut self, rooms: usize, tunnels: usize) {
        self.levels += 1;
        self.rooms += rooms;
        self.tunnels += tunnels;
    }
}

/// Compares the rooms of levels, by the default definition, with their snapshots in a folder. Faults are reported.
pub(super) fn check<'a>(
    folder: &Path,
    selection: &'a Selection,
    limits: Limits,
    driver: &Driver,
) -> Result<(RoomsCheck<'a>, ExitStatus), Failure> {
    let mut dumper = Dumper { cutter: Cutter::default(), limits, driver, ran: RunSummary::default() };
    let checked = dumper.checked(folder, selection)?;
    let exit = dumper.ran.exit.and(ExitStatus::from(checked.is_fine()));
    Ok((checked, exit))
}

struct Dumper<'d> {
    cutter: Cutter,
    limits: Limits,
    driver: &'d Driver,
    ran: RunSummary,
}

impl Dumper<'_> {
    /// Whether the selection has all levels of its files, and each has rooms.
    fn is_whole(&self, selection: &Selection) -> bool {
        selection.entries.len() == selection.count && self.ran.exit == ExitStatus::Done
    }

    fn checked<'a>(&mut self, folder: &Path, selection: &'a Selection) -> Result<RoomsCheck<'a>, Failure> {
        let (picked, current) = self.texts(selection)?;
        let (findings, removed) = snapshots::compare(folder, &stems(selection), &current, |level| self.text(level))?;
        let removed = if self.is_whole(selection) { removed } else { Vec::new() };
        Ok(RoomsCheck { levels: picked.into_iter().zip(findings).collect(), removed })
    }

    fn texts<'a>(&mut self, selection: &'a Selection) -> Result<(Vec<&'a PickedLevel>, Vec<Current<'a>>), Failure> {
        let names = snapshots::names(selection);
        let mut texts = Vec::new();
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.write(RoomsFormat::Text));
        self.each(selection, &mut Output::nowhere(), false, show, |_, picked, text| {
            let name = names.get(&picked.key()).cloned().unwrap_or_default();
            texts.extend(picked.level().map(|level| (picked, Current { name, level, text })));
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
