//! Interface of advisers, which propose the move to try first.

use super::Features;
use super::survey::Survey;
use crate::feature_space::Candidate;
use crate::push::{Macro, State};
use crate::run::Meter;
use std::fmt::Debug;

/// A position and its moves, as an adviser sees them.
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// Boxes and player's region of the position.
    pub state: &'a State,
    /// The features of the position.
    pub features: Features,
    /// Macro pushes of the position, grouped by box, each with the features of the position after it.
    pub moves: &'a [Candidate<Macro, Features>],
    /// For each move whether its first push is possible in the position; `None` if all first pushes are.
    pub(super) is_first: Option<&'a [bool]>,
    /// The level, and the square that the next step of the packing plan fills.
    pub(super) survey: Survey<'a>,
    pub(super) meter: &'a Meter,
}

impl Advice<'_> {
    /// Returns whether a limit has ended the search: then no advice is used, and a slow adviser may stop.
    pub fn is_over(&self) -> bool {
        self.meter.check().is_err()
    }

    /// Returns whether the first push of a move is possible in the position, without pushes of other boxes before it.
    pub fn is_first(&self, index: usize) -> bool {
        self.is_first.is_none_or(|first| first[index])
    }

    /// Returns, of the moves whose features fit, the index of the one with the best features, the first among equals;
    /// `None` if no move fits.
    pub fn best(&self, fits: impl Fn(&Features) -> bool) -> Option<usize> {
        self.best_by(|m| fits(&m.score), |m| m.score)
    }

    /// Returns the index of the fitting move with the greatest key, the first among equals; `None` if no move fits.
    pub fn best_by<K: Ord>(
        &self,
        fits: impl Fn(&Candidate<Macro, Features>) -> bool,
        key: impl Fn(&Candidate<Macro, Features>) -> K,
    ) -> Option<usize> {
        let fitting = (0..self.moves.len()).rev().filter(|&index| fits(&self.moves[index]));
        fitting.max_by_key(|&index| key(&self.moves[index]))
    }
}

/// Proposes at most one move in each position, like the advisors of Shoham and Schaeffer, "The FESS Algorithm" (2020).
///
/// Advice orders moves and removes none: bad advice costs time and loses no solution.
pub trait Adviser: Debug + Send + Sync {
    /// Returns the name of the adviser on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Returns the index of the move to try first; `None` for no advice. The advice must depend on the position alone,
    /// since a search that a limit interrupted asks again.
    fn advise(&self, position: &Advice<'_>) -> Option<usize>;
}
