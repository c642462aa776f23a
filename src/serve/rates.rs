//! Rate limits of clients: each address has a bucket of tokens, which is filled at a constant rate.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Buckets of tokens of all clients; a request takes one token.
#[derive(Debug)]
pub(super) struct Rates {
    /// Number of tokens that are added to a bucket per second.
    a_second: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    /// Time at which the bucket had the number `tokens`.
    at: Instant,
}

impl Rates {
    /// Seconds in which an empty bucket fills: opening a page requests twenty files at once.
    const SECONDS: f64 = 5.0;

    /// Maximum number of clients with buckets of their own, which take less than 1 MiB; all others share one bucket.
    const MOST: usize = 4096;

    /// Creates buckets that allow this number of requests per second.
    pub(super) fn new(a_second: u32) -> Self {
        Self { a_second: f64::from(a_second), buckets: Mutex::default() }
    }

    /// Takes a token from the bucket of a client.
    ///
    /// # Errors
    /// The bucket is empty; the error is the time until it has a token.
    pub(super) fn take(&self, client: IpAddr, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let mut key = network(client);
        if buckets.len() >= Self::MOST && !buckets.contains_key(&key) {
            buckets.retain(|_, bucket| self.tokens(bucket, now) < self.most());
            if buckets.len() >= Self::MOST {
                key = Ipv6Addr::UNSPECIFIED.into();
            }
        }
        let bucket = match buckets.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(Bucket { tokens: self.most(), at: now }),
        };
        let tokens = self.tokens(bucket, now);
        let is_left = tokens >= 1.0;
        *bucket = Bucket { tokens: if is_left { tokens - 1.0 } else { tokens }, at: now };
        if is_left { Ok(()) } else { Err(Duration::from_secs_f64((1.0 - tokens) / self.a_second)) }
    }

    const fn most(&self) -> f64 {
        self.a_second * Self::SECONDS
    }

    fn tokens(&self, bucket: &Bucket, now: Instant) -> f64 {
        let since = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.tokens + since * self.a_second).min(self.most())
    }
}

/// Returns an IPv4 address as it is, and the first half of an IPv6 address: each client chooses the second half.
pub(super) fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_what_the_bucket_holds_and_then_its_rate_and_others_have_their_own() {
        let (rates, now) = (Rates::new(2), Instant::now());
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().expect("an address"));
        assert!((0..10).all(|_| rates.take(one, now).is_ok()));
        assert_eq!(rates.take(one, now), Err(Duration::from_millis(500)));
        assert_eq!(rates.take(other, now), Ok(()));
        let later = now + Duration::from_secs(1);
        assert_eq!([(); 3].map(|()| rates.take(one, later).is_ok()), [true, true, false]);
        let much_later = now + Duration::from_secs(3600);
        assert_eq!((0..20).filter(|_| rates.take(one, much_later).is_ok()).count(), 10, "no more than it holds");
    }

    #[test]
    fn addresses_of_one_network_of_version_6_are_one_client() {
        let (rates, now) = (Rates::new(1), Instant::now());
        let taken = |host: u16| rates.take(Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 0, 0, 0, host).into(), now);
        assert!((0..5).all(|host| taken(host).is_ok()));
        assert!(taken(9).is_err());
    }

    #[test]
    fn clients_beyond_the_most_share_a_bucket_and_full_buckets_are_forgotten() {
        let (rates, now) = (Rates::new(1), Instant::now());
        let asked = |from: u32, count: u32, at| {
            (from..from + count)
                .filter(|&host| rates.take(std::net::Ipv4Addr::from_bits(host).into(), at).is_ok())
                .count()
        };
        let most = u32::try_from(Rates::MOST).expect("small");
        assert_eq!(asked(0, most, now), Rates::MOST);
        assert_eq!(asked(most, 20, now), 5);
        assert_eq!(asked(2 * most, 20, now + Duration::from_secs(60)), 20);
    }
}
