//! The subcommand `sokoplan prove`: proves that levels have no solution, or no solution with fewer pushes, and that deadlock
//! patterns are deadlocks; the proofs that other subcommands write.

use super::strategy::{Modes, deadlock_patterns};
use crate::assist::refutation;
use crate::cli::io::{
    Destination, Driver, ExitStatus, LevelArgs, LimitArgs, NamedContent, Output, OutputArgs, PickedLevel, Result,
    Selection, TextOrJson, distinct, message, numbered, refuse_twins, row,
};
use crate::deadlock::patterns::{DeadlockPattern, PictureProof};
use crate::level::{Level, Lurd};
use crate::maze::Maze;
use crate::proof::{Attempt, Prover};
use crate::render::{ProofRow, counted};
use crate::run::{Limits, Meter, StopFlag};
use crate::search::optimal::{Metric, goal_room};
use crate::solve::{Outcome, Report};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) type ProveArgs = Modes<Mode, LevelProofArgs>;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Mode {
    Level(Box<LevelProofArgs>),
    Patterns(PatternProofArgs),
}

/// Prove that levels have no solution, or none with fewer pushes (the default)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove set.xsb --level 3               the level has no solution
  sokoplan prove set.xsb --level 3 --after rrdL  a later position has none
  sokoplan prove set.xsb --level 3 --bound 42    at least 42 pushes
  sokoplan prove set.xsb -o set.sokoproof
  sokoplan prove set.xsb | sokoplan verify - set.xsb

A proof is a text of pictures that `sokoplan verify` or another program can check without a search:
see `help proofs`. Each proof is checked before it is written. If a level gets no proof, the reason
is printed on standard error, and the exit code is 1.")]
pub(super) struct LevelProofArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Prove this minimum number of pushes of every solution
    #[arg(help_heading = "Proof", long, value_name = "PUSHES")]
    bound: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// Prove that deadlock patterns are deadlocks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove patterns
  sokoplan prove patterns mine.txt --json

