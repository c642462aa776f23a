//! Proofs about levels, for the subcommands that write them.

use super::saved::{Saved, save};
use super::select::{Picked, Selection};
use super::{Failure, message};
use crate::assist::Assistant;
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Lurd, Square};
use crate::maze::{Areas, Maze};
use crate::proof::{Proof, Prover, Proving};
use crate::run::{Limits, Meter, Stop, StopFlag};
use crate::search::optimal::Metric;
use crate::solve::{Outcome, Report};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The folder of `--proof`, for which no two levels have the same file.
pub(super) struct ProofFolder<'a>(&'a Path);

impl<'a> ProofFolder<'a> {
    /// Returns the folder.
    ///
    /// # Errors
    /// Two of these levels would be written to the same file.
    pub(super) fn of(folder: &'a Path, selection: &Selection) -> Result<Self, Failure> {
        let mut names = BTreeSet::new();
        match selection.entries.iter().map(Self::file).find(|name| !names.insert(name.clone())) {
            Some(twin) => {
                Err(Failure::message(format!("two proofs would be written as {twin}: use a folder for each file")))
            }
            None => Ok(Self(folder)),
        }
    }

    /// The name of the file of a proof: that of the file of levels, and the number of the level.
    fn file(picked: &Picked) -> String {
        let stem = Path::new(&picked.file).file_stem().map_or_else(|| "stdin".into(), |stem| stem.to_string_lossy());
        format!("{}-{:03}.sokoproof", stem.trim_matches(['<', '>']), picked.entry.number)
    }

    /// Writes a proof, or tells why there is none.
    pub(super) fn keep(&self, picked: &Picked, attempt: &Attempt) -> Result<(), Failure> {
        if let (Some(claim), Some(why)) = (&attempt.claim, &attempt.unproved) {
            message::error(&format!("{}: level {}: {claim}: no proof: {why}", picked.file, picked.entry.number));
        }
        let Some(proof) = &attempt.proof else { return Ok(()) };
        let content = format!("; {}\n{}", picked.heading(), proof.text).into_bytes();
        save(self.0, &[Saved { name: Self::file(picked), content }]).map(drop)
    }
}

/// What is to be proved of a level.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// Its start has no solution: `dead` or `unsolvable`.
    NoSolution(&'static str),
    /// No solution has fewer pushes, and these moves, if any, have as many.
    Pushes(usize, Option<Lurd>),
}

/// What came of it, as keys of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Attempt {
    /// What was to be proved.
    pub(super) claim: Option<String>,
    /// The deadlock rule whose boxes the proof began with.
    pub(super) rule: Option<&'static str>,
    /// The proof.
    pub(super) proof: Option<Proof>,
    /// Why there is none.
    pub(super) unproved: Option<String>,
}

impl Goal {
    /// What there is to prove of a level that was searched: that it has no solution, or that none has fewer pushes.
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

    /// Tries to prove it.
    pub(super) fn attempt(&self, level: &Level, limits: Limits, stop: &StopFlag) -> Attempt {
        let mut meter = Meter::new(limits, stop.clone());
        let claim = match self {
            Self::NoSolution(claim) => (*claim).to_owned(),
            Self::Pushes(pushes, None) => format!("bound {pushes}"),
            Self::Pushes(pushes, Some(_)) => format!("optimal {pushes}"),
        };
        let (rule, proving) = match self.proving(level, &mut meter) {
            Ok((rule, proving)) => (rule, Ok(proving)),
            Err(stop) => (None, Err(stop)),
        };
        let (proof, unproved) = match proving {
            Ok(Proving::Proved(proof)) => (Some(proof), None),
            Ok(Proving::Solvable) => (None, Some("it has a solution".to_owned())),
            Ok(Proving::Open(why)) => (None, Some(why.to_owned())),
            Err(stop) => (None, Some(stop.to_string())),
        };
        Attempt { claim: Some(claim), rule, proof, unproved }
    }

    fn proving(&self, level: &Level, meter: &mut Meter) -> Result<(Option<&'static str>, Proving), Stop> {
        let maze = Maze::new(&level.board, meter)?;
        let mut prover = Prover::new(&maze);
        match self {
            Self::Pushes(pushes, moves) => Ok((None, prover.bound(*pushes, moves.as_ref(), &level.start, meter))),
            Self::NoSolution(claim) => {
                let (rule, named) = named(level, &maze, meter);
                Ok((rule, prover.dead(claim, &level.start, &named, meter)?))
            }
        }
    }
}

/// The boxes of the first deadlock that a rule finds in a quarter of the time, and the rule.
fn named(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> (Option<&'static str>, Vec<Square>) {
    let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::new(maze, &areas, &patterns, &level.start);
    let (nodes, time) = (meter.nodes_left(), meter.time_left());
    let found = meter.within(nodes.map(|nodes| nodes / 4), time.map(|time| time / 4), |meter| assistant.alert(meter));
    let first = found.ok().and_then(|found| found.into_iter().next());
    first.map_or_else(|| (None, Vec::new()), |deadlock| (Some(deadlock.rule.name()), deadlock.boxes))
}
