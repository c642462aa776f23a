//! The turns of one strategy.

use super::{Account, Member, Running, Turn};
use crate::push::Push;
use crate::run::{Meter, Status, Stop};
use crate::solve::SolveEvent;
use crate::solve::event::Observer;
use std::time::{Duration, Instant};

/// The time between two events of one turn: several a second look like motion.
const BEAT: Duration = Duration::from_millis(150);
/// The steps between two readings of the clock for events, since a reading costs as much as a cheap step.
const STEPS: u32 = 32;

/// A strategy that takes part.
pub(super) struct Slot<'s> {
    pub(super) member: &'s dyn Member,
    /// The search; `None` before the first turn.
    running: Option<Box<dyn Running + 's>>,
    pub(super) next_turn: Turn,
    /// The rest of its turn.
    left: Turn,
    spent: u64,
    /// The bytes that it holds: the increase of held bytes over its turns.
    pub(super) held: u64,
    /// Number of its last turn, from 1; 0 before the first.
    pub(super) last_turn: usize,
}

impl<'s> Slot<'s> {
    pub(super) fn new(member: &'s dyn Member) -> Self {
        Self {
            member,
            running: None,
            next_turn: member.first_turn(),
            left: Turn::new(0, 0),
            spent: 0,
            held: 0,
            last_turn: 0,
        }
    }

    /// Runs the search for a turn; returns [`Status::Running`] if the search has not ended by then.
    pub(super) fn turn(
        &mut self,
        number: usize,
        observer: &Observer<'_>,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        let is_first = self.last_turn == 0;
        self.last_turn = number;
        self.left = self.next_turn.times(self.member.share());
        self.next_turn = if is_first { self.member.second_turn() } else { self.next_turn.doubled() };
        self.go_on(observer, meter)
    }

    /// Resumes a turn that the memory limit interrupted.
    pub(super) fn go_on(&mut self, observer: &Observer<'_>, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let (nodes_before, bytes_before, began) = (meter.nodes(), meter.bytes(), Instant::now());
        let Turn { nodes, time } = self.left;
        let is_counted = meter.nodes_left().is_some();
        let (nodes, time) = if is_counted { (Some(nodes), None) } else { (None, Some(time)) };
        let (member, running, spent_before) = (self.member, &mut self.running, self.spent);
        let mut told = began;
        let status = meter.within(nodes, time, |meter| {
            let search = match running.take() {
                Some(search) => search,
                None => member.begin(meter)?,
            };
            let search = running.insert(search);
            loop {
                for _ in 0..STEPS {
                    match search.step(meter)? {
                        Status::Running => meter.exhausted()?,
                        status => return Ok(status),
                    }
                }
                if told.elapsed() > BEAT {
                    told = Instant::now();
                    let (nodes, progress) = (spent_before + meter.nodes() - nodes_before, search.progress());
                    let (strategy, nearest, steps) = (member.strategy(), search.nearest(), search.steps_to_nearest());
                    observer(SolveEvent::Working { strategy, nodes, progress, nearest, steps });
                }
            }
        });
        let spent = meter.nodes() - nodes_before;
        self.spent += spent;
        self.left = self.left.without(Turn { nodes: spent, time: began.elapsed() });
        self.recount(bytes_before, meter);
        match status {
            // The limit of the turn or of the run interrupts a step, which is repeated.
            Err(stop) if stop != Stop::MemoryLimit => meter.exhausted().map(|()| Status::Running),
            status => status,
        }
    }

    /// Makes the search drop its least promising states. Returns whether any memory was released.
    pub(super) fn compact(&mut self, meter: &Meter) -> bool {
        let before = meter.bytes();
        let has_dropped = self.running.as_mut().is_some_and(|running| running.compact());
        self.recount(before, meter);
        has_dropped
    }

    fn recount(&mut self, before: u64, meter: &Meter) {
        self.held = (self.held + meter.bytes()).saturating_sub(before);
    }

    pub(super) fn is_complete(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_complete())
    }

    pub(super) fn event(&self) -> SolveEvent {
        let progress = self.running.as_ref().map(|running| running.progress());
        SolveEvent::Turn { strategy: self.member.strategy(), nodes: self.spent, progress }
    }

    pub(super) fn account(&mut self) -> Account {
        let Self { member, running, spent, .. } = self;
        running.as_mut().map_or_else(|| member.account(), |running| running.account(*spent))
    }
}
