//! A solution as steps that say what happened, with what was planned beside them.

use super::Report;
use crate::abstraction::Label;
use crate::level::{Level, Lurd, ReplayError, Square, replay};
use crate::maze::{AreaId, Areas, Maze};
use crate::planner::{Act, Realised, Step};
use crate::push::pushes_of;
use crate::run::{Limits, Meter, StopFlag};
use crate::steps::{SolutionStep, label_events, read};

/// A solution as steps.
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
    /// The areas by which steps are named.
    pub areas: Areas,
    /// Those that were planned on, if the solution was planned.
    pub planned_areas: Option<Areas>,
    /// The steps. Their moves, one after the other, are those of the solution.
    pub steps: Vec<ExplainedStep>,
    /// The moves, with pushes and only pushes in upper case.
    pub lurd: String,
}

/// A step, with what a plan asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedStep {
    /// What happened.
    pub step: SolutionStep,
    /// The step of a plan that it is part of; `None` where no plan was made.
    pub planned: Option<Planned>,
}

/// A step of a plan, of which one step of the solution is a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its number in the plan, from 0.
    pub number: usize,
    /// Whether what happened is what was proposed before any push of it was searched: one box went from the first to the
    /// last of its areas, or boxes were moved inside its only area.
    pub is_proposed: bool,
    /// As it was proposed, on the areas that were planned on.
    pub step: Step,
    /// What the operator does that it is part of; `None` of planners that have no room events.
    pub act: Option<Act>,
    /// The square to which it was to bring a box.
    pub target: Option<Square>,
    /// How certain its outcome was when it was carried out; of a takeover, the label that made the push search take over.
    pub label: Label,
    /// Steps that were tried in its position up to this one. Told once for each step of the plan.
    pub plan_nodes: Option<u64>,
    /// Push nodes spent on it. Told once for each step of the plan.
    pub push_nodes: Option<u64>,
}

impl ExplainedStep {
    /// Returns the label of a transfer: that of the operator which was chosen, else that of its least certain event. `None`
    /// for an arrangement.
    pub fn label(&self) -> Option<Label> {
        let chosen = self.planned.as_ref().filter(|planned| matches!(planned.act, Some(Act::Event | Act::Push)));
        self.step.label().map(|label| chosen.map_or(label, |planned| planned.label))
    }
}

impl Explained {
    /// Reads moves by anyone as steps, and labels them. They need not solve the level.
    ///
    /// # Errors
    /// The first move that the rules forbid.
    pub fn of_moves(level: &Level, areas: &Areas, moves: &Lurd, stop: &StopFlag) -> Result<Self, ReplayError> {
        Self::new(level, areas, moves, None, stop)
    }

    /// The solution of a report as steps, with those of its plan; `None` if there is none.
    pub fn of_report(level: &Level, areas: &Areas, report: &Report, stop: &StopFlag) -> Option<Self> {
        let plan = report.plan.as_ref().and_then(|plan| Some((plan.steps.as_deref()?, &plan.areas)));
        Self::new(level, areas, &report.solution()?.moves, plan, stop).ok()
    }

    fn new(
        level: &Level,
        areas: &Areas,
        moves: &Lurd,
        plan: Option<(&[Realised], &Areas)>,
        stop: &StopFlag,
    ) -> Result<Self, ReplayError> {
        let Level { board, start, .. } = level;
        // 1. What happened. A step ends where a step of the plan does; a solution that was changed afterwards, to be shorter,
        // is no longer that of the plan.
        let pushes = pushes_of(board, start, moves);
        let plan = plan.filter(|(plan, _)| plan.iter().flat_map(|realised| &realised.pushes).eq(&pushes));
        let cuts: Vec<usize> = plan.map_or_else(Vec::new, |(plan, _)| ends(plan));
        let mut steps = read(board, start, moves, areas, &cuts)?;
        // 2. How certain it was. The work is bounded; where the user asks to stop, steps stay without labels.
        let mut meter = Meter::new(Limits::default(), stop.clone());
        if let Ok(maze) = Maze::new(board, &mut meter) {
            _ = label_events(&maze, areas, start, &mut steps, &meter);
        }
        // 3. What was planned.
        let mut done = 0;
        let mut last = None;
        let explain = |step: SolutionStep| {
            let number = cuts.partition_point(|&end| end <= done);
            done += step.pushes.len();
            let planned = plan.and_then(|(plan, areas)| {
                let is_first = last.replace(number) != Some(number);
                Some(Planned::new(
                    number,
                    plan.get(number)?,
                    is_first,
                    is_as_proposed(&step, &plan[number].step, areas),
                ))
            });
            ExplainedStep { step, planned }
        };
        let steps = steps.into_iter().map(explain).collect();
        let planned_areas = plan.map(|(_, areas)| areas.clone());
        Ok(Self { areas: areas.clone(), planned_areas, steps, lurd: replay(board, start, moves)?.lurd })
    }

    /// Returns the moves of a step, pushes in upper case.
    pub fn moves_of(&self, step: &SolutionStep) -> &str {
        self.lurd.get(step.moves.clone()).unwrap_or_default()
    }
}

impl Planned {
    fn new(number: usize, realised: &Realised, is_first: bool, is_proposed: bool) -> Self {
        let Realised { step, act, target, label, plan_nodes, push_nodes, .. } = realised;
        Self {
            number,
            is_proposed,
            step: step.clone(),
            act: *act,
            target: *target,
            label: *label,
            plan_nodes: plan_nodes.map(|nodes| if is_first { nodes } else { 0 }),
            push_nodes: Some(if is_first { *push_nodes } else { 0 }),
        }
    }

    /// Returns whether it is a search of all boxes, which took over from the plan.
    pub fn is_takeover(&self) -> bool {
        self.step == Step::Takeover
    }
}

/// The number of pushes up to the end of each step.
fn ends(plan: &[Realised]) -> Vec<usize> {
    let lengths = plan.iter().map(|realised| realised.pushes.len());
    lengths
        .scan(0, |done, pushes| {
            *done += pushes;
            Some(*done)
        })
        .collect()
}

/// Returns whether a step is what was proposed on some areas.
fn is_as_proposed(step: &SolutionStep, proposed: &Step, areas: &Areas) -> bool {
    let ends = |square: &[Square; 2]| square.map(|square| areas.area_of(square));
    let trips: Vec<[AreaId; 2]> = step.trips.iter().map(|trip| ends(&[trip.from(), trip.to()])).collect();
    match proposed {
        Step::Transfer(route) => trips == [[route[0], route[route.len() - 1]]],
        Step::Settle(area) | Step::Arrange(area) => trips.iter().all(|ends| ends == &[*area; 2]),
        Step::Takeover => false,
    }
}
