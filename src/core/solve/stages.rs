//! The one way from a level to what is shown of it: the search, its plan, a tidier and shorter solution, the steps and their labels.
//! Commands, reports, the server and hints go this way, under one meter: its time is for all stages together.

use super::explained::Explanation;
use super::improve::{improve, tidy};
use super::options::Options;
use super::planning::propose_plan;
use super::report::Report;
use super::solver::{LevelMaze, SolveProgress, solve_observed};
use crate::level::Level;
use crate::maze::Areas;
use crate::run::{Limits, Meter};
use crate::search::Measure;

/// Stages that follow the search.
///
/// ```
/// use sokoplan_core::solve::{Options, Stages, Steps};
/// use sokoplan_core::run::Meter;
/// use sokoplan_core::Level;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let stages = Stages { tidy: true, steps: Steps::Labelled, ..Stages::default() };
/// let solved = stages.run(&level, &Options::default(), &|_| {}, &mut Meter::unlimited());
/// assert!(solved.steps.is_some_and(|steps| steps.steps.iter().all(|step| step.label.is_some())));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages {
    /// Whether the plan is proposed, and compared with what was made of it.
    pub plan: bool,
    /// Whether the solution is tidied.
    pub tidy: bool,
    /// Whether the solution is shortened.
    pub improve: Option<Effort>,
    /// Whether the solution is read as steps.
    pub steps: Steps,
}

/// How a solution is shortened. The limits hold for this stage alone, beside the limits of the meter.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pushes or moves, whichever is minimised first.
    pub measure: Measure,
    /// Limits of time and positions.
    pub limits: Limits,
}

/// How a solution is read as steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// Not at all.
    #[default]
    Unread,
    /// Without labels, which take longer than all else.
    Read,
    /// With labels.
    Labelled,
}

/// A level after all stages.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Outcome with the final solution, plan, and what was spent.
    pub report: Report,
    /// Areas of the level; `None` if no stage needs them.
    pub areas: Option<Areas>,
    /// Steps of the solution, labelled in the order of the final solution; `None` without a solution, or if they are not read.
    pub steps: Option<Explanation>,
}

impl Stages {
    /// Solves a level, and runs the stages that follow. A limit leaves out what a later stage would add.
    pub fn run(
        &self,
        level: &Level,
        options: &Options,
        on_progress: &(dyn Fn(SolveProgress) + Sync),
        meter: &mut Meter,
    ) -> Solved {
        let mut maze = LevelMaze::default();
        let mut report = solve_observed(level, &mut maze, options, on_progress, meter);
        if self.plan {
            report = propose_plan(level, &mut maze, report, &options.conditions, meter);
        }
        // Later stages work on other boards, and need its memory.
        drop(maze);
        let reads = self.steps != Steps::Unread;
        let divides = reads || self.tidy && report.solution().is_some();
        let divide = || Areas::within(&level.board, options.rooms_by, &options.patterns, &meter.after_search()).ok();
        let areas = if divides { divide() } else { None };
        if let Some(areas) = areas.as_ref().filter(|_| self.tidy) {
            report = tidy(level, areas, report, meter);
        }
        if let Some(Effort { measure, limits }) = self.improve {
            let limits = Limits { memory: meter.limits().memory, ..limits };
            report = improve(level, report, measure, options, &mut Meter::new(limits, meter.stop_flag().clone()));
        }
        let areas_read = areas.as_ref().filter(|_| reads);
        let mut steps = areas_read.and_then(|areas| Explanation::of_report(level, areas, &report));
        if let Some(steps) = steps.as_mut().filter(|_| self.steps == Steps::Labelled) {
            // A limit leaves the last steps without labels.
            _ = steps.label(level, &meter.after_search());
        }
        Solved { report, areas, steps }
    }
}
