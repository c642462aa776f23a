//! The deadlock tests that every push search asks, cheapest first, with their counts.

use crate::deadlock::{Freeze, closes_diagonal};
use crate::heuristic::ReachabilityCache;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Push};
use crate::run::Search;
use serde::Serialize;

/// How many pushes each rule refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pruned {
    /// The pushed box can reach no goal any more.
    pub dead_squares: u64,
    /// Boxes off goal are frozen.
    pub freeze: u64,
    /// A diagonal is closed that can never be filled.
    pub closed_diagonals: u64,
    /// Not every box can have a goal of its own.
    pub matching: u64,
    /// With frozen boxes as walls the others do not fit on the other goals.
    pub frozen_walls: u64,
    /// A corral is proved dead.
    pub corral: u64,
    /// The boxes close to the pushed one are proved lost.
    pub cluster: u64,
    /// Boxes are known to be lost since they were proved lost elsewhere.
    pub lessons: u64,
    /// Two boxes are lost together.
    pub pairs: u64,
}

impl Pruned {
    /// The count of each rule, by its name.
    pub const fn by_rule(&self) -> [(&'static str, u64); 9] {
        [
            ("dead squares", self.dead_squares),
            ("freeze", self.freeze),
            ("closed diagonals", self.closed_diagonals),
            ("matching", self.matching),
            ("frozen walls", self.frozen_walls),
            ("corral", self.corral),
            ("cluster", self.cluster),
            ("lessons", self.lessons),
            ("pairs", self.pairs),
        ]
    }

    /// All rules together.
    pub fn total(&self) -> u64 {
        self.by_rule().iter().map(|(_, count)| count).sum()
    }
}

/// Dead squares and freeze, with memory to work in.
#[derive(Clone, Debug)]
pub struct Pruner {
    freeze: Freeze,
    reach: ReachabilityCache,
    /// What was refused so far.
    pub pruned: Pruned,
}

impl Pruner {
    /// For a board of so many squares.
    pub fn new(squares: usize) -> Self {
        Self { freeze: Freeze::new(squares), reach: ReachabilityCache::new(squares), pruned: Pruned::default() }
    }

    /// Does the push bring its box where no goal can be reached, whatever the others do?
    #[inline]
    pub fn kills_box(&mut self, maze: &Maze<'_>, push: Push, to: Square) -> bool {
        let dead = maze.distances.is_dead_place(maze.place_pushed(to, push.way));
        self.pruned.dead_squares += u64::from(dead);
        dead
    }

    /// Does the box that came to `to` freeze boxes off goal? `boxes` are those after the push.
    #[inline]
    pub fn freezes(&mut self, maze: &Maze<'_>, boxes: &BoxSet, to: Square) -> bool {
        let dead = self.freeze.is_dead(maze.board, maze.distances.dead_squares(), boxes, to);
        self.pruned.freeze += u64::from(dead);
        dead
    }

    /// Does the box that came to `to` close a diagonal that can never be filled? `boxes` are those after the push.
    #[inline]
    pub fn closes_diagonal(&mut self, maze: &Maze<'_>, boxes: &BoxSet, player: Square, to: Square) -> bool {
        let dead = closes_diagonal(maze, boxes, player, to);
        self.pruned.closed_diagonals += u64::from(dead);
        dead
    }

    /// Do frozen boxes leave the others no goals that they reach? Asked of whole positions, since it costs more.
    pub fn strands(&mut self, maze: &Maze<'_>, boxes: &BoxSet) -> bool {
        let frozen = self.freeze.frozen(maze.board, maze.distances.dead_squares(), boxes);
        if frozen.is_empty() {
            return false;
        }
        let walls = BoxSet::of(maze.board.len(), frozen);
        let dead = walls.iter().any(|b| !maze.board.is_goal(b)) || !self.reach.fits(maze, &walls, boxes);
        self.pruned.frozen_walls += u64::from(dead);
        dead
    }
}

/// A search for pushes, which tells what its rules refused.
pub trait PushSearch: Search<Solution = Vec<Push>> {
    /// What the rules refused so far.
    fn pruned(&self) -> Pruned;
}
