//! Domains from the literature (blocks world, gripper, logistics and ferry) with their optimal costs.

use sokoplan::run::{Meter, SearchEnd};
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{PlanFile, Serial, Task, cheapest_plan, check, first_plan, ground};
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
            (SearchEnd::Found(plan), Some(cost)) => assert!(check(&task, &plan).unwrap() >= cost),
            (ended, cost) => assert_eq!((ended, cost), (SearchEnd::Exhausted, None), "{domain} {problem}"),
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
fn plan_files_read_back() {
    let task = grounded("logistics", "p01");
    let best = cheapest_plan(&task, &mut Meter::unlimited()).found().unwrap();
    let text = best.named(&task).text(task.is_unit_cost());
    let expected = "(drive lorry orly louvre paris)\n(load letter lorry louvre)\n(drive lorry louvre orly paris)\n\
                    (unload letter lorry orly)\n; cost = 7 (general cost)\n";
    assert_eq!(text, expected);
    let file = PlanFile::parse(&text.to_uppercase().replace("COST", "cost")).unwrap();
    assert_eq!(file.cost, Some((5, 7)));
    let steps: Vec<&str> = file.steps.iter().map(|(_, step)| step.as_str()).collect();
    assert_eq!(steps, best.steps(&task).collect::<Vec<_>>());
}

#[test]
fn goals_are_reached_one_by_one_where_subjects_meet_only_in_what_they_share() {
    for (name, file, cost) in TASKS {
        let (domain, problem) = parsed(name, file);
        let serial = Serial::new(&domain, &problem, &mut Meter::unlimited()).unwrap();
        assert_eq!(serial.is_some(), name != "blocks", "{name}: two blocks meet in one action");
        // Plans are executed on the problem before they are returned.
        match serial.and_then(|serial| serial.search(&mut Meter::unlimited())) {
            Some(SearchEnd::Found(plan)) => assert!(cost.is_some_and(|cost| plan.cost >= cost), "{name} {file}"),
            Some(ended) => assert_eq!((ended, cost), (SearchEnd::Exhausted, None), "{name} {file}"),
            None => {}
        }
    }
}
