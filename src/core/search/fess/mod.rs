//! Feature-space search by macro pushes from the start. After Shoham and Schaeffer, "The FESS Algorithm: A Feature
//! Based Approach to Single-Agent Search" (IEEE CoG 2020). The search itself is [`crate::feature_space`]; this folder
//! defines the features of a position ([`Features`]) and the advisers that propose moves to try first ([`Adviser`]).
//! Goals are filled in the order of a packing plan.

mod advisers;
mod features;

use crate::deadlock::{Purposes, Refusals};
use crate::feature_space::{Candidate, Domain, FeatureSpace};
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::{AlongPacking, BackwardPacking, PackingPlan};
use crate::push::{BoxSet, Macro, Push, Region, State};
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Prunings;
use crate::search::macro_pushes::{MacroPushes, Perimeter, solution};
pub use advisers::{Advice, Adviser, Advisers};
use advisers::{Reversals, Survey};
use features::FeatureCounts;
pub use features::Features;

/// Feature-space search for a solution by macro pushes; see the folder's module.
#[derive(Debug)]
pub struct Fess<'a> {
    perimeter: Perimeter,
    space: FeatureSpace<Pushes<'a>>,
}

impl<'a> Fess<'a> {
    /// Creates the search, with the start expanded. Without a plan every filled goal counts as packed.
    pub fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        plan: Option<PackingPlan>,
        setting: Setting,
        perimeter: Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut pushes = Pushes::new(maze, plan, setting, perimeter.clone(), meter)?;
        let features = pushes.features(start, meter)?;
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        Ok(Self { perimeter, space: FeatureSpace::new(pushes, root, features, meter)? })
    }

    /// Creates the search along the plan that `packing` finds.
    pub fn by_sinks(packing: BackwardPacking<'a>, setting: Setting, perimeter: Perimeter) -> AlongPacking<'a, Self> {
        let (maze, start) = (packing.maze, packing.start.clone());
        AlongPacking::new(packing, move |plan, meter| {
            Self::new(maze, &start, plan, setting.clone(), perimeter.clone(), meter)
        })
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        self.space.domain.moves.refused()
    }
}

impl Search for Fess<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Self { perimeter, space } = self;
        let status = space.step(meter)?;
        Ok(status.map(|last| solution(space, last, perimeter, |pushes| &mut pushes.moves)))
    }

    fn is_complete(&self) -> bool {
        self.space.is_complete()
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.space.domain.moves.pruned(), ..self.space.progress() }
    }

    fn compact(&mut self) -> bool {
        self.space.compact()
    }
}

/// Settings of a feature-space search: order, refusals and advisers.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Deadlock rules that refuse pushes and positions, and the use of corrals.
    pub prunings: Prunings,
    /// Whether hotspots are a feature: boxes that keep other boxes from goals.
    pub hotspots: bool,
    /// Whether boxes on squares that the packing plan is about to close off are a feature.
    pub out_of_plan: bool,
    /// Advisers, whose proposed moves are tried first.
    pub advisers: Advisers,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            prunings: Prunings::all(Purposes::THOROUGH_SEARCHES),
            hotspots: true,
            out_of_plan: true,
            advisers: Advisers::default(),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Pushes<'a> {
    maze: &'a Maze<'a>,
    counts: FeatureCounts<'a>,
    reversals: Reversals,
    advisers: Advisers,
    perimeter: Perimeter,
    pub(crate) moves: MacroPushes<'a>,
}

impl<'a> Pushes<'a> {
    /// Creates the domain for a level; without a plan every filled goal counts as packed.
    pub(crate) fn new(
        maze: &'a Maze<'a>,
        plan: Option<PackingPlan>,
        setting: Setting,
        perimeter: Perimeter,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let Setting { prunings, hotspots, out_of_plan, advisers } = setting;
        Ok(Self {
            maze,
            counts: FeatureCounts::new(maze, plan, hotspots, out_of_plan, meter)?,
            reversals: Reversals::new(maze),
            advisers,
            perimeter,
            moves: MacroPushes::new(maze, &prunings),
        })
    }

    pub(crate) fn features(&mut self, start: &Position, meter: &Meter) -> Result<Features, Stop> {
        self.counts.prepare(start.boxes.iter().copied(), meter)?;
        Ok(self.counts.of(&BoxSet::of(self.maze.board.len(), start.boxes.iter().copied())))
    }

    pub(crate) fn scored(
        &mut self,
        boxes: &BoxSet,
        score: Features,
        moves: &[Macro],
        meter: &Meter,
    ) -> Result<Vec<Candidate<Macro, Features>>, Stop> {
        self.counts.after(boxes, score, moves, meter)
    }

