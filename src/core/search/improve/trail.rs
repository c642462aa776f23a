//! A solution with the cost of each stretch of it, and the box that each push moves.

use crate::heuristic::Unit;
use crate::level::{Board, Position, Square};
use crate::maze::Areas;
use crate::push::{Push, WalkDistances};
use crate::run::{Meter, count32};
use crate::search::optimal::{Cost, Metric};
use std::ops::AddAssign;

/// The number that an improvement minimises: pushes or moves. The other of the two breaks ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Number of pushes.
    #[default]
    Pushes,
    /// Number of moves of the player, pushes included.
    Moves,
}

impl From<Metric> for Measure {
    fn from(metric: Metric) -> Self {
        match metric {
            Metric::Pushes | Metric::PushesMoves => Self::Pushes,
            Metric::Moves | Metric::MovesPushes => Self::Moves,
        }
    }
}

impl Measure {
    /// Returns the unit of estimates of this measure.
    pub const fn unit(self) -> Unit {
        match self {
            Self::Pushes => Unit::Pushes,
            Self::Moves => Unit::Moves,
        }
    }

    pub(crate) const fn cost(self, pushes: u32, moves: u32) -> Cost {
        let (upper, lower) = match self {
            Self::Pushes => (pushes, moves),
            Self::Moves => (moves, pushes),
        };
        Cost::new(upper, lower)
    }
}

crate::run::from_word!(pub Measure { Pushes = "pushes", Moves = "moves" });

/// Cost of a story, compared in this order: fewer transfers first, then less walking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct StoryCost {
    /// Number of runs of pushes of one box that enter another area.
    pub(super) transfers: u32,
    pub(super) moves: u32,
    pub(super) runs: u32,
    pub(super) pushes: u32,
}

impl StoryCost {
    /// Returns the cost of a run of pushes of one box, without its moves.
    pub(super) fn of_run(board: &Board, areas: &Areas, run: &[Push]) -> Self {
        let crosses = |push: &Push| {
            let to = board.next(push.from, push.direction).unwrap_or(push.from);
            areas.area_of(push.from) != areas.area_of(to)
        };
        let transfers = u32::from(run.iter().any(crosses));
        Self { transfers, moves: 0, runs: 1, pushes: count32(run.len()) }
    }
}

impl AddAssign for StoryCost {
    fn add_assign(&mut self, other: Self) {
        self.transfers += other.transfers;
        self.moves += other.moves;
        self.runs += other.runs;
        self.pushes += other.pushes;
    }
}

/// A solution with its costs; boxes have the numbers of the start.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    start: Position,
    pub(super) pushes: Vec<Push>,
    /// For each push the index of its box among the boxes of the start.
    pub(super) who: Vec<usize>,
    /// Number of moves made before the walk to each push; the last entry has all moves of the solution.
    moves: Vec<u32>,
}

impl Trail {
    /// Creates the trail of pushes, with shortest walks; `None` if a push cannot be made, or a limit is met.
    pub(super) fn new(
        board: &Board,
        start: &Position,
        pushes: &[Push],
        walks: &mut WalkDistances,
        meter: &Meter,
    ) -> Option<Self> {
        let mut trail = Self { start: start.clone(), pushes: Vec::new(), who: Vec::new(), moves: vec![0] };
        let mut numbers = trail.numbers(board, 0);
        trail.extend(board, &mut numbers, pushes, walks, meter)?;
        Some(trail)
    }

    /// Adds pushes to the end; `numbers` has the boxes there. `None` if a push cannot be made, or a limit is met.
    fn extend(
        &mut self,
        board: &Board,
        numbers: &mut [Option<usize>],
        pushes: &[Push],
        walks: &mut WalkDistances,
        meter: &Meter,
    ) -> Option<()> {
        for &push in pushes {
            let is_free = |square: &Square| numbers[square.index()].is_none();
            let to = board.next(push.from, push.direction).filter(is_free)?;
            let stand = board.next(push.from, push.direction.opposite()).filter(is_free)?;
            let player = self.player(self.len());
            if stand != player {
                meter.check().ok()?;
            }
            let walk = walks.between(board, player, stand, |s| !is_free(&s))?;
            self.who.push(numbers[push.from.index()]?);
            self.moves.push(self.moves[self.len()] + walk + 1);
            self.pushes.push(push);
            numbers.swap(push.from.index(), to.index());
        }
        Some(())
    }

