//! The pulls that remove a box, one for each box, and the choice of the best.

use super::bases::BaseMatching;
use super::measure::Measure;
use super::score::Score;
use super::state::{Pull, State, Step};
use crate::feature_space::Candidate;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Play, Region};
use crate::run::{Held, Meter, Stop};
use std::cmp::Reverse;

/// A pull that removes a box, with the data on which its rating depends.
struct Removal {
    pull: Pull,
    /// Number of single pulls in `pull`.
    way: usize,
    score: Score,
}

/// Minimum number of pulls of a removal inside the room of the box: on nearer bases the box would block other boxes.
const FAR: usize = 6;

/// Returns the removals of the boxes in `movable`, the best of them with priority. Each box goes to the first square of
/// the sink, in reading order, that is in another room or [`FAR`] pulls away and leaves each other box a base of its own.
pub(super) fn removals(
    maze: &Maze<'_>,
    (state, movable, region, sink): (&State, &BoxSet, &Region, &BoxSet),
    (macros, measure): (&mut Macros, &mut Measure<'_>),
    held: &mut Held,
    meter: &Meter,
) -> Result<Vec<Candidate<Step, Score>>, Stop> {
    let found = pulls(maze, (state, movable, region, sink), (macros, measure), meter)?;
    let mut removals: Vec<Removal> = Vec::with_capacity(found.len());
    for (pull, way) in found {
        meter.check()?;
        let (boxes, bases, _) = state.after(Step::Remove(pull));
        removals.push(Removal { pull, way, score: measure.score(&boxes, &bases) });
    }
    let best = removals.iter().max_by_key(|removal| worth(maze, removal)).map(|removal| removal.pull.from);
    let candidate = |removal: Removal| {
        Candidate::new(Step::Remove(removal.pull), removal.score, u32::from(best == Some(removal.pull.from)))
    };
    let mut candidates = Vec::new();
    held.vec(&mut candidates, removals.len(), meter)?;
    candidates.extend(removals.into_iter().map(candidate));
    Ok(candidates)
}

/// Returns the rating of a removal: a parked box comes before one on a goal, and a goal in a dead end comes last, since
/// it must be filled first; then the fewest regions of the player, then the longest path come first.
///
/// ```text
///   #####
///   #g    a goal in a dead end
///   #####
/// ```
fn worth(maze: &Maze<'_>, removal: &Removal) -> (bool, bool, Reverse<u32>, usize, Reverse<Square>) {
    let from = removal.pull.from;
    let is_dead_end = maze.board.neighbours(from).count() <= 1;
    (!maze.board.is_goal(from), !is_dead_end, removal.score.regions, removal.way, Reverse(from))
}

/// Returns the pulls that remove a box in `movable`, each with the number of single pulls.
fn pulls(
    maze: &Maze<'_>,
    (state, movable, region, sink): (&State, &BoxSet, &Region, &BoxSet),
    (macros, measure): (&mut Macros, &Measure<'_>),
    meter: &Meter,
) -> Result<Vec<(Pull, usize)>, Stop> {
    let matching = measure.matched(state, meter)?;
    let mut pulls = Vec::new();
    for from in movable.iter() {
        meter.check()?;
        pulls.extend(removal(maze, (state, region, sink), from, macros, (measure, &matching)));
    }
    Ok(pulls)
}

/// Returns the pull that removes the box on `from`, with the number of single pulls; `None` if it cannot be removed.
fn removal(
    maze: &Maze<'_>,
    (state, region, sink): (&State, &Region, &BoxSet),
    from: Square,
    macros: &mut Macros,
    (measure, matching): (&Measure<'_>, &BaseMatching<impl Fn(Square, usize) -> bool>),
) -> Option<(Pull, usize)> {
    let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Pull);
    let mut ends: Vec<(Square, usize)> =
        found.iter().enumerate().filter(|(_, m)| sink.has(m.to)).map(|(index, m)| (m.to, index)).collect();
    ends.sort_unstable();
    let (to, index) = ends.into_iter().find(|&(to, index)| {
        let is_away = measure.are_rooms_different(from, to) || macros.length(index) >= FAR;
        is_away && matching.suffices_without(from, to)
    })?;
    let player = macros.found(index)?.player(maze.board, true);
    Some((Pull { from, to, player }, macros.length(index)))
}
