//! `pddl` and `plan` over the real binary: files, output, messages, and the exit code.

use crate::common::command::{Folder, sokoplan};
use std::fs;
use std::path::Path;

const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");

/// Standard output, where the exit code is this.
fn out(args: &[&str], code: i32) -> String {
    let output = sokoplan("", args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(args: &[&str], code: i32) -> String {
    let output = sokoplan("", args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_level_goes_out_as_pddl_and_its_plan_comes_back_as_moves() {
    for domain in ["sokoban-moves", "sokoban-pushes", "sokoban-tunnels", "rooms"] {
        let folder = Folder::new(domain);
        let listed = out(&["pddl", "export", LISA, "--level", "1", "--domain", domain, "-o", &folder.path("")], 0);
        let (problem, domain_file) = (folder.path("6-lisa-001.pddl"), folder.path(&format!("{domain}.pddl")));
        assert_eq!(Path::new(listed.trim()), Path::new(&problem));
        let text = fs::read_to_string(&problem).unwrap();
        assert!(text.contains("level 1: LISA's Figure 1") && text.contains(";   ###  $###   #\n"), "{text}");
        assert!(text.contains("; Nothing is missing"), "{text}");
        let plan = folder.path("plan");
        out(&["pddl", "solve", &domain_file, &problem, "-o", &plan], 0);
        assert!(out(&["pddl", "check", &domain_file, &problem, &plan], 0).starts_with("valid: "));
        let lurd = out(&["plan", LISA, "--level", "1", "--from", &plan, "--domain", domain], 0);
        let solutions = folder.write("solutions", &lurd);
        assert!(out(&["verify", LISA, &solutions, "--level", "1"], 0).starts_with("1 ok"));
        assert_eq!(out(&["plan", LISA, "--level", "1", "--from", &plan], 0), lurd, "the domain is found out");
    }
}

#[test]
fn better_and_better_plans_are_written_each_to_a_file_of_its_own() {
    let folder = Folder::new("anytime");
    out(&["pddl", "export", LISA, "--level", "1", "--domain", "sokoban-pushes", "-o", &folder.path("")], 0);
    let (domain, problem) = (folder.path("sokoban-pushes.pddl"), folder.path("6-lisa-001.pddl"));
    let plan = folder.path("plan");
    let anytime = ["pddl", "solve", &domain, &problem, "--anytime"];
    let said = err(&[&anytime[..], &["-o", &plan]].concat(), 0);
    assert!(said.contains("no plan is cheaper") && !Path::new(&plan).exists(), "{said}");
    let cost = |path: &str| {
        let valid = out(&["pddl", "check", &domain, &problem, path], 0);
        let cost = valid.split("cost ").nth(1).and_then(|rest| rest.split_whitespace().next()).map(str::to_owned);
        cost.unwrap_or_else(|| panic!("{valid}")).trim_matches(|c: char| !c.is_ascii_digit()).parse::<u64>().unwrap()
    };
    let files = (1..).map(|number| format!("{plan}.{number}")).take_while(|path| Path::new(path).exists());
    let costs: Vec<u64> = files.map(|path| cost(&path)).collect();
    assert!(!costs.is_empty() && costs.windows(2).all(|pair| pair[1] < pair[0]), "{costs:?}");
    let best = folder.path("best");
    out(&["pddl", "solve", &domain, &problem, "--search", "astar", "-o", &best], 0);
    assert_eq!(costs.last(), Some(&cost(&best)), "the last one is a cheapest");
    let rows = out(&[&anytime[..], &["--json"]].concat(), 0);
    assert!(rows.lines().last().unwrap().contains("\"is_cheapest\":true"), "{rows}");
    out(&[&anytime[..], &["--nodes", "1"]].concat(), 1);
}

#[test]
fn without_costs_every_step_counts_one() {
    let folder = Folder::new("no-costs");
    out(&["pddl", "export", LISA, "--level", "1", "--domain", "rooms", "--no-costs", "-o", &folder.path("")], 0);
    let (domain, problem) = (folder.path("rooms.pddl"), folder.path("6-lisa-001.pddl"));
    for file in [&domain, &problem] {
        let text = fs::read_to_string(file).unwrap();
        let code: String = text.lines().filter(|line| !line.starts_with(';')).collect();
        assert!(!code.contains("total-cost") && !code.contains("action-costs"), "{text}");
    }
    assert!(out(&["pddl", "solve", &domain, &problem], 0).contains("(unit cost)"));
}

const DOMAIN: &str =
    "(define (domain go)\n  (:requirements :strips)\n  (:predicates (at ?x) (road ?x ?y))\n  (:action go
    :parameters (?x ?y)\n    :precondition (and (at ?x) (road ?x ?y))\n    :effect (and (not (at ?x)) (at ?y))))\n";
const PROBLEM: &str = "(define (problem two-ways)\n  (:domain go)\n  (:objects a b c)
  (:init (at a) (road a b) (road b c) (road a c))\n  (:goal (at c)))\n";

#[test]
fn the_best_plans_come_in_order_and_without_repeats() {
    let folder = Folder::new("k-best");
    let (domain, problem) = (folder.write("domain", DOMAIN), folder.write("problem", PROBLEM));
    let plans = out(&["pddl", "solve", &domain, &problem, "-k", "5"], 0);
    let expected = "; plan 1\n(go a c)\n; cost = 1 (unit cost)\n; plan 2\n(go a b)\n(go b c)\n; cost = 2 (unit cost)\n";
    assert_eq!(plans, expected);
    let rows = out(&["pddl", "solve", &domain, &problem, "--json"], 0);
    assert!(rows.contains("\"answer\":\"solved\"") && rows.contains("\"steps\":[\"go a c\"]"), "{rows}");
    assert!(err(&["pddl", "solve", &domain, &problem, "-k", "2", "--search", "greedy"], 2).contains("astar"));
    let lost = folder.write("lost", PROBLEM.replace("(road b c) (road a c)", ""));
    let none = folder.path("none");
    assert!(err(&["pddl", "solve", &domain, &lost, "-o", &none], 1).starts_with("unsolvable"));
    assert!(!fs::exists(none).unwrap(), "an empty file would be a plan without steps");
}

#[test]
fn bad_plans_and_bad_files_are_told_apart_and_shown_with_their_places() {
    let folder = Folder::new("bad");
    let (domain, problem) = (folder.write("domain", DOMAIN), folder.write("problem", PROBLEM));
    let check = |plan: &str, code| out(&["pddl", "check", &domain, &problem, &folder.write("plan", plan)], code);
    assert_eq!(check("(go a c)\n; cost = 1 (unit cost)\n", 0), "valid: 1 step, cost 1\n");
    assert!(check("(go a b)\n", 1).contains("plan:1: after the last step the goal `at c` does not hold"));
    assert!(check("(go a b)\n\n(go a c)\n", 1).contains("plan:3: step 2: `go a c` needs `at a`"));
    assert!(check("(go c a)\n", 1).contains("plan:1: step 1: `go c a` needs `at c`"));
    assert!(check("(go a)\n", 1).contains("plan:1: the task has no `(go a)`: 1 arguments instead of 2"));
    assert!(check("(fly a c)\n", 1).contains("plan:1: the task has no `(fly a c)`: `fly` is not declared"));
    assert!(check("(go a c)\n; cost = 2\n", 1).contains("says that it costs 2, but it costs 1"));
    let garbage = folder.write("garbage", "go a c\n");
    assert!(err(&["pddl", "check", &domain, &problem, &garbage], 2).contains("garbage:1: `go a c` is not a step"));
    let broken = folder.write("broken", DOMAIN.replace("(at ?y)", "(on ?y)"));
    assert!(err(&["pddl", "solve", &broken, &problem], 2).contains("broken:7:33: "), "line and column");
    assert!(err(&["pddl", "solve", &folder.path("none"), &problem], 2).contains("none: "));
}

#[test]
fn plans_are_explored_in_every_format() {
    let folder = Folder::new("explored");
    let trace = folder.path("trace.jsonl");
    let text = out(&["plan", LISA, "--level", "1", "-k", "3", "-v", "--trace", &trace], 0);
    for part in [
        "the best abstract plan on counts",
        "plan 1: cost ",
        "context, A 2 to 1",
        "its steps solved the level in another order",
        "push nodes",
        "planned ",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let events = fs::read_to_string(&trace).unwrap();
    let kinds = ["planned", "realised"].map(|kind| format!("\"event\":\"{kind}\""));
    assert!(kinds.iter().all(|kind| events.contains(kind)), "{events}");
    assert!(events.lines().all(|line| line.starts_with("{\"type\":\"event\",\"schema\":2,")), "{events}");
    let rows = out(&["plan", LISA, "-k", "2", "--json"], 0);
    assert_eq!(rows.lines().count(), 3);
    assert!(rows.contains("\"answer\":\"solved\"") && rows.contains("\"label\":\"context\""), "{rows}");
    let dot = out(&["plan", LISA, "--level", "1", "--format", "dot"], 0);
    assert!(dot.starts_with("digraph ") && dot.contains("s0 -> s1"), "{dot}");
    let svg = out(&["plan", LISA, "--level", "1", "--format", "svg"], 0);
    assert!(svg.starts_with("<svg") && svg.contains(" transfers") && svg.contains("marker-end"), "{svg}");
    let pddl = out(&["plan", LISA, "--level", "1", "--format", "pddl"], 0);
    assert!(pddl.contains("(:domain sokoban-counts)"), "{pddl}");
    assert!(err(&["plan", LISA, "--format", "svg"], 2).contains("--level"));
}

#[test]
fn out_of_budget_what_there_is_is_shown() {
    let text = out(&["plan", LISA, "--level", "1", "--nodes", "4"], 1);
    assert!(text.contains("stopped: node limit") && text.contains("node limit"), "{text}");
}

#[test]
fn plans_that_solve_nothing_are_refused_with_the_reason() {
    let folder = Folder::new("refused");
    let plan = folder.write("plan", "(step s3-5 s3-6)\n");
    let said = err(&["plan", LISA, "--level", "1", "--from", &plan, "--domain", "sokoban-moves"], 1);
    assert!(said.contains("plan:sokoban-moves: 1: "), "{said}");
    assert!(err(&["plan", LISA, "--from", &plan], 2).contains("one level"));
}

#[test]
fn tasks_are_translated_to_finite_domain_variables() {
    let folder = Folder::new("translate");
    let (domain, problem) = (folder.write("domain", DOMAIN), folder.write("problem", PROBLEM));
    let text = out(&["pddl", "translate", &domain, &problem], 0);
    // The three places are one variable; a second one says that the goal can be reached.
    assert!(text.starts_with("begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n2\n"), "{text}");
    assert!(text.contains("\nAtom at(a)\nAtom at(b)\nAtom at(c)\n<none of those>\n"), "{text}");
    let file = folder.path("output.sas");
    assert_eq!(out(&["pddl", "translate", &domain, &problem, "-o", &file], 0), "");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert!(err(&["pddl", "translate", &domain, &problem, "-o", &problem], 2).contains("overwritten"));
    assert!(err(&["pddl", "translate", &domain, &folder.path("none")], 2).contains("none: "));
}

const SWITCHES: &str = "(define (domain switches)\n  (:requirements :adl)\n  (:predicates (on ?x))
  (:action turn :parameters (?y)\n    :effect (and (when (on ?y) (not (on ?y))) (when (not (on ?y)) (on ?y))))
  (:action all\n    :effect (forall (?x) (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))))\n";

fn switches(objects: usize, goal: &str) -> String {
    let names: String = (0..objects).map(|i| format!(" o{i}")).collect();
    format!("(define (problem some)\n  (:domain switches)\n  (:objects{names})\n  (:init)\n  (:goal {goal}))\n")
}

#[test]
fn adl_is_planned_checked_and_refused_at_its_place_where_it_is_too_much() {
    let folder = Folder::new("adl");
    let domain = folder.write("domain", SWITCHES);
    let either = folder.write("either", switches(3, "(or (forall (?x) (on ?x)) (and (on o1) (not (on o2))))"));
    let plan = out(&["pddl", "solve", &domain, &either, "--search", "astar"], 0);
    assert!(
        ["(all)\n; cost = 1 (unit cost)\n", "(turn o1)\n; cost = 1 (unit cost)\n"].contains(&plan.as_str()),
        "{plan}"
    );
    let found = folder.write("found", &plan);
    assert_eq!(out(&["pddl", "check", &domain, &either, &found], 0), "valid: 1 step, cost 1\n");
    let rows = out(&["pddl", "solve", &domain, &either, "-k", "4", "--json"], 0);
    let steps: Vec<&str> = rows.lines().filter_map(|row| row.split("\"steps\":").nth(1)).collect();
    assert!(steps.len() == 4 && steps.iter().enumerate().all(|(i, s)| !steps[..i].contains(s)), "{rows}");
    assert!(!rows.contains("\"\""), "steps that are hidden are not written: {rows}");
    let many = folder.write("many", switches(13, "(forall (?x) (on ?x))"));
    assert_eq!(out(&["pddl", "solve", &domain, &many, "--search", "astar"], 0), "(all)\n; cost = 1 (unit cost)\n");
    let each_by_each =
        SWITCHES.replace("(when (not (on ?x)) (on ?x))))))", "(forall (?y) (when (not (on ?y)) (on ?x)))))))");
    let dependent = folder.write("dependent", each_by_each);
    let said = err(&["pddl", "solve", &dependent, &many], 2);
    assert!(said.contains("dependent:6:3: `all` makes more than 4096 STRIPS operators"), "{said}");
    let all_or = "(forall (?x) (or (on ?x) (exists (?y) (and (not (= ?x ?y)) (not (on ?y))))))";
    let goal = folder.write("goal", switches(4, all_or));
    assert_eq!(out(&["pddl", "solve", &domain, &goal], 0), "; cost = 0 (unit cost)\n");
}
