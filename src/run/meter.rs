//! Accounting of a run: nodes, bytes and time, against limits.

use super::account::Account;
use super::{Limits, Stop, StopFlag};
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Kinds of nodes. Nodes of both kinds count against the node limit; reports list the kinds separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// State of the high-level planner.
    Plan,
    /// Position of a push search, including searches that turn a plan into pushes.
    Push,
}

/// Counts nodes and bytes against [`Limits`], and checks the clock and the stop flag. A part of a search can have
/// narrower limits: see [`Meter::within`].
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
    told: u64,
    /// Account of the claimed bytes, shared with all guards over these bytes.
    account: Arc<Account>,
    /// Mask: the clock is read at each node whose number has none of the bits of the mask.
    unwatched: u64,
    /// Time of the last reading of the clock at a node.
    watched: Instant,
    /// Number of checks that still pass after [`Meter::interrupt_after`]; `None` if all checks pass.
    patience: Cell<Option<u64>>,
    /// Number of the first claim to refuse, and of the first claim to grant again; see [`Meter::refuse_claims`].
    refused: Cell<(u64, u64)>,
    claims: Cell<u64>,
    asked: Cell<u64>,
}

impl Meter {
    /// Greatest value of `unwatched`, with which the clock is read at every 16th node: more readings would slow down
    /// searches whose nodes take a microsecond.
    const UNWATCHED: u64 = 15;
    /// Time between two readings of the clock above which readings become more frequent, up to one at each node: trades
    /// the delay of a stop against time.
    const SLOW: Duration = Duration::from_millis(1);

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
            told: 0,
            account: Arc::new(Account::new(limits.memory.unwrap_or(u64::MAX))),
            unwatched: 0,
            watched: started,
            patience: Cell::new(None),
            refused: Cell::new((0, 0)),
            claims: Cell::new(0),
            asked: Cell::new(0),
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

    /// Counts one node before it is expanded.
    ///
    /// # Errors
    /// The limit that would be exceeded; then the node is not counted.
    #[inline]
    pub fn tick(&mut self, kind: NodeKind) -> Result<(), Stop> {
        let after = self.nodes() + 1;
        if after > self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        if after & self.unwatched == 0 {
            self.check()?;
            self.watch();
            self.stop.spent(after - self.told);
            self.told = after;
        }
        match kind {
            NodeKind::Plan => self.plan_nodes += 1,
            NodeKind::Push => self.push_nodes += 1,
        }
        Ok(())
    }

    /// Adapts the interval between readings of the clock to the time of the last nodes.
    fn watch(&mut self) {
        let now = Instant::now();
        let taken = now.duration_since(std::mem::replace(&mut self.watched, now));
        if taken > Self::SLOW || self.patience.get().is_some() {
            self.unwatched >>= 1;
        } else if taken < Self::SLOW / 4 {
            self.unwatched = (self.unwatched << 1 | 1).min(Self::UNWATCHED);
        }
    }

    /// Checks the clock and the stop flag; for long work between nodes.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] or [`Stop::TimeLimit`].
    pub fn check(&self) -> Result<(), Stop> {
        self.asked.set(self.asked.get() + 1);
        if self.stop.is_raised() || self.is_out_of_patience() {
            return Err(Stop::Interrupted);
        }
        match self.time_end.get() {
            Some(end) if Instant::now() >= end => Err(Stop::TimeLimit),
            _ => Ok(()),
        }
    }

    /// Claims bytes before they are allocated; see [`super::Held`].
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is counted, and nothing may be allocated.
    pub(super) fn claim(&self, bytes: u64) -> Result<(), Stop> {
        self.asked.set(self.asked.get() + 1);
        if self.is_out_of_patience() {
            return Err(Stop::Interrupted);
        }
        let (number, (first, end)) = (self.claims.get(), self.refused.get());
        self.claims.set(number + 1);
        if (first..end).contains(&number) {
            return Err(Stop::MemoryLimit);
        }
        self.account.take(bytes)
    }

    /// Returns the account on which the meter claims bytes.
    pub(super) const fn account(&self) -> &Arc<Account> {
        &self.account
    }

    /// For tests: lets the next `questions` checks pass, where each node, claim and reading of the clock is a check;
    /// all later checks return [`Stop::Interrupted`]. A further call counts anew.
    pub const fn interrupt_after(&mut self, questions: u64) {
        self.unwatched = 0;
        self.patience = Cell::new(Some(questions));
    }

    /// For tests: grants the first `after` claims, refuses the next `count`, and grants all later ones.
    pub const fn refuse_claims(&mut self, after: u64, count: u64) {
        self.claims = Cell::new(0);
        self.refused = Cell::new((after, after.saturating_add(count)));
    }

