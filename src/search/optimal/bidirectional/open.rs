//! The open positions of one side.
//!
//! Those whose total is at most the cost that is being disproved are active, the others wait. Active ones are in two
//! queues, which take turns, each with classes of its own: the classes take turns, and each gives its least rank, among
//! equals the newest. A position that was closed or bettered since may still be listed; the side passes over it.

use crate::push::NodeId;
use crate::run::{Held, Meter, Stop};
use std::collections::BTreeMap;

/// The number of queues.
pub(super) const QUEUES: usize = 2;

/// What decides when a position is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// A lower bound on the cost of all solutions through the position.
    pub(super) total: u32,
    /// Its share of the bound of a pair, see [`super::search`].
    pub(super) share: u32,
    /// For each queue.
    pub(super) classes: [u16; QUEUES],
    pub(super) rank: u32,
}

/// Positions by class and rank, with their shares.
#[derive(Debug, Default)]
struct Queue {
    buckets: BTreeMap<(u16, u32), Vec<(NodeId, u32)>>,
    /// The class that had its turn last.
    turn: u16,
}

/// The list.
#[derive(Debug, Default)]
pub(super) struct Open {
    active: [Queue; QUEUES],
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// How many positions of the first queue have each share.
    shares: BTreeMap<u32, u64>,
    /// Positions of at most this total are active.
    most: u32,
    /// The queue that is taken from next.
    turn: usize,
    held: Held,
}

impl Open {
    /// Makes room for `more` positions with this key.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub(super) fn reserve(&mut self, key: Key, more: usize, meter: &Meter) -> Result<(), Stop> {
        if key.total > self.most {
            return self.held.vec(self.waiting.entry(key.total).or_default(), more, meter);
        }
        for (queue, class) in self.active.iter_mut().zip(key.classes) {
            self.held.vec(queue.buckets.entry((class, key.rank)).or_default(), more, meter)?;
        }
        Ok(())
    }

    /// Adds a position for which there is room.
    pub(super) fn add(&mut self, id: NodeId, key: Key) {
        if key.total > self.most {
            self.waiting.entry(key.total).or_default().push(id);
            return;
        }
        *self.shares.entry(key.share).or_default() += 1;
        for (queue, class) in self.active.iter_mut().zip(key.classes) {
            queue.buckets.entry((class, key.rank)).or_default().push((id, key.share));
        }
    }

    /// Makes positions of at most this total active. `key` gives the key of one, `None` where it is closed.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; a further call goes on.
    pub(super) fn activate(
        &mut self,
        most: u32,
        key: impl Fn(NodeId) -> Option<Key>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        self.most = most;
        while let Some((&total, ids)) = self.waiting.first_key_value().filter(|(total, _)| **total <= most) {
            let Some(&id) = ids.last() else {
                let emptied = self.waiting.remove(&total).map_or(0, |ids| ids.capacity());
                self.held.shrink(emptied * size_of::<NodeId>());
                continue;
            };
            let key = key(id).map(|key| Key { total: key.total.min(most), ..key });
            if let Some(key) = key {
                self.reserve(key, 1, meter)?;
                self.add(id, key);
            }
            self.waiting.get_mut(&total).and_then(Vec::pop);
        }
        Ok(())
    }

    /// Makes room for a position that is put off.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub(super) fn reserve_deferred(&mut self, meter: &Meter) -> Result<(), Stop> {
        self.held.vec(self.waiting.entry(self.most + 1).or_default(), 1, meter)
    }

    /// Puts a position off until the most total is raised; there must be room.
    pub(super) fn defer(&mut self, id: NodeId) {
        self.waiting.entry(self.most + 1).or_default().push(id);
    }

    /// The least share of all active positions.
    pub(super) fn least_share(&self) -> Option<u32> {
        self.shares.first_key_value().map(|(&share, _)| share)
    }

    /// Returns whether no position is listed.
    pub(super) fn is_empty(&self) -> bool {
        self.shares.is_empty() && self.waiting.values().all(Vec::is_empty)
    }

    /// Takes the next active position of the queue whose turn it is, or where that is empty of another. The least share
    /// may be that of a position that was taken from another queue, until the first comes to it.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        for _ in 0..QUEUES {
            let turn = self.turn;
            self.turn = (turn + 1) % QUEUES;
            let Some((id, share)) = self.active[turn].pop(&mut self.held) else { continue };
            if turn == 0
                && let Some(count) = self.shares.get_mut(&share)
            {
                *count -= 1;
                if *count == 0 {
                    self.shares.remove(&share);
                }
            }
            return Some(id);
        }
        None
    }
}

impl Queue {
    fn pop(&mut self, held: &mut Held) -> Option<(NodeId, u32)> {
        loop {
            let later = self.buckets.range((self.turn, u32::MAX)..).next();
            let (&bucket, _) = later.or_else(|| self.buckets.first_key_value())?;
            let ids = self.buckets.get_mut(&bucket)?;
            let taken = ids.pop();
            if ids.is_empty() {
                let emptied = self.buckets.remove(&bucket).map_or(0, |ids| ids.capacity());
                held.shrink(emptied * size_of::<(NodeId, u32)>());
            }
            if taken.is_some() {
                self.turn = bucket.0;
                return taken;
            }
        }
    }
}