    /// Raises the priorities of the moves that advisers propose; for `is_first` see the field of [`Advice`].
    pub(crate) fn advise(
        &self,
        state: &State,
        features: Features,
        moves: &mut [Candidate<Macro, Features>],
        is_first: Option<&[bool]>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let survey = Survey { maze: self.maze, reversals: &self.reversals, next: self.counts.next(features.packed) };
        let position = Advice { state, features, moves, is_first, survey, meter };
        for (index, priority) in self.advisers.ask(&position) {
            // Several advisers may propose one move.
            moves[index].priority = moves[index].priority.max(priority);
        }
        meter.check_time()
    }
}

impl Domain for Pushes<'_> {
    type State = State;
    type Move = Macro;
    type Score = Features;

    fn after(&mut self, state: &State, by: Macro) -> Option<State> {
        Some(self.moves.after(state, by))
    }

    fn is_goal(&mut self, state: &State, _: Features) -> bool {
        // Another search may have come here by pulls: then the rest of the way is known.
        self.perimeter.rest(self.maze.board, state).is_some()
    }

    fn expand(
        &mut self,
        state: &State,
        by: Option<Macro>,
        score: Features,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Macro, Features>>>, Stop> {
        // Rules for whole positions are asked here, where a position is visited: most positions never are.
        let Some(moves) = self.moves.of(state, by, meter)? else { return Ok(None) };
        let mut candidates = self.scored(&state.boxes, score, &moves, meter)?;
        self.advise(state, score, &mut candidates, None, meter)?;
        Ok(Some(candidates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::RuleSet;
    use crate::level::Level;
    use crate::push::strewn;
    use crate::run::{Random, drive};

    type Packing = fn(&Maze<'_>, &Position, &mut Meter) -> Option<PackingPlan>;

    /// Compares the features of all moves of a random walk with a new count; returns how often each feature changed.
    fn walk(level: &Level, packing: Packing, random: &mut Random) -> [usize; 5] {
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let plan = packing(&maze, &level.start, meter);
        let [mut domain, mut counting] = [(); 2].map(|()| {
            let setting = Setting {
                prunings: Prunings { rules: RuleSet::none(), ..Prunings::all(Purposes::THOROUGH_SEARCHES) },
                ..Setting::default()
            };
            Pushes::new(&maze, plan.clone(), setting, Perimeter::new(level.board.len()), meter).unwrap()
        });
        let mut state = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
        let mut now = domain.features(&level.start, &Meter::unlimited()).unwrap();
        let mut changed = [0; 5];
        for _ in 0..12 {
            let moves = domain.expand(&state, None, now, meter).unwrap();
            let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
                break;
            };
            for Candidate { by, score, .. } in &moves {
                let after = domain.after(&state, *by).unwrap();
                let position = Position { player: after.player, boxes: after.boxes.iter().collect() };
                let counted = counting.features(&position, &Meter::unlimited()).unwrap();
                assert_eq!(*score, counted, "{by:?} after {state:?}\n{}", level.grid);
                let [old, new] = [now, *score].map(|f| {
                    let counts = [f.packed, f.regions, f.out_of_plan, f.hotspots].map(u32::from);
                    [&counts[..], &[f.distance]].concat()
                });
                (0..5).for_each(|feature| changed[feature] += usize::from(old[feature] != new[feature]));
            }
            let Candidate { by, score, .. } = moves[random.below(moves.len())];
            (state, now) = (domain.after(&state, by).unwrap(), score);
        }
        changed
    }

    #[test]
    fn the_features_that_a_move_leads_to_are_those_of_the_position_after_it() {
        check_features(12);
    }

    #[test]
    #[ignore = "takes long; .ci/long runs it"]
    fn the_features_that_a_move_leads_to_are_those_of_the_position_after_it_on_all() {
        check_features(300);
    }

    fn check_features(boards: usize) {
        let mut random = Random::new(11);
        let levels: Vec<Level> = (0..boards)
            .filter_map(|_| {
                let (rows, columns) = (4 + random.below(4), 4 + random.below(6));
                strewn(&mut random, rows, columns, 20, "@$$$$....")
            })
            .collect();
        let plans: [(bool, Packing); 3] = [
            (true, |maze, start, meter| drive(&mut BackwardPacking::new(maze, start, meter).unwrap(), meter).found()),
            (true, |maze, start, meter| PackingPlan::by_starts(maze, start, meter).unwrap()),
            (false, |_, _, _| None),
        ];
        for (has_plan, packing) in plans {
            let mut changed = [0; 5];
            for level in &levels {
                let more = walk(level, packing, &mut random);
                (0..5).for_each(|feature| changed[feature] += more[feature]);
            }
            let [packed, regions, out_of_plan, hotspots, distance] = changed;
            let often = boards / 6;
            assert!(packed > often && regions > often && hotspots > often && distance > often, "{changed:?}");
            assert!(out_of_plan == 0 || has_plan, "{changed:?}");
            assert!(out_of_plan > often || !has_plan || boards < 300, "few boards have such moves: {changed:?}");
        }
    }
}
