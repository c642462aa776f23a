//! Several searches of one level side by side, each on a thread of its own.
//!
//! In come a level and the options; out comes what the first search to be done has found: a verified solution, or a proof
//! that there is none. It stops the others. All share one perimeter of pulls, one memory limit and one time limit; a node limit is dealt out in
//! equal parts. Which search is first depends on the machine and on chance, so nothing here is repeatable.

use super::solver::{Found, judge, one_by_one};
use super::{Explanation, Options, Racer, Sides, Strategy};
use crate::level::Level;
use crate::maze::Maze;
use crate::run::{Answer, Ended, Meter, Stop, StopFlag};
use crate::search::Perimeter;
use std::sync::OnceLock;
use std::time::Instant;

/// What one thread takes turns at.
#[derive(Clone, Debug, Default)]
struct Lot {
    plans: bool,
    strategies: Vec<Strategy>,
}

/// What came of it.
struct Done {
    found: Found,
    explanation: Explanation,
    racer: Racer,
    meter: Meter,
    /// It was the first to decide the level.
    is_first: bool,
}

/// Runs the plan side and the push searches beside each other.
pub(super) fn race(
    level: &Level,
    maze: &Maze<'_>,
    options: &Options,
    explanation: &mut Explanation,
    meter: &mut Meter,
) -> Found {
    let lots = lots(options);
    let stop = meter.stop_flag().below();
    let winner = OnceLock::new();
    let crew = meter.crew(lots.len(), &stop);
    let perimeter = Perimeter::new(level.board.len());
    let work = |(lot, meter)| run(level, maze, options, lot, &perimeter, meter, || claim(&winner, &stop));
    let done = side_by_side(lots.into_iter().zip(crew), &stop, work);
    conclude(done, explanation, meter)
}

/// Does each task on a thread of its own; what comes of them is in their order. Where one panics, `stop` is raised, and
/// once all have ended the panic goes on in the caller.
fn side_by_side<T: Send, R: Send>(
    tasks: impl Iterator<Item = T>,
    stop: &StopFlag,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    std::thread::scope(|scope| {
        let run = |task| {
            scope.spawn(move || {
                let _guard = StopOnPanic(stop);
                work(task)
            })
        };
        let threads: Vec<_> = tasks.map(run).collect();
        let ended: Vec<_> = threads.into_iter().map(|thread| thread.join()).collect();
        ended.into_iter().map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Raises the flag when it is dropped by a panic.
struct StopOnPanic<'a>(&'a StopFlag);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.raise();
        }
    }
}

/// Stops all others; returns whether nobody did so before.
fn claim(winner: &OnceLock<()>, stop: &StopFlag) -> bool {
    let is_first = winner.set(()).is_ok();
    stop.raise();
    is_first
}

/// The plan side and the push searches, dealt out to so many threads: one each, what is left from the last one on, so
/// that the plans have a thread of their own for as long as there are enough.
fn lots(options: &Options) -> Vec<Lot> {
    let strategies = options.strategies();
    let plans = (options.sides != Sides::PushOnly).then_some(None);
    let pushes = strategies.iter().copied().map(Some).filter(|_| options.sides != Sides::PlanOnly);
    let jobs: Vec<Option<Strategy>> = plans.into_iter().chain(pushes).collect();
    let mut lots = vec![Lot::default(); options.threads.clamp(1, jobs.len().max(1))];
    let count = lots.len();
    for (number, job) in jobs.into_iter().enumerate() {
        let lot = &mut lots[if number < count { number } else { count - 1 - number % count }];
        match job {
            None => lot.plans = true,
            Some(strategy) => lot.strategies.push(strategy),
        }
    }
    lots
}

impl Lot {
    const fn sides(&self) -> Sides {
        match (self.plans, self.strategies.is_empty()) {
            (true, true) => Sides::PlanOnly,
            (true, false) => Sides::Both,
            (false, _) => Sides::PushOnly,
        }
    }

    fn words(&self) -> String {
        let plan = self.plans.then_some("plan");
        let words: Vec<&str> = plan.into_iter().chain(self.strategies.iter().map(|s| s.word())).collect();
        words.join("+")
    }
}

/// One thread.
fn run(
    level: &Level,
    maze: &Maze<'_>,
    options: &Options,
    lot: Lot,
    perimeter: &Perimeter,
    mut meter: Meter,
    claim: impl FnOnce() -> bool,
) -> Done {
    let began = Instant::now();
    let options = Options { sides: lot.sides(), ..options.clone() };
    let mut explanation = Explanation::default();
    let found = one_by_one(level, maze, &options, &lot.strategies, perimeter, &mut explanation, &mut meter);
    // Side by side nobody takes over from others.
    explanation.takeover = None;
    let is_decided = match &found.ended {
        Ended::Found(pushes) => judge(level, pushes).is_some(),
        Ended::Exhausted => found.proves,
        Ended::Stopped(_) => false,
    };
    let is_first = is_decided && claim();
    let ended = match (&found.ended, is_first) {
        (_, true) => "first",
        (Ended::Found(_), false) => "late",
        (Ended::Exhausted, false) => "exhausted",
        (Ended::Stopped(stop), false) => Answer::from(*stop).word(),
    };
    let racer = Racer {
        what: lot.words(),
        plan_nodes: meter.plan_nodes(),
        push_nodes: meter.push_nodes(),
        time: began.elapsed(),
        ended,
    };
    Done { found, explanation, racer, meter, is_first }
}

/// The story of the winner, or of the first where there is none, with what all have spent.
fn conclude(mut done: Vec<Done>, explanation: &mut Explanation, meter: &mut Meter) -> Found {
    let is_decided = done.iter().any(|done| done.is_first);
    let stopped = done.iter().filter_map(|done| match done.found.ended {
        Ended::Stopped(stop) => Some(stop),
        _ => None,
    });
    let stopped: Vec<Stop> = stopped.collect();
    let shares = done.iter_mut().flat_map(|done| std::mem::take(&mut done.explanation.shares)).collect();
    let mut racers = Vec::new();
    let mut told = None;
    for Done { found, explanation, mut racer, meter: spent, is_first } in done {
        meter.gather(&spent);
        if is_decided && racer.ended == Answer::Interrupted.word() {
            racer.ended = "outrun";
        }
        racers.push(racer);
        if is_first || told.is_none() {
            told = Some((found, explanation));
        }
    }
    let Some((found, story)) = told else { return Found { ended: Ended::Exhausted, by: "", proves: false } };
    *explanation = Explanation { shares, racers, ..story };
    if is_decided {
        return found;
    }
    let order = [Stop::Interrupted, Stop::TimeLimit, Stop::NodeLimit, Stop::MemoryLimit];
    let ended = order.into_iter().find(|stop| stopped.contains(stop)).map_or(Ended::Exhausted, Ended::Stopped);
    Found { ended, by: found.by, proves: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_panic_in_one_thread_stops_the_others_and_goes_on_in_the_caller() {
        let stop = StopFlag::default();
        let work = |number: usize| {
            assert!(number != 1, "thread {number} is broken");
            while !stop.is_raised() {
                std::thread::yield_now();
            }
        };
        let ended = catch_unwind(AssertUnwindSafe(|| side_by_side(0..3, &stop, work)));
        let panic = ended.expect_err("a panic");
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("thread 1 is broken"));
    }
}
