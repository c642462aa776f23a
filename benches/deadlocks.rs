//! Measures the pruning rules: the share of dead positions that each finds by itself, and its false alarms (none are allowed).
//!
//! `cargo bench --bench deadlocks -- random 100000`: positions of small levels, right after a push, against exhaustive search; in
//! the place of `random`, `crowded` for levels with more boxes, and `paths` for pushes from the positions of a shortest solution;
//! with the word of a rule, e.g. `random 100000 corral`, that rule alone; with a number, e.g. `random 100000 5000`, other levels,
//! from that seed number on. `cargo bench --bench deadlocks -- solutions FOLDER`: along the solutions of each `best/NAME.lurd` with
//! its `NAME.xsb` beside `best` (lines of NUMBER LURD). The exit code is 1 after a false alarm.

#[expect(dead_code, reason = "tests use the rest")]
#[path = "../tests/it/common/mod.rs"]
mod common;
#[path = "common/solutions.rs"]
mod solutions;

use common::deadlock_positions::{self, From};
use common::deadlock_positions::{Pushed, Rules, pairs};
use common::small_levels;
use sokoplan::deadlock::{RuleId, RuleSet};
use sokoplan::level::Level;
use sokoplan::maze::Maze;
use sokoplan::push::{Region, State};
use sokoplan::run::Meter;
use std::error::Error;
use std::path::Path;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["solutions", folder] => along_solutions(Path::new(folder)),
        [kind, positions] => of_kind(&RuleSet::all(), kind, positions, 0),
        [kind, positions, word] => match word.parse() {
            Ok(first_seed) => of_kind(&RuleSet::all(), kind, positions, first_seed),
            Err(_) => of_kind(&alone(word), kind, positions, 0),
        },
        _ => Err(ASKED.into()),
    }
}

const ASKED: &str = "see the head of benches/deadlocks.rs for what can be asked";

fn of_kind(rules: &RuleSet, kind: &str, positions: &str, first_seed: u64) -> Outcome {
    let positions = positions.parse()?;
    let small = (first_seed..).map(small_levels::level);
    match kind {
        "random" => random_positions(rules, small, From::Anywhere, positions),
        "crowded" => {
            random_positions(rules, (first_seed..).map(deadlock_positions::crowded), From::Anywhere, positions)
        }
        "paths" => random_positions(rules, small, From::Solution, positions),
        _ => Err(ASKED.into()),
    }
}

/// Returns an error if there are false alarms.
fn judged(alarms: usize, positions: usize) -> Outcome {
    println!("false alarms: {alarms} in {positions} positions");
    if alarms == 0 { Ok(()) } else { Err("a rule is not sound".into()) }
}

/// Returns the rule with this word, if there is one.
fn alone(word: &str) -> RuleSet {
    RuleSet::all().named(word).into_iter().fold(RuleSet::none(), |set, rule| set.with_shared(rule.clone()))
}

fn random_positions(rules: &RuleSet, levels: impl Iterator<Item = String>, from: From, positions: usize) -> Outcome {
    let tally = deadlock_positions::measure(rules, levels, from, positions);
    let share = |(of, count): (usize, usize)| format!("{count:8} {:5.1} %", 100.0 * count as f64 / of.max(1) as f64);
    let deadly = tally.found.first().map_or(0, |(_, found)| found.deadly.0);
    println!("{} positions after a push, {} dead, {deadly} by this push", tally.positions, tally.dead);
    println!(
        "{:16} {:>16} {:>16} {:>16} {:>7} {:>7} {:>12} {:>8}",
        "rule", "of dead", "of deadly", "by the player", "first", "alone", "false alarms", "us each"
    );
    for (rule, found) in &tally.found {
        let micros = found.time.as_secs_f64() * 1e6 / f64::from(found.questions.max(1));
        println!(
            "{:16} {:>16} {:>16} {:>16} {:7} {:7} {:12} {micros:8.2}",
            rule.name(),
            share(found.dead),
            share(found.deadly),
            share(found.by_player),
            found.first,
            found.alone,
            found.false_alarms.len()
        );
        found.false_alarms.iter().take(1).for_each(|alarm| println!("{alarm}"));
    }
    println!("{:16} {:>16}", "any", share((tally.dead, tally.by_any)));
    println!(
        "of deadly: the last way to a solution was lost by this push; by the player: the boxes alone are not dead"
    );
    judged(tally.found.iter().map(|(_, found)| found.false_alarms.len()).sum(), tally.positions)
}

/// The counts along the solutions of a collection.
#[derive(Default)]
struct Walked {
    pushes: usize,
    wrong: Vec<(RuleId, usize)>,
}

fn along_solutions(folder: &Path) -> Outcome {
    let (mut alarms, mut positions) = (0, 0);
    for (name, levels) in solutions::collections(folder)? {
        let wrong = RuleSet::all().ids().map(|rule| (rule, 0)).collect();
        let mut walked = Walked { wrong, ..Walked::default() };
        for (level, lurd) in &levels {
            walked.along(level, lurd)?;
        }
        let Walked { pushes, wrong } = walked;
        positions += pushes;
        println!("{name}: {} levels, {pushes} positions; called dead:", levels.len());
        for (rule, wrong) in wrong {
            println!("  {:16} {wrong}", rule.name());
            alarms += wrong;
        }
    }
    judged(alarms, positions)
}

impl Walked {
    /// Applies every rule after each push.
    fn along(&mut self, level: &Level, lurd: &str) -> Outcome {
        let board = &level.board;
        let maze = Maze::new(board, &mut Meter::unlimited())?;
        let pairs = pairs(&maze);
        let mut rules = Rules::new(&RuleSet::all(), &maze, pairs.as_ref());
        let mut region = Region::new(board.len());
        for (_, push, after) in solutions::pushes(level, lurd)? {
            let Some(to) = board.next(push.from, push.direction) else { continue };
            let pushed = Pushed { push, to, state: State::of(board, &after, &mut region) };
            self.pushes += 1;
            for (rule, wrong) in &mut self.wrong {
                *wrong += usize::from(rules.finds(*rule, &pushed));
            }
        }
        Ok(())
    }
}
