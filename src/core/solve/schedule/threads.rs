//! Runs the list of strategies on several threads.
//!
//! Each thread runs a part of the list by itself. The last one, whose strategies have the smallest sum of shares, first spends an
//! eighth of its limits, and at most 250 ms, on a proof that no solution exists. The first to decide the level stops the
//! others. All share a time limit; limits of nodes and memory are divided equally. The order of the ends depends on the machine,
//! so results are not reproducible (`FIGURES.md`, Threads).

use super::end::{Run, RunEnd, ThreadEnd, ThreadRun};
use super::slot::Slot;
use super::turn::Observer;
use super::turns::one_by_one;
use crate::run::{Meter, Stop, StopFlag};
use itertools::Itertools;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

/// Run, counts and meter of one thread that has ended.
struct Done<K, R> {
    run: Run<K, R>,
    thread: ThreadRun<K>,
    meter: Meter,
}

/// Runs strategies on at most `threads` threads, and returns one run for all. `slots` returns the list of strategies; each
/// thread takes its own from it.
pub(in crate::solve) fn side_by_side<'s, K: Copy + Send, R: Default + Send>(
    slots: impl Fn() -> Vec<Slot<'s, K, R>> + Sync,
    threads: usize,
    prove: impl Fn(&mut Meter) -> bool + Sync,
    observer: &Observer<'_, K>,
    meter: &mut Meter,
) -> Run<K, R> {
    let assignments = split(&slots(), threads);
    let last = assignments.len() - 1;
    let stop = meter.stop_flag().below();
    let first = OnceLock::new();
    let meters = meter.split(assignments.len(), &stop);
    let work = |(place, (numbers, mut meter)): (usize, (Vec<usize>, Meter))| {
        let claim = || {
            let is_first = first.set(()).is_ok();
            stop.raise();
            is_first
        };
        let began = Instant::now();
        let all = slots().into_iter().enumerate();
        let slots: Vec<_> = all.filter(|(number, _)| numbers.contains(number)).map(|(_, slot)| slot).collect();
        let strategies: Vec<K> = slots.iter().map(|slot| slot.strategy).collect();
        // The last thread has the smallest shares of turns, so a proof before them delays least.
        let run = if place == last && is_proved(&prove, &mut meter) {
            Run { end: RunEnd::Proved, ..Run::none() }
        } else {
            one_by_one(slots, None, observer, &mut meter)
        };
        done(strategies, run, meter, began, claim)
    };
    merge(on_threads(assignments.into_iter().zip(meters).enumerate(), &stop, work), meter)
}

