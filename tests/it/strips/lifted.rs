//! Grounding against an interpreter that does not ground, on random domains.

use super::definition::{Atom2, Definition, start};
use itertools::Itertools;
use sokoplan::run::Meter;
use sokoplan::run::Random;
use sokoplan::strips::pddl::{
    Action, Atom, Cost, Derived, Domain, Effect, Formula, Literal, Problem, Signature, Typed,
};
use sokoplan::strips::{
    GroundError, HeuristicKind, Options, PlanFile, SearchAlgorithm, Task, check, ground, plan, validate, write_plan,
};

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

/// How tasks are drawn: conjunctions of literals alone, or all that PDDL allows here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Literals,
    Formulas,
}

const KINDS: [&str; 3] = ["thing", "left", "right"];

/// A variable that is new, or now and then hides another.
fn variable(random: &mut Random, names: &[(String, String)]) -> (String, String) {
    let name = format!("?z{}", if random.below(8) == 0 { 0 } else { names.len() });
    (name, (*pick(random, &KINDS)).to_owned())
}

/// A formula of literals, connectives and quantifiers, and of derived predicates.
fn formula(random: &mut Random, names: &[(String, String)], depth: usize) -> Formula {
    let below = |random: &mut Random| formula(random, names, depth - 1);
    let choice = if depth == 0 { 9 } else { random.below(10) };
    match choice {
        0 | 1 => Formula::Or(vec![below(random), below(random)]),
        2 => Formula::Or(vec![Formula::Not(Box::new(below(random))), below(random)]),
        3 => Formula::Not(Box::new(below(random))),
        4 => Formula::And(vec![below(random), below(random)].into_iter().flat_map(conjuncts).collect()),
        5 | 6 => {
            let (name, kind) = variable(random, names);
            let typed = vec![Typed::new(name.clone(), kind.clone())];
            // The last one of a name counts.
            let mut visible = names.to_vec();
            visible.retain(|(known, _)| *known != name);
            visible.push((name, kind));
            let inner = Box::new(formula(random, &visible, depth - 1));
            if choice == 5 { Formula::ForAll(typed, inner) } else { Formula::Exists(typed, inner) }
        }
        7 if !names.is_empty() => Formula::Atom(Atom::new("d", [pick(random, names).0.clone()])),
        _ => literals(random, names, 1, true).pop().map_or_else(Formula::default, Formula::from),
    }
}

/// Conjunctions are flat where they are read.
fn conjuncts(formula: Formula) -> Vec<Formula> {
    if let Formula::And(parts) = formula { parts } else { vec![formula] }
}

/// A conjunction of literals, and perhaps of other formulas.
fn condition(random: &mut Random, names: &[(String, String)], may_equal: bool, dialect: Dialect) -> Formula {
    let mut whole: Formula = literals(random, names, 3, may_equal).into_iter().collect();
    if dialect == Dialect::Formulas {
        (0..random.below(3)).for_each(|_| whole.push(formula(random, names, 3)));
    }
    whole
}

fn effects(random: &mut Random, names: &[(String, String)], dialect: Dialect) -> Vec<Effect> {
    let mut found: Vec<Effect> = literals(random, names, 3, false).into_iter().map(Effect::from).collect();
    if dialect == Dialect::Formulas {
        for _ in 0..random.below(3) {
            let mut visible = names.to_vec();
            let mut effect = Effect::from(Literal::positive(Atom::new("flag", Vec::<String>::new())));
            if random.below(2) == 0 {
                visible.push(("?u".to_owned(), (*pick(random, &KINDS)).to_owned()));
                effect.variables = vec![Typed::new("?u", visible[visible.len() - 1].1.clone())];
            }
            if random.below(4) > 0 {
                effect.condition.push(formula(random, &visible, 1));
            }
            let Some(literal) = literals(random, &visible, 1, false).pop() else { continue };
            found.push(Effect { literal, ..effect });
        }
    }
    found
}

fn objects() -> Vec<(String, String)> {
    OBJECTS.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
}

fn action(random: &mut Random, number: usize, dialect: Dialect) -> Action {
    let count = 1 + random.below(3);
    let parameters: Vec<(String, String)> =
        (0..count).map(|i| (format!("?x{i}"), (*pick(random, &KINDS)).to_owned())).collect();
    let mut names = parameters.clone();
    names.push(("l1".to_owned(), "left".to_owned()));
    Action {
        name: format!("a{number}"),
        precondition: condition(random, &names, true, dialect),
        effect: effects(random, &names, dialect),
        cost: (random.below(2) == 0).then(|| Cost::Fixed(random.below(4) as u32)),
        parameters: parameters.into_iter().map(|(name, kind)| Typed::new(name, kind)).collect(),
    }
}

fn domain(random: &mut Random, dialect: Dialect) -> Domain {
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
        predicates: PREDICATES.map(signature).into_iter().chain([signature(("d", &["thing"]))]).collect(),
        derived: rules(random, dialect),
        functions: vec![Signature { name: "total-cost".to_owned(), parameters: vec![] }],
        actions: (0..5).map(|number| action(random, number, dialect)).collect(),
        ..Domain::default()
    }
}

