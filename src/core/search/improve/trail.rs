//! A solution with the cost of each stretch of it, and the box that each push moves.

use super::Measure;
use crate::level::{Board, Position, Square};
use crate::maze::{AreaId, Areas};
use crate::push::{BoxSet, Push, WalkDistances};
use crate::search::optimal::Cost;
use smallvec::SmallVec;
use std::ops::AddAssign;

/// Cost of a story, compared in this order: a person tells fewer transfers first, then walks less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoryCost {
    /// Number of runs of pushes of one box that end in another area.
    pub transfers: u32,
    /// Number of times that a run comes back to an area that it has left.
    pub turns: u32,
    /// Number of moves, pushes included, and [`StoryCost::RUN`] for each run of pushes of one box.
    pub effort: u32,
    /// Number of pushes.
    pub pushes: u32,
}

impl StoryCost {
    /// Number of moves that a story may have more, to have a run less.
    pub const RUN: u32 = 1;

    /// Returns the cost of a run of pushes of one box, without its moves.
    pub(super) fn of_run(board: &Board, areas: &Areas, run: &[Push]) -> Self {
        let Some(first) = run.first() else { return Self::default() };
        let mut route: SmallVec<[AreaId; 8]> = SmallVec::new();
        route.push(areas.area_of(first.from));
        let mut turns = 0;
        for to in run.iter().filter_map(|push| board.next(push.from, push.direction)) {
            let area = areas.area_of(to);
            if route.last() != Some(&area) {
                turns += u32::from(route.contains(&area));
                route.push(area);
            }
        }
        let transfers = u32::from(route.first() != route.last());
        Self { transfers, turns, effort: Self::RUN, pushes: u32::try_from(run.len()).unwrap_or(u32::MAX) }
    }
}

impl AddAssign for StoryCost {
    fn add_assign(&mut self, other: Self) {
        self.transfers += other.transfers;
        self.turns += other.turns;
        self.effort += other.effort;
        self.pushes += other.pushes;
    }
}

/// A solution with its costs; boxes are numbered as in the start.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    start: Position,
    pub(super) pushes: Vec<Push>,
    /// For each push the index of its box among the boxes of the start.
    pub(super) who: Vec<usize>,
    /// Number of moves made before the walk to each push; the last entry is that of the whole solution.
    moves: Vec<u32>,
}

impl Trail {
    /// Creates the trail of these pushes, with shortest walks between them; `None` if a push cannot be made.
    pub(super) fn new(board: &Board, start: &Position, pushes: Vec<Push>, walks: &mut WalkDistances) -> Option<Self> {
        let mut at = start.boxes.clone();
        let mut boxes = BoxSet::of(board.len(), at.iter().copied());
        let (mut who, mut moves) = (Vec::with_capacity(pushes.len()), vec![0]);
        let (mut player, mut made) = (start.player, 0);
        for push in &pushes {
            let to = board.next(push.from, push.direction).filter(|&to| !boxes.has(to))?;
            let stand = board.next(push.from, push.direction.opposite())?;
            walks.measure(board, player, |s| boxes.has(s));
            made += walks.to(stand)? + 1;
            let moved = at.iter().position(|&b| b == push.from)?;
            boxes.shift(push.from, to);
            at[moved] = to;
            player = push.from;
            who.push(moved);
            moves.push(made);
        }
        Some(Self { start: start.clone(), pushes, who, moves })
    }

    pub(super) const fn len(&self) -> usize {
        self.pushes.len()
    }

    pub(super) const fn boxes(&self) -> usize {
        self.start.boxes.len()
    }

    /// Returns the cost of the pushes in `from..to`, with the walks before each of them.
    pub(super) fn cost(&self, measure: Measure, from: usize, to: usize) -> Cost {
        let pushes = u32::try_from(to - from).unwrap_or(u32::MAX);
        measure.cost(pushes, self.moves[to] - self.moves[from])
    }

    /// Returns the end of the run of pushes of one box to which push number `at` belongs.
    pub(super) fn run_end(&self, at: usize) -> usize {
        at + self.who[at..].iter().take_while(|&&moved| moved == self.who[at]).count()
    }

    /// Returns the cost of the story that the solution has on these areas.
    pub(super) fn story(&self, board: &Board, areas: &Areas) -> StoryCost {
        let mut cost = StoryCost { effort: self.moves[self.len()], ..StoryCost::default() };
        let mut first = 0;
        while first < self.len() {
            let end = self.run_end(first);
            cost += StoryCost::of_run(board, areas, &self.pushes[first..end]);
            first = end;
        }
        cost
    }

    /// Returns the player's square before the walk to push number `at`.
    pub(super) fn player(&self, at: usize) -> Square {
        if at == 0 { self.start.player } else { self.pushes[at - 1].from }
    }

    /// Returns the square of each box before push number `at`.
    pub(super) fn places(&self, board: &Board, at: usize) -> Vec<Square> {
        let mut places = self.start.boxes.clone();
        for (push, &moved) in self.pushes[..at].iter().zip(&self.who) {
            places[moved] = board.next(push.from, push.direction).unwrap_or(push.from);
        }
        places
    }

    /// Returns for each box whether a push in `from..to` moves it.
    pub(super) fn movers(&self, from: usize, to: usize) -> Vec<bool> {
        let mut movers = vec![false; self.boxes()];
        self.who[from..to].iter().for_each(|&moved| movers[moved] = true);
        movers
    }

    /// Returns the trail with the pushes in `from..to` replaced by `other`; `None` if a push cannot be made.
    pub(super) fn with(
        &self,
        board: &Board,
        (from, to): (usize, usize),
        other: &[Push],
        walks: &mut WalkDistances,
    ) -> Option<Self> {
        let pushes = [&self.pushes[..from], other, &self.pushes[to..]].concat();
        Self::new(board, &self.start, pushes, walks)
    }
}
