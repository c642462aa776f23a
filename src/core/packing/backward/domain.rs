//! The moves of the search by pulls from the filled goals, with removals of boxes.

use super::pulls::{Pulls, groups, removals, sink};
use super::state::{Freedom, Measure, Pull, Score, State, Step, stuck_boxes};
use crate::feature_space::{Candidate, Domain};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Region};
use crate::run::{Meter, Stop};

#[derive(Debug)]
pub(super) struct Unpacking<'a> {
    maze: &'a Maze<'a>,
    starts: BoxSet,
    measure: Measure<'a>,
    pulls: Pulls,
    macros: Macros,
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
            measure: Measure::new(maze, start, meter)?,
            pulls: Pulls::new(maze),
            macros: Macros::new(squares),
            region: Region::new(squares),
            freedom,
            settled: freedom.settled(maze.board, start),
        })
    }

    /// Returns the first position, all goals full and the player in no region yet, with its score.
    pub(super) fn root(&mut self) -> (State, Score) {
        let boxes = BoxSet::of(self.maze.board.len(), self.maze.board.goals().iter().copied());
        let root = State { boxes, bases: self.starts.clone(), player: None };
        let score = self.measure.score(&root.boxes, &root.bases);
        (root, score)
    }

    /// Returns the starts that pushes connect with that on which the box is removed.
    pub(super) fn sources(&mut self, state: &State, removal: Pull) -> BoxSet {
        let groups = groups(self.maze, (&state.boxes, &self.starts), &mut self.macros);
        let own = groups.into_iter().find(|group| group.has(removal.to));
        own.unwrap_or_else(|| BoxSet::of(self.maze.board.len(), [removal.to]))
    }

    /// Returns the starts of the removed boxes: played forwards, these boxes wait there for their steps.
    fn taken(&self, state: &State) -> BoxSet {
        let waits = |s: &Square| !state.bases.has(*s);
        BoxSet::of(self.maze.board.len(), self.starts.iter().filter(waits))
    }

    fn sink(&mut self, state: &State) -> BoxSet {
        self.flood(state);
        sink(self.maze, (&state.boxes, &state.bases), &self.region, &mut self.macros)
    }

    fn flood(&mut self, state: &State) {
        if let Some(player) = state.player {
            self.region.flood(self.maze.board, player, |s| state.boxes.has(s));
        }
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
        if state.player.is_none() {
            return Ok(Some(self.entries(state, score)));
        }
        let sink = self.sink(state);
        let taken = self.taken(state);
        let movable = state.boxes.minus(&self.settled);
        let tools = (&mut self.macros, &mut self.measure);
        let mut candidates = removals(self.maze, (state, &movable, &self.region, &sink), tools, meter)?;
        if self.freedom != Freedom::All && !candidates.is_empty() {
            return Ok(Some(candidates));
        }
        let tools = (&mut self.macros, &self.measure);
        let within = (&movable, &taken);
        candidates.extend(self.pulls.all(self.maze, (state, score, &self.region), within, tools, meter)?);
        Ok(Some(candidates))
    }
}
