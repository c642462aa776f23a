//! The subcommand `sokoplan rooms`: draws the rooms and tunnels of levels, counts them, and compares them with snapshots.

mod cut;
mod saved;
mod snapshots;
mod stats;

use crate::cli::io::{
    Destination, ExitStatus, Failure, NamedContent, Output, OutputArgs, PickedLevel, Result, SkinArgs, numbered, row,
};
use crate::cli::strategy::Modes;
use crate::render::{RoomsDump, RoomsFormat};

use crate::run::{Meter, Stop};
use clap::ValueEnum;
pub(crate) use cut::Summary;
use cut::{CutArgs, Dumper};
use saved::{CheckArgs, SaveArgs};
pub(super) use saved::{RoomsCheck, check};
use stats::StatsArgs;
pub(crate) use stats::StatsRow;
use std::io::{self, IsTerminal, Write};

pub(super) type RoomsArgs = Modes<Mode, ShowArgs>;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Mode {
    Show(ShowArgs),
    Stats(StatsArgs),
    Save(SaveArgs),
    Check(CheckArgs),
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
pub(super) struct ShowArgs {
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

pub(super) fn run(args: &RoomsArgs) -> Result<ExitStatus> {
    match &args.mode {
        None => args.default.run(),
        Some(Mode::Show(args)) => args.run(),
        Some(Mode::Stats(args)) => args.run(),
        Some(Mode::Save(args)) => args.run(),
        Some(Mode::Check(args)) => args.run(),
    }
}

impl ShowArgs {
    fn run(&self) -> Result<ExitStatus> {
        self.cut.distinct(self.output.file.destination())?;
        self.skin.is_for(self.output.format() == Format::Svg)?;
        self.cut.run(self.output.file.quiet, |dumper| {
            let has_several = dumper.selection.levels().count() > 1;
            match (self.output.format(), self.output.file.destination()) {
                (Format::Json, _) => self.json(dumper)?,
                (Format::Text, _) => {
                    let width = self.output.file.width().filter(|_| io::stdout().is_terminal());
                    self.stream(dumper, RoomsFormat::Terminal { width })?;
                }
                (format, Destination::Path(path)) if path.is_dir() || has_several => self.pictures(dumper, format)?,
                (Format::Svg, Destination::Stdout) if has_several => {
                    let tip = "name a folder for them with -o, or one level with --level";
                    return Err(Failure::message(format!("several pictures: {tip}")));
                }
                (format, _) => self.stream(dumper, picture(format))?,
            }
            Ok(ExitStatus::Done)
        })
    }

    fn stream(&self, dumper: &mut Dumper<'_>, format: RoomsFormat) -> Result<()> {
        let mut out = self.output.open()?;
        let mut is_first = true;
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| Ok(self.drawn(dump, format, meter)?);
        dumper.each(&mut out, false, show, |out, _, text| {
            if !std::mem::take(&mut is_first) {
                out.write_all(b"\n")?;
            }
            Ok(out.write_all(text.as_bytes())?)
        })?;
        out.close()
    }

    fn json(&self, dumper: &mut Dumper<'_>) -> Result<()> {
        let mut out = self.output.open()?;
        let mut summary = Summary::default();
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| {
            let (bytes, areas) = (row::bytes(picked, dump.row())?, dump.areas().areas());
            let rooms = areas.iter().filter(|area| area.is_room()).count();
            Ok((bytes, rooms, areas.iter().filter(|area| area.is_tunnel()).count()))
        };
        dumper.each(&mut out, true, show, |out, _, (bytes, rooms, tunnels)| {
            summary.add(rooms, tunnels);
            Ok(out.write_all(&bytes)?)
        })?;
        row::summary(&mut out, &summary)?;
        out.close()
    }

    fn pictures(&self, dumper: &mut Dumper<'_>, format: Format) -> Result<()> {
        let ending = if format == Format::Svg { "svg" } else { "dot" };
        let mut pictures = Vec::new();
        let show = |picked: &PickedLevel, dump: &RoomsDump<'_>, meter: &Meter| {
            let content = self.drawn(dump, picture(format), meter)?.into_bytes();
            Ok(NamedContent { name: numbered(picked, ending), content })
        };
        dumper.each(&mut Output::nowhere(), false, show, |_, _, picture| {
            pictures.push(picture);
            Ok(())
        })?;
        self.output.file.destination().save(&pictures)
    }

    fn drawn(&self, dump: &RoomsDump<'_>, format: RoomsFormat, meter: &Meter) -> Result<String, Stop> {
        let text = dump.write_within(format, meter)?;
        Ok(if format == RoomsFormat::Svg { self.skin.dress(text) } else { text })
    }
}

const fn picture(format: Format) -> RoomsFormat {
    match format {
        Format::Svg => RoomsFormat::Svg,
        Format::Dot => RoomsFormat::Dot,
        _ => RoomsFormat::Text,
    }
}
