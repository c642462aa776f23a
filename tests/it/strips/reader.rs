//! The PDDL reader reports the place of a fault, and keeps its limits.

use sokoplan::run::{Limits, Meter, Stop, StopFlag};
use sokoplan::strips::ground;
use sokoplan::strips::pddl::{Domain, Problem, ReadError};
use std::time::Duration;

const DOMAIN: &str = "\
(define (domain d)
  (:requirements :strips :typing :action-costs)
  (:types car truck - vehicle place)
  (:constants depot - place)
  (:predicates (at ?v - vehicle ?p - place) (ready))
  (:functions (total-cost) - number (road ?a ?b - place) - number)
  (:action go
    ; a comment on a line of its own
    :parameters (?v - vehicle ?a ?b - place)
    :precondition (and (at ?v ?a) (not (= ?a ?b)))
    :effect (and (at ?v ?b) (not (at ?v ?a)) (increase (total-cost) (road ?a ?b)))))
";

const PROBLEM: &str = "\
(define (problem p)
  (:domain d)
  (:objects mini - car home - place)
  (:init (at mini home) (= (total-cost) 0) (= (road home depot) 5) (= (road depot home) 5))
  (:goal (at mini depot))
  (:metric minimize (total-cost)))
";

fn domain_error(from: &str, to: &str) -> String {
    assert!(DOMAIN.contains(from), "{from}");
    Domain::parse(&DOMAIN.replacen(from, to, 1)).unwrap_err().to_string()
}

fn problem_error(from: &str, to: &str) -> String {
    assert!(PROBLEM.contains(from), "{from}");
    Problem::parse(&PROBLEM.replacen(from, to, 1), &Domain::parse(DOMAIN).unwrap()).unwrap_err().to_string()
}

#[test]
fn faults_of_competition_domains_that_mean_nothing_are_read_over() {
    let read = |from: &str, to: &str| {
        assert!(DOMAIN.contains(from), "{from}");
        Domain::parse(&DOMAIN.replacen(from, to, 1)).unwrap()
    };
    let plain = Domain::parse(DOMAIN).unwrap();
    assert_eq!(read("(at ?v ?a) (not (=", "(at?v?a) (not (=").actions, plain.actions, "no blank before a variable");
    assert_eq!(read("(road ?a ?b - place)", "(road ?a ?a - place)").functions[1].parameters.len(), 2);
    let twice = read("car truck - vehicle place)", "car truck - vehicle car - place place)");
    let car = twice.types.iter().find(|kind| kind.name == "car").unwrap();
    assert_eq!(car.kinds[..], ["vehicle", "place"], "a type that is declared again has the supertypes of both");
    assert_eq!(read(" car truck", " car car truck").types, plain.types);
}

