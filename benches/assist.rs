//! Measures the assistant: the deadlocks its layers find, their false alarms (none are allowed), and the time of each
//! layer.
//!
//! `cargo bench --bench assist -- random 100000 [PATTERNS]`: positions of small levels, against exhaustive search.
//! `cargo bench --bench assist -- solutions FOLDER`: along the solutions of each `best/NAME.lurd` with its `NAME.xsb`
//! beside `best` (lines of NUMBER LURD). `cargo bench --bench assist -- times FILE [NUMBER]`: each layer on that level,
//! or on the largest of the file, and on a board of 100 x 100 with 300 boxes; and what a key press takes from the key
//! to the picture, with all layers on.

#[expect(dead_code, reason = "tests use the rest")]
#[path = "../tests/it/common/mod.rs"]
mod common;
#[path = "common/solutions.rs"]
mod solutions;

use common::assist_positions;
use sokoplan::assist::{Assistant, Layer, LayerInput, Layers};
use sokoplan::deadlock::DeadlockPatterns;
use sokoplan::level::{Level, ReadOptions, read};
use sokoplan::maze::{Areas, Maze};
use sokoplan::run::{Limits, Meter, StopFlag};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["random", positions] => random_positions(positions.parse()?, &DeadlockPatterns::default()),
        ["random", positions, file] => {
            random_positions(positions.parse()?, &DeadlockPatterns::parse(&fs::read_to_string(file)?)?)
        }
        ["solutions", folder] => along_solutions(Path::new(folder)),
        ["times", file] => times(Path::new(file), None),
        ["times", file, number] => times(Path::new(file), Some(number.parse()?)),
        _ => {
            println!("see the head of benches/assist.rs for what can be asked");
            Ok(())
        }
    }
}

fn random_positions(positions: usize, patterns: &DeadlockPatterns) -> Outcome {
    let tally = assist_positions::measure(0, positions, patterns);
    let share = |count: usize, of: usize| format!("{count} ({:.1} %)", 100.0 * count as f64 / of.max(1) as f64);
    println!("{} positions, {} solvable, {} dead", tally.positions, tally.solvable, tally.dead);
    println!("false alarms: {}", tally.false_alarms.len());
    tally.false_alarms.iter().take(3).for_each(|alarm| println!("{alarm}"));
    println!("alert finds {}", share(tally.found_by_any, tally.dead));
    for rule in Assistant::default_rules().ids() {
        println!("  {} alone: {}", rule.name(), share(tally.found.get(&rule).copied().unwrap_or(0), tally.dead));
    }
    println!("{} pushes, {} of them from a solvable position into a dead one", tally.pushes, tally.deadly);
    println!("prevention reports {}", share(tally.prevented, tally.deadly));
    for rule in Assistant::default_rules().ids() {
        println!("  by {}: {}", rule.name(), share(tally.prevented_by.get(&rule).copied().unwrap_or(0), tally.deadly));
    }
    Ok(())
}

fn along_solutions(folder: &Path) -> Outcome {
    let patterns = DeadlockPatterns::default();
    for (name, levels) in solutions::collections(folder)? {
        let (mut pushes, mut wrong) = (0, 0);
        for (level, lurd) in &levels {
            let (made, called) = along(level, lurd, &patterns)?;
            pushes += made;
            wrong += called;
        }
        println!("{name}: {pushes} pushes of solutions, {wrong} called deadly or made in a position called dead");
    }
    Ok(())
}

fn along(level: &Level, lurd: &str, patterns: &DeadlockPatterns) -> Result<(usize, usize), Box<dyn Error>> {
    let mut meter = Meter::unlimited();
    let maze = Maze::new(&level.board, &mut meter)?;
    let areas = Areas::by_patterns(&level.board);
    let mut assistant = Assistant::new(&maze, &areas, patterns, &level.start);
    let (pushes, mut wrong) = (solutions::pushes(level, lurd)?, 0);
    for (before, push, _) in &pushes {
        assistant.look(before);
        let is_wrong = !assistant.alert(&mut meter)?.is_empty()
            || assistant.prevention(&mut meter)?.iter().any(|prevented| prevented.push == *push);
        wrong += usize::from(is_wrong);
    }
    Ok((pushes.len(), wrong))
}

fn times(file: &Path, number: Option<usize>) -> Outcome {
    let collection = read(&fs::read(file)?, ReadOptions::default());
    let size = |level: &&Level| level.board.len() * level.start.boxes.len();
    let level = match number {
        Some(number) => collection.entries.iter().find(|e| e.number == number).and_then(|e| e.body.as_ref().ok()),
        None => collection.levels().max_by_key(size),
    };
    for level in [level.ok_or("no such level")?, &large_board()?] {
        time_layers(level)?;
    }
    Ok(())
}

/// Open floor with pillars, a box and a goal here and there.
fn large_board() -> Result<Level, Box<dyn Error>> {
    let mut random = sokoplan::run::Random::new(100);
    let mut rows = vec![vec!['#'; 100]; 100];
    for row in &mut rows[1..99] {
        for cell in &mut row[1..99] {
            *cell = if random.below(9) == 0 { '#' } else { ' ' };
        }
    }
    for (letter, count) in [('$', 300), ('.', 300), ('@', 1)] {
        let mut left = count;
        while left > 0 {
            let (row, column) = (2 + random.below(96), 2 + random.below(96));
            let is_open = (row - 1..=row + 1).all(|r| (column - 1..=column + 1).all(|c| rows[r][c] != '#'));
            if rows[row][column] == ' ' && (is_open || letter == '@') {
                rows[row][column] = letter;
                left -= 1;
            }
        }
    }
    let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    Ok(Level::from_xsb("100 x 100, 300 boxes", &text.join("\n"))?)
}

fn time_layers(level: &Level) -> Outcome {
    println!("{}: {} squares, {} boxes", level.title, level.board.len(), level.start.boxes.len());
    let patterns = DeadlockPatterns::default();
    let begin = Instant::now();
    let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
    let areas = Areas::by_patterns(&level.board);
    let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
    println!("  {:14}{:10.2} ms", "maze and areas", milliseconds(begin.elapsed()));
    let limits = Limits { time: Some(Duration::from_secs(10)), memory: Some(2 << 30), ..Limits::default() };
    // The first layer that needs the hint makes it.
    let mut input = LayerInput { level, selected: None, past: None, hint: None };
    let mut layers = Layers::default();
    for layer in Layer::ALL {
        let mut meter = Meter::new(limits, StopFlag::default());
        let begin = Instant::now();
        let done = layers.add(layer, &mut assistant, &mut input, &mut meter);
        let stopped = done.err().map_or_else(String::new, |stop| format!(", {stop}"));
        println!("  {:14}{:10.2} ms{stopped}", layer.word(), milliseconds(begin.elapsed()));
    }
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
