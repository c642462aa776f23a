//! Threads without work of their own, which help the searches of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};

/// The threads that wait for work; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Spares {
    /// Number of threads that wait and help nobody; negative while a thread that was lent has work again.
    count: Arc<AtomicIsize>,
}

/// A thread that waits, or helps, until this is dropped.
#[derive(Debug)]
pub struct Spare {
    spares: Spares,
    change: isize,
}

impl Spares {
    /// Offers this thread, which waits for work.
    pub fn rest(&self) -> Spare {
        self.count.fetch_add(1, Ordering::Relaxed);
        Spare { spares: self.clone(), change: 1 }
    }

    /// Returns a thread that waits, if there is one: a search may run one more thread until it is dropped.
    pub fn helper(&self) -> Option<Spare> {
        let taken = |count: isize| (count > 0).then_some(count - 1);
        self.count.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).ok()?;
        Some(Spare { spares: self.clone(), change: -1 })
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        self.spares.count.fetch_sub(self.change, Ordering::Relaxed);
    }
}

/// Runs `other` on a second thread while `own` runs, or after it if the system makes no thread.
pub fn beside<A, B: Send>(own: impl FnOnce() -> A, mut other: impl FnMut() -> B + Send) -> (A, B) {
    let mut there = None;
    let here = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().spawn_scoped(scope, || there = Some(other()));
        drop(thread);
        own()
    });
    (here, there.unwrap_or_else(other))
}
