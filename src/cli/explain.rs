//! The subcommand `sokoplan explain`: reads any solution as steps.

use super::strategy::AreaArgs;
use crate::cli::io::row::write_csv;
use crate::cli::io::{
    BoundArgs, Claim, Driver, ExitStatus, Failure, LevelArgs, Output, OutputArgs, PickedLevel, Result, RunSummary,
    SkinArgs, SolutionArgs, ThreadArgs, distinct, message, row,
};
use crate::level::{Level, Lurd, LurdError, ReplayError, Square, verify};
use crate::maze::{Areas, PlayerSides, PushDistances, RoomsBy};
use crate::render::{StepsView, cut_to};
use crate::run::{Meter, Stop, safe_cell};
use crate::solve::Explanation;
use crate::steps::StepKind;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Explain any solution in sentences and steps
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan explain set.sok --level 3                 a solution in the file
  sokoplan explain set.xsb --solution solutions.txt  lines NUMBER LURD, or rows
  sokoplan explain levels/1-one-room.xsb --level 2 --solution rruLLL
  sokoplan explain set.xsb --solution rows.jsonl --json > steps.jsonl
  sokoplan explain set.sok --format csv -o steps.csv
  sokoplan explain set.sok --level 3 --format svg -o steps.svg
  sokoplan solve set.xsb --json | sokoplan explain set.xsb --solution -

A step pushes one box without a break: a transfer takes it to another area, an arrangement leaves
it in its area. Steps and sentences depend on the moves alone, not on their source. -v prints the
steps. Moves that do not solve the level are explained too, with a message and exit code 1.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    solution: SolutionArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The areas, and the story
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// A table with a row a step
    Csv,
    /// The steps as arrows over the rooms
    Svg,
}

/// Counts of the last row.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of solutions that were explained.
    explained: usize,
    /// Number of levels without a solution.
    without: usize,
    /// Number of move sequences that the rules forbid, or that do not solve the level.
    bad: usize,
    /// Number of steps.
    steps: usize,
    /// Number of transfers.
    transfers: usize,
    /// Number of arrangements.
    arrangements: usize,
}

/// JSON row of an explained solution.
#[derive(JsonSchema, Serialize)]
pub(super) struct ExplainRow<'a> {
    /// Title of the level.
    title: &'a str,
    /// Number of the line with the solution in its file, from 1.
    line: usize,
    /// Moves in LURD.
    lurd: &'a str,
    /// Number of moves, pushes included.
    moves: usize,
    /// Number of pushes.
    pushes: usize,
    /// Whether the moves solve the level.
    solves: bool,
    /// Rooms and tunnels that the steps name.
    areas: Vec<crate::render::AreaRow>,
    /// Story of the solution.
    story: crate::render::StoryRow,
    /// Steps in order (joined, their moves are `lurd`).
    steps: Vec<crate::render::StepRow>,
}

const COLUMNS: [&str; 11] =
    ["file", "level", "step", "kind", "words", "label", "pushes", "from", "to", "purpose", "lurd"];

pub(super) fn run(args: &ExplainArgs) -> Result<ExitStatus> {
    let inputs = args.levels.paths().chain(args.areas.path()).chain(args.solution.file());
    distinct(inputs, [args.output.file.destination()])?;
    let selection = args.levels.load(&args.limits.reading())?;
    let (claims, exit) = args.solution.claims(&selection, &args.limits.reading())?;
    let is_picture = args.output.format() == Format::Svg;
    args.skin.is_for(is_picture)?;
    if is_picture && (selection.entries.len() > 1 || claims.values().any(|claims| claims.len() > 1)) {
        return Err(Failure::message("several solutions: select one level with --level for this format"));
    }
    if selection.levels().next().is_some() && claims.values().all(Vec::is_empty) {
        return Err(Failure::message(
            "no solution to explain: `sokoplan solve FILE --explain` searches for one, --solution names one",
        ));
    }
    let cutter = args.areas.cutter()?;
    let driver = Driver::begin(args.threads, "explaining ", selection.entries.len(), args.output.file.quiet)?;
    let mut out = args.output.open()?;
    if args.output.format() == Format::Csv {
        write_csv(&mut out, COLUMNS.map(str::to_owned))?;
    }
    let mut writer = Writer { args, by: cutter.by, summary: Summary::default() };
    let work = |picked: &PickedLevel, level: &Level| {
        let meter = Meter::new(args.limits.limits(), driver.stop.clone());
        let areas = cutter.areas(&level.board, &meter)?;
        let explained =
            claims.get(&picked.key()).into_iter().flatten().map(|claim| explain(level, &areas, claim, &meter));
        Ok(explained.collect::<Result<Vec<_>, Stop>>()?)
    };
    let done = |out: &mut Output, picked: &PickedLevel, explained| writer.level(out, picked, explained);
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    RunSummary { exit: ran.exit.and(exit), ..ran }.conclude(out, args.output.is_json(), writer.summary)
}

