//! A solution as steps, read from its moves.

use super::report::{PlanReport, Report};
use crate::deadlock::{Detector, Purposes, RuleInput, RuleSet};
use crate::level::{Level, Lurd, ReplayError, replay};
use crate::maze::{Areas, Maze};
use crate::planner::agenda::GroupsReport;
use crate::planner::pushes;
use crate::push::{BoxSet, walk_and_push};
use crate::run::{Meter, Stop};
use crate::steps::{SolutionStep, label_steps, read};

/// The steps of a solution.
///
/// ```
/// use sokoplan_core::{Areas, Level};
/// use sokoplan_core::solve::Explanation;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let explained = Explanation::of_moves(&level, &Areas::of(&level.board), &"dlluRRRRRR".parse()?)?;
/// assert_eq!(explained.steps.len(), 1, "one box goes from room to room, without a break");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Areas that name the steps.
    pub areas: Areas,
    /// Steps of the solution; the moves of all steps joined in order are [`Explanation::lurd`].
    pub steps: Vec<SolutionStep>,
    /// Moves in LURD notation, pushes in upper case.
    pub lurd: String,
    /// Groups of boxes that the search divided the level into; `None` without groups.
    pub groups: Option<GroupsReport>,
}

impl Explanation {
    /// Greatest number of squares times goals for which the distances to all goals are computed.
    const MOST_DISTANCES: usize = 4_000_000;

    /// Reads moves as steps, without labels. The moves may have any source and need not solve the level.
    ///
    /// # Errors
    /// The first move that the rules of the game forbid.
    pub fn of_moves(level: &Level, areas: &Areas, moves: &Lurd) -> Result<Self, ReplayError> {
        let lurd = replay(&level.board, &level.start, moves)?.lurd;
        let steps = read(&level.board, &level.start, moves, areas)?;
        Ok(Self { areas: areas.clone(), steps, lurd, groups: None })
    }

    /// Returns the solution of a report as steps without labels; `None` if the report has no solution.
    pub fn of_report(level: &Level, areas: &Areas, report: &Report) -> Option<Self> {
        let explained = Self::of_moves(level, areas, &report.solution()?.lurd.parse().ok()?).ok()?;
        let groups = report.plan.as_ref().and_then(|plan| plan.groups.clone());
        Some(Self { groups, ..explained })
    }

    /// Returns the pushes that a plan has made so far as steps without labels; `None` if it made none.
    pub fn of_plan(level: &Level, plan: &PlanReport) -> Option<Self> {
        let (lurd, _) = walk_and_push(&level.board, &level.start, &pushes(&plan.attempts))?;
        let explained = Self::of_moves(level, &plan.areas, &lurd.parse().ok()?).ok()?;
        (!explained.steps.is_empty()).then_some(Self { groups: plan.groups.clone(), ..explained })
    }

    /// Labels the steps in their order: a closure of an area for each, which takes much longer than reading the steps. A label
    /// depends on the moves and the areas alone, so that a step has one label, whoever found the solution. On a large board closures are not pruned by deadlock rules, which need the distances to all goals.
    ///
    /// # Errors
    /// A limit of the meter; the first steps may be labelled.
    pub fn label(&mut self, level: &Level, meter: &Meter) -> Result<(), Stop> {
        let (board, start, steps) = (&level.board, &level.start, &mut self.steps);
        if board.len().saturating_mul(board.goals().len()) <= Self::MOST_DISTANCES {
            let maze = Maze::new(board, &mut meter.aside())?;
            let mut rules = Detector::new(&RuleSet::of(Purposes::THOROUGH_SEARCHES), &RuleInput::of(&maze));
            let mut pruning = |boxes: &BoxSet, push, to| rules.refuses(boxes, push, to);
            label_steps(&maze, &self.areas, start, steps, &mut pruning, meter)
        } else {
            label_steps(&Maze::without_distances(board), &self.areas, start, steps, &mut |_, _, _| false, meter)
        }
    }

    /// Returns the moves of a step in LURD notation, pushes in upper case.
    pub fn moves_of(&self, step: &SolutionStep) -> &str {
        self.lurd.get(step.moves.clone()).unwrap_or_default()
    }
}
