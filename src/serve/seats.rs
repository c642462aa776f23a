//! Places of connections: a fixed number, of which idle ones give way to new ones.
//!
//! A connection is at *work* from the head of a request until its answer is made; else it waits for its client to send or
//! to read. One that waits too long without a byte is closed, and sooner where a new connection wants its place.

use super::rates::network;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// All places.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    begun: Instant,
    taken: Arc<Mutex<Vec<Arc<Seat>>>>,
}

/// The place of one connection.
#[derive(Debug)]
pub(super) struct Seat {
    client: IpAddr,
    begun: Instant,
    /// When bytes came or went for the last time, in milliseconds since the beginning.
    moved: AtomicU64,
    /// The requests in work.
    at_work: AtomicUsize,
    closed: Notify,
}

/// A place that is given back when dropped.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) seat: Arc<Seat>,
    seats: Seats,
}

/// Work on a request of a connection, up to the drop of this value.
#[derive(Debug)]
pub(super) struct Work(Arc<Seat>);

impl Seats {
    /// The most connections, and the most of one address: a browser opens six, and each costs some KiB.
    const MOST: usize = 512;
    const MOST_OF_ONE: usize = 256;
    /// One that has waited for this time gives way: clients send their first bytes at once.
    const IDLE: Duration = Duration::from_millis(250);
    /// One that has waited for this time is closed.
    const PATIENCE: Duration = Duration::from_secs(10);

    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), taken: Arc::default() }
    }

    /// Takes a place for a client, if there is one, or one that another connection gives up.
    pub(super) fn take(&self, client: IpAddr) -> Option<Taken> {
        let client = network(client);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.iter().filter(|seat| seat.client == client).count();
        if taken.len() >= Self::MOST || own >= Self::MOST_OF_ONE {
            let is_meant = |seat: &Seat| own < Self::MOST_OF_ONE || seat.client == client;
            let idle = taken.iter().enumerate().filter(|(_, seat)| is_meant(seat) && seat.has_waited(Self::IDLE));
            let (longest, _) = idle.min_by_key(|(_, seat)| seat.moved.load(Ordering::Relaxed))?;
            taken.swap_remove(longest).closed.notify_one();
        }
        let (moved, at_work) = (AtomicU64::new(millis(self.begun)), AtomicUsize::new(0));
        let seat = Arc::new(Seat { client, begun: self.begun, moved, at_work, closed: Notify::new() });
        taken.push(Arc::clone(&seat));
        Some(Taken { seat, seats: self.clone() })
    }

    /// Closes the connections that have waited for too long, or all that would give way.
    pub(super) fn close_waiting(&self, gives_way: bool) {
        let patience = if gives_way { Self::IDLE } else { Self::PATIENCE };
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.iter().filter(|seat| seat.has_waited(patience)).for_each(|seat| seat.closed.notify_one());
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|seat| !Arc::ptr_eq(seat, &self.seat));
    }
}

impl Seat {
    /// Notes that bytes have come or gone.
    pub(super) fn moved(&self) {
        self.moved.store(millis(self.begun), Ordering::Relaxed);
    }

    /// Begins work on a request.
    pub(super) fn work(self: &Arc<Self>) -> Work {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        Work(Arc::clone(self))
    }

    /// Waits until a new connection wants the place.
    pub(super) async fn closed(&self) {
        self.closed.notified().await;
    }

    fn has_waited(&self, patience: Duration) -> bool {
        let waited = millis(self.begun).saturating_sub(self.moved.load(Ordering::Relaxed));
        self.at_work.load(Ordering::Relaxed) == 0 && u128::from(waited) >= patience.as_millis()
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.0.moved();
        self.0.at_work.fetch_sub(1, Ordering::Relaxed);
    }
}

fn millis(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn those_that_wait_longest_give_way_and_those_at_work_do_not() {
        let seats = Seats::new();
        let mut taken: Vec<Taken> = (0..Seats::MOST_OF_ONE).filter_map(|_| seats.take(address(1))).collect();
        assert_eq!(taken.len(), Seats::MOST_OF_ONE);
        assert!(seats.take(address(1)).is_none(), "all have just come");
        assert!(seats.take(address(2)).is_some(), "others have places of their own");
        let work: Vec<Work> = taken.iter().skip(1).map(|taken| taken.seat.work()).collect();
        std::thread::sleep(Seats::IDLE);
        taken.extend(seats.take(address(1)));
        assert_eq!(taken.len(), Seats::MOST_OF_ONE + 1, "the first gives way");
        assert!(seats.take(address(1)).is_none(), "the others are at work, or have just come");
        drop(work);
    }
}
