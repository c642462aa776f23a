//! Successor generation of the feature-space search.
//!
//! For a state the expander gives its features and candidates, or the proof that it is lost; it weighs candidates by
//! the advice of the setting, and makes one of them on demand. Which state is expanded next is left to the search.

use super::{AdviceContext, Candidate, Components, FeatureExtractor, FeatureVector};
use crate::deadlock::rules::Matching;
use crate::deadlock::{Detector, Known, Refused, View};
use crate::heuristic::MinCostMatching;
use crate::level::Square;
use crate::maze::{Maze, Place};
use crate::push::{Macro, Macros, Play, Push, Region, State};
use crate::run::{Held, Meter, Stop};
use crate::search::PiCorral;

/// The boxes whose macro pushes are candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxFilter {
    /// All that can be pushed.
    All,
    /// Where a corral must be worked on, only its boxes ([`PiCorral`]).
    Enough,
}

/// Expands states; holds working memory.
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
    /// Whether the boxes of the current state have a matching with goals.
    is_matched: bool,
    /// The bytes claimed for the caches of the extractor.
    held: Held,
    /// Whether some state had more macro pushes than have numbers.
    is_cut: bool,
}

impl<'a> Expander<'a> {
    /// The macro pushes between two checks of the meter. Not tuned: trades the delay of a stop for time.
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

    /// The features and the candidates of a state; `None` where it is proved lost. `pushed` is the square of the box
    /// that was pushed last.
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
        let expanded = self.features_and_candidates(state, pushed, meter);
        if expanded.is_err() {
            self.rules.undo();
        }
        expanded
    }

    fn features_and_candidates(
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

    /// Returns whether a state is lost by what was learned since it was expanded.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_known_lost(&mut self, state: &State, meter: &mut Meter) -> Result<bool, Stop> {
        self.rules.is_known_lost(&View::of(state), meter)
    }

    /// Learns from a state that is lost, where a part of its boxes proves it.
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
        // The estimate of a move after which there is no matching, where that is no reason to refuse it.
        let unmatched = (!self.rules.has(Matching::ID)).then_some(u32::MAX);
        let mut candidates = Vec::new();
        let mut after = state.boxes.clone();
        let mut generated = 0;
        for (row, &from) in boxes.iter().enumerate().filter(|(_, b)| movers.has(**b)) {
            let region = &self.region;
            let found = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            after.remove(from);
            for (number, m) in (0..u16::MAX).zip(found).take(usize::from(u16::MAX) - generated) {
                generated += 1;
                if generated % Self::UNWATCHED == 0 {
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
        self.is_cut |= generated >= usize::from(u16::MAX);
        Ok(candidates)
    }

    /// The macro push `number` of the box on `from`, and the state after it.
    pub fn follow(&mut self, state: &State, from: Square, number: u16) -> Option<(Macro, State)> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, from, |s| region.has(s), Play::Push);
        let m = *found.get(usize::from(number))?;
        let boxes = state.boxes.shifted(m.from, m.to);
        Some((m, State::with(board, boxes, m.player(board, false), &mut self.region)))
    }

    /// The single pushes of the macro push `number` of the box that was followed last.
    pub fn pushes(&self, number: u16) -> Vec<Push> {
        self.macros.pushes(self.maze.board, number.into())
    }

    /// The indices of the candidates of a state with their weights, the lightest first: see [`super::Advisers::weigh`].
    pub fn weigh(&self, state: &State, vector: &FeatureVector, candidates: &[Candidate]) -> Vec<(u32, usize)> {
        let position = AdviceContext { state, vector, candidates };
        self.extractor.setting.advisers.weigh(&position, |s| self.extractor.area_of(s))
    }

    /// Returns whether some state had more macro pushes than have numbers: then not all were candidates.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Undoes what the last expansion has counted as refused, where its node could not be added.
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
