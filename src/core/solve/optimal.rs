//! Finds a shortest solution, or a lower bound for all solutions.

use super::options::Options;
use super::report::OptimalCounts;
use super::schedule::{RunEnd, one_by_one};
use super::start::{Context, PlanAreas};
use crate::deadlock::Purposes;
use crate::heuristic::{Bound, Detours, TwoBoxPatternDatabase};
use crate::level::Level;
use crate::maze::Maze;
use crate::push::{BoxSet, Push};
use crate::run::{Meter, SearchEnd, Stop, drive, drive_turn};
use crate::search::optimal::{FewestPushes, Metric, Optimal, fewest_pushes, vicinity_search};
use crate::search::{Improver, Measure};
use std::time::Duration;

/// Maximum number of positions searched before other strategies look for a solution, and again before it is shortened; see
/// `FIGURES.md`, `AT_ONCE`.
const AT_ONCE: u64 = 100_000;
/// A turn may use the remaining limits divided by this number: one turn finds a solution, later ones shorten and prove it.
const SHARE: u32 = 10;
/// Number of nodes of a turn if there is no limit.
const UNLIMITED: u64 = 100_000;

pub(super) struct OptimalEnd {
    pub(super) ended: SearchEnd<Vec<Push>>,
    /// Shortest solution found, if it is not proved to be shortest; else `None`.
    pub(super) shortest_known: Option<Vec<Push>>,
    /// Lower bound for all solutions, of pushes or moves, whichever the metric counts first.
    pub(super) lower_bound: u32,
    pub(super) counts: Option<OptimalCounts>,
}

pub(super) fn optimal(level: &Level, metric: Metric, options: &Options, meter: &mut Meter) -> OptimalEnd {
    let mut lower_bound = 0;
    let begun = search(level, metric, options, &mut lower_bound, meter);
    begun.unwrap_or_else(|stop| OptimalEnd {
        ended: SearchEnd::Stopped(stop),
        shortest_known: None,
        lower_bound,
        counts: None,
    })
}

fn search(
    level: &Level,
    metric: Metric,
    options: &Options,
    lower_bound: &mut u32,
    meter: &mut Meter,
) -> Result<OptimalEnd, Stop> {
    let maze = Maze::new(&level.board, meter)?;
    // A bound to report if the limits are reached before the tables of pairs are computed.
    let boxes = BoxSet::of(level.board.len(), level.start.boxes.iter().copied());
    let matched = Bound::new(&maze, None, meter)?.matched(&boxes, level.start.player, meter)?;
    *lower_bound = matched.unwrap_or_default();
    let pairs = TwoBoxPatternDatabase::new(&maze, meter)?;
    if metric == Metric::Pushes {
        let detours = Detours::new(&maze, pairs.as_ref(), meter)?;
        let mut search =
            fewest_pushes(&maze, &level.start, detours.clone(), &options.prunings(Purposes::SHORTEST), meter)?;
        let ended = with_shortening(level, &maze, detours, options, &mut *search, meter);
        let counts =
            OptimalCounts { refused: search.refused(), pairs: pairs.as_ref().map(TwoBoxPatternDatabase::states) };
        let shortest_known = if matches!(ended, SearchEnd::Stopped(_)) { search.solution() } else { None };
        return Ok(OptimalEnd { ended, shortest_known, lower_bound: search.lower_bound(), counts: Some(counts) });
    }
    let bound = Bound::new(&maze, pairs.as_ref(), meter)?;
    let mut search =
        Optimal::new(&maze, &level.start, metric, bound, &options.rules.purposes(Purposes::SHORTEST), meter)?;
    let ended = drive(&mut search, meter);
    let counts = OptimalCounts { refused: search.refused(), pairs: search.pairs() };
    Ok(OptimalEnd { ended, shortest_known: None, lower_bound: search.lower_bound(), counts: Some(counts) })
}

