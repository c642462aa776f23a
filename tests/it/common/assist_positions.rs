//! Alert and prevention on positions of small random levels, against exhaustive search.

use super::deadlock_positions::{sorted, spread};
use super::exhaustive::State;
use super::judged::Judged;
use super::views;
use sokoplan::assist::Assistant;
use sokoplan::deadlock::{DeadlockPatterns, RuleId};
use sokoplan::maze::{Areas, Maze};
use sokoplan::run::Meter;
use std::collections::HashMap;

/// Questions to the assistant, and its answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) positions: usize,
    pub(crate) solvable: usize,
    pub(crate) dead: usize,
    /// Dead positions that each rule finds by itself, and that any finds.
    pub(crate) found: HashMap<RuleId, usize>,
    pub(crate) found_by_any: usize,
    pub(crate) pushes: usize,
    pub(crate) deadly: usize,
    /// Pushes from a solvable position into a dead one that prevention reports.
    pub(crate) prevented: usize,
    pub(crate) prevented_by: HashMap<RuleId, usize>,
    /// Everything that was called dead and is not, in words.
    pub(crate) false_alarms: Vec<String>,
}

/// Tests positions of levels from seed numbers until their number is reached; a level gives no more solvable positions than dead
/// ones.
pub(crate) fn measure(first_seed: u64, positions: usize, patterns: &DeadlockPatterns) -> Tally {
    let mut tally = Tally::default();
    for judged in Judged::of_seeds(first_seed.., 20_000) {
        if tally.positions >= positions {
            break;
        }
        measure_level(&judged, patterns, &mut tally);
    }
    tally
}

fn measure_level(judged: &Judged, patterns: &DeadlockPatterns, tally: &mut Tally) {
    const EACH: usize = 40;
    let Judged { level, rest: all, .. } = judged;
    let pick = |is_solvable: bool| {
        let states = all.iter().filter(|(_, pushes)| pushes.is_some() == is_solvable);
        spread(sorted(states.map(|(state, _)| *state)), EACH)
    };
    let solvable: Vec<State> = pick(true).collect();
    let dead: Vec<State> = pick(false).take(solvable.len()).collect();
    let Some(first) = solvable.first() else { return };
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limits");
    let areas = Areas::by_patterns(&level.board);
    let mut assistant = Assistant::new(&maze, &areas, patterns, &views::position(&level.board, *first));
    for state in solvable.iter().chain(&dead) {
        assistant.look(&views::position(&level.board, *state));
        measure_position(judged, *state, &mut assistant, tally);
    }
}

fn measure_position(judged: &Judged, state: State, assistant: &mut Assistant<'_>, tally: &mut Tally) {
    let Judged { text, level, drawn, rest: all, .. } = judged;
    let mut meter = Meter::unlimited();
    let is_dead = all[&state].is_none();
    tally.positions += 1;
    tally.solvable += usize::from(!is_dead);
    tally.dead += usize::from(is_dead);
    let mut by_any = false;
    for rule in assistant.rules() {
        let found = assistant.judge(rule, None, None, &mut meter).expect("no limits");
        by_any |= !found.is_empty();
        if is_dead {
            *tally.found.entry(rule).or_default() += usize::from(!found.is_empty());
        } else if let Some(found) = found.first() {
            tally.false_alarms.push(format!("{found:?} in {state:?} of\n{text}"));
        }
    }
    tally.found_by_any += usize::from(by_any && is_dead);
    let found = assistant.prevention(&mut meter).expect("no limits");
    for push in assistant.pushes() {
        let after = all[&views::after(&level.board, drawn, state, push)];
        let prevented = found.iter().find(|found| found.push == push);
        tally.pushes += 1;
        if let (Some(found), Some(_)) = (prevented, after) {
            tally.false_alarms.push(format!("{found:?} in {state:?} of\n{text}"));
        }
        if !is_dead && after.is_none() {
            tally.deadly += 1;
            tally.prevented += usize::from(prevented.is_some());
            if let Some(found) = prevented {
                *tally.prevented_by.entry(found.deadlock.rule).or_default() += 1;
            }
        }
    }
}
