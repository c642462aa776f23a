//! One strategy on one level.

use crate::run::{Answer, safe_cell};
use crate::solve::Report;
use serde::{Deserialize, Serialize};

/// The result. The order of the fields is that of the columns in CSV.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The file, as it was named.
    pub file: String,
    /// The level's number in it.
    pub level: usize,
    /// Its title.
    pub title: String,
    /// The strategy with its settings, as on the command line.
    pub strategy: String,
    /// The answer.
    pub answer: Answer,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated, repeats included, without those that a rule refused.
    pub generated: u64,
    /// Distinct states held; the most at once where states are dropped.
    pub kept: u64,
    /// Successors that a rule refused.
    pub pruned: u64,
    /// The mean number of successors of a node.
    pub branching: f64,
    /// The most successors of a node.
    pub largest_branching: u32,
    /// Steps to the deepest node.
    pub depth: u32,
    /// Pushes of the solution.
    pub pushes: Option<usize>,
    /// Moves of the solution.
    pub moves: Option<usize>,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// The most bytes held at once, as accounted by the meter.
    pub peak_bytes: u64,
}

impl Trial {
    /// Returns the trial of a report.
    pub fn new(file: &str, level: usize, title: &str, strategy: &str, report: &Report) -> Self {
        let progress = &report.progress;
        let metrics = report.solution().map(|solution| solution.metrics);
        Self {
            file: file.to_owned(),
            level,
            title: title.to_owned(),
            strategy: strategy.to_owned(),
            answer: report.answer(),
            // Searches with plans count differently: only their nodes are known.
            expanded: progress.expanded.max(report.plan_nodes + report.push_nodes),
            generated: progress.generated,
            kept: progress.kept,
            pruned: progress.pruned,
            branching: progress.mean_branching(),
            largest_branching: progress.largest_branching,
            depth: progress.depth,
            pushes: metrics.map(|m| m.pushes),
            moves: metrics.map(|m| m.moves),
            seconds: report.time.as_secs_f64(),
            peak_bytes: report.peak_bytes,
        }
    }

    /// Returns the same with texts that spreadsheets do not compute.
    #[must_use]
    pub fn as_cells(&self) -> Self {
        let [file, title, strategy] =
            [&self.file, &self.title, &self.strategy].map(|text| safe_cell(text).into_owned());
        Self { file, title, strategy, ..self.clone() }
    }

    /// Returns whether a solution was found.
    pub fn is_solved(&self) -> bool {
        self.answer == Answer::Solved
    }

    /// Returns whether it is on the same level.
    pub fn is_beside(&self, other: &Self) -> bool {
        (self.level, &self.file, &self.title) == (other.level, &other.file, &other.title)
    }
}

/// The sums of one strategy over all levels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The strategy.
    pub strategy: String,
    /// Levels tried.
    pub levels: usize,
    /// Solved.
    pub solved: usize,
    /// Proved to have no solution.
    pub unsolvable: usize,
    /// Nodes expanded, solved or not.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Pushes of the solutions.
    pub pushes: usize,
    /// Moves of the solutions.
    pub moves: usize,
    /// Seconds, solved or not.
    pub seconds: f64,
    /// The largest counted memory.
    pub peak_bytes: u64,
}

impl Standing {
    /// Returns the sums of each strategy, in the order of their first trials.
    pub fn of(trials: &[Trial]) -> Vec<Self> {
        let mut standings: Vec<Self> = Vec::new();
        for trial in trials {
            let at = standings.iter().position(|standing| standing.strategy == trial.strategy);
            let at = at.unwrap_or_else(|| {
                standings.push(Self::none(&trial.strategy));
                standings.len() - 1
            });
            standings[at].add(trial);
        }
        standings
    }

    fn none(strategy: &str) -> Self {
        Self {
            strategy: strategy.to_owned(),
            levels: 0,
            solved: 0,
            unsolvable: 0,
            expanded: 0,
            generated: 0,
            pushes: 0,
            moves: 0,
            seconds: 0.0,
            peak_bytes: 0,
        }
    }

    fn add(&mut self, trial: &Trial) {
        self.levels += 1;
        self.solved += usize::from(trial.is_solved());
        self.unsolvable += usize::from(trial.answer == Answer::Unsolvable);
        self.expanded += trial.expanded;
        self.generated += trial.generated;
        self.pushes += trial.pushes.unwrap_or(0);
        self.moves += trial.moves.unwrap_or(0);
        self.seconds += trial.seconds;
        self.peak_bytes = self.peak_bytes.max(trial.peak_bytes);
    }
}

/// Returns levels that one strategy solved and another proved unsolvable: one of the two is wrong.
pub fn disputes(trials: &[Trial]) -> Vec<(&Trial, &Trial)> {
    let solved = trials.iter().filter(|trial| trial.is_solved());
    let disputed =
        |solved: &'_ Trial| trials.iter().position(|t| t.answer == Answer::Unsolvable && t.is_beside(solved));
    solved.filter_map(|solved| Some((solved, &trials[disputed(solved)?]))).collect()
}
