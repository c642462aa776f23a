//! The successors of a state in optimal search.
//!
//! For a state these are the pushes that are enough to keep an optimal solution, with the walk before each, and the
//! player's square in the state after each.

use super::Metric;
use super::forced_pushes::{ForcedPushes, Run};
use super::vicinity::Vicinity;
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Push, Region, State, WalkDistances};
use crate::search::PiCorral;

/// Generates pushes; holds working memory.
#[derive(Debug)]
pub(super) struct Children<'a> {
    maze: &'a Maze<'a>,
    metric: Metric,
    region: Region,
    after: Region,
    vicinity: Vicinity,
    walks: WalkDistances,
    corral: PiCorral,
    runs: ForcedPushes,
    pushes: Vec<Push>,
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
            walks: WalkDistances::new(squares),
            corral: PiCorral::new(squares),
            runs: ForcedPushes::new(maze),
            pushes: Vec::new(),
        }
    }

    /// Writes the pushes of a state that are enough into `into`.
    ///
    /// Where only pushes count a corral may be worked on first: the first push into it can be made before all that a
    /// shortest solution does elsewhere, see [`PiCorral`], and pushes that must go on are one run, see
    /// [`ForcedPushes`]. In both cases the number of pushes stays the same. The walks do not, so that where moves count
    /// nothing is left out.
    pub(super) fn pushes(&mut self, state: &State, into: &mut Vec<Run>) {
        into.clear();
        let (maze, board) = (self.maze, self.maze.board);
        if self.metric.counts_walks() {
            self.walks.measure(board, state.player, |s| state.boxes.has(s));
            into.extend(
                state
                    .boxes
                    .iter()
                    .flat_map(|from| Direction::ALL.map(|direction| Push { from, direction }))
                    .filter_map(|push| {
                        let behind = board.next(push.from, push.direction.opposite())?;
                        let to = board.next(push.from, push.direction).filter(|&to| !state.boxes.has(to))?;
                        Some(Run { push, steps: self.walks.to(behind)?, to, pushes: 1 })
                    }),
            );
        } else {
            self.region.flood(board, state.player, |s| state.boxes.has(s));
            self.pushes.clear();
            self.pushes.extend(state.pushes(board, &self.region));
            self.corral.prune(maze, &state.boxes, &self.region, &mut self.pushes);
            into.extend(self.pushes.iter().filter_map(|&push| self.runs.run(board, &state.boxes, push)));
        }
    }

    /// The player's square in the state after a run; `boxes` are those after it.
    pub(super) fn player_after(&mut self, boxes: &BoxSet, run: Run) -> Square {
        let board = self.maze.board;
        let player = board.next(run.to, run.push.direction.opposite()).unwrap_or(run.push.from);
        if self.metric.counts_walks() {
            return player;
        }
        if run.pushes == 1
            && let Some(representative) = self.vicinity.representative_after(board, &self.region, boxes, player, run.to)
        {
            return representative;
        }
        self.after.flood(board, player, |s| boxes.has(s));
        self.after.representative()
    }

    /// The square where the box of a run ends, by the first push of the run.
    pub(super) fn end(&self, first: Push) -> Square {
        let last = self.unfold(vec![first]).pop().unwrap_or(first);
        self.maze.board.next(last.from, last.direction).unwrap_or(last.from)
    }

    /// All pushes of a path, by the first push of each run.
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
        State { boxes, player: self.after.representative() }
    }
}
