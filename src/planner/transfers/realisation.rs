//! A step that is being realised: its push search, what it has reached, and its label.

use super::Proposal;
use super::memory::LocalKey;
use super::positions::Positions;
use super::proposal::Scope;
use crate::abstraction::Label;
use crate::run::{Meter, Search, Status, Stop};
use crate::search::{Reached, SubgoalSearch, Subgoals};

/// The push search of a step in a position.
#[derive(Debug)]
pub(super) struct Realisation<'a> {
    /// The position.
    pub(super) node: usize,
    pub(super) proposal: Proposal,
    /// The key of its remembered result, and where it may move boxes; `None` if nothing is remembered.
    pub(super) known_by: Option<(LocalKey, Scope)>,
    search: SubgoalSearch<'a>,
    /// Push nodes so far.
    pub(super) nodes: u64,
    /// It ends after this number of nodes.
    end: u64,
    /// A position that is still to be asked about, if a limit has cut that short.
    pending: Option<Reached>,
    /// The label, once the search has ended.
    ended: Option<Label>,
    /// Whether the result is remembered.
    pub(super) is_learned: bool,
    /// The positions reached.
    pub(super) reached: Vec<Reached>,
}

impl<'a> Realisation<'a> {
    /// After a new position is reached, the search goes on for this number of nodes: others may follow at once, or none at
    /// all, which makes the outcome certain. Measured in an early form on XSokoban with 3,000 nodes a level, without
    /// takeovers: 56 levels with 0 and with 5, 54 with 20; in the median 148, 256 and 556 push nodes.
    const MORE: u64 = 2;

    pub(super) const fn new(
        node: usize,
        proposal: Proposal,
        known_by: Option<(LocalKey, Scope)>,
        search: SubgoalSearch<'a>,
    ) -> Self {
        let end = proposal.cap;
        Self {
            node,
            proposal,
            known_by,
            search,
            nodes: 0,
            end,
            pending: None,
            ended: None,
            is_learned: false,
            reached: Vec::new(),
        }
    }

    /// One step of the search; the label, once it has ended.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn step(
        &mut self,
        subgoals: &Subgoals<'_>,
        positions: &Positions,
        meter: &mut Meter,
    ) -> Result<Option<Label>, Stop> {
        if self.ended.is_none() {
            self.ended = self.search_on(subgoals, positions, meter)?;
        }
        Ok(self.ended)
    }

    fn search_on(
        &mut self,
        subgoals: &Subgoals<'_>,
        positions: &Positions,
        meter: &mut Meter,
    ) -> Result<Option<Label>, Stop> {
        if self.pending.is_none() {
            let before = meter.push_nodes();
            let status = self.search.step(meter);
            self.nodes += meter.push_nodes() - before;
            match status? {
                Status::Running => {}
                Status::Exhausted => return Ok(Some(self.label(true))),
                Status::Found(reached) => self.pending = Some(reached),
            }
        }
        if let Some(reached) = &self.pending {
            let is_lost = subgoals.is_lost(&reached.state, meter)?;
            let reached = self.pending.take().filter(|_| !is_lost);
            // What an earlier try has found is not looked for again.
            if reached.as_ref().is_some_and(|reached| !positions.has(&reached.state)) {
                self.end = self.end.min(self.nodes + Self::MORE);
            }
            self.reached.extend(reached);
        }
        Ok((self.nodes >= self.end).then(|| self.label(false)))
    }

    fn label(&self, is_dry: bool) -> Label {
        label(self.reached.len(), is_dry, &self.search)
    }
}

/// The label of a step by the positions that its search has reached, and whether it has run dry.
pub(super) fn label(reached: usize, is_dry: bool, search: &SubgoalSearch<'_>) -> Label {
    match (reached, is_dry) {
        (_, false) => Label::Unknown,
        (0, true) if search.was_bounded() => Label::Context,
        (0, true) => Label::Impossible,
        (1, true) => Label::Deterministic,
        (_, true) => Label::Choice,
    }
}
