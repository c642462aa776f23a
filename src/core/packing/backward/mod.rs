//! The packing plan by a feature-space search from the end: all goals are full, and boxes are pulled off and removed.
//!
//! ```text
//!   #############     The goals are g, the boxes start on the bases b, which are the sink: pushes lead from each to the
//!   #gg#     bb #     other. A box that is pulled from a goal to one of them is taken out, and the base with it. If none
//!   #gg      bb #     can be, one is pulled elsewhere. Played forwards, a box that is taken out comes from the sink to
//!   #  #        #     its goal, and one that is pulled elsewhere is parked there until its turn.
//!   #############
//! ```
//! Output: a [`PackingPlan`], parking included. It is advice and no proof: boxes outside it and the player's square at
//! the start are ignored. After Festival (Shoham and Schaeffer, "The FESS Algorithm", IEEE CoG 2020).

mod pulls;
mod state;

use crate::feature_space::{Candidate, Domain, FeatureSpace, NodeId};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::packing::{PackingMove, PackingPlan, PackingPlans};
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Progress, Search, Status, Stop};
use pulls::{Here, Pulls};
use state::{Freedom, Pull, Score, State, Step, stuck_boxes};
use std::fmt;

#[derive(Debug)]
struct Unpacking<'a> {
    maze: &'a Maze<'a>,
    starts: BoxSet,
    pulls: Pulls<'a>,
    region: Region,
    freedom: Freedom,
    settled: BoxSet,
}

