//! Chooses the turns of the default run from the results of each strategy alone.
//!
//! `cargo bench --bench schedule -- times SECONDS FILE.. > times.jsonl` runs each strategy alone on each level of the files, and
//! writes one row a level: its file, its class, and for each strategy the CPU seconds, or null if it did not solve the level. A run
//! that is stopped leaves whole rows; more files can be added to the same table.
//!
//! `cargo bench --bench schedule -- shares times.jsonl` computes from such a table how many levels are solved in time by the turns
//! of the program, the turns chosen here, the best strategy alone, and any strategy at all (`oracle`). Turns are chosen for each
//! class of levels, and for all, by coordinate ascent over the shares of strategies. `held out` are turns chosen without the file
//! that they are evaluated on, for each file in turn: the loss against `chosen` shows how far `chosen` is tuned to these files.
//! With words like `lean=1` the program has other shares.

#[path = "common/cpu.rs"]
mod cpu;

use serde_json::{Map, Value, json};
use sokoplan::level::{Level, ReadOptions, read};
use sokoplan::maze::Areas;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Strategy, is_divided, solve};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::time::Duration;

/// The limits in seconds that turns are judged by.
const LIMITS: [f64; 3] = [1.0, 10.0, 60.0];
/// The shares tried: factors of the length of turns. 0 leaves a strategy out.
const SHARES: [f64; 6] = [0.0, 0.5, 1.0, 2.0, 4.0, 8.0];

/// The class of all levels.
const ALL: &str = "all";

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["times", seconds, files @ ..] => times(Duration::from_secs(seconds.parse()?), files),
        ["shares", words @ ..] => {
            let (others, files): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.contains('='));
            shares(&files, &others)
        }
        // A run of all benches starts this one without arguments.
        _ => Ok(()),
    }
}

/// Writes the table.
fn times(time: Duration, files: &[&str]) -> Fallible<()> {
    let options = Options::default();
    for file in files {
        let name = file.rsplit('/').next().unwrap_or(file);
        for entry in &read(&fs::read(file)?, ReadOptions::default()).entries {
            let Ok(level) = &entry.body else { continue };
            let alone =
                Strategy::of_default().map(|strategy| (strategy.word().to_owned(), alone(level, strategy, time)));
            let alone: Map<String, Value> = alone.map(|(word, seconds)| (word, json!(seconds))).collect();
            let areas = Areas::new(&level.board, options.rooms_by, &options.patterns).len();
            let row = json!({"file": name, "level": entry.number, "class": class(level), "seconds": time.as_secs(),
                "squares": level.board.len(), "boxes": level.start.boxes.len(), "areas": areas, "alone": alone});
            println!("{row}");
        }
    }
    Ok(())
}

/// Returns the CPU seconds of a strategy alone; `None` if it does not solve the level in time.
fn alone(level: &Level, strategy: Strategy, time: Duration) -> Option<f64> {
    let limits = Limits { nodes: None, time: Some(time), memory: Some(4 << 30) };
    let began = cpu::seconds();
    let report =
        solve(level, &Options::default().with_strategies([strategy]), &mut Meter::new(limits, StopFlag::default()));
    report.solution().map(|_| cpu::seconds() - began)
}

/// Returns the features that a schedule may distinguish levels by before the first turn.
fn class(level: &Level) -> String {
    let squares = level.board.len();
    let size = if squares <= 64 {
        "small"
    } else if squares <= 128 {
        "middling"
    } else {
        "large"
    };
    format!("{size}{}", if is_divided(level, &Options::default()) { ", divided" } else { "" })
}

/// A level of the table.
struct Row {
    file: String,
    class: String,
    /// The seconds by strategy, in the order of the default run.
    alone: Vec<Option<f64>>,
}

/// The turns of one strategy: seconds of the first and of the second, and the factor of all.
#[derive(Clone, Copy)]
struct Turns {
    first: f64,
    second: f64,
    share: f64,
}

