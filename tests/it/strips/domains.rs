//! Domains from the literature (blocks world, gripper, logistics and ferry) with their optimal costs, and a large floor.

use itertools::Itertools;
use sokoplan::run::{Ended, Meter};
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{
    FfHeuristic, KBest, LmCut, PlanFile, State, Task, cheapest_plan, check, first_plan, ground, write_plan,
};
use std::fmt::Write;
use std::fs;

/// Domain, problem, cheapest plan.
const TASKS: [(&str, &str, Option<u64>); 10] = [
    ("blocks", "p01", Some(6)),
    ("blocks", "p02", Some(8)),
    ("blocks", "p03", Some(14)),
    ("gripper", "p01", Some(5)),
    ("gripper", "p02", Some(15)),
    ("logistics", "p01", Some(7)),
    ("logistics", "p02", Some(62)),
    ("ferry", "p01", Some(6)),
    ("ferry", "p02", Some(13)),
    ("ferry", "p03", None),
];

fn read(domain: &str, file: &str) -> String {
    let path = format!("{}/tests/it/strips/pddl/{domain}/{file}.pddl", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub(crate) fn parsed(domain: &str, problem: &str) -> (Domain, Problem) {
    let read_domain = Domain::parse(&read(domain, "domain")).unwrap();
    let read_problem = Problem::parse(&read(domain, problem), &read_domain).unwrap();
    (read_domain, read_problem)
}

pub(crate) fn grounded(domain: &str, problem: &str) -> Task {
    let (domain, problem) = parsed(domain, problem);
    ground(&domain, &problem, &mut Meter::unlimited()).unwrap()
}

#[test]
fn cheapest_plans_cost_what_they_must_and_first_plans_no_less() {
    for (domain, problem, cost) in TASKS {
        let task = grounded(domain, problem);
        let cheapest = cheapest_plan(&task, &mut Meter::unlimited());
        assert_eq!(cheapest.found().map(|plan| plan.cost), cost, "{domain} {problem}");
        match (first_plan(&task, &mut Meter::unlimited()), cost) {
            (Ended::Found(plan), Some(cost)) => assert!(check(&task, &plan).unwrap() >= cost),
            (ended, cost) => assert_eq!((ended, cost), (Ended::Exhausted, None), "{domain} {problem}"),
        }
    }
}

#[test]
fn lm_cut_never_overestimates_and_preferred_operators_are_applicable_along_a_cheapest_plan() {
    for (domain, problem, _) in TASKS {
        let task = grounded(domain, problem);
        let Some(plan) = cheapest_plan(&task, &mut Meter::unlimited()).found() else { continue };
        let mut lm_cut = LmCut::new(&task);
        let mut ff = FfHeuristic::new(&task);
        let (mut state, mut rest) = (State::of(&task, &task.init), plan.cost);
        for &operator in &plan.operators {
            assert!(u64::from(lm_cut.evaluate(&state).unwrap()) <= rest);
            ff.evaluate(&state).unwrap();
            assert!(ff.preferred().iter().all(|&o| state.holds(&task.operators[o as usize].pre)));
            state.apply(&task.operators[operator]);
            rest -= u64::from(task.operators[operator].cost);
        }
        assert_eq!(rest, 0);
    }
}

#[test]
fn grounding_keeps_only_what_can_happen_and_change() {
    let sizes = |domain, problem| {
        let task = grounded(domain, problem);
        (task.facts.len(), task.operators.len())
    };
    // 4 blocks: 12 on, 4 each of on-table, clear, holding, and the hand; 4 + 4 + 16 + 12 operators, (on a a) included.
    assert_eq!(sizes("blocks", "p01"), (3 * 3 + 3 * 3 + 1, 3 + 3 + 9 + 9));
    // The kinds are gone; moving to where one is stays, since it is legal.
    assert_eq!(sizes("gripper", "p01"), (2 + 4 + 2 + 4, 4 + 8 + 8));
    // Only roads within a city, and no flights.
    assert_eq!(sizes("logistics", "p01"), (2 + 2 + 1, 2 + 2 + 4));
    // Two ports, two cars, and `full` with its complement; not sailing on the spot.
    assert_eq!(sizes("ferry", "p01"), (2 + 4 + 2 + 2, 2 + 4 + 4));
    let task = grounded("ferry", "p02");
    assert!(task.facts.contains(&"not ferry-at ostend".to_owned()), "{:?}", task.facts);
    assert!(!task.facts.contains(&"not ferry-at dover".to_owned()));
}

#[test]
fn what_is_written_reads_back_the_same() {
    for (name, problem, _) in TASKS {
        let (domain, problem) = parsed(name, problem);
        let written = Domain::parse(&domain.to_string()).unwrap();
        assert_eq!(written, domain);
        assert_eq!(Problem::parse(&problem.to_string(), &written).unwrap(), problem);
    }
}

#[test]
fn plan_files_read_back() {
    let task = grounded("logistics", "p01");
    let best = cheapest_plan(&task, &mut Meter::unlimited()).found().unwrap();
    let text = write_plan(&task, &best);
    let expected = "(drive lorry orly louvre paris)\n(load letter lorry louvre)\n(drive lorry louvre orly paris)\n\
                    (unload letter lorry orly)\n; cost = 7 (general cost)\n";
    assert_eq!(text, expected);
    let file = PlanFile::parse(&text.to_uppercase().replace("COST", "cost")).unwrap();
    assert_eq!(file.cost, Some((5, 7)));
    let steps: Vec<&str> = file.steps.iter().map(|(_, step)| step.as_str()).collect();
    assert_eq!(steps, best.steps(&task).collect::<Vec<_>>());
}

#[test]
fn the_best_plans_of_the_ferry_come_in_order() {
    let task = grounded("ferry", "p02");
    let (mut stream, mut meter) = (KBest::new(&task), Meter::unlimited());
    let plans: Vec<_> = (0..20).map(|_| stream.next(&mut meter).found().unwrap()).collect();
    assert_eq!(plans[0].cost, 13);
    assert!(plans.is_sorted_by_key(|plan| plan.cost));
    assert!(plans.iter().all_unique());
}

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

#[test]
fn a_floor_is_grounded_by_following_its_geometry() {
    let (size, crates) = (12, 3);
    let domain = Domain::parse(WAREHOUSE).unwrap();
    let problem = Problem::parse(&warehouse(size, crates), &domain).unwrap();
    let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
    assert_eq!(task.facts.len(), 3 * 144);
    // A crate in the outermost row or column only moves along it, and can be brought anywhere from within.
    let (steps, pushes) = (4 * size * (size - 1), 4 * size * (size - 2));
    assert_eq!(task.operators.len() as i32, steps + pushes);
    assert!(matches!(first_plan(&task, &mut Meter::unlimited()), Ended::Found(_)));
}
