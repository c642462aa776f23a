//! The steps of reading, grounding and checking PDDL grow with the text, and each phase stops at any of them.
//! Steps are counted as questions to the meter, which every loop asks: the same on every machine.

use sokoplan::run::{Meter, Stop};
use sokoplan::strips::pddl::{Domain, Problem, ReadError};
use sokoplan::strips::{GroundError, PlanFault, PlanFile, ground, validate};

/// A domain, a problem, a plan.
type Texts = [String; 3];

fn all(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(" ")
}

fn domain(sections: &str) -> String {
    format!("(define (domain d) {sections})")
}

fn problem(sections: &str) -> String {
    format!("(define (problem p) (:domain d) {sections})")
}

const DONE: &str = "(:init (p o)) (:goal (r))";

/// `t0 - t1 t1 - t2 ..`, with objects of the lowest type, and atoms about them.
fn types_in_a_chain(n: usize) -> Texts {
    let types = all(n, |i| format!("t{i} - t{}", i + 1));
    let top = format!("t{n}");
    let action = format!("(:action a :parameters (?x - {top}) :precondition (p ?x) :effect (r))");
    let objects = all(n, |i| format!("o{i} - t0"));
    [
        domain(&format!("(:types {types}) (:predicates (p ?x - {top}) (r)) {action}")),
        problem(&format!("(:objects {objects}) (:init {}) (:goal (r))", all(n, |i| format!("(p o{i})")))),
        "(a o0)".to_owned(),
    ]
}

/// Each type is declared again and again, with further supertypes.
fn types_again(n: usize) -> Texts {
    let types = all(n, |i| format!("a - b{i}"));
    let rest = "(:predicates (p ?x - a) (r)) (:action a :parameters (?x - a) :precondition (p ?x) :effect (r))";
    [domain(&format!("(:types {types}) {rest}")), problem(&format!("(:objects o - a) {DONE}")), "(a o)".to_owned()]
}

fn actions(n: usize) -> Texts {
    let actions = all(n, |i| format!("(:action a{i} :parameters (?x) :precondition (p ?x) :effect (r))"));
    let plan = (0..n).map(|i| format!("(a{i} o)\n")).collect();
    [domain(&format!("(:constants o) (:predicates (p ?x) (r)) {actions}")), problem(DONE), plan]
}

fn conjuncts(n: usize) -> Texts {
    let facts = |sign: &str| all(n, |i| format!("({sign}{i})"));
    let action =
        format!("(:action a :parameters () :precondition (and {}) :effect (and (r) {}))", facts("q"), facts("s"));
    let declared = format!("(:constants o) (:predicates (p ?x) (r) {} {})", facts("q"), facts("s"));
    [
        domain(&format!("{declared} {action}")),
        problem(&format!("(:init (p o) {}) (:goal (and (r) {}))", facts("q"), facts("s"))),
        "(a)".to_owned(),
    ]
}

/// Texts of any size, with a name.
type Family = (&'static str, fn(usize) -> Texts);

const FAMILIES: [Family; 4] = [
    ("types in a chain", types_in_a_chain),
    ("types declared again", types_again),
    ("actions", actions),
    ("conjuncts", conjuncts),
];

/// The questions of reading both texts, grounding and checking the plan, in this order.
fn questions([domain, problem, plan]: &Texts) -> [u64; 3] {
    let mut meter = Meter::unlimited();
    let mut asked = Vec::new();
    let (domain, _one) = Domain::read(domain, &meter).unwrap();
    let (problem, _other) = Problem::read(problem, &domain, &meter).unwrap();
    asked.push(meter.questions());
    ground(&domain, &problem, &mut meter).unwrap();
    asked.push(meter.questions());
    let plan = PlanFile::parse(plan).unwrap();
    assert!(validate(&domain, &problem, &plan, &meter).is_ok());
    asked.push(meter.questions());
    [asked[0], asked[1] - asked[0], asked[2] - asked[1]]
}

#[test]
fn steps_of_every_phase_grow_with_the_text() {
    for (name, family) in FAMILIES {
        let counts = [100, 200, 400, 800].map(|n| questions(&family(n)));
        for pair in counts.windows(2) {
            for (phase, (before, after)) in pair[0].into_iter().zip(pair[1]).enumerate() {
                assert!(after <= 2 * before + before / 4 + 20, "{name}, phase {phase}: {counts:?}");
            }
        }
    }
}

#[test]
fn a_long_text_is_asked_for_in_every_phase() {
    // A phase that asks nothing runs on for as long as it likes.
    for (name, family) in FAMILIES {
        let [read, grounded, _] = questions(&family(400));
        assert!(read >= 100 && grounded >= 4, "{name}: {read} {grounded}");
    }
}

#[test]
fn every_phase_stops_at_every_question() {
    for (name, family) in FAMILIES {
        let texts = family(12);
        for end in 0..questions(&texts).iter().sum() {
            let mut meter = Meter::unlimited();
            meter.interrupt_after(end);
            let stopped = run(&texts, &mut meter);
            assert_eq!(stopped, Err(Stop::Interrupted), "{name}: {end}");
            assert_eq!(meter.bytes(), 0, "{name}: {end}");
        }
    }
}

fn run([domain, problem, plan]: &Texts, meter: &mut Meter) -> Result<(), Stop> {
    let stopped = |error: ReadError| match error {
        ReadError::Stopped(stop) => stop,
        ReadError::Fault(fault) => panic!("{fault}"),
    };
    let (domain, _one) = Domain::read(domain, meter).map_err(stopped)?;
    let (problem, _other) = Problem::read(problem, &domain, meter).map_err(stopped)?;
    ground(&domain, &problem, meter).map_err(|error| match error {
        GroundError::Stopped(stop) => stop,
        error => panic!("{error}"),
    })?;
    validate(&domain, &problem, &PlanFile::parse(plan).unwrap(), meter).map_err(|fault| match fault {
        PlanFault::Stopped(stop) => stop,
        fault => panic!("{fault}"),
    })?;
    Ok(())
}

#[test]
fn parameters_are_refused_where_the_stack_would_not_hold_them() {
    let many = format!("(:predicates (p ?x)) (:action a :parameters ({}))", all(100_000, |i| format!("?x{i}")));
    let message = Domain::parse(&domain(&many)).unwrap_err().to_string();
    assert!(message.ends_with("more than 200 parameters; expected fewer parameters"), "{message}");
}
