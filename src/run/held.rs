//! Claims on memory by one owner: bytes are claimed before they are allocated, and released when the owner is dropped.
//! Vectors, heaps and hash tables count by capacity, not by length.

use super::account::Account;
use super::{Meter, Stop};
use hashbrown::HashTable;
use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Guard over claimed bytes, which are released when the guard is dropped. If the guard grows under a meter with
/// another account, all bytes of the guard move to that account.
#[derive(Debug, Default)]
pub struct Held {
    account: Option<Arc<Account>>,
    bytes: u64,
}

impl Held {
    /// Returns the number of bytes claimed and not released.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Claims bytes that the caller is about to allocate.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is claimed.
    pub fn grow(&mut self, bytes: usize, meter: &Meter) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let bytes = bytes as u64;
        if self.account.as_ref().is_some_and(|account| Arc::ptr_eq(account, meter.account())) {
            meter.claim(bytes)?;
        } else {
            meter.claim(self.bytes.saturating_add(bytes))?;
            self.give(self.bytes);
            self.account = Some(Arc::clone(meter.account()));
        }
        self.bytes += bytes;
        Ok(())
    }

    /// Releases `bytes` of the claimed bytes.
    pub fn shrink(&mut self, bytes: usize) {
        debug_assert!(bytes as u64 <= self.bytes, "more bytes released than claimed");
        let bytes = self.bytes.min(bytes as u64);
        self.give(bytes);
        self.bytes -= bytes;
    }

    /// Releases all claimed bytes above `bytes`.
    pub fn shrink_to(&mut self, bytes: u64) {
        let more = self.bytes.saturating_sub(bytes);
        self.shrink(usize::try_from(more).unwrap_or(usize::MAX));
    }

    /// Grows or shrinks the claim to `bytes` bytes in total, for memory that changed without a meter.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is changed.
    pub fn set(&mut self, bytes: usize, meter: &Meter) -> Result<(), Stop> {
        let now = usize::try_from(self.bytes).unwrap_or(usize::MAX);
        self.grow(bytes.saturating_sub(now), meter)?;
        self.shrink(now.saturating_sub(bytes));
        Ok(())
    }

    /// Claims and reserves memory for `more` further items of a vector.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is changed.
    pub fn vec<T>(&mut self, vec: &mut Vec<T>, more: usize, meter: &Meter) -> Result<(), Stop> {
        let old = vec.capacity();
        if let Some(new) = wanted(vec.len() + more, old) {
            self.grow(new * size_of::<T>(), meter)?;
            vec.reserve_exact(new - vec.len());
            self.shrink(old * size_of::<T>());
        }
        Ok(())
    }

    /// Claims and reserves memory for `more` further items of a heap.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is changed.
    pub fn heap<T: Ord>(&mut self, heap: &mut BinaryHeap<T>, more: usize, meter: &Meter) -> Result<(), Stop> {
        let old = heap.capacity();
        if let Some(new) = wanted(heap.len() + more, old) {
            self.grow(new * size_of::<T>(), meter)?;
            heap.reserve_exact(new - heap.len());
            self.shrink(old * size_of::<T>());
        }
        Ok(())
    }

    /// Claims and reserves memory for `more` further items of a hash table.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is changed.
    pub fn table<T>(
        &mut self,
        table: &mut HashTable<T>,
        more: usize,
        hasher: impl Fn(&T) -> u64,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let old = table.capacity();
        if let Some(new) = wanted_in_buckets(table.len() + more, old) {
            self.grow(in_buckets::<T>(new), meter)?;
            table.reserve(new - table.len(), hasher);
            self.shrink(in_buckets::<T>(old));
        }
        Ok(())
    }

    /// Claims and reserves memory for `more` further items of a hash map.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is changed.
    pub fn map<K: Eq + Hash, V, S: BuildHasher>(
        &mut self,
        map: &mut HashMap<K, V, S>,
        more: usize,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let old = map.capacity();
        if let Some(new) = wanted_in_buckets(map.len() + more, old) {
            self.grow(in_buckets::<(K, V)>(new), meter)?;
            map.reserve(new - map.len());
            self.shrink(in_buckets::<(K, V)>(old));
        }
        Ok(())
    }

    fn give(&self, bytes: u64) {
        if let Some(account) = &self.account {
            account.give(bytes);
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.give(self.bytes);
    }
}

