//! `pddl` and `plan` over the real binary: files, output, messages, and the exit code.

use crate::common::command::{Folder, LISA, sokoplan};
use std::fs;
use std::path::Path;

/// Standard output, where the exit code is this.
fn out(args: &[&str], code: i32) -> String {
    sokoplan("", args).ends(code, "").out
}

fn err(args: &[&str], code: i32) -> String {
    sokoplan("", args).ends(code, "").err
}

#[test]
fn a_task_is_solved_as_a_level_beside_or_after_its_domain() {
    let folder = Folder::new("tasks");
    out(&["pddl", "export", LISA, "--level", "1", "--domain", "sokoban-moves", "-o", &folder.path("")], 0);
    let (problem, domain) = (folder.path("6-lisa-001.pddl"), folder.path("sokoban-moves.pddl"));
    let board = |text: String| text.lines().filter(|line| line.contains('#')).map(str::to_owned).collect::<Vec<_>>();
    // Walls that the player does not touch are left out, so squares are counted.
    let counts = |board: &[String]| ["$", ".", "*"].map(|square| board.concat().matches(square).count());
    let expected = board(out(&["convert", &problem], 0));
    assert_eq!(counts(&expected), counts(&board(out(&["convert", LISA, "--level", "1"], 0))), "beside its domain");
    let plan = folder.path("plan");
    out(&["solve", &problem, "--nodes", "100k", "--plan", &plan], 0);
    assert!(out(&["pddl", "check", &domain, &problem, &plan], 0).starts_with("valid: "));
    let task = fs::read_to_string(&problem).unwrap();
    let both = folder.write("both.pddl", &(fs::read_to_string(&domain).unwrap() + &task));
    assert_eq!(board(out(&["convert", &both], 0)), expected, "below its domain");
    let other = Folder::new("tasks-elsewhere");
    let alone = other.write("alone.pddl", &task);
    assert_eq!(board(out(&["convert", &domain, &alone], 0)), expected, "after its domain");
    let line = task.lines().position(|line| line.starts_with("(define")).unwrap() + 1;
    for (file, place, words) in [
        (&*alone, format!("{line}:1: "), "without its domain"),
        (
            &*folder.write("typo.pddl", task.replacen("(player-at", "(player", 1)),
            String::new(),
            "unknown predicate `player`",
        ),
        ("tests/it/strips/pddl/logistics/p01.pddl", "2:1: ".to_owned(), "`sokoplan pddl solve`"),
    ] {
        let said = err(&["list", file], 1);
        assert!(said.contains(&format!("{file}:{place}")) && said.contains(words), "{said}");
    }
}

#[test]
fn a_level_goes_out_as_pddl_and_its_plan_comes_back_as_moves() {
    for domain in ["sokoban-moves", "sokoban-pushes", "rooms"] {
        let folder = Folder::new(domain);
        let listed = out(&["pddl", "export", LISA, "--level", "1", "--domain", domain, "-o", &folder.path("")], 0);
        let (problem, domain_file) = (folder.path("6-lisa-001.pddl"), folder.path(&format!("{domain}.pddl")));
        assert_eq!(listed.lines().map(Path::new).collect::<Vec<_>>(), [Path::new(&domain_file), Path::new(&problem)]);
        let text = fs::read_to_string(&problem).unwrap();
        assert!(text.contains("level 1: LISA's Figure 1") && text.contains(";   ###  $###   #\n"), "{text}");
        assert!(text.contains("; Nothing is missing"), "{text}");
        let plan = folder.path("plan");
        out(&["pddl", "solve", &domain_file, &problem, "-o", &plan], 0);
        assert!(out(&["pddl", "check", &domain_file, &problem, &plan], 0).starts_with("valid: "));
        let lurd = out(&["plan", "follow", &plan, LISA, "--level", "1"], 0);
        let solutions = folder.write("solutions", &lurd);
        assert!(out(&["verify", LISA, &solutions, "--level", "1"], 0).starts_with("1 ok"));
        let row = out(&["plan", "follow", &plan, LISA, "--level", "1", "--json"], 0);
        assert!(row.contains(&format!("\"domain\":\"{domain}\"")), "the domain is found out: {row}");
        let plain = Folder::new(&format!("{domain}-plain"));
        let args = ["pddl", "export", LISA, "--level", "1", "--domain", domain, "--no-costs", "-o", &plain.path("")];
        let files: Vec<String> = out(&args, 0).lines().map(str::to_owned).collect();
        for file in &files {
            let text = fs::read_to_string(file).unwrap();
            assert!(
                !["functions", "(total-cost)", ":metric", ":action-costs"].iter().any(|word| text.contains(word)),
                "{text}"
            );
        }
        assert!(out(&["pddl", "solve", &files[0], &files[1]], 0).contains("(unit cost)"));
    }
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
    assert!(out(&["pddl", "solve", &domain, &problem, "--optimal"], 0).starts_with("(go a c)\n; cost = 1"));
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
    assert!(check("(go a)\n", 1).contains("plan:1: the task has no `(go a)`: 1 argument instead of 2"));
    assert!(check("(fly a c)\n", 1).contains("plan:1: the task has no `(fly a c)`: `fly` is not declared"));
    let wrong_cost = check("; cost = 1\n\n(go a c)\n; cost = 2\n; made by hand\n", 1);
    assert!(wrong_cost.contains("plan:4: the plan states the cost 2, but it costs 1"), "{wrong_cost}");
    let garbage = folder.write("garbage", "go a c\n");
    assert!(err(&["pddl", "check", &domain, &problem, &garbage], 2).contains("garbage:1: `go a c` is not a step"));
    let broken = folder.write("broken", DOMAIN.replace("(at ?y)", "(on ?y)"));
    assert!(err(&["pddl", "solve", &broken, &problem], 2).contains("broken:7:33: "), "line and column");
    assert!(err(&["pddl", "solve", &folder.path("none"), &problem], 2).contains("none: "));
    let when = folder.write("when", DOMAIN.replace("(at ?y))))", "(when (road ?y ?x) (at ?y)))))"));
    let said = err(&["pddl", "solve", &when, &problem], 2);
    assert!(said.contains("when:7:33: `when` (:conditional-effects) is not supported; "), "{said}");
}
