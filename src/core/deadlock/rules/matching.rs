//! Boxes that cannot all have goals of their own among the goals that each could be pushed to alone on the board.
//!
//! ```text
//!   before         after
//!   #########      #########      Three boxes at the upper wall can only come to the two goals along it. Each two of
//!   # $.$.  #      # $.$.$ #      them could have these goals; all three cannot.
//!   #     $ #      #     @ #
//!   # .   @ #      # .     #
//!   #########      #########
//! ```
//!
//! # Why it is sound
//!
//! A solution brings each box to a goal of its own; alone the box could be pushed there too (see `dead_squares`). So a solution is
//! a matching of all boxes.
//!
//! Cost: boxes are matched one at a time by augmenting paths: at most the number of pairs of a box and a goal that it can reach,
//! for each box. Searches that match boxes to goals for their estimate pass the answer in [`View::is_matched`], at no cost.
//! Source: Junghanns and Schaeffer 2001; Kuhn 1955.

use crate::deadlock::{
    About, CostClass, GridForm, Purposes, Rule, RuleId, RuleInput, RuleInstance, Verdict, View, Witness,
};
use crate::heuristic::{MinCostMatching, hall_violator};
use crate::level::Square;
use crate::maze::{Maze, Place, PushDistances};
use crate::run::{Meter, Stop};

/// Deadlock rule: boxes that cannot all have goals of their own; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Matching;

impl Matching {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("matching");
}

impl Rule for Matching {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "matching",
                sentence: "the boxes cannot all have goals of their own",
                source: "Junghanns and Schaeffer 2001; Kuhn 1955",
                cost: CostClass::Position,
                uses_player: true,
                purposes: Purposes::FAST_SEARCHES
                    .union(Purposes::THOROUGH_SEARCHES)
                    .union(Purposes::SHORTEST)
                    .union(Purposes::PLAYER),
            }
        }
    }

    fn on_grid(&self) -> Option<GridForm> {
        Some(GridForm::Matching)
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(MatchingInstance { maze: known.maze, matching: MinCostMatching::default() })
    }

    /// Searches by pulls match boxes to the start themselves: the instance reads [`View::is_matched`].
    fn backward(&self, _: &[bool]) -> Option<Box<dyn RuleInstance>> {
        Some(Box::new(Backward))
    }
}

#[derive(Debug)]
struct Backward;

impl RuleInstance for Backward {
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        view.is_matched == Some(false)
    }
}

#[derive(Debug)]
struct MatchingInstance<'a> {
    maze: &'a Maze<'a>,
    matching: MinCostMatching,
}

impl MatchingInstance<'_> {
    fn places(&self, view: &View<'_>) -> Vec<Place> {
        view.boxes.iter().map(|b| self.maze.place(b, view.player)).collect()
    }
}

impl RuleInstance for MatchingInstance<'_> {
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        let is_matched = match view.is_matched {
            // A search that has matched the boxes for its estimate does not match them again for the rule.
            Some(known) => known,
            None => self.matching.solve(&self.maze.distances, self.places(view), meter)?.is_some(),
        };
        Ok(Verdict::lost_if(!is_matched))
    }

    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        if self.judge(view, meter)? == Verdict::Unknown {
            return Ok(Vec::new());
        }
        let (board, distances) = (self.maze.board, &self.maze.distances);
        let boxes: Vec<Square> = view.boxes.iter().collect();
        let places = self.places(view);
        let can = |b: usize, goal: usize| distances.to_goals(places[b])[goal] != PushDistances::NEVER;
        // Some boxes with fewer goals than boxes are a reason that a player can see; a failed matching is none.
        let found = hall_violator(boxes.len(), board.goals().len(), can);
        let witness = |(few, goals): (Vec<usize>, Vec<usize>)| {
            let why = match goals.len() {
                0 => "can reach no goal".to_owned(),
                1 => "can reach only one goal between them".to_owned(),
                goals => format!("can reach only {goals} goals between them"),
            };
            Witness::of(few.into_iter().map(|b| boxes[b]).collect(), why)
        };
        Ok(found.map(witness).into_iter().collect())
    }
}
