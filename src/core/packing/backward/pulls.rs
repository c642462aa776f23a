//! The pulls that remove no box, and the choice of advisers among these; the best pull that removes each box; and the
//! sink, a set of bases (start squares) that are equivalent for the removal of a box.
//!
//! ```text
//!   #########       Pushes lead a box from each x to each other x, and from x to w, but not back from w: it is at
//!   #w  #  x#       the wall. So the sink is x x x.
//!   #  xx   #
//!   #   #   #
//!   #########
//! ```

use super::state::{Measure, Pull, Score, State, Step};
use crate::feature_space::Candidate;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Maze, PushDistances};
use crate::push::{BoxSet, Macros, Play, Region};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

type Scored = (Pull, Score);

#[derive(Clone, Copy)]
pub(super) struct Here<'s> {
    pub(super) state: &'s State,
    pub(super) region: &'s Region,
}

#[derive(Debug)]
pub(super) struct Pulls<'a> {
    maze: &'a Maze<'a>,
    pub(super) measure: Measure<'a>,
    macros: Macros,
    /// For each square, the sum over all goals that a lone box on it reaches of the fewest pushes to the goal.
    to_goals: Vec<u32>,
    region: Region,
}

impl<'a> Pulls<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let ways = |square| (0..maze.board.goals().len()).map(move |goal| maze.distances.minimum(square, goal));
        let sum = |square| ways(square).filter(|&way| way != PushDistances::NEVER).map(u32::from).sum();
        let (to_goals, squares) = (maze.board.squares().map(sum).collect(), maze.board.len());
        let measure = Measure::new(maze, start, meter)?;
        Ok(Self { maze, measure, macros: Macros::new(squares), to_goals, region: Region::new(squares) })
    }

    /// Returns all pulls to squares outside `taken` that still lead to a base, scored; advised ones have priority.
    pub(super) fn all(
        &mut self,
        here: Here<'_>,
        score: Score,
        movable: &BoxSet,
        taken: &BoxSet,
        meter: &Meter,
    ) -> Result<Vec<Candidate<Step, Score>>, Stop> {
        let Self { maze, measure, macros, .. } = self;
        let Here { state, region } = here;
        let to_nearest = measure.to_nearest(&state.bases);
        let mut pulls: Vec<Scored> = Vec::new();
        for from in movable.iter() {
            meter.check_time()?;
            for &found in macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Pull) {
                let is_lost = to_nearest[found.to.index()] == PushDistances::NEVER;
                if found.to == from || is_lost || taken.has(found.to) {
                    continue;
                }
                let pull = Pull { from, to: found.to, player: found.player(maze.board, true) };
                pulls.push((pull, measure.score_after(score, found, &to_nearest)));
            }
        }
        let joining = pulls.iter().enumerate().filter(|(_, (_, after))| after.regions > score.regions);
        let joining = joining.max_by_key(|(index, (_, after))| (*after, Reverse(*index))).map(|(index, _)| index);
        let advised = [self.off_goals(score, &pulls), joining, self.explorer(here, &pulls, meter)?];
        let candidate = |(pull, score)| Candidate::new(Step::Pull(pull), score, 0);
        let mut candidates: Vec<Candidate<Step, Score>> = pulls.into_iter().map(candidate).collect();
        for index in advised.into_iter().flatten() {
            candidates[index].priority = 1;
        }
        Ok(candidates)
    }

    /// Returns the index of the pull that parks the box of a goal: without more regions, and farther from all goals
    /// together. A goal in a dead end comes last, since it must be filled first; then the fewest regions and the longest
    /// way back come first, so that boxes are parked in the depth of a room, and not in each other's way.
    fn off_goals(&self, before: Score, pulls: &[Scored]) -> Option<usize> {
        let board = self.maze.board;
        let is_fit = |&(_, (pull, score)): &(usize, &Scored)| {
            let is_farther = self.to_goals[pull.to.index()] > self.to_goals[pull.from.index()];
            board.is_goal(pull.from) && is_farther && score.regions >= before.regions
        };
        let back = |pull: &Pull| {
            let goal = board.goals().iter().position(|&goal| goal == pull.from);
            goal.map(|goal| self.maze.distances.minimum(pull.to, goal))
        };
        let fit = pulls.iter().enumerate().filter(is_fit);
        let worth = |(index, (pull, score)): &(usize, &Scored)| {
            (board.neighbours(pull.from).count() > 1, score.regions, back(pull), Reverse(*index))
        };
        fit.max_by_key(worth).map(|(index, _)| index)
    }

    /// Returns the index of the best pull that can be undone and allows a new pull of another box; `None` without one.
    fn explorer(&mut self, here: Here<'_>, pulls: &[Scored], meter: &Meter) -> Result<Option<usize>, Stop> {
        let Here { state, region } = here;
        let board = self.maze.board;
        // Usually one of the first pulls is chosen, so the rest need not be sorted.
        let order = pulls.iter().enumerate().map(|(index, (_, score))| (*score, Reverse(index)));
        let mut order: BinaryHeap<_> = order.collect();
        while let Some((_, Reverse(index))) = order.pop() {
            meter.check_time()?;
            let (pull, _) = pulls[index];
            // This looks at four sides alone, and saves the flood for most pulls.
            if !may_free_another(board, here, pull.from) {
                continue;
            }
            let boxes = state.boxes.shifted(pull.from, pull.to);
            self.region.flood(board, pull.player, |s| boxes.has(s));
            let is_new = state.boxes.iter().filter(|&b| b != pull.from).any(|b| {
                Direction::ALL.into_iter().any(|direction| {
                    can_pull(board, &boxes, &self.region, b, direction)
                        && !can_pull(board, &state.boxes, region, b, direction)
                })
            });
            let Self { maze, macros, region: after, .. } = self;
            let found = |macros: &mut Macros| {
                let back = macros.of_box(maze, &boxes, pull.to, |s| after.has(s), Play::Pull);
                back.iter().any(|m| m.to == pull.from)
            };
            if is_new && found(macros) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Returns the removals of the boxes in `movable`, the best of them with priority. Each box goes to the first square of
    /// the sink, in reading order, that is in another room or [`FAR`] pulls away and leaves each other box a base of its own.
    pub(super) fn removals(
        &mut self,
        here: Here<'_>,
        movable: &BoxSet,
        sink: &BoxSet,
        meter: &Meter,
    ) -> Result<Vec<Candidate<Step, Score>>, Stop> {
        let found = self.removing(here, movable, sink, meter)?;
        let mut removals: Vec<Removal> = Vec::with_capacity(found.len());
        for (pull, way) in found {
            meter.check_time()?;
            let (boxes, bases, _) = here.state.after(Step::Remove(pull));
            removals.push(Removal { pull, way, score: self.measure.score(&boxes, &bases) });
        }
        let best = removals.iter().max_by_key(|removal| worth(self.maze, removal)).map(|removal| removal.pull.from);
        let candidate = |removal: Removal| {
            Candidate::new(Step::Remove(removal.pull), removal.score, u32::from(best == Some(removal.pull.from)))
        };
        Ok(removals.into_iter().map(candidate).collect())
    }

    /// Returns the pull that removes each box that can be removed, with the number of its single pulls.
    fn removing(
        &mut self,
        Here { state, region }: Here<'_>,
        movable: &BoxSet,
        sink: &BoxSet,
        meter: &Meter,
    ) -> Result<Vec<(Pull, usize)>, Stop> {
        let Self { maze, measure, macros, .. } = self;
        // One matching serves all removals: each asks what is left of it without one base.
        let matching = measure.matched(state, meter)?;
        let mut pulls = Vec::new();
        for from in movable.iter() {
            meter.check_time()?;
            let found = macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Pull);
            let ends = found.iter().enumerate().filter(|(_, m)| sink.has(m.to)).map(|(index, m)| (m.to, index));
            let fit = ends.sorted_unstable().find(|&(to, index)| {
                // A box that stays near would soon stand where others are to be parked.
                let is_away = measure.room_of(from) != measure.room_of(to) || macros.length(index) >= FAR;
                is_away && matching.suffices_without(from, to)
            });
            pulls.extend(fit.and_then(|(to, index)| {
                let player = macros.found(index)?.player(maze.board, true);
                Some((Pull { from, to, player }, macros.length(index)))
            }));
        }
        Ok(pulls)
    }

    /// Returns the largest of [`groups`] of free bases, all if several are largest; empty if the player does not reach all of
    /// them. A smaller group is no sink: boxes removed to it would be missing where the others must be parked.
    pub(super) fn sink(&mut self, Here { state, region }: Here<'_>) -> BoxSet {
        let groups = self.groups(&state.boxes, &state.bases);
        let most = groups.iter().map(BoxSet::len).max();
        let largest = groups.iter().filter(|group| Some(group.len()) == most);
        let sink = BoxSet::of(self.maze.board.len(), largest.flat_map(BoxSet::iter));
        if sink.iter().all(|s| region.has(s)) { sink } else { BoxSet::empty(self.maze.board.len()) }
    }

    /// Returns for each free square of `squares`, ascending, the squares of `squares` that a further box on it can be pushed to and
    /// pushed back from. Boxes act as walls; the player may begin each way on any side of the further box.
    pub(super) fn groups(&mut self, boxes: &BoxSet, squares: &BoxSet) -> Vec<BoxSet> {
        let maze = self.maze;
        let free: Vec<Square> = squares.iter().filter(|&s| !boxes.has(s)).collect();
        let is_alive = |to, direction| !maze.distances.is_dead_place(maze.place_pushed(to, direction));
        let reach = self.macros.reach_by(maze.board, boxes, &free, is_alive);
        let group = |one: usize| {
            let joined =
                (0..free.len()).filter(|&other| reach.leads(free[one], other) && reach.leads(free[other], one));
            BoxSet::of(maze.board.len(), joined.map(|other| free[other]))
        };
        (0..free.len()).map(group).collect()
    }
}

