//! The layers `hint`, `focus` and `global`. A hint is the way of one box, written like a sentence of a story; without a solution,
//! the first step to the best position that plans have reached.

use super::assistant::{AskError, Assistant};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{Areas, Maze};
use crate::push::walk_and_push;
use crate::run::{Limits, Meter, Stop, StopFlag};
use crate::solve::{Explanation, InternalError, Options, Outcome, Stages, Steps, Strategy, solve};
use crate::steps::SolutionStep;

/// Answer to a player's request for the next step.
#[derive(Clone, Debug)]
pub enum Hint {
    /// The next step, and the steps after it.
    Next(NextSteps),
    /// The position is solved.
    Solved,
    /// The position has no solution, for this reason.
    Lost(String),
    /// No step was found within the limits.
    NotFound,
}

/// The steps from a position, at least one.
#[derive(Clone, Debug)]
pub struct NextSteps {
    /// Areas that the steps name.
    pub areas: Areas,
    /// Steps in order.
    pub steps: Vec<SolutionStep>,
    /// Whether the pushes of all steps solve the level.
    pub is_solution: bool,
}

impl Level {
    /// Returns the next step from the level's start, or why there is none; fails at a limit. See `examples/hint.rs`.
    pub fn hint(&self, limits: Limits) -> Result<Hint, AskError> {
        let mut meter = Meter::new(limits, StopFlag::default());
        let maze = Maze::new(&self.board, &mut meter)?;
        let (areas, patterns) = (Areas::of(&self.board), DeadlockPatterns::default());
        Hint::make(self, &mut Assistant::new(&maze, &areas, &patterns, &self.start), &mut meter)
    }
}

impl Hint {
    const PROOF_NODES: u64 = 10_000;

    /// Returns the hint from the level's start, which must be the assistant's position.
    pub fn make(level: &Level, assistant: &mut Assistant<'_>, meter: &mut Meter) -> Result<Self, AskError> {
        if level.start.is_solved(&level.board) {
            return Ok(Self::Solved);
        }
        // 1. The deadlock rules, which give a reason.
        if let Some(deadlock) = assistant.alert(meter)?.into_iter().next() {
            return Ok(Self::Lost(deadlock.why));
        }
        // 2. A solution, within half of the limits; the other half is kept for the proof.
        let (nodes, time) = (meter.nodes_left().map(|n| n / 2), meter.time_left().map(|t| t / 2));
        let stages = Stages { tidy: true, steps: Steps::Read, ..Stages::default() };
        let solved = meter.within(nodes, time, |meter| stages.run(level, &Options::default(), &|_| {}, meter));
        let report = solved.report;
        match report.outcome {
            Outcome::InternalError(error) => Err(error.into()),
            Outcome::Solved(_) => Ok(Self::next(solved.steps, true)),
            Outcome::Unsolvable => Ok(Self::lost()),
            Outcome::Stopped(Stop::Interrupted) => Err(Stop::Interrupted.into()),
            // 3. A proof that the position is lost, else the way to the best position of the plans.
            _ if meter.within(Some(Self::PROOF_NODES), None, |meter| Global::ask(level, meter))? == Global::Dead => {
                Ok(Self::lost())
            }
            _ => Ok(Self::next(report.plan.and_then(|plan| Explanation::of_plan(level, &plan)), false)),
        }
    }

    fn next(explained: Option<Explanation>, is_solution: bool) -> Self {
        match explained {
            Some(Explanation { areas, steps, .. }) if !steps.is_empty() => {
                Self::Next(NextSteps { areas, steps, is_solution })
            }
            _ => Self::NotFound,
        }
    }

    fn lost() -> Self {
        Self::Lost("a search has tried everything: there is no solution from here".to_owned())
    }

    /// Returns the steps; `None` unless there is a next step.
    pub const fn steps(&self) -> Option<&NextSteps> {
        if let Self::Next(steps) = self { Some(steps) } else { None }
    }

    /// Returns the moves of the next step; `None` unless there is one.
    pub fn lurd(&self, level: &Level) -> Option<String> {
        walk_and_push(&level.board, &level.start, &self.steps()?.steps.first()?.pushes).map(|(lurd, _)| lurd)
    }

    /// Returns the word of the answer in reports: `next`, `solved`, `lost` or `not_found`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Next(_) => "next",
            Self::Solved => "solved",
            Self::Lost(_) => "lost",
            Self::NotFound => "not_found",
        }
    }
}

/// Result of a search for a solution within limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Global {
    /// A solution exists: these moves in LURD, verified.
    Alive(String),
    /// It is proved that no solution exists.
    Dead,
    /// The search ended within its limits without a result.
    Unknown,
}

impl Global {
    /// Searches for a solution from the level's start.
    pub fn ask(level: &Level, meter: &mut Meter) -> Result<Self, InternalError> {
        let options = Options::default().with_strategies(Strategy::pushes());
        match solve(level, &options, meter).outcome {
            Outcome::Solved(solution) => Ok(Self::Alive(solution.lurd)),
            Outcome::Unsolvable => Ok(Self::Dead),
            Outcome::GaveUp | Outcome::Stopped(_) => Ok(Self::Unknown),
            Outcome::InternalError(error) => Err(error),
        }
    }

    /// Returns the word of the result in reports.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Alive(_) => "alive",
            Self::Dead => "dead",
            Self::Unknown => "unknown",
        }
    }
}

/// Squares and boxes that matter for the next step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    /// Squares of the areas of the step, ascending.
    pub squares: Vec<Square>,
    /// Squares of the boxes in these areas or beside them, and of boxes that the step pushes, ascending.
    pub boxes: Vec<Square>,
}

impl Assistant<'_> {
    /// Returns the focus of the first step.
    pub fn focus(&self, next: &NextSteps) -> Option<Focus> {
        let step = next.steps.first()?;
        let board = self.maze.board;
        let is_near = |s: Square| step.route.contains(&next.areas.area_of(s));
        let is_pushed = |b: Square| step.pushes.iter().any(|push| push.from == b);
        let squares: Vec<Square> = board.squares().filter(|&s| is_near(s)).collect();
        let matters = |b: &Square| is_near(*b) || is_pushed(*b) || board.neighbours(*b).any(is_near);
        Some(Focus { squares, boxes: self.boxes.iter().filter(matters).collect() })
    }
}

impl Focus {
    /// True if a square belongs to the focus, or is the square of a box of the focus.
    pub fn has(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok() || self.boxes.binary_search(&square).is_ok()
    }
}
