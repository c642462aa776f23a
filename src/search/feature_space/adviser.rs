//! The door through which advice comes into the feature-space search.

use super::{Candidate, FeatureVector, Features};
use crate::push::State;
use std::fmt::Debug;

/// A position, and the macro pushes that can be made in it.
#[derive(Clone, Copy, Debug)]
pub struct AdviceContext<'a> {
    /// The boxes, and the player's region.
    pub state: &'a State,
    /// Its features, and the route of the next box.
    pub vector: &'a FeatureVector,
    /// The macro pushes, box by box.
    pub candidates: &'a [Candidate],
}

impl AdviceContext<'_> {
    /// The features of the position.
    pub const fn features(&self) -> Features {
        self.vector.features
    }

    /// The index of the candidate with the least key among those that fit, the first of equals.
    pub fn best<K: Ord>(&self, fits: impl Fn(&Candidate) -> bool, key: impl Fn(&Candidate) -> K) -> Option<usize> {
        let places = 0..self.candidates.len();
        places.filter(|&place| fits(&self.candidates[place])).min_by_key(|&place| key(&self.candidates[place]))
    }
}

/// Proposes one move in each position (an advisor of Shoham and Schaeffer, "The FESS Algorithm", 2020).
///
/// Advice orders moves and removes none: a wrong one costs time and loses no solution. The search owns the trait;
/// whoever plans above it implements it, and hands the adviser down by [`super::Setting::with_adviser`].
pub trait Adviser: Debug + Send + Sync {
    /// The name, for reports.
    fn name(&self) -> &'static str;

    /// The index of the candidate to try at once, at most one. The same position must always be given the same advice:
    /// a search that a limit has interrupted asks again.
    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize>;
}
