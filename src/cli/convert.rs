//! The subcommand `sokoplan convert`: writes levels in another format, turned or mirrored.

use super::budget::BoundArgs;
use super::destination::distinct;
use super::output::{OutputFile, format_of};
use super::select::{LevelArgs, Selection};
use super::{ExitStatus, Failure};
use crate::level::{self, Collection, Entry, Format, Level, Lurd, Recorded, Symmetry, WriteOptions};
use clap::ValueEnum;

/// Write levels in another format, turned or mirrored
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan convert set.xsb -o set.sok
  sokoplan convert set.sok --level 7 --format rle
  sokoplan convert level.json --input-format sokobot
  sokoplan convert set.xsb --rotate 90 --mirror

SOK keeps authors, notes and solutions; solutions are turned with their levels.
--rotate is done before --mirror.")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// The format to write [default: that of the ending of -o, else xsb]
    #[arg(help_heading = "Output", long, alias = "to", value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Turn clockwise by this number of degrees
    #[arg(long, value_enum, value_name = "DEGREES")]
    rotate: Option<Degrees>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Degrees {
    #[value(name = "90")]
    Quarter,
    #[value(name = "180")]
    Half,
    #[value(name = "270")]
    ThreeQuarters,
}

impl Degrees {
    const fn symmetry(self) -> Symmetry {
        match self {
            Self::Quarter => Symmetry::QUARTER,
            Self::Half => Symmetry::HALF,
            Self::ThreeQuarters => Symmetry::THREE_QUARTERS,
        }
    }
}

pub(super) fn run(args: &ConvertArgs) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    let selection = args.levels.load(&args.limits.reading())?;
    let exit = selection.report_faults().and(selection.exit);
    let format = chosen(args.format, &args.output)?;
    let options = WriteOptions { format, strict: args.levels.pick.strict };
    let collection = collection(args, selection);
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    args.output.write(&text)?;
    Ok(exit)
}

/// Returns the chosen format of levels; without a choice that of the file's ending, else XSB.
pub(super) fn chosen(format: Option<Format>, output: &OutputFile) -> Result<Format, Failure> {
    let by_ending = if format.is_some() { Ok(None) } else { format_of(output.path()) };
    Ok(format.or(by_ending.map_err(Failure::message)?).unwrap_or_default())
}

fn collection(args: &ConvertArgs, selection: Selection) -> Collection {
    let mut entries: Vec<Entry> = selection.entries.into_iter().map(|picked| picked.entry).collect();
    let mirror = args.mirror.then_some(Symmetry::MIRROR);
    for symmetry in args.rotate.map(Degrees::symmetry).into_iter().chain(mirror) {
        entries.iter_mut().for_each(|entry| turn(entry, symmetry));
    }
    Collection { notes: selection.notes, entries, ..Collection::default() }
}

fn turn(entry: &mut Entry, symmetry: Symmetry) {
    if let Ok(level) = &entry.body {
        entry.recorded.retain_mut(|game| turn_game(game, level, symmetry));
        entry.body = Ok(level.turned(symmetry));
    }
}

/// Turns the recorded moves of a level like the level; returns false if the moves cannot be read.
fn turn_game(game: &mut Recorded, level: &Level, symmetry: Symmetry) -> bool {
    let Ok(moves) = game.lurd.parse::<Lurd>() else { return false };
    // Letters become upper case for pushes only if the rules allow the moves.
    let lurd = level::replay(&level.turned(symmetry).board, &level.turned(symmetry).start, &symmetry.of_lurd(&moves));
    game.lurd = lurd.map_or_else(|_| symmetry.of_lurd(&moves).to_string(), |replay| replay.lurd);
    true
}
