//! Textbook searches; each runs alone.

use crate::run::{Meter, Stop};
use crate::solve::registry::{Entry, Kind};
use crate::solve::schedule::{Begun, ScheduledSearch, Turn};
use crate::solve::strategies::Context;
use crate::textbook::{Strategy as Known, Textbook};
use std::time::Duration;

/// Registry entries of textbook searches: in the order of [`Known::ALL`], then A* by pulls.
pub(in crate::solve) static ENTRIES: [Entry; 11] = [
    entry(Known::BreadthFirst.word(), "all positions of one depth before any of the next"),
    entry(Known::DepthFirst.word(), "depth first down to a limit"),
    entry(Known::IterativeDeepening.word(), "depth first up to a depth that grows from pass to pass"),
    entry(Known::AStar.word(), "A*: steps made plus steps estimated"),
    entry(Known::WeightedAStar.word(), "A* with the estimate multiplied by a weight"),
    entry(Known::IdaStar.word(), "IDA*: iterative deepening on steps made plus steps estimated"),
    entry(Known::SmaStar.word(), "SMA*: A* that drops the worst positions when memory is short"),
    entry(Known::GreedyBestFirst.word(), "greedy: the position with the lowest estimate first"),
    entry(Known::Bidirectional.word(), "pushes from the start and pulls from the solved board"),
    entry(Known::Kth.word(), "the agent of the KTH report (2012): boxes go to matched goals one by one"),
    entry("backward", "A* by pulls from the solved board"),
];

const fn entry(word: &'static str, sentence: &'static str) -> Entry {
    let turn = Turn { nodes: u64::MAX, time: Duration::MAX };
    Entry { word, sentence, turns: [turn, turn], share: 1, kind: Kind::Textbook, start }
}

/// Starts the textbook search of the options.
fn start<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Some(setup) = &context.options.textbook else { return Err(Stop::Interrupted) };
    Ok(Box::new(setup.begin(context.maze, &context.level.start, meter)?))
}

impl ScheduledSearch for Textbook<'_> {}
