//! Priority queue of successors that are not generated yet, first in first out among those of one key.
//!
//! An entry is a parent and an operator, in eight bytes. The entries of one key are a list of chunks; empty chunks are
//! reused.

use crate::run::{Held, Meter, Stop};
use std::collections::BTreeMap;

/// Number of entries of a chunk: each key in use wastes half a chunk on average.
const CHUNK: usize = 30;

/// Index that stands for no further chunk.
const NONE: u32 = u32::MAX;

/// A successor that is not generated yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Number of the parent state; meaningless for the start.
    pub parent: u32,
    pub operator: u32,
}

#[derive(Debug)]
struct Chunk {
    entries: [Waiting; CHUNK],
    next: u32,
}

/// List of chunks of one key: from entry `start` of chunk `first`, the oldest, to before entry `end` of chunk `last`.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    first: u32,
    start: u32,
    last: u32,
    end: u32,
}

/// Priority queue of successors by key.
#[derive(Debug)]
pub(super) struct OpenList {
    buckets: BTreeMap<u64, Bucket>,
    chunks: Vec<Chunk>,
    /// Head of the list of unused chunks; `free_count` is the number of these chunks.
    free: u32,
    free_count: usize,
}

impl Default for OpenList {
    fn default() -> Self {
        Self { buckets: BTreeMap::new(), chunks: Vec::new(), free: NONE, free_count: 0 }
    }
}

impl OpenList {
    pub(super) fn is_empty(&self) -> bool {
        self.buckets.is_empty()
    }

    /// Claims and reserves memory for `more` entries of one key.
    pub(super) fn reserve(&mut self, more: usize, held: &mut Held, meter: &Meter) -> Result<(), Stop> {
        let wanted = more.div_ceil(CHUNK) + 1;
        held.vec(&mut self.chunks, wanted.saturating_sub(self.free_count), meter)
    }

    /// Adds the successors of one parent under a key. [`OpenList::reserve`] must have reserved memory.
    pub(super) fn push(&mut self, key: u64, parent: u32, operators: &[u32]) {
        if operators.is_empty() {
            return;
        }
        let bucket = self.buckets.entry(key).or_insert_with(|| {
            let chunk = take(&mut self.chunks, &mut self.free, &mut self.free_count);
            Bucket { first: chunk, start: 0, last: chunk, end: 0 }
        });
        for &operator in operators {
            if bucket.end as usize == CHUNK {
                let chunk = take(&mut self.chunks, &mut self.free, &mut self.free_count);
                self.chunks[bucket.last as usize].next = chunk;
                (bucket.last, bucket.end) = (chunk, 0);
            }
            self.chunks[bucket.last as usize].entries[bucket.end as usize] = Waiting { parent, operator };
            bucket.end += 1;
        }
    }

    /// Returns the oldest entry of the lowest key; `None` if the queue is empty.
    pub(super) fn peek(&self) -> Option<Waiting> {
        let (_, bucket) = self.buckets.first_key_value()?;
        Some(self.chunks[bucket.first as usize].entries[bucket.start as usize])
    }

    /// Removes the entry that [`OpenList::peek`] returns.
    pub(super) fn pop(&mut self) {
        let Some(mut entry) = self.buckets.first_entry() else { return };
        let bucket = entry.get_mut();
        bucket.start += 1;
        let is_last = bucket.first == bucket.last;
        if bucket.start as usize != CHUNK && !(is_last && bucket.start == bucket.end) {
            return;
        }
        let emptied = bucket.first;
        (bucket.first, bucket.start) = (self.chunks[emptied as usize].next, 0);
        if is_last {
            entry.remove();
        }
        self.chunks[emptied as usize].next = std::mem::replace(&mut self.free, emptied);
        self.free_count += 1;
    }
}

/// Returns the index of an empty chunk: the first unused one, or a new one if no chunk is unused.
fn take(chunks: &mut Vec<Chunk>, free: &mut u32, free_count: &mut usize) -> u32 {
    if *free == NONE {
        chunks.push(Chunk { entries: [Waiting::default(); CHUNK], next: NONE });
        return u32::try_from(chunks.len() - 1).expect("fewer than 2^32 chunks");
    }
    let chunk = *free;
    *free = std::mem::replace(&mut chunks[chunk as usize].next, NONE);
    *free_count -= 1;
    chunk
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Random;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    #[test]
    fn entries_come_out_by_key_and_then_in_the_order_of_arrival() {
        let (mut list, mut heap) = (OpenList::default(), BinaryHeap::new());
        let (mut held, meter, mut random) = (Held::default(), Meter::unlimited(), Random::new(1));
        let mut arrivals = 0_u32;
        for parent in 0..2000 {
            let (key, count) = (random.below(7), random.below(50));
            list.reserve(count, &mut held, &meter).unwrap();
            let capacity = list.chunks.capacity();
            let operators: Vec<u32> = (arrivals..).take(count).collect();
            list.push(key as u64, parent, &operators);
            assert_eq!(list.chunks.capacity(), capacity, "all memory is reserved before");
            heap.extend(operators.iter().map(|&operator| Reverse((key, operator, parent))));
            arrivals += count as u32;
            for _ in 0..random.below(60) {
                let expected = heap.pop().map(|Reverse((_, operator, parent))| Waiting { parent, operator });
                assert_eq!(list.peek(), expected);
                list.pop();
            }
            assert_eq!(list.is_empty(), heap.is_empty());
        }
        assert!(list.chunks.len() < 2000, "chunks are used again: {}", list.chunks.len());
        assert_eq!(held.bytes(), (list.chunks.capacity() * size_of::<Chunk>()) as u64);
    }
}
