//! Measures the nodes per CPU second of each push search.
//!
//! `cargo bench --bench nodes -- 6 FILE 1 50 77 FILE 144`: the seconds for each level and search, and of each file the levels by
//! number. The lean search is measured by both sides and by pushes alone. A level that is solved sooner is marked with a star: its
//! figure is based on few nodes.

#[path = "common/cpu.rs"]
mod cpu;

use sokoplan::deadlock::Purposes;
use sokoplan::level::{Level, ReadOptions, read};
use sokoplan::maze::Maze;
use sokoplan::run::{Limits, Meter, Search, Status, StopFlag};
use sokoplan::search::{LeanSetting, Moves, Prunings, lean};
use sokoplan::solve::{Options, Strategy, solve};
use std::error::Error;
use std::fs;
use std::time::Duration;

/// The work of a search.
struct Pace {
    nodes: u64,
    seconds: f64,
    is_solved: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let Some((seconds, places)) = words.split_first() else {
        // A run of all benches starts this one without arguments.
        return Ok(());
    };
    let time = Duration::from_secs(seconds.parse()?);
    let names: Vec<String> = Strategy::pushes().map(|strategy| format!("{:>15}", strategy.word())).collect();
    println!("{:30} {:>15} {}", "nodes a CPU second", "lean, pushes", names.join(" "));
    for (file, level) in levels(places)? {
        let paces = [by_pushes(&level, time)?].into_iter();
        let paces = paces.chain(Strategy::pushes().map(|strategy| by_strategy(&level, strategy, time)));
        let shown = paces.map(|pace| format!("{:>15}", pace.shown()));
        println!("{:30} {}", format!("{file} {}", level.title), shown.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

/// Returns the levels of the files, by the numbers after each.
fn levels(places: &[String]) -> Result<Vec<(String, Level)>, Box<dyn Error>> {
    let (mut found, mut file) = (Vec::new(), None);
    for place in places {
        match (place.parse::<usize>(), &file) {
            (Ok(number), Some((name, collection))) => {
                let collection: &sokoplan::level::Collection = collection;
                let level = collection.entries.iter().find(|entry| entry.number == number);
                let level = level.and_then(|entry| entry.body.as_ref().ok());
                found.push((String::clone(name), level.ok_or("no such level")?.clone()));
            }
            _ => {
                let name = place.rsplit('/').next().unwrap_or(place).to_owned();
                file = Some((name, read(&fs::read(place)?, ReadOptions::default())));
            }
        }
    }
    Ok(found)
}

fn meter(time: Duration) -> Meter {
    Meter::new(Limits { nodes: None, time: Some(time), memory: Some(4 << 30) }, StopFlag::default())
}

fn by_strategy(level: &Level, strategy: Strategy, time: Duration) -> Pace {
    let options = Options::default().with_strategies([strategy]);
    let began = cpu::seconds();
    let report = solve(level, &options, &mut meter(time));
    Pace { nodes: report.push_nodes, seconds: cpu::seconds() - began, is_solved: report.solution().is_some() }
}

/// Runs the lean search without pulls.
fn by_pushes(level: &Level, time: Duration) -> Result<Pace, Box<dyn Error>> {
    let (began, mut meter) = (cpu::seconds(), meter(time));
    let maze = Maze::new(&level.board, &mut meter)?;
    let setting = LeanSetting { moves: Moves::Forward, ..LeanSetting::default() };
    let mut search = lean(&maze, &level.start, &Prunings::all(Purposes::FAST_SEARCHES), setting, &mut meter)?;
    let mut is_solved = false;
    while let (false, Ok(status)) = (is_solved || meter.exhausted().is_err(), search.step(&mut meter)) {
        is_solved = !matches!(status, Status::Running);
    }
    Ok(Pace { nodes: meter.nodes(), seconds: cpu::seconds() - began, is_solved })
}

impl Pace {
    /// Returns the pace as text; empty for runs that are too short to be timed.
    fn shown(&self) -> String {
        if self.seconds < 0.01 {
            return "-*".to_owned();
        }
        #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
        let pace = self.nodes as f64 / self.seconds;
        format!("{pace:.0}{}", if self.is_solved { "*" } else { " " })
    }
}
