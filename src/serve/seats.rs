//! Places of connections: a fixed number, of which idle ones give way to new ones. A connection is at *work* from the
//! head of a request until its answer is made; else it waits for its client to send or to read. One that waits too long
//! is closed, and earlier if a new connection needs its place.

use super::rates::network;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Places of all connections.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    begun: Instant,
    taken: Arc<Mutex<Vec<Arc<Seat>>>>,
}

/// Place of one connection.
#[derive(Debug)]
pub(super) struct Seat {
    client: IpAddr,
    begun: Instant,
    /// Time at which the last bytes were read or written, in milliseconds since the server began.
    moved: AtomicU64,
    /// Number of requests of the connection that are being answered.
    at_work: AtomicUsize,
    closed: Notify,
}

/// Place of a connection, which is released when this value is dropped.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) seat: Arc<Seat>,
    seats: Seats,
}

/// Work on a request of a connection, which ends when this value is dropped.
#[derive(Debug)]
pub(super) struct Work(Arc<Seat>);

impl Seats {
    /// Maximum number of connections in total: a browser opens six, and each costs some KiB.
    const MOST: usize = 512;
    const MOST_OF_ONE: usize = 256;
    /// Time without bytes after which a connection gives way to a new one: clients send their first bytes at once.
    const IDLE: Duration = Duration::from_millis(250);
    /// Time without bytes after which a connection is closed.
    const PATIENCE: Duration = Duration::from_secs(10);

    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), taken: Arc::default() }
    }

    /// Returns a place for a client: a free one, or that of an idle connection, which is closed; `None` if neither
    /// exists.
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

    /// Closes the connections that have waited too long; with `gives_way` all that would give way to a new one.
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
    /// Notes that bytes were read or written now.
    pub(super) fn moved(&self) {
        self.moved.store(millis(self.begun), Ordering::Relaxed);
    }

    /// Begins work on a request, which lasts until the returned value is dropped.
    pub(super) fn work(self: &Arc<Self>) -> Work {
        self.at_work.fetch_add(1, Ordering::Relaxed);
        Work(Arc::clone(self))
    }

    /// Waits until the connection is to be closed.
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
