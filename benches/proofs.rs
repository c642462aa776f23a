//! Measures proofs: the verdicts that have one, their sizes, and the time to find and to check them.
//!
//! `cargo bench --bench proofs -- solutions FOLDER [NAME [POSITIONS]]`: the verdicts of the assistant on all pushes from positions
//! spread along the solutions of each `best/NAME.lurd` with its `NAME.xsb` beside `best` (lines of NUMBER LURD); of verdicts about
//! dead squares, which are frequent, one in twenty. Each verdict has a second. `cargo bench --bench proofs -- random LEVELS`: small
//! levels, against exhaustive search. `cargo bench --bench proofs -- bounds FILE TABLE`: proofs that no solution has fewer pushes
//! than a table gives in its columns `level` and `optimal_pushes`; the checker must refuse bounds that are two higher.

#[expect(dead_code, reason = "tests use the rest")]
#[path = "../tests/it/common/mod.rs"]
mod common;
#[path = "common/solutions.rs"]
mod solutions;

use common::exhaustive::{Drawn, explore};
use common::small_levels;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use sokoplan::assist::Assistant;
use sokoplan::deadlock::DeadlockPatterns;
use sokoplan::level::{Level, Position, ReadOptions, read};
use sokoplan::maze::{Areas, Maze};
use sokoplan::proof::{Proof, Prover, ProverAnswer};
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::sokoproof;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// The most steps of the checker, which no proof here needs.
const STEPS: u64 = 1 << 32;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["solutions", folder] => along_solutions(Path::new(folder), "", 8),
        ["solutions", folder, name] => along_solutions(Path::new(folder), name, 8),
        ["solutions", folder, name, positions] => along_solutions(Path::new(folder), name, positions.parse()?),
        ["random", levels] => random_levels(levels.parse()?),
        ["bounds", file, table] => bounds(Path::new(file), Path::new(table)),
        _ => {
            println!("see the head of benches/proofs.rs for what can be asked");
            Ok(())
        }
    }
}

/// Returns a meter of one second.
fn meter() -> Meter {
    Meter::new(Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }, StopFlag::default())
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// The results of the verdicts of one rule.
#[derive(Default)]
struct Tally {
    verdicts: usize,
    proved: BTreeMap<String, usize>,
    solvable: usize,
    open: Vec<String>,
    numbers: [Vec<f64>; 6],
    texts: String,
}

impl Tally {
    fn add(&mut self, proof: &Proof, ms: f64) -> Fallible<()> {
        *self.proved.entry(format!("{:?}", proof.kind)).or_default() += 1;
        let begin = Instant::now();
        sokoproof::check(&proof.text, STEPS)?;
        let ms_to_check = milliseconds(begin);
        let compressed = compressed(&proof.text)? as f64;
        let numbers = [proof.pictures as f64, proof.patterns as f64, proof.bytes as f64, compressed, ms, ms_to_check];
        self.texts.push_str(&proof.text);
        self.numbers.iter_mut().zip(numbers).for_each(|(all, number)| all.push(number));
        Ok(())
    }

    fn print(&mut self, name: &str) {
        let proved: usize = self.proved.values().sum();
        println!("{name}: {} verdicts, {proved} proved, {} solvable {:?}", self.verdicts, self.solvable, self.proved);
        for (what, numbers) in
            ["pictures", "patterns", "bytes", "compressed", "ms to find", "ms to check"].iter().zip(&mut self.numbers)
        {
            numbers.sort_unstable_by(f64::total_cmp);
            if let Some(most) = numbers.last() {
                let at = |share: f64| numbers[((numbers.len() - 1) as f64 * share).round() as usize];
                let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
                println!("  {what:12} median {:.2}, 99 % {:.2}, most {most:.2}, mean {mean:.2}", at(0.5), at(0.99));
            }
        }
        if let Ok(bytes) = compressed(&self.texts) {
            println!("  all in one file, compressed: {:.1} bytes a proof", bytes as f64 / proved.max(1) as f64);
        }
        self.open.iter().take(8).for_each(|open| println!("  not proved: {open}"));
    }
}

/// Returns the bytes of `text` under the best DEFLATE compression.
fn compressed(text: &str) -> std::io::Result<usize> {
    let mut writer = DeflateEncoder::new(Vec::new(), Compression::best());
    writer.write_all(text.as_bytes())?;
    Ok(writer.finish()?.len())
}

