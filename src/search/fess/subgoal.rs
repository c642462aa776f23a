//! Feature-space searches for subgoals: from a position to the next step of the packing plan, or to better features.
//!
//! Input: a position, a subgoal, and the squares within which boxes may be pushed. Output: the positions in which the
//! subgoal is reached, with the pushes. Which subgoals are worth having is left to the planner.

use super::pushes::Pushes;
use super::{Features, Setting};
use crate::feature_space::{Candidate, Domain, FeatureSpace, NodeId};
use crate::level::Position;
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Macro, Push, State};
use crate::run::{Held, Meter, Progress, Search, Status, Stop};
use crate::search::Perimeter;
use crate::search::macro_pushes::path;
use std::cell::RefCell;
use std::rc::Rc;

/// What a search for a subgoal ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subgoal {
    /// More steps of the packing plan are done.
    Packed,
    /// No fewer steps are done, and of the counts of regions, broken edges, boxes out of plan and hotspots the first
    /// that differs is less.
    Opened,
}

impl Subgoal {
    /// Returns whether it is reached with these features, from a position with those `before`.
    pub fn is_reached(self, before: Features, after: Features) -> bool {
        match self {
            Self::Packed => after.packed > before.packed,
            Self::Opened => after.packed >= before.packed && Features { distance: before.distance, ..after } > before,
        }
    }
}

/// A position in which a subgoal is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The boxes, and the player's region.
    pub state: State,
    /// Its features.
    pub features: Features,
    /// The pushes that lead there.
    pub pushes: Vec<Push>,
}

/// Begins searches for subgoals. They share what they learn of lost positions.
#[derive(Debug)]
pub struct Subgoals<'a>(Rc<RefCell<Pushes<'a>>>);

impl<'a> Subgoals<'a> {
    /// Without a plan every filled goal counts as a step done.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        plan: Option<PackingPlan>,
        setting: Setting,
        perimeter: Perimeter,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        Ok(Self(Rc::new(RefCell::new(Pushes::new(maze, plan, setting, perimeter, meter)?))))
    }

    /// The features of a position.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn features(&self, position: &Position, meter: &Meter) -> Result<Features, Stop> {
        self.0.borrow_mut().features(position, meter)
    }

    /// Returns whether the rules prove a state lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_lost(&self, state: &State, meter: &mut Meter) -> Result<bool, Stop> {
        let moves = &mut self.0.borrow_mut().moves;
        moves.rules.mark();
        moves.is_lost(state, None, meter).inspect_err(|_| moves.rules.undo())
    }

    /// Number of positions and pushes that deadlock rules have refused.
    pub fn refusals(&self) -> u64 {
        self.0.borrow().moves.rules.total()
    }

    /// Begins a search from a state with these features; boxes are pushed from and to squares of `within` only.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn begin(
        &self,
        root: &State,
        features: Features,
        subgoal: Subgoal,
        within: Option<BoxSet>,
        meter: &mut Meter,
    ) -> Result<SubgoalSearch<'a>, Stop> {
        let domain = Local { pushes: Rc::clone(&self.0), subgoal, before: features, within, was_bounded: false };
        Ok(SubgoalSearch { space: FeatureSpace::new(domain, root.clone(), features, meter)? })
    }
}

/// A search for a subgoal. Each solution is another position; it goes on after one.
#[derive(Debug)]
pub struct SubgoalSearch<'a> {
    space: FeatureSpace<Local<'a>>,
}

impl SubgoalSearch<'_> {
    /// Returns whether a push was left out so far that a box outside the bounds could make, or one across them.
    pub fn was_bounded(&self) -> bool {
        self.space.domain().was_bounded
    }

    fn reached(&self, node: NodeId) -> Option<Reached> {
        let (state, features) = (self.space.state(node)?.clone(), self.space.score(node)?);
        let path = path(&self.space, node);
        let pushes = self.space.domain().pushes.borrow_mut().moves.pushes_along(&path);
        Some(Reached { state, features, pushes })
    }
}

impl Search for SubgoalSearch<'_> {
    type Solution = Reached;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Reached>, Stop> {
        Ok(match self.space.step(meter)? {
            Status::Running => Status::Running,
            Status::Exhausted => Status::Exhausted,
            Status::Found(node) => self.reached(node).map_or(Status::Running, Status::Found),
        })
    }

    fn is_complete(&self) -> bool {
        self.space.domain().within.is_none()
    }

    fn progress(&self) -> Progress {
        self.space.progress()
    }
}

/// The domain: that of the whole search, with other goals and fewer moves.
#[derive(Debug)]
struct Local<'a> {
    pushes: Rc<RefCell<Pushes<'a>>>,
    subgoal: Subgoal,
    before: Features,
    within: Option<BoxSet>,
    was_bounded: bool,
}

impl Domain for Local<'_> {
    type State = State;
    type Move = Macro;
    type Score = Features;

    fn after(&mut self, state: &State, by: Macro) -> Option<State> {
        self.pushes.borrow_mut().after(state, by)
    }

    fn is_goal(&mut self, state: &State, score: Features) -> bool {
        self.subgoal.is_reached(self.before, score) || self.pushes.borrow_mut().is_goal(state, score)
    }

    fn expand(
        &mut self,
        state: &State,
        by: Option<Macro>,
        score: Features,
        held: &mut Held,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Macro, Features>>>, Stop> {
        let mut pushes = self.pushes.borrow_mut();
        pushes.moves.within = self.within.clone();
        let moves = pushes.expand(state, by, score, held, meter);
        pushes.moves.within = None;
        self.was_bounded |= pushes.moves.was_bounded;
        moves
    }

    fn bytes(&self, state: &State) -> usize {
        self.pushes.borrow().bytes(state)
    }
}