/// Divides strategies, by number, among threads: neighbours that stay together are a job, and so is each other strategy. The jobs with the largest shares of turns come first, each for the thread with the smallest sum of shares.
fn split<K: Copy, R: Default>(slots: &[Slot<'_, K, R>], threads: usize) -> Vec<Vec<usize>> {
    let share = |numbers: &[usize]| numbers.iter().map(|&number| slots[number].share).sum::<u32>();
    let numbers: Vec<usize> = (0..slots.len()).collect();
    let jobs = numbers.chunk_by(|&one, &next| slots[one].stays_together && slots[next].stays_together);
    let jobs: Vec<&[usize]> = jobs.sorted_by_key(|job| Reverse(share(job))).collect();
    let mut assignments = vec![Vec::new(); threads.clamp(1, jobs.len().max(1))];
    for job in jobs {
        if let Some(least) = assignments.iter_mut().min_by_key(|numbers| share(numbers)) {
            least.extend(job);
        }
    }
    // The thread with the smallest sum comes last, and makes the first proof.
    assignments.sort_by_key(|numbers| Reverse(share(numbers)));
    assignments
}

/// Runs each task on a thread of its own, and returns the results in the order of the tasks. Tasks for which the system
/// makes no thread are run by the caller, one after the other. If a task panics, `stop` is raised, and when all tasks
/// have ended the panic is resumed in the caller.
fn on_threads<T: Send, R: Send>(
    tasks: impl Iterator<Item = T>,
    stop: &StopFlag,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    // A thread takes its task out of the cell, so that the task is still there if no thread is made.
    let tasks: Vec<Mutex<Option<T>>> = tasks.map(|task| Mutex::new(Some(task))).collect();
    let run = |task: &Mutex<Option<T>>| {
        let _guard = StopOnPanic(stop);
        let task = task.lock().unwrap_or_else(PoisonError::into_inner).take();
        task.map(&work)
    };
    std::thread::scope(|scope| {
        let spawn = |task| std::thread::Builder::new().spawn_scoped(scope, move || run(task)).map_err(|_| task);
        let threads: Vec<_> = tasks.iter().map(spawn).collect();
        let ended = |thread: Result<ScopedJoinHandle<'_, _>, _>| match thread {
            Ok(thread) => thread.join(),
            Err(task) => catch_unwind(AssertUnwindSafe(|| run(task))),
        };
        let ended: Vec<_> = threads.into_iter().map(ended).collect();
        ended.into_iter().filter_map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Raises the flag when dropped by a panic.
struct StopOnPanic<'a>(&'a StopFlag);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// Maximum time of a proof that no solution exists, as its thread begins to search after it.
const LONGEST_PROOF: Duration = Duration::from_millis(250);

/// True if `prove` finds a proof within an eighth of the limits and [`LONGEST_PROOF`].
fn is_proved(prove: impl Fn(&mut Meter) -> bool, meter: &mut Meter) -> bool {
    let nodes = meter.nodes_left().map(|nodes| nodes / 8);
    let time = meter.time_left().map_or(LONGEST_PROOF, |time| LONGEST_PROOF.min(time / 8));
    meter.within(nodes, Some(time), prove)
}

/// Returns the result of one thread. `claim` stops the other threads; it returns true for the first thread that calls
/// it.
fn done<K, R>(
    strategies: Vec<K>,
    run: Run<K, R>,
    meter: Meter,
    began: Instant,
    claim: impl FnOnce() -> bool,
) -> Done<K, R> {
    let is_decided = matches!(run.end, RunEnd::Found(_) | RunEnd::Unsolvable | RunEnd::Proved);
    let end = match run.end {
        _ if is_decided && claim() => ThreadEnd::First,
        RunEnd::Found(_) => ThreadEnd::Late,
        RunEnd::Unsolvable | RunEnd::Proved | RunEnd::GaveUp => ThreadEnd::Exhausted,
        RunEnd::Stopped(stop) => ThreadEnd::Stopped(stop),
    };
    let (plan_nodes, push_nodes) = (meter.plan_nodes(), meter.push_nodes());
    let thread = ThreadRun { strategies, plan_nodes, push_nodes, time: began.elapsed(), end };
    Done { run, thread, meter }
}

/// Returns the run of the thread that decided the level, or of the first thread if none did, with the slots of all threads.
fn merge<K, R>(done: Vec<Done<K, R>>, meter: &mut Meter) -> Run<K, R> {
    let is_decided = done.iter().any(|done| done.thread.end == ThreadEnd::First);
    let (mut all, mut stops, mut spent) = (Run::none(), Vec::new(), Vec::new());
    for (place, Done { mut run, mut thread, meter: member }) in done.into_iter().enumerate() {
        spent.push(member);
        if let RunEnd::Stopped(stop) = run.end {
            stops.push(stop);
        }
        if thread.end == ThreadEnd::First || place == 0 {
            all.decisive = all.slots.len()..all.slots.len() + run.slots.len();
            (all.end, all.last) = (run.end, run.last);
        }
        all.slots.append(&mut run.slots);
        // It was stopped by the thread that decided the level, not by the user.
        if is_decided && thread.end == ThreadEnd::Stopped(Stop::Interrupted) {
            thread.end = ThreadEnd::Outrun;
        }
        all.threads.push(thread);
    }
    meter.gather(&spent);
    if !is_decided {
        all.end = weightiest(&stops).map_or(RunEnd::GaveUp, RunEnd::Stopped);
    }
    all
}

/// Returns the reason in `stops` that is first in the order interrupted, time, nodes, memory; `None` without any.
fn weightiest(stops: &[Stop]) -> Option<Stop> {
    let order = [Stop::Interrupted, Stop::TimeLimit, Stop::NodeLimit, Stop::MemoryLimit];
    order.into_iter().find(|stop| stops.contains(stop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Limits;

    #[test]
    fn a_panic_in_one_thread_stops_the_others_and_goes_on_in_the_caller() {
        let stop = StopFlag::default();
        let work = |number: usize| {
            assert!(number != 1, "thread {number} is broken");
            while !stop.is_raised() {
                std::thread::yield_now();
            }
        };
        let ended = catch_unwind(AssertUnwindSafe(|| on_threads(0..3, &stop, work)));
        let panic = ended.expect_err("a panic");
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("thread 1 is broken"));
    }

    #[test]
    fn a_proof_is_tried_for_within_an_eighth_of_the_limits() {
        let limits = Limits { nodes: Some(80), time: Some(Duration::from_secs(80)), memory: None };
        let mut meter = Meter::new(limits, StopFlag::default());
        let left = std::cell::Cell::default();
        let prove = |meter: &mut Meter| {
            left.set((meter.nodes_left(), meter.time_left()));
            true
        };
        assert!(is_proved(prove, &mut meter) && !is_proved(|_| false, &mut meter));
        let (nodes, time) = left.get();
        assert_eq!(nodes, Some(10));
        assert!(time.is_some_and(|time| time <= LONGEST_PROOF), "{time:?}");
        assert_eq!(meter.nodes_left(), Some(80), "and the limits of the run stay");
    }
}
