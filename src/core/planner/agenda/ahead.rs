//! Searching ahead on several threads: groups are searched in parallel from the same position, before their turn.
//!
//! Pushes are committed in the order of the agenda, if they can still be made: most groups of a level do not touch. Under a node
//! limit no group is searched ahead, so that the result is the same as on one thread.

use super::search::{Agenda, Proposal, Realisation};
use super::window::{Size, Window};
use crate::level::Square;
use crate::run::{Meter, Stop};
use std::sync::Mutex;
use std::thread::scope;

/// Groups searched ahead for each thread: few, so that the position hardly changes, but enough work for all threads.
const GROUPS: usize = 8;

/// Nodes of a mean attempt above which groups are searched ahead: fewer take less time than it costs to propose twice.
const WORTH: u64 = 500;

#[derive(Debug)]
pub(super) struct Ahead {
    realisation: Realisation,
    nodes: u64,
    /// Square that the player had to end on. A refusal holds while this square and the window are the same.
    end: Option<Square>,
}

impl Agenda<'_> {
    /// Sets the number of threads on which groups are searched side by side where nodes are not limited.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        (self.threads, self.width) = (threads, GROUPS * threads);
        self
    }

    /// Returns how a group that was searched ahead is realised, and its nodes; `None` if its pushes cannot be made now.
    pub(super) fn ahead(
        &mut self,
        number: usize,
        end: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Option<(Realisation, u64)>, Stop> {
        let is_slow = self.nodes > WORTH * self.progress.expanded;
        if self.threads < 2 || !is_slow || meter.nodes_left().is_some() || self.tasks[number].known.is_some() {
            return Ok(None);
        }
        let is_new = !self.ahead.contains_key(&number);
        if is_new {
            self.search_ahead(number, meter)?;
        }
        let Some(Ahead { realisation, nodes, end: before }) = self.ahead.remove(&number) else {
            return Ok(None);
        };
        let realised = match realisation {
            Realisation::Found(pushes, _) => {
                self.result(number, &pushes, end).map(|after| (Realisation::Found(pushes, after), nodes))
            }
            Realisation::Refused { ref window, .. } => {
                let size = Size::of_attempt(self.tasks[number].attempts);
                let now = Window::new(&self.cut(number, &self.fixed(number)), size).map(|window| window.level.grid);
                (end == before && *window == now).then_some((realisation, nodes))
            }
        };
        // Groups that depend on each other are soon searched one by one.
        if !is_new {
            let width = if realised.is_some() { 2 * self.width } else { self.width / 2 };
            self.width = width.min(GROUPS * self.threads);
        }
        Ok(realised)
    }

    /// Searches a group; `None` if it must wait for another.
    fn search_one(&self, number: usize, meter: &mut Meter) -> Result<Option<Ahead>, Stop> {
        let Proposal::Search(end) = self.propose(number) else { return Ok(None) };
        let before = meter.nodes();
        let realisation = self.realise(number, end, meter)?;
        // The plan node of its turn included.
        Ok(Some(Ahead { realisation, nodes: 1 + meter.nodes() - before, end }))
    }

    /// Searches the group and the next ones, each on a thread of its own.
    fn search_ahead(&mut self, first: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.width < 2 {
            self.width += 1;
            return Ok(());
        }
        let attempts = self.tasks[first].attempts;
        let is_next = |&number: &usize| {
            let task = &self.tasks[number];
            let is_alike = task.is_open() && !task.has_waited && task.known.is_none() && task.attempts == attempts;
            is_alike && number != first && !self.ahead.contains_key(&number)
        };
        let next = (0..self.tasks.len()).filter(is_next);
        let numbers: Vec<usize> = std::iter::once(first).chain(next).take(self.width).collect();
        if numbers.len() < 2 {
            return Ok(());
        }
        let mut meters = meter.split(self.threads.min(numbers.len()), meter.stop_flag());
        let (agenda, left, found) = (&*self, Mutex::new(numbers.into_iter()), Mutex::new(Vec::new()));
        let work = |meter: &mut Meter| {
            while let Some(number) = left.lock().ok().and_then(|mut left| left.next()) {
                // A group that a limit stopped is searched in its turn.
                let Ok(ahead) = agenda.search_one(number, meter) else { break };
                if let Ok(mut found) = found.lock() {
                    found.push((number, ahead));
                }
            }
        };
        scope(|scope| meters.iter_mut().for_each(|meter| _ = scope.spawn(|| work(meter))));
        for (number, ahead) in found.into_inner().unwrap_or_default() {
            self.tasks[number].has_waited |= ahead.is_none();
            self.ahead.extend(ahead.map(|ahead| (number, ahead)));
        }
        meter.gather(&meters);
        meter.check()
    }
}
