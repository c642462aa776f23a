//! Solves every level of a file, or of `levels/6-lisa.xsb`: `cargo run --example solve_level [FILE]`.
//!
//! Shows limits, progress and each possible outcome.

use sokoplan::{Collection, Limits, Outcome, SolveProgress, Solver};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");
    let file = std::env::args().nth(1).unwrap_or_else(|| default.to_owned());
    let collection = Collection::parse(&std::fs::read(file)?);
    for fault in collection.faults() {
        eprintln!("skipped: {fault}");
    }
    for level in collection.levels() {
        let report = Solver::new(level)
            .limits(Limits { time: Some(Duration::from_secs(10)), memory: Some(1 << 30), nodes: None })
            .on_progress(|progress| {
                if let SolveProgress::Turn { strategy, nodes, .. } = progress {
                    eprintln!("{strategy:?}: {nodes} nodes so far");
                }
            })
            .solve();
        println!("{}", level.title);
        match &report.outcome {
            Outcome::Solved(solution) => {
                println!("  {} pushes, {} moves", solution.metrics.pushes, solution.metrics.moves);
                println!("  {}", solution.lurd);
            }
            Outcome::Unsolvable => println!("  proved: no solution exists"),
            Outcome::Stopped(stop) => println!("  not decided: {stop}"),
            other => println!("  not decided: {other:?}"),
        }
    }
    Ok(())
}
