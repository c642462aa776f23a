//! Grounding against PDDL by its definition, as plain as can be, on random domains.

use itertools::Itertools;
use sokoplan::run::Meter;
use sokoplan::run::Random;
use sokoplan::strips::pddl::{Action, Atom, Cost, Domain, Literal, Problem, Signature, TypedName};
use sokoplan::strips::{PlanFile, Task, cheapest_plan, check, ground, validate};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Name and arguments of each atom that holds: atoms have no order.
type State = BTreeSet<(String, Vec<String>)>;

/// Variables with their objects.
type Binding = Vec<(String, String)>;

/// A domain and a problem whose types are one level below a root, `thing`.
struct Definition<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
}

fn start(problem: &Problem) -> State {
    problem.init.iter().map(|atom| (atom.name.clone(), atom.arguments.clone())).collect()
}

fn instance(atom: &Atom, binding: &Binding) -> (String, Vec<String>) {
    let value = |name: &String| {
        let bound = binding.iter().find(|(variable, _)| variable == name);
        bound.map_or_else(|| name.clone(), |(_, object)| object.clone())
    };
    (atom.name.clone(), atom.arguments.iter().map(value).collect())
}

fn hold(condition: &[Literal], binding: &Binding, state: &State) -> bool {
    condition.iter().all(|Literal { positive, atom }| {
        let (name, values) = instance(atom, binding);
        *positive == if name == "=" { values[0] == values[1] } else { state.contains(&(name, values)) }
    })
}

impl Definition<'_> {
    /// All ways to choose an object for each parameter.
    fn bindings(&self, parameters: &[TypedName]) -> Vec<Binding> {
        let objects = || self.domain.constants.iter().chain(&self.problem.objects);
        let choices = |kind: &TypedName| {
            let fitting = objects().filter(|object| fits(&object.kinds[0], &kind.kinds[0]));
            fitting.map(|object| (kind.name.clone(), object.name.clone())).collect::<Vec<_>>()
        };
        parameters.iter().map(choices).multi_cartesian_product().collect()
    }

    /// The states after one action, with its cost.
    fn successors(&self, state: &State) -> Vec<(State, u64)> {
        let mut found = Vec::new();
        for action in &self.domain.actions {
            for binding in self.bindings(&action.parameters) {
                if hold(&action.precondition, &binding, state) {
                    let cost = match (&action.cost, self.problem.minimises_cost) {
                        (_, false) => 1,
                        (Some(Cost::Fixed(cost)), true) => u64::from(*cost),
                        _ => 0,
                    };
                    let effects = |positive| action.effect.iter().filter(move |effect| effect.positive == positive);
                    let mut next = state.clone();
                    effects(false).for_each(|effect| _ = next.remove(&instance(&effect.atom, &binding)));
                    next.extend(effects(true).map(|effect| instance(&effect.atom, &binding)));
                    found.push((next, cost));
                }
            }
        }
        found
    }

    /// The cost of a cheapest plan by uniform-cost search; `Err` if there are too many states to be sure.
    fn cheapest(&self) -> Result<Option<u64>, ()> {
        let mut closed: BTreeSet<State> = BTreeSet::new();
        let mut open = BinaryHeap::from([Reverse((0, start(self.problem)))]);
        while let Some(Reverse((cost, state))) = open.pop() {
            if !closed.insert(state.clone()) {
                continue;
            }
            if hold(&self.problem.goal, &Binding::new(), &state) {
                return Ok(Some(cost));
            }
            if closed.len() > 150 {
                return Err(());
            }
            open.extend(self.successors(&state).into_iter().map(|(next, more)| Reverse((cost + more, next))));
        }
        Ok(None)
    }
}

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

const KINDS: [&str; 3] = ["thing", "left", "right"];

fn objects() -> Vec<(String, String)> {
    OBJECTS.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
}

fn action(random: &mut Random, number: usize) -> Action {
    let count = 1 + random.below(3);
    let parameters: Vec<(String, String)> =
        (0..count).map(|i| (format!("?x{i}"), (*pick(random, &KINDS)).to_owned())).collect();
    let mut names = parameters.clone();
    names.push(("l1".to_owned(), "left".to_owned()));
    Action {
        name: format!("a{number}"),
        precondition: literals(random, &names, 3, true),
        effect: literals(random, &names, 3, false),
        cost: (random.below(2) == 0).then(|| Cost::Fixed(random.below(4) as u32)),
        parameters: parameters.into_iter().map(|(name, kind)| TypedName::new(name, kind)).collect(),
    }
}

