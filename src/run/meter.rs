//! Nodes, time and memory of a run, against limits. The program counts the memory in use in its allocator.

use super::{Limits, Spares, Stop, StopFlag};
use std::cell::Cell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

static USED: OnceLock<fn() -> u64> = OnceLock::new();

/// Sets the function that returns the number of bytes in use; the first call holds for the whole process. Without it
/// limits of memory are not checked.
pub fn measure_memory_by(used: fn() -> u64) {
    USED.get_or_init(|| used);
}

/// Returns the number of bytes in use; 0 without [`measure_memory_by`].
pub fn memory_used() -> u64 {
    USED.get().map_or(0, |used| used())
}

/// Makes room for `more` entries in a table that may be large; [`Stop::MemoryLimit`] if the system refuses it.
pub fn reserve<T>(table: &mut Vec<T>, more: usize) -> Result<(), Stop> {
    if table.capacity() - table.len() >= more {
        return Ok(());
    }
    // A quarter, where a vector would double: large tables grow in place, and half of a limit stays free otherwise.
    table.try_reserve_exact(more.max(table.len() / 4)).map_err(|_| Stop::MemoryLimit)
}

/// Returns a table of `length` equal entries, which may be large; [`Stop::MemoryLimit`] if the system refuses it.
pub fn table<T: Clone>(entry: T, length: usize) -> Result<Vec<T>, Stop> {
    let mut table = Vec::new();
    table.try_reserve_exact(length).map_err(|_| Stop::MemoryLimit)?;
    table.resize(length, entry);
    Ok(table)
}

/// Kinds of nodes. Nodes of both kinds count against the node limit; reports list the kinds separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// State of the high-level planner.
    Plan,
    /// Position of a push search, including searches that turn a plan into pushes.
    Push,
}

/// Counts nodes against [`Limits`], and checks the clock, the memory in use and the stop flag. A part of a search can have
/// narrower limits: see [`Meter::within`].
///
/// A node is atomic: limits are checked between nodes, by [`super::drive`] or [`Meter::ready`]. Inside a node only work that
/// can take longer than 50 ms checks them, and a search that stopped there is over.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    nodes_end: u64,
    time_end: Cell<Option<Instant>>,
    started: Instant,
    stop: StopFlag,
    plan_nodes: u64,
    push_nodes: u64,
    /// Number of nodes of both kinds that were already added to the count of the stop flag.
    reported: u64,
    /// Greatest number of bytes in use at a check.
    peak: Cell<u64>,
    /// Mask: the clock is read at a node if its number and the mask share no bit.
    unwatched: u64,
    watched: Instant,
    spares: Spares,
}

impl Meter {
    /// Greatest value of `unwatched`: the clock is read at every 16th node, since nodes may take a microsecond.
    const UNWATCHED: u64 = 15;
    /// Maximum time between two readings of the clock; beyond it readings become more frequent, up to one at each node.
    const SLOW: Duration = Duration::from_millis(1);
    /// Part of the memory, an eighth, that is left free for what tables and threads allocate between two checks.
    const SPARE: u64 = 8;

    /// Creates a meter, and starts its clock.
    pub fn new(limits: Limits, stop: StopFlag) -> Self {
        let started = Instant::now();
        Self {
            limits,
            nodes_end: limits.nodes.unwrap_or(u64::MAX),
            time_end: Cell::new(limits.time.and_then(|t| started.checked_add(t))),
            started,
            stop,
            plan_nodes: 0,
            push_nodes: 0,
            reported: 0,
            peak: Cell::new(0),
            unwatched: 0,
            watched: started,
            spares: Spares::default(),
        }
    }

    /// Returns the limits that the meter was created with.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns a meter without any limit, for tests and small tasks.
    pub fn unlimited() -> Self {
        Self::new(Limits::default(), StopFlag::default())
    }

    /// Counts one node before it is expanded, if [`Meter::ready`] allows it.
    #[inline]
    pub fn tick(&mut self, kind: NodeKind) -> Result<(), Stop> {
        self.ready()?;
        self.count(kind);
        Ok(())
    }