impl<'a> Unpacking<'a> {
    fn new(maze: &'a Maze<'a>, start: &Position, freedom: Freedom, meter: &mut Meter) -> Result<Self, Stop> {
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
    fn root(&mut self) -> (State, Score) {
        let boxes = BoxSet::of(self.maze.board.len(), self.maze.board.goals().iter().copied());
        let root = State { boxes, bases: self.starts.clone(), player: None };
        let score = self.pulls.measure.score(&root.boxes, &root.bases);
        (root, score)
    }

    /// Returns the starts that pushes connect with that on which the box is removed.
    fn sources(&mut self, state: &State, removal: Pull) -> BoxSet {
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

    /// Returns only removals, if any, unless all pulls are made. A position is lost if a stuck box is not on a base.
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

/// Search for a packing plan from the end, within a budget. After a failure it starts again with more kinds of pulls.
#[derive(Debug)]
pub struct BackwardPacking<'a> {
    pub(crate) maze: &'a Maze<'a>,
    pub(crate) start: Position,
    space: FeatureSpace<Unpacking<'a>>,
    freedom: Freedom,
    budget: u64,
    before: Progress,
    shared: Option<PackingPlans>,
}

impl<'a> BackwardPacking<'a> {
    /// Maximum number of positions kept: most levels with a plan need fewer than 50.
    const BUDGET: u64 = 6_000;

    /// Number of positions that most levels need. If fewer are affordable, and at least half of the boxes are on goals
    /// at the start, these boxes stay there at first.
    const MOST_NEEDED: u64 = 1_000;

    /// Maximum of positions times squares times movable boxes: a position takes work for each square and box.
    const WORK: u64 = 30_000_000;

    /// Creates the search, with all goals full.
    pub fn new(maze: &'a Maze<'a>, start: &Position, meter: &mut Meter) -> Result<Self, Stop> {
        let settled = Freedom::Settled.settled(maze.board, start).len();
        // On a large board each position is dear: fewer movable boxes make more of them affordable.
        let is_large = Self::affordable(maze, start.boxes.len()) < Self::MOST_NEEDED;
        let freedom = if is_large && 2 * settled >= start.boxes.len() { Freedom::Settled } else { Freedom::Strict };
        let movable = start.boxes.len() - freedom.settled(maze.board, start).len();
        Ok(Self {
            maze,
            start: start.clone(),
            space: Self::space(maze, start, freedom, meter)?,
            freedom,
            budget: Self::affordable(maze, movable),
            before: Progress::default(),
            shared: None,
        })
    }

    /// Returns the search with shared plans: it takes its plan from `plans` if known there, else stores the plan there.
    #[must_use]
    pub fn shared(mut self, plans: &PackingPlans) -> Self {
        self.shared = Some(plans.clone());
        self
    }

    fn affordable(maze: &Maze<'_>, movable: usize) -> u64 {
        Self::BUDGET.min(Self::WORK / (maze.board.len() * movable).max(1) as u64)
    }

    /// Starts again with more kinds of pulls; false if all kinds are allowed already.
    fn widen(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let Some(freedom) = self.freedom.next() else { return Ok(false) };
        let space = Self::space(self.maze, &self.start, freedom, meter)?;
        self.before = self.progress();
        if self.freedom == Freedom::Settled {
            // The first kind was tried to save time, and must not cost the others their budget.
            self.budget = self.before.kept + Self::affordable(self.maze, self.start.boxes.len());
        }
        (self.freedom, self.space) = (freedom, space);
        Ok(true)
    }

    fn space(
        maze: &'a Maze<'a>,
        start: &Position,
        freedom: Freedom,
        meter: &mut Meter,
    ) -> Result<FeatureSpace<Unpacking<'a>>, Stop> {
        let mut domain = Unpacking::new(maze, start, freedom, meter)?;
        let (root, score) = domain.root();
        FeatureSpace::new(domain, root, score, meter)
    }

    fn end(&self, plan: Option<PackingPlan>) -> Status<PackingPlan> {
        self.shared.iter().for_each(|shared| shared.keep_by_sinks(plan.as_ref()));
        plan.map_or(Status::Exhausted, Status::Found)
    }

    fn plan(&mut self, last: NodeId, meter: &Meter) -> Result<PackingPlan, Stop> {
        let squares = self.maze.board.len();
        let rest = self.space.state(last).map_or_else(|| BoxSet::empty(squares), |state| state.boxes.clone());
        let mut steps = Vec::new();
        let mut sources = Vec::new();
        // Pulls from the end are pushes in the reverse order.
        for (_, state, step) in self.space.path(last).into_iter().rev() {
            match step {
                Step::Enter { .. } => {}
                Step::Pull(pull) => steps.push(PackingMove { from: Some(pull.to), to: pull.from }),
                Step::Remove(pull) => {
                    steps.push(PackingMove { from: None, to: pull.from });
                    meter.check_time()?;
                    sources.push(self.space.domain.sources(&state, pull));
                }
            }
        }
        PackingPlan::new(squares, rest, steps, sources).with_prospects(self.maze, meter)
    }
}

impl Search for BackwardPacking<'_> {
    type Solution = PackingPlan;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<PackingPlan>, Stop> {
        // Another search of the level has found the plan, or that there is none.
        if let Some(plan) = self.shared.as_ref().and_then(PackingPlans::by_sinks) {
            return Ok(plan.map_or(Status::Exhausted, Status::Found));
        }
        if self.before.kept + self.space.generated() > self.budget {
            let goes_on = self.freedom == Freedom::Settled && self.widen(meter)?;
            return Ok(if goes_on { Status::Running } else { self.end(None) });
        }
        match self.space.step(meter)? {
            Status::Running => Ok(Status::Running),
            Status::Found(last) => {
                let plan = self.plan(last, meter)?;
                Ok(self.end(Some(plan)))
            }
            Status::Exhausted if self.widen(meter)? => Ok(Status::Running),
            Status::Exhausted => Ok(self.end(None)),
        }
    }

    fn progress(&self) -> Progress {
        self.space.progress().after(&self.before)
    }

    fn compact(&mut self) -> bool {
        let has_dropped = self.space.compact();
        if has_dropped {
            // Other searches, with more memory, may find a plan where this one now fails.
            self.shared = None;
        }
        has_dropped
    }
}

/// Starts a search along a packing plan; without one every filled goal counts as packed.
type Start<'a, S> = Box<dyn FnMut(Option<PackingPlan>, &mut Meter) -> Result<S, Stop> + Send + 'a>;

