//! The turns of one strategy.

use super::{Account, Running, Strategy};
use crate::push::Push;
use crate::run::{Meter, Status, Stop};
use crate::solve::SolveEvent;

/// Factor by which each turn of a strategy is longer than the one before. Not tuned: larger factors repeat less and
/// switch later.
const MORE: u64 = 2;

/// A strategy that takes part.
pub(super) struct Slot<'s> {
    pub(super) strategy: &'s dyn Strategy,
    /// `None` before the first turn.
    running: Option<Box<dyn Running + 's>>,
    /// Nodes of its next turn.
    nodes: u64,
    spent: u64,
    /// Number of its last turn, from 1; 0 before the first.
    pub(super) last_turn: usize,
    /// The best estimate at the end of the last turn.
    nearest: Option<u32>,
}

impl<'s> Slot<'s> {
    pub(super) fn new(strategy: &'s dyn Strategy) -> Self {
        Self { strategy, running: None, nodes: strategy.first_turn(), spent: 0, last_turn: 0, nearest: None }
    }

    /// Lets the search run for the nodes of a turn; [`Status::Running`] when it is not done by then.
    pub(super) fn turn(&mut self, number: usize, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        self.last_turn = number;
        let running = match self.running.take() {
            Some(running) => running,
            None => self.strategy.begin(meter)?,
        };
        let running = self.running.insert(running);
        let (before, nodes) = (meter.nodes(), self.nodes);
        self.nodes = nodes.saturating_mul(MORE);
        let status = meter.within(Some(nodes), None, |meter| {
            loop {
                match running.step(meter) {
                    Ok(Status::Running) if meter.nodes() - before < nodes => {}
                    status => return status,
                }
            }
        });
        self.spent += meter.nodes() - before;
        match status {
            // A step may take many nodes: the limit of the turn ends it on the way.
            Err(stop) if stop != Stop::MemoryLimit => meter.exhausted().map(|()| Status::Running),
            status => status,
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_complete())
    }

    /// Returns whether the best estimate is better than at the end of the turn before.
    pub(super) fn came_nearer(&mut self) -> bool {
        let Some(running) = &self.running else { return true };
        let now = running.progress().best_estimate.unwrap_or(u32::MAX);
        self.nearest.replace(now).is_none_or(|before| now < before)
    }

    pub(super) fn event(&self) -> SolveEvent {
        let progress = self.running.as_ref().map(|running| running.progress());
        SolveEvent::Turn { engine: self.strategy.engine(), nodes: self.spent, progress }
    }

    pub(super) fn account(&mut self) -> Account {
        let Self { strategy, running, spent, .. } = self;
        running.as_mut().map_or_else(|| strategy.account(), |running| running.account(*spent))
    }
}
