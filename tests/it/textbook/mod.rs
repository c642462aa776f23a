//! The textbook searches against a plain search that shares no code with them, on small random levels.

use crate::common::judged::Judged;
use sokoplan::level::Level;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, solve};
use sokoplan::textbook::Setup;
use std::ops::Range;

fn setup(name: &str) -> Setup {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Report of `solve` on a level with one strategy alone.
fn run(level: &Level, setup: Setup, limits: Limits) -> Report {
    let options = Options { textbook: Some(setup), ..Options::default() };
    solve(level, &options, &mut Meter::new(limits, StopFlag::default()))
}

/// The first levels from a seed on with a number of states in this range, which are not solved at the start.
fn levels(seed: u64, count: usize, states: Range<usize>) -> impl Iterator<Item = Judged> {
    let all = Judged::of_seeds(seed.., states.end);
    all.filter(move |judged| judged.pushes != Some(0) && states.contains(&judged.rest.len())).take(count)
}

mod agreement;
mod heuristics;
