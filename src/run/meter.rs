//! Counts what a run spends, and says when it must stop.

use super::pool::Pool;
use super::{Limits, Stop, StopFlag};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The two kinds of node. Both count against the node limit; reports give them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A state of the high-level planner.
    Plan,
    /// A position of a push search, realisations included.
    Push,
}

/// Counts nodes and bytes, and watches the clock, against [`Limits`].
///
/// A part of a search can be given less than the whole: see [`Meter::within`].
#[derive(Debug)]
pub struct Meter {
    memory: Option<u64>,
    nodes_end: u64,
    time_end: Option<Instant>,
    started: Instant,
    stop: StopFlag,
    plan_nodes: u64,
    push_nodes: u64,
    bytes: u64,
    peak_bytes: u64,
    /// Where bytes are held together with other meters.
    pool: Option<Arc<Pool>>,
}

impl Meter {
    /// Starts the clock.
    pub fn new(limits: Limits, stop: StopFlag) -> Self {
        let started = Instant::now();
        Self {
            memory: limits.memory,
            nodes_end: limits.nodes.unwrap_or(u64::MAX),
            time_end: limits.time.and_then(|t| started.checked_add(t)),
            started,
            stop,
            plan_nodes: 0,
            push_nodes: 0,
            bytes: 0,
            peak_bytes: 0,
            pool: None,
        }
    }

    /// Without any limit; for tests and small tasks.
    pub fn unlimited() -> Self {
        Self::new(Limits::default(), StopFlag::default())
    }

    /// Counts one node before it is expanded.
    ///
    /// # Errors
    /// The limit that would be passed; the node is then not counted.
    #[inline]
    pub fn tick(&mut self, kind: Kind) -> Result<(), Stop> {
        if self.nodes() >= self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        match kind {
            Kind::Plan => self.plan_nodes += 1,
            Kind::Push => self.push_nodes += 1,
        }
        // The clock is read often enough for nodes of a millisecond, and rarely enough for those of a microsecond.
        if self.nodes().is_multiple_of(16) { self.check() } else { Ok(()) }
    }

    /// Looks at the clock and at the stop flag; for long work between nodes.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] or [`Stop::TimeLimit`].
    pub fn check(&self) -> Result<(), Stop> {
        if self.stop.is_raised() {
            return Err(Stop::Interrupted);
        }
        match self.time_end {
            Some(end) if Instant::now() >= end => Err(Stop::TimeLimit),
            _ => Ok(()),
        }
    }

    /// Asks for bytes before they are allocated.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is then counted, and nothing may be allocated.
    pub fn claim(&mut self, bytes: u64) -> Result<(), Stop> {
        let after = self.bytes.saturating_add(bytes);
        if self.memory.is_some_and(|limit| after > limit) {
            return Err(Stop::MemoryLimit);
        }
        if let Some(pool) = &self.pool {
            pool.take(bytes)?;
        }
        self.bytes = after;
        self.peak_bytes = self.peak_bytes.max(after);
        Ok(())
    }

    /// For memory that grows where no meter is at hand: claims what it has grown since it was asked for last, or gives
    /// back what it has shrunk. `held` is what is claimed for it so far.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`], as for [`Meter::claim`].
    pub fn hold(&mut self, held: &mut u64, now: u64) -> Result<(), Stop> {
        self.claim(now.saturating_sub(*held))?;
        self.release(held.saturating_sub(now));
        *held = now;
        Ok(())
    }

