//! Makes a solution shorter. The result of the search is verified like every solution, and taken only if it costs less.

use super::{Options, Outcome, Report, Solution, Source, judge};
use crate::deadlock::AskedBy;
use crate::heuristic::{Detours, TwoBoxPatternDatabase};
use crate::level::{Level, Metrics};
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use crate::search::optimal::{VicinitySearch, vicinity_search};
use crate::search::{Improver, Measure};
use std::time::Duration;

/// How a solution was shortened, and how the attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improved {
    /// Whether pushes or moves were to be reduced first.
    pub measure: Measure,
    /// Pushes, moves and other metrics of the solution before it was shortened.
    pub before: Metrics,
    /// Number of positions expanded in the attempt.
    pub nodes: u64,
    /// Wall-clock time of the attempt.
    pub time: Duration,
    /// Limit that ended the attempt; `None` if nothing was left to try.
    pub stop: Option<Stop>,
    /// Whether it is proved that no solution is shorter in the measure.
    pub is_shortest: bool,
}

/// Shortens the solution of a report, if it has one, under the limits of the meter, with the prunings of the options.
pub fn improve(level: &Level, report: &mut Report, measure: Measure, options: &Options, meter: &mut Meter) {
    let Outcome::Solved(solution) = &mut report.outcome else { return };
    let before = solution.metrics;
    let maze = (measure == Measure::Pushes).then(|| Maze::new(&level.board, meter).ok()).flatten();
    let pairs = maze.as_ref().and_then(|maze| TwoBoxPatternDatabase::new(maze, meter).ok().flatten());
    // Without memory for the tables of the wide search, only windows are searched.
    let search = maze.as_ref().and_then(|maze| near(level, maze, pairs.as_ref(), options, meter).ok());
    let improver = Improver::new(&level.board, &level.start, &solution.pushes, measure, search, meter);
    let Some(mut improver) = improver else { return };
    let ended = improver.run(meter);
    let is_shortest = ended == Ok(true);
    match judge(level, Source::Improve, improver.pushes()) {
        Ok(shorter) if rank(measure, &shorter) < rank(measure, solution) => *solution = shorter,
        Ok(_) => {}
        Err(error) => report.outcome = Outcome::InternalError(error),
    }
    report.peak_bytes = report.peak_bytes.max(meter.peak_bytes());
    report.improved =
        Some(Improved { measure, before, nodes: meter.nodes(), time: meter.elapsed(), stop: ended.err(), is_shortest });
}

/// Creates the search for solutions near a known one.
fn near<'a>(
    level: &Level,
    maze: &'a Maze<'a>,
    pairs: Option<&'a TwoBoxPatternDatabase>,
    options: &Options,
    meter: &mut Meter,
) -> Result<Box<dyn VicinitySearch + 'a>, Stop> {
    let detours = Detours::new(maze, pairs, meter)?;
    vicinity_search(maze, &level.start, detours, &options.prunings(AskedBy::SHORTEST), meter)
}

const fn rank(measure: Measure, solution: &Solution) -> [usize; 2] {
    let Metrics { pushes, moves, .. } = solution.metrics;
    match measure {
        Measure::Pushes => [pushes, moves],
        Measure::Moves => [moves, pushes],
    }
}
