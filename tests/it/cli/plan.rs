//! `plan` over the real binary: proposals, their fate, alternatives, conditions, formats and traces.

use crate::common::command::{Folder, LISA, ORDERS, own, rows, sokoplan};
use serde_json::Value;

/// The row of a level, and its text.
fn planned(file: &str, level: &str, args: &[&str]) -> (Value, String) {
    let all = [&["plan", file, "--level", level, "--nodes", "20k"], args].concat();
    let row = sokoplan("", &[&all[..], &["--json"]].concat()).rows()[0].clone();
    (row, sokoplan("", &all).out)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key} in {value}"))
}

#[test]
fn text_and_row_say_the_same_of_what_was_proposed_and_what_became_of_it() {
    for (file, level, args) in [(ORDERS, "1", &[][..]), (ORDERS, "6", &["-k", "3"]), (LISA, "1", &["--exact"])] {
        let (row, text) = planned(file, level, args);
        assert_eq!(row["answer"], "solved", "{text}");
        let plan = &row["plans"][0];
        let fidelity = &plan["fidelity"];
        let count = |key: &str| fidelity[key].as_u64().unwrap();
        assert!(text.contains(&format!("{} of {} slot", count("filled"), count("slots"))), "{text}");
        assert_eq!(list(plan, "slots").len() as u64, count("slots"));
        let made = list(plan, "made");
        let filled = made.iter().filter(|made| made["slot"].is_u64()).count() as u64;
        assert_eq!((filled, made.len() as u64), (count("filled"), filled + count("added")));
        assert!(made.iter().all(|made| made["slot"].is_u64() != made["reason"].is_string()), "{plan}");
        for slot in list(plan, "slots") {
            assert!(text.contains(slot["words"].as_str().unwrap()), "{slot}: {text}");
        }
        let pushes = |rows: &[Value]| rows.iter().map(|row| row["pushes"].as_u64().unwrap()).sum::<u64>();
        let by_act: u64 = plan["pushes_by"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(pushes(list(plan, "realised")), by_act, "the steps made all pushes");
        assert_eq!(pushes(list(&row, "steps")), by_act);
        assert_eq!(row["lurd"].as_str().unwrap().chars().filter(char::is_ascii_uppercase).count() as u64, by_act);
    }
}

#[test]
fn the_first_plan_is_that_of_solve_and_the_labels_of_its_steps_are_the_same() {
    for level in ["1", "3", "6"] {
        let (row, _) = planned(ORDERS, level, &[]);
        let search = ["--nodes", "20k", "--strategy", "plans", "--raw", "--explain", "--json"];
        let solved = sokoplan("", &[&["solve", ORDERS, "--level", level], &search[..]].concat()).rows()[0].clone();
        assert_eq!((&solved["lurd"], &solved["fidelity"]), (&row["lurd"], &row["plans"][0]["fidelity"]), "{level}");
        assert_eq!(solved["realised"], row["plans"][0]["realised"], "{level}");
        let labels = |row: &Value| list(row, "steps").iter().map(|step| step["label"].clone()).collect::<Vec<_>>();
        assert_eq!(labels(&solved), labels(&row), "{level}");
    }
}

#[test]
fn conditions_hold_for_the_pushes() {
    let crossed = |row: &Value, border: &str| {
        let areas = list(&row["plans"][0], "realised").iter().flat_map(|step| list(step, "areas").windows(2));
        areas.into_iter().any(|pair| format!("{} > {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()) == border)
    };
    let row = |args: &[&str]| planned(LISA, "1", args).0;
    let free = row(&[]);
    let border = ["A > a", "A > b"].into_iter().find(|border| crossed(&free, border)).expect("a box leaves A");
    let forced = row(&["--force", border]);
    assert!(forced["answer"] == "solved" && crossed(&forced, border), "{forced}");
    let run = sokoplan("", &["plan", LISA, "--level", "1", "--nodes", "2k", "--json", "--forbid", border]);
    let forbidden = &run.rows()[0];
    assert!(!crossed(forbidden, border) && forbidden["answer"] != "unsolvable", "{forbidden}");
    assert_eq!(run.code, Some(1), "a forbidden plan is no proof");
    for (border, said) in
        [("A > Z", "there is no area `Z`"), ("A", "expected a border"), ("A > A", "no box can be pushed")]
    {
        let run = sokoplan("", &["plan", LISA, "--level", "1", "--forbid", border]);
        assert!(run.err.contains(said) && run.code != Some(0), "{run}");
    }
}

#[test]
fn limits_pictures_graphs_and_traces_are_as_for_other_subcommands() {
    let limited = sokoplan("", &["plan", ORDERS, "--level", "6", "--nodes", "2", "--json"]);
    assert_eq!(limited.rows()[0]["answer"], "node_limit");
    let doors = own("4-goal-room-with-one-door");
    let shown = |args: &[&str]| sokoplan("", &[&["plan", &doors, "--level", "5", "--nodes", "20k"], args].concat()).out;
    assert!(shown(&["--format", "svg"]).starts_with("<svg"));
    let dot = shown(&["--format", "dot"]);
    assert!(dot.starts_with("digraph ") && dot.contains("1 box\\n3 goals") && dot.contains("fills"), "{dot}");
    let folder = Folder::new("trace");
    let path = folder.path("trace.jsonl");
    shown(&["--trace", &path]);
    let trace = rows(&std::fs::read_to_string(&path).unwrap());
    let is_told =
        |entry: &Value| entry["act"].is_string() && (entry["outcome"].is_u64() || entry["refused"].is_string());
    assert!(!trace.is_empty() && trace.iter().all(is_told));
    let (mut at, chosen) = (0.into(), trace.iter().filter(|entry| entry["chosen"] == true));
    for entry in chosen {
        assert_eq!((&entry["position"], &entry["refused"]), (&at, &Value::Null), "the chosen steps are a way: {entry}");
        at = entry["outcome"].clone();
    }
    assert_ne!(at, 0, "and one was chosen");
    assert!(trace.iter().any(|entry| entry["outcome"].is_null()), "a rule refuses a transfer");
    let tree = folder.path("trace.dot");
    shown(&["--trace", &tree]);
    let tree = std::fs::read_to_string(&tree).unwrap();
    assert_eq!(tree.matches(" -> ").count(), trace.len(), "an edge for each step");
    assert!(tree.contains(" penwidth=4"), "the way to the solution is thick:\n{tree}");
}

#[test]
fn bench_says_how_much_of_the_plans_was_carried_out() {
    let door = own("4-goal-room-with-one-door");
    let args = ["bench", &door, "--level", "1-7", "--strategy", "plans", "--nodes", "20k"];
    for row in sokoplan("", &[&args[..], &["--json"]].concat()).rows().iter().filter(|row| row["type"] == "level") {
        let operators = &row["operators"];
        let order = &row["fidelity"]["order"];
        assert!(order["agree"].as_u64() <= order["all"].as_u64() && order["chance"].is_f64(), "{row}");
        let pushes: u64 = row["pushes_by"].as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(operators["pushes"].as_u64(), Some(pushes), "{row}");
    }
    let table = sokoplan("", &[&args[..], &["-v"]].concat()).out;
    assert!(table.contains("order") && table.contains("fallback") && table.contains("plans: "), "{table}");
}