    /// Gives claimed bytes back.
    pub fn release(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.bytes, "more released than claimed");
        self.release_to(self.bytes.saturating_sub(bytes));
    }

    /// Runs a part under narrower limits: at most `nodes` more, and at most `time` more. Wider ones still hold.
    pub fn within<T>(&mut self, nodes: Option<u64>, time: Option<Duration>, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.nodes_end, self.time_end);
        if let Some(nodes) = nodes {
            self.nodes_end = outer.0.min(self.nodes().saturating_add(nodes));
        }
        if let Some(end) = time.and_then(|t| Instant::now().checked_add(t)) {
            self.time_end = Some(outer.1.map_or(end, |o| o.min(end)));
        }
        let result = part(self);
        (self.nodes_end, self.time_end) = outer;
        result
    }

    /// Is anything left of nodes and time? Tells an inner limit of [`Meter::within`] from the outer one.
    ///
    /// # Errors
    /// The limit that is used up.
    pub fn exhausted(&self) -> Result<(), Stop> {
        if self.nodes() >= self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        self.check()
    }

    /// Bytes held now. With [`Meter::release_to`] a finished part of a search gives back all it claimed.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Goes back to what was held before a part of a search that is dropped by now.
    pub fn release_to(&mut self, bytes: u64) {
        if let Some(pool) = &self.pool {
            pool.give(self.bytes.saturating_sub(bytes));
        }
        self.bytes = bytes;
    }

    /// Meters for searches side by side, each with a clock that ends with this one's. They share the memory that is left,
    /// and each has an equal part of the nodes that are left. `stop` ends them all.
    pub fn crew(&self, count: usize, stop: &StopFlag) -> Vec<Self> {
        let pool = Arc::new(Pool::new(self.bytes_left().unwrap_or(u64::MAX)));
        let count = count as u64;
        let nodes = |member| self.nodes_left().map(|left| left / count + u64::from(member < left % count));
        let member = |member| Self {
            pool: Some(Arc::clone(&pool)),
            time_end: self.time_end,
            ..Self::new(Limits { nodes: nodes(member), ..Limits::default() }, stop.clone())
        };
        (0..count).map(member).collect()
    }

    /// Counts what a member of its crew has spent.
    pub fn gather(&mut self, member: &Self) {
        self.plan_nodes += member.plan_nodes;
        self.push_nodes += member.push_nodes;
        let together = member.pool.as_ref().map_or(member.peak_bytes, |pool| pool.peak());
        self.peak_bytes = self.peak_bytes.max(self.bytes + together);
    }

    /// What stops the searches that this meter serves.
    pub const fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Nodes left, `None` without limit.
    pub fn nodes_left(&self) -> Option<u64> {
        (self.nodes_end < u64::MAX).then(|| self.nodes_end.saturating_sub(self.nodes()))
    }

    /// Time left, `None` without limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.time_end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Bytes that may still be claimed, `None` without limit.
    pub fn bytes_left(&self) -> Option<u64> {
        self.memory.map(|limit| limit.saturating_sub(self.bytes))
    }

    /// Plan and push nodes so far.
    pub const fn nodes(&self) -> u64 {
        self.plan_nodes + self.push_nodes
    }

    /// Plan nodes so far.
    pub const fn plan_nodes(&self) -> u64 {
        self.plan_nodes
    }

    /// Push nodes so far.
    pub const fn push_nodes(&self) -> u64 {
        self.push_nodes
    }

    /// The most bytes held at once.
    pub const fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// Since the meter was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inner_limit_never_widens_the_outer_one() {
        let mut meter = Meter::new(Limits { nodes: Some(10), ..Limits::default() }, StopFlag::default());
        let inner = meter.within(Some(3), None, |m| std::iter::from_fn(|| m.tick(Kind::Push).ok()).count());
        assert_eq!(inner, 3);
        assert_eq!(meter.exhausted(), Ok(()));
        let inner = meter.within(Some(30), None, |m| std::iter::from_fn(|| m.tick(Kind::Plan).ok()).count());
        assert_eq!(inner, 7);
        assert_eq!(meter.exhausted(), Err(Stop::NodeLimit));
        assert_eq!((meter.plan_nodes(), meter.push_nodes()), (7, 3));
    }

    #[test]
    fn a_refused_claim_is_not_counted() {
        let mut meter = Meter::new(Limits { memory: Some(100), ..Limits::default() }, StopFlag::default());
        assert_eq!(meter.claim(60), Ok(()));
        assert_eq!(meter.claim(41), Err(Stop::MemoryLimit));
        meter.release(60);
        assert_eq!(meter.claim(100), Ok(()));
        assert_eq!(meter.peak_bytes(), 100);
    }

    #[test]
    fn a_crew_shares_memory_and_deals_out_nodes() {
        let limits = Limits { nodes: Some(7), memory: Some(100), time: None };
        let mut meter = Meter::new(limits, StopFlag::default());
        assert_eq!(meter.claim(40), Ok(()));
        let mut crew = meter.crew(2, &StopFlag::default());
        assert_eq!((crew[0].claim(35), crew[1].claim(26)), (Ok(()), Err(Stop::MemoryLimit)));
        crew[0].release_to(30);
        assert_eq!(crew[1].claim(26), Ok(()));
        let ticks = crew.iter_mut().map(|m| std::iter::from_fn(|| m.tick(Kind::Push).ok()).count());
        assert_eq!(ticks.collect::<Vec<_>>(), [4, 3]);
        crew.iter().for_each(|member| meter.gather(member));
        assert_eq!((meter.push_nodes(), meter.peak_bytes()), (7, 96));
        assert_eq!(meter.exhausted(), Err(Stop::NodeLimit));
    }

    #[test]
    fn a_raised_flag_stops_every_search_that_shares_it() {
        let flag = StopFlag::default();
        let meter = Meter::new(Limits::default(), flag.clone());
        assert_eq!(meter.check(), Ok(()));
        flag.raise();
        assert_eq!(meter.check(), Err(Stop::Interrupted));
    }
}
