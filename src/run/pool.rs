//! Bytes that several meters hold together, under one limit.

use super::Stop;
use std::sync::atomic::{AtomicU64, Ordering};

/// See the module.
#[derive(Debug)]
pub(super) struct Pool {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Pool {
    /// So many bytes in all.
    pub(super) const fn new(limit: u64) -> Self {
        Self { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Asks for bytes.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; nothing is then counted.
    pub(super) fn take(&self, bytes: u64) -> Result<(), Stop> {
        let more = |held: u64| held.checked_add(bytes).filter(|&after| after <= self.limit);
        match self.held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more) {
            Ok(before) => {
                self.peak.fetch_max(before + bytes, Ordering::Relaxed);
                Ok(())
            }
            Err(_) => Err(Stop::MemoryLimit),
        }
    }

    /// Gives bytes back that were taken.
    pub(super) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The most bytes held at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }
}
