//! Which transfers can be made at once, what do they lead to, and which is worth a try first?
//!
//! In comes a position; out come its transfers, each with its best outcomes. A transfer is made at once when one box of
//! its first area is pushed into its last one while all others stand still; an outcome is the square where the box
//! then stands and the side on which the player is. Moving a box inside its area is a transfer from the area to itself.

use super::Ground;
use crate::deadlock::{ClusterSearch, CorralSearch, Matching};
use crate::level::Square;
use crate::maze::Place;
use crate::push::{Macros, Play, Push, Region, State};
use crate::run::{Meter, Stop};
use crate::search::{Candidate, Features, Pruner, Stages, Survey, Surveyor, weighed};

/// An outcome of a transfer: the box, and the number of its way among all ways of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    from: Square,
    number: u16,
    /// What it weighs: nothing where it is advised, else its rank among the outcomes of its transfer.
    pub(super) weight: u32,
}

/// What a position looks like, and the outcomes of its transfers, the lightest first.
#[derive(Debug)]
pub(super) struct Prospect {
    pub(super) features: Features,
    pub(super) outcomes: Box<[Outcome]>,
}

/// Makes outcomes; holds working memory.
#[derive(Debug)]
pub(super) struct Outlook<'g> {
    ground: &'g Ground<'g>,
    region: Region,
    macros: Macros,
    surveyor: Surveyor,
    pruner: Pruner,
    corral: CorralSearch,
    cluster: ClusterSearch,
    matching: Matching,
    moved: Matching,
}

impl<'g> Outlook<'g> {
    /// How many outcomes of a transfer are tried at most, besides those that are advised.
    const MOST: u32 = 6;

    /// `stages` say in which order goals can be filled.
    pub(super) fn new(ground: &'g Ground<'g>, stages: Stages) -> Self {
        let squares = ground.maze.board.len();
        Self {
            surveyor: Surveyor::new(ground.maze, ground.areas, stages),
            ground,
            region: Region::new(squares),
            macros: Macros::new(squares),
            pruner: Pruner::new(squares),
            corral: CorralSearch::new(squares),
            cluster: ClusterSearch::new(squares),
            matching: Matching::default(),
            moved: Matching::default(),
        }
    }

    /// What can be done in a position, after a push to that square; `None` where it is proved lost.
    pub(super) fn prospect(
        &mut self,
        state: &State,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<Prospect>, Stop> {
        let maze = self.ground.maze;
        let boxes: Vec<Square> = state.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| maze.place(b, state.player)).collect();
        if self.matching.solve(&maze.distances, &places, meter)?.is_none()
            || self.pruner.strands(maze, &state.boxes)
            || self.corral.is_dead(maze, state)
            || pushed.is_some_and(|to| self.cluster.is_dead(maze, state, to))
        {
            return Ok(None);
        }
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let survey = self.surveyor.survey(maze, &state.boxes, state.player);
        let candidates = self.candidates(state, &boxes, &survey);
        Ok(Some(Prospect { features: survey.features, outcomes: self.ranked(&survey, &candidates) }))
    }

    fn candidates(&mut self, state: &State, boxes: &[Square], survey: &Survey) -> Vec<Candidate> {
        let maze = self.ground.maze;
        let mut candidates = Vec::new();
        let mut after = state.boxes.clone();
        for (row, &from) in boxes.iter().enumerate() {
            let region = &self.region;
            let found = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            after.remove(from);
            for (number, m) in (0..u16::MAX).zip(found) {
                after.insert(m.to);
                let place = maze.place_pushed(m.to, m.way);
                let freezes = self.pruner.freezes(maze, &after, m.to);
                after.remove(m.to);
                let Some(estimate) = self.matching.with_moved(&maze.distances, row, place, &mut self.moved) else {
                    continue;
                };
                if !freezes {
                    let features = self.surveyor.after(maze, survey, m);
                    candidates.push(Candidate { from, number, to: m.to, features, estimate });
                }
            }
            after.insert(from);
        }
        candidates
    }

    /// Carries out an outcome: the position after it, and the pushes.
    pub(super) fn realise(&mut self, state: &State, outcome: Outcome) -> Option<(State, Box<[Push]>)> {
        let maze = self.ground.maze;
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(maze, &state.boxes, outcome.from, |s| region.has(s), Play::Push);
        let m = *found.get(usize::from(outcome.number))?;
        let pushes = self.macros.pushes(maze.board, outcome.number.into());
        let mut boxes = state.boxes.clone();
        boxes.remove(m.from);
        boxes.insert(m.to);
        self.region.flood(maze.board, m.player(maze.board, false), |s| boxes.has(s));
        Some((State { boxes, player: self.region.least() }, pushes.into()))
    }

    /// The outcomes of every transfer from good to bad, each one heavier than the one before.
    fn ranked(&self, survey: &Survey, candidates: &[Candidate]) -> Box<[Outcome]> {
        let weighed = weighed(survey, candidates, |s| self.ground.areas.area_of(s));
        let light = weighed.into_iter().take_while(|&(weight, _)| weight <= Self::MOST);
        light
            .map(|(weight, place)| Outcome { from: candidates[place].from, number: candidates[place].number, weight })
            .collect()
    }
}
