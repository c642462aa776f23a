//! The textbook searches against a plain search that shares no code with them, on small random levels.

use judge::Judged;
use sokoplan::level::Level;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, solve};
use sokoplan::textbook::Setup;
use std::ops::Range;

/// The setup of a name.
fn setup(name: &str) -> Setup {
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Report of `solve` on a level with one strategy alone.
fn run(text: &str, setup: Setup, limits: Limits) -> Report {
    let level = Level::from_xsb("", text).expect("a level");
    let options = Options::default().with_textbook(Some(setup));
    solve(&level, &options, &mut Meter::new(limits, StopFlag::default()))
}

/// The first levels from a seed on with a number of states in this range.
fn levels(seed: u64, count: usize, states: Range<usize>) -> impl Iterator<Item = Judged> {
    (seed..).filter_map(move |seed| Judged::of_seed(seed, &states)).take(count)
}

mod agreement;
mod heuristics;
mod judge;
mod limits;
mod switches;
