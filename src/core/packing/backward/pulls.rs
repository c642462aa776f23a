//! The pulls that remove no box, and the choice of advisers among these pulls.

use super::measure::{Measure, Score};
use super::state::{Pull, State, Step};
use crate::feature_space::Candidate;
use crate::level::{Board, Direction, Square};
use crate::maze::{Maze, PushDistances};
use crate::push::{BoxSet, Macros, Play, Region};
use crate::run::{Meter, Stop};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

type Scored = (Pull, Score);

#[derive(Debug)]
pub(super) struct Pulls {
    /// For each square, the sum over all goals that a lone box on it reaches of the fewest pushes to the goal.
    to_goals: Vec<u32>,
    region: Region,
}

impl Pulls {
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let ways = |square| (0..maze.board.goals().len()).map(move |goal| maze.distances.minimum(square, goal));
        let sum = |square| ways(square).filter(|&way| way != PushDistances::NEVER).map(u32::from).sum();
        Self { to_goals: maze.board.squares().map(sum).collect(), region: Region::new(maze.board.len()) }
    }

    /// Returns all pulls of the boxes in `movable` to squares outside `taken` that still lead to a base, each with its score; pulls
    /// that advisers propose have priority.
    pub(super) fn all(
        &mut self,
        maze: &Maze<'_>,
        (state, score, region): (&State, Score, &Region),
        (movable, taken): (&BoxSet, &BoxSet),
        (macros, measure): (&mut Macros, &Measure<'_>),
        meter: &Meter,
    ) -> Result<Vec<Candidate<Step, Score>>, Stop> {
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
        let advised = self.advised(maze, (state, score, region), &pulls, macros, meter)?;
        let candidate = |(pull, score)| Candidate::new(Step::Pull(pull), score, 0);
        let mut candidates: Vec<Candidate<Step, Score>> = pulls.into_iter().map(candidate).collect();
        for index in advised.into_iter().flatten() {
            candidates[index].priority = 1;
        }
        Ok(candidates)
    }

    /// Returns for each adviser the index of the pull that it proposes; `None` if it proposes none.
    fn advised(
        &mut self,
        maze: &Maze<'_>,
        (state, before, region): (&State, Score, &Region),
        pulls: &[Scored],
        macros: &mut Macros,
        meter: &Meter,
    ) -> Result<[Option<usize>; 3], Stop> {
        let best = |is_better: &dyn Fn(Score) -> bool| {
            let better = pulls.iter().enumerate().filter(|(_, (_, score))| is_better(*score));
            better.max_by_key(|(index, (_, score))| (*score, Reverse(*index))).map(|(index, _)| index)
        };
        Ok([
            self.off_goals(maze, before, pulls),
            best(&|score| score.regions > before.regions),
            self.explorer(maze, (state, region), pulls, macros, meter)?,
        ])
    }

    /// Returns the index of the pull that parks the box of a goal: without more regions, and farther from all goals
    /// together. A goal in a dead end comes last, since it must be filled first; then the fewest regions and the longest
    /// way back come first, so that boxes are parked in the depth of a room, and not in each other's way.
    fn off_goals(&self, maze: &Maze<'_>, before: Score, pulls: &[Scored]) -> Option<usize> {
        let board = maze.board;
        let is_fit = |&(_, (pull, score)): &(usize, &Scored)| {
            let is_farther = self.to_goals[pull.to.index()] > self.to_goals[pull.from.index()];
            board.is_goal(pull.from) && is_farther && score.regions >= before.regions
        };
        let back = |pull: &Pull| {
            let goal = board.goals().iter().position(|&goal| goal == pull.from);
            goal.map(|goal| maze.distances.minimum(pull.to, goal))
        };
        let fit = pulls.iter().enumerate().filter(is_fit);
        let worth = |(index, (pull, score)): &(usize, &Scored)| {
            (board.neighbours(pull.from).count() > 1, score.regions, back(pull), Reverse(*index))
        };
        fit.max_by_key(worth).map(|(index, _)| index)
    }

    /// Returns the index of the best pull that can be undone and allows a new pull of another box; `None` without one.
    fn explorer(
        &mut self,
        maze: &Maze<'_>,
        (state, region): (&State, &Region),
        pulls: &[Scored],
        macros: &mut Macros,
        meter: &Meter,
    ) -> Result<Option<usize>, Stop> {
        // Usually one of the first pulls is chosen, so the rest need not be sorted.
        let order = pulls.iter().enumerate().map(|(index, (_, score))| (*score, Reverse(index)));
        let mut order: BinaryHeap<_> = order.collect();
        while let Some((_, Reverse(index))) = order.pop() {
            meter.check_time()?;
            let (pull, _) = pulls[index];
            if !may_free_another(maze.board, (&state.boxes, region), pull.from) {
                continue;
            }
            let boxes = state.boxes.shifted(pull.from, pull.to);
            self.region.flood(maze.board, pull.player, |s| boxes.has(s));
            let is_new = state.boxes.iter().filter(|&b| b != pull.from).any(|b| {
                Direction::ALL.into_iter().any(|direction| {
                    can_pull(maze.board, (&boxes, &self.region), b, direction)
                        && !can_pull(maze.board, (&state.boxes, region), b, direction)
                })
            });
            let inside = |s| self.region.has(s);
            if is_new && macros.of_box(maze, &boxes, pull.to, inside, Play::Pull).iter().any(|m| m.to == pull.from) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// True if a new pull of another box may become possible when the box on a square has left.
///
/// ```text
///   $_   $ _   ?_    _ is the square that is left: another box beside it, or one square further, or a square that the
///                    player has not reached
/// ```
fn may_free_another(board: &Board, (boxes, region): (&BoxSet, &Region), left: Square) -> bool {
    Direction::ALL.into_iter().any(|side| {
        board.next(left, side).is_some_and(|beside| {
            !region.has(beside) || board.next(beside, side).is_some_and(|further| boxes.has(further))
        })
    })
}

fn can_pull(board: &Board, (boxes, region): (&BoxSet, &Region), from: Square, direction: Direction) -> bool {
    let beside = board.next(from, direction).filter(|&s| region.has(s));
    beside.and_then(|s| board.next(s, direction)).is_some_and(|s| !boxes.has(s))
}