/// Evaluates tables, and other shares than the program's.
fn shares(files: &[&str], others: &[&str]) -> Fallible<()> {
    let strategies: Vec<Strategy> = Strategy::of_default().collect();
    let mut rows = Vec::new();
    for file in files {
        for line in fs::read_to_string(file)?.lines() {
            rows.push(row(line, &strategies)?);
        }
    }
    let is_known = |other: &&&str| strategies.iter().any(|strategy| share_of(*strategy, other).is_some());
    if let Some(unknown) = others.iter().find(|other| !is_known(other)) {
        return Err(format!("{unknown}: expected a strategy of the default run, `=` and a share").into());
    }
    let present = strategies.iter().map(|strategy| turns(*strategy, others)).collect::<Fallible<Vec<Turns>>>()?;
    let classes: BTreeSet<&str> = rows.iter().map(|row| row.class.as_str()).chain([ALL]).collect();
    let names: BTreeSet<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    for class in classes {
        let of_class: Vec<&Row> = rows.iter().filter(|row| [&row.class, ALL].contains(&class)).collect();
        println!("{class}: {} levels; solved within {LIMITS:?} s", of_class.len());
        let chosen = choose(&of_class, &present);
        let best = |limit: f64| {
            let alone =
                (0..strategies.len()).map(|at| of_class.iter().filter(|row| within(row.alone[at], limit)).count());
            alone
                .zip(&strategies)
                .max_by_key(|(solved, _)| *solved)
                .map(|(solved, best)| format!("{solved} ({})", best.word()))
        };
        let any =
            |limit: f64| of_class.iter().filter(|row| row.alone.iter().any(|&alone| within(alone, limit))).count();
        let held_out = |limit: f64| -> usize {
            let without = |name: &&str| {
                let (out, others): (Vec<&Row>, Vec<&Row>) = of_class.iter().partition(|row| row.file == **name);
                solved(&out, &choose(&others, &present), limit)
            };
            names.iter().map(without).sum()
        };
        println!("  present   {:?}", LIMITS.map(|limit| solved(&of_class, &present, limit)));
        println!("  chosen    {:?}", LIMITS.map(|limit| solved(&of_class, &chosen, limit)));
        println!("  held out  {:?}", LIMITS.map(held_out));
        println!("  best one  {:?}", LIMITS.map(|limit| best(limit).unwrap_or_default()));
        println!("  oracle    {:?}", LIMITS.map(any));
        let shown =
            strategies.iter().zip(&chosen).map(|(strategy, turns)| format!("{} {}", strategy.word(), turns.share));
        println!("  shares    {}", shown.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

fn row(line: &str, strategies: &[Strategy]) -> Fallible<Row> {
    let row: Value = serde_json::from_str(line)?;
    let text = |key: &str| row[key].as_str().map(str::to_owned).ok_or_else(|| format!("no {key}: {line}"));
    let alone = strategies.iter().map(|strategy| row["alone"][strategy.word()].as_f64()).collect();
    Ok(Row { file: text("file")?, class: text("class")?, alone })
}

/// Returns the turns of the program, unless another share is given.
fn turns(strategy: Strategy, others: &[&str]) -> Fallible<Turns> {
    let [first, second] = strategy.turns().map(|turn| turn.as_secs_f64());
    let other = others.iter().find_map(|other| share_of(strategy, other));
    let share = other.map_or(Ok(f64::from(strategy.share())), str::parse)?;
    Ok(Turns { first, second, share })
}

/// Returns the text after `=`, if the word before it is this strategy.
fn share_of(strategy: Strategy, other: &str) -> Option<&str> {
    other.strip_prefix(strategy.word())?.strip_prefix('=')
}

fn within(seconds: Option<f64>, limit: f64) -> bool {
    seconds.is_some_and(|seconds| seconds <= limit)
}

fn solved(rows: &[&Row], turns: &[Turns], limit: f64) -> usize {
    rows.iter().filter(|row| within(in_turn(row, turns), limit)).count()
}

/// Returns the seconds after which strategies in turn solve a level: the next strategy is always the one whose next
/// turn, at a share of one, would be the shortest.
fn in_turn(row: &Row, turns: &[Turns]) -> Option<f64> {
    let mut next: Vec<(f64, usize)> =
        (0..turns.len()).filter(|&at| turns[at].share > 0.0).map(|at| (turns[at].first, at)).collect();
    let (mut spent, mut all) = (vec![0.0; turns.len()], 0.0);
    while all < LIMITS[LIMITS.len() - 1] {
        let (place, &(length, at)) = next.iter().enumerate().min_by(|one, other| one.1.0.total_cmp(&other.1.0))?;
        let turn = length * turns[at].share;
        if let Some(alone) = row.alone[at].filter(|alone| *alone <= spent[at] + turn) {
            return Some(all + alone - spent[at]);
        }
        spent[at] += turn;
        all += turn;
        next[place].0 = if length == turns[at].first { turns[at].second } else { 2.0 * length };
    }
    None
}

/// Returns the value of turns: levels solved within each limit, more for earlier solutions.
fn worth(rows: &[&Row], turns: &[Turns]) -> f64 {
    let worth = |row: &&Row| {
        let seconds = in_turn(row, turns).unwrap_or(f64::INFINITY);
        LIMITS.iter().map(|&limit| if seconds <= limit { 1.0 - 0.1 * seconds / limit } else { 0.0 }).sum::<f64>()
    };
    rows.iter().map(worth).sum()
}

/// Returns shares that no change of a single share improves.
fn choose(rows: &[&Row], present: &[Turns]) -> Vec<Turns> {
    let mut turns = present.to_vec();
    let mut best = worth(rows, &turns);
    loop {
        let before = best;
        for at in 0..turns.len() {
            for share in SHARES {
                let old = std::mem::replace(&mut turns[at].share, share);
                let new = worth(rows, &turns);
                if new > best + 1e-9 {
                    best = new;
                } else {
                    turns[at].share = old;
                }
            }
        }
        if best <= before {
            return turns;
        }
    }
}
