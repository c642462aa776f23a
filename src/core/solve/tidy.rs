//! Makes a solution easier to retell: the pushes of a box are made without a break if they can be, and walks are shortened. The
//! result is verified like every solution, and taken only if its story is no longer.

use super::outcome::{Outcome, judge};
use super::report::Report;
use super::strategy::Source;
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::push::Push;
use crate::run::{Limits, Meter};
use crate::search::{Improver, Joiner, Measure};
use std::time::Duration;

/// Number of positions for a level that was solved at once, and under a node limit: some 20 ms on a small board.
const POSITIONS: u64 = 10_000;
/// Number of positions in the first searches of short pieces.
const WINDOW: u64 = 300;
/// Time of a level that was solved at once; on small boards its positions end before.
const LEAST: Duration = Duration::from_millis(20);
/// Maximum time.
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

/// Returns the pushes of a tidier solution, if there is one. Every change makes the story cost less, so a limit keeps the changes
/// before it.
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

    /// Returns the tidied moves, and before and after the number of transfers and of pushes.
    fn told(text: &str, lurd: &str) -> (String, [(usize, usize); 2]) {
        let level = Level::from_xsb("", text).expect("a good board");
        let areas = Areas::of(&level.board);
        let solution = judge_moves(&level, Source::Start, lurd.to_owned()).expect("a solution");
        let cost = |lurd: &str| {
            let steps = read(&level.board, &level.start, &lurd.parse().expect("moves"), &areas).expect("a solution");
            let transfers = steps.iter().filter(|step| step.kind() == StepKind::Transfer).count();
            (transfers, steps.iter().map(|step| step.pushes.len()).sum())
        };
        let report = Report::new(Outcome::Solved(solution), Source::Start);
        let report = tidy(&level, &areas, report, &Meter::unlimited());
        let tidied = report.solution().expect("still solved").lurd.clone();
        let costs = [lurd, &tidied].map(cost);
        (tidied, costs)
    }

    #[test]
    fn a_box_that_waits_for_nothing_goes_its_way_at_once() {
        // The first box is left in the tunnel while the other one makes a push, and then goes on.
        let board = "###########\n#    ##   #\n# $@    . #\n#   ###   #\n# $.###   #\n###########\n";
        let (lurd, [before, after]) = told(board, "ulldRRRlldldRuurrRRR");
        assert!(after.0 < before.0 && after.1 <= before.1, "{lurd}: {before:?} {after:?}");
    }
}
