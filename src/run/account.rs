//! Bytes that all searches of one run hold together, under one limit. Threads share it.

use super::Stop;
use std::sync::atomic::{AtomicU64, Ordering};

/// See the module.
#[derive(Debug)]
pub(super) struct Account {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// So many bytes in all; [`u64::MAX`] is without limit.
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

    /// The bytes held now.
    pub(super) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// The most bytes held at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Bytes that may still be taken, `None` without limit.
    pub(super) fn left(&self) -> Option<u64> {
        (self.limit < u64::MAX).then(|| self.limit.saturating_sub(self.held()))
    }
}
