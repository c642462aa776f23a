//! `sokoplan report`: the file itself. `browser.rs` tests the page.

use crate::common::command::{Folder, LISA, data, rows, sokoplan};
use serde_json::Value;

#[test]
fn levels_are_solved_and_shown_with_rooms_and_steps() {
    let page = sokoplan("", &["report", LISA, "--nodes", "20k"]).ends(0, "").out;
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>6-lisa.xsb</title>"));
    let data = data(&page);
    let levels = data["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 2);
    for level in levels {
        assert_eq!(level["runs"][0]["answer"], "solved");
        let steps = level["steps"].as_array().unwrap();
        let moves: String = steps.iter().map(|step| step["lurd"].as_str().unwrap()).collect();
        assert_eq!(level["runs"][0]["lurd"], moves, "the steps are the solution");
        let pushes: u64 = steps.iter().map(|step| step["pushes"].as_u64().unwrap()).sum();
        assert_eq!(level["runs"][0]["pushes"].as_u64(), Some(pushes));
        assert!(!level["rooms"]["areas"].as_array().unwrap().is_empty());
        let run = &level["runs"][0];
        let turns = level["turns"].as_array().unwrap();
        assert!(turns.iter().any(|turn| turn["strategy"] == run["solved_by"]), "{turns:?}");
        let spent: u64 = turns.iter().map(|turn| turn["nodes"].as_u64().unwrap()).sum();
        let nodes = ["plan_nodes", "push_nodes"].map(|kind| run[kind].as_u64().unwrap());
        assert_eq!(spent, nodes.iter().sum::<u64>(), "turns add up");
    }
}

#[test]
fn two_runs_are_shown_side_by_side_and_nothing_is_solved() {
    let folder = Folder::new("report-rows");
    let rows = sokoplan("", &["solve", LISA, "--nodes", "20k", "--json"]).out;
    let one = folder.write("one.jsonl", &rows);
    let other = folder.write("other.jsonl", rows.lines().next().unwrap().to_owned() + "\n");
    let output = sokoplan("", &["report", LISA, "--rows", &one, "--rows", &other]).ends(0, "");
    let data = data(&output.out);
    assert_eq!(data["runs"], serde_json::json!(["one.jsonl", "other.jsonl"]));
    assert_eq!(data["levels"][1]["runs"][0]["answer"], "solved");
    assert_eq!(data["levels"][1]["runs"][1], Value::Null, "the other run has no row of it");
    assert!(data["levels"][0]["steps"].as_array().unwrap().len() > 1, "steps are read off the moves");
}

#[test]
fn a_solution_that_does_not_replay_is_left_out_and_told() {
    let folder = Folder::new("report-broken");
    for command in ["solve", "plan"] {
        let rows = sokoplan("", &[command, LISA, "--level", "1", "--nodes", "5k", "--json"]).out;
        let mut row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
        row["lurd"] = "uuuuuu".into();
        let rows = folder.write("rows.jsonl", format!("{row}\n"));
        let output = sokoplan("", &["report", LISA, "--level", "1", "--rows", &rows])
            .ends(1, "level 1: a solution that does not replay is left out");
        let level = data(&output.out)["levels"][0].take();
        let shown = if command == "solve" { &level["runs"][0] } else { &level["plan"] };
        assert_eq!(shown["lurd"], Value::Null);
        assert!(command == "solve" || !shown["plans"].as_array().unwrap().is_empty(), "the plans are shown");
    }
}

#[test]
fn a_faulty_level_is_told_and_the_others_are_shown() {
    let levels = "; bad\n####\n#@$#\n####\n\n; good\n#####\n#@$.#\n#####\n";
    let output = sokoplan(levels, &["report", "-", "--nodes", "100"]).ends(1, "<stdin>:3:2");
    let data = data(&output.out);
    assert_eq!(data["levels"][0]["board"], Value::Null);
    assert_eq!(data["levels"][1]["runs"][0]["answer"], "solved");
}

#[test]
fn plans_of_rows_stand_on_the_pages_of_their_levels_and_nothing_is_solved() {
    let folder = Folder::new("report-plans");
    let trace = folder.path("trace.jsonl");
    let one = ["--level", "1", "--nodes", "5k", "--json", "--trace", &trace];
    let plans = sokoplan("", &[&["plan", LISA][..], &one].concat()).out;
    let plans = folder.write("plans.jsonl", &plans);
    let output = sokoplan("", &["report", LISA, "--rows", &plans, "--rows", &trace]).ends(0, "");
    let data = data(&output.out);
    assert_eq!((&data["runs"], &data["levels"][0]["runs"]), (&serde_json::json!([]), &serde_json::json!([])));
    let plan = &data["levels"][0]["plan"];
    let names: Vec<&Value> = plan["areas"].as_array().unwrap().iter().map(|area| &area["name"]).collect();
    let first = &plan["plans"][0];
    let suppliers = first["slots"].as_array().unwrap().iter().flat_map(|slot| slot["suppliers"].as_array().unwrap());
    for step in suppliers.chain(first["made"].as_array().unwrap()) {
        assert!(step["areas"].as_array().unwrap().iter().all(|area| names.contains(&area)), "{step}");
    }
    assert!(plan["areas"].as_array().unwrap().iter().all(|area| !area["places"].as_array().unwrap().is_empty()));
    let moves = plan["steps"].as_array().unwrap().iter().map(|step| step["lurd"].as_str().unwrap());
    assert_eq!(plan["lurd"], moves.collect::<String>(), "the steps are the solution");
    let tried = rows(&std::fs::read_to_string(&trace).unwrap());
    let words =
        |rows: &[Value]| rows.iter().map(|row| (row["step"].clone(), row["outcome"].clone())).collect::<Vec<_>>();
    assert_eq!(words(plan["trace"].as_array().unwrap()), words(&tried));
    assert_eq!(data["levels"][1].get("plan"), None, "no plan was made for it");
}

#[test]
fn the_page_of_a_level_without_solution_has_a_proof_that_the_checker_accepts() {
    let folder = Folder::new("report-proof");
    let lost = folder.write("lost.xsb", "; lost\n######\n#   ##\n#+$  #\n# ** #\n# ** #\n#$  .#\n######\n");
    let output = sokoplan("", &["report", &lost, LISA, "--nodes", "20k"]).ends(1, "");
    let data = data(&output.out);
    assert_eq!(data["levels"][0]["runs"][0]["answer"], "unsolvable");
    let text = data["levels"][0]["proof"]["text"].as_str().unwrap();
    let proof = folder.write("lost.sokoproof", text);
    sokoplan("", &["verify", &proof, &lost]).ends(0, "");
    assert_eq!(data["levels"][1].get("proof"), None, "it is solved");
}