Verdicts: stuck (no box can be moved), enclosed (not all boxes can be moved away), open (no
deadlock), unproved (the search was too large; never matched). If a player inside can push his way
out, the pattern holds only while he is outside. A match takes account of the goals inside.")]
pub(super) struct PatternProofArgs {
    /// File of patterns [default: the built-in file]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

pub(super) fn run(args: &ProveArgs) -> Result<ExitStatus> {
    match &args.mode {
        None => levels(&args.default),
        Some(Mode::Level(args)) => levels(args),
        Some(Mode::Patterns(args)) => patterns(args.file.as_deref(), &args.output),
    }
}

fn levels(args: &LevelProofArgs) -> Result<ExitStatus> {
    distinct(args.levels.paths(), [args.output.file.destination()])?;
    let selection = args.levels.load(&args.limits.reading())?;
    let driver = Driver::begin(args.limits.threads, "proving ", selection.entries.len(), args.output.file.quiet)?;
    let goal = match args.bound {
        Some(pushes) => Goal::Pushes(pushes.into(), None),
        None => Goal::NoSolution(if args.levels.pick.after.is_some() { "dead" } else { "unsolvable" }),
    };
    let (mut out, mut proved) = (args.output.open()?, 0);
    let limits = args.limits.limits();
    let work = |_: &PickedLevel, level: &Level| Ok(goal.attempt(level, limits, &driver.stop));
    let done = |out: &mut Output, picked: &PickedLevel, attempt: Attempt| {
        proved += usize::from(attempt.proof.is_some());
        report(args, out, picked, &attempt)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    if !args.output.is_json() && ran.levels > 0 {
        message::note(&format!("{proved} of {} proved", ran.levels));
    }
    // Without a proof the file is left as it is.
    let out = if proved > 0 || args.output.is_json() { out } else { Output::nowhere() };
    ran.conclude(out, args.output.is_json(), Proved { proved })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(super) struct Proved {
    /// Number of levels with a proof.
    proved: usize,
}

fn report(args: &LevelProofArgs, out: &mut Output, picked: &PickedLevel, attempt: &Attempt) -> Result<ExitStatus> {
    let text = attempt.proof.as_ref().map(|proof| proof.text.as_str());
    if args.output.is_json() {
        row::level(out, picked, ProofRow::new(&picked.entry.title, attempt.clone()))?;
    } else if let Some(text) = text {
        writeln!(out, "; {}\n{text}", picked.heading())?;
    }
    out.flush()?;
    Ok(report_unproved(picked, attempt))
}

fn report_unproved(picked: &PickedLevel, attempt: &Attempt) -> ExitStatus {
    let (Some(reason), Some(claim)) = (&attempt.unproved, &attempt.claim) else { return ExitStatus::Done };
    message::error(&format!("{}: no proof of `{claim}`: {reason}", picked.place()));
    ExitStatus::No
}

/// Returns an error if two levels have one file name in the folder of `--proof`.
pub(super) fn refuse_twin_proofs(selection: &Selection) -> Result<()> {
    refuse_twins(selection.entries.iter().map(|picked| numbered(picked, "sokoproof")))
}

/// Writes a proof into the folder of `--proof`, with a file for each level.
pub(super) fn keep(folder: &Destination, picked: &PickedLevel, attempt: &Attempt) -> Result<()> {
    report_unproved(picked, attempt);
    let Some(proof) = &attempt.proof else { return Ok(()) };
    let content = format!("; {}\n{}", picked.heading(), proof.text).into_bytes();
    folder.save(&[NamedContent { name: numbered(picked, "sokoproof"), content }])
}

#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// The start has no solution; the word is `dead` or `unsolvable`.
    NoSolution(&'static str),
    /// No solution has fewer pushes than this number; the moves, if known, are a solution with this number of pushes.
    Pushes(usize, Option<Lurd>),
}

impl Goal {
    /// Returns the statement to prove after a search: that the level has no solution if the search found that, or that
    /// no solution has fewer pushes if it found a shortest one; else `None`.
    pub(super) fn of(report: &Report) -> Option<Self> {
        let counts_pushes = report.metric.is_some_and(|metric| metric.unit() == Metric::Pushes.unit());
        match &report.outcome {
            Outcome::Unsolvable => Some(Self::NoSolution("unsolvable")),
            Outcome::Solved(solution) if counts_pushes && report.is_optimal() => {
                Some(Self::Pushes(solution.metrics.pushes, solution.lurd.parse().ok()))
            }
            _ => report.lower_bound.filter(|_| counts_pushes).map(|bound| Self::Pushes(bound as usize, None)),
        }
    }

    pub(super) fn attempt(&self, level: &Level, limits: Limits, stop: &StopFlag) -> Attempt {
        let mut meter = Meter::new(limits, stop.clone());
        let (pushes, moves) = match self {
            Self::NoSolution(claim) => return refutation(level, claim, &mut meter),
            Self::Pushes(pushes, moves) => (*pushes, moves.as_ref()),
        };
        let claim = if moves.is_some() { format!("optimal {pushes}") } else { format!("bound {pushes}") };
        let mut proving = || {
            let maze = Maze::new(&level.board, &mut meter)?;
            let room = goal_room(&maze, &level.start, &meter)?;
            Prover::new(&maze).bound(pushes, moves, &level.start, &room, &meter)
        };
        Attempt::new(claim, None, proving())
    }
}

#[derive(JsonSchema, Serialize)]
pub(super) struct PatternRow<'a> {
    /// Name of the pattern.
    name: &'a str,
    /// Picture of the pattern.
    picture: String,
    /// Result of the search around the pattern: `stuck`, `enclosed`, `open` or `unproved`.
    verdict: &'static str,
    /// Whether the pattern is a deadlock only while the player is outside.
    outside_only: bool,
    /// Number of forms: turned, mirrored, each by the box in the centre.
    centred: usize,
    /// Number of positions that were searched.
    positions: usize,
}

#[derive(Default, JsonSchema, Serialize)]
#[schemars(rename = "Summary")]
pub(super) struct PatternSummary {
    /// Number of patterns.
    patterns: usize,
    /// Number of patterns that are deadlocks.
    sound: usize,
    /// Number of deadlocks that hold only while the player is outside.
    outside_only: usize,
    /// Number of forms of all patterns.
    centred: usize,
}

/// Proves each pattern of a file, or of the built-in ones, and writes the verdicts; `No` if a pattern is no deadlock.
fn patterns(file: Option<&Path>, output: &OutputArgs<TextOrJson>) -> Result<ExitStatus> {
    distinct(file.into_iter(), [output.file.destination()])?;
    let set = deadlock_patterns(file)?;
    let mut out = output.open()?;
    let mut summary = PatternSummary::default();
    for pattern in set.patterns() {
        let row = PatternRow::of(pattern);
        summary.patterns += 1;
        summary.sound += usize::from(matches!(row.verdict, "stuck" | "enclosed"));
        summary.outside_only += usize::from(row.outside_only);
        summary.centred += row.centred;
        if output.is_json() {
            row::row(&mut out, "pattern", &row)?;
        } else {
            let outside = if row.outside_only { ", while the player is outside" } else { "" };
            writeln!(out, "{}: {}{outside}; matched in {}", row.name, row.verdict, counted(row.centred, "way"))?;
            row.picture.lines().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    let PatternSummary { patterns, sound, outside_only, centred } = &summary;
    if output.is_json() {
        row::summary(&mut out, &summary)?;
    } else {
        let (all, ways) = (counted(*patterns, "pattern"), counted(*centred, "way"));
        write!(out, "{all}, {sound} proved, {outside_only} of them while the player is outside; ")?;
        writeln!(out, "{ways} to lay them on a box")?;
    }
    out.close()?;
    Ok(ExitStatus::from(summary.sound == summary.patterns))
}

impl<'a> PatternRow<'a> {
    fn of(pattern: &'a DeadlockPattern) -> Self {
        let proof = pattern.proof.as_ref();
        let is_sound = proof.is_some_and(PictureProof::is_sound);
        PatternRow {
            name: &pattern.name,
            picture: pattern.picture.to_string(),
            verdict: match proof {
                None => "unproved",
                Some(proof) if proof.is_stuck() => "stuck",
                Some(_) if is_sound => "enclosed",
                Some(_) => "open",
            },
            outside_only: is_sound && !proof.is_some_and(PictureProof::is_sound_inside),
            centred: pattern.centred,
            positions: proof.map_or(0, |proof| proof.positions),
        }
    }
}
