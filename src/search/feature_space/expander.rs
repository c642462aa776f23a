//! What can be done in a position, and what does it lead to?
//!
//! In comes a state; out comes what it looks like with its candidates, or that it is proved lost. A candidate is carried
//! out on demand. What is worth a try first is not decided here.

use super::{AdviceContext, Candidate, Components, FeatureExtractor, FeatureVector};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Known, Refused, View};
use crate::heuristic::MinCostMatching;
use crate::level::Square;
use crate::maze::{Maze, Place};
use crate::push::{Macro, Macros, Play, Push, Region, State};
use crate::run::{Held, Meter, Stop};
use crate::search::PiCorral;

/// Which boxes are candidates' boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxFilter {
    /// All that can be pushed.
    All,
    /// Where a corral must be worked on, only its boxes: see [`PiCorral`].
    Enough,
}

/// Looks at states; holds working memory.
#[derive(Debug)]
pub struct Expander<'a> {
    maze: &'a Maze<'a>,
    movers: BoxFilter,
    region: Region,
    macros: Macros,
    extractor: FeatureExtractor,
    rules: Detector<'a>,
    pi_corral: PiCorral,
    matching: MinCostMatching,
    moved: MinCostMatching,
    /// The boxes of the state that is looked at have goals of their own.
    is_matched: bool,
    /// Bytes claimed for what the surveyor remembers.
    held: Held,
    /// Some state had more pushes than are counted.
    is_cut: bool,
}

impl<'a> Expander<'a> {
    /// How many pushes are made between two looks at the clock.
    const UNWATCHED: usize = 256;

    /// For one level.
    pub fn new(maze: &'a Maze<'a>, extractor: FeatureExtractor, movers: BoxFilter) -> Self {
        let squares = maze.board.len();
        let rules = Detector::new(&extractor.setting.rules, &Known::of(maze));
        Self {
            maze,
            movers,
            region: Region::new(squares),
            macros: Macros::new(squares),
            extractor,
            rules,
            pi_corral: PiCorral::new(squares),
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
            is_matched: false,
            held: Held::default(),
            is_cut: false,
        }
    }

    /// What a state looks like, and what can be done in it; `None` where it is proved lost. `pushed` is where the box
    /// stands that was pushed last.
    ///
    /// # Errors
    /// A limit of the meter; nothing is counted then.
    pub fn expand(
        &mut self,
        state: &State,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<(FeatureVector, Vec<Candidate>)>, Stop> {
        self.held.set(self.extractor.bytes(), meter)?;
        self.rules.mark();
        let expanded = self.look_at(state, pushed, meter);
        if expanded.is_err() {
            self.rules.undo();
        }
        expanded
    }

    fn look_at(
        &mut self,
        state: &State,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<(FeatureVector, Vec<Candidate>)>, Stop> {
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| self.maze.place(b, state.player)).collect();
        self.is_matched = self.matching.solve(&self.maze.distances, &places, meter)?.is_some();
        let view = View { pushed, is_matched: Some(self.is_matched), ..View::of(state) };
        if self.rules.is_lost(&view, meter)? {
            return Ok(None);
        }
        let vector = self.extractor.extract(self.maze, &state.boxes, state.player);
        let candidates = self.candidates(state, &boxes, &vector, meter)?;
        Ok(Some((vector, candidates)))
    }

    /// Returns whether a state is lost, by what was learned since it was looked at.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_known_lost(&mut self, state: &State, meter: &mut Meter) -> Result<bool, Stop> {
        self.rules.is_known_lost(&View::of(state), meter)
    }

    /// Learns from a state that is lost, if its boxes tell why.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn study(&mut self, state: &State, meter: &mut Meter) -> Result<(), Stop> {
        self.rules.study(&View::of(state), meter)
    }

    fn candidates(
        &mut self,
        state: &State,
        boxes: &[Square],
        vector: &FeatureVector,
        meter: &Meter,
    ) -> Result<Vec<Candidate>, Stop> {
        let maze = self.maze;
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let movers = match self.movers {
            BoxFilter::All => state.boxes.clone(),
            BoxFilter::Enough if !self.extractor.setting.components.contains(Components::PI_CORRAL) => {
                state.boxes.clone()
            }
            BoxFilter::Enough => self.pi_corral.movers(maze, state, &self.region),
        };
        // What a move is worth that leaves too few goals, where that is no reason to refuse it.
        let unmatched = (!self.rules.has(Matching::ID)).then_some(u32::MAX);
        let mut candidates = Vec::new();
        let mut after = state.boxes.clone();
        let mut seen = 0;
        for (row, &from) in boxes.iter().enumerate().filter(|(_, b)| movers.has(**b)) {
            let region = &self.region;
            let found = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            after.remove(from);
            for (number, m) in (0..u16::MAX).zip(found).take(usize::from(u16::MAX) - seen) {
                seen += 1;
                if seen % Self::UNWATCHED == 0 {
                    meter.check()?;
                }
                after.insert(m.to);
                let player = m.player(maze.board, false);
                let view = View { boxes: &after, player, pushed: Some(m.to), is_matched: None };
                let is_lost = self.rules.refuses_push(m.to, m.direction) || self.rules.refuses_child(&view);
                after.remove(m.to);
                if is_lost {
                    continue;
                }
                let place = maze.place_pushed(m.to, m.direction);
                let moved = self.is_matched.then_some(&mut self.moved);
                let estimate = moved.and_then(|moved| self.matching.with_moved(&maze.distances, row, place, moved));
                if let Some(estimate) = estimate.or(unmatched) {
                    let features = self.extractor.after(maze, vector, m);
                    candidates.push(Candidate { from, number, to: m.to, features, estimate });
                }
            }
            after.insert(from);
        }
        self.is_cut |= seen >= usize::from(u16::MAX);
        Ok(candidates)
    }

    /// The macro push of that number of the box on `from`, and the state after it.
    pub fn follow(&mut self, state: &State, from: Square, number: u16) -> Option<(Macro, State)> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, from, |s| region.has(s), Play::Push);
        let m = *found.get(usize::from(number))?;
        let boxes = state.boxes.shifted(m.from, m.to);
        Some((m, State::with(board, boxes, m.player(board, false), &mut self.region)))
    }

    /// The single pushes of that number of the box that was followed last.
    pub fn pushes(&self, number: u16) -> Vec<Push> {
        self.macros.pushes(self.maze.board, number.into())
    }

    /// The indices of the candidates of a state with their weights, the lightest first: see [`super::Advisers::weigh`].
    pub fn weigh(&self, state: &State, vector: &FeatureVector, candidates: &[Candidate]) -> Vec<(u32, usize)> {
        let position = AdviceContext { state, vector, candidates };
        self.extractor.setting.advisers.weigh(&position, |s| self.extractor.area_of(s))
    }

    /// Did some state have more pushes than are counted? Then not all were looked at.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Sets back what the last look has counted as refused, where what was looked at could not be kept.
    pub fn undo(&mut self) {
        self.rules.undo();
    }

    /// What each rule refused so far.
    pub fn refused(&self) -> Refused {
        self.rules.refused()
    }

    /// What all of them refused so far.
    pub fn total_refused(&self) -> u64 {
        self.rules.total()
    }
}
