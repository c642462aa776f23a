//! What waits for expansion: least total cost first, then least left to do, then the newest.

use super::Cost;
use crate::push::NodeId;
use crate::run::{Ledger, Meter, Stop};
use std::collections::BTreeMap;

/// Buckets by total cost and by the pushes left. There are few of them, with many nodes each.
#[derive(Debug, Default)]
pub(super) struct Queue {
    buckets: BTreeMap<(Cost, u32), Vec<NodeId>>,
    /// Buckets that have run empty: their memory is used again.
    spare: Vec<Vec<NodeId>>,
    ledger: Ledger,
}

impl Queue {
    /// Puts a node in.
    pub(super) fn push(&mut self, total: Cost, left: u32, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let bucket = self.buckets.entry((total, left)).or_insert_with(|| self.spare.pop().unwrap_or_default());
        // A limit ends the search, so that the bucket may stay empty.
        self.ledger.vec(bucket, 1, meter)?;
        bucket.push(id);
        Ok(())
    }

    /// The next node, with its total cost and its pushes left.
    pub(super) fn peek(&self) -> Option<(Cost, u32, NodeId)> {
        let (&(total, left), bucket) = self.buckets.first_key_value()?;
        Some((total, left, *bucket.last()?))
    }

    /// Drops the next node.
    pub(super) fn pop(&mut self) {
        let Some(mut first) = self.buckets.first_entry() else { return };
        first.get_mut().pop();
        if first.get().is_empty() {
            self.spare.push(first.remove());
        }
    }
}
