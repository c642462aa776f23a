//! The subcommand `sokoplan explain`: reads any solution as steps.

use super::areas::AreaArgs;
use super::budget::reading_unlimited;
use super::claims::{Claim, SolutionArgs, take};
use super::destination::distinct;
use super::interruption::interruptible;
use super::output::{Output, OutputArgs, SkinArgs};
use super::runs::write_csv;
use super::select::{LevelArgs, Picked};
use super::{ExitStatus, Failure, message, row};
use crate::level::{Level, Lurd, LurdError, ReplayError, Square, verify};
use crate::maze::{Areas, PlayerSides, PushDistances};
use crate::render::{StepsView, cut_to};
use crate::run::{StopFlag, safe_cell};
use crate::solve::Explained;
use crate::steps::StepKind;
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Tell any solution in sentences, and as steps
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan explain set.sok --level 3                       a solution that the file itself holds
  sokoplan explain set.xsb --solution solutions.txt        lines of NUMBER LURD, or rows of solve --json
  sokoplan explain levels/1-one-room.xsb --level 2 --solution rruLLL
  sokoplan explain set.xsb --solution rows.jsonl --json > steps.jsonl
  sokoplan explain set.sok --format csv -o steps.csv
  sokoplan explain set.sok --level 3 --format svg -o steps.svg
  sokoplan solve set.xsb --json | sokoplan explain set.xsb --solution -

A step pushes one box without a break: a transfer takes it to another area, an arrangement leaves
it in its area. Sentences and steps are read off the moves, whoever found them: nothing is searched.
-v shows the steps. Moves need not solve the level; if they do not, a message says so, and the exit code is 1.")]
pub(super) struct ExplainArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    solution: SolutionArgs,
    #[command(flatten)]
    areas: AreaArgs,
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

#[derive(Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of solutions that were explained.
    explained: usize,
    /// Number of levels without a solution.
    without: usize,
    /// Number of move sequences that the rules forbid, or that solve nothing.
    bad: usize,
    /// Number of steps.
    steps: usize,
    /// Number of transfers.
    transfers: usize,
    /// Number of arrangements.
    arrangements: usize,
    /// Whether a signal ended the run.
    interrupted: bool,
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
    /// Rooms and tunnels, by which steps are named.
    areas: Vec<crate::render::AreaRow>,
    /// Story of the solution.
    story: crate::render::StoryRow,
    /// Steps in order (joined, their moves are `lurd`).
    steps: Vec<crate::render::StepRow>,
}

/// Columns of the steps as CSV.
const COLUMNS: [&str; 11] =
    ["file", "level", "step", "kind", "words", "label", "pushes", "from", "to", "purpose", "lurd"];

pub(super) fn run(args: &ExplainArgs) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths().chain(args.areas.path()).chain(args.solution.file()), [args.output.destination()])?;
    let selection = args.levels.load(&reading_unlimited())?;
    let stop = interruptible()?;
    let (mut claims, exit) = args.solution.claims(&selection, &reading_unlimited())?;
    let is_picture = args.output.format() == Format::Svg;
    args.skin.is_for(is_picture)?;
    if is_picture && (selection.entries.len() > 1 || claims.values().any(|claims| claims.len() > 1)) {
        return Err(Failure::message("several solutions: pick one level with --level for this format"));
    }
    if selection.levels().next().is_some() && claims.values().all(Vec::is_empty) {
        return Err(Failure::message(
            "no solution to explain: `sokoplan solve FILE --explain` searches for one, --solution names one",
        ));
    }
    let mut explainer = Explainer {
        args,
        has_moves: args.solution.is_moves(),
        stop: &stop,
        summary: Summary::default(),
        exit: selection.exit.and(exit),
    };
    let mut out = args.output.open()?;
    if args.output.format() == Format::Csv {
        write_csv(&mut out, COLUMNS.map(str::to_owned))?;
    }
    for picked in selection.entries.iter().take_while(|_| !stop.is_raised()) {
        explainer.exit = explainer.exit.and(picked.report_fault());
        let Ok(level) = &picked.entry.body else { continue };
        explainer.summary.levels += 1;
        let claims = take(&mut claims, picked);
        if claims.is_empty() {
            explainer.summary.without += 1;
            message::note(&format!("{}: level {}: no solution to explain", picked.file, picked.entry.number));
        }
        claims.iter().try_for_each(|claim| explainer.explain(&mut out, picked, level, claim))?;
    }
    explainer.conclude(out)
}

fn explained(level: &Level, areas: &Areas, claim: &Claim, stop: &StopFlag) -> Result<(Lurd, Explained), String> {
    let moves: Lurd = claim.lurd.parse().map_err(|error: LurdError| error.to_string())?;
    let explained = Explained::of_moves(level, areas, &moves).map_err(|error| error.to_string())?.labelled(level, stop);
    Ok((moves, explained))
}

struct Explainer<'a> {
    args: &'a ExplainArgs,
    /// Whether the moves are an argument of the command, so that they have no line.
    has_moves: bool,
    stop: &'a StopFlag,
    summary: Summary,
    exit: ExitStatus,
}

impl Explainer<'_> {
    fn explain(&mut self, out: &mut Output, picked: &Picked, level: &Level, claim: &Claim) -> Result<(), Failure> {
        let cutter = self.args.areas.cutter()?;
        let areas = Areas::new(&level.board, cutter.by, &cutter.patterns);
        let bad = |why: String| {
            let line = if self.has_moves { String::new() } else { format!("line {}: ", claim.line) };
            message::error(&format!("{}: level {}: {line}{why}", picked.file, picked.entry.number));
        };
        let (moves, explained) = match explained(level, &areas, claim, self.stop) {
            Ok(explained) => explained,
            Err(why) => {
                bad(why);
                self.summary.bad += 1;
                self.exit = self.exit.and(ExitStatus::No);
                return Ok(());
            }
        };
        let end: Result<_, ReplayError> = verify(&level.board, &level.start, &moves);
        if let Err(error) = &end {
            bad(error.to_string());
            self.summary.bad += 1;
            self.exit = self.exit.and(ExitStatus::No);
        }
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
                row::level(out, &picked.file, picked.entry.number, row)?;
            }
            Format::Svg => {
                let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
                out.write_all(self.args.skin.dress(view.svg(cutter.by, &dead)).as_bytes())?;
            }
            Format::Text => {
                let width = self.args.output.width();
                let heading = cut_to(&picked.heading(), width.unwrap_or(usize::MAX));
                let blank = if self.summary.explained > 1 { "\n" } else { "" };
                write!(out, "{blank}{heading}\n{}", view.text(self.args.levels.pick.verbose, width))?;
            }
        }
        Ok(())
    }

    fn count(&mut self, explained: &Explained) {
        self.summary.explained += 1;
        self.summary.steps += explained.steps.len();
        let transfers = explained.steps.iter().filter(|step| step.kind() == StepKind::Transfer).count();
        self.summary.transfers += transfers;
        self.summary.arrangements += explained.steps.len() - transfers;
    }

    fn conclude(mut self, mut out: Output) -> Result<ExitStatus, Failure> {
        self.summary.interrupted = self.stop.is_raised();
        if self.args.output.is_json() {
            row::summary(&mut out, &self.summary)?;
        }
        out.close()?;
        Ok(if self.summary.interrupted { self.exit.and(ExitStatus::Interrupted) } else { self.exit })
    }
}

fn add_csv(out: &mut Output, picked: &Picked, level: &Level, explained: &Explained) -> Result<(), Failure> {
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
