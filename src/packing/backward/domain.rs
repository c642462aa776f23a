//! What is searched: positions by pulls, in which boxes are taken out.

use super::measure::Measure;
use super::pulls::Pulls;
use super::removals::removals;
use super::score::Score;
use super::sink::sink;
use super::state::{State, Step};
use super::stuck::stuck_boxes;
use crate::feature_space::{Candidate, Domain};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Region};
use crate::run::{Held, Meter, Stop};

/// The positions of a level, from all goals full to none.
#[derive(Debug)]
pub(super) struct Unpacking<'a> {
    maze: &'a Maze<'a>,
    starts: BoxSet,
    measure: Measure<'a>,
    pulls: Pulls,
    macros: Macros,
    region: Region,
    _held: Held,
}

impl<'a> Unpacking<'a> {
    /// The memory to work in for each square, in bytes, about.
    const BYTES: usize = 128;

    pub(super) fn new(maze: &'a Maze<'a>, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        let mut held = Held::default();
        held.grow(squares * Self::BYTES, meter)?;
        Ok(Self {
            maze,
            starts: BoxSet::of(squares, start.boxes.iter().copied()),
            measure: Measure::new(maze, start, meter)?,
            pulls: Pulls::new(maze.board),
            macros: Macros::new(squares),
            region: Region::new(squares),
            _held: held,
        })
    }

    pub(super) fn squares(&self) -> usize {
        self.maze.board.len()
    }

    /// All goals full, and the player nowhere yet.
    pub(super) fn root(&mut self) -> (State, Score) {
        let boxes = BoxSet::of(self.squares(), self.maze.board.goals().iter().copied());
        let root = State { boxes, bases: self.starts.clone(), player: None };
        let score = self.measure.score(&root.boxes, &root.bases);
        (root, score)
    }

    /// The sink of a position.
    pub(super) fn sink(&mut self, state: &State) -> BoxSet {
        self.flood(state);
        sink(self.maze, (&state.boxes, &state.bases), &self.region, &mut self.macros)
    }

    /// Floods the player's region. Before he has entered one it is left as it is.
    fn flood(&mut self, state: &State) {
        if let Some(player) = state.player {
            self.region.flood(self.maze.board, player, |s| state.boxes.has(s));
        }
    }

    /// The player may have ended in any region.
    fn entries(&mut self, state: &State, score: Score) -> Vec<Candidate<Step, Score>> {
        let players: Vec<Square> = self.region.each(self.maze.board, |s| state.boxes.has(s));
        let entry = |player| Candidate { by: Step::Enter { player }, score, priority: 0 };
        players.into_iter().map(entry).collect()
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

    fn is_goal(&mut self, state: &State) -> bool {
        state.boxes == state.bases
    }

    /// Removals alone where there are any. Lost are positions with boxes that can never leave and stand on no base.
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
        let tools = (&mut self.macros, &mut self.measure);
        let removals = removals(self.maze, (state, &self.region, &sink), tools, meter)?;
        if !removals.is_empty() {
            return Ok(Some(removals));
        }
        let tools = (&mut self.macros, &mut self.measure);
        self.pulls.all(self.maze, (state, score, &self.region), tools, meter).map(Some)
    }

    fn bytes(&self, state: &State) -> usize {
        2 * (state.boxes.bytes() + state.bases.bytes())
    }
}
