//! A solution as steps, read from its moves.

use super::Report;
use crate::level::{Level, Lurd, ReplayError, replay};
use crate::maze::{Areas, Maze};
use crate::planner::agenda::GroupsReport;
use crate::run::{Limits, Meter, StopFlag};
use crate::steps::{SolutionStep, label_events, read};

/// The steps of a solution.
///
/// ```
/// use sokoplan_core::{Areas, Level};
/// use sokoplan_core::solve::Explained;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let explained = Explained::of_moves(&level, &Areas::of(&level.board), &"dlluRRRRRR".parse()?)?;
/// assert_eq!(explained.steps.len(), 1, "one box goes from room to room, without a break");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Explained {
    /// Areas by which steps are named.
    pub areas: Areas,
    /// Steps of the solution; the moves of all steps joined in order are [`Explained::lurd`].
    pub steps: Vec<SolutionStep>,
    /// Moves in LURD notation, pushes in upper case.
    pub lurd: String,
    /// Groups of boxes by which the level was searched; `None` if it was not divided into groups.
    pub groups: Option<GroupsReport>,
}

impl Explained {
    /// Reads moves as steps, without labels. The moves may have any source and need not solve the level.
    ///
    /// # Errors
    /// The first move that the rules of the game forbid.
    pub fn of_moves(level: &Level, areas: &Areas, moves: &Lurd) -> Result<Self, ReplayError> {
        let lurd = replay(&level.board, &level.start, moves)?.lurd;
        let steps = read(&level.board, &level.start, moves, areas)?;
        Ok(Self { areas: areas.clone(), steps, lurd, groups: None })
    }

    /// Returns the solution of a report as steps, without labels; `None` if the report has no solution.
    pub fn of_report(level: &Level, areas: &Areas, report: &Report) -> Option<Self> {
        let explained = Self::of_moves(level, areas, &report.solution()?.lurd.parse().ok()?).ok()?;
        let groups = report.plan.as_ref().and_then(|plan| plan.groups.clone());
        Some(Self { groups, ..explained })
    }

    /// Adds labels to the transfers: a closure of an area for each border that a box crosses, which takes much longer
    /// than reading the steps. If the user asks to stop, steps stay without labels.
    #[must_use]
    pub fn labelled(mut self, level: &Level, stop: &StopFlag) -> Self {
        let meter = Meter::new(Limits::default(), stop.clone());
        let maze = Maze::without_distances(&level.board);
        _ = label_events(&maze, &self.areas, &level.start, &mut self.steps, &meter);
        self
    }

    /// Returns the moves of a step in LURD notation, pushes in upper case.
    pub fn moves_of(&self, step: &SolutionStep) -> &str {
        self.lurd.get(step.moves.clone()).unwrap_or_default()
    }
}
