//! The open positions of one side.
//!
//! Those whose total is at most the cost that is being disproved are active, the others wait. Active ones are taken by
//! class and rank: the classes take turns, and each gives its least rank, among equals the newest. A position that was
//! closed or bettered since may still be listed; the side passes over it.

use crate::push::NodeId;
use crate::run::{Held, Meter, Stop};
use std::collections::BTreeMap;

/// What decides when a position is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// A lower bound on the cost of all solutions through the position.
    pub(super) total: u32,
    /// Its share of the bound of a pair, see [`super::search`].
    pub(super) share: u32,
    pub(super) class: u16,
    pub(super) rank: u32,
}

/// The list.
#[derive(Debug, Default)]
pub(super) struct Open {
    active: BTreeMap<(u16, u32), Vec<(NodeId, u32)>>,
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// How many active positions have each share.
    shares: BTreeMap<u32, u64>,
    /// Positions of at most this total are active.
    most: u32,
    /// The class that had its turn last.
    turn: u16,
    held: Held,
}

impl Open {
    /// Makes room for `more` positions with this key.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`].
    pub(super) fn reserve(&mut self, key: Key, more: usize, meter: &Meter) -> Result<(), Stop> {
        if key.total <= self.most {
            self.held.vec(self.active.entry((key.class, key.rank)).or_default(), more, meter)
        } else {
            self.held.vec(self.waiting.entry(key.total).or_default(), more, meter)
        }
    }

    /// Adds a position for which there is room.
    pub(super) fn add(&mut self, id: NodeId, key: Key) {
        if key.total <= self.most {
            self.active.entry((key.class, key.rank)).or_default().push((id, key.share));
            *self.shares.entry(key.share).or_default() += 1;
        } else {
            self.waiting.entry(key.total).or_default().push(id);
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

    /// Takes the next active position.
    pub(super) fn pop(&mut self) -> Option<NodeId> {
        loop {
            let later = self.active.range((self.turn, u32::MAX)..).next();
            let (&bucket, _) = later.or_else(|| self.active.first_key_value())?;
            let ids = self.active.get_mut(&bucket)?;
            let taken = ids.pop();
            if ids.is_empty() {
                let emptied = self.active.remove(&bucket).map_or(0, |ids| ids.capacity());
                self.held.shrink(emptied * size_of::<(NodeId, u32)>());
            }
            if let Some((id, share)) = taken {
                self.turn = bucket.0;
                if let Some(count) = self.shares.get_mut(&share) {
                    *count -= 1;
                    if *count == 0 {
                        self.shares.remove(&share);
                    }
                }
                return Some(id);
            }
        }
    }
}
