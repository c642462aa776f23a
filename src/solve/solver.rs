//! Plans first, then the full push search, then the judge.

use super::optimal::optimal;
use super::plan_side::plan_side;
use super::portfolio::race;
use super::{Explanation, Options, Report, Sides, Solution, Strategy, Takeover, rotate};
use crate::heuristic::MinCostMatching;
use crate::level::{Level, Lurd, Position, verify};
use crate::maze::{Areas, Maze};
use crate::push::{Push, walk_and_push};
use crate::run::{Answer, Ended, Meter, Stop, drive};
use crate::search::textbook::Setup;

/// What the searches came to, before the judge has looked at it.
pub(super) struct Found {
    pub(super) ended: Ended<Vec<Push>>,
    pub(super) by: &'static str,
    pub(super) proves: bool,
}

/// Solves a level under the meter's limits.
pub fn solve(level: &Level, options: &Options, meter: &mut Meter) -> Report {
    let mut explanation = Explanation::default();
    let is_solved = level.start.is_solved(&level.board);
    let mut lower_bound = options.optimal.map(|_| 0);
    let found = match options.optimal {
        _ if is_solved => Found { ended: Ended::Found(Vec::new()), by: "start", proves: true },
        Some(metric) => {
            let proved = optimal(level, metric, &options.rules.optimal, meter);
            lower_bound = Some(proved.lower_bound);
            explanation.proof = proved.proof;
            Found { ended: proved.ended, by: "optimal", proves: true }
        }
        None => search(level, options, &mut explanation, meter),
    };
    let report = report(level, found, explanation, meter);
    let lower_bound = lower_bound.filter(|_| report.answer != Answer::Unsolvable);
    Report { metric: options.optimal, lower_bound, ..report }
}

/// The report of a plan that was made outside [`solve`]: its pushes are replayed, and its story is told as it is.
/// `proves` says that running dry was a proof.
pub fn report_plan(
    level: &Level,
    ended: Ended<Vec<Push>>,
    proves: bool,
    explanation: Explanation,
    meter: &Meter,
) -> Report {
    report(level, Found { ended, by: "plan", proves }, explanation, meter)
}

fn search(level: &Level, options: &Options, explanation: &mut Explanation, meter: &mut Meter) -> Found {
    let maze = match Maze::new(&level.board, meter) {
        Ok(maze) => maze,
        Err(stop) => return Found { ended: Ended::Stopped(stop), by: "maze", proves: false },
    };
    if let Some(setup) = &options.textbook {
        return textbook(level, &maze, setup, explanation, meter);
    }
    match is_lost(&maze, &level.start, meter) {
        Ok(false) => {}
        Ok(true) => return Found { ended: Ended::Exhausted, by: "start", proves: true },
        Err(stop) => return Found { ended: Ended::Stopped(stop), by: "start", proves: false },
    }
    if options.threads > 1 {
        return race(level, &maze, options, explanation, meter);
    }
    one_by_one(level, &maze, options, &options.strategies(), explanation, meter)
}

/// Is there no goal for each box, even if the boxes did not hinder each other? Abstract plans look at rooms one by one,
/// and would not notice.
fn is_lost(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<bool, Stop> {
    let places: Vec<_> = start.boxes.iter().map(|&b| maze.place(b, start.player)).collect();
    Ok(MinCostMatching::default().solve(&maze.distances, &places, meter)?.is_none())
}

/// The sides that the options name, the push side with these searches.
pub(super) fn one_by_one(
    level: &Level,
    maze: &Maze<'_>,
    options: &Options,
    strategies: &[Strategy],
    explanation: &mut Explanation,
    meter: &mut Meter,
) -> Found {
    if options.sides != Sides::PushOnly {
        let found = plan_side(level, maze, options, explanation, meter);
        let is_proof = found.proves && found.ended == Ended::Exhausted;
        if options.sides == Sides::PlanOnly || is_proof || matches!(found.ended, Ended::Found(_)) {
            return found;
        }
        if let Err(stop) = meter.exhausted() {
            return Found { ended: Ended::Stopped(stop), ..found };
        }
        let used_up = matches!(found.ended, Ended::Stopped(_));
        let takeover = if used_up { Takeover::ShareUsed } else { Takeover::RanDry };
        explanation.takeover.get_or_insert(takeover);
    } else {
        explanation.takeover = Some(Takeover::Asked);
    }
    let areas = Areas::new(&level.board, options.rooms_by, &options.patterns);
    let rotated = rotate(strategies, maze, &level.start, &areas, options, meter);
    (explanation.shares, explanation.progress) = (rotated.shares, rotated.progress);
    Found { ended: rotated.ended, by: rotated.by.word(), proves: rotated.proves }
}

/// One search of the textbooks, alone.
fn textbook(level: &Level, maze: &Maze<'_>, setup: &Setup, told: &mut Explanation, meter: &mut Meter) -> Found {
    told.setup = Some(setup.clone());
    let by = setup.strategy.word();
    let mut search = match setup.begin(maze, &level.start, meter) {
        Ok(search) => search,
        Err(stop) => return Found { ended: Ended::Stopped(stop), by, proves: false },
    };
    let ended = drive(&mut *search, meter);
    told.progress = search.progress();
    Found { ended, by, proves: search.is_complete() }
}

/// Replays what was found by code that shares nothing with the search; only then is it a solution.
pub(super) fn judge(level: &Level, pushes: &[Push]) -> Option<Solution> {
    let (lurd, _) = walk_and_push(&level.board, &level.start, pushes)?;
    let metrics = verify(&level.board, &level.start, &lurd.parse::<Lurd>().ok()?).ok()?;
    Some(Solution { lurd, metrics })
}

fn report(level: &Level, found: Found, explanation: Explanation, meter: &Meter) -> Report {
    let Found { ended, by, proves } = found;
    let (answer, solution, stop) = match ended {
        Ended::Found(pushes) => match judge(level, &pushes) {
            Some(solution) => (Answer::Solved, Some(solution), "found"),
            None => (Answer::GaveUp, None, "refuted"),
        },
        Ended::Exhausted if proves => (Answer::Unsolvable, None, "exhausted"),
        Ended::Exhausted => (Answer::GaveUp, None, "exhausted"),
        Ended::Stopped(stop) => (Answer::from(stop), None, word(stop)),
    };
    Report {
        plan_share: if solution.is_some() && by == "plan" { 1.0 } else { 0.0 },
        solved_by: solution.is_some().then_some(by),
        answer,
        solution,
        metric: None,
        lower_bound: None,
        stop,
        plan_nodes: meter.plan_nodes(),
        push_nodes: meter.push_nodes(),
        time: meter.elapsed(),
        peak_bytes: meter.peak_bytes(),
        improved: None,
        explanation,
    }
}

const fn word(stop: Stop) -> &'static str {
    Answer::word(match stop {
        Stop::TimeLimit => Answer::TimeLimit,
        Stop::NodeLimit => Answer::NodeLimit,
        Stop::MemoryLimit => Answer::MemoryLimit,
        Stop::Interrupted => Answer::Interrupted,
    })
}
