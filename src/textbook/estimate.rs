//! What is still to be done, estimated.
//!
//! In comes a state; out comes a number by one of the [`Heuristic`]s, or `None` where it sees that the state is dead.
//! Whether a number can be trusted is the heuristic's to say.

use super::{Child, Formulation, Heuristic, Setup};
use crate::heuristic::Targets;
use crate::heuristic::{Costs, MinCostMatching};
use crate::level::{Direction, Square};
use crate::maze::{Maze, Place, PushDistances};
use crate::push::{Region, State};
use crate::run::{Meter, Stop};

/// An estimate for one formulation of one level.
#[derive(Debug)]
pub struct Estimate<'a> {
    heuristic: Heuristic,
    maze: &'a Maze<'a>,
    by_pulls: bool,
    /// What is no longer misplaced there.
    is_target: Vec<bool>,
    targets: Option<Targets>,
    matching: MinCostMatching,
    region: Region,
}

impl<'a> Estimate<'a> {
    /// The most that a share can be, as in the report of the reverse solver.
    const MOST: u32 = 99;

    /// Works out its tables.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(formulation: &Formulation<'a>, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let (maze, by_pulls) = (formulation.maze, setup.by_pulls);
        let (board, start) = (maze.board, formulation.start);
        let squares = if by_pulls { start.boxes.as_slice() } else { board.goals() };
        let mut is_target = vec![false; board.len()];
        squares.iter().for_each(|s| is_target[s.index()] = true);
        let heuristic = setup.strategy.heuristic(setup);
        let targets = match heuristic {
            Heuristic::H2 | Heuristic::NearestManhattan | Heuristic::GreedyManhattan | Heuristic::MatchingManhattan => {
                Some(Targets::manhattan(board, squares, meter)?)
            }
            Heuristic::Best if !by_pulls => None,
            Heuristic::NearestPushes | Heuristic::GreedyPushes | Heuristic::MatchingPushes | Heuristic::Best => {
                Some(if by_pulls { Targets::by_pulls(board, start, meter)? } else { Targets::by_pushes(maze, meter)? })
            }
            _ => None,
        };
        let region = Region::new(board.len());
        Ok(Self { heuristic, maze, by_pulls, is_target, targets, matching: MinCostMatching::default(), region })
    }

    /// The estimate of a state; `None` where it is dead.
    ///
    /// # Errors
    /// A limit of the meter: with thousands of boxes an estimate takes long.
    pub fn of(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        meter.check()?;
        Ok(match self.heuristic {
            Heuristic::None => Some(0),
            Heuristic::Misplaced => Some(self.misplaced(state)),
            Heuristic::H2 => self.nearest(state).map(|sum| sum + 2 * self.misplaced(state)),
            Heuristic::NearestManhattan | Heuristic::NearestPushes => self.nearest(state),
            Heuristic::GreedyManhattan | Heuristic::GreedyPushes => self.greedy(state),
            Heuristic::MatchingManhattan | Heuristic::MatchingPushes | Heuristic::Best => {
                return self.least(state, meter);
            }
            Heuristic::Mobility => Some(self.immobile(state)),
            Heuristic::OnGoals => Some(self.off_targets(state)),
            Heuristic::MobilityOnGoals => Some(self.immobile(state) + self.off_targets(state)),
        })
    }

    /// Each child with its estimate.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn of_all(&mut self, children: Vec<Child>, meter: &Meter) -> Result<Vec<(Child, Option<u32>)>, Stop> {
        children.into_iter().map(|child| self.of(&child.state, meter).map(|estimate| (child, estimate))).collect()
    }

    fn misplaced(&self, state: &State) -> u32 {
        count(state.boxes.iter().filter(|b| !self.is_target[b.index()]))
    }

    fn rows<'s>(&'s self, state: &'s State) -> impl Iterator<Item = &'s [u16]> + 's {
        let row = |b: Square| self.targets.as_ref().map(|targets| targets.to_goals(Targets::place(b)));
        state.boxes.iter().filter_map(row)
    }

    /// Each box to whatever is nearest.
    fn nearest(&self, state: &State) -> Option<u32> {
        let nearest = |row: &[u16]| row.iter().copied().min().filter(|&d| d != PushDistances::NEVER).map(u32::from);
        self.rows(state).map(nearest).sum()
    }

    /// The closest pair, and so on with the others. A box for which nothing is left goes to what is nearest: that
    /// proves nothing.
    fn greedy(&self, state: &State) -> Option<u32> {
        let rows: Vec<&[u16]> = self.rows(state).collect();
        let pairs = rows.iter().enumerate().flat_map(|(b, row)| row.iter().enumerate().map(move |(t, &d)| (d, b, t)));
        let mut pairs: Vec<(u16, usize, usize)> = pairs.filter(|pair| pair.0 != PushDistances::NEVER).collect();
        pairs.sort_unstable();
        let (mut cost, mut taken) = (vec![None; rows.len()], vec![false; rows.len()]);
        for (distance, b, target) in pairs {
            if cost[b].is_none() && !taken[target] {
                (cost[b], taken[target]) = (Some(u32::from(distance)), true);
            }
        }
        let nearest = |b: usize| rows[b].iter().copied().min().filter(|&d| d != PushDistances::NEVER).map(u32::from);
        cost.into_iter().enumerate().map(|(b, cost)| cost.or_else(|| nearest(b))).sum()
    }

    /// The least of all ways to give each box a target of its own.
    fn least(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        let squares = state.boxes.iter();
        match &self.targets {
            Some(targets) => {
                let places: Vec<Place> = squares.map(Targets::place).collect();
                self.matching.solve(targets, &places, meter)
            }
            None => {
                let places: Vec<Place> = squares.map(|b| self.maze.place(b, state.player)).collect();
                self.matching.solve(&self.maze.distances, &places, meter)
            }
        }
    }

    /// 99 less the share of pushes, or pulls, that can be made: four a box is the most.
    fn immobile(&mut self, state: &State) -> u32 {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let free = |from, direction| board.next(from, direction).filter(|&s| !state.boxes.has(s));
        let can = |b: Square, direction: Direction| {
            let Some(beside) = free(b, direction).filter(|&s| self.region.has(s)) else { return false };
            if self.by_pulls { free(beside, direction).is_some() } else { free(b, direction.opposite()).is_some() }
        };
        let directions = |b| Direction::ALL.into_iter().filter(move |&direction| can(b, direction));
        let mobile = count(state.boxes.iter().flat_map(directions));
        Self::MOST - mobile * Self::MOST / (4 * count(state.boxes.iter())).max(1)
    }

    /// 99 less the share of boxes that are on targets.
    fn off_targets(&self, state: &State) -> u32 {
        let boxes = count(state.boxes.iter()).max(1);
        Self::MOST - (boxes - self.misplaced(state).min(boxes)) * Self::MOST / boxes
    }
}

fn count<T>(all: impl Iterator<Item = T>) -> u32 {
    u32::try_from(all.count()).unwrap_or(u32::MAX)
}
