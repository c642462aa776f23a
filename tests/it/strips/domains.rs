//! Domains from the literature: blocks world, gripper, logistics and ferry, and two of our own with all that PDDL allows
//! in conditions and effects, with their optimal costs.

use itertools::Itertools;
use sokoplan::run::{Ended, Meter};
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{
    Costs, HeuristicKind, KBest, Options, PlanFile, SearchAlgorithm, State, Task, Visit, check, ground, plan,
    write_plan,
};
use std::fs;

/// Domain, problem, cheapest plan.
const TASKS: [(&str, &str, Option<u64>); 13] = [
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
    ("lift", "p01", Some(5)),
    ("lift", "p02", None),
    ("lamps", "p01", Some(7)),
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
fn optimal_costs_are_proved_without_and_with_a_heuristic() {
    for (domain, problem, cost) in TASKS {
        let task = grounded(domain, problem);
        for heuristic in [HeuristicKind::Blind, HeuristicKind::Max, HeuristicKind::LmCut] {
            let options = Options { algorithm: SearchAlgorithm::AStar, heuristic };
            let found = plan(&task, &options, &mut Meter::unlimited()).found();
            assert_eq!(found.map(|plan| plan.cost), cost, "{domain} {problem} {heuristic}");
        }
    }
}

#[test]
fn greedy_plans_are_plans_with_every_heuristic() {
    for (domain, problem, cost) in TASKS {
        let task = grounded(domain, problem);
        for heuristic in HeuristicKind::ALL {
            for algorithm in [SearchAlgorithm::Greedy, SearchAlgorithm::Alternating] {
                let ended = plan(&task, &Options { algorithm, heuristic }, &mut Meter::unlimited());
                match (ended, cost) {
                    (Ended::Found(plan), Some(cost)) => assert!(check(&task, &plan).unwrap() >= cost),
                    (ended, cost) => assert_eq!((ended, cost), (Ended::Exhausted, None), "{domain} {problem}"),
                }
            }
        }
    }
}

#[test]
fn admissible_heuristics_fall_by_no_more_than_is_spent_along_a_best_plan() {
    for (domain, problem, _) in TASKS {
        let task = grounded(domain, problem);
        let Some(plan) = plan(&task, &Options::OPTIMAL, &mut Meter::unlimited()).found() else { continue };
        for kind in HeuristicKind::ALL {
            let mut heuristic = kind.build(&task, Costs::Plain, &Meter::unlimited()).unwrap();
            let (mut state, mut rest) = (State::of(&task, &task.init), plan.cost);
            for (id, &operator) in (0..).zip(&plan.operators) {
                let parent = (id > 0).then(|| id - 1);
                let estimate = heuristic.evaluate(Visit { state: &state, id, parent }).unwrap();
                assert!(!heuristic.is_admissible() || u64::from(estimate) <= rest);
                assert!(heuristic.preferred().iter().all(|&o| state.holds(&task.operators[o as usize].pre)));
                state.apply(&task.operators[operator]);
                rest -= u64::from(task.operators[operator].cost);
            }
            assert_eq!(rest, 0);
        }
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
        assert_eq!(domain.clashes(Some(&problem)), Vec::<String>::new());
        let (plain, plain_problem) = (domain.without_costs(), problem.without_costs());
        assert_eq!(Domain::parse(&plain.to_string()).unwrap(), plain);
        assert_eq!(Problem::parse(&plain_problem.to_string(), &plain).unwrap(), plain_problem);
        assert!(!plain.to_string().contains("total-cost"));
    }
}

#[test]
fn plan_files_read_back_and_are_checked() {
    let task = grounded("logistics", "p01");
    let best = plan(&task, &Options::OPTIMAL, &mut Meter::unlimited()).found().unwrap();
    let text = write_plan(&task, &best);
    let expected = "(drive lorry orly louvre paris)\n(load letter lorry louvre)\n(drive lorry louvre orly paris)\n\
                    (unload letter lorry orly)\n; cost = 7 (general cost)\n";
    assert_eq!(text, expected);
    let file = PlanFile::parse(&text.to_uppercase().replace("COST", "cost")).unwrap();
    assert_eq!((file.resolve(&task).unwrap(), file.cost), (best, Some(7)));
    let wrong = PlanFile::parse("\n(drive lorry orly rome paris)").unwrap().resolve(&task).unwrap_err();
    let expected = "2: the task has no `(drive lorry orly rome paris)`: it is not declared, or can never be applied";
    assert_eq!(wrong.to_string(), expected);
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
