//! Makes a solution shorter, or easier to retell: the pushes of a box are made without a break if they can be, and walks are
//! shortened. The result is verified like every solution, and taken only if it costs less, or its story is no longer.

use super::options::Options;
use super::outcome::{InternalError, Outcome, Solution, judge};
use super::report::{Improvement, Report};
use super::strategy::Source;
use crate::deadlock::Purposes;
use crate::heuristic::{Detours, TwoBoxPatternDatabase};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::push::Push;
use crate::run::{Limits, Meter, Stop, StopFlag, count32};
use crate::search::optimal::{Cost, VicinitySearch, vicinity_search};
use crate::search::{Improver, Joiner, Measure};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Returns a report with its solution shortened, if it has one, under the limits of the meter, with the prunings of the options.
pub fn improve(level: &Level, report: Report, measure: Measure, options: &Options, meter: &mut Meter) -> Report {
    let Some(solution) = report.solution().cloned() else { return report };
    let (outcome, improved) = match shorten(level, solution, measure, options, meter, &mut |_, _| {}) {
        Ok((solution, improved)) => (Outcome::Solved(solution), improved),
        Err(error) => (Outcome::InternalError(error), None),
    };
    Report { outcome, improved, peak_bytes: report.peak_bytes.max(meter.peak_bytes()), ..report }
}

/// Shortens a solution of any source under the limits of the meter; `on_gain` is called with the pushes and moves of each gain.
/// With two threads and no node limit, two searches that begin differently run side by side. Returns the solution, and how it was
/// shortened: `None` without a search, if a limit was met at once.
///
/// # Errors
/// A fault of this program.
pub fn shorten(
    level: &Level,
    mut solution: Solution,
    measure: Measure,
    options: &Options,
    meter: &mut Meter,
    on_gain: &mut (dyn FnMut(usize, u32) + Send),
) -> Result<(Solution, Option<Improvement>), InternalError> {
    let (before, began) = (solution.metrics, meter.elapsed());
    // The shortest walks between the pushes are the first gain.
    let walked = judge(level, Source::Improve, &solution.pushes)?;
    if walked.metrics.moves < before.moves {
        on_gain(walked.metrics.pushes, count32(walked.metrics.moves));
        solution = walked;
    }
    let first = measure.cost(count32(solution.metrics.pushes), count32(solution.metrics.moves));
    let best = Mutex::new((first, solution.pushes.clone(), on_gain));
    let shortening = Shortening { level, measure, options, best };
    let maze = Maze::new(&level.board, meter).ok();
    let pairs = maze.as_ref().and_then(|maze| TwoBoxPatternDatabase::new(maze, meter).ok().flatten());
    let near = maze.as_ref().map(|maze| (maze, pairs.as_ref()));
    let [phases, others] = Shortening::phases(measure);
    // Under a node limit results repeat, so two searches do not race.
    let ended = if options.threads > 1 && meter.nodes_left().is_none() {
        let stop = meter.stop_flag().below();
        let mut meters = meter.split(2, &stop);
        let run = |phases: &[Phase], meter: &mut Meter| {
            let ended = shortening.run(phases, near, meter);
            // A proof that the solution is shortest ends the other search.
            (ended == Some(Ok(true))).then(|| stop.raise());
            ended
        };
        let ended = std::thread::scope(|scope| {
            let [one, two] = meters.as_mut_slice() else { return None };
            let beside = std::thread::Builder::new().spawn_scoped(scope, || run(others, two));
            let ended = run(phases, one);
            let other = beside.ok().and_then(|beside| beside.join().ok()).flatten();
            [ended, other].into_iter().flatten().find(|ended| *ended == Ok(true)).or(ended)
        });
        meter.gather(&meters);
        ended
    } else {
        shortening.run(phases, near, meter)
    };
    let Some(ended) = ended else { return Ok((solution, None)) };
    let (cost, pushes, _) = shortening.best.into_inner().unwrap_or_else(PoisonError::into_inner);
    if cost < first {
        solution = judge(level, Source::Improve, &pushes)?;
    }
    let (nodes, time, is_shortest) = (meter.nodes(), meter.elapsed() - began, ended == Ok(true));
    Ok((solution, Some(Improvement { measure, before, nodes, time, stop: ended.err(), is_shortest })))
}

