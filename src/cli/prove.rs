//! `sokoplan prove`

use super::budget::BudgetArgs;
use super::interruption::interruptible;
use super::output::{Output, OutputArgs, TextOrJson, distinct};
use super::proofs::Goal;
use super::row;
use super::select::{LevelArgs, Picked};
use super::{ExitStatus, Failure, message};
use crate::level::Level;
use crate::proof::Attempt;
use crate::render::ProofRow;
use serde::Serialize;
use std::io::Write;

/// Prove that levels have no solution, or none with fewer pushes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan prove set.xsb --level 3               that it has no solution
  sokoplan prove set.xsb --level 3 --after rrdL  that it has none any more
  sokoplan prove set.xsb --level 3 --bound 42    that none has fewer pushes
  sokoplan prove set.xsb -o set.sokoproof
  sokoplan prove set.xsb | sokoplan check - set.xsb

A proof is a text of pictures that `sokoplan check`, or anybody, can check without a search; see
`help proofs`. What is written has been checked. A level without a proof is told with the reason
on standard error, and the exit code is 1.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Prove that every solution has at least this number of pushes
    #[arg(help_heading = "Proof", long, value_name = "PUSHES")]
    bound: Option<u16>,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    proved: usize,
    interrupted: bool,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), args.output.path())?;
    let selection = args.levels.load_beside(&args.budget)?;
    let stop = interruptible()?;
    let goal = match args.bound {
        Some(pushes) => Goal::Pushes(pushes.into(), None),
        None => Goal::NoSolution(if args.levels.is_after() { "dead" } else { "unsolvable" }),
    };
    let mut reporter = Reporter { args, out: args.output.open()?, summary: Summary::default(), exit: selection.exit };
    for picked in selection.entries.iter().take_while(|_| !stop.is_raised()) {
        match &picked.entry.body {
            Ok(level) => {
                let attempt = goal.attempt(level, args.budget.limits(), &stop);
                reporter.report(picked, level, &attempt)?;
            }
            Err(_) => reporter.exit = reporter.exit.and(row::fault(reporter.rows(), picked)?),
        }
    }
    reporter.conclude(stop.is_raised())
}

/// Writes the proof of each level at once.
struct Reporter<'a> {
    args: &'a Args,
    out: Output,
    summary: Summary,
    exit: ExitStatus,
}

impl Reporter<'_> {
    fn report(&mut self, picked: &Picked, level: &Level, attempt: &Attempt) -> Result<(), Failure> {
        self.summary.levels += 1;
        self.summary.proved += usize::from(attempt.proof.is_some());
        let text = attempt.proof.as_ref().map(|proof| proof.text.as_str());
        if self.args.output.is_json() {
            let row = ProofRow::new(&level.title, attempt);
            row::level(&mut self.out, &picked.file, picked.entry.number, row)?;
        } else if let Some(text) = text {
            writeln!(self.out, "; {}\n{text}", picked.heading())?;
        }
        if let (Some(reason), Some(claim)) = (&attempt.unproved, &attempt.claim) {
            let place = format!("{}: level {}", picked.file, picked.entry.number);
            message::error(&format!("{place}: {claim}: no proof: {reason}"));
            self.exit = self.exit.and(ExitStatus::No);
        }
        Ok(self.out.flush()?)
    }

    /// Returns the output where rows are written.
    fn rows(&mut self) -> Option<&mut Output> {
        self.args.output.is_json().then_some(&mut self.out)
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        self.summary.interrupted = interrupted;
        if self.args.output.is_json() {
            row::summary(&mut self.out, &self.summary)?;
        } else {
            message::note(&format!("{} of {} proved", self.summary.proved, self.summary.levels));
        }
        self.out.close()?;
        Ok(self.exit.and(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Done }))
    }
}
