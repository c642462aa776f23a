//! Finds a shortest solution, or a lower bound.

use super::Proof;
use crate::deadlock::RuleSet;
use crate::heuristic::{Bound, Detours};
use crate::heuristic::TwoBoxPatternDatabase;
use crate::level::Level;
use crate::maze::Maze;
use crate::push::{BoxSet, Push};
use crate::run::{Ended, Meter, Stop, drive};
use crate::search::optimal::{FewestPushes, Metric, Optimal};

/// The result of the search for a shortest solution.
pub(super) struct Proved {
    pub(super) ended: Ended<Vec<Push>>,
    /// No solution has less of what the metric counts first.
    pub(super) lower_bound: u32,
    /// `None` if the limits were met before it began.
    pub(super) proof: Option<Proof>,
}

/// Searches for a solution that is minimal in the metric.
pub(super) fn optimal(level: &Level, metric: Metric, rules: &RuleSet, meter: &mut Meter) -> Proved {
    let mut lower_bound = 0;
    let begun = search(level, metric, rules, &mut lower_bound, meter);
    begun.unwrap_or_else(|stop| Proved { ended: Ended::Stopped(stop), lower_bound, proof: None })
}

fn search(
    level: &Level,
    metric: Metric,
    rules: &RuleSet,
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
        let mut search = FewestPushes::new(&maze, &level.start, detours, rules, meter)?;
        let ended = drive(&mut search, meter);
        let proof = Proof { refused: search.refused(), pairs: None };
        return Ok(Proved { ended, lower_bound: search.lower_bound(), proof: Some(proof) });
    }
    let bound = Bound::new(&maze, pairs.as_ref(), meter)?;
    let mut search = Optimal::new(&maze, &level.start, metric, bound, rules, meter)?;
    let ended = drive(&mut search, meter);
    let proof = Proof { refused: search.refused(), pairs: search.pairs() };
    Ok(Proved { ended, lower_bound: search.lower_bound(), proof: Some(proof) })
}
