//! Signals that ask the program to end.
//!
//! Ctrl-C, SIGTERM (of `timeout`, Slurm, a shutdown) and SIGHUP (of a closed terminal) raise one flag; subcommands then
//! write what they have and end with 128 + the signal. The second signal ends the program at once.

use super::Failure;
use crate::run::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// The last signal, 0 before one came.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// Returns a flag that a signal raises.
///
/// # Errors
/// The system takes no signal handlers.
pub(super) fn interruptible() -> Result<StopFlag, Failure> {
    let raised = Arc::new(AtomicBool::new(false));
    let listen = |signal| -> io::Result<()> {
        // In this order: the first signal raises the flag, and the second finds it raised.
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&raised))?;
        flag::register_usize(signal, Arc::clone(&SIGNAL), usize::try_from(signal).unwrap_or_default())?;
        flag::register(signal, Arc::clone(&raised))?;
        Ok(())
    };
    let signals = [SIGINT, SIGTERM].into_iter().chain(hangup());
    signals
        .into_iter()
        .try_for_each(listen)
        .map_err(|error| Failure::message(format!("cannot listen for signals: {error}")))?;
    Ok(StopFlag::from(raised))
}

/// Returns whether a signal has come.
pub(super) fn has_come() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Returns the exit code of an interrupted run, 130 where no signal was the reason.
pub(super) fn code() -> u8 {
    let signal = match SIGNAL.load(Ordering::Relaxed) {
        0 => SIGINT,
        signal => i32::try_from(signal).unwrap_or(SIGINT),
    };
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// Returns SIGHUP, unless `nohup` had it ignored.
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hangup() -> Option<i32> {
    None
}