/// Rules of `d` that do not need it.
fn rules(random: &mut Random, dialect: Dialect) -> Vec<Derived> {
    let count = if dialect == Dialect::Formulas { 1 + random.below(2) } else { 0 };
    let rule = |random: &mut Random| {
        let kind = *pick(random, &KINDS);
        let names = vec![("?w".to_owned(), kind.to_owned())];
        let head = Signature { name: "d".to_owned(), parameters: vec![Typed::new("?w", kind)] };
        let mut condition = Formula::default();
        condition.push(Formula::Or(literals(random, &names, 2, true).into_iter().map(Formula::from).collect()));
        Derived { head, condition }
    };
    (0..count).map(|_| rule(random)).collect()
}

fn problem(random: &mut Random, dialect: Dialect) -> Problem {
    let random_equality = random.below(8) == 0;
    Problem {
        name: "some".to_owned(),
        domain: "random".to_owned(),
        objects: OBJECTS[1..].iter().map(|(name, kind)| Typed::new(*name, *kind)).collect(),
        init: (0..random.below(14)).filter_map(|_| atom(random, &objects())).unique().collect(),
        goal: condition(random, &objects(), random_equality, dialect),
        minimises_cost: random.below(2) == 0,
        ..Problem::default()
    }
}

/// Makes the goal something that is true, or false, after some steps: else few problems would have a plan.
fn aim_at_a_reachable_goal(random: &mut Random, domain: &Domain, problem: &mut Problem, dialect: Dialect) {
    let first = start(problem);
    let mut state = first.clone();
    for _ in 0..6 {
        let next = Definition { domain, problem }.successors(&state);
        if !next.is_empty() {
            state = pick(random, &next).0.clone();
        }
    }
    let literal = |positive, (name, arguments): &Atom2| Literal {
        positive,
        atom: Atom::new(name.clone(), arguments.iter().cloned()),
    };
    let gained = state.difference(&first).take(2).map(|atom| literal(true, atom));
    let aims: Vec<Literal> = gained.chain(first.difference(&state).take(1).map(|atom| literal(false, atom))).collect();
    problem.goal = match dialect {
        Dialect::Literals => aims.into_iter().collect(),
        // Several such goals, to be reached in one state.
        Dialect::Formulas => {
            let either = |aim: Literal| Formula::Or(vec![aim.into(), formula(random, &objects(), 2)]);
            Formula::And(aims.into_iter().map(either).collect())
        }
    };
}

on_few_and_on_all!(
    grounded_tasks_cost_what_the_lifted_ones_do,
    grounded_tasks_cost_what_the_lifted_ones_do_on_all,
    check_grounded_tasks_cost_what,
    20
);

fn check_grounded_tasks_cost_what(percent: u64) {
    for dialect in [Dialect::Literals, Dialect::Formulas] {
        check_dialect(percent, dialect);
    }
}

/// The cost of a cheapest plan, which is a plan by all that executes plans.
fn cost_by_grounding(task: &Task, domain: &Domain, problem: &Problem) -> Option<u64> {
    let options = Options { algorithm: SearchAlgorithm::AStar, heuristic: HeuristicKind::Blind };
    let found = plan(task, &options, &mut Meter::unlimited()).found()?;
    let file = PlanFile::parse(&write_plan(task, &found)).unwrap();
    let valid = validate(domain, problem, &file, &Meter::unlimited());
    assert_eq!(valid, Ok(found.cost), "{domain}{problem}{file:#?}");
    let resolved = file.resolve(task).unwrap();
    assert_eq!(check(task, &resolved), Ok(found.cost), "{domain}{problem}{file:#?}{task:#?}");
    let shorter = PlanFile { steps: file.steps[..file.steps.len().saturating_sub(1)].to_vec(), cost: None };
    let is_valid = validate(domain, problem, &shorter, &Meter::unlimited()).is_ok();
    let resolved = shorter.resolve(task).unwrap();
    assert_eq!(is_valid, check(task, &resolved).is_ok(), "{domain}{problem}{shorter:#?}{task:#?}");
    Some(found.cost)
}

fn check_dialect(percent: u64, dialect: Dialect) {
    let (mut solved, mut unsolvable, mut split) = (0, 0, 0);
    for seed in 0..8 * percent {
        let mut random = Random::new(50_000 + seed);
        let (domain, mut problem) = (domain(&mut random, dialect), problem(&mut random, dialect));
        if seed % 4 > 0 {
            aim_at_a_reachable_goal(&mut random, &domain, &mut problem, dialect);
        }
        let Ok(expected) = (Definition { domain: &domain, problem: &problem }).cheapest() else { continue };
        let read = Domain::parse(&domain.to_string()).unwrap_or_else(|error| panic!("{error}\n{domain}"));
        assert_eq!(read, domain);
        let problem = Problem::parse(&problem.to_string(), &read).unwrap_or_else(|e| panic!("{e}\n{problem}"));
        let task = match ground(&domain, &problem, &mut Meter::unlimited()) {
            Err(GroundError::TooManyOperators { .. }) => continue,
            task => task.unwrap(),
        };
        let found = cost_by_grounding(&task, &domain, &problem);
        assert_eq!(found, expected, "{domain}{problem}{task:#?}");
        solved += usize::from(expected.is_some_and(|cost| cost > 0));
        unsolvable += usize::from(expected.is_none());
        split += usize::from(!task.operators.iter().map(|operator| &operator.name).all_unique());
    }
    assert!(solved as u64 > percent && 2 * unsolvable as u64 > percent, "{solved} solved, {unsolvable} unsolvable");
    assert_eq!(split as u64 > percent, dialect == Dialect::Formulas, "{split} tasks with operators of one name");
}