/// Shortens a solution in pushes under these limits, without a listener.
///
/// # Errors
/// A fault of this program.
pub fn shortened(
    level: &Level,
    solution: Solution,
    limits: Limits,
    stop: &StopFlag,
) -> Result<Solution, InternalError> {
    let meter = &mut Meter::new(limits, stop.clone());
    shorten(level, solution, Measure::Pushes, &Options::default(), meter, &mut |_, _| {}).map(|(solution, _)| solution)
}

/// Measure of a phase, and its part of the remaining limits, as a divisor.
type Phase = (Measure, u32);

/// Cost and pushes of the best solution so far, and what hears of each gain.
type Best<'h> = (Cost, Vec<Push>, &'h mut (dyn FnMut(usize, u32) + Send));

struct Shortening<'a, 'h> {
    level: &'a Level,
    measure: Measure,
    options: &'a Options,
    best: Mutex<Best<'h>>,
}

impl<'a> Shortening<'a, '_> {
    /// Nodes of a first phase without a limit.
    const NODES: u64 = 1_000_000;

    /// Returns the phases of the search, and the phases of a second search beside it. For fewer moves pushes are reduced first:
    /// searches near a solution do so, and fewer pushes mostly mean fewer moves.
    const fn phases(measure: Measure) -> [&'static [Phase]; 2] {
        match measure {
            Measure::Pushes => [&[(Measure::Pushes, 1)], &[(Measure::Moves, 3), (Measure::Pushes, 1)]],
            Measure::Moves => [&[(Measure::Pushes, 2), (Measure::Moves, 1)], &[(Measure::Moves, 1)]],
        }
    }

    /// Runs the phases one after another, each from the best solution so far. Returns how the last ended.
    fn run(
        &self,
        phases: &[Phase],
        near: Option<(&'a Maze<'a>, Option<&'a TwoBoxPatternDatabase>)>,
        meter: &mut Meter,
    ) -> Option<Result<bool, Stop>> {
        let mut ended = None;
        for &(phase, share) in phases {
            // Without memory for the tables of the wide search, only windows are searched.
            let wide = near.filter(|_| phase == Measure::Pushes);
            let search = wide.and_then(|(maze, pairs)| self::near(self.level, maze, pairs, self.options, meter).ok());
            // The other thread may have found a better one meanwhile.
            let start = self.best.lock().unwrap_or_else(PoisonError::into_inner).1.clone();
            let improver = Improver::new(&self.level.board, &self.level.start, &start, phase, search, meter)?;
            let mut improver = improver.on_gain(|pushes, moves| self.hear(pushes, moves));
            let (nodes, time) = (meter.nodes_left().map(|nodes| nodes / u64::from(share)), meter.time_left());
            let most = (share > 1 && nodes.is_none() && time.is_none()).then_some(Self::NODES);
            ended = Some(meter.within(nodes.or(most), time.map(|time| time / share), |meter| improver.run(meter)));
        }
        ended
    }

    fn hear(&self, pushes: &[Push], moves: u32) {
        let cost = self.measure.cost(count32(pushes.len()), moves);
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if cost < best.0 {
            (best.0, best.1) = (cost, pushes.to_vec());
            (best.2)(pushes.len(), moves);
        }
    }
}

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

/// Number of positions for a level that was solved at once, and under a node limit: some 20 ms on a small board.
const POSITIONS: u64 = 10_000;
/// Number of positions in the first searches of short pieces.
const WINDOW: u64 = 300;
/// Time of a level that was solved at once; on small boards its positions end before.
const LEAST: Duration = Duration::from_millis(20);
const MOST: Duration = Duration::from_secs(1);
/// Number of squares of a board on which [`POSITIONS`] take about [`LEAST`].
const SMALL: usize = 400;