    /// Counts a node that [`Meter::ready`] has allowed: in a step of a search.
    #[inline]
    pub const fn count(&mut self, kind: NodeKind) {
        match kind {
            NodeKind::Plan => self.plan_nodes += 1,
            NodeKind::Push => self.push_nodes += 1,
        }
    }

    /// Checks before a node whether the limits allow it: the clock at every 16th node, or more often where nodes take long.
    #[inline]
    pub fn ready(&mut self) -> Result<(), Stop> {
        let after = self.nodes() + 1;
        if after > self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        if after & self.unwatched == 0 {
            self.check()?;
            self.watch();
            self.stop.spent(after - self.reported);
            self.reported = after;
        }
        Ok(())
    }

    /// Reads the clock at each node again, until nodes are seen to be fast: before nodes of another search.
    pub fn reset_clock(&mut self) {
        (self.unwatched, self.watched) = (0, Instant::now());
    }

    fn watch(&mut self) {
        let now = Instant::now();
        let taken = now.duration_since(std::mem::replace(&mut self.watched, now));
        if taken > Self::SLOW {
            self.unwatched >>= 1;
        } else if taken < Self::SLOW / 4 {
            self.unwatched = (self.unwatched << 1 | 1).min(Self::UNWATCHED);
        }
    }

    /// Checks the clock, the memory and the stop flag; for work that takes long without nodes.
    pub fn check(&self) -> Result<(), Stop> {
        self.check_time()?;
        self.check_memory()
    }

    /// Checks the memory in use alone, for work that the meter does not time.
    pub fn check_memory(&self) -> Result<(), Stop> {
        let used = memory_used();
        self.peak.set(self.peak.get().max(used));
        if self.limits.memory.is_some_and(|most| used > most - most / Self::SPARE) {
            return Err(Stop::MemoryLimit);
        }
        Ok(())
    }