/// Searches for fewest pushes, in turns with shortening another solution, which ends the search as soon as no shorter
/// one can exist, often before the search itself finds one.
fn with_shortening(
    level: &Level,
    maze: &Maze<'_>,
    detours: Option<Detours<'_>>,
    options: &Options,
    search: &mut dyn FewestPushes,
    meter: &mut Meter,
) -> SearchEnd<Vec<Push>> {
    // Half of the limits is kept for finding other solutions.
    let nodes = meter.nodes_left().map_or(AT_ONCE, |nodes| AT_ONCE.min(nodes / 2));
    let time = meter.time_left().map(|time| time / 2);
    let has_more = |ended: &SearchEnd<_>, meter: &Meter| {
        matches!(ended, SearchEnd::Stopped(Stop::TimeLimit | Stop::NodeLimit)) && meter.exhausted().is_ok()
    };
    // Short proofs end here, before the time for another solution is spent.
    let ended = drive_turn(search, Some(nodes), time, meter);
    if !has_more(&ended, meter) {
        return ended;
    }
    let improver = solution(level, maze, options, meter).and_then(|pushes| {
        let vicinity = vicinity_search(maze, &level.start, detours, &options.prunings(Purposes::SHORTEST), meter).ok();
        Improver::new(&level.board, &level.start, &pushes, Measure::Pushes, vicinity, meter)
    });
    // Without another solution there is nothing to shorten: the proof has all that is left.
    let Some(mut improver) = improver else { return drive(search, meter) };
    let (share, mut proof) = (Share::of(meter), 1_u32);
    // Any solution lets the search go from total to total, with few pushes to spare.
    search.offer(improver.pushes().to_vec());
    let ended = drive_turn(search, Some(nodes), share.time, meter);
    if !has_more(&ended, meter) {
        return ended;
    }
    let mut shortest = usize::MAX;
    // A solution found before a limit was reached is kept.
    while share.run(meter, |meter| improver.run(meter)).is_err() {
        let has_gained = improver.pushes().len() < std::mem::replace(&mut shortest, improver.pushes().len());
        // As long as a turn shortens the solution; each that shortens nothing makes further ones rarer.
        proof = if has_gained { 1 } else { proof.saturating_mul(2) };
        search.offer(improver.pushes().to_vec());
        let Share { time, nodes } = share.times(proof);
        let ended = drive_turn(search, nodes, time, meter);
        if !has_more(&ended, meter) {
            return ended;
        }
    }
    search.offer(improver.pushes().to_vec());
    drive(search, meter)
}

/// Returns some solution, found within a tenth of the limits; `None` if none is found.
fn solution(level: &Level, maze: &Maze<'_>, options: &Options, meter: &mut Meter) -> Option<Vec<Push>> {
    let divided = PlanAreas::new(level, options, meter).ok()?;
    let context = Context::new(level, maze, &divided, None, options);
    match Share::of(meter).run(meter, |meter| one_by_one(context.slots(), &|_| {}, meter)).end {
        RunEnd::Found(pushes) => Some(pushes),
        _ => None,
    }
}

/// Limits of one turn: a fraction of the limits that are left.
#[derive(Clone, Copy)]
struct Share {
    time: Option<Duration>,
    nodes: Option<u64>,
}

impl Share {
    fn of(meter: &Meter) -> Self {
        let time = meter.time_left().map(|time| time / SHARE);
        let nodes = match meter.nodes_left() {
            Some(nodes) => Some((nodes / u64::from(SHARE)).max(1)),
            None => time.is_none().then_some(UNLIMITED),
        };
        Self { time, nodes }
    }

    fn times(self, factor: u32) -> Self {
        Self {
            time: self.time.map(|time| time.saturating_mul(factor)),
            nodes: self.nodes.map(|nodes| nodes.saturating_mul(factor.into())),
        }
    }

    fn run<T>(self, meter: &mut Meter, share: impl FnOnce(&mut Meter) -> T) -> T {
        meter.within(self.nodes, self.time, share)
    }
}
