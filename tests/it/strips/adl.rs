//! Conditions beyond conjunctions, conditional effects and derived predicates.

use super::domains::{grounded, parsed};
use itertools::Itertools;
use sokoplan::run::{Limits, Meter, Stop, StopFlag};
use sokoplan::strips::pddl::{Domain, Formula, Problem};
use sokoplan::strips::{GroundError, KBest, Options, PlanFile, check, ground, plan, validate, write_plan};

fn domain(sections: &str) -> Result<Domain, String> {
    Domain::parse(&format!("(define (domain d) {sections})")).map_err(|error| error.to_string())
}

fn problem(domain: &Domain, objects: &str, goal: &str) -> Problem {
    let text = format!("(define (problem p) (:domain d) (:objects {objects}) (:init) (:goal {goal}))");
    Problem::parse(&text, domain).unwrap()
}

#[test]
fn an_action_is_one_operator_for_each_case_that_can_arise() {
    let task = grounded("lift", "p01");
    let count = |name: &str| task.operators.iter().filter(|operator| operator.name == name).count();
    // Anna is not yet served, and boards; that nobody gets out here is constant.
    assert_eq!(count("stop ground"), 1);
    // Each may be in the lift, or not; where neither is, nothing changes.
    assert_eq!(count("stop top"), 3);
    // Anna is not in, or Ben is.
    assert_eq!(count("go ground top"), 2);
    assert_eq!(count("go ground ground"), 0, "not one above the other");
}

#[test]
fn implications_are_read_as_disjunctions_and_conjunctions_are_flat() {
    let read = domain(
        "(:predicates (p) (q)) (:action a :precondition (and (p) (and (imply (p) (q)) (not (not (q))))) :effect (p))",
    );
    let Formula::And(parts) = &read.unwrap().actions[0].precondition else { panic!("no conjunction") };
    assert_eq!(parts.iter().join(" "), "(p) (or (not (p)) (q)) (not (not (q)))");
}

#[test]
fn what_cannot_be_compiled_is_refused_at_its_place() {
    let action = |effect: &str| format!("(:predicates (p ?x) (q ?x)) (:action a :parameters (?x) :effect {effect})");
    let derived = |rules: &str| format!("(:predicates (p ?x) (q ?x)) {rules}");
    let cases = [
        (
            action("(when (p ?x) (increase (total-cost) 1))"),
            "1:97: `increase` below `forall` or `when`; expected costs that depend on the arguments of the action alone",
        ),
        (
            action("(when (p ?x) (forall (?x) (q ?x)))"),
            "1:97: variable `?x` is declared again below `when`; expected another name",
        ),
        (
            derived("(:derived (p ?x) (q ?x)) (:derived (q ?x) (exists (?y) (not (p ?y))))"),
            "1:48: `p` is derived from itself; expected rules without recursion",
        ),
        (derived("(:derived (r ?x) (q ?x))"), "1:59: unknown predicate `r`; expected one from `:predicates`"),
        (derived("(:derived (p) (q ?x))"), "1:58: `p` has 0 arguments here; expected 1"),
        (
            derived("(:derived (p ?x) (q ?x)) (:action a :parameters (?x) :effect (p ?x))"),
            "1:110: `p` is derived; expected a predicate without `:derived` rules",
        ),
        (action("(forall (?y) (p ?y) (p ?y))"), "1:104: `(p ...)`; expected `)`"),
        (
            derived("(:action a :precondition (forall (?y ?y) (p ?y)))"),
            "1:85: variable `?y` is declared again; expected another name: see 1:82",
        ),
    ];
    let found = cases.each_ref().map(|(text, _)| domain(text).unwrap_err());
    assert_eq!(found, cases.map(|(_, message)| message.to_owned()));
}

#[test]
fn growth_is_bounded_and_named() {
    let objects = (0..13).map(|i| format!("o{i}")).join(" ");
    // Each condition may be changed by each effect.
    let light = "(:predicates (on ?x)) (:action light :effect (forall (?x ?y) (when (not (on ?x)) (on ?y))))";
    let domain = domain(light).unwrap();
    let error = ground(&domain, &problem(&domain, &objects, "(on o1)"), &mut Meter::unlimited()).unwrap_err();
    let message = "`light` makes more than 4096 STRIPS operators: too many conditions that may or may not hold";
    assert_eq!(error.to_string(), message);
    let few = problem(&domain, "o1 o2 o3", "(on o1)");
    assert_eq!(ground(&domain, &few, &mut Meter::unlimited()).unwrap().operators.len(), 7);
    let set = domain_of_switches();
    let known = "(exists (?y) (and (on ?y) (forall (?x) (or (= ?x ?y) (on ?x) (off ?x)))))";
    let error = ground(&set, &problem(&set, &objects, known), &mut Meter::unlimited()).unwrap_err();
    assert!(matches!(error, GroundError::TooManyOperators { operator: None, .. }), "{error}");
}

