//! The PDDL reader reports the place of a fault, and never panics.

use sokoplan::run::Random;
use sokoplan::run::{Limits, Meter, Stop, StopFlag};
use sokoplan::strips::pddl::{Domain, Problem, ReadError};
use sokoplan::strips::{GroundError, ground};
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
    assert_eq!(car.kinds, ["vehicle", "place"], "a type that is declared again has the supertypes of both");
    assert_eq!(read(" car truck", " car car truck").types, plain.types);
}

#[test]
fn domain_errors_have_a_place_and_say_what_was_expected() {
    let cases = [
        ("(define", "(defin", "1:2: `defin`; expected `define`"),
        ("(domain d)", "(domain)", "1:16: `)`; expected a name"),
        ("(domain d)", "(problem d)", "1:10: `problem`; expected `(domain NAME)`"),
        (
            ":strips",
            ":fluents",
            "2:18: `:fluents` is not supported; expected some of :strips :typing :negative-preconditions :equality \
             :action-costs :disjunctive-preconditions :existential-preconditions :universal-preconditions \
             :quantified-preconditions :conditional-effects :adl :derived-predicates",
        ),
        (
            ":types",
            ":typos",
            "3:4: `:typos`; expected one of :requirements, :types, :constants, :predicates, :functions, :derived, :action",
        ),
        (
            "- vehicle place)",
            "- vehicle vehicle - car)",
            "3:11: type `car` is its own ancestor; expected a tree of types",
        ),
        ("- vehicle place)", "- )", "3:21: `-` at the end; expected a type after it"),
        (
            "depot - place",
            "depot - plaice",
            "4:15: `depot` is of the unknown type `plaice`; expected a type from `:types`",
        ),
        ("(ready)", "(at)", "5:46: predicate `at` is declared again; expected another name: see 5:17"),
        ("?p - place)", "p - place)", "5:33: `p`; expected a variable such as `?x`"),
        ("- number (road", "- nummer (road", "6:30: `nummer`; expected `number`"),
        (":parameters", ":params", "9:5: `:params`; expected :parameters, :precondition or :effect"),
        (
            "?a ?b - place)\n    :pre",
            "?a ?a - place)\n    :pre",
            "9:34: variable `?a` is declared again; expected another name: see 9:31",
        ),
        ("(at ?v ?a) (not (=", "(on ?v ?a) (not (=", "10:25: unknown predicate `on`; expected one from `:predicates`"),
        (
            "(at ?v ?a) (not (=",
            "(when (ready) (ready)) (not (=",
            "10:25: `when` is not supported here; expected a predicate",
        ),
        ("(at ?v ?a) (not (=", "(at ?v ?c) (not (=", "10:31: unknown `?c`; expected a declared variable"),
        ("(at ?v ?a) (not (=", "(at ?v) (not (=", "10:24: `at` has 1 arguments here; expected 2"),
        (
            "(at ?v ?a) (not (=",
            "(at ?a ?a) (not (=",
            "10:28: `?a` is of type place; expected type vehicle for `?v` of `at`",
        ),
        (
            "(increase (total-cost) (road ?a ?b))",
            "(increase (total-cost) -1)",
            "11:69: `-1`; expected a whole number from 0 to 4294967295",
        ),
        ("(increase (total-cost) (road ?a ?b))", "(increase (fuel) 1)", "11:57: `(fuel ...)`; expected `(total-cost)`"),
        ("(ready))", "(ready)))", "6:3: `(` after the end; expected nothing after the last `)`"),
        ("?b)))))", "?b))", "11:82: the text ends; expected `)` for the `(` at 11:13"),
    ];
    for (from, to, message) in cases {
        assert_eq!(domain_error(from, to), message, "{to}");
    }
    let twice = "(increase (total-cost) 1) (increase (total-cost) 2)";
    let message = "11:72: a second `increase` in one action; expected one: planners treat two differently";
    assert_eq!(domain_error("(increase (total-cost) (road ?a ?b))", twice), message);
}

