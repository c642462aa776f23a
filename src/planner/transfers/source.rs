//! Where proposals come from.

use super::Proposal;
use super::positions::Positions;
use crate::packing::PackingPlan;
use crate::planner::TraceEvent;
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// What a proposal came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tried {
    /// Whether it led to a position.
    pub(super) is_realised: bool,
    /// Whether it was a search over all boxes that has run dry: another one finds nothing more.
    pub(super) is_dry: bool,
}

/// Makes plans of positions, and proposes their first steps one after the other.
pub(super) trait Source: Debug {
    /// The packing plan whose steps count as progress; without one every filled goal does.
    fn packing(&self) -> Option<&PackingPlan>;

    /// What is proposed next in a position, `None` where nothing is left; it is not passed over before
    /// [`Source::tried`]. Plans that are made are told in the events.
    ///
    /// # Errors
    /// A limit of the meter; nothing is passed over then.
    fn proposal(
        &mut self,
        positions: &Positions,
        id: usize,
        takes_over: bool,
        events: &mut Vec<TraceEvent>,
        meter: &mut Meter,
    ) -> Result<Option<Proposal>, Stop>;

    /// Passes over what was proposed in a position.
    fn tried(&mut self, positions: &Positions, id: usize, tried: Tried);
}
