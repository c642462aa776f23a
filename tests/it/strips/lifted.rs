//! Grounding against an interpreter that does not ground, on random domains.

use itertools::Itertools;
use sokoplan::run::Meter;
use sokoplan::run::Random;
use sokoplan::strips::pddl::{Action, Atom, Cost, Domain, Literal, Problem, Signature, Typed};
use sokoplan::strips::{HeuristicKind, Options, SearchAlgorithm, ground, plan};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Two types of things below a third, and what each predicate takes.
const PREDICATES: [(&str, &[&str]); 5] =
    [("p", &["thing"]), ("q", &["left", "right"]), ("r", &["thing", "thing"]), ("s", &["right"]), ("flag", &[])];
const OBJECTS: [(&str, &str); 5] = [("l1", "left"), ("l2", "left"), ("r1", "right"), ("r2", "right"), ("t1", "thing")];

fn fits(kind: &str, wanted: &str) -> bool {
    kind == wanted || wanted == "thing"
}

fn pick<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.below(list.len())]
}

/// An atom over these typed names, if its predicate has arguments among them.
fn atom(random: &mut Random, names: &[(String, String)]) -> Option<Atom> {
    let (name, kinds) = pick(random, &PREDICATES);
    let mut arguments = Vec::new();
    for kind in *kinds {
        let fitting: Vec<&String> = names.iter().filter(|(_, k)| fits(k, kind)).map(|(name, _)| name).collect();
        if fitting.is_empty() {
            return None;
        }
        arguments.push((*pick(random, &fitting)).clone());
    }
    Some(Atom::new(*name, arguments))
}

fn literals(random: &mut Random, names: &[(String, String)], most: usize, may_equal: bool) -> Vec<Literal> {
    let mut found = Vec::new();
    for _ in 0..random.below(most + 1) {
        let positive = random.below(3) > 0;
        let chosen = if may_equal && names.len() > 1 && random.below(6) == 0 {
            Some(Atom::new("=", [pick(random, names).0.clone(), pick(random, names).0.clone()]))
        } else {
            atom(random, names)
        };
        found.extend(chosen.map(|atom| Literal { positive, atom }));
    }
    found
}

fn objects() -> Vec<(String, String)> {
    OBJECTS.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
}

fn action(random: &mut Random, number: usize) -> Action {
    let kinds = ["thing", "left", "right"];
    let count = 1 + random.below(3);
    let parameters: Vec<(String, String)> =
        (0..count).map(|i| (format!("?x{i}"), (*pick(random, &kinds)).to_owned())).collect();
    let mut names = parameters.clone();
    names.push(("l1".to_owned(), "left".to_owned()));
    Action {
        name: format!("a{number}"),
        precondition: literals(random, &names, 3, true),
        effect: literals(random, &names, 3, false),
        cost: (random.below(2) == 0).then(|| Cost::Fixed(random.below(4) as u32)),
        parameters: parameters.into_iter().map(|(name, kind)| Typed::new(name, kind)).collect(),
    }
}

fn domain(random: &mut Random) -> Domain {
    let signature = |(name, kinds): (&str, &[&str])| Signature {
        name: name.to_owned(),
        parameters: kinds.iter().enumerate().map(|(i, kind)| Typed::new(format!("?y{i}"), *kind)).collect(),
    };
    Domain {
        name: "random".to_owned(),
        types: vec![
            Typed::new("left", "thing"),
            Typed::new("right", "thing"),
            Typed { name: "thing".to_owned(), kinds: vec![] },
        ],
        constants: vec![Typed::new("l1", "left")],
        predicates: PREDICATES.map(signature).to_vec(),
        functions: vec![Signature { name: "total-cost".to_owned(), parameters: vec![] }],
        actions: (0..5).map(|number| action(random, number)).collect(),
        ..Domain::default()
    }
}

fn problem(random: &mut Random) -> Problem {
    let random_equality = random.below(8) == 0;
    Problem {
        name: "some".to_owned(),
        domain: "random".to_owned(),
        objects: OBJECTS[1..].iter().map(|(name, kind)| Typed::new(*name, *kind)).collect(),
        init: (0..random.below(14)).filter_map(|_| atom(random, &objects())).unique().collect(),
        goal: literals(random, &objects(), 3, random_equality),
        minimises_cost: random.below(2) == 0,
        ..Problem::default()
    }
}

type State = BTreeSet<(String, Vec<String>)>;

/// The atom with the action's arguments put in.
fn instance(atom: &Atom, action: &Action, arguments: &[&str]) -> (String, Vec<String>) {
    let value = |name: &String| {
        let position = action.parameters.iter().position(|parameter| parameter.name == *name);
        position.map_or_else(|| name.clone(), |position| arguments[position].to_owned())
    };
    (atom.name.clone(), atom.arguments.iter().map(value).collect())
}

