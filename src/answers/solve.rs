//! `solve`, `improve`: solves a level, shortens a solution, and reports progress.

use super::request::{LevelRequest, Problem, RequestLimits, Work, row};
use crate::render::SolveRow;
use crate::run::{Limits, Meter};
use crate::search::optimal::Metric;
use crate::solve::{Options, Outcome, Report, SolveProgress, Source, Stages, Steps, Strategy, judge_moves, shorten};
use serde::Deserialize;
use serde_json::json;
use std::time::Instant;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    /// Word of a strategy, or of a group of strategies; by default those of `solve`.
    strategy: Option<String>,
    /// Metric that the solution must be proved shortest in; `None` if any solution will do.
    optimal: Option<String>,
}

/// Answers with the row of `sokoplan solve --explain --json`, after events of progress.
pub(super) fn solve(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: SolveRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(most)?;
    let options = request.options()?;
    // A fault of the level is reported before a stream begins.
    let level = request.level.level()?;
    Ok(Box::new(move |stop, on_progress| {
        let started = Instant::now();
        let on_event = |event| on_progress(progress(started, event));
        let stages = Stages { plan: true, tidy: true, steps: Steps::Labelled, ..Stages::default() };
        let solved = stages.run(&level, &options, &on_event, &mut Meter::new(limits, stop.clone()));
        row(&request.level, SolveRow::new(&level.title, Some(&solved.report)).explained(&level, &solved))
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImproveRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    lurd: String,
    by: String,
}

/// Answers with the row of `sokoplan improve --json`, after an event for each gain.
pub(super) fn improve(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: ImproveRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(most)?;
    let by: Metric = request.by.parse().map_err(|error| Problem::bad_request(format!("by: {error}")))?;
    let level = request.level.level()?;
    let claimed = judge_moves(&level, Source::Improve, &request.lurd);
    let solution = claimed.map_err(|error| Problem::bad_request(format!("lurd: not a solution, {}", error.why)))?;
    Ok(Box::new(move |stop, on_progress| {
        let started = Instant::now();
        let mut meter = Meter::new(limits, stop.clone());
        let on_gain = &mut |pushes: usize, moves: u32| {
            let seconds = started.elapsed().as_secs_f64();
            on_progress(json!({ "moves": moves, "pushes": pushes, "seconds": seconds }).to_string());
        };
        let shortened = shorten(&level, solution, by.into(), &Options::default(), &mut meter, on_gain);
        let (solution, improved) = shortened.map_err(|error| Problem::internal(error.to_string()))?;
        let report = Report::new(Outcome::Solved(solution), Source::Improve);
        let report = Report { improved, time: meter.elapsed(), peak_bytes: meter.peak_bytes(), ..report };
        row(&request.level, SolveRow::new(&level.title, Some(&report)))
    }))
}

impl SolveRequest {
    fn options(&self) -> Result<Options, Problem> {
        let word = self.strategy.as_deref().unwrap_or("all");
        let strategies = Strategy::named(word)
            .filter(|named| named.iter().all(|strategy| !strategy.is_textbook()))
            .ok_or_else(|| Problem::bad_request(format!("strategy: there is no strategy `{word}`")))?;
        let optimal = self.optimal.as_deref().map(str::parse::<Metric>).transpose();
        let optimal = optimal.map_err(|error| Problem::bad_request(format!("optimal: {error}")))?;
        Ok(Options { optimal, ..Options::default() }.with_strategies(strategies))
    }
}

/// Returns the event after a turn of a strategy: the nodes of all its turns so far, and its lowest estimate of the pushes left.
fn progress(started: Instant, event: SolveProgress) -> String {
    let (strategy, nodes, progress) = match event {
        SolveProgress::Turn { strategy, nodes, progress } => (strategy, nodes, progress),
        SolveProgress::Working { strategy, nodes, progress, .. } => (strategy, nodes, Some(progress)),
    };
    let event = json!({
        "strategy": strategy.word(),
        "nodes": nodes,
        "kept": progress.map(|progress| progress.kept),
        "best_estimate": progress.and_then(|progress| progress.best_estimate),
        "seconds": started.elapsed().as_secs_f64(),
    });
    event.to_string()
}