    pub(super) const fn len(&self) -> usize {
        self.pushes.len()
    }

    pub(super) fn moves(&self) -> u32 {
        self.moves[self.len()]
    }

    pub(super) const fn boxes(&self) -> usize {
        self.start.boxes.len()
    }

    /// Returns the cost of the pushes in `from..to`, with the walks before each of them.
    pub(super) fn cost(&self, measure: Measure, from: usize, to: usize) -> Cost {
        let pushes = count32(to - from);
        measure.cost(pushes, self.moves[to] - self.moves[from])
    }

    /// Returns the end of the run of one box that contains push number `at`.
    pub(super) fn run_end(&self, at: usize) -> usize {
        at + self.who[at..].iter().take_while(|&&moved| moved == self.who[at]).count()
    }

    /// Returns the start of the run of one box that contains the push before push number `at`.
    pub(super) fn run_start(&self, at: usize) -> usize {
        at - self.who[..at].iter().rev().take_while(|&&moved| moved == self.who[at - 1]).count()
    }

    /// Returns the cost of the story of the pushes in `from..to`, which are whole runs, on these areas.
    pub(super) fn story(&self, board: &Board, areas: &Areas, from: usize, to: usize) -> StoryCost {
        let mut cost = StoryCost { moves: self.moves[to] - self.moves[from], ..StoryCost::default() };
        let mut first = from;
        while first < to {
            let end = self.run_end(first);
            cost += StoryCost::of_run(board, areas, &self.pushes[first..end]);
            first = end;
        }
        cost
    }

    pub(super) fn player(&self, at: usize) -> Square {
        if at == 0 { self.start.player } else { self.pushes[at - 1].from }
    }

    pub(super) fn places(&self, board: &Board, at: usize) -> Vec<Square> {
        let mut places = self.start.boxes.clone();
        for (push, &moved) in self.pushes[..at].iter().zip(&self.who) {
            places[moved] = board.next(push.from, push.direction).unwrap_or(push.from);
        }
        places
    }

    fn numbers(&self, board: &Board, at: usize) -> Vec<Option<usize>> {
        let mut numbers = vec![None; board.len()];
        self.places(board, at).iter().enumerate().for_each(|(number, place)| numbers[place.index()] = Some(number));
        numbers
    }

    pub(super) fn movers(&self, from: usize, to: usize) -> Vec<bool> {
        let mut movers = vec![false; self.boxes()];
        self.who[from..to].iter().for_each(|&moved| movers[moved] = true);
        movers
    }

    /// Returns the trail with the pushes in `from..to` replaced by `other`; `None` if a push cannot be made, a limit is met, or
    /// boxes are on other squares before the later pushes. Boxes that have changed places get new numbers.
    pub(super) fn with(
        &self,
        board: &Board,
        (from, to): (usize, usize),
        other: &[Push],
        walks: &mut WalkDistances,
        meter: &Meter,
    ) -> Option<Self> {
        let (pushes, who) = (self.pushes[..from].to_vec(), self.who[..from].to_vec());
        let mut trail = Self { start: self.start.clone(), pushes, who, moves: self.moves[..=from].to_vec() };
        let mut numbers = self.numbers(board, from);
        trail.extend(board, &mut numbers, other, walks, meter)?;
        if to < self.len() {
            let places = self.places(board, to);
            let renamed: Vec<usize> = places.iter().map(|place| numbers[place.index()]).collect::<Option<_>>()?;
            // Of the walks after the window only the first can have changed.
            trail.extend(board, &mut numbers, &self.pushes[to..=to], walks, meter)?;
            let (then, now) = (self.moves[to + 1], trail.moves[trail.len()]);
            trail.pushes.extend_from_slice(&self.pushes[to + 1..]);
            trail.who.extend(self.who[to + 1..].iter().map(|&number| renamed[number]));
            trail.moves.extend(self.moves[to + 2..].iter().map(|&moves| moves - then + now));
        }
        Some(trail)
    }
}
