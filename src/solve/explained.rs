//! A solution as steps, each with the step of the plan to which it belongs.

use super::{CarriedOut, PlanReport, Report, Solution};
use crate::abstraction::Label;
use crate::level::{Level, Lurd, ReplayError, replay};
use crate::maze::{Areas, Maze};
use crate::planner::{Act, Realisation, pushes};
use crate::run::{Limits, Meter, StopFlag};
use crate::steps::{Outline, SolutionStep, label_events, read};

/// The steps of a solution, and the steps of the plan that they carried out.
///
/// ```
/// use sokoplan::{Areas, Level, StopFlag};
/// use sokoplan::solve::Explained;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let explained = Explained::of_moves(&level, &Areas::of(&level.board), &"dlluRRRRRR".parse()?, &StopFlag::default())?;
/// assert_eq!(explained.steps.len(), 1, "one box goes from room to room, without a break");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explained {
    /// Areas by which steps are named.
    pub areas: Areas,
    /// Areas on which the plan was made; `None` if no plan found the solution.
    pub planned_areas: Option<Areas>,
    /// Steps of the solution; the moves of all steps joined in order are [`Explained::lurd`].
    pub steps: Vec<SolutionStep>,
    /// For each step the operator of the planner to which it belongs; empty if no plan found the solution.
    pub operators: Vec<ChosenOperator>,
    /// Steps of the plan, each with the steps of the solution that carried it out; empty if no plan found the solution.
    /// Each step of the solution belongs to one step of the plan.
    pub plan: Vec<CarriedOut>,
    /// Moves in LURD notation, pushes in upper case.
    pub lurd: String,
}

/// The operator of a planner to which a step of the solution belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenOperator {
    /// Index of the operator in [`super::PlanReport::steps`].
    pub number: usize,
    /// Index in [`Explained::plan`] of the plan step that the operator carries out.
    pub carries_out: usize,
    /// Whether the step does what was proposed: one box went from the first to the last area (with a packing plan, to
    /// the square of the packing step), or boxes were moved inside the only area.
    pub is_proposed: bool,
    /// Kind of the operator; `None` for planners without room events.
    pub act: Option<Act>,
    /// How certain the outcome was when the step was carried out; [`Label::Unknown`] for a takeover.
    pub label: Label,
    /// Number of steps tried in the position, this one included; 0 if not the operator's first; `None` if not counted.
    pub plan_nodes: Option<u64>,
    /// Number of push nodes spent on the operator; 0 if this is not the first step that belongs to it.
    pub push_nodes: Option<u64>,
}

impl Explained {
    /// Reads moves as steps with labels. The moves may have any source and need not solve the level.
    ///
    /// # Errors
    /// The first move that the rules of the game forbid.
    pub fn of_moves(level: &Level, areas: &Areas, moves: &Lurd, stop: &StopFlag) -> Result<Self, ReplayError> {
        let lurd = replay(&level.board, &level.start, moves)?.lurd;
        Self::new(level, areas, (moves, lurd), None, stop)
    }

    /// Returns the solution of a report as steps, with the steps of its plan; `None` if the report has no solution.
    pub fn of_report(level: &Level, areas: &Areas, report: &Report, stop: &StopFlag) -> Option<Self> {
        let Solution { pushes: made, lurd, .. } = report.solution()?;
        // A solution that was shortened afterwards no longer follows the plan.
        let plan = report.plan.as_ref().and_then(|plan| Some((plan, plan.steps.as_deref()?)));
        let plan = plan.filter(|(_, realised)| pushes(realised) == *made);
        Self::new(level, areas, (&lurd.parse().ok()?, lurd.clone()), plan, stop).ok()
    }

    fn new(
        level: &Level,
        areas: &Areas,
        (moves, lurd): (&Lurd, String),
        plan: Option<(&PlanReport, &[Realisation])>,
        stop: &StopFlag,
    ) -> Result<Self, ReplayError> {
        let Level { board, start, .. } = level;
        let (plan, realised) = plan.unzip();
        let realised = realised.unwrap_or_default();
        // 1. The steps of the solution. A step ends where a step of the plan ends.
        let cuts: Vec<usize> = ends(realised);
        let mut steps = read(board, start, moves, areas, &cuts)?;
        // 2. The labels. The work is bounded; if the user asks to stop, steps stay without labels.
        let mut meter = Meter::new(Limits::default(), stop.clone());
        if let Ok(maze) = Maze::new(board, &mut meter) {
            _ = label_events(&maze, areas, start, &mut steps, &meter);
        }
        // 3. The steps of the plan.
        let mut carried_out = plan.map_or_else(Vec::new, PlanReport::carried_out);
        let (mut done, mut last) = (0, None);
        let operator = |(index, step): (usize, &SolutionStep)| {
            let plan = plan?;
            let number = cuts.partition_point(|&end| end <= done);
            done += step.pushes.len();
            let is_first = last.replace(number) != Some(number);
            let carries_out = carried_out.partition_point(|step| step.operators.end <= number);
            let of_plan = carried_out.get_mut(carries_out)?;
            of_plan.steps = if of_plan.steps.is_empty() { index } else { of_plan.steps.start }..index + 1;
            let is_proposed = of_plan.is_as_proposed(step, &plan.areas);
            Some(ChosenOperator::new(number, carries_out, realised.get(number)?, is_first, is_proposed))
        };
        let operators = steps.iter().enumerate().map_while(operator).collect();
        let planned_areas = plan.map(|plan| plan.areas.clone());
        Ok(Self { areas: areas.clone(), planned_areas, steps, operators, plan: carried_out, lurd })
    }

    /// Returns the outline of the solution.
    pub fn outline(&self) -> Outline {
        Outline::of(&self.steps, &self.areas)
    }

    /// Returns the labels of all transfers, in order; see [`Self::label`].
    pub fn labels(&self) -> impl Iterator<Item = Label> {
        (0..self.steps.len()).filter_map(|step| self.label(step))
    }

    /// Returns the label of a transfer: that of the event or push that the planner chose, else that of the least
    /// certain room event of the step; `None` for a step without room events.
    pub fn label(&self, step: usize) -> Option<Label> {
        let chosen = self.operators.get(step).filter(|chosen| matches!(chosen.act, Some(Act::Event | Act::Push)));
        self.steps[step].label().map(|label| chosen.map_or(label, |chosen| chosen.label))
    }

    /// Returns the moves of a step in LURD notation, pushes in upper case.
    pub fn moves_of(&self, step: &SolutionStep) -> &str {
        self.lurd.get(step.moves.clone()).unwrap_or_default()
    }
}

impl ChosenOperator {
    fn new(number: usize, carries_out: usize, realised: &Realisation, is_first: bool, is_proposed: bool) -> Self {
        let Realisation { act, label, plan_nodes, push_nodes, .. } = realised;
        Self {
            number,
            carries_out,
            is_proposed,
            act: *act,
            label: *label,
            plan_nodes: plan_nodes.map(|nodes| if is_first { nodes } else { 0 }),
            push_nodes: Some(if is_first { *push_nodes } else { 0 }),
        }
    }

    /// Returns whether the operator is a takeover: a push search that may move any box.
    pub fn is_takeover(&self) -> bool {
        self.act == Some(Act::Takeover)
    }
}

/// Returns for each operator of a plan the number of pushes up to its end.
fn ends(plan: &[Realisation]) -> Vec<usize> {
    let lengths = plan.iter().map(|realised| realised.pushes.len());
    lengths
        .scan(0, |done, pushes| {
            *done += pushes;
            Some(*done)
        })
        .collect()
}
