//! Runs the strategies of one schedule on several threads.
//!
//! The caller begins alone. Later each further thread takes the strategy with the shortest last turn that no other thread has; the
//! first of them tries before, for at most 250 ms, to prove that no solution exists. The first thread to decide the level stops
//! the others. The order of the ends depends on the machine, so results are not reproducible (`FIGURES.md`, Threads).

use super::slot::Slot;
use super::turns::{Order, Schedule};
use super::{Observer, Run, RunEnd, ThreadEnd, ThreadRun};
use crate::run::{Meter, StopFlag};
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub(in crate::solve) struct Crew {
    pub(in crate::solve) threads: usize,
    /// Time during which the caller runs the strategies alone.
    pub(in crate::solve) alone: Duration,
}

/// Runs strategies without a node limit on at most `crew.threads` threads, fewer if the system makes fewer.
pub(in crate::solve) fn side_by_side<K: Copy + PartialEq + Send, R: Default + Send>(
    slots: Vec<Slot<'_, K, R>>,
    crew: Crew,
    prove: impl Fn(&mut Meter) -> bool + Sync,
    observer: &Observer<'_, K>,
    meter: &mut Meter,
) -> Run<K, R> {
    let stop = meter.stop_flag().below();
    let mut meters = meter.split(crew.threads, &stop);
    let schedule = Schedule::new(slots, observer);
    let work = |number: usize, meter: &mut Meter| {
        let _guard = StopOnPanic(&stop);
        if number > 0 && !schedule.goes_on_after(crew.alone) {
            return None;
        }
        let began = Instant::now();
        let (strategies, end) = if number == 1 && is_proved(&prove, meter) {
            (Vec::new(), schedule.ended(RunEnd::Proved))
        } else {
            schedule.work(if number == 0 { Order::ByNext } else { Order::ByLast }, meter)
        };
        if end == ThreadEnd::First {
            stop.raise();
        }
        let (plan_nodes, push_nodes) = (meter.plan_nodes(), meter.push_nodes());
        Some(ThreadRun { strategies, plan_nodes, push_nodes, time: began.elapsed(), end })
    };
    let mut threads: Vec<_> = std::thread::scope(|scope| {
        let mut meters = (0..).zip(&mut meters);
        let own = meters.next();
        let spawn = |(number, meter)| std::thread::Builder::new().spawn_scoped(scope, move || work(number, meter)).ok();
        let others: Vec<_> = meters.map_while(spawn).collect();
        let own = own.and_then(|(number, meter)| work(number, meter));
        let ended = others.into_iter().filter_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(ended).collect()
    });
    if threads.len() == 1 {
        threads.clear();
    }
    meter.gather(&meters);
    schedule.end(threads)
}

struct StopOnPanic<'a>(&'a StopFlag);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// True if `prove` finds a proof within an eighth of the time, and 250 ms, as its thread begins to search after it.
fn is_proved(prove: impl Fn(&mut Meter) -> bool, meter: &mut Meter) -> bool {
    const LONGEST: Duration = Duration::from_millis(250);
    let time = meter.time_left().map_or(LONGEST, |time| LONGEST.min(time / 8));
    meter.within(None, Some(time), prove)
}

#[cfg(test)]
mod tests {
    use super::super::Turn;
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_in_one_thread_stops_the_others_and_goes_on_in_the_caller() {
        let waits = |meter: &mut Meter| loop {
            meter.check()?;
        };
        let slots = vec![
            Slot::<_, ()>::new("waits", [Turn::ENDLESS; 2], 1, waits),
            Slot::new("broken", [Turn::ENDLESS; 2], 1, |_| panic!("broken")),
        ];
        let crew = Crew { threads: 3, alone: Duration::ZERO };
        let run = || side_by_side(slots, crew, |_| false, &|_| {}, &mut Meter::unlimited());
        let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("a panic");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"broken"));
    }
}
