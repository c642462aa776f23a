//! Finds a shortest solution, or a lower bound.

use super::improve::pushes;
use super::schedule::one_by_one;
use super::strategies::Grounds;
use super::{Options, Proof};
use crate::heuristic::{Bound, Detours, TwoBoxPatternDatabase};
use crate::level::Level;
use crate::maze::Maze;
use crate::push::{BoxSet, Push};
use crate::run::{Ended, Meter, Stop, drive};
use crate::search::optimal::{FewestPushes, Metric, Optimal};
use crate::search::{Improver, Measure};

/// Positions that are searched before a solution is looked for elsewhere. Levels 3, 7 and 51 of XSokoban need 14,000 to
/// 85,000; with 20,000 the half of level 7's time goes to solutions that it does not need.
const AT_ONCE: u64 = 100_000;
/// The part of the limits that goes to finding a solution, and again to shortening it. Of 13 levels of XSokoban whose
/// bound is within 2 pushes of the best known solution, 6 were shortened to that within 10 s.
const SHARE: u32 = 10;
/// Nodes for either where there is no limit. Not tuned.
const UNLIMITED: u64 = 100_000;

/// The result of the search for a shortest solution.
pub(super) struct Proved {
    pub(super) ended: Ended<Vec<Push>>,
    /// No solution has less of what the metric counts first.
    pub(super) lower_bound: u32,
    /// `None` if the limits were met before it began.
    pub(super) proof: Option<Proof>,
}

/// Searches for a solution that is minimal in the metric.
pub(super) fn optimal(level: &Level, metric: Metric, options: &Options, meter: &mut Meter) -> Proved {
    let mut lower_bound = 0;
    let begun = search(level, metric, options, &mut lower_bound, meter);
    begun.unwrap_or_else(|stop| Proved { ended: Ended::Stopped(stop), lower_bound, proof: None })
}

fn search(
    level: &Level,
    metric: Metric,
    options: &Options,
    lower_bound: &mut u32,
    meter: &mut Meter,
) -> Result<Proved, Stop> {
    let maze = Maze::new(&level.board, meter)?;
    // A bound to report if the limits are met before the tables of pairs are computed.
    let boxes = BoxSet::of(level.board.len(), level.start.boxes.iter().copied());
    let matched = Bound::new(&maze, None, meter)?.matched(&boxes, level.start.player, meter)?;
    *lower_bound = matched.unwrap_or_default();
    let pairs = TwoBoxPatternDatabase::new(&maze, meter)?;
    if metric == Metric::Pushes {
        let detours = pairs.as_ref().map_or(Ok(None), |pairs| Detours::new(&maze, pairs, meter))?;
        let mut search = FewestPushes::new(&maze, &level.start, detours, &options.rules.optimal, meter)?;
        let ended = fewest_pushes(level, &maze, options, &mut search, meter);
        let proof = Proof { refused: search.refused(), pairs: pairs.as_ref().map(TwoBoxPatternDatabase::len) };
        return Ok(Proved { ended, lower_bound: search.lower_bound(), proof: Some(proof) });
    }
    let bound = Bound::new(&maze, pairs.as_ref(), meter)?;
    let mut search = Optimal::new(&maze, &level.start, metric, bound, &options.rules.optimal, meter)?;
    let ended = drive(&mut search, meter);
    let proof = Proof { refused: search.refused(), pairs: search.pairs() };
    Ok(Proved { ended, lower_bound: search.lower_bound(), proof: Some(proof) })
}

/// Searches for a shortest solution. A solution that is found elsewhere ends the search as soon as it is proved that none
/// is shorter, which is sooner than that the search itself comes to one.
fn fewest_pushes(
    level: &Level,
    maze: &Maze<'_>,
    options: &Options,
    search: &mut FewestPushes<'_>,
    meter: &mut Meter,
) -> Ended<Vec<Push>> {
    let ended = meter.within(Some(AT_ONCE), None, |meter| drive(search, meter));
    if !matches!(ended, Ended::Stopped(_)) || meter.exhausted().is_err() {
        return ended;
    }
    if let Some(solution) = solution(level, maze, options, meter) {
        search.offer(solution);
    }
    drive(search, meter)
}

/// A solution that need not be shortest, from a part of the limits.
fn solution(level: &Level, maze: &Maze<'_>, options: &Options, meter: &mut Meter) -> Option<Vec<Push>> {
    let grounds = Grounds::new(level, maze, options);
    let list = grounds.list();
    let found = in_part(meter, |meter| one_by_one(level, &list.groups(), &|_| {}, meter));
    let pushes = pushes(&level.board, level.start.player, &found.outcome.solution()?.lurd)?;
    let mut improver = Improver::new(&level.board, &level.start, pushes, Measure::Pushes)?;
    // What was found until a limit was met is kept.
    _ = in_part(meter, |meter| improver.run(meter));
    Some(improver.pushes().to_vec())
}

fn in_part<T>(meter: &mut Meter, part: impl FnOnce(&mut Meter) -> T) -> T {
    let time = meter.time_left().map(|time| time / SHARE);
    let nodes = match meter.nodes_left() {
        Some(nodes) => Some(nodes / u64::from(SHARE)),
        None => time.is_none().then_some(UNLIMITED),
    };
    meter.within(nodes, time, part)
}