#[test]
fn conditions_that_do_not_depend_on_each_other_are_decided_one_after_the_other() {
    let objects = (0..13).map(|i| format!("o{i}")).join(" ");
    let domain = domain(
        "(:predicates (on ?x)) (:action off :parameters (?x) :precondition (on ?x) :effect (not (on ?x)))
        (:action turn :effect
            (forall (?x) (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x)))))",
    )
    .unwrap();
    let goal = "(and (not (on o3)) (forall (?x) (or (= ?x o3) (on ?x))))";
    let problem = problem(&domain, &objects, goal);
    let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
    assert_eq!(task.operators.len(), 13 + 1 + 2 * 13);
    let found = plan(&task, &Options::OPTIMAL, &mut Meter::unlimited()).found().unwrap();
    assert_eq!(found.steps(&task).collect::<Vec<_>>(), ["turn", "off o3"]);
    let file = PlanFile::parse(&write_plan(&task, &found)).unwrap();
    assert_eq!(validate(&domain, &problem, &file, &Meter::unlimited()), Ok(2));
    assert_eq!(file.resolve(&task).map(|resolved| check(&task, &resolved)), Ok(Ok(2)));
}

fn domain_of_switches() -> Domain {
    domain(
        "(:predicates (on ?x) (off ?x)) (:action a :parameters (?x) :effect (and (on ?x) (not (off ?x))))
        (:action b :parameters (?x) :effect (and (off ?x) (not (on ?x))))",
    )
    .unwrap()
}

#[test]
fn expansion_stays_within_its_limits() {
    let objects = (0..200).map(|i| format!("o{i}")).join(" ");
    let all = "(forall (?a ?b ?c ?d) (or (on ?a) (on ?b) (on ?c) (on ?d)))";
    let domain = domain_of_switches();
    let problem = problem(&domain, &objects, all);
    let memory = Limits { memory: Some(10_000_000), ..Limits::default() };
    let time = Limits { time: Some(std::time::Duration::from_millis(20)), ..Limits::default() };
    for (limits, stop) in [(memory, Stop::MemoryLimit), (time, Stop::TimeLimit)] {
        let mut meter = Meter::new(limits, StopFlag::default());
        assert_eq!(ground(&domain, &problem, &mut meter).unwrap_err(), GroundError::Stopped(stop));
        assert_eq!(meter.bytes_left(), limits.memory);
    }
}

#[test]
fn a_chain_of_rules_is_no_trap() {
    // Each rule needs the next one four times: 4^16 conditions.
    let predicates = (0..17).map(|i| format!("(d{i})")).join(" ");
    let rules = (0..16).map(|i| format!("(:derived (d{i}) (and (d{0}) (not (d{0})) (d{0}) (d{0})))", i + 1)).join(" ");
    let domain = domain(&format!("(:predicates {predicates}) {rules}")).unwrap();
    let error = ground(&domain, &problem(&domain, "", "(d0)"), &mut Meter::unlimited()).unwrap_err();
    assert!(matches!(error, GroundError::TooManyRules { .. }), "{error}");
}

#[test]
fn faults_of_plans_are_found_by_the_definition() {
    let (domain, problem) = parsed("lift", "p01");
    let fault = |steps: &str| {
        let file = PlanFile::parse(steps).unwrap();
        validate(&domain, &problem, &file, &Meter::unlimited()).map_err(|fault| fault.to_string())
    };
    let plan = "(stop first)\n(go first ground)\n(stop ground)\n(go ground top)\n(stop top)\n";
    assert_eq!(fault(plan), Ok(5));
    let condition = "(or (not (exists (?p - passenger) (and (nervous ?p) (boarded ?p)))) \
                     (exists (?p - passenger) (and (calming ?p) (boarded ?p))))";
    let message = format!("3: step 3: `go ground top` needs `{condition}`, which does not hold");
    assert_eq!(fault("(go first ground)\n(stop ground)\n(go ground top)\n").unwrap_err(), message);
    let message =
        "1: step 1: `go first first` needs `(or (above first first) (above first first))`, which does not hold";
    assert_eq!(fault("(go first first)").unwrap_err(), message);
    let message = "1: after the last step the goal `(forall (?p - passenger) (served ?p))` does not hold";
    assert_eq!(fault("(stop first)").unwrap_err(), message);
    assert_eq!(fault("(stop anna)").unwrap_err(), "1: the task has no `(stop anna)`: `anna` is not of type floor");
}

#[test]
fn several_alternatives_of_a_goal_are_reached_in_one_state() {
    let domain = domain_of_switches();
    let goal = "(and (or (on o1) (on o2)) (or (off o1) (off o2)) (or (on o3) (off o2)))";
    let problem = problem(&domain, "o1 o2 o3", goal);
    let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
    let mut plans = KBest::new(&task);
    for _ in 0..30 {
        let plan = plans.next(&mut Meter::unlimited()).found().unwrap();
        let text = sokoplan::strips::write_plan(&task, &plan);
        let file = PlanFile::parse(&text).unwrap();
        assert_eq!(validate(&domain, &problem, &file, &Meter::unlimited()), Ok(plan.cost), "{text}");
    }
}

#[test]
fn what_changes_nothing_needs_no_case() {
    // As painting does: whatever colour it had is gone, known or not.
    let paint = "(:predicates (has ?x ?c) (clean ?x)) (:action paint :parameters (?x ?c) :effect
        (and (has ?x ?c) (forall (?d) (when (has ?x ?d) (not (has ?x ?d)))) (when (not (clean ?x)) (clean ?x))))";
    let domain = domain(paint).unwrap();
    let problem = problem(&domain, "a b c d", "(and (has a b) (clean a))");
    let task = ground(&domain, &problem, &mut Meter::unlimited()).unwrap();
    assert!(task.operators.iter().all(|operator| operator.pre.is_empty()), "{task:#?}");
    assert_eq!(task.operators.len(), 16);
}
