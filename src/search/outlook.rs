//! What can be done in a position, and what does it lead to?
//!
//! In comes a state; out comes what it looks like with its candidates, or that it is proved lost. A candidate is carried
//! out on demand. What is worth a try first is not decided here.

use super::PiCorral;
use super::{Candidate, Parts, Pruned, Pruner, Survey, Surveyor};
use crate::deadlock::{ClusterSearch, CorralSearch, Lessons, Study};
use crate::heuristic::MinCostMatching;
use crate::level::Square;
use crate::maze::{AreaId, Maze, Place};
use crate::push::{Macro, Macros, Play, Push, Region, State};
use crate::run::{Meter, Stop};

/// Which boxes are candidates' boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movers {
    /// All that can be pushed.
    All,
    /// Where a corral must be worked on, only its boxes: see [`PiCorral`].
    Enough,
}

/// Looks at states; holds working memory.
#[derive(Debug)]
pub struct Outlook<'a> {
    maze: &'a Maze<'a>,
    movers: Movers,
    region: Region,
    macros: Macros,
    surveyor: Surveyor,
    pruner: Pruner,
    pi_corral: PiCorral,
    corral: CorralSearch,
    cluster: ClusterSearch,
    lessons: Lessons,
    study: Study,
    matching: MinCostMatching,
    moved: MinCostMatching,
    /// The boxes of the state that is looked at have goals of their own.
    is_matched: bool,
    /// Bytes claimed for what the surveyor remembers.
    held: u64,
    /// Some state had more pushes than are counted.
    is_cut: bool,
}

impl<'a> Outlook<'a> {
    /// How many pushes are made between two looks at the clock.
    const UNWATCHED: usize = 256;

    /// For one level.
    pub fn new(maze: &'a Maze<'a>, surveyor: Surveyor, movers: Movers) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            movers,
            region: Region::new(squares),
            macros: Macros::new(squares),
            surveyor,
            pruner: Pruner::new(squares),
            pi_corral: PiCorral::new(squares),
            corral: CorralSearch::new(squares),
            cluster: ClusterSearch::new(squares),
            lessons: Lessons::new(squares),
            study: Study::new(squares),
            matching: MinCostMatching::default(),
            moved: MinCostMatching::default(),
            is_matched: false,
            held: 0,
            is_cut: false,
        }
    }

    /// What a state looks like, and what can be done in it; `None` where it is proved lost. `pushed` is where the box
    /// stands that was pushed last.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn look(
        &mut self,
        state: &State,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<(Survey, Vec<Candidate>)>, Stop> {
        meter.hold(&mut self.held, self.surveyor.bytes() as u64)?;
        let boxes: Vec<Square> = state.boxes.iter().collect();
        if self.is_lost(state, &boxes, pushed, meter)? {
            return Ok(None);
        }
        let survey = self.surveyor.survey(self.maze, &state.boxes, state.player);
        let candidates = self.candidates(state, &boxes, &survey, meter)?;
        Ok(Some((survey, candidates)))
    }

    /// The rules, cheapest first.
    fn is_lost(
        &mut self,
        state: &State,
        boxes: &[Square],
        pushed: Option<Square>,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        let maze = self.maze;
        let places: Vec<Place> = boxes.iter().map(|&b| maze.place(b, state.player)).collect();
        self.is_matched = self.matching.solve(&maze.distances, &places, meter)?.is_some();
        if !self.is_matched && self.has(Parts::MATCHING) {
            self.pruner.pruned.matching += 1;
            return Ok(true);
        }
        if self.has(Parts::LESSONS) && self.lessons.know(state) {
            self.pruner.pruned.lessons += 1;
            return Ok(true);
        }
        if self.has(Parts::FROZEN_WALLS) && self.pruner.strands(maze, &state.boxes) {
            return Ok(true);
        }
        if self.has(Parts::CORRAL) && self.corral.is_dead(maze, state) {
            self.pruner.pruned.corral += 1;
            return Ok(true);
        }
        let group = pushed.filter(|_| self.has(Parts::CLUSTER)).and_then(|to| self.cluster.dead(maze, state, to));
        let Some(group) = group else { return Ok(false) };
        self.pruner.pruned.cluster += 1;
        if self.has(Parts::LESSONS) {
            self.lessons.learn(maze.board, group, state.player);
        }
        Ok(true)
    }

    const fn has(&self, part: Parts) -> bool {
        self.surveyor.setting.parts.contains(part)
    }

    /// Is a state lost, by what was learned since it was looked at?
    pub fn knows(&mut self, state: &State) -> bool {
        let knows = self.has(Parts::LESSONS) && self.lessons.know(state);
        self.pruner.pruned.lessons += u64::from(knows);
        knows
    }

    /// Learns from a state that is lost, if its boxes tell why.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn learn(&mut self, state: &State, meter: &Meter) -> Result<(), Stop> {
        if !self.has(Parts::LESSONS) || self.lessons.know(state) {
            return Ok(());
        }
        if let Some(group) = self.study.lost_group(self.maze, state, &self.lessons, meter)? {
            self.lessons.learn(self.maze.board, group, state.player);
        }
        Ok(())
    }

    fn candidates(
        &mut self,
        state: &State,
        boxes: &[Square],
        survey: &Survey,
        meter: &Meter,
    ) -> Result<Vec<Candidate>, Stop> {
        let maze = self.maze;
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let movers = match self.movers {
            Movers::All => state.boxes.clone(),
            Movers::Enough if !self.has(Parts::PI_CORRAL) => state.boxes.clone(),
            Movers::Enough => self.pi_corral.movers(maze, state, &self.region),
        };
        let parts = self.surveyor.setting.parts;
        // What a move is worth that leaves too few goals, where that is no reason to refuse it.
        let unmatched = (!parts.contains(Parts::MATCHING)).then_some(u32::MAX);
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
                let is_lost = parts.contains(Parts::FREEZE) && self.pruner.freezes(maze, &after, m.to)
                    || parts.contains(Parts::DIAGONALS) && self.pruner.closes_diagonal(maze, &after, player, m.to);
                after.remove(m.to);
                if is_lost {
                    continue;
                }
                let place = maze.place_pushed(m.to, m.way);
                let moved = self.is_matched.then_some(&mut self.moved);
                let estimate = moved.and_then(|moved| self.matching.with_moved(&maze.distances, row, place, moved));
                if let Some(estimate) = estimate.or(unmatched) {
                    let features = self.surveyor.after(maze, survey, m);
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

    /// The area of a square.
    pub fn area_of(&self, square: Square) -> AreaId {
        self.surveyor.area_of(square)
    }

    /// Did some state have more pushes than are counted? Then not all were looked at.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What the rules refused so far.
    pub const fn pruned(&self) -> Pruned {
        self.pruner.pruned
    }
}
