//! Runs a list of strategies on one thread or on several.
//!
//! A member of the list is a strategy with all that constructs its search. The list consists of groups; on one thread
//! all strategies take turns, the shortest next turn first. The strategies themselves are in `strategies`.

mod account;
mod slot;
mod threads;
mod turns;

pub(super) use account::{Account, Accounts};
pub(super) use threads::side_by_side;
pub(super) use turns::{Turns, one_by_one};

use super::{Outcome, Strategy, ThreadReport};
use crate::level::{Position, Square};
use crate::push::Push;
use crate::run::{Meter, Search, Stop};
use std::time::Duration;

/// A strategy with all that constructs its search.
pub(super) trait Member: Sync {
    /// Returns the strategy.
    fn strategy(&self) -> Strategy;

    /// Returns the length of its first turn.
    fn first_turn(&self) -> Turn {
        self.strategy().entry().first_turn
    }

    /// Returns the length of its second turn; each further turn is twice as long as the one before.
    fn second_turn(&self) -> Turn {
        self.strategy().entry().second_turn
    }

    /// Returns the factor by which its turns are longer by the clock.
    fn share(&self) -> u32 {
        self.strategy().share()
    }

    /// Makes its search. It is called at the first turn, so a strategy without a turn costs nothing.
    ///
    /// # Errors
    /// A limit of the meter.
    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop>;

    /// Returns the account if [`Member::begin`] failed.
    fn account(&self) -> Account;
}

/// The search of a strategy.
pub(super) trait Running: Search<Solution = Vec<Push>> {
    /// Returns its account after `nodes` nodes. It is called once, after the last step.
    fn account(&mut self, nodes: u64) -> Account;

    /// Returns the most promising open position, if the search tracks one.
    fn nearest(&self) -> Option<Position> {
        None
    }

    /// Returns the steps of the plan that led to that position: for each step a square of each of its areas, in order.
    fn steps_to_nearest(&mut self) -> Vec<Vec<Square>> {
        Vec::new()
    }

    /// Drops its least promising states. Returns whether any memory was released.
    fn compact(&mut self) -> bool {
        false
    }
}

/// The length of a turn: counted in nodes where their number is limited, so that these runs repeat, and measured in
/// time otherwise, since nodes of different strategies take microseconds or milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Turn {
    pub(super) const fn new(nodes: u64, milliseconds: u64) -> Self {
        Self { nodes, time: Duration::from_millis(milliseconds) }
    }

    /// Returns a turn of twice the length: larger factors repeat less and switch later.
    pub(super) const fn doubled(self) -> Self {
        Self { nodes: self.nodes.saturating_mul(2), time: self.time.saturating_mul(2) }
    }

    /// Returns a turn that is `share` times as long by the clock.
    const fn times(self, share: u32) -> Self {
        Self { time: self.time.saturating_mul(share), ..self }
    }

    /// Returns the rest of a turn after a part of it.
    const fn without(self, part: Self) -> Self {
        Self { nodes: self.nodes.saturating_sub(part.nodes), time: self.time.saturating_sub(part.time) }
    }
}

/// Strategies of one kind.
#[derive(Clone)]
pub(super) struct Group<'s> {
    pub(super) members: Vec<&'s dyn Member>,
    /// Whether one thread runs all its strategies.
    pub(super) stays_together: bool,
}

/// The result of the list.
pub(super) struct ScheduleResult {
    pub(super) outcome: Outcome,
    /// The strategy that decided the level, or that had the last turn.
    pub(super) strategy: Strategy,
    pub(super) accounts: Accounts,
    pub(super) threads: Vec<ThreadReport>,
}

impl ScheduleResult {
    /// Makes the result of a level that is decided without a search.
    pub(super) fn at_once(outcome: Outcome) -> Self {
        Self { outcome, strategy: Strategy::START, accounts: Accounts::default(), threads: Vec::new() }
    }
}