/// Returns the bytes of a hash table for `capacity` items. The number of buckets is a power of two, at most 7/8 of the
/// buckets are full, each has a control byte, and a last group of control bytes follows.
const fn in_buckets<T>(capacity: usize) -> usize {
    match (capacity * 8).div_ceil(7).next_power_of_two() {
        _ if capacity == 0 => 0,
        buckets => buckets * (size_of::<T>() + 1) + 16,
    }
}

/// Returns the new capacity of a hash table for `needed` items; `None` if `capacity` suffices.
fn wanted_in_buckets(needed: usize, capacity: usize) -> Option<usize> {
    (needed > capacity).then(|| needed.max(capacity * 2).max(16))
}

/// Returns the new capacity of a list for `needed` items; `None` if `capacity` suffices. Grows by half.
fn wanted(needed: usize, capacity: usize) -> Option<usize> {
    (needed > capacity).then(|| needed.max(capacity + capacity / 2).max(16))
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, StopFlag};
    use super::*;

    fn meter(memory: u64) -> Meter {
        Meter::new(Limits { memory: Some(memory), ..Limits::default() }, StopFlag::default())
    }

    #[test]
    fn what_is_held_is_given_back_when_the_owner_is_dropped() {
        let meter = meter(100);
        let mut held = Held::default();
        assert_eq!(held.grow(60, &meter), Ok(()));
        assert_eq!((held.grow(41, &meter), held.bytes()), (Err(Stop::MemoryLimit), 60));
        held.shrink(20);
        assert_eq!((held.grow(60, &meter), meter.bytes()), (Ok(()), 100));
        drop(held);
        assert_eq!((meter.bytes(), meter.peak_bytes()), (0, 100));
    }

    #[test]
    fn under_another_meter_all_bytes_move_to_its_account() {
        let (one, other, small) = (meter(100), meter(100), meter(50));
        let mut held = Held::default();
        held.grow(60, &one).unwrap();
        assert_eq!(held.grow(1, &small), Err(Stop::MemoryLimit));
        assert_eq!((one.bytes(), small.bytes()), (60, 0));
        assert_eq!(held.grow(1, &other), Ok(()));
        assert_eq!((one.bytes(), other.bytes()), (0, 61));
    }

    #[test]
    fn vectors_tables_and_maps_are_paid_for_by_their_capacity() {
        let meter = Meter::unlimited();
        let (mut held, mut vec, mut table) = (Held::default(), Vec::<u64>::new(), HashTable::<u64>::new());
        for n in 0..1000 {
            held.vec(&mut vec, 1, &meter).unwrap();
            vec.push(n);
        }
        assert_eq!(held.bytes(), vec.capacity() as u64 * 8);
        for n in 0..1000 {
            held.table(&mut table, 1, |&n| n, &meter).unwrap();
            table.insert_unique(n, n, |&n| n);
        }
        assert!(held.bytes() >= (vec.capacity() * 8 + table.allocation_size()) as u64);
        let (before, mut map) = (held.bytes(), HashMap::new());
        for n in 0..1000_u64 {
            held.map(&mut map, 1, &meter).unwrap();
            map.insert(n, n);
        }
        assert!(held.bytes() >= before + (map.capacity() * size_of::<(u64, u64)>()) as u64);
        held.shrink_to(before);
        assert_eq!(held.bytes(), before);
        drop(held);
        assert_eq!(meter.bytes(), 0);
    }
}