fn domain(random: &mut Random) -> Domain {
    let signature = |(name, kinds): (&str, &[&str])| Signature {
        name: name.to_owned(),
        parameters: kinds.iter().enumerate().map(|(i, kind)| TypedName::new(format!("?y{i}"), *kind)).collect(),
    };
    Domain {
        name: "random".to_owned(),
        types: vec![
            TypedName::new("left", "thing"),
            TypedName::new("right", "thing"),
            TypedName { name: "thing".to_owned(), kinds: [].into() },
        ],
        constants: vec![TypedName::new("l1", "left")],
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
        objects: OBJECTS[1..].iter().map(|(name, kind)| TypedName::new(*name, *kind)).collect(),
        init: (0..random.below(14)).filter_map(|_| atom(random, &objects())).unique().collect(),
        goal: literals(random, &objects(), 3, random_equality),
        minimises_cost: random.below(2) == 0,
        ..Problem::default()
    }
}

/// Makes the goal something that is true, or false, after some steps: else few problems would have a plan.
fn aim_at_a_reachable_goal(random: &mut Random, domain: &Domain, problem: &mut Problem) {
    let first = start(problem);
    let mut state = first.clone();
    for _ in 0..6 {
        let next = Definition { domain, problem }.successors(&state);
        if !next.is_empty() {
            state = pick(random, &next).0.clone();
        }
    }
    let literal = |positive, (name, arguments): &(String, Vec<String>)| Literal {
        positive,
        atom: Atom::new(name.clone(), arguments.iter().cloned()),
    };
    let gained = state.difference(&first).take(2).map(|atom| literal(true, atom));
    problem.goal = gained.chain(first.difference(&state).take(1).map(|atom| literal(false, atom))).collect();
}

/// The cost of a cheapest plan, which is a plan by all that executes plans.
fn cost_by_grounding(task: &Task, domain: &Domain, problem: &Problem) -> Option<u64> {
    let found = cheapest_plan(task, &mut Meter::unlimited()).found()?;
    assert_eq!(check(task, &found), Ok(found.cost), "{domain}{problem}{task:#?}");
    let file = PlanFile::parse(&found.named(task).text(task.is_unit_cost())).unwrap();
    let valid = validate(domain, problem, &file, &Meter::unlimited());
    assert_eq!(valid, Ok(found.cost), "{domain}{problem}{file:#?}");
    let shorter = PlanFile { steps: file.steps[..file.steps.len().saturating_sub(1)].to_vec(), cost: None };
    let is_valid = validate(domain, problem, &shorter, &Meter::unlimited()).is_ok();
    assert_eq!(is_valid, found.operators.is_empty(), "a search stops at the first goal: {domain}{problem}{shorter:#?}");
    Some(found.cost)
}

on_few_and_on_all!(grounded_tasks_cost_what_the_lifted_ones_do, 20);
fn grounded_tasks_cost_what_the_lifted_ones_do(percent: u64) {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..16 * percent {
        let mut random = Random::new(50_000 + seed);
        let (domain, mut problem) = (domain(&mut random), problem(&mut random));
        if seed % 4 > 0 {
            aim_at_a_reachable_goal(&mut random, &domain, &mut problem);
        }
        let Ok(expected) = (Definition { domain: &domain, problem: &problem }).cheapest() else { continue };
        let read = Domain::parse(&domain.to_string()).unwrap_or_else(|error| panic!("{error}\n{domain}"));
        assert_eq!(read, domain);
        let problem = Problem::parse(&problem.to_string(), &read).unwrap_or_else(|e| panic!("{e}\n{problem}"));
        let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
        assert_eq!(cost_by_grounding(&task, &domain, &problem), expected, "{domain}{problem}{task:#?}");
        solved += usize::from(expected.is_some_and(|cost| cost > 0));
        unsolvable += usize::from(expected.is_none());
    }
    assert!(solved as u64 > 2 * percent && unsolvable as u64 > percent, "{solved} solved, {unsolvable} unsolvable");
}
