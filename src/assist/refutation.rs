//! Proofs that a position is lost, for an independent checker.

use super::Assistant;
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{Areas, Maze};
use crate::proof::{Attempt, Prover, Proving};
use crate::run::{Meter, Stop};

/// Returns the attempt to prove that a level has no solution, under the claim `dead` or `unsolvable`. It begins with
/// the boxes of the first deadlock that a rule finds within a quarter of the limits, so that proofs show few boxes.
pub fn refutation(level: &Level, claim: &'static str, meter: &mut Meter) -> Attempt {
    let (rule, proving) = match proving(level, claim, meter) {
        Ok((rule, proving)) => (rule, Ok(proving)),
        Err(stop) => (None, Err(stop)),
    };
    Attempt::new(claim.to_owned(), rule, proving)
}

fn proving(level: &Level, claim: &'static str, meter: &mut Meter) -> Result<(Option<&'static str>, Proving), Stop> {
    let maze = Maze::new(&level.board, meter)?;
    let (rule, named) = named(level, &maze, meter);
    Ok((rule, Prover::new(&maze).dead(claim, &level.start, &named, meter)?))
}

/// Returns the name of the rule and the boxes of the first deadlock found; `None` and no boxes without a deadlock.
fn named(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> (Option<&'static str>, Vec<Square>) {
    let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::new(maze, &areas, &patterns, &level.start);
    let (nodes, time) = (meter.nodes_left(), meter.time_left());
    let found = meter.within(nodes.map(|nodes| nodes / 4), time.map(|time| time / 4), |meter| assistant.alert(meter));
    let first = found.ok().and_then(|found| found.into_iter().next());
    first.map_or_else(|| (None, Vec::new()), |deadlock| (Some(deadlock.rule.name()), deadlock.boxes))
}
