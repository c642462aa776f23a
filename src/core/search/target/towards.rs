//! Scores of the search by pulls, and the domain of the search by pushes towards the target, ordered by features alone.

use crate::feature_space::{self, Candidate, Candidates, Domain};
use crate::heuristic::{MinCostMatching, Targets};
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Region, State};
use crate::run::{Meter, Stop, count32};
use crate::search::macro_pushes::MacroPushes;
use crate::search::{Perimeter, Prunings};
use std::cmp::Reverse;

/// Score of a position, compared in the order of the fields; the least value of each field is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) regions: Reverse<u32>,
    /// Number of boxes without a free square beside them; `u32::MAX` if there is more than one region.
    pub(super) shut_in: Reverse<u32>,
    /// Number of pulls of the boxes to the squares of the start, by a minimum-cost matching, or an upper bound if a box
    /// was moved since the last matching.
    pub(super) distance: Reverse<u32>,
}

impl feature_space::Score for Score {
    type Cell = u32;
    type Tie = Self;

    fn cell(self) -> u32 {
        self.regions.0
    }

    fn tie(self) -> Self {
        self
    }
}

/// Score of a position in the search by pushes towards the target, compared in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Nearness {
    regions: Reverse<u32>,
    in_place: u32,
    /// Number of boxes without two free squares on opposite sides; less is better.
    blocked: Reverse<u32>,
    distance: Reverse<u32>,
}

impl feature_space::Score for Nearness {
    type Cell = [u32; 2];
    type Tie = Self;

    fn cell(self) -> [u32; 2] {
        [self.regions.0, self.in_place]
    }

    fn tie(self) -> Self {
        self
    }
}

#[derive(Debug)]
pub(super) struct Towards<'a> {
    maze: &'a Maze<'a>,
    target: BoxSet,
    distances: Targets,
    perimeter: Perimeter,
    pub(super) moves: MacroPushes<'a>,
    matching: MinCostMatching,
}

impl<'a> Towards<'a> {
    pub(super) fn new(
        maze: &'a Maze<'a>,
        target: BoxSet,
        perimeter: Perimeter,
        prunings: &Prunings,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        Ok(Self {
            maze,
            distances: Targets::to_squares(maze.board, &target.iter().collect::<Vec<_>>(), meter)?,
            target,
            perimeter,
            moves: MacroPushes::new(maze, prunings),
            matching: MinCostMatching::default(),
        })
    }

    pub(super) fn nearness(&mut self, state: &State, meter: &Meter) -> Result<Nearness, Stop> {
        let board = self.maze.board;
        let distance = self.solve(&state.boxes, meter)?.unwrap_or(u32::MAX);
        let regions = Region::new(board.len()).each(board, |s| state.boxes.has(s)).len();
        let in_place = state.boxes.iter().filter(|&b| self.target.has(b)).count();
        Ok(Nearness {
            regions: Reverse(count32(regions)),
            in_place: count32(in_place),
            blocked: Reverse(blocked(board, &state.boxes)),
            distance: Reverse(distance),
        })
    }

    fn solve(&mut self, boxes: &BoxSet, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.matching.solve(&self.distances, boxes.iter().map(Targets::place), meter)
    }

    /// Returns the score after a move, given the score before it; `row` is the row of the box, `None` if unmatched.
    fn nearness_after(&mut self, now: Nearness, m: Macro, after: &BoxSet, row: Option<usize>) -> Nearness {
        let there = |s: Square| u32::from(self.target.has(s));
        let in_place = (now.in_place + there(m.to)).saturating_sub(there(m.from));
        let place = Targets::place(m.to);
        // The matching before the move is mended for the one box: that is cheaper than a new one for each move.
        let distance = row.and_then(|row| self.matching.moved(&self.distances, row, place, None));
        Nearness {
            regions: Reverse(now.regions.0.saturating_add_signed(m.regions.into())),
            in_place,
            blocked: Reverse(blocked(self.maze.board, after)),
            distance: Reverse(distance.unwrap_or(u32::MAX)),
        }
    }
}

impl Domain for Towards<'_> {
    type State = State;
    type Move = Macro;
    type Score = Nearness;

    fn after(&mut self, state: &State, by: Macro) -> Option<State> {
        Some(self.moves.after(state, by))
    }

    fn is_goal(&mut self, state: &State, _: Self::Score) -> bool {
        self.perimeter.rest(self.maze.board, state).is_some()
    }

    /// Returns all moves with equal priority, so that the features alone decide.
    fn expand(
        &mut self,
        state: &State,
        by: Option<Macro>,
        score: Nearness,
        meter: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop> {
        // Boxes that have no way to the target may still have a way to the goals, so the position stays.
        let is_matched = self.solve(&state.boxes, meter)?.is_some();
        let Some(moves) = self.moves.of(state, by, meter)? else { return Ok(None) };
        let rows: Vec<Square> = state.boxes.iter().collect();
        let mut candidates = Vec::with_capacity(moves.len());
        for m in moves {
            // With hundreds of boxes there are many moves, and each needs a matching from scratch.
            meter.check_time()?;
            let row = rows.binary_search(&m.from).ok().filter(|_| is_matched);
            let score = self.nearness_after(score, m, &state.boxes.shifted(m.from, m.to), row);
            candidates.push(Candidate::new(m, score, 1));
        }
        Ok(Some(candidates))
    }
}

/// Returns the number of boxes that no push can move, for any place of the player.
///
/// ```text
///   #####
///   #bb #    Both are blocked: a wall is above each, and neither has free squares on its left and on its right.
///   #   #
///   #####
/// ```
fn blocked(board: &Board, boxes: &BoxSet) -> u32 {
    let is_free = |s: Option<Square>| s.is_some_and(|s| !boxes.has(s));
    let is_open =
        |b, direction: Direction| is_free(board.next(b, direction)) && is_free(board.next(b, direction.opposite()));
    let is_blocked = |b: &Square| !Direction::ALL.into_iter().any(|direction| is_open(*b, direction));
    count32(boxes.iter().filter(is_blocked).count())
}