fn along_solutions(folder: &Path, only: &str, positions: usize) -> Fallible<()> {
    for (name, levels) in solutions::collections(folder)?.into_iter().filter(|(name, _)| name.contains(only)) {
        let (mut all, mut by_rule) = (Tally::default(), BTreeMap::<&str, Tally>::new());
        for (index, (level, lurd)) in levels.iter().enumerate() {
            let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
            let (areas, patterns) = (Areas::by_patterns(&level.board), DeadlockPatterns::default());
            let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
            let mut prover = Prover::new(&maze);
            let pushes = solutions::pushes(level, lurd)?;
            let mut squares = 0;
            for (before, ..) in pushes.iter().step_by(pushes.len().div_ceil(positions).max(1)) {
                assistant.look(before);
                for verdict in assistant.prevention(&mut Meter::unlimited())? {
                    let rule = verdict.deadlock.rule.name();
                    squares += usize::from(["corners", "lines", "dead-squares"].contains(&rule));
                    if squares % 20 > 1 && ["corners", "lines", "dead-squares"].contains(&rule) {
                        continue;
                    }
                    let to = level.board.next(verdict.push.from, verdict.push.direction).ok_or("a wall")?;
                    let mut boxes = before.boxes.clone();
                    boxes.iter_mut().filter(|square| **square == verdict.push.from).for_each(|square| *square = to);
                    boxes.sort_unstable();
                    let after = Position { boxes, player: verdict.push.from };
                    let begin = Instant::now();
                    let found = prover.dead("dead", &after, &verdict.deadlock.boxes, &mut meter());
                    let ms = milliseconds(begin);
                    for tally in [by_rule.entry(rule).or_default(), &mut all] {
                        tally.verdicts += 1;
                        match &found {
                            Ok(ProverAnswer::Proved(proof)) => tally.add(proof, ms)?,
                            Ok(ProverAnswer::Solvable) => tally.solvable += 1,
                            Ok(ProverAnswer::Open(why)) => {
                                tally.open.push(format!("{rule}: {why}, level {}", index + 1))
                            }
                            Err(stop) => tally.open.push(format!("{rule}: {stop}, level {}", index + 1)),
                        }
                    }
                }
            }
        }
        all.print(&name);
        by_rule.iter_mut().for_each(|(rule, tally)| tally.print(&format!("{name} {rule}")));
    }
    Ok(())
}

fn random_levels(levels: usize) -> Fallible<()> {
    let (mut tally, mut solvable, mut wrong) = (Tally::default(), 0, 0);
    for seed in 0..levels as u64 {
        let text = small_levels::level(seed);
        let drawn = Drawn::new(&text);
        let Some(all) = explore(&drawn, 200_000) else { continue };
        let level = Level::from_xsb("", &text)?;
        let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
        let is_dead = all[&drawn.state(drawn.boxes, drawn.player)].is_none();
        let begin = Instant::now();
        let found = Prover::new(&maze).dead("unsolvable", &level.start, &[], &mut meter());
        let ms = milliseconds(begin);
        tally.verdicts += usize::from(is_dead);
        solvable += usize::from(!is_dead);
        match found {
            Ok(ProverAnswer::Proved(proof)) if is_dead => tally.add(&proof, ms)?,
            Ok(ProverAnswer::Solvable) if !is_dead => tally.solvable += 1,
            Ok(ProverAnswer::Proved(_) | ProverAnswer::Solvable) => wrong += 1,
            Ok(ProverAnswer::Open(why)) => tally.open.push(format!("{why}, seed {seed}")),
            Err(stop) => tally.open.push(format!("{stop}, seed {seed}")),
        }
    }
    tally.print("random levels");
    println!("{solvable} levels with a solution; {wrong} wrong answers");
    Ok(())
}

fn bounds(file: &Path, table: &Path) -> Fallible<()> {
    let collection = read(&fs::read(file)?, ReadOptions::default());
    let table = fs::read_to_string(table)?;
    let head: Vec<&str> = table.lines().next().unwrap_or_default().split('\t').collect();
    let column = |name| head.iter().position(|&other| other == name).ok_or("no such column");
    let (number, optimum) = (column("level")?, column("optimal_pushes")?);
    let (mut held, mut all, mut too_high, mut times) = (0, 0, 0, Vec::new());
    for row in table.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>()) {
        let Some(Ok(pushes)) = row.get(optimum).map(|pushes| pushes.parse::<usize>()) else { continue };
        let entry = collection.entries.iter().find(|entry| Ok(entry.number) == row[number].parse());
        let Some(Ok(level)) = entry.map(|entry| &entry.body) else { continue };
        let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
        let prover = Prover::new(&maze);
        let begin = Instant::now();
        let is_held =
            matches!(prover.bound(pushes, None, &level.start, &[], &Meter::unlimited()), Ok(ProverAnswer::Proved(_)));
        times.push(milliseconds(begin));
        (all, held) = (all + 1, held + usize::from(is_held));
        too_high += usize::from(matches!(
            prover.bound(pushes + 2, None, &level.start, &[], &Meter::unlimited()),
            Ok(ProverAnswer::Proved(_))
        ));
        if !is_held {
            println!("level {}: not held in {:.0} ms", row[number], times[times.len() - 1]);
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let soon = times.iter().filter(|&&ms| ms <= 1000.0).count();
    println!(
        "{held} of {all} optima held, {soon} answered within 1 s; {too_high} bounds that are two higher were taken"
    );
    println!("ms: median {:.1}, most {:.1}", times[times.len() / 2], times[times.len() - 1]);
    Ok(())
}
