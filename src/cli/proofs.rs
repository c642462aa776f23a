//! Proofs about levels, for the subcommands that write them.

use crate::assist::refutation;
use crate::cli::io::{Destination, Failure, NamedContent, PickedLevel, Selection, message, numbered, refuse_twins};
use crate::level::{Level, Lurd};
use crate::maze::Maze;
use crate::proof::{Attempt, Prover};
use crate::run::{Limits, Meter, StopFlag};
use crate::search::optimal::Metric;
use crate::solve::{Outcome, Report};

/// Folder of `--proof`, with a file for each level.
pub(super) struct ProofFolder<'a>(&'a Destination);

impl<'a> ProofFolder<'a> {
    /// Returns the folder for proofs about the levels of a selection; an error if two levels have one file name.
    pub(super) fn of(folder: &'a Destination, selection: &Selection) -> Result<Self, Failure> {
        refuse_twins(selection.entries.iter().map(Self::file)).map(|()| Self(folder))
    }

    fn file(picked: &PickedLevel) -> String {
        numbered(picked, "sokoproof")
    }

    pub(super) fn keep(&self, picked: &PickedLevel, attempt: &Attempt) -> Result<(), Failure> {
        if let (Some(claim), Some(why)) = (&attempt.claim, &attempt.unproved) {
            message::error(&format!("{}: level {}: no proof of `{claim}`: {why}", picked.file, picked.entry.number));
        }
        let Some(proof) = &attempt.proof else { return Ok(()) };
        let content = format!("; {}\n{}", picked.heading(), proof.text).into_bytes();
        self.0.save(&[NamedContent { name: Self::file(picked), content }])
    }
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
        let proving = Maze::new(&level.board, &mut meter)
            .and_then(|maze| Prover::new(&maze).bound(pushes, moves, &level.start, &meter));
        Attempt::new(claim, None, proving)
    }
}
