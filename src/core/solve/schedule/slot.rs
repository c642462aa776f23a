//! The turns of one strategy.

use super::{Begun, Observer, ScheduledSearch, SlotEnd, Start, Turn, TurnEvent};
use crate::push::Push;
use crate::run::{Meter, Progress, Status, Stop, memory_used};
#[cfg(not(target_family = "wasm"))]
use cpu_time::ThreadTime;
// WebAssembly has no clock of the processor.
#[cfg(target_family = "wasm")]
use std::time::Instant as ThreadTime;
use std::time::{Duration, Instant};

/// Minimum time between two reports of one turn: several a second look like motion.
const BEAT: Duration = Duration::from_millis(150);

/// The clock of a turn: the time of the processor in this thread, so that turns do not depend on other processes.
#[derive(Clone, Copy)]
struct TurnClock {
    wall: Instant,
    cpu: ThreadTime,
}

impl TurnClock {
    /// Maximum ratio of a turn's wall-clock time to its processor time: a thread may wait for others.
    const PATIENCE: u32 = 8;

    fn start() -> Self {
        Self { wall: Instant::now(), cpu: ThreadTime::now() }
    }

    /// True if a turn of this length is over. The clock of the processor is read only if the wall clock allows it.
    fn has_reached(self, time: Duration, now: Instant) -> bool {
        let wall = now - self.wall;
        wall >= time && (wall >= time.saturating_mul(Self::PATIENCE) || self.cpu.elapsed() >= time)
    }
}

/// A strategy in the schedule, with its search, the rest of its turn, and its counts.
pub(in crate::solve) struct Slot<'s, K, R> {
    pub(in crate::solve) counts: SlotEnd<K, R>,
    start: Start<'s, R>,
    /// Factor of longer turns by the clock.
    share: u32,
    /// Length of the second turn; each further turn is twice as long.
    second: Turn,
    /// Additional time of the first turn, by the clock.
    pub(in crate::solve) head_start: Duration,
    /// Search; `None` before the first turn, and after it was dropped.
    search: Option<Box<dyn ScheduledSearch<R> + Send + 's>>,
    pub(super) is_dropped: bool,
    pub(super) next_turn: Turn,
    pub(super) had: Duration,
    /// Part of the present turn that is left.
    left: Turn,
    /// Bytes that the search holds: by how much its turns increased the memory in use.
    pub(super) held: u64,
}

impl<'s, K: Copy, R: Default> Slot<'s, K, R> {
    /// Creates the slot of a strategy, with its first two turns and their share; `start` starts its search.
    pub(in crate::solve) fn new(
        strategy: K,
        [first, second]: [Turn; 2],
        share: u32,
        start: impl Fn(&mut Meter) -> Begun<'s, R> + Send + 's,
    ) -> Self {
        let (report, progress, time) = (R::default(), Progress::default(), Duration::ZERO);
        Self {
            counts: SlotEnd { strategy, nodes: 0, time, turns: 0, last_turn: 0, progress, report },
            start: Box::new(start),
            share,
            second,
            head_start: Duration::ZERO,
            search: None,
            is_dropped: false,
            next_turn: first,
            had: Duration::ZERO,
            left: Turn::new(0, 0),
            held: 0,
        }
    }

    /// Runs the search for one turn. Returns [`Status::Running`] if the search has not ended by then.
    pub(super) fn turn(
        &mut self,
        number: usize,
        observer: &Observer<'_, K>,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        let is_first = self.counts.last_turn == 0;
        self.counts.last_turn = number;
        self.counts.turns += 1;
        self.left = self.next_turn.times(self.share);
        if is_first && !self.head_start.is_zero() {
            self.left.time += self.head_start;
            // A long first turn leaves most of a small node limit to the others.
            self.left.nodes = meter.nodes_left().map_or(self.left.nodes, |left| self.left.nodes.min(left / 4));
        }
        self.had = self.next_turn.time;
        self.next_turn = if is_first { self.second } else { self.next_turn.doubled() };
        self.go_on(observer, meter)
    }

    /// Goes on with a turn that memory interrupted. A search that a limit stops inside a node is over, and dropped.
    pub(super) fn go_on(&mut self, observer: &Observer<'_, K>, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let (nodes_before, bytes_before, began) = (meter.nodes(), memory_used(), TurnClock::start());
        let status = self.steps(observer, meter);
        let spent = meter.nodes() - nodes_before;
        self.counts.nodes += spent;
        let time = began.cpu.elapsed();
        self.counts.time += time;
        self.left = self.left.without(Turn { nodes: spent, time });
        self.recount(bytes_before);
        status
    }

    fn steps(&mut self, observer: &Observer<'_, K>, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let (nodes_before, mut clock) = (meter.nodes(), TurnClock::start());
        let is_counted = meter.nodes_left().is_some();
        meter.reset_clock();
        let search = match &mut self.search {
            Some(search) => search,
            None => {
                let begun = (self.start)(meter).inspect_err(|_| self.is_dropped = true)?;
                let Some(search) = begun else { return Ok(Status::Exhausted) };
                self.search.insert(search)
            }
        };
        let mut last_beat = clock.wall;
        let mut gains = search.gains();
        loop {
            meter.ready()?;
            let (now, nodes) = (Instant::now(), meter.nodes() - nodes_before);
            // A search that has gained a lasting result gets another turn of this length.
            if search.gains() > gains {
                (gains, clock) = (search.gains(), TurnClock::start());
            }
            // With a node limit turns are counted in nodes, so that runs repeat.
            let is_over = if is_counted { nodes >= self.left.nodes } else { clock.has_reached(self.left.time, now) };
            if is_over {
                return Ok(Status::Running);
            }
            match search.step(meter) {
                Ok(Status::Running) => {}
                Ok(status) => return Ok(status),
                Err(stop) => {
                    self.drop_search();
                    return Err(stop);
                }
            }
            if now - last_beat > BEAT {
                last_beat = now;
                let SlotEnd { strategy, nodes, .. } = self.counts;
                let (nodes, progress) = (nodes + meter.nodes() - nodes_before, search.progress());
                observer(TurnEvent::Working { strategy, nodes, progress });
            }
        }
    }

    /// Makes the search drop its least promising states; if it has none to drop, drops the search.
    pub(super) fn shrink(&mut self) {
        let before = memory_used();
        // States are dropped before a whole search is.
        if !self.search.as_mut().is_some_and(|search| search.compact()) {
            self.drop_search();
        }
        self.recount(before);
    }

    fn recount(&mut self, before: u64) {
        // What the turn added to the memory in use is the memory of this search, but for what other threads took meanwhile.
        self.held = (self.held + memory_used()).saturating_sub(before);
    }

    pub(super) fn is_complete(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_complete())
    }

    pub(super) fn ended_turn(&self) -> TurnEvent<K> {
        let progress = self.search.as_ref().map(|search| search.progress());
        TurnEvent::Turn { strategy: self.counts.strategy, nodes: self.counts.nodes, progress }
    }

    pub(super) fn drop_search(&mut self) {
        if std::mem::replace(&mut self.is_dropped, true) {
            return;
        }
        if let Some(search) = self.search.take() {
            self.counts.progress = search.progress();
            self.counts.report = search.end(std::mem::take(&mut self.counts.report));
        }
    }

    pub(super) fn end(mut self) -> SlotEnd<K, R> {
        self.drop_search();
        self.counts
    }
}
