//! Signals that ask the program to end: Ctrl-C, SIGTERM (of `timeout`, Slurm, a shutdown) and SIGHUP (of a closed
//! terminal) raise one flag; subcommands then write what they have and end with 128 + the signal. The second signal
//! ends the program at once and removes its temporary files.

use super::{Failure, message};
use crate::run::{Stop, StopFlag};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of the last signal; 0 before the first.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

pub(super) fn interruptible() -> Result<StopFlag, Failure> {
    let raised = Arc::new(AtomicBool::new(false));
    let listen = |signal| -> io::Result<()> {
        flag::register_usize(signal, Arc::clone(&SIGNAL), usize::try_from(signal).unwrap_or_default())?;
        flag::register(signal, Arc::clone(&raised))?;
        Ok(())
    };
    let signals: Vec<i32> = [SIGINT, SIGTERM].into_iter().chain(hangup()).collect();
    let listening = signals.iter().try_for_each(|&signal| listen(signal)).and_then(|()| end_at_the_second(&signals));
    // Where a file grows beyond the limit of the system, the write fails, as on a full disk, instead of the process.
    #[cfg(unix)]
    let listening = listening.and_then(|()| flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).map(|_| ()));
    listening.map_err(|error| Failure::message(format!("cannot listen for signals: {error}")))?;
    Ok(StopFlag::from(raised))
}

/// Starts a thread that ends the process at the second signal: a signal handler may not remove files.
#[cfg(unix)]
fn end_at_the_second(signals: &[i32]) -> io::Result<()> {
    let mut heard = signal_hook::iterator::Signals::new(signals)?;
    let wait = move || {
        if let Some(signal) = heard.forever().nth(1) {
            crate::files::remove_temporaries();
            std::process::exit(128 + signal);
        }
    };
    if let Err(error) = std::thread::Builder::new().name("signals".to_owned()).spawn(wait) {
        message::note(&format!("no further thread can be made: {error}: the work goes on with those there are"));
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

/// Returns what `work` returns, which may block without end; after a signal an error, while a thread goes on with
/// `work`.
pub(super) fn until_signal<T: Send + 'static>(
    work: impl Fn() -> io::Result<T> + Send + Sync + 'static,
) -> io::Result<T> {
    until(None, work)
}

/// Returns what `work` returns, as [`until_signal`] does, or an error once it has taken longer than `time`.
pub(super) fn until<T: Send + 'static>(
    time: Option<Duration>,
    work: impl Fn() -> io::Result<T> + Send + Sync + 'static,
) -> io::Result<T> {
    /// Time between two looks at the signal and the clock, and enough for work that does not block.
    const PAUSE: Duration = Duration::from_millis(100);
    let (began, work) = (Instant::now(), Arc::new(work));
    let (sender, receiver) = mpsc::sync_channel(1);
    let theirs = Arc::clone(&work);
    if std::thread::Builder::new().spawn(move || sender.send(theirs())).is_err() {
        return work();
    }
    loop {
        match receiver.recv_timeout(PAUSE) {
            Err(RecvTimeoutError::Timeout) if has_come() => return Err(io::Error::other(Stop::Interrupted)),
            Err(RecvTimeoutError::Timeout) if time.is_some_and(|time| began.elapsed() > time) => {
                return Err(io::Error::other(Stop::TimeLimit));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(error) => return Err(io::Error::other(error)),
            Ok(done) => return done,
        }
    }
}

/// Reader of what may block without end, as a pipe or a terminal; a signal ends the wait.
pub(super) struct UntilSignal<R>(Arc<Mutex<R>>);

impl<R> UntilSignal<R> {
    pub(super) fn new(reader: R) -> Self {
        Self(Arc::new(Mutex::new(reader)))
    }
}

impl<R: Read + Send + 'static> Read for UntilSignal<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let (reader, most) = (Arc::clone(&self.0), bytes.len());
        let piece = until_signal(move || {
            let mut piece = vec![0; most];
            let read = reader.lock().unwrap_or_else(PoisonError::into_inner).read(&mut piece)?;
            piece.truncate(read);
            Ok(piece)
        })?;
        bytes[..piece.len()].copy_from_slice(&piece);
        Ok(piece.len())
    }
}

pub(super) fn has_come() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Returns the exit code of an interrupted run: 128 + the signal, 130 if no signal was the reason.
pub(super) fn code() -> u8 {
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
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hangup() -> Option<i32> {
    None
}
