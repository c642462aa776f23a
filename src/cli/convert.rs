//! The subcommand `sokoplan convert`: writes levels in another format, turned or mirrored; files of levels with their solutions.

use super::arrange::ArrangeArgs;
use crate::cli::io::{
    BoundArgs, Driver, ExitStatus, Failure, LevelArgs, Output, OutputFile, Selection, ThreadArgs, distinct, message,
};
use crate::level::{
    self, Collection, Entry, Format, Level, Lurd, Note, RecordedMoves, Recording, Symmetry, WriteOptions,
};
use crate::render::counted;
use crate::solve::Solution;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::io::Write;

/// Convert levels to another format, turn or mirror them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan convert set.xsb -o set.sok
  sokoplan convert set.sok --level 7 --format rle
  sokoplan convert level.json --input-format sokobot
  sokoplan convert set.xsb --rotate 90 --mirror
  sokoplan convert set.xsb --sort difficulty --titles 'Garden {n}' -o set.sok
  sokoplan convert set.xsb --level 3,1,2         in this order

SOK keeps authors, notes and solutions; solutions are turned with their levels. A message counts
the solutions and saved games that another format cannot hold. --rotate comes before --mirror.")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Format of the output [default: by the ending of -o, else xsb]
    #[arg(help_heading = "Output", long, alias = "to", value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Rotate clockwise by this number of degrees
    #[arg(long, value_parser = rotation(), value_name = "DEGREES")]
    rotate: Option<Symmetry>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    arrange: ArrangeArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

fn rotation() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(["90", "180", "270"]).map(|degrees| match degrees.as_str() {
        "90" => Symmetry::QUARTER,
        "180" => Symmetry::HALF,
        _ => Symmetry::THREE_QUARTERS,
    })
}

pub(super) fn run(args: &ConvertArgs) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    let exit = selection.report_faults().and(selection.exit);
    let format = args.output.format(args.format)?;
    if args.arrange.collection.is_some() && !matches!(format, Format::Sok | Format::Slc) {
        return Err(Failure::message("--collection has no effect: only --format sok and slc name a collection"));
    }
    args.levels.pick.in_order(&mut selection.entries);
    let driver = |levels| Driver::begin(ThreadArgs::default().or_cores(), "rating ", levels, args.output.is_quiet());
    selection.entries = args.arrange.order(selection.entries, args.limits.limits(), driver)?;
    args.arrange.name(selection.entries.iter_mut().map(|picked| &mut picked.entry), &mut selection.notes);
    let options = WriteOptions { format, strict: args.levels.pick.strict };
    let (collection, mut left) = collection(args, selection);
    if !format.holds_games() {
        let good = collection.entries.iter().filter(|entry| entry.body.is_ok());
        left.extend(good.flat_map(|entry| &entry.recorded).map(|game| game.kind));
    }
    tell_left(&left, format);
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    args.output.write(&text)?;
    Ok(exit)
}

/// Reports the numbers of solutions and saved games that are not written.
fn tell_left(left: &[Recording], format: Format) {
    let counts = [(Recording::Solution, "solution"), (Recording::Savegame, "saved game")].map(|(kind, noun)| {
        let count = left.iter().filter(|left| **left == kind).count();
        (count > 0).then(|| counted(count, noun))
    });
    if !left.is_empty() {
        let why = if format.holds_games() { "the moves cannot be read" } else { "only --format sok keeps them" };
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        message::error(&format!("{} not written: {why}", counts.join(" and ")));
    }
}

/// Returns the levels, turned, and the kinds of the recorded games whose moves cannot be turned.
fn collection(args: &ConvertArgs, selection: Selection) -> (Collection, Vec<Recording>) {
    let mut entries: Vec<Entry> = selection.entries.into_iter().map(|picked| picked.entry).collect();
    let mut left = Vec::new();
    let mirror = args.mirror.then_some(Symmetry::MIRROR);
    for symmetry in args.rotate.into_iter().chain(mirror) {
        entries.iter_mut().for_each(|entry| left.extend(turn(entry, symmetry)));
    }
    (Collection { notes: selection.notes, entries, ..Collection::default() }, left)
}

/// Turns a level with its recorded games; returns the kinds of the games whose moves cannot be read, which are removed.
fn turn(entry: &mut Entry, symmetry: Symmetry) -> Vec<Recording> {
    let Ok(level) = &entry.body else { return Vec::new() };
    let left = entry.recorded.extract_if(.., |game| !turn_game(game, level, symmetry)).map(|game| game.kind).collect();
    entry.body = Ok(level.turned(symmetry));
    left
}

/// Turns the recorded moves of a level like the level; returns false if the moves cannot be read.
fn turn_game(game: &mut RecordedMoves, level: &Level, symmetry: Symmetry) -> bool {
    let Ok(moves) = game.lurd.parse::<Lurd>() else { return false };
    // Letters become upper case for pushes only if the rules allow the moves.
    let lurd = level::replay(&level.turned(symmetry).board, &level.turned(symmetry).start, &symmetry.of_lurd(&moves));
    game.lurd = lurd.map_or_else(|_| symmetry.of_lurd(&moves).to_string(), |replay| replay.lurd);
    true
}

pub(super) struct SokFile {
    out: Output,
    /// Notes of the collection, until they are written above the first level.
    notes: Vec<Note>,
}

impl SokFile {
    pub(super) const fn new(out: Output, notes: Vec<Note>) -> Self {
        Self { out, notes }
    }

    /// Writes a level with the solutions that it holds, and a new one.
    pub(super) fn add(&mut self, entry: &Entry, solution: Option<&Solution>) -> Result<(), Failure> {
        let mut entry = entry.clone();
        if let Some(solution) = solution {
            let mut recorded = RecordedMoves::solution(&solution.lurd, solution.metrics);
            recorded.notes.push(Note::new("Solution name", "sokoplan"));
            entry.recorded.push(recorded);
        }
        let collection =
            Collection { notes: std::mem::take(&mut self.notes), entries: vec![entry], ..Collection::default() };
        let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
        let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn close(self) -> Result<(), Failure> {
        self.out.close()
    }
}
