//! Account of the bytes held by all searches of one run, under one limit.

use super::Stop;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of bytes held now, and greatest number so far, under a limit; shared by all [`super::Held`] of a run.
#[derive(Debug)]
pub(super) struct Account {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// Creates an account with a limit in bytes; [`u64::MAX`] for no limit.
    pub(super) const fn new(limit: u64) -> Self {
        Self { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Claims `bytes` bytes.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is claimed.
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

    /// Raises the peak to the bytes held now plus `beside`, the sum of the peaks of other accounts, if that is more.
    pub(super) fn reach(&self, beside: u64) {
        self.peak.fetch_max(self.held() + beside, Ordering::Relaxed);
    }

    /// Releases `bytes` bytes.
    pub(super) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the number of bytes held now.
    pub(super) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Returns the greatest number of bytes held at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Returns the number of bytes that may still be claimed; `None` without a limit.
    pub(super) fn left(&self) -> Option<u64> {
        (self.limit < u64::MAX).then(|| self.limit.saturating_sub(self.held()))
    }
}
