//! `sokoplan verify`

use super::claims::{Claim, from_file, own};
use super::output::{Output, OutputArgs, TextOrJson};
use super::select::{self, PickArgs, Picked};
use super::{ExitStatus, Failure, TABLE, row};
use crate::level::{self, LurdError, Metrics, ReplayError};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Check solutions, and say at which move a bad one breaks
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sokoplan verify set.sok                  the solutions that the file itself holds
  sokoplan verify set.xsb solutions.txt    lines of NUMBER LURD, or rows of solve --json
  sokoplan solve set.xsb | sokoplan verify set.xsb -

A level without a solution is counted, and is no error. Every solution is replayed on the
board alone.

{TABLE}"))]
pub(super) struct Args {
    /// A file of levels; `-` is standard input
    #[arg(value_name = "LEVELS")]
    levels: PathBuf,
    /// A file of solutions; without it, those that LEVELS holds
    #[arg(value_name = "SOLUTIONS")]
    solutions: Option<PathBuf>,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// The reason why a claim fails.
#[derive(Debug, thiserror::Error)]
enum Bad {
    #[error("{0}")]
    NoLurd(#[from] LurdError),
    #[error("{0}")]
    ReplayError(#[from] ReplayError),
    #[error("the level itself has a fault")]
    Fault,
    #[error("there is no such level")]
    NoLevel,
}

#[derive(Serialize)]
struct Checked<'a> {
    title: &'a str,
    line: usize,
    valid: bool,
    #[serde(flatten)]
    metrics: Option<Metrics>,
    broken_at: Option<usize>,
    reason: Option<String>,
}

#[derive(Default, Serialize)]
struct Summary {
    valid: usize,
    bad: usize,
    without: usize,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let selection = args.pick.load(&args.levels)?;
    let faults = selection.report_faults();
    let mut claims = match &args.solutions {
        Some(path) => from_file(path)?,
        None => own(&selection.entries),
    };
    let mut checker = Checker { out: args.output.open()?, json: args.output.is_json(), summary: Summary::default() };
    for picked in &selection.entries {
        let claims = claims.remove(&picked.entry.number).unwrap_or_default();
        checker.summary.without += usize::from(claims.is_empty());
        claims.iter().try_for_each(|claim| checker.check(&picked.file, picked.entry.number, Some(picked), claim))?;
    }
    for (number, claims) in claims.into_iter().filter(|(number, _)| *number == 0 || *number > selection.count) {
        let file = select::name(&args.levels);
        claims.iter().try_for_each(|claim| checker.check(&file, number, None, claim))?;
    }
    Ok(checker.conclude()?.and(faults).and(selection.exit))
}

/// Checks claims, writes the result of each, and counts.
struct Checker {
    out: Output,
    json: bool,
    summary: Summary,
}

impl Checker {
    fn check(&mut self, file: &str, number: usize, picked: Option<&Picked>, claim: &Claim) -> Result<(), Failure> {
        let title = picked.map_or("", |picked| &picked.entry.title);
        let result = verdict(picked, claim);
        *if result.is_ok() { &mut self.summary.valid } else { &mut self.summary.bad } += 1;
        if !self.json {
            let verdict = match result {
                Ok(metrics) => format!("ok {}", metrics.slashed()),
                Err(bad) => format!("bad: {bad} (line {})", claim.line),
            };
            return Ok(writeln!(self.out, "{number} {verdict}")?);
        }
        let (metrics, bad) = (result.as_ref().ok().copied(), result.as_ref().err());
        let broken_at = bad.and_then(|bad| if let Bad::ReplayError(broken) = bad { Some(broken.at) } else { None });
        let reason = bad.map(ToString::to_string);
        let checked = Checked { title, line: claim.line, valid: bad.is_none(), metrics, broken_at, reason };
        row::level(&mut self.out, file, number, checked)
    }

    /// Writes the summary. If nothing was checked, the answer is no.
    fn conclude(mut self) -> Result<ExitStatus, Failure> {
        let Summary { valid, bad, without } = self.summary;
        if self.json {
            row::summary(&mut self.out, &self.summary)?;
        } else {
            writeln!(self.out, "{valid} valid, {bad} bad, {without} without a solution")?;
        }
        self.out.close()?;
        Ok(ExitStatus::from(bad == 0 && valid > 0))
    }
}

fn verdict(picked: Option<&Picked>, claim: &Claim) -> Result<Metrics, Bad> {
    let level = picked.ok_or(Bad::NoLevel)?.entry.body.as_ref().map_err(|_| Bad::Fault)?;
    Ok(level::verify(&level.board, &level.start, &claim.lurd.parse()?)?)
}