/// True if a new pull of another box may become possible when the box on a square has left.
///
/// ```text
///   $_   $ _   ?_    _ is the square that is left: another box beside it, or one square further, or a square that the
///                    player has not reached
/// ```
fn may_free_another(board: &Board, Here { state, region }: Here<'_>, left: Square) -> bool {
    Direction::ALL.into_iter().any(|side| {
        board.next(left, side).is_some_and(|beside| {
            !region.has(beside) || board.next(beside, side).is_some_and(|further| state.boxes.has(further))
        })
    })
}

fn can_pull(board: &Board, boxes: &BoxSet, region: &Region, from: Square, direction: Direction) -> bool {
    let beside = board.next(from, direction).filter(|&s| region.has(s));
    beside.and_then(|s| board.next(s, direction)).is_some_and(|s| !boxes.has(s))
}

struct Removal {
    pull: Pull,
    way: usize,
    score: Score,
}

/// Minimum number of pulls of a removal inside the room of the box: on nearer bases the box would block other boxes.
const FAR: usize = 6;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn sink_of(text: &str, walls: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let level = Level::from_xsb("", text).unwrap();
        let (board, start) = (&level.board, &level.start);
        let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
        let boxes = BoxSet::of(board.len(), walls.iter().map(|&(row, column)| board.square(row, column).unwrap()));
        let bases = BoxSet::of(board.len(), start.boxes.iter().copied());
        let mut region = Region::new(board.len());
        region.flood(board, start.player, |s| boxes.has(s));
        let state = State { boxes, bases, player: None };
        let mut pulls = Pulls::new(&maze, start, &mut Meter::unlimited()).unwrap();
        let sink = pulls.sink(Here { state: &state, region: &region });
        sink.iter().map(|s| board.row_column(s)).collect()
    }

    #[test]
    fn bases_that_pushes_join_are_the_sink_and_one_from_which_no_push_leads_back_is_not() {
        let text = "##########\n#    ..  #\n# $ $   .#\n#  @    ##\n#$########\n##########\n";
        assert_eq!(sink_of(text, &[]), [(2, 2), (2, 4)]);
        assert_eq!(
            sink_of(text, &[(2, 4)]),
            [(2, 2), (4, 1)],
            "a base where a box stands is not free, and equals are joined"
        );
    }
}