    /// Checks clock and stop flag alone, for work inside a node: after it the search can still drop states.
    pub fn check_time(&self) -> Result<(), Stop> {
        if self.stop.is_raised() {
            return Err(Stop::Interrupted);
        }
        if self.time_end.get().is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::TimeLimit);
        }
        Ok(())
    }

    /// Checks that a large allocation of `bytes` fits under the limit of memory, with some room for other work.
    pub fn fits(&self, bytes: usize) -> Result<(), Stop> {
        self.check_time()?;
        let used = memory_used();
        self.peak.set(self.peak.get().max(used));
        let is_too_much = |most| used.saturating_add(bytes as u64) > most;
        if self.limits.memory.is_some_and(is_too_much) { Err(Stop::MemoryLimit) } else { Ok(()) }
    }

    /// Runs `part` with at most `nodes` further nodes and `time` further time; the outer limits still hold.
    pub fn within<T>(&mut self, nodes: Option<u64>, time: Option<Duration>, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.nodes_end, self.time_end.get());
        if let Some(nodes) = nodes {
            self.nodes_end = outer.0.min(self.nodes().saturating_add(nodes));
        }
        if let Some(end) = time.and_then(|t| Instant::now().checked_add(t)) {
            self.time_end.set(Some(outer.1.map_or(end, |o| o.min(end))));
        }
        let result = part(self);
        (self.nodes_end, self.time_end) = (outer.0, Cell::new(outer.1));
        result
    }

    /// Returns a meter for work aside from the search: with the time and memory that are left, and without a node limit.
    #[must_use]
    pub fn aside(&self) -> Self {
        let limits = Limits { nodes: None, time: None, ..self.limits };
        Self { time_end: self.time_end.clone(), ..Self::new(limits, self.stop.clone()) }
    }

    /// Returns a meter as [`Meter::aside`] for a stage after a search: a search that used all of its time leaves 250 ms, so that a
    /// solution found late is shown like one found early.
    #[must_use]
    pub fn after_search(&self) -> Self {
        const GRACE: Duration = Duration::from_millis(250);
        let aside = self.aside();
        if let Some(end) = aside.time_end.get() {
            aside.time_end.set(Instant::now().checked_add(GRACE).max(Some(end)));
        }
        aside
    }

    /// Runs `part` without counting its time against the time limit, for example a wait until the output is read.
    pub fn untimed<T>(&self, part: impl FnOnce() -> T) -> T {
        let before = Instant::now();
        let result = part();
        self.time_end.set(self.time_end.get().and_then(|end| end.checked_add(before.elapsed())));
        result
    }

    /// Checks the present limits of nodes and time. After [`Meter::within`], this separates an outer limit from the inner one.
    pub fn exhausted(&self) -> Result<(), Stop> {
        if self.nodes() >= self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        self.check()
    }

    /// Returns `count` meters for concurrent searches, ended by `stop`, with the time left and a common memory, without a node limit.
    pub fn split(&self, count: usize, stop: &StopFlag) -> Vec<Self> {
        std::iter::repeat_with(|| Self { stop: stop.clone(), spares: self.spares.clone(), ..self.aside() })
            .take(count)
            .collect()
    }

    /// Returns the threads that wait for work, of all meters of one [`Meter::split`].
    pub const fn spares(&self) -> &Spares {
        &self.spares
    }

    /// Adds the nodes of the meters of [`Meter::split`], and keeps their greatest peak of memory.
    pub fn gather(&mut self, members: &[Self]) {
        for member in members {
            self.plan_nodes += member.plan_nodes;
            self.push_nodes += member.push_nodes;
            // A member reports a node before it counts it.
            self.reported += member.reported.min(member.nodes());
            self.peak.set(self.peak.get().max(member.peak_bytes()));
        }
    }

    /// Returns the flag that stops the searches of this meter.
    pub const fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Returns the number of nodes left; `None` without a limit.
    pub fn nodes_left(&self) -> Option<u64> {
        (self.nodes_end < u64::MAX).then(|| self.nodes_end.saturating_sub(self.nodes()))
    }

    /// Returns the time left; `None` without a limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.time_end.get().map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns the number of plan and push nodes so far.
    pub const fn nodes(&self) -> u64 {
        self.plan_nodes + self.push_nodes
    }

    /// Returns the number of plan nodes so far.
    pub const fn plan_nodes(&self) -> u64 {
        self.plan_nodes
    }

    /// Returns the number of push nodes so far.
    pub const fn push_nodes(&self) -> u64 {
        self.push_nodes
    }

    /// Returns the greatest number of bytes in use at a check; 0 without [`measure_memory_by`].
    pub const fn peak_bytes(&self) -> u64 {
        self.peak.get()
    }

    /// Returns the wall-clock time since the meter was created.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Returns a number as the type that nodes and costs are counted in, or the greatest if it is too large.
#[inline]
pub fn count32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_limit_never_widens_the_outer_one() {
        let mut meter = Meter::new(Limits { nodes: Some(10), ..Limits::default() }, StopFlag::default());
        let inner = meter.within(Some(3), None, |m| std::iter::from_fn(|| m.tick(NodeKind::Push).ok()).count());
        assert_eq!(inner, 3);
        assert_eq!(meter.exhausted(), Ok(()));
        let inner = meter.within(Some(30), None, |m| std::iter::from_fn(|| m.tick(NodeKind::Plan).ok()).count());
        assert_eq!(inner, 7);
        assert_eq!(meter.exhausted(), Err(Stop::NodeLimit));
        assert_eq!((meter.plan_nodes(), meter.push_nodes()), (7, 3));
    }

    #[test]
    fn a_node_that_is_refused_is_not_counted() {
        let flag = StopFlag::default();
        let mut meter = Meter::new(Limits::default(), flag.clone());
        flag.raise();
        let granted = std::iter::from_fn(|| meter.tick(NodeKind::Push).ok()).count() as u64;
        assert_eq!(granted, meter.nodes());
    }
}
