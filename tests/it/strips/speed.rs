//! Speed of the STRIPS planner. Run by hand: `cargo test --release --test it strips::speed -- --ignored --nocapture`.

use sokoplan::run::{Ended, Limits, Meter, StopFlag};
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{Costs, HeuristicKind, KBest, Options, Relaxed, SearchAlgorithm, State, Task, ground, plan};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// A robot pushes crates over a square floor.
const WAREHOUSE: &str = "\
(define (domain warehouse)
  (:requirements :strips :typing)
  (:types cell direction)
  (:predicates (next ?a ?b - cell ?d - direction) (robot ?a - cell) (crate ?a - cell) (empty ?a - cell))
  (:action step
    :parameters (?a ?b - cell ?d - direction)
    :precondition (and (robot ?a) (empty ?b) (next ?a ?b ?d))
    :effect (and (robot ?b) (empty ?a) (not (robot ?a)) (not (empty ?b))))
  (:action push
    :parameters (?a ?b ?c - cell ?d - direction)
    :precondition (and (robot ?a) (crate ?b) (empty ?c) (next ?a ?b ?d) (next ?b ?c ?d))
    :effect (and (robot ?b) (crate ?c) (empty ?a) (not (robot ?a)) (not (crate ?b)) (not (empty ?c)))))
";

/// Crates stand on a diagonal, and all but the last are to go one column to the right.
fn warehouse(size: i32, crates: i32) -> String {
    let cells: Vec<(i32, i32)> = (0..size).flat_map(|row| (0..size).map(move |column| (row, column))).collect();
    let name = |(row, column): (i32, i32)| format!("c{row}-{column}");
    let mut text = String::from("(define (problem floor) (:domain warehouse)\n(:objects n e s w - direction");
    cells.iter().for_each(|&cell| write!(text, " {}", name(cell)).unwrap());
    text.push_str(" - cell)\n(:init (robot c0-0)\n");
    for &(row, column) in &cells {
        for (direction, next) in
            [("n", (row - 1, column)), ("e", (row, column + 1)), ("s", (row + 1, column)), ("w", (row, column - 1))]
        {
            if cells.contains(&next) {
                writeln!(text, "(next {} {} {direction})", name((row, column)), name(next)).unwrap();
            }
        }
        let is_crate = row == column && (1..=crates).contains(&row);
        match (is_crate, (row, column)) {
            (true, cell) => writeln!(text, "(crate {})", name(cell)).unwrap(),
            (false, (0, 0)) => {}
            (false, cell) => writeln!(text, "(empty {})", name(cell)).unwrap(),
        }
    }
    text.push_str(")\n(:goal (and");
    (1..=crates).for_each(|row| write!(text, " (crate c{row}-{})", row + 1).unwrap());
    text.push_str(")))\n");
    text
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what}: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn grounded(size: i32, crates: i32) -> Task {
    let text = warehouse(size, crates);
    let domain = Domain::parse(WAREHOUSE).unwrap();
    let problem = timed("read", || Problem::parse(&text, &domain).unwrap());
    let task = timed("ground", || ground(&domain, &problem, &mut Meter::unlimited()).unwrap());
    println!("{} facts, {} operators", task.facts.len(), task.operators.len());
    task
}

#[test]
fn a_floor_grounds_by_following_its_geometry() {
    let task = grounded(12, 3);
    assert_eq!(task.facts.len(), 3 * 144);
    assert_eq!(task.operators.len(), 4 * 12 * 11 + pushes(12));
    assert!(matches!(plan(&task, &Options::default(), &mut Meter::unlimited()), Ended::Found(_)));
}

/// A crate in the outermost row or column only moves along it, and can be brought anywhere from within.
fn pushes(size: usize) -> usize {
    4 * size * (size - 2)
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    for size in [15, 40, 80] {
        let task = grounded(size, 5);
        let mut relaxed = timed("Relaxed::new", || Relaxed::new(&task, Costs::PlusOne));
        let state = State::of(&task, &task.init);
        timed("h_FF, 100 times", || (0..100).for_each(|_| _ = relaxed.plan_cost(&state)));
        for heuristic in [HeuristicKind::Ff, HeuristicKind::Add, HeuristicKind::Landmarks] {
            run(&task, Options { algorithm: SearchAlgorithm::Greedy, heuristic });
        }
        run(&task, Options { algorithm: SearchAlgorithm::WeightedAStar(5), heuristic: HeuristicKind::Ff });
        run(&task, Options::OPTIMAL);
        let (mut stream, mut meter) = (KBest::with(&task, HeuristicKind::Ff, 5), limited());
        for _ in 0..5 {
            let found = timed("k best", || stream.next(&mut meter)).found();
            println!("    {:?}, {} nodes so far", found.map(|plan| plan.cost), meter.plan_nodes());
        }
    }
}

fn limited() -> Meter {
    Meter::new(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() }, StopFlag::default())
}

fn run(task: &Task, options: Options) {
    let mut meter = limited();
    let ended = timed(&format!("{options:?}"), || plan(task, &options, &mut meter));
    let cost = ended.found().map(|plan| plan.cost);
    println!("    cost {cost:?}, {} nodes, {} kB", meter.plan_nodes(), meter.peak_bytes() / 1000);
}
