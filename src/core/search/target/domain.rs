//! Domain of the feature-space search by pulls, which adds all positions to the perimeter.

use crate::feature_space::{self, Candidate, Domain};
use crate::heuristic::{MinCostMatching, Targets};
use crate::level::{Position, Square};
use crate::maze::{Maze, PushDistances};
use crate::push::{BoxSet, Macro, Macros, NodeId, Play, Push, Region, State};
use crate::run::{Meter, Stop, count32};
use crate::search::Perimeter;
use std::cmp::Reverse;

/// Score of a position, compared in the order of the fields; the least value of each field is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score {
    pub(super) regions: Reverse<u32>,
    /// Number of boxes without a free square beside them; `u32::MAX` if there is more than one region.
    pub(super) shut_in: Reverse<u32>,
    /// Number of pulls by a minimum-cost matching, or an upper bound if a box was moved since the last matching.
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

/// Boxes, and the player's region by its lowest square; `None` at the root, where no region was chosen yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PullState {
    pub(super) boxes: BoxSet,
    pub(super) player: Option<Square>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The player begins in the region of this square.
    Enter(Square),
    /// A box is pulled from the first square to the second; then the player is on the third.
    Pull(Square, Square, Square),
}

#[derive(Debug)]
pub(super) struct Pulls<'a> {
    maze: &'a Maze<'a>,
    start: State,
    perimeter: Perimeter,
    targets: Targets,
    macros: Macros,
    region: Region,
    moved_region: Region,
    matching: MinCostMatching,
}

impl<'a> Pulls<'a> {
    pub(super) fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let mut region = Region::new(squares);
        Ok(Self {
            maze,
            start: State::of(maze.board, start, &mut region),
            perimeter,
            targets: Targets::by_pulls(maze.board, start, meter)?,
            macros: Macros::new(squares),
            moved_region: region.clone(),
            region,
            matching: MinCostMatching::default(),
        })
    }

    /// Returns the filled goals without a player's region; `None` if boxes cannot be matched by pulls to the start.
    pub(super) fn root(&mut self, meter: &Meter) -> Result<Option<(PullState, Score)>, Stop> {
        let board = self.maze.board;
        let boxes = BoxSet::of(board.len(), board.goals().iter().copied());
        let Some(distance) = self.solve(&boxes, meter)? else { return Ok(None) };
        let regions = count32(self.region.each(board, |s| boxes.has(s)).len());
        let score = self.score(&boxes, regions, distance);
        Ok(Some((PullState { boxes, player: None }, score)))
    }

    fn solve(&mut self, boxes: &BoxSet, meter: &Meter) -> Result<Option<u32>, Stop> {
        self.matching.solve(&self.targets, boxes.iter().map(Targets::place), meter)
    }

    fn score(&self, boxes: &BoxSet, regions: u32, distance: u32) -> Score {
        let board = self.maze.board;
        let is_shut_in = |&b: &Square| board.neighbours(b).all(|s| boxes.has(s));
        // Boxes that are shut in tell positions of one region apart; with several, regions decide before it.
        let shut_in = if regions == 1 { count32(boxes.iter().filter(is_shut_in).count()) } else { u32::MAX };
        Score { regions: Reverse(regions), shut_in: Reverse(shut_in), distance: Reverse(distance) }
    }

    /// Returns a move for each region that the player may be in once all goals are filled.
    fn entries(&mut self, boxes: &BoxSet, score: Score) -> Result<Vec<Candidate<Step, Score>>, Stop> {
        let mut entries = Vec::new();
        // The player may stand anywhere at the end, so the search begins once for each region.
        for state in State::all_with(self.maze.board, boxes, &mut self.region) {
            self.perimeter.insert(&state, None)?;
            entries.push(Candidate::new(Step::Enter(state.player), score, 0));
        }
        Ok(entries)
    }

    /// Appends the pulls of the box on `from` in the state numbered `id`; adds the states after them to the perimeter.
    fn add_pulls(
        &mut self,
        pulls: &mut Vec<Candidate<Step, Score>>,
        (state, id, score, now): (&State, Option<NodeId>, Score, u32),
        (row, from): (usize, Square),
        meter: &Meter,
    ) -> Result<(), Stop> {
        let board = self.maze.board;
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, from, |s| region.has(s), Play::Pull).to_vec();
        let mut ids: Vec<Option<NodeId>> = Vec::with_capacity(found.len());
        for (index, m) in found.iter().enumerate() {
            // Each pull stores a position; on a large board one position takes much memory.
            meter.fits(board.len())?;
            let (player, boxes) = (m.player(board, true), state.boxes.shifted(from, m.to));
            let regions = score.regions.0.saturating_add_signed(i32::from(m.regions));
            let after = if regions == 1 {
                // Every free square is in the region, so its lowest is.
                let lowest = board.squares().find(|&s| !boxes.has(s)).unwrap_or(player);
                State { boxes, player: lowest }
            } else {
                State::with(board, boxes, player, &mut self.moved_region)
            };
            let next = self.macros.before(index).map_or(id, |before| ids[before]);
            ids.push(self.known(&after, next, *m)?);
            let Some(distance) = self.distance(now, row, *m) else { continue };
            let score = self.score(&after.boxes, regions, distance);
            pulls.push(Candidate::new(Step::Pull(from, m.to, player), score, 0));
        }
        Ok(())
    }

    /// Returns an upper bound on the matching after a pull, given the value `now` before it; `None` without a matching.
    fn distance(&mut self, now: u32, row: usize, m: Macro) -> Option<u32> {
        let column = self.matching.column_of(row)?;
        // The box keeps its target: an upper bound is enough to order moves, and costs two look-ups.
        let [from, to] = [m.from, m.to].map(|s| self.targets.row(s)[column]);
        if to == PushDistances::NEVER {
            return self.matching.moved(&self.targets, row, Targets::place(m.to), None);
        }
        Some((now + u32::from(to)).saturating_sub(u32::from(from)))
    }

    /// Adds a state to the perimeter unless it is stored, and returns its number there: `last` is the last single pull
    /// of the macro, from the state `next`. `None` if the perimeter was cleared meanwhile.
    fn known(&self, after: &State, next: Option<NodeId>, last: Macro) -> Result<Option<NodeId>, Stop> {
        let Some(next) = next else { return Ok(None) };
        let push = Push { from: last.to, direction: last.direction.opposite() };
        let added = self.perimeter.insert(after, Some((next, push)))?;
        Ok(added.or_else(|| self.perimeter.find(after)))
    }
}