/// A change of the text, and the error; `~` is a line break before `:precondition`.
const DOMAIN_ERRORS: &str = r"(define => (defin => 1:2: `defin`; expected `define`
(domain d) => (domain) => 1:16: `)`; expected a name
(domain d) => (problem d) => 1:10: `problem`; expected `(domain NAME)`
:strips => strips => 2:18: `strips`; expected a requirement such as `:strips`
:types => :typos => 3:4: `:typos`; expected one of :requirements, :types, :constants, :predicates, :functions, :action
- vehicle place) => - vehicle vehicle - car) => 3:31: type `vehicle` is its own ancestor; expected a tree of types
- vehicle place) => - ) => 3:21: `-` at the end; expected a type after it
depot - place => depot - plaice => 4:15: `depot` is of the unknown type `plaice`; expected a type from `:types`
(ready) => (at) => 5:46: predicate `at` is declared again; expected another name: see 5:17
?p - place) => p - place) => 5:33: `p`; expected a variable such as `?x`
- number (road => - nummer (road => 6:30: `nummer`; expected `number`
:parameters => :params => 9:5: `:params`; expected :parameters, :precondition or :effect
?a ?b - place)~ => ?a ?a - place)~ => 9:34: variable `?a` is declared again; expected another name: see 9:31
(at ?v ?a) (not (= => (on ?v ?a) (not (= => 10:25: unknown predicate `on`; expected one from `:predicates`
(at ?v ?a) (not (= => (increase (ready)) (not (= => 10:25: `increase` is not allowed here; expected a predicate
(at ?v ?a) (not (= => (at ?v ?c) (not (= => 10:31: unknown `?c`; expected a declared variable
(at ?v ?a) (not (= => (at ?v) (not (= => 10:24: `at` has 1 argument here; expected 2
(at ?v ?a) (not (= => (at ?a ?a) (not (= => 10:28: `?a` is of type place; expected type vehicle for `?v` of `at`
(increase (total-cost) (road ?a ?b)) => (increase (total-cost) -1) => 11:69: `-1`; expected a whole number from 0 to 4294967295
(ready)) => (ready))) => 6:3: `(` after the end; expected the end of the file after the last `)`
?b))))) => ?b)) => 11:82: the text ends; expected `)` for the `(` at 11:13
- vehicle place) => - vehicle - place) => 3:31: there is no name before `- place`; expected a name
?v - vehicle ?p - place) => ?v - vehicle - (either place)) => 5:33: there is no name before `- (either ...)`; expected a variable such as `?x`
(total-cost) - number (road => - number (total-cost) (road => 6:15: there is no name before `- number`; expected a function such as `(cost ?x)`
(increase (total-cost) (road ?a ?b)) => (increase (total-cost) 1) (increase (total-cost) 2) => 11:72: a second `increase` in one action; expected one: planners treat two differently
car truck => car, truck => 3:14: a name cannot contain a comma; expected blanks between names
(at ?v ?a) => (at ?v, ?a) => 10:30: a name cannot contain a comma; expected blanks between names";

const PROBLEM_ERRORS: &str = r"(:domain d) => (:domain e) => 2:12: the domain `e`; expected `d`
(:domain d) =>  => 6:34: no `:domain`; expected `(:domain ...)`
home - place => depot - place => 3:24: object `depot` is declared again; expected a name that is not a constant of the domain
(at mini home) => (at mini hame) => 4:19: unknown `hame`; expected a declared object or constant
(at mini home) => (at home mini) => 4:14: `home` is of type place; expected type vehicle for `?v` of `at`
(at mini home) => (and (ready)) => 4:11: `and` is not allowed here; expected a predicate
(at mini home) => (not (not (ready))) => 4:16: `not` is not allowed here; expected a predicate
(= (total-cost) 0) => (= (total-cost) 0.5) => 4:41: `0.5`; expected a whole number from 0 to 4294967295
(= (total-cost) 0) => (= (total-cost) 0) (= (total-cost) 1) => 4:44: `total-cost` has two values; expected one value
(:goal (at mini depot)) => (:goal) => 5:9: `)`; expected a condition
(at mini depot)) => (at mini ?x)) => 5:19: unknown `?x`; expected a declared variable
minimize => maximize => 6:12: `maximize`; expected `minimize`
(:goal => (:init (ready)) (:goal => 5:4: `:init` again; expected one: see 4:3
(at mini home) => (not (ready) (ready)) => 4:23: `(ready ...)`; expected `)`
mini - car home => mini - car, home => 3:23: a name cannot contain a comma; expected blanks between names";

#[test]
fn errors_have_a_place_and_say_what_was_expected() {
    for (cases, error) in [(DOMAIN_ERRORS, domain_error as fn(&str, &str) -> String), (PROBLEM_ERRORS, problem_error)] {
        for case in cases.lines() {
            let case = case.replace('~', "\n    :pre");
            let [from, to, message] = case.split(" => ").collect::<Vec<_>>()[..] else { panic!("{case}") };
            assert_eq!(error(from, to), message, "{to}");
        }
    }
    assert!(Domain::parse(&DOMAIN.replace("a comment on", "a comment, on")).is_ok(), "comments may have commas");
}

/// What only Fast Downward reads, and what no planner reads that we know.
const READ_BY_FAST_DOWNWARD: &str = r"(at ?v ?a) => (or (ready) (at ?v ?b)) => 10:25: `or` (:disjunctive-preconditions)
(at ?v ?a) => (imply (ready) (at ?v ?b)) => 10:25: `imply` (:disjunctive-preconditions)
(at ?v ?a) => (not (or (ready) (at ?v ?b))) => 10:30: `or` (:disjunctive-preconditions)
(at ?v ?a) => (exists (?p - place) (at ?v ?p)) => 10:25: `exists` (:existential-preconditions)
(at ?v ?a) => (forall (?p - place) (at ?v ?p)) => 10:25: `forall` (:universal-preconditions)
(at ?v ?b) => (when (ready) (at ?v ?b)) => 11:19: `when` (:conditional-effects)
(at ?v ?b) => (forall (?p - place) (at ?v ?p)) => 11:19: `forall` (:conditional-effects)
(:action => (:derived (ready) (at ?v ?p)) (:action => 7:4: `:derived` (:derived-predicates)
(at mini depot)) => (or (at mini depot) (ready))) => 5:11: `or` (:disjunctive-preconditions)";

const READ_BY_NEITHER: &str = r"(at ?v ?a) => (preference quick (ready)) => 10:25: `preference` (:preferences)
(at ?v ?a) => (>= (total-cost) 3) => 10:25: `>=` (:numeric-fluents)
(at ?v ?a) => (= (total-cost) 3) => 10:27: `=` (:numeric-fluents)
(at ?v ?b) => (decrease (total-cost) 1) => 11:19: `decrease` (:numeric-fluents)
(at ?v ?b) => (increase (fuel) 1) => 11:29: `fuel` (:numeric-fluents)
(at ?v ?b) => (increase (total-cost) (* 2 (road ?a ?b))) => 11:42: `*` (:numeric-fluents)
(at ?v ?b) => (oneof (ready) (at ?v ?b)) => 11:19: `oneof` (:non-deterministic)
(:action => (:durative-action fly :duration (= ?duration 3)) (:action => 7:4: `:durative-action` (:durative-actions)
(:action => (:constraints (always (ready))) (:action => 7:4: `:constraints`
(at mini home) => (at 5 (ready)) => 4:11: `at` (:timed-initial-literals)
(:metric minimize (total-cost)) => (:metric minimize (+ 1 2)) => 6:22: `+` (:numeric-fluents)
(:metric minimize (total-cost)) => (:constraints (always (ready))) => 6:4: `:constraints`";

/// Each is refused at its place, by its requirement, with who reads it.
#[test]
fn features_that_are_not_read_are_named_with_the_planner_that_reads_them() {
    let least = "expected :strips :typing :negative-preconditions :equality :action-costs at most";
    for (cases, reader) in [
        (READ_BY_FAST_DOWNWARD, "Fast Downward reads this"),
        (READ_BY_NEITHER, "neither this planner nor Fast Downward reads this"),
    ] {
        for case in cases.lines() {
            let [from, to, place] = case.split(" => ").collect::<Vec<_>>()[..] else { panic!("{case}") };
            let error = if DOMAIN.contains(from) { domain_error(from, to) } else { problem_error(from, to) };
            assert_eq!(error, format!("{place} is not supported; {least}; {reader}"), "{to}");
        }
    }
}

#[test]
fn requirements_that_are_named_and_not_used_are_accepted() {
    let plain = Domain::parse(DOMAIN).unwrap();
    for named in
        [":adl", ":fluents :numeric-fluents", ":durative-actions", ":strips :conditional-effects", ":preferences"]
    {
        let domain = Domain::parse(&DOMAIN.replacen(":strips", named, 1)).unwrap();
        assert_eq!(domain.actions, plain.actions, "{named}");
        let named = format!("(:domain d) (:requirements {named})");
        assert!(Problem::parse(&PROBLEM.replacen("(:domain d)", &named, 1), &domain).is_ok(), "{named}");
    }
}

#[test]
fn a_negative_literal_in_the_initial_state_holds_anyway_and_contradicts_its_atom() {
    let domain = Domain::parse(DOMAIN).unwrap();
    let plain = Problem::parse(PROBLEM, &domain).unwrap();
    let read = |more: &str| Problem::parse(&PROBLEM.replace("(at mini home)", more), &domain);
    assert_eq!(read("(not (ready)) (at mini home) (not (at mini depot)) (not (ready))").as_ref(), Ok(&plain));
    for (more, place) in
        [("(at mini home) (not (at mini home))", "4:25"), ("(not (at mini home)) (at mini home)", "4:31")]
    {
        let expected = format!("{place}: both `(at mini home)` and `(not (at mini home))`; expected one of them");
        assert_eq!(read(more).unwrap_err().to_string(), expected);
    }
}

#[test]
fn no_blank_is_needed_after_the_dash_before_a_type() {
    let plain = Domain::parse(DOMAIN).unwrap();
    let dense = DOMAIN.replace("- ", "-");
    assert!(
        dense.contains("truck -vehicle") && dense.contains("depot -place") && dense.contains(") -number"),
        "{dense}"
    );
    assert_eq!(Domain::parse(&dense).as_ref(), Ok(&plain));
    let either = DOMAIN.replace("depot - place", "depot -(either place)");
    assert_eq!(Domain::parse(&either).as_ref(), Ok(&plain));
    let problem = Problem::parse(&PROBLEM.replace("- ", "-"), &plain);
    assert_eq!(problem.unwrap(), Problem::parse(PROBLEM, &plain).unwrap());
    let name = Domain::parse(&DOMAIN.replace("depot", "depot-of-trucks-")).unwrap().constants[0].name.clone();
    assert_eq!(name, "depot-of-trucks-", "dashes inside names are theirs");
}

#[test]
fn neither_a_domain_nor_a_problem_is_read_past_the_time_limit() {
    let domain = Domain::parse(DOMAIN).unwrap();
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let meter = |limits| Meter::new(limits, StopFlag::default());
    let read = |limits| Problem::read(PROBLEM, &domain, &meter(limits));
    assert_eq!(read(limits), Err(ReadError::Stopped(Stop::TimeLimit)));
    assert_eq!(Domain::read(DOMAIN, &meter(limits)), Err(ReadError::Stopped(Stop::TimeLimit)));
    assert_eq!(read(Limits::default()).unwrap(), Problem::parse(PROBLEM, &domain).unwrap());
}

#[test]
fn an_action_without_a_price_is_found_out_when_it_can_happen() {
    let domain = Domain::parse(DOMAIN).unwrap();
    let missing = PROBLEM.replace("(= (road home depot) 5)", "");
    let error = ground(&domain, &Problem::parse(&missing, &domain).unwrap(), &mut Meter::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "`road home depot`, the cost of `go mini home depot`, has no value");
}

#[test]
fn what_the_stack_would_not_hold_is_refused() {
    let message = Domain::parse(&"(".repeat(1_000_000)).unwrap_err().to_string();
    assert_eq!(message, "1:65: nested more than 64 deep; expected fewer parentheses");
    let parameters: String = (0..100_000).map(|i| format!("?x{i} ")).collect();
    let domain = format!("(define (domain d) (:predicates (p ?x)) (:action a :parameters ({parameters})))");
    let message = Domain::parse(&domain).unwrap_err().to_string();
    assert!(message.ends_with("more than 200 parameters; expected fewer parameters"), "{message}");
}
