//! The moves of the search by pulls from the filled goals, with removals of boxes.

use super::pulls::{Here, Pulls};
use super::state::{Freedom, Pull, Score, State, Step, stuck_boxes};
use crate::feature_space::{Candidate, Domain};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};

#[derive(Debug)]
pub(super) struct Unpacking<'a> {
    maze: &'a Maze<'a>,
    starts: BoxSet,
    pulls: Pulls<'a>,
    region: Region,
    freedom: Freedom,
    settled: BoxSet,
}

impl<'a> Unpacking<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &Position, freedom: Freedom, meter: &mut Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        Ok(Self {
            maze,
            starts: BoxSet::of(squares, start.boxes.iter().copied()),
            pulls: Pulls::new(maze, start, meter)?,
            region: Region::new(squares),
            freedom,
            settled: freedom.settled(maze.board, start),
        })
    }

    /// Returns the first position, all goals full and the player in no region yet, with its score.
    pub(super) fn root(&mut self) -> (State, Score) {
        let boxes = BoxSet::of(self.maze.board.len(), self.maze.board.goals().iter().copied());
        let root = State { boxes, bases: self.starts.clone(), player: None };
        let score = self.pulls.measure.score(&root.boxes, &root.bases);
        (root, score)
    }

    /// Returns the starts that pushes connect with that on which the box is removed.
    pub(super) fn sources(&mut self, state: &State, removal: Pull) -> BoxSet {
        let groups = self.pulls.groups(&state.boxes, &self.starts);
        let own = groups.into_iter().find(|group| group.has(removal.to));
        own.unwrap_or_else(|| BoxSet::of(self.maze.board.len(), [removal.to]))
    }

    /// Returns the starts of the removed boxes: played forwards, these boxes wait there for their steps.
    fn taken(&self, state: &State) -> BoxSet {
        let waits = |s: &Square| !state.bases.has(*s);
        BoxSet::of(self.maze.board.len(), self.starts.iter().filter(waits))
    }

    fn entries(&mut self, state: &State, score: Score) -> Vec<Candidate<Step, Score>> {
        let players: Vec<Square> = self.region.each(self.maze.board, |s| state.boxes.has(s));
        players.into_iter().map(|player| Candidate::new(Step::Enter { player }, score, 0)).collect()
    }
}

impl Domain for Unpacking<'_> {
    type State = State;
    type Move = Step;
    type Score = Score;

    fn after(&mut self, state: &State, by: Step) -> Option<State> {
        let (boxes, bases, player) = state.after(by);
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        Some(State { boxes, bases, player: Some(self.region.representative()) })
    }

    fn is_goal(&mut self, state: &State, _: Self::Score) -> bool {
        state.boxes == state.bases
    }

    /// Returns only removals if any is possible, unless the search makes all pulls. A position is lost if a box that
    /// can never be pulled is not on a base.
    fn expand(
        &mut self,
        state: &State,
        _: Option<Step>,
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Step, Score>>>, Stop> {
        if !stuck_boxes(self.maze.board, &state.boxes).is_subset(&state.bases) {
            return Ok(None);
        }
        let Some(player) = state.player else { return Ok(Some(self.entries(state, score))) };
        let taken = self.taken(state);
        let movable = state.boxes.minus(&self.settled);
        self.region.flood(self.maze.board, player, |s| state.boxes.has(s));
        let Self { pulls, region, .. } = self;
        let here = Here { state, region };
        let sink = pulls.sink(here);
        let mut candidates = pulls.removals(here, &movable, &sink, meter)?;
        if self.freedom != Freedom::All && !candidates.is_empty() {
            return Ok(Some(candidates));
        }
        candidates.extend(pulls.all(here, score, &movable, &taken, meter)?);
        Ok(Some(candidates))
    }
}
