//! A solution as steps, read from its moves.

use super::report::{PlanReport, Report};
use crate::abstraction::Label;
use crate::deadlock::{Detector, Purposes, RuleInput, RuleSet};
use crate::level::{Level, Lurd, ReplayError, replay};
use crate::maze::{Areas, Maze};
use crate::planner::agenda::GroupsReport;
use crate::planner::{StepResult, pushes};
use crate::push::{BoxSet, Push, walk_and_push};
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

    /// Returns the solution of a report as steps; `None` if the report has no solution. Steps that plans carried out have the
    /// labels of the plan.
    pub fn of_report(level: &Level, areas: &Areas, report: &Report) -> Option<Self> {
        let mut explained = Self::of_moves(level, areas, &report.solution()?.lurd.parse().ok()?).ok()?;
        if let Some(attempts) = report.steps() {
            inherit(level, attempts, &mut explained.steps);
        }
        let groups = report.plan.as_ref().and_then(|plan| plan.groups.clone());
        Some(Self { groups, ..explained })
    }

    /// Returns the pushes that a plan has made so far as steps, with the labels of the plan; `None` if it made none.
    pub fn of_plan(level: &Level, plan: &PlanReport) -> Option<Self> {
        let (lurd, _) = walk_and_push(&level.board, &level.start, &pushes(&plan.attempts))?;
        let mut explained = Self::of_moves(level, &plan.areas, &lurd.parse().ok()?).ok()?;
        inherit(level, &plan.attempts, &mut explained.steps);
        (!explained.steps.is_empty()).then_some(Self { groups: plan.groups.clone(), ..explained })
    }

    /// Labels the steps that have no label: a closure of an area for each, which takes much longer than reading the steps. On
    /// a large board closures are not pruned by deadlock rules, which need the distances to all goals.
    ///
    /// # Errors
    /// A limit of the meter; the first steps may be labelled.
    pub fn label(&mut self, level: &Level, meter: &Meter) -> Result<(), Stop> {
        let (board, start, steps) = (&level.board, &level.start, &mut self.steps);
        if board.len().saturating_mul(board.goals().len()) <= Self::MOST_DISTANCES {
            let maze = Maze::new(board, &mut meter.aside())?;
            let mut rules = Detector::new(&RuleSet::of(Purposes::THOROUGH_SEARCHES), &RuleInput::of(&maze));
            let mut pruning = |boxes: &BoxSet, push, to| rules.refuses_in_room(boxes, push, to);
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

/// Gives each step the weakest label of the plan's steps that made its pushes. A solution that was tidied has the pushes of
/// each box in another order among the boxes, but in the same order for each box; a box whose pushes differ gets no labels.
fn inherit(level: &Level, attempts: &[StepResult], steps: &mut [SolutionStep]) {
    let mut boxes = level.start.boxes.clone();
    let mut labels: Vec<Vec<(Push, Option<Label>)>> = vec![Vec::new(); boxes.len()];
    for StepResult { pushes, label, .. } in attempts {
        for push in pushes {
            let Some(number) = boxes.iter().position(|&square| square == push.from) else { return };
            boxes[number] = level.board.next(push.from, push.direction).unwrap_or(push.from);
            labels[number].push((*push, *label));
        }
    }
    let mut done = vec![0; boxes.len()];
    for step in steps {
        let made = labels[step.number].get(done[step.number]..).unwrap_or_default();
        done[step.number] += step.pushes.len();
        let is_same =
            made.len() >= step.pushes.len() && made.iter().zip(&step.pushes).all(|((push, _), own)| push == own);
        if is_same {
            step.label = made[..step.pushes.len()].iter().filter_map(|(_, label)| *label).max();
        }
    }
}
