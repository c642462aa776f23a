//! Several searches of one level side by side, each on a thread of its own.
//!
//! In come a level and the options; out comes what the first search to be done has found: a verified solution, or a proof
//! that there is none. It stops the others. All share one memory limit and one time limit; a node limit is dealt out in
//! equal parts. Which search is first depends on the machine and on chance, so nothing here is repeatable.

use super::solver::{Found, judge, one_by_one};
use super::{Explanation, Options, Racer, Sides, Strategy};
use crate::level::Level;
use crate::maze::Maze;
use crate::run::{Answer, Ended, Meter, Stop, StopFlag};
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
    let done: Vec<Done> = std::thread::scope(|scope| {
        let run = |(number, (lot, meter)): (usize, (Lot, Meter))| {
            let (winner, stop) = (&winner, &stop);
            scope.spawn(move || run(level, maze, options, lot, meter, || claim(winner, number, stop)))
        };
        let threads: Vec<_> = lots.into_iter().zip(crew).enumerate().map(run).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    conclude(done, winner.get().copied(), explanation, meter)
}

/// Who is first, stops all others.
fn claim(winner: &OnceLock<usize>, number: usize, stop: &StopFlag) -> bool {
    let is_first = winner.set(number).is_ok();
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
    mut meter: Meter,
    claim: impl FnOnce() -> bool,
) -> Done {
    let began = Instant::now();
    let options = Options { sides: lot.sides(), ..options.clone() };
    let mut explanation = Explanation::default();
    let found = one_by_one(level, maze, &options, &lot.strategies, &mut explanation, &mut meter);
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
    Done { found, explanation, racer, meter }
}

/// The story of the winner, or of the first where there is none, with what all have spent.
fn conclude(mut done: Vec<Done>, winner: Option<usize>, explanation: &mut Explanation, meter: &mut Meter) -> Found {
    let stopped = done.iter().filter_map(|done| match done.found.ended {
        Ended::Stopped(stop) => Some(stop),
        _ => None,
    });
    let stopped: Vec<Stop> = stopped.collect();
    let shares = done.iter_mut().flat_map(|done| std::mem::take(&mut done.explanation.shares)).collect();
    let mut racers = Vec::new();
    let mut told = None;
    for (number, Done { found, explanation, mut racer, meter: spent }) in done.into_iter().enumerate() {
        meter.gather(&spent);
        if winner.is_some() && racer.ended == Answer::Interrupted.word() {
            racer.ended = "outrun";
        }
        racers.push(racer);
        if number == winner.unwrap_or(0) {
            told = Some((found, explanation));
        }
    }
    let Some((found, story)) = told else { return Found { ended: Ended::Exhausted, by: "", proves: false } };
    *explanation = Explanation { shares, racers, ..story };
    if winner.is_some() {
        return found;
    }
    let order = [Stop::Interrupted, Stop::TimeLimit, Stop::NodeLimit, Stop::MemoryLimit];
    let ended = order.into_iter().find(|stop| stopped.contains(stop)).map_or(Ended::Exhausted, Ended::Stopped);
    Found { ended, by: found.by, proves: false }
}