impl Domain for Pulls<'_> {
    type State = PullState;
    type Move = Step;
    type Score = Score;

    fn after(&mut self, state: &PullState, by: Step) -> Option<PullState> {
        let (boxes, player) = match by {
            Step::Enter(player) => (state.boxes.clone(), player),
            Step::Pull(from, to, player) => (state.boxes.shifted(from, to), player),
        };
        let State { boxes, player } = State::with(self.maze.board, boxes, player, &mut self.region);
        Some(PullState { boxes, player: Some(player) })
    }

    fn is_goal(&mut self, state: &PullState, _: Self::Score) -> bool {
        state.player == Some(self.start.player) && state.boxes == self.start.boxes
    }

    /// Returns all pulls that keep a matching; the one to the best score has priority 1 if it is better than now.
    fn expand(
        &mut self,
        state: &PullState,
        _: Option<Step>,
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Step, Score>>>, Stop> {
        let Some(player) = state.player else { return self.entries(&state.boxes, score).map(Some) };
        let Some(now) = self.solve(&state.boxes, meter)? else { return Ok(None) };
        let state = State { boxes: state.boxes.clone(), player };
        let id = self.perimeter.find(&state);
        self.region.flood(self.maze.board, player, |s| state.boxes.has(s));
        let mut pulls = Vec::new();
        for (row, from) in state.boxes.iter().enumerate() {
            self.add_pulls(&mut pulls, (&state, id, score, now), (row, from), meter)?;
        }
        let better = pulls.iter_mut().enumerate().filter(|(_, pull)| pull.score > score);
        if let Some((_, best)) = better.max_by_key(|(index, pull)| (pull.score, Reverse(*index))) {
            best.priority = 1;
        }
        Ok(Some(pulls))
    }
}