/// A claim, and its moves with their steps, or the fault of the moves.
type Explained<'c> = (&'c Claim, Result<(Lurd, Explanation), String>);

fn explain<'c>(level: &Level, areas: &Areas, claim: &'c Claim, meter: &Meter) -> Result<Explained<'c>, Stop> {
    let moves: Result<Lurd, LurdError> = claim.lurd.parse();
    let read = moves.map_err(|error| error.to_string()).and_then(|moves| {
        let explained = Explanation::of_moves(level, areas, &moves).map_err(|error| error.to_string())?;
        Ok((moves, explained))
    });
    let Ok((moves, mut explained)) = read else { return Ok((claim, read)) };
    explained.label(level, meter)?;
    Ok((claim, Ok((moves, explained))))
}

struct Writer<'a> {
    args: &'a ExplainArgs,
    by: RoomsBy,
    summary: Summary,
}

impl Writer<'_> {
    fn level(&mut self, out: &mut Output, picked: &PickedLevel, explained: Vec<Explained<'_>>) -> Result<ExitStatus> {
        if explained.is_empty() {
            self.summary.without += 1;
            message::note(&format!("{}: no solution to explain", picked.place()));
        }
        explained.into_iter().map(|one| self.claim(out, picked, one)).collect()
    }

    fn claim(&mut self, out: &mut Output, picked: &PickedLevel, (claim, read): Explained<'_>) -> Result<ExitStatus> {
        let Ok(level) = &picked.entry.body else { return Ok(ExitStatus::Done) };
        let bad = |summary: &mut Summary, why: String| {
            // Moves that are an argument of the command have no line.
            let line = if self.args.solution.is_moves() { String::new() } else { format!("line {}: ", claim.line) };
            message::error(&format!("{}: {line}{why}", picked.place()));
            summary.bad += 1;
            Ok(ExitStatus::No)
        };
        let (moves, explained) = match read {
            Ok(read) => read,
            Err(why) => return bad(&mut self.summary, why),
        };
        let end: Result<_, ReplayError> = verify(&level.board, &level.start, &moves);
        let exit =
            end.as_ref().map_or_else(|error| bad(&mut self.summary, error.to_string()), |_| Ok(ExitStatus::Done))?;
        let view = StepsView::new(level, &explained);
        self.count(&explained);
        match self.args.output.format() {
            Format::Csv => add_csv(out, picked, level, &explained)?,
            Format::Json => {
                let row = ExplainRow {
                    title: &picked.entry.title,
                    line: claim.line,
                    lurd: &explained.lurd,
                    moves: moves.len(),
                    pushes: explained.steps.iter().map(|step| step.pushes.len()).sum(),
                    solves: end.is_ok(),
                    areas: view.area_rows(),
                    story: view.story_row(),
                    steps: view.rows(),
                };
                row::level(out, picked, row)?;
            }
            Format::Svg => {
                let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
                out.write_all(self.args.skin.dress(view.svg(self.by, &dead)).as_bytes())?;
            }
            Format::Text => {
                let width = self.args.output.file.width();
                let heading = cut_to(&picked.heading(), width.unwrap_or(usize::MAX));
                let blank = if self.summary.explained > 1 { "\n" } else { "" };
                write!(out, "{blank}{heading}\n{}", view.text(self.args.levels.pick.verbose, width))?;
            }
        }
        Ok(exit)
    }

    fn count(&mut self, explained: &Explanation) {
        self.summary.explained += 1;
        self.summary.steps += explained.steps.len();
        let transfers = explained.steps.iter().filter(|step| step.kind() == StepKind::Transfer).count();
        self.summary.transfers += transfers;
        self.summary.arrangements += explained.steps.len() - transfers;
    }
}

fn add_csv(out: &mut Output, picked: &PickedLevel, level: &Level, explained: &Explanation) -> Result<()> {
    let place = |square: Square| {
        let (row, column) = level.board.row_column(square);
        format!("{row},{column}")
    };
    for ((at, step), row) in explained.steps.iter().enumerate().zip(StepsView::new(level, explained).rows()) {
        let [number, at, pushes] = [picked.entry.number, at + 1, row.pushes].map(|count| count.to_string());
        let (file, label) = (safe_cell(&picked.file).into_owned(), row.label.unwrap_or_default());
        let (from, to) = (place(step.from()), place(step.to()));
        write_csv(out, [file, number, at, row.kind, row.words, label, pushes, from, to, row.purpose, row.lurd])?;
    }
    // A header alone does not replace an old file.
    if explained.steps.is_empty() { Ok(()) } else { Ok(out.flush()?) }
}
