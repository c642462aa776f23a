//! What can be done in a position?
//!
//! In comes a state; out come the pushes that are enough to keep a shortest solution, with the walk before each, and
//! where the player is afterwards as states tell it.

use super::Metric;
use super::runs::{Run, Runs};
use super::vicinity::Vicinity;
use super::walks::Walks;
use crate::deadlock::PiCorral;
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Push, Region, State};

/// Makes pushes; holds working memory.
#[derive(Debug)]
pub(super) struct Children<'a> {
    maze: &'a Maze<'a>,
    metric: Metric,
    region: Region,
    after: Region,
    vicinity: Vicinity,
    walks: Walks,
    corral: PiCorral,
    runs: Runs,
}

impl<'a> Children<'a> {
    /// For a level.
    pub(super) fn new(maze: &'a Maze<'a>, metric: Metric) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            metric,
            region: Region::new(squares),
            after: Region::new(squares),
            vicinity: Vicinity::new(maze.board),
            walks: Walks::new(squares),
            corral: PiCorral::new(squares),
            runs: Runs::new(maze),
        }
    }

    /// The pushes of a state, each with the steps before it.
    ///
    /// Where only pushes count a corral may be worked on first: the first push into it can be made before all that a
    /// shortest solution does elsewhere, see [`PiCorral`], and the number of pushes stays the same. The walks do not,
    /// so that where moves count nothing is left out.
    pub(super) fn pushes(&mut self, state: &State, into: &mut Vec<Run>) {
        into.clear();
        let board = self.maze.board;
        if self.metric.counts_walks() {
            self.walks.walk(board, state.player, |s| state.boxes.has(s));
            for from in state.boxes.iter() {
                for way in Direction::ALL {
                    let behind = board.next(from, way.opposite()).and_then(|p| self.walks.steps_to(p));
                    let is_free = board.next(from, way).is_some_and(|to| !state.boxes.has(to));
                    if let Some(steps) = behind.filter(|_| is_free) {
                        let run =
                            board.next(from, way).map(|to| Run { push: Push { from, way }, steps: 0, to, pushes: 1 });
                        into.extend(run.map(|run| Run { steps, ..run }));
                    }
                }
            }
        } else {
            self.region.flood(board, state.player, |s| state.boxes.has(s));
            let mut pushes: Vec<Push> = state.pushes(board, &self.region).collect();
            self.corral.prune(self.maze, &state.boxes, &self.region, &mut pushes);
            into.extend(pushes.into_iter().filter_map(|push| self.runs.run(board, &state.boxes, push)));
        }
    }

    /// Where the player is after a run, as states tell it; `boxes` are those after it.
    pub(super) fn player_after(&mut self, boxes: &BoxSet, run: Run) -> Square {
        let board = self.maze.board;
        let player = board.next(run.to, run.push.way.opposite()).unwrap_or(run.push.from);
        if self.metric.counts_walks() {
            return player;
        }
        if run.pushes == 1
            && let Some(least) = self.vicinity.least_after(board, &self.region, boxes, player, run.to)
        {
            return least;
        }
        self.after.flood(board, player, |s| boxes.has(s));
        self.after.least()
    }

    /// All pushes of a way, by the first push of each run.
    pub(super) fn unfold(&self, firsts: Vec<Push>) -> Vec<Push> {
        if self.metric.counts_walks() {
            return firsts;
        }
        firsts.into_iter().flat_map(|first| self.runs.pushes(self.maze.board, first)).collect()
    }

    /// The state of a position.
    pub(super) fn state(&mut self, boxes: BoxSet, player: Square) -> State {
        if self.metric.counts_walks() {
            return State { boxes, player };
        }
        self.after.flood(self.maze.board, player, |s| boxes.has(s));
        State { boxes, player: self.after.least() }
    }
}
