//! What can be done in a position, and what does it lead to?
//!
//! In comes a state; out comes what it looks like with its candidates, or that it is proved lost. A candidate is carried
//! out on demand. What is worth a try first is not decided here.

use super::{Candidate, Pruned, Pruner, Survey, Surveyor};
use crate::deadlock::{ClusterSearch, CorralSearch, Matching, PiCorral};
use crate::level::Square;
use crate::maze::{AreaId, Maze, Place};
use crate::push::{BoxSet, Macro, Macros, Play, Push, Region, State};
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
    matching: Matching,
    moved: Matching,
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
            matching: Matching::default(),
            moved: Matching::default(),
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
        if self.matching.solve(&maze.distances, &places, meter)?.is_none() {
            self.pruner.pruned.matching += 1;
            return Ok(true);
        }
        if self.pruner.strands(maze, &state.boxes) {
            return Ok(true);
        }
        if self.corral.is_dead(maze, state) {
            self.pruner.pruned.corral += 1;
            return Ok(true);
        }
        let is_lost = pushed.is_some_and(|to| self.cluster.is_dead(maze, state, to));
        self.pruner.pruned.cluster += u64::from(is_lost);
        Ok(is_lost)
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
            Movers::Enough => self.pi_corral.movers(maze, state, &self.region),
        };
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
                let freezes = self.pruner.freezes(maze, &after, m.to);
                after.remove(m.to);
                if freezes {
                    continue;
                }
                let place = maze.place_pushed(m.to, m.way);
                if let Some(estimate) = self.matching.with_moved(&maze.distances, row, place, &mut self.moved) {
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
        let mut boxes: BoxSet = state.boxes.clone();
        boxes.remove(m.from);
        boxes.insert(m.to);
        self.region.flood(board, m.player(board, false), |s| boxes.has(s));
        Some((m, State { boxes, player: self.region.least() }))
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
