//! Monotone priority queue of numbers by cost, for mostly small costs. Each small cost has a bucket; larger costs are
//! in a heap, which is used only when all buckets are empty. The costs of numbers taken out never decrease, so one
//! cursor over the buckets suffices.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Lowest cost that has no bucket: more buckets take more memory, with fewer buckets the heap is used more often.
const SMALL: usize = 1024;

/// Monotone priority queue of numbers by cost; numbers of equal cost are taken out in a fixed order.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    small: Vec<Vec<u32>>,
    cursor: usize,
    large: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Buckets {
    /// Removes all numbers, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.small.iter_mut().skip(self.cursor).for_each(Vec::clear);
        self.large.clear();
        self.cursor = 0;
    }

    /// Adds a number. The cost must be at least that of the number taken out last.
    #[inline]
    pub(super) fn push(&mut self, cost: u32, value: u32) {
        let bucket = cost as usize;
        debug_assert!(bucket >= self.cursor, "costs never fall");
        if bucket >= SMALL {
            self.large.push(Reverse((cost, value)));
            return;
        }
        if bucket >= self.small.len() {
            self.small.resize_with(bucket + 1, Vec::new);
        }
        self.small[bucket].push(value);
    }

    /// Removes and returns a cheapest number, as (cost, number); `None` if the queue is empty.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(bucket) = self.small.get_mut(self.cursor) {
            if let Some(value) = bucket.pop() {
                return Some((self.cursor as u32, value));
            }
            self.cursor += 1;
        }
        self.large.pop().map(|Reverse(entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheapest_first_across_both_parts() {
        let mut queue = Buckets::default();
        for round in 0..2 {
            for cost in [5000, 3, 1023, 1024, 0, 3] {
                queue.push(cost, cost + round);
            }
            let taken: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(cost, _)| cost).collect();
            assert_eq!(taken, [0, 3, 3, 1023, 1024, 5000]);
            queue.clear();
        }
    }

    #[test]
    fn clearing_forgets_what_was_not_taken() {
        let mut queue = Buckets::default();
        [7, 2, 9000].into_iter().for_each(|cost| queue.push(cost, 1));
        assert_eq!(queue.pop(), Some((2, 1)));
        queue.clear();
        assert_eq!(queue.pop(), None);
    }
}
