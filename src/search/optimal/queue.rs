//! Open list of A* over pushes. Least total cost comes first. The order among equal totals is free, and decides when a
//! solution is found once the total is the optimal cost: nodes are divided into cells by the number of packed boxes,
//! the cells take turns, and each returns its newest node with the fewest pushes left. So a cell of lost nodes cannot
//! delay the others.

use super::Cost;
use crate::push::NodeId;
use crate::run::{Held, Meter, Stop};
use std::collections::BTreeMap;

/// Cell (number of packed boxes), and lower bound on the pushes left.
type Bucket = (u16, u32);

/// Open nodes by total cost and bucket. Buckets are few, with many nodes each.
#[derive(Debug, Default)]
pub(super) struct Queue {
    totals: BTreeMap<Cost, BTreeMap<Bucket, Vec<NodeId>>>,
    /// Empty lists of nodes, whose memory is reused.
    spare: Vec<Vec<NodeId>>,
    /// Cell of the node taken last.
    turn: u16,
    held: Held,
}

impl Queue {
    /// Adds a node. Logarithmic in the number of totals and of buckets.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then the node is not added.
    pub(super) fn push(&mut self, total: Cost, bucket: Bucket, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let buckets = self.totals.entry(total).or_default();
        let nodes = buckets.entry(bucket).or_insert_with(|| self.spare.pop().unwrap_or_default());
        let held = self.held.vec(nodes, 1, meter);
        if held.is_ok() {
            nodes.push(id);
        } else if nodes.is_empty() {
            self.spare.extend(buckets.remove(&bucket));
            if buckets.is_empty() {
                self.totals.remove(&total);
            }
        }
        held
    }

    /// Returns the least total cost of the nodes; `None` if the list is empty.
    pub(super) fn least(&self) -> Option<Cost> {
        self.totals.first_key_value().map(|(&total, _)| total)
    }

    /// Takes the next node, and returns it with the bound on its pushes left; `None` if the list is empty.
    pub(super) fn pop(&mut self) -> Option<(u32, NodeId)> {
        let mut first = self.totals.first_entry()?;
        let buckets = first.get_mut();
        let later = buckets.range((self.turn, u32::MAX)..).next();
        let bucket = *later.or_else(|| buckets.first_key_value())?.0;
        self.turn = bucket.0;
        let nodes = buckets.get_mut(&bucket)?;
        let id = nodes.pop()?;
        if nodes.is_empty() {
            self.spare.extend(buckets.remove(&bucket));
            if buckets.is_empty() {
                first.remove();
            }
        }
        Some((bucket.1, id))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Metric;
    use super::*;
    use crate::run::{Limits, StopFlag};

    #[test]
    fn least_total_first_then_cells_in_turn_and_in_each_least_left_and_newest() {
        let mut queue = Queue::default();
        let meter = &mut Meter::unlimited();
        let entries = [(9, 0, 5), (8, 0, 5), (8, 0, 4), (8, 0, 4), (8, 1, 7), (8, 1, 6), (8, 3, 8)];
        for (id, (total, cell, left)) in (0..).zip(entries) {
            queue.push(Metric::Pushes.least(total), (cell, left), NodeId(id), meter).unwrap();
        }
        assert_eq!(queue.least(), Some(Metric::Pushes.least(8)));
        let taken: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(_, id)| id.0).collect();
        assert_eq!(taken, [5, 6, 3, 4, 2, 1, 0]);
        assert!(meter.bytes() > 0 && queue.least().is_none());
    }

    #[test]
    fn a_node_for_which_there_is_no_memory_leaves_nothing_behind() {
        let mut queue = Queue::default();
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let refused =
            queue.push(Metric::Pushes.least(8), (0, 5), NodeId(0), &mut Meter::new(limits, StopFlag::default()));
        assert_eq!(refused, Err(Stop::MemoryLimit));
        assert!(queue.least().is_none() && queue.pop().is_none());
        queue.push(Metric::Pushes.least(9), (0, 5), NodeId(1), &mut Meter::unlimited()).unwrap();
        assert_eq!((queue.least(), queue.pop()), (Some(Metric::Pushes.least(9)), Some((5, NodeId(1)))));
    }
}
