//! How does a search ask before it grows?
//!
//! A [`Ledger`] claims the bytes of a vector, heap or hash table from the meter before they are allocated, and knows
//! the sum, so that all of it can be given back at the end. It counts what the capacity takes, not what is in use.

use super::{Meter, Stop};
use hashbrown::HashTable;
use std::collections::BinaryHeap;

/// The bytes that one search holds.
#[derive(Debug, Default)]
pub struct Ledger {
    held: u64,
}

impl Ledger {
    /// All bytes claimed and not given back.
    pub const fn held(&self) -> u64 {
        self.held
    }

    /// Gives everything back; for the end of a search.
    pub fn release(&mut self, meter: &mut Meter) {
        meter.release(std::mem::take(&mut self.held));
    }

    /// Claims bytes that the caller is about to allocate.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is claimed then.
    pub fn claim(&mut self, bytes: usize, meter: &mut Meter) -> Result<(), Stop> {
        meter.claim(bytes as u64)?;
        self.held += bytes as u64;
        Ok(())
    }

    /// Makes room in a vector.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is claimed then.
    pub fn vec<T>(&mut self, vec: &mut Vec<T>, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(capacity) = wanted(vec.len() + more, vec.capacity()) {
            self.claim((capacity - vec.capacity()) * size_of::<T>(), meter)?;
            vec.reserve_exact(capacity - vec.len());
        }
        Ok(())
    }

    /// Makes room in a heap.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is claimed then.
    pub fn heap<T: Ord>(&mut self, heap: &mut BinaryHeap<T>, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(capacity) = wanted(heap.len() + more, heap.capacity()) {
            self.claim((capacity - heap.capacity()) * size_of::<T>(), meter)?;
            heap.reserve_exact(capacity - heap.len());
        }
        Ok(())
    }

    /// Makes room in a hash table.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is claimed then.
    pub fn table<T>(
        &mut self,
        table: &mut HashTable<T>,
        more: usize,
        hasher: impl Fn(&T) -> u64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if let Some(capacity) = wanted(table.len() + more, table.capacity()) {
            // Buckets are a power of two, at most 7/8 full, with one control byte each and a last group.
            let buckets = (capacity * 8).div_ceil(7).next_power_of_two();
            let bytes = buckets * (size_of::<T>() + 1) + 16;
            self.claim(bytes.saturating_sub(table.allocation_size()), meter)?;
            table.reserve(capacity - table.len(), hasher);
        }
        Ok(())
    }
}

/// The new capacity, if the present one is too small: at least doubled, so that growing stays cheap.
fn wanted(needed: usize, capacity: usize) -> Option<usize> {
    (needed > capacity).then(|| needed.max(capacity * 2).max(16))
}
