//! The interface of advisers.

use super::Features;
use super::survey::Survey;
use crate::feature_space::Candidate;
use crate::push::{Macro, State};
use crate::run::Meter;
use std::fmt::Debug;

/// A position, and the moves that can be made in it.
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// The boxes, and the player's region.
    pub state: &'a State,
    /// The features of the position.
    pub features: Features,
    /// The macro pushes, box by box, each with the features that it leads to.
    pub moves: &'a [Candidate<Macro, Features>],
    /// Whether the first push of a move is made in the position; `None` where each is.
    pub(super) is_first: Option<&'a [bool]>,
    /// What is known of the level and of the next step of the packing plan.
    pub(super) survey: Survey<'a>,
    pub(super) meter: &'a Meter,
}

impl Advice<'_> {
    /// Whether a limit has ended the search: then no advice is used, and one that takes long may give up.
    pub fn is_over(&self) -> bool {
        self.meter.check().is_err()
    }

    /// Whether a move begins in the position, without pushes of other boxes before it.
    pub fn is_first(&self, index: usize) -> bool {
        self.is_first.is_none_or(|first| first[index])
    }

    /// The index of the best move of those that fit, by the features that it leads to; the first of equals.
    pub fn best(&self, fits: impl Fn(&Features) -> bool) -> Option<usize> {
        self.best_by(|m| fits(&m.score), |m| m.score)
    }

    /// The index of the move with the greatest key of those that fit; the first of equals.
    pub fn best_by<K: Ord>(
        &self,
        fits: impl Fn(&Candidate<Macro, Features>) -> bool,
        key: impl Fn(&Candidate<Macro, Features>) -> K,
    ) -> Option<usize> {
        let fitting = (0..self.moves.len()).rev().filter(|&index| fits(&self.moves[index]));
        fitting.max_by_key(|&index| key(&self.moves[index]))
    }
}

/// Proposes one move in each position: an advisor of Shoham and Schaeffer, "The FESS Algorithm" (2020).
///
/// Advice orders moves and removes none: a wrong one costs time and loses no solution.
pub trait Adviser: Debug + Send + Sync {
    /// The name, as users write it and reports use it.
    fn name(&self) -> &'static str;

    /// The index of the move to try at once, at most one. The same position must always be given the same advice: a
    /// search that a limit has interrupted asks again.
    fn advise(&self, position: &Advice<'_>) -> Option<usize>;
}
