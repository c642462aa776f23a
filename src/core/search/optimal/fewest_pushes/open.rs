//! Open list of a search for fewest pushes. Positions whose total is at most the cost that is being disproved are
//! active, the others wait. Active positions are in three queues, which take turns: by class (boxes on goals and
//! regions that boxes cut off), by packed boxes, and by rank alone. The classes of a queue take turns, each with the
//! least rank first, among equals the newest. A position that was closed or improved since may still be listed: it is
//! skipped.

use crate::push::NodeId;
use std::collections::BTreeMap;

pub(super) const QUEUES: usize = 3;

/// Indices of the queues in the order of their turns.
const TURNS: [usize; 4] = [0, 2, 1, 2];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) total: u32,
    pub(super) classes: [u16; QUEUES],
    pub(super) rank: u32,
}

/// Positions by class and rank.
#[derive(Debug, Default)]
struct Queue {
    buckets: BTreeMap<(u16, u32), Vec<NodeId>>,
    /// Class of the position taken last.
    turn: u16,
}

#[derive(Debug, Default)]
pub(super) struct Open {
    active: [Queue; QUEUES],
    waiting: BTreeMap<u32, Vec<NodeId>>,
    /// Greatest total of active positions.
    most: u32,
    /// Index in [`TURNS`] of the queue of the next position.
    turn: usize,
}

impl Open {
    pub(super) fn add(&mut self, id: NodeId, key: Key) {
        if key.total > self.most {
            self.waiting.entry(key.total).or_default().push(id);
            return;
        }
        for (queue, class) in self.active.iter_mut().zip(key.classes) {
            queue.buckets.entry((class, key.rank)).or_default().push(id);
        }
    }

    /// Makes waiting positions with a total of at most `most` active; `key` is `None` for closed positions.
    pub(super) fn activate(&mut self, most: u32, key: impl Fn(NodeId) -> Option<Key>) {
        self.most = most;
        while let Some(first) = self.waiting.first_entry().filter(|first| *first.key() <= most) {
            for id in first.remove().into_iter().rev() {
                if let Some(key) = key(id) {
                    self.add(id, Key { total: key.total.min(most), ..key });
                }
            }
        }
    }

    /// Returns the least total of the waiting positions; `None` if none waits.
    pub(super) fn next_total(&self) -> Option<u32> {
        self.waiting.first_key_value().map(|(&total, _)| total)
    }

    /// Takes the next active position that is open, from the queue whose turn it is, or from the next that has one.
    pub(super) fn pop(&mut self, is_open: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        for _ in TURNS {
            let queue = TURNS[self.turn];
            self.turn = (self.turn + 1) % TURNS.len();
            if let Some(id) = self.active[queue].pop(&is_open) {
                return Some(id);
            }
        }
        None
    }
}

impl Queue {
    fn pop(&mut self, is_open: &impl Fn(NodeId) -> bool) -> Option<NodeId> {
        loop {
            let later = self.buckets.range((self.turn, u32::MAX)..).next();
            let (&bucket, _) = later.or_else(|| self.buckets.first_key_value())?;
            let ids = self.buckets.get_mut(&bucket)?;
            let taken = std::iter::from_fn(|| ids.pop()).find(|&id| is_open(id));
            if ids.is_empty() {
                self.buckets.remove(&bucket);
            }
            if taken.is_some() {
                self.turn = bucket.0;
                return taken;
            }
        }
    }
}
