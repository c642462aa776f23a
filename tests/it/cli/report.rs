//! `sokoplan report`: the file itself. What a browser makes of it is in `browser.rs`.

use crate::common::command::{Folder, err, out, sokoplan};
use serde_json::Value;

const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");

/// The data in a page.
fn data(page: &str) -> Value {
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(data).unwrap()
}

#[test]
fn levels_are_solved_and_shown_with_rooms_and_steps() {
    let output = sokoplan("", &["report", LISA, "--nodes", "20k", "--heading", "LISA's levels"]);
    assert!(output.status.success(), "{}", err(&output));
    let page = out(&output);
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>LISA's levels</title>"));
    let data = data(&page);
    let levels = data["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 2);
    for level in levels {
        assert_eq!(level["runs"][0]["answer"], "solved");
        let moves = level["runs"][0]["moves"].as_u64().unwrap();
        let steps = level["steps"].as_array().unwrap();
        assert_eq!(steps.last().unwrap()["last"].as_u64(), Some(moves), "the steps are the solution");
        assert_eq!(steps[0]["first"], 0);
        let pushes: u64 = steps.iter().map(|step| step["pushes"].as_u64().unwrap()).sum();
        assert_eq!(level["runs"][0]["pushes"].as_u64(), Some(pushes));
        assert!(!level["rooms"]["areas"].as_array().unwrap().is_empty());
    }
}

#[test]
fn two_runs_are_shown_side_by_side_and_nothing_is_solved() {
    let folder = Folder::new("report-rows");
    let rows = out(&sokoplan("", &["solve", LISA, "--nodes", "20k", "--json"]));
    let one = folder.write("one.jsonl", &rows);
    let other = folder.write("other.jsonl", rows.lines().next().unwrap().to_owned() + "\n");
    let output = sokoplan("", &["report", LISA, "--rows", &one, "--rows", &other]);
    assert!(output.status.success(), "{}", err(&output));
    let data = data(&out(&output));
    assert_eq!(data["runs"], serde_json::json!(["one.jsonl", "other.jsonl"]));
    assert_eq!(data["levels"][1]["runs"][0]["answer"], "solved");
    assert_eq!(data["levels"][1]["runs"][1], Value::Null, "the other run has no row of it");
    assert!(data["levels"][0]["steps"].as_array().unwrap().len() > 1, "steps are read off the moves");
}

#[test]
fn a_solution_that_does_not_replay_is_left_out_and_told() {
    let folder = Folder::new("report-broken");
    let rows = out(&sokoplan("", &["solve", LISA, "--level", "1", "--nodes", "20k", "--json"]));
    let mut row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    row["lurd"] = "uuuuuu".into();
    let rows = folder.write("rows.jsonl", format!("{row}\n"));
    let output = sokoplan("", &["report", LISA, "--level", "1", "--rows", &rows]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("level 1: a solution that does not replay is left out"), "{}", err(&output));
    assert_eq!(data(&out(&output))["levels"][0]["runs"][0]["lurd"], Value::Null);
}

#[test]
fn a_faulty_level_is_told_and_the_others_are_shown() {
    let output =
        sokoplan("; bad\n####\n#@$#\n####\n\n; good\n#####\n#@$.#\n#####\n", &["report", "-", "--nodes", "100"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("<stdin>:3:2"), "{}", err(&output));
    let data = data(&out(&output));
    assert_eq!(data["levels"][0]["board"], Value::Null);
    assert_eq!(data["levels"][1]["runs"][0]["answer"], "solved");
}

#[test]
fn rows_and_what_only_a_search_heeds_exclude_each_other() {
    let output = sokoplan("", &["report", LISA, "--rows", "rows.jsonl", "--nodes", "5"]);
    assert_eq!(output.status.code(), Some(2));
    let output = sokoplan("", &["report", LISA, "--rows", "no-such-file.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("no-such-file.jsonl"), "{}", err(&output));
}