#[test]
fn problem_errors_have_a_place_and_say_what_was_expected() {
    let cases = [
        ("(:domain d)", "(:domain e)", "2:12: the domain `e`; expected `d`"),
        ("(:domain d)", "", "6:34: no `:domain`; expected `(:domain ...)`"),
        (
            "home - place",
            "home - palace",
            "3:24: `home` is of the unknown type `palace`; expected a type from `:types`",
        ),
        (
            "home - place",
            "depot - place",
            "3:24: object `depot` is declared again; expected a name that is not a constant of the domain",
        ),
        ("(at mini home)", "(at mini hame)", "4:19: unknown `hame`; expected a declared object or constant"),
        ("(at mini home)", "(at home mini)", "4:14: `home` is of type place; expected type vehicle for `?v` of `at`"),
        ("(at mini home)", "(not (ready))", "4:11: `not` is not supported here; expected a predicate"),
        ("(= (total-cost) 0)", "(= (total-cost) 0.5)", "4:41: `0.5`; expected a whole number from 0 to 4294967295"),
        (
            "(= (total-cost) 0)",
            "(= (total-cost) 0) (= (total-cost) 1)",
            "4:44: `total-cost` has two values; expected one value",
        ),
        ("(:goal (at mini depot))", "(:goal)", "5:9: `)`; expected a condition"),
        ("(at mini depot))", "(at mini ?x))", "5:19: unknown `?x`; expected a declared variable"),
        ("minimize", "maximize", "6:12: `maximize`; expected `minimize`"),
        ("(:goal", "(:init (ready)) (:goal", "5:4: `:init` again; expected one: see 4:3"),
    ];
    for (from, to, message) in cases {
        assert_eq!(problem_error(from, to), message, "{to}");
    }
}

#[test]
fn nothing_makes_the_reader_panic() {
    let deep = "(".repeat(1_000_000);
    let message = Domain::parse(&deep).unwrap_err().to_string();
    assert_eq!(message, "1:65: nested more than 64 deep; expected fewer parentheses");
    let domain = Domain::parse(DOMAIN).unwrap();
    let mut random = Random::new(7);
    let pieces =
        ["(", ")", " ", "not", "and", "-", "?a", "either", ":action", "=", ";", "\n", "é", "0", "object", "at"];
    for _ in 0..20_000 {
        let source = if random.below(2) == 0 { DOMAIN } else { PROBLEM };
        let mut text: Vec<char> = source.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let end = (at + random.below(8)).min(text.len());
            let piece = pieces[random.below(pieces.len())];
            text.splice(at..end, piece.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(changed) = Domain::parse(&text) {
            assert_eq!(Domain::parse(&changed.to_string()).unwrap(), changed, "{text}");
        }
        if let Ok(changed) = Problem::parse(&text, &domain) {
            assert_eq!(Problem::parse(&changed.to_string(), &domain).unwrap(), changed, "{text}");
            _ = ground(&domain, &changed, &mut Meter::unlimited());
        }
    }
}

#[test]
fn neither_a_domain_nor_a_problem_is_read_past_the_time_limit() {
    let domain = Domain::parse(DOMAIN).unwrap();
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let meter = |limits| Meter::new(limits, StopFlag::default());
    let read = |limits| Problem::read(PROBLEM, &domain, &meter(limits)).map(|(problem, _)| problem);
    assert_eq!(read(limits), Err(ReadError::Stopped(Stop::TimeLimit)));
    assert_eq!(
        Domain::read(DOMAIN, &meter(limits)).map(|(domain, _)| domain),
        Err(ReadError::Stopped(Stop::TimeLimit))
    );
    assert_eq!(read(Limits::default()).unwrap(), Problem::parse(PROBLEM, &domain).unwrap());
}

#[test]
fn grounding_stays_within_its_limits() {
    // Six free parameters over a hundred objects: a million million actions.
    let action = "(:action a :parameters (?a ?b ?c ?d ?e ?f) :effect (p ?a ?b))";
    let domain = Domain::parse(&format!("(define (domain d) (:predicates (p ?a ?b)) {action})")).unwrap();
    let objects: String = (0..100).map(|i| format!(" o{i}")).collect();
    let text = format!("(define (problem p) (:domain d) (:objects{objects}) (:init) (:goal (p o1 o2)))");
    let problem = Problem::parse(&text, &domain).unwrap();
    let memory = Limits { memory: Some(10_000_000), ..Limits::default() };
    let time = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    for (limits, stop) in [(memory, Stop::MemoryLimit), (time, Stop::TimeLimit)] {
        let mut meter = Meter::new(limits, StopFlag::default());
        assert_eq!(ground(&domain, &problem, &mut meter).unwrap_err(), GroundError::Stopped(stop));
        assert_eq!(meter.bytes_left(), limits.memory);
    }
}

#[test]
fn an_action_without_a_price_is_found_out_when_it_can_happen() {
    let domain = Domain::parse(DOMAIN).unwrap();
    let missing = PROBLEM.replace("(= (road home depot) 5)", "");
    let error = ground(&domain, &Problem::parse(&missing, &domain).unwrap(), &mut Meter::unlimited()).unwrap_err();
    assert_eq!(error.to_string(), "`road home depot`, the cost of `go mini home depot`, has no value");
}
