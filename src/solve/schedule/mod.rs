//! Runs a list of strategies on one thread or on several.
//!
//! A strategy is a name, a way to make its search, and the nodes of its first turn. The list consists of groups: one is
//! run after the other, and a share can bound what a group takes from those behind it. The strategies themselves are in
//! `strategies`.

mod account;
mod slot;
mod threads;
mod turns;

pub(super) use account::{Account, Accounts, PlanAccount};
pub(super) use threads::side_by_side;
pub(super) use turns::one_by_one;

use super::{Engine, Outcome, Takeover, ThreadReport};
use crate::push::Push;
use crate::run::{Meter, Search, Stop};

/// A method of searching for a solution.
pub(super) trait Strategy: Sync {
    /// Its name in reports.
    fn engine(&self) -> Engine;

    /// Nodes of its first turn; each further turn has twice as many as the one before.
    fn first_turn(&self) -> u64;

    /// Makes its search. Called at its first turn, so nothing is computed in vain.
    ///
    /// # Errors
    /// A limit of the meter.
    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop>;

    /// The account if [`Strategy::begin`] failed.
    fn account(&self) -> Account;
}

/// The search of a strategy.
pub(super) trait Running: Search<Solution = Vec<Push>> {
    /// Its account after `nodes` nodes. Called once, after its last step.
    fn account(&mut self, nodes: u64) -> Account;
}

/// Strategies that take turns.
#[derive(Clone)]
pub(super) struct Group<'s> {
    pub(super) strategies: Vec<&'s dyn Strategy>,
    /// The part of the limits that the group may use while another one waits behind it; `None` is all.
    pub(super) share: Option<Share>,
    /// On several threads its strategies stay together.
    pub(super) stays_together: bool,
}

/// A part of the limits. A group with a share also gives up each strategy whose best estimate is no better at the end
/// of a turn than at the end of its turn before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    /// The part of the nodes and of the time that are left, from 0 to 1.
    pub(super) part: f64,
    /// At most this number of nodes, besides that part.
    pub(super) most_nodes: u64,
}

/// The result of the list.
pub(super) struct Worked {
    pub(super) outcome: Outcome,
    /// The strategy that decided the level, or that had the last turn.
    pub(super) engine: Engine,
    pub(super) takeover: Option<Takeover>,
    pub(super) accounts: Accounts,
    pub(super) threads: Vec<ThreadReport>,
}

impl Worked {
    /// A result without any search.
    pub(super) fn at_once(outcome: Outcome) -> Self {
        Self { outcome, engine: Engine::Start, takeover: None, accounts: Accounts::default(), threads: Vec::new() }
    }
}
