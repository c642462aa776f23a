//! Makes a solution shorter. The result of the search is verified like every solution, and taken only if it costs less.

use super::{InternalError, Options, Outcome, Report, Solution, Source, judge};
use crate::deadlock::Purposes;
use crate::heuristic::{Detours, TwoBoxPatternDatabase};
use crate::level::{Level, Metrics};
use crate::maze::Maze;
use crate::push::Push;
use crate::run::{Meter, Stop};
use crate::search::optimal::{VicinitySearch, vicinity_search};
use crate::search::{Improver, Measure};
use std::time::Duration;

/// How a solution was shortened, and how the attempt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// Whether pushes or moves were to be reduced first.
    pub measure: Measure,
    /// Pushes, moves and other metrics of the solution before it was shortened.
    pub before: Metrics,
    /// Number of positions expanded in the attempt.
    pub nodes: u64,
    /// Wall-clock time of the attempt.
    pub time: Duration,
    /// Limit that ended the attempt; `None` if all attempts were made.
    pub stop: Option<Stop>,
    /// Whether it is proved that no solution is shorter in the measure.
    pub is_shortest: bool,
}

/// Shortens the solution of a report, if it has one, under the limits of the meter, with the prunings of the options.
pub fn improve(level: &Level, report: &mut Report, measure: Measure, options: &Options, meter: &mut Meter) {
    let Outcome::Solved(solution) = &mut report.outcome else { return };
    match shorten(level, solution, measure, options, meter, &mut |_, _| {}) {
        Ok(improved) => report.improved = improved,
        Err(error) => report.outcome = Outcome::InternalError(error),
    }
    report.peak_bytes = report.peak_bytes.max(meter.peak_bytes());
}

/// Shortens a solution of any source under the limits of the meter; `heard` is called with the pushes and moves of each gain.
/// Returns `None` without a search, if a limit was met at once.
///
/// # Errors
/// A fault of this program; the solution stays as it was.
pub fn shorten(
    level: &Level,
    solution: &mut Solution,
    measure: Measure,
    options: &Options,
    meter: &mut Meter,
    heard: &mut dyn FnMut(usize, u32),
) -> Result<Option<Improvement>, InternalError> {
    let before = solution.metrics;
    let maze = Maze::new(&level.board, meter).ok();
    let pairs = maze.as_ref().and_then(|maze| TwoBoxPatternDatabase::new(maze, meter).ok().flatten());
    let mut best = Best { cost: rank(measure, before.pushes, before.moves), pushes: solution.pushes.clone() };
    let mut ended = None;
    for &(phase, share) in Best::phases(measure) {
        // Without memory for the tables of the wide search, only windows are searched.
        let wide = maze.as_ref().filter(|_| phase == Measure::Pushes);
        let search = wide.and_then(|maze| near(level, maze, pairs.as_ref(), options, meter).ok());
        let start = best.pushes.clone();
        let Some(improver) = Improver::new(&level.board, &level.start, &start, phase, search, meter) else { break };
        let mut improver = improver.telling(|pushes, moves| best.hear(measure, pushes, moves, heard));
        let (nodes, time) = (meter.nodes_left().map(|nodes| nodes / share), meter.time_left());
        let time = time.map(|time| time / u32::try_from(share).unwrap_or(1));
        let most = (share > 1 && nodes.is_none() && time.is_none()).then_some(Best::NODES);
        ended = Some(meter.within(nodes.or(most), time, |meter| improver.run(meter)));
    }
    let Some(ended) = ended else { return Ok(None) };
    let shorter = judge(level, Source::Improve, &best.pushes)?;
    if rank(measure, shorter.metrics.pushes, shorter.metrics.moves) < rank(measure, before.pushes, before.moves) {
        *solution = shorter;
    }
    let (nodes, time, is_shortest) = (meter.nodes(), meter.elapsed(), ended == Ok(true));
    Ok(Some(Improvement { measure, before, nodes, time, stop: ended.err(), is_shortest }))
}

/// The best solution so far.
struct Best {
    cost: [usize; 2],
    pushes: Vec<Push>,
}

impl Best {
    /// Nodes of the first phase without a limit.
    const NODES: u64 = 1_000_000;

    /// Returns what is minimised in each phase, each with the part of the rest of the limits that it has, as a divisor. For
    /// fewer moves pushes are reduced first, since searches near a solution do so, and most pushes that go save moves.
    const fn phases(measure: Measure) -> &'static [(Measure, u64)] {
        match measure {
            Measure::Pushes => &[(Measure::Pushes, 1)],
            Measure::Moves => &[(Measure::Pushes, 3), (Measure::Moves, 1)],
        }
    }

    fn hear(&mut self, measure: Measure, pushes: &[Push], moves: u32, heard: &mut dyn FnMut(usize, u32)) {
        let cost = rank(measure, pushes.len(), moves as usize);
        if cost < self.cost {
            (self.cost, self.pushes) = (cost, pushes.to_vec());
            heard(pushes.len(), moves);
        }
    }
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
    vicinity_search(maze, &level.start, detours, &options.prunings(Purposes::SHORTEST), meter)
}

const fn rank(measure: Measure, pushes: usize, moves: usize) -> [usize; 2] {
    match measure {
        Measure::Pushes => [pushes, moves],
        Measure::Moves => [moves, pushes],
    }
}