/// Returns a report with its solution tidied, if it has one that is not proved shortest: runs of pushes of one box are joined where
/// possible, then short pieces are searched again. The result has fewer transfers between `areas`, else fewer moves, and never more
/// pushes. Takes a tenth of the time spent on the level, between 20 ms and 1 s, within the time that the meter has left; under a node
/// limit a fixed number of positions, so that the result repeats.
pub fn tidy(level: &Level, areas: &Areas, report: Report, meter: &Meter) -> Report {
    let (None, Some(solution)) = (report.metric, report.solution()) else { return report };
    let mut own = Meter::new(limits(level, report.time, meter), meter.stop_flag().clone());
    let judged = tidied(level, areas, &solution.pushes, &mut own).map(|pushes| judge(level, Source::Improve, &pushes));
    let (time, peak_bytes) = (report.time + own.elapsed(), report.peak_bytes.max(own.peak_bytes()));
    let outcome = match judged {
        Some(judged) => judged.map_or_else(Outcome::InternalError, Outcome::Solved),
        None => report.outcome,
    };
    Report { outcome, time, peak_bytes, ..report }
}

/// Returns the limits for tidying a solution that took `spent` to find.
fn limits(level: &Level, spent: Duration, meter: &Meter) -> Limits {
    let memory = meter.limits().memory;
    if meter.limits().nodes.is_some() {
        return Limits { nodes: Some(POSITIONS), memory, ..Limits::default() };
    }
    let left = meter.time_left().map_or(MOST, |left| left.min(MOST).max(LEAST));
    let time = (spent / 10).max(LEAST).min(left);
    // Where positions are a matter of 20 ms, they alone are the limit: the clock would make results differ from run to run.
    let is_quick = time == LEAST && level.board.len() <= SMALL;
    let time = if is_quick { None } else { Some(time) };
    Limits { nodes: is_quick.then_some(POSITIONS), time, memory }
}

/// Returns the pushes of a tidier solution. Every change makes the story cost less, so a limit keeps those before it.
fn tidied(level: &Level, areas: &Areas, pushes: &[Push], meter: &mut Meter) -> Option<Vec<Push>> {
    let Level { board, start, .. } = level;
    let maze = Maze::without_distances(board);
    let mut best = pushes.to_vec();
    while meter.exhausted().is_ok() {
        // 1. Runs of one box are joined.
        let before = best.clone();
        let mut joiner = Joiner::new(&maze, areas, start, &best)?;
        _ = joiner.run(meter);
        best = joiner.pushes();
        // 2. Pieces are searched again, for fewer moves and for fewer pushes, each with half of the remaining time.
        let Some(mut improver) = Improver::new(board, start, &best, Measure::Moves, None, meter) else { break };
        for (measure, share) in [(Measure::Moves, 2), (Measure::Pushes, 1)] {
            improver = improver.keeping_story(areas, measure, WINDOW);
            let (nodes, time) = (meter.nodes_left().map(|nodes| nodes / share), meter.time_left());
            let time = time.map(|time| time / u32::try_from(share).unwrap_or(1));
            _ = meter.within(nodes, time, |meter| improver.run(meter));
        }
        best = improver.pushes().to_vec();
        // Nothing was joined or shortened, so another round would do the same.
        if best == before {
            break;
        }
    }
    (best != pushes).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::judge_moves;
    use crate::steps::{StepKind, read};

    #[test]
    fn a_box_that_waits_for_nothing_goes_its_way_at_once() {
        // The first box is left in the tunnel while the other one makes a push, and then goes on.
        let board = "###########\n#    ##   #\n# $@    . #\n#   ###   #\n# $.###   #\n###########\n";
        let level = Level::from_xsb("", board).expect("a good board");
        let areas = Areas::of(&level.board);
        let lurd = "ulldRRRlldldRuurrRRR";
        let solution = judge_moves(&level, Source::Start, lurd).expect("a solution");
        let report = Report::new(Outcome::Solved(solution), Source::Start);
        let tidied = tidy(&level, &areas, report, &Meter::unlimited()).solution().expect("still solved").lurd.clone();
        let [before, after] = [lurd, &tidied].map(|lurd| {
            let steps = read(&level.board, &level.start, &lurd.parse().expect("moves"), &areas).expect("a solution");
            let transfers = steps.iter().filter(|step| step.kind() == StepKind::Transfer).count();
            (transfers, steps.iter().map(|step| step.pushes.len()).sum::<usize>())
        });
        assert!(after.0 < before.0 && after.1 <= before.1, "{tidied}: {before:?} {after:?}");
    }
}
