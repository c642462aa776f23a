//! Feature-space searches for subgoals: from a position to the next step of the packing plan, to better features, or to a
//! transfer of one box between areas.
//!
//! Input: a position, a subgoal, and the squares within which boxes may be pushed. Output: the positions in which the
//! subgoal is reached, with the pushes. Which subgoals are worth having is left to the planner.

use super::pushes::Pushes;
use super::{Features, Setting};
use crate::abstraction::Counts;
use crate::feature_space::{Candidate, Domain, FeatureSpace, NodeId};
use crate::level::{Board, Position};
use crate::maze::{AreaId, Areas, Maze};
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
    /// The first area has a box less, the second one more, and all others have as many as before.
    Transferred(AreaId, AreaId),
    /// Boxes have moved, and all of the area stand on goals.
    Settled(AreaId),
}

/// A position, as subgoals see it.
pub(crate) type Seen<'s> = (&'s BoxSet, Features);

impl Subgoal {
    /// Returns whether it is reached after a position that was `before`.
    pub fn is_reached(self, board: &Board, areas: &Areas, before: Seen<'_>, after: Seen<'_>) -> bool {
        let ((old, before), (new, after)) = (before, after);
        match self {
            Self::Packed => after.packed > before.packed,
            Self::Opened => after.packed >= before.packed && Features { distance: before.distance, ..after } > before,
            Self::Transferred(from, to) => {
                let [old, new] = [old, new].map(|boxes| Counts::of(areas, boxes.iter()));
                old.get(from) > 0 && old.moved(from, to) == new
            }
            Self::Settled(area) => {
                old != new && new.iter().filter(|&b| areas.area_of(b) == area).all(|b| board.is_goal(b))
            }
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
pub struct Subgoals<'a> {
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    pushes: Rc<RefCell<Pushes<'a>>>,
}

impl<'a> Subgoals<'a> {
    /// Between these areas. Without a plan every filled goal counts as a step done.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        maze: &'a Maze<'a>,
        areas: &'a Areas,
        plan: Option<PackingPlan>,
        setting: Setting,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let pushes = Pushes::new(maze, plan, setting, Perimeter::new(maze.board.len()), meter)?;
        Ok(Self { maze, areas, pushes: Rc::new(RefCell::new(pushes)) })
    }

    /// Returns whether a subgoal is reached in a state after another one.
    pub fn is_reached(&self, subgoal: Subgoal, before: Seen<'_>, after: Seen<'_>) -> bool {
        subgoal.is_reached(self.maze.board, self.areas, before, after)
    }

    /// The features of a position.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn features(&self, position: &Position, meter: &Meter) -> Result<Features, Stop> {
        self.pushes.borrow_mut().features(position, meter)
    }

    /// Returns whether the rules prove a state lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_lost(&self, state: &State, meter: &mut Meter) -> Result<bool, Stop> {
        let moves = &mut self.pushes.borrow_mut().moves;
        moves.rules.mark();
        moves.is_lost(state, None, meter).inspect_err(|_| moves.rules.undo())
    }

    /// Number of positions and pushes that deadlock rules have refused.
    pub fn refusals(&self) -> u64 {
        self.pushes.borrow().moves.rules.total()
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
        let domain = Local {
            maze: self.maze,
            areas: self.areas,
            pushes: Rc::clone(&self.pushes),
            subgoal,
            before: (root.boxes.clone(), features),
            within,
            was_bounded: false,
        };
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
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    pushes: Rc<RefCell<Pushes<'a>>>,
    subgoal: Subgoal,
    before: (BoxSet, Features),
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
        let (board, (boxes, before)) = (self.maze.board, &self.before);
        self.subgoal.is_reached(board, self.areas, (boxes, *before), (&state.boxes, score))
            || self.pushes.borrow_mut().is_goal(state, score)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};

    #[test]
    fn a_transfer_moves_one_box_and_no_other_count_and_a_settled_area_has_boxes_on_goals_alone() {
        let level = Level::from_xsb("", "#############\n#@$ # $ # . #\n#  $  .   . #\n#############\n").unwrap();
        let board = &level.board;
        let label: Vec<usize> = board.squares().map(|square| board.row_column(square).1.div_ceil(4)).collect();
        let areas = Areas::from_cut(board, &label);
        let at = |row: usize, column: usize| board.square(row, column).unwrap();
        let [left, middle, right] = [2, 6, 10].map(|column| areas.area_of(at(2, column)));
        let boxes = |squares: &[Square]| BoxSet::of(board.len(), squares.iter().copied());
        let before = boxes(&[at(1, 2), at(2, 3), at(1, 6)]);
        let is_reached = |subgoal: Subgoal, after: &BoxSet| {
            subgoal.is_reached(board, &areas, (&before, Features::default()), (after, Features::default()))
        };
        let one = boxes(&[at(1, 2), at(2, 7), at(1, 6)]);
        assert!(is_reached(Subgoal::Transferred(left, middle), &one));
        assert!(!is_reached(Subgoal::Transferred(left, right), &one));
        let two = boxes(&[at(1, 2), at(2, 7), at(2, 10)]);
        assert!(!is_reached(Subgoal::Transferred(left, middle), &two), "another box has gone on");
        assert!(is_reached(Subgoal::Transferred(left, right), &two), "whichever box it is");
        assert!(!is_reached(Subgoal::Settled(middle), &before), "a box beside the goal");
        assert!(is_reached(Subgoal::Settled(middle), &boxes(&[at(1, 2), at(2, 3), at(2, 6)])));
        assert!(!is_reached(Subgoal::Settled(right), &before), "nothing has moved");
    }
}
