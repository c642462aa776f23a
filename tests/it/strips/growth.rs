//! The steps of reading, grounding, checking and translating PDDL grow with the text, and each phase stops at any of them.
//! Steps are counted as questions to the meter, which every loop asks: the same on every machine.

use sokoplan::run::{Meter, Stop};
use sokoplan::strips::pddl::{Domain, Problem, ReadError};
use sokoplan::strips::{GroundError, PlanFault, PlanFile, ground, validate, write_sas};

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

/// Many derived predicates, each of the one that is a fact.
fn rules_side_by_side(n: usize) -> Texts {
    let rules = all(n, |i| format!("(:derived (d{i}) (p o))"));
    let action =
        format!("(:action a :parameters () :precondition (and {}) :effect (r))", all(n, |i| format!("(d{i})")));
    let declared = format!("(:constants o) (:predicates (p ?x) (r) {})", all(n, |i| format!("(d{i})")));
    [domain(&format!("{declared} {rules} {action}")), problem(DONE), "(a)".to_owned()]
}

/// Many rules of one predicate.
fn rules_of_one_predicate(n: usize) -> Texts {
    let rules = all(n, |i| format!("(:derived (d) (q{i}))"));
    let declared = format!("(:constants o) (:predicates (p ?x) (d) (r) {})", all(n, |i| format!("(q{i})")));
    let action = "(:action a :parameters () :precondition (p o) :effect (r))";
    [domain(&format!("{declared} {rules} {action}")), problem(DONE), "(a)".to_owned()]
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

/// Quantifiers beside each other.
fn quantifiers(n: usize) -> Texts {
    let parts = all(n, |i| format!("(exists (?x{i}) (p ?x{i}))"));
    let action = format!("(:action a :parameters () :precondition (and {parts}) :effect (r))");
    [domain(&format!("(:constants o) (:predicates (p ?x) (r)) {action}")), problem(DONE), "(a)".to_owned()]
}

fn conditional_effects(n: usize) -> Texts {
    let parts = all(n, |i| format!("(when (p o) (q{i}))"));
    let action = format!("(:action a :parameters () :precondition (p o) :effect (and (r) {parts}))");
    let declared = format!("(:constants o) (:predicates (p ?x) (r) {})", all(n, |i| format!("(q{i})")));
    [domain(&format!("{declared} {action}")), problem(DONE), "(a)".to_owned()]
}

/// Texts of any size, with a name.
type Family = (&'static str, fn(usize) -> Texts);

const FAMILIES: [Family; 8] = [
    ("types in a chain", types_in_a_chain),
    ("types declared again", types_again),
    ("rules side by side", rules_side_by_side),
    ("rules of one predicate", rules_of_one_predicate),
    ("actions", actions),
    ("conjuncts", conjuncts),
    ("quantifiers", quantifiers),
    ("conditional effects", conditional_effects),
];

/// The questions of reading both texts, grounding, checking the plan and translating, in this order.
fn questions([domain, problem, plan]: &Texts) -> [u64; 4] {
    let mut meter = Meter::unlimited();
    let mut asked = Vec::new();
    let (domain, _one) = Domain::read(domain, &meter).unwrap();
    let (problem, _other) = Problem::read(problem, &domain, &meter).unwrap();
    asked.push(meter.questions());
    let task = ground(&domain, &problem, &mut meter).unwrap();
    asked.push(meter.questions());
    let plan = PlanFile::parse(plan).unwrap();
    assert!(validate(&domain, &problem, &plan, &meter).is_ok());
    asked.push(meter.questions());
    write_sas(&task, &meter).unwrap();
    asked.push(meter.questions());
    [asked[0], asked[1] - asked[0], asked[2] - asked[1], asked[3] - asked[2]]
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
        let [read, grounded, _, translated] = questions(&family(400));
        assert!(read >= 100 && grounded >= 4 && translated >= 4, "{name}: {read} {grounded} {translated}");
    }
}

#[test]
fn every_phase_stops_at_every_question() {
    for (name, family) in FAMILIES {
        let texts = family(12);
        let [read, grounded, checked, translated] = questions(&texts);
        for end in 0..read + grounded + checked + translated {
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
    let task = ground(&domain, &problem, meter).map_err(|error| match error {
        GroundError::Stopped(stop) => stop,
        error => panic!("{error}"),
    })?;
    validate(&domain, &problem, &PlanFile::parse(plan).unwrap(), meter).map_err(|fault| match fault {
        PlanFault::Stopped(stop) => stop,
        fault => panic!("{fault}"),
    })?;
    write_sas(&task, meter).map(|_| ())
}

#[test]
fn what_text_stands_for_is_claimed_where_it_is_more_than_the_text() {
    // 3,000 names with 3,000 types each; 3,000 effects with 3,000 conditions each.
    let types = format!("(:types {} - (either {}))", all(3000, |i| format!("a{i}")), all(3000, |i| format!("b{i}")));
    let effects = all(3000, |_| "(r)".to_owned());
    let action = format!("(:action a :parameters () :effect (when (and {effects}) (and {effects})))");
    for text in [domain(&types), domain(&format!("(:predicates (r)) {action}"))] {
        let limits = sokoplan::Limits { memory: Some(32 << 20), ..Default::default() };
        let meter = Meter::new(limits, sokoplan::StopFlag::default());
        assert!(matches!(Domain::read(&text, &meter), Err(ReadError::Stopped(Stop::MemoryLimit))));
        assert_eq!(meter.bytes(), 0);
    }
}

#[test]
fn rules_and_variables_below_each_other_are_refused_where_the_stack_would_not_hold_them() {
    let chain = |n: usize| {
        let declared = all(n + 1, |i| format!("(d{i})"));
        domain(&format!("(:predicates {declared}) {}", all(n, |i| format!("(:derived (d{i}) (d{}))", i + 1))))
    };
    assert!(Domain::parse(&chain(16)).is_ok());
    let message = Domain::parse(&chain(5000)).unwrap_err().to_string();
    assert!(message.ends_with("below `d0` rules are nested 5000 deep; expected at most 16"), "{message}");
    let many = format!("(:predicates (p ?x)) (:action a :parameters ({}))", all(100_000, |i| format!("?x{i}")));
    let message = Domain::parse(&domain(&many)).unwrap_err().to_string();
    let expected = "more than 200 variables are known here; expected fewer parameters and variables of quantifiers";
    assert!(message.ends_with(expected), "{message}");
}