    fn is_out_of_patience(&self) -> bool {
        let Some(left) = self.patience.get() else { return false };
        self.patience.set(Some(left.saturating_sub(1)));
        left == 0
    }

    /// Runs `part` under narrower limits: at most `nodes` further nodes and `time` further time; `None` does not narrow
    /// the limit. The outer limits still hold.
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

    /// Runs `part` without counting its time against the time limit, for example a wait until the output is read.
    pub fn untimed<T>(&self, part: impl FnOnce() -> T) -> T {
        let before = Instant::now();
        let result = part();
        self.time_end.set(self.time_end.get().and_then(|end| end.checked_add(before.elapsed())));
        result
    }

    /// Checks whether nodes and time are left under the present limits. After [`Meter::within`], this tells whether an
    /// outer limit was met or only the inner one.
    ///
    /// # Errors
    /// The present limit that is used up.
    pub fn exhausted(&self) -> Result<(), Stop> {
        if self.nodes() >= self.nodes_end {
            return Err(Stop::NodeLimit);
        }
        self.check()
    }

    /// Returns the number of bytes held now by all guards that share the account.
    pub fn bytes(&self) -> u64 {
        self.account.held()
    }

    /// Returns `count` meters for concurrent searches, each with all the time left and an equal part of the nodes and
    /// bytes left, so that no search uses up the memory of others. `stop` ends all searches.
    pub fn split(&self, count: usize, stop: &StopFlag) -> Vec<Self> {
        let count = count as u64;
        let part = |left: u64, member| left / count + u64::from(member < left % count);
        let limits = |member| Limits {
            nodes: self.nodes_left().map(|left| part(left, member)),
            memory: self.bytes_left().map(|left| part(left, member)),
            time: None,
        };
        let member = |member| Self { time_end: self.time_end.clone(), ..Self::new(limits(member), stop.clone()) };
        (0..count).map(member).collect()
    }

    /// Adds the nodes of the meters of [`Meter::split`], and their peaks of bytes, as if these were simultaneous.
    pub fn gather(&mut self, members: &[Self]) {
        for member in members {
            self.plan_nodes += member.plan_nodes;
            self.push_nodes += member.push_nodes;
        }
        self.account.reach(members.iter().map(Self::peak_bytes).sum());
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

    /// Returns the number of bytes that may still be claimed; `None` without a limit.
    pub fn bytes_left(&self) -> Option<u64> {
        self.account.left()
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

    /// Returns the greatest number of bytes held at once.
    pub fn peak_bytes(&self) -> u64 {
        self.account.peak()
    }

    /// Returns how often the limits were checked or bytes were claimed, taken together: a measure of work that does not
    /// depend on the machine.
    pub const fn questions(&self) -> u64 {
        self.asked.get()
    }

    /// Returns the wall-clock time since the meter was created.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Held;
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
    fn split_meters_divide_nodes_and_memory() {
        let limits = Limits { nodes: Some(7), memory: Some(100), time: None };
        let mut meter = Meter::new(limits, StopFlag::default());
        let [mut own, mut one, mut other] = [(); 3].map(|()| Held::default());
        assert_eq!(own.grow(40, &meter), Ok(()));
        let mut split = meter.split(2, &StopFlag::default());
        assert_eq!((one.grow(30, &split[0]), other.grow(31, &split[1])), (Ok(()), Err(Stop::MemoryLimit)));
        assert_eq!(other.grow(25, &split[1]), Ok(()));
        let ticks = split.iter_mut().map(|m| std::iter::from_fn(|| m.tick(NodeKind::Push).ok()).count());
        assert_eq!(ticks.collect::<Vec<_>>(), [4, 3]);
        meter.gather(&split);
        assert_eq!((meter.push_nodes(), meter.peak_bytes()), (7, 95));
        assert_eq!(meter.exhausted(), Err(Stop::NodeLimit));
    }

    #[test]
    fn a_node_that_is_refused_is_not_counted() {
        let mut meter = Meter::unlimited();
        meter.interrupt_after(2);
        let granted = std::iter::from_fn(|| meter.tick(NodeKind::Push).ok()).count();
        assert_eq!((granted, meter.nodes(), meter.check()), (2, 2, Err(Stop::Interrupted)));
        let flag = StopFlag::default();
        let mut meter = Meter::new(Limits::default(), flag.clone());
        flag.raise();
        let granted = std::iter::from_fn(|| meter.tick(NodeKind::Push).ok()).count() as u64;
        assert_eq!(granted, meter.nodes());
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
