//! The bytes held by all searches of one run, under one limit.

use super::Stop;
use std::sync::atomic::{AtomicU64, Ordering};

/// The account; see the module.
#[derive(Debug)]
pub(super) struct Account {
    limit: u64,
    held: AtomicU64,
    peak: AtomicU64,
}

impl Account {
    /// Makes an account with a limit in bytes; [`u64::MAX`] for no limit.
    pub(super) const fn new(limit: u64) -> Self {
        Self { limit, held: AtomicU64::new(0), peak: AtomicU64::new(0) }
    }

    /// Claims bytes.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; then nothing is counted.
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

    /// Raises the peak by bytes that were held in addition to those held now.
    pub(super) fn reach(&self, beside: u64) {
        self.peak.fetch_max(self.held() + beside, Ordering::Relaxed);
    }

    /// Releases bytes.
    pub(super) fn give(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the bytes held now.
    pub(super) fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Returns the most bytes held at once.
    pub(super) fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Returns the bytes that may still be claimed; `None` without a limit.
    pub(super) fn left(&self) -> Option<u64> {
        (self.limit < u64::MAX).then(|| self.limit.saturating_sub(self.held()))
    }
}
