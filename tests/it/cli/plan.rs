//! `plan` over the real binary: every abstraction, every format, limits and traces.

use crate::common::command::{Folder, LISA, ORDERS, err, out, own, rows, sokoplan};
use serde_json::Value;

fn plan(args: &[&str]) -> String {
    let output = sokoplan("", &[&["plan", LISA, "--level", "1", "--nodes", "50k"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    out(&output)
}

#[test]
fn every_abstraction_tells_labels_costs_and_what_became_of_each_step() {
    for kind in ["transfers", "counts", "sets"] {
        let row = &rows(&plan(&["--abstraction", kind, "--json"]))[0];
        assert_eq!((&row["abstraction"], &row["answer"]), (&kind.into(), &"solved".into()));
        let is_exact = kind == "sets";
        let limited = sokoplan("", &["plan", LISA, "--level", "1", "--abstraction", kind, "--nodes", "3", "--json"]);
        assert_eq!(rows(&out(&limited))[0]["answer"], "node_limit", "{kind}");
        assert!(plan(&["--abstraction", kind, "--format", "svg"]).starts_with("<svg"), "{kind}");
        assert!(plan(&["--abstraction", kind, "--format", "dot"]).starts_with("digraph "), "{kind}");
        for step in row["plans"][0]["steps"].as_array().unwrap() {
            assert_eq!(step["label"] == "context", !is_exact, "{kind}: {step}");
            assert!(step["cost"].is_u64() && step["before"].is_array() && step["after"].is_array());
        }
    }
}

/// The rows of a solved level, and its text.
fn solved(file: &str, level: &str, args: &[&str]) -> (Value, String) {
    let all = [&["plan", file, "--level", level, "--nodes", "50k"], args].concat();
    let row = rows(&out(&sokoplan("", &[&all[..], &["--json"]].concat())))[0].clone();
    (row, out(&sokoplan("", &all)))
}

#[test]
fn the_plan_that_solved_the_level_comes_first_with_what_carried_out_each_step() {
    for (file, level, args) in [
        (ORDERS, "1", &[][..]),
        (ORDERS, "6", &["--abstraction", "transfers"]),
        (LISA, "1", &["--abstraction", "sets"]),
    ] {
        let (row, text) = solved(file, level, args);
        assert_eq!(row["answer"], "solved", "{text}");
        let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("no {words:?}: {text}"));
        let sentence = text.lines().position(|line| {
            line.contains("plan of transfers") || line.contains("plans of transfers") || line.contains("abstract plan")
        });
        assert!(
            place("solved by ") < place("How it is solved") && place("How it is solved") < place("step  areas"),
            "{text}"
        );
        assert!(sentence.is_some() && !text.contains("not tried"), "{text}");
        let pushes =
            |key: &str| row[key].as_array().unwrap().iter().map(|row| row["pushes"].as_u64().unwrap()).sum::<u64>();
        assert_eq!(pushes("realised"), pushes("steps"), "the operators made all pushes");
        for plan in row["plans"].as_array().unwrap() {
            let words = plan["because"].as_str().unwrap();
            assert!(text.contains(words), "{words}: {text}");
            assert_eq!(plan["became"] == "solved", words == "it solved the level", "{plan}");
        }
    }
}

#[test]
fn a_plan_that_was_refused_says_at_which_step_and_why() {
    let (row, text) = solved(ORDERS, "1", &[]);
    assert_eq!(row["plans"][0]["became"], "refused", "{row}");
    assert!(text.contains("rejected: step 1 was refused, settle B: no way, after "), "{text}");
    assert!(text.contains("label") && !text.contains("1-1"), "boxes before and after are told in words: {text}");
}

#[test]
fn plans_of_transfers_are_those_that_the_search_makes_with_the_packing_steps_that_they_are_for() {
    let doors = own("4-goal-room-with-one-door");
    let folder = Folder::new("transfers");
    let path = folder.path("trace.jsonl");
    let run = |level: &str, args: &[&str]| {
        let all = ["plan", &doors, "--level", level, "--abstraction", "transfers", "--nodes", "20k"];
        sokoplan("", &[&all, args].concat())
    };
    let row = &rows(&out(&run("4", &["--trace", &path, "--json"])))[0];
    let steps = row["plans"][0]["steps"].as_array().unwrap();
    let words: Vec<_> = steps.iter().map(|step| step["step"].clone()).collect();
    let trace = rows(&std::fs::read_to_string(&path).unwrap());
    assert_eq!((&trace[0]["entry"], &trace[0]["origin"]), (&"planned".into(), &"made".into()));
    assert_eq!(trace[0]["plan"], Value::Array(words), "what is shown is what the search made");
    assert!(trace.iter().any(|entry| entry["entry"] == "realised" && entry["label"].is_string()));
    let mut filled: Vec<_> = steps.iter().map(|step| step["packs"]["to"].to_string()).collect();
    filled.sort();
    filled.dedup();
    assert!(filled.len() == 4 && steps.iter().all(|step| step["packs"]["is_goal"] == true), "{filled:?}");
    assert!(out(&run("4", &["--format", "svg"])).starts_with("<svg"));
    assert!(out(&run("4", &["--format", "dot"])).contains("[label=\"A 4\"]"));
}

#[test]
fn each_plan_of_transfers_begins_in_another_area() {
    let args = ["plan", ORDERS, "--abstraction", "transfers", "-k", "4", "--nodes", "3k", "--json"];
    let mut several = 0;
    for row in rows(&out(&sokoplan("", &args))).iter().filter(|row| row["type"] == "level") {
        let plans = row["plans"].as_array().unwrap();
        let first =
            |plan: &Value| plan["steps"][0]["step"].as_str().map(|step| step.replace("settle ", "")[..1].to_owned());
        let firsts: std::collections::BTreeSet<_> = plans.iter().map(first).collect();
        assert_eq!(firsts.len(), plans.len(), "{row}");
        several += usize::from(plans.len() > 1);
    }
    assert!(several > 0);
}

#[test]
fn the_cheapest_plans_are_said_to_be_that_and_differ_from_each_other() {
    for space in ["transfers", "counts"] {
        let args = ["--abstraction", space, "--top", "-k", "4"];
        let row = &rows(&plan(&[&args[..], &["--json"]].concat()))[0];
        let plans = row["plans"].as_array().unwrap();
        let costs: Vec<_> = plans.iter().map(|plan| plan["cost"].as_u64()).collect();
        assert!(row["selection"] == "top" && costs.is_sorted(), "{space}: {costs:?}");
        let differ = |at: usize| plans[..at].iter().all(|plan| plan["steps"] != plans[at]["steps"]);
        assert!(!plans.is_empty() && (0..plans.len()).all(differ), "{space}");
        assert!(plan(&args).contains("cheapest"), "{space}");
    }
    assert!(!plan(&[]).contains("cheapest"));
}

#[test]
fn what_if_questions_tell_which_plans_remain_and_what_changes() {
    for space in ["transfers", "counts"] {
        let row = |args: &[&str]| rows(&plan(&[&["--abstraction", space, "--json"], args].concat()))[0].clone();
        let free = row(&[]);
        let words = |plan: &Value| -> Vec<String> {
            let steps = plan["steps"].as_array().unwrap().iter();
            steps.map(|step| step["step"].as_str().unwrap().to_owned()).collect()
        };
        let first = words(&free["plans"][0]);
        let crossing = first.iter().find(|step| step.contains(" > ")).unwrap();
        let border = crossing.split(" > ").take(2).collect::<Vec<_>>().join(" > ");
        let crosses = |plan: &Value| words(plan).iter().any(|step| format!("{step} ").contains(&border));
        let forced = row(&["--force", &border]);
        assert!(!forced["plans"].as_array().unwrap().is_empty(), "{space}");
        assert!(forced["plans"].as_array().unwrap().iter().all(crosses), "{space}");
        assert_eq!(forced["plans"][0]["cost"], forced["what_if"]["cost_without"], "{space}: the best plan crosses it");
        assert_eq!(forced["what_if"]["remaining"][0], 1, "{space}");
        let run = sokoplan(
            "",
            &["plan", LISA, "--level", "1", "--nodes", "50k", "--abstraction", space, "--json", "--forbid", &border],
        );
        let forbidden = &rows(&out(&run))[0];
        let plans = forbidden["plans"].as_array().unwrap();
        assert!(!plans.iter().any(crosses), "{space}");
        assert_eq!(run.status.code(), Some(i32::from(plans.is_empty())), "{space}");
        assert!(!forbidden["what_if"]["remaining"].as_array().unwrap().contains(&1.into()), "{space}");
        assert_ne!(forbidden["answer"], "unsolvable", "a plan that is forbidden proves nothing");
    }
    let text = plan(&["--force", "A > b"]);
    assert!(text.contains("what if a box crosses each of A > b\n") && text.contains("none was realised"), "{text}");
    for (border, said) in
        [("A > Z", "there is no area `Z`"), ("A", "expected a border"), ("A > A", "no box can be pushed")]
    {
        let run = sokoplan("", &["plan", LISA, "--level", "1", "--forbid", border]);
        assert!(err(&run).contains(said) && run.status.code() != Some(0), "{border}: {}", err(&run));
    }
}

#[test]
fn refusals_name_the_boxes_and_areas_in_the_way() {
    let folder = Folder::new("trace");
    let path = folder.path("trace.jsonl");
    let text = out(&sokoplan("", &["plan", ORDERS, "--level", "1", "--nodes", "50k", "-v", "--trace", &path]));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("A > a: no way, after 3 push nodes; in the way: 2,6 in B"), "{text}");
    let trace = rows(&std::fs::read_to_string(&path).unwrap());
    let refused = trace.iter().find(|entry| entry["entry"] == "refused" && entry["step"] == "A > a").unwrap();
    assert_eq!(refused["in_areas"], serde_json::json!(["B"]));
    assert!(!refused["in_the_way"].as_array().unwrap().is_empty());
}

#[test]
fn bench_says_how_sure_its_operators_were_and_how_many_proposals_could_be_realised() {
    let row = |rung: &str| {
        let door = own("4-goal-room-with-one-door");
        let args =
            ["bench", &door, "--level", "7", "--strategy", "plans", "--nodes", "50k", "--json", "--abstraction", rung];
        rows(&out(&sokoplan("", &args)))[0].clone()
    };
    let (counts, sets) = (row("counts"), row("sets"));
    let labelled: u64 = ["deterministic", "choice", "unknown", "context", "impossible"]
        .map(|label| counts["labels"][label].as_u64().unwrap())
        .iter()
        .sum();
    let [proposed, realised, known] =
        ["tried", "realised", "known"].map(|key| counts["operators"][key].as_u64().unwrap());
    assert!(counts["labels"]["context"].as_u64() == Some(labelled) && labelled >= proposed, "{counts}");
    assert!(realised + known <= proposed, "{counts}");
    assert!(0 < realised && realised < proposed, "{counts}");
    assert!(sets["labels"]["deterministic"].as_u64() > Some(0) && sets["labels"]["choice"] == 0);
}
