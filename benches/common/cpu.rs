//! CPU time.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Returns the CPU seconds of this thread; wall-clock time if the system does not report them.
pub(crate) fn seconds() -> f64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or_else(|| since_start().as_secs_f64(), |nanos| nanos / 1e9)
}

fn since_start() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
