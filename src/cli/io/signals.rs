//! Signals that end the program: Ctrl-C, SIGTERM (of `timeout`, Slurm, a shutdown) and SIGHUP (of a closed terminal) raise one
//! flag; subcommands then write what they have and end with 128 + the signal. The second signal, or the first while the program
//! waits for input, ends the program at once and removes its temporary files.

use super::message::{self, Failure, Result};
use crate::run::StopFlag;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Number of the last signal; 0 before the first.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

static WAITS: AtomicBool = AtomicBool::new(false);

/// Listens for signals from now on, and returns the flag that they raise. Called before a file is begun, so that no temporary file
/// stays; later calls return the same flag.
pub(crate) fn interruptible() -> Result<StopFlag> {
    static FLAG: LazyLock<Result<StopFlag, String>> = LazyLock::new(|| listen().map_err(|error| error.to_string()));
    FLAG.clone().map_err(|error| Failure::message(format!("cannot listen for signals: {error}")))
}

fn listen() -> io::Result<StopFlag> {
    let raised = Arc::new(AtomicBool::new(false));
    let listen = |signal| -> io::Result<()> {
        flag::register_usize(signal, Arc::clone(&SIGNAL), usize::try_from(signal).unwrap_or_default())?;
        flag::register(signal, Arc::clone(&raised))?;
        Ok(())
    };
    let signals: Vec<i32> = [SIGINT, SIGTERM].into_iter().chain(hangup()).collect();
    let listening = signals.iter().try_for_each(|&signal| listen(signal)).and_then(|()| end_at_the_second(&signals));
    // If a file grows beyond the limit of the system, the write fails, like on a full disk, instead of the process.
    #[cfg(unix)]
    let listening = listening.and_then(|()| flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(|_| ()));
    listening.map(|()| StopFlag::from(raised))
}

/// Starts a thread that ends the process: a signal handler may not remove files.
#[cfg(unix)]
fn end_at_the_second(signals: &[i32]) -> io::Result<()> {
    let mut caught = signal_hook::iterator::Signals::new(signals)?;
    let wait = move || {
        let mut signals = caught.forever();
        let first = signals.next().filter(|_| WAITS.load(Ordering::SeqCst));
        if let Some(signal) = first.or_else(|| signals.next()) {
            crate::files::remove_temporaries();
            std::process::exit(128 + signal);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("signals".to_owned()).spawn(wait) {
        message::note(&format!("no further thread can be made: {error}: the work continues with the present threads"));
        return shut_down_at_the_second(signals);
    }
    Ok(())
}

#[cfg(not(unix))]
fn end_at_the_second(signals: &[i32]) -> io::Result<()> {
    shut_down_at_the_second(signals)
}

/// Lets the second signal end the process without a thread, so that temporary files stay.
fn shut_down_at_the_second(signals: &[i32]) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    signals.iter().try_for_each(|&signal| {
        flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&ended))?;
        flag::register(signal, Arc::clone(&ended)).map(|_| ())
    })
}

/// Calls `work`, which may block without end, as on a pipe, a terminal or a FIFO: the first signal ends the program.
pub(crate) fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::SeqCst);
    let done = work();
    WAITS.store(false, Ordering::SeqCst);
    done
}

pub(crate) struct InterruptibleReader<R>(pub(crate) R);

impl<R: Read> Read for InterruptibleReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        waiting(|| self.0.read(bytes))
    }
}

pub(crate) fn has_come() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Returns the exit code of an interrupted run: 128 + the signal, 130 if no signal was the reason.
pub(crate) fn code() -> u8 {
    let signal = match SIGNAL.load(Ordering::Relaxed) {
        0 => SIGINT,
        signal => i32::try_from(signal).unwrap_or(SIGINT),
    };
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

/// Returns the number of the signal SIGHUP; `None` if `nohup` makes the program ignore this signal.
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use signal_hook::consts::SIGHUP;
    // signal-hook replaces the handler of a signal and tells nothing of the one before; without `unsafe` only Linux's table
    // of the process says what `nohup` has set. Elsewhere the signal is listened to.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hangup() -> Option<i32> {
    None
}
