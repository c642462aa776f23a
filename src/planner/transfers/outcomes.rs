//! The transfers that can be made at once in a position, their outcomes, and the order in which these are tried.
//!
//! Input: a position. Output: its transfers, each with its best outcomes. A transfer is made at once when one box of
//! its first area is pushed into its last one while all others stand still; an outcome is the square where the box then
//! stands and the side on which the player is. Moving a box inside its area is a transfer from the area to itself.

use crate::level::Square;
use crate::packing::PackingGuide;
use crate::planner::PlanningContext;
use crate::push::{Push, State};
use crate::run::{Meter, Stop};
use crate::search::{BoxFilter, Candidate, Expander, FeatureExtractor, FeatureVector, Features, Setting};

/// An outcome of a transfer: the box, and the number of its way among all ways of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    from: Square,
    number: u16,
    /// Its weight in the queue: 0 if it is advised, else its rank among the outcomes of its transfer.
    pub weight: u32,
}

/// The features of a position, and the outcomes of its transfers, the lightest first.
#[derive(Debug)]
pub struct Prospect {
    pub features: Features,
    pub outcomes: Box<[Outcome]>,
}

/// Makes outcomes; holds working memory.
#[derive(Debug)]
pub struct TransferOutcomes<'g> {
    expander: Expander<'g>,
}

impl<'g> TransferOutcomes<'g> {
    /// At most this number of outcomes of a transfer is tried, besides those that are advised. Not tuned: more outcomes
    /// lose fewer solutions and widen the search.
    const MOST: u32 = 6;

    /// `guide` gives the order in which goals can be filled.
    pub fn new(context: &'g PlanningContext<'g>, guide: PackingGuide, setting: Setting) -> Self {
        let extractor = FeatureExtractor::new(context.maze, context.areas, guide, setting);
        Self { expander: Expander::new(context.maze, extractor, BoxFilter::All) }
    }

    /// The prospect of a position, after a push to that square; `None` if it is proved lost.
    pub fn prospect(
        &mut self,
        state: &State,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<Prospect>, Stop> {
        let expanded = self.expander.expand(state, pushed, meter)?;
        Ok(expanded.map(|(vector, candidates)| Prospect {
            features: vector.features,
            outcomes: self.ranked(state, &vector, &candidates),
        }))
    }

    /// The outcomes of every transfer from good to bad, each one heavier than the one before.
    fn ranked(&self, state: &State, vector: &FeatureVector, candidates: &[Candidate]) -> Box<[Outcome]> {
        let weighed = self.expander.weigh(state, vector, candidates);
        let light = weighed.into_iter().take_while(|&(weight, _)| weight <= Self::MOST);
        light
            .map(|(weight, place)| Outcome { from: candidates[place].from, number: candidates[place].number, weight })
            .collect()
    }

    /// Carries out an outcome: the position after it, and the pushes.
    pub fn realise(&mut self, state: &State, outcome: Outcome) -> Option<(State, Box<[Push]>)> {
        let (_, after) = self.expander.follow(state, outcome.from, outcome.number)?;
        Some((after, self.expander.pushes(outcome.number).into()))
    }
}