fn holds(literals: &[Literal], state: &State, action: &Action, arguments: &[&str]) -> bool {
    literals.iter().all(|literal| {
        let (name, values) = instance(&literal.atom, action, arguments);
        let is_true = if name == "=" { values[0] == values[1] } else { state.contains(&(name, values)) };
        is_true == literal.positive
    })
}

/// All ways to carry an action out: the next state and the cost.
fn successors(domain: &Domain, problem: &Problem, state: &State) -> Vec<(State, u64)> {
    let mut found = Vec::new();
    for action in &domain.actions {
        let fitting = |parameter: &Typed| {
            OBJECTS
                .iter()
                .filter(|(_, kind)| fits(kind, &parameter.kinds[0]))
                .map(|(name, _)| *name)
                .collect::<Vec<_>>()
        };
        let mut all: Vec<Vec<&str>> = action.parameters.iter().map(fitting).multi_cartesian_product().collect();
        if action.parameters.is_empty() {
            all = vec![vec![]];
        }
        for arguments in all.iter().filter(|arguments| holds(&action.precondition, state, action, arguments)) {
            let mut next = state.clone();
            for positive in [false, true] {
                for effect in action.effect.iter().filter(|effect| effect.positive == positive) {
                    let atom = instance(&effect.atom, action, arguments);
                    if positive {
                        next.insert(atom)
                    } else {
                        next.remove(&atom)
                    };
                }
            }
            let cost = match (&action.cost, problem.minimises_cost) {
                (_, false) => 1,
                (Some(Cost::Fixed(cost)), true) => u64::from(*cost),
                _ => 0,
            };
            found.push((next, cost));
        }
    }
    found
}

/// Uniform-cost search; `Err` if there are too many states to be sure.
fn cheapest(domain: &Domain, problem: &Problem) -> Result<Option<u64>, ()> {
    let nothing = Action { name: String::new(), parameters: vec![], precondition: vec![], effect: vec![], cost: None };
    let start: State = problem.init.iter().map(|atom| (atom.name.clone(), atom.arguments.clone())).collect();
    let mut closed: BTreeSet<State> = BTreeSet::new();
    let mut open = BinaryHeap::from([Reverse((0, start))]);
    while let Some(Reverse((cost, state))) = open.pop() {
        if !closed.insert(state.clone()) {
            continue;
        }
        if holds(&problem.goal, &state, &nothing, &[]) {
            return Ok(Some(cost));
        }
        if closed.len() > 150 {
            return Err(());
        }
        open.extend(successors(domain, problem, &state).into_iter().map(|(next, more)| Reverse((cost + more, next))));
    }
    Ok(None)
}

/// Makes the goal something that is true, or false, after some steps: else few problems would have a plan.
fn aim_at_a_reachable_goal(random: &mut Random, domain: &Domain, problem: &mut Problem) {
    let start: State = problem.init.iter().map(|atom| (atom.name.clone(), atom.arguments.clone())).collect();
    let mut state = start.clone();
    for _ in 0..6 {
        let next = successors(domain, problem, &state);
        if !next.is_empty() {
            state = pick(random, &next).0.clone();
        }
    }
    let literal = |positive, (name, arguments): &(String, Vec<String>)| Literal {
        positive,
        atom: Atom::new(name.clone(), arguments.iter().cloned()),
    };
    let gained = state.difference(&start).take(2).map(|atom| literal(true, atom));
    problem.goal = gained.chain(start.difference(&state).take(1).map(|atom| literal(false, atom))).collect();
}

on_few_and_on_all!(
    grounded_tasks_cost_what_the_lifted_ones_do,
    grounded_tasks_cost_what_the_lifted_ones_do_on_all,
    check_grounded_tasks_cost_what,
    40
);

fn check_grounded_tasks_cost_what(percent: u64) {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..8 * percent {
        let mut random = Random::new(50_000 + seed);
        let (domain, mut problem) = (domain(&mut random), problem(&mut random));
        if seed % 4 > 0 {
            aim_at_a_reachable_goal(&mut random, &domain, &mut problem);
        }
        let Ok(expected) = cheapest(&domain, &problem) else { continue };
        let read = Domain::parse(&domain.to_string()).unwrap();
        assert_eq!(read, domain);
        let problem = Problem::parse(&problem.to_string(), &read).unwrap();
        let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
        let options = Options { algorithm: SearchAlgorithm::AStar, heuristic: HeuristicKind::Blind };
        let found = plan(&task, &options, &mut Meter::unlimited()).found().map(|plan| plan.cost);
        assert_eq!(found, expected, "{domain}{problem}{task:#?}");
        solved += usize::from(expected.is_some_and(|cost| cost > 0));
        unsolvable += usize::from(expected.is_none());
    }
    assert!(solved as u64 > 2 * percent && 2 * unsolvable as u64 > percent, "{solved} solved, {unsolvable} unsolvable");
}