/// A search for a packing plan, and then a search along it, which gives the progress and the solution.
pub struct AlongPacking<'a, S> {
    packing: Box<BackwardPacking<'a>>,
    start: Start<'a, S>,
    /// The second search; `None` while there is no packing plan.
    pub(crate) search: Option<Box<S>>,
}

impl<'a, S> AlongPacking<'a, S> {
    /// Creates the search; `start` starts the second search with the plan that `packing` finds, if it finds one.
    pub fn new(
        packing: BackwardPacking<'a>,
        start: impl FnMut(Option<PackingPlan>, &mut Meter) -> Result<S, Stop> + Send + 'a,
    ) -> Self {
        Self { packing: Box::new(packing), start: Box::new(start), search: None }
    }
}

impl<S: fmt::Debug> fmt::Debug for AlongPacking<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlongPacking")
            .field("packing", &self.packing)
            .field("search", &self.search)
            .finish_non_exhaustive()
    }
}

impl<S: Search> Search for AlongPacking<'_, S> {
    type Solution = S::Solution;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<S::Solution>, Stop> {
        if let Some(search) = &mut self.search {
            return search.step(meter);
        }
        let plan = match self.packing.step(meter)? {
            Status::Running => return Ok(Status::Running),
            Status::Found(plan) => Some(plan),
            Status::Exhausted => None,
        };
        self.search = Some(Box::new((self.start)(plan, meter)?));
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        self.search.as_ref().is_none_or(|search| search.is_complete())
    }

    fn progress(&self) -> Progress {
        self.search.as_ref().map(|search| search.progress()).unwrap_or_default()
    }

    fn compact(&mut self) -> bool {
        match &mut self.search {
            Some(search) => search.compact(),
            None => self.packing.compact(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};
    use crate::maze::Maze;
    use crate::run::{Meter, drive};

    type Place = (usize, usize);

    /// Returns the steps of a plan: the parking square of the box, if it was parked, and its target.
    fn steps(text: &str) -> Option<Vec<(Option<Place>, Place)>> {
        let level = Level::from_xsb("", text).unwrap();
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let plan = drive(&mut BackwardPacking::new(&maze, &level.start, meter).unwrap(), meter).found()?;
        let at = |s: Square| level.board.row_column(s);
        Some(plan.steps().map(|(step, _)| (step.from.map(at), at(step.to))).collect())
    }

    #[test]
    fn the_far_end_of_a_corridor_is_filled_first() {
        let text = "##############\n#     ########\n# $        ..#\n# $@  ########\n#     ########\n##############\n";
        assert_eq!(steps(text).unwrap(), [(None, (2, 12)), (None, (2, 11))]);
    }

    #[test]
    fn boxes_that_cannot_go_far_end_on_their_starts_and_are_in_the_plan_from_the_first() {
        let text = "######\n#    #\n# $. #\n# @  #\n######\n";
        assert_eq!(steps(text).unwrap(), [(Some((2, 2)), (2, 3))], "too near for a removal");
        assert_eq!(steps("#####\n#@* #\n#####\n").unwrap(), [], "all boxes are in place");
    }

    #[test]
    fn where_no_box_can_leave_its_goal_there_is_no_plan() {
        assert_eq!(steps("####\n#+$#\n####\n"), None);
    }

    #[test]
    fn on_a_large_board_most_of_whose_boxes_stand_on_goals_these_stay_there() {
        let mut rows = vec![format!("#{}#", " ".repeat(60)); 40];
        rows.iter_mut().step_by(4).for_each(|row| row.replace_range(5..50, &"*    ".repeat(9)));
        rows[2].replace_range(5..14, "$     .@ ");
        let wall = "#".repeat(62);
        let level = Level::from_xsb("", &format!("{wall}\n{}\n{wall}\n", rows.join("\n"))).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let mut search = BackwardPacking::new(&maze, &level.start, &mut meter).unwrap();
        let plan = drive(&mut search, &mut meter).found().unwrap();
        assert_eq!((search.freedom, plan.set(0).len(), plan.steps().count()), (Freedom::Settled, 90, 1));
    }
}
