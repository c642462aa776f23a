//! The layers `hint`, `focus` and `global`. If the level is solved, a step of the plan is the way of one box, as in
//! the story of the solution. Otherwise, unless a short search proves that there is no solution, the plan is a guess:
//! the best one on box counts, with the pushes of its first step if they are found.

use super::{AskError, Assistant};
use crate::level::{Board, Level, Position, Square};
use crate::maze::{Areas, Maze};
use crate::planner::{Abstraction, EventSetting, PlanningContext, Proposal, Realiser, Step};
use crate::push::{Push, walk_and_push};
use crate::run::{Meter, Stop};
use crate::solve::{InternalError, Options, Outcome, Strategy, solve, tidy};
use crate::steps::{SolutionStep, StepKind, read};

/// Step of a plan, with its pushes if they are known: those of one box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// The step: boxes moved between areas or inside one.
    pub step: Step,
    /// Pushes that carry the step out; empty if they are not known.
    pub pushes: Vec<Push>,
}

/// Abstract plan from a position, with the areas that its steps name.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Areas that the steps name: those of the level; of a guess, with small ones joined as the planner joins them.
    pub areas: Areas,
    /// Steps of the plan in order.
    pub steps: Vec<PlanStep>,
    /// Whether the pushes of all steps solve the level.
    pub is_solution: bool,
}

impl Plan {
    const PROOF_NODES: u64 = 10_000;
    /// Node limit of the search for a guess, which needs only the first plan.
    const GUESS_NODES: u64 = 10_000;
    const NODE_CAP: u64 = 5_000;

    /// Returns a plan from the level's start; `None` if the start is solved, no plan was found, or no solution
    /// exists. Limits are not errors, but make the plan a guess.
    pub fn make(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> Result<Option<Self>, AskError> {
        // Half of the limits; the other half is kept for the guess.
        let (nodes, time) = (meter.nodes_left().map(|n| n / 2), meter.time_left().map(|t| t / 2));
        let mut report = meter.within(nodes, time, |meter| solve(level, &Options::default(), meter));
        let areas = Areas::of(&level.board);
        tidy(level, &areas, &mut report, meter.stop_flag());
        match report.outcome {
            Outcome::InternalError(error) => Err(error.into()),
            Outcome::Solved(solution) => {
                let steps = Self::steps(level, &areas, &solution.lurd);
                Ok((!steps.is_empty()).then_some(Self { areas, steps, is_solution: true }))
            }
            Outcome::Unsolvable => Ok(None),
            _ if Self::is_lost(level, meter)? => Ok(None),
            _ => Ok(Self::guess(level, maze, meter)?),
        }
    }

    fn steps(level: &Level, areas: &Areas, lurd: &str) -> Vec<PlanStep> {
        let steps = lurd.parse().ok().and_then(|moves| read(&level.board, &level.start, &moves, areas).ok());
        let step = |step: SolutionStep| PlanStep {
            step: match step.kind() {
                StepKind::Transfer => Step::Transfer(step.route),
                StepKind::Arrangement => Step::Arrange(step.route[0]),
            },
            pushes: step.pushes,
        };
        steps.into_iter().flatten().map(step).collect()
    }

    fn is_lost(level: &Level, meter: &mut Meter) -> Result<bool, InternalError> {
        Ok(meter.within(Some(Self::PROOF_NODES), None, |meter| Global::ask(level, meter))? == Global::Dead)
    }

    fn guess(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> Result<Option<Self>, Stop> {
        let options =
            Options::default().with_strategies(Strategy::default_plans()).with_abstraction(Abstraction::Counts);
        let report = meter.within(Some(Self::GUESS_NODES), None, |meter| solve(level, &options, meter));
        let Some((areas, plan)) = report.plan.and_then(|plan| Some((plan.areas, plan.first_plan?))) else {
            // An interruption is passed on; another limit means that there is no guess.
            return if meter.check() == Err(Stop::Interrupted) { Err(Stop::Interrupted) } else { Ok(None) };
        };
        let mut steps: Vec<PlanStep> =
            plan.into_iter().map(|Proposal { step, .. }| PlanStep { step, pushes: Vec::new() }).collect();
        if let Some(first) = steps.first() {
            let context = PlanningContext::new(maze, &areas);
            let realiser = Realiser::new(&context, EventSetting::default(), meter)?;
            if let Ok(Ok(outcomes)) = realiser.realise(&level.start, &first.step, 0, Self::NODE_CAP, meter) {
                let pushes = outcomes.into_iter().next().map(|outcome| outcome.pushes).unwrap_or_default();
                let made = walk_and_push(&level.board, &level.start, &pushes);
                let made = made.map(|(lurd, _)| Self::steps(level, &areas, &lurd)).unwrap_or_default();
                if !made.is_empty() {
                    steps.splice(..1, made);
                }
            }
        }
        Ok(Some(Self { areas, steps, is_solution: false }))
    }

    /// Returns the boxes at the start and after each push of the plan, to find a player who follows the plan.
    pub fn stations(&self, board: &Board, start: &Position) -> Vec<Station> {
        let mut boxes = start.boxes.clone();
        let mut stations = vec![Station { step: 0, push: 0, boxes: boxes.clone() }];
        for (step, planned) in self.steps.iter().enumerate() {
            for (made, push) in (1..).zip(&planned.pushes) {
                if let (Ok(at), Some(to)) = (boxes.binary_search(&push.from), board.next(push.from, push.direction)) {
                    boxes[at] = to;
                    boxes.sort_unstable();
                }
                let is_last = made == planned.pushes.len();
                let (step, push) = if is_last { (step + 1, 0) } else { (step, made) };
                stations.push(Station { step, push, boxes: boxes.clone() });
            }
        }
        stations
    }

    /// Returns the rest of the plan from one of its stations.
    #[must_use]
    pub fn rest(&self, station: &Station) -> Self {
        let mut steps = self.steps[station.step.min(self.steps.len())..].to_vec();
        if let Some(first) = steps.first_mut() {
            first.pushes.drain(..station.push.min(first.pushes.len()));
        }
        Self { areas: self.areas.clone(), steps, is_solution: self.is_solution }
    }
}

/// Position on the way of a plan: the steps and pushes made, and the squares of the boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// Number of steps done.
    pub step: usize,
    /// Number of pushes of the next step that are made already.
    pub push: usize,
    /// Squares of the boxes, ascending.
    pub boxes: Vec<Square>,
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
    /// Returns the focus of the first step of a plan; `None` if the plan has no steps.
    pub fn focus(&self, plan: &Plan) -> Option<Focus> {
        let next = plan.steps.first()?;
        let board = self.maze.board;
        let is_near = |s: Square| next.step.areas().contains(&plan.areas.area_of(s));
        let is_pushed = |b: Square| next.pushes.iter().any(|push| push.from == b);
        let squares: Vec<Square> = board.squares().filter(|&s| is_near(s)).collect();
        let matters = |b: &Square| is_near(*b) || is_pushed(*b) || board.neighbours(*b).any(is_near);
        Some(Focus { squares, boxes: self.boxes.iter().filter(matters).collect() })
    }
}

impl Focus {
    /// Returns whether a square belongs to the focus, or is the square of a box of the focus.
    pub fn has(&self, square: Square) -> bool {
        self.squares.binary_search(&square).is_ok() || self.boxes.binary_search(&square).is_ok()
    }
}
