//! The subcommand `sokoplan convert`: writes levels in another format, turned or mirrored.

use super::budget::BoundArgs;
use super::destination::distinct;
use super::interruption::interruptible;
use super::output::OutputFile;
use super::progress::Progress;
use super::select::{LevelArgs, Selection};
use super::{ExitStatus, Failure, message};
use crate::generate::{Join, JoinError, Joiner};
use crate::level::{self, Collection, Entry, Format, Level, Lurd, Recorded, Symmetry, WriteOptions};
use crate::run::{Held, Stop};
use clap::ValueEnum;

/// Write levels in another format, turned or mirrored
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan convert set.xsb --format sok -o set.sok
  sokoplan convert set.sok --level 7 --format rle
  sokoplan convert level.json --input-format sokobot
  sokoplan convert set.xsb --rotate 90 --mirror --visible-floor
  sokoplan convert set.xsb --join 4
  sokoplan convert a.xsb b.xsb --join 16 --seed 3 --count 10 -o joined.xsb

SOK keeps authors, notes and solutions; solutions are turned with their levels.
--rotate is done before --mirror.

--join draws levels, each once before one is taken twice, turns or mirrors them, and leads
a corridor from each to the next; the player is that of the first. It begins where the
player of the piece is at the start and comes back in the end. Levels that no corridor
leads to or that are not solved within 20,000 nodes are left out; notes are lost; SOK has
the solutions of the pieces, one after the other. The same levels and options give the
same bytes. A board that takes more than --time is the end of the list.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The format to write
    #[arg(help_heading = "Output", long, alias = "to", value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    /// Turn clockwise by this number of degrees
    #[arg(long, value_enum, value_name = "DEGREES")]
    rotate: Option<Degrees>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    /// Write floor as `-`, for mail
    #[arg(long)]
    visible_floor: bool,
    /// Put this number of levels, drawn at random, on one board
    #[arg(help_heading = "Join", long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    join: Option<u32>,
    /// Seed of the random numbers
    #[arg(help_heading = "Join", long, default_value_t = 1, value_name = "NUMBER", requires = "join")]
    seed: u64,
    /// How many boards, each by the next seed
    #[arg(help_heading = "Join", long, default_value_t = 1, value_name = "NUMBER", requires = "join")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
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

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    if args.visible_floor && !matches!(args.format, Format::Xsb | Format::Sok) {
        return Err(Failure::message("--visible-floor has no effect: it is for --format xsb and sok"));
    }
    let selection = args.levels.load_within(&args.limits.reading())?;
    let exit = selection.report_faults().and(selection.exit);
    let options =
        WriteOptions { format: args.format, visible_floor: args.visible_floor, strict: args.levels.is_strict() };
    let (collection, ended) = collection(args, selection)?;
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    args.output.write(&text)?;
    Ok(exit.and(ended))
}

/// Returns the collection to write; the status is not `Done` if some of the requested boards cannot be made.
fn collection(args: &Args, selection: Selection) -> Result<(Collection, ExitStatus), Failure> {
    let (mut entries, notes, ended) = match args.join {
        Some(pieces) => {
            let (entries, ended) = joined(args, &selection, pieces)?;
            (entries, Vec::new(), ended)
        }
        None => {
            let entries = selection.entries.into_iter().map(|picked| picked.entry);
            (entries.collect(), selection.notes, ExitStatus::Done)
        }
    };
    let mirror = args.mirror.then_some(Symmetry::MIRROR);
    for symmetry in args.rotate.map(Degrees::symmetry).into_iter().chain(mirror) {
        entries.iter_mut().for_each(|entry| turn(entry, symmetry));
    }
    Ok((Collection { notes, entries, ..Collection::default() }, ended))
}

/// Returns one board for each seed, joined from `pieces` levels. The first board that cannot be made ends the list.
fn joined(args: &Args, selection: &Selection, pieces: u32) -> Result<(Vec<Entry>, ExitStatus), Failure> {
    let levels: Vec<Level> = selection.levels().map(|(_, level)| level.clone()).collect();
    let stop = interruptible()?;
    let _working = Progress::working("joining levels", args.output.is_quiet(), &stop);
    let joiner = Joiner::new(&levels, args.limits.limits(), stop);
    let (kept, mut held, mut entries) = (args.limits.reading(), Held::default(), Vec::new());
    for (number, seed) in (1..=args.count as usize).zip(args.seed..=u64::MAX) {
        let made = joiner.join(pieces as usize, seed).and_then(|made| {
            let entry = entry(number, made);
            held.grow(entry.bytes(), &kept)?;
            Ok(entry)
        });
        match made {
            Ok(entry) => entries.push(entry),
            Err(error) if entries.is_empty() => return Err(failure(&error)),
            Err(error) => {
                message::error(&format!("--join: {error}: {} of {} boards are made", entries.len(), args.count));
                let is_signal = error == JoinError::Stopped(Stop::Interrupted);
                return Ok((entries, if is_signal { ExitStatus::Interrupted } else { ExitStatus::Failed }));
            }
        }
    }
    Ok((entries, ExitStatus::Done))
}

fn failure(error: &JoinError) -> Failure {
    match error {
        JoinError::Stopped(Stop::Interrupted) => Failure::stopped(Stop::Interrupted),
        error => Failure::message(format!("--join: {error}")),
    }
}

fn entry(number: usize, Join { level, solution }: Join) -> Entry {
    let solution = level::replay(&level.board, &level.start, &solution).ok();
    let recorded = solution.map(|replay| Recorded::solution(replay.lurd, replay.metrics));
    Entry { recorded: recorded.into_iter().collect(), ..Entry::new(number, 1, Ok(level)) }
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
