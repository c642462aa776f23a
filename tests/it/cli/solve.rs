//! `solve` and `improve` over the real binary: output, messages, and the exit code.

use crate::common::command::{
    Folder, LISA, ORDERS, begun, ended_by, hall, names, own, signals, sokoplan, wait_for_work,
};
use serde_json::Value;
use sokoplan::solve::Strategy;
use std::fs;

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";
const SOLVED: &str = "\n; solved\n####\n#@*#\n####\n";
const LOST: &str = "\n; lost\n#####\n#$@.#\n#####\n";
const OPEN: &str = "\n; open\n#####\n#@$. \n#####\n";

#[test]
fn lines_are_numbers_and_moves_and_a_solved_level_needs_none() {
    let output = sokoplan(format!("{EASY}{SOLVED}"), &["solve", "-"]);
    assert_eq!((output.code, output.out), (Some(0), "1 R\n2\n".to_owned()));
    assert_eq!(output.err.replace(char::is_numeric, "0"), "0 of 0 solved, 0 by plan; 0 move, 0 push, 0.00 s\n");
    let row = &sokoplan(SOLVED, &["solve", "--json"]).rows()[0];
    assert_eq!((&row["answer"], &row["lurd"], &row["moves"]), (&"solved".into(), &"".into(), &0.into()));
}

#[test]
fn what_is_no_level_is_invalid_and_the_others_still_run() {
    let output =
        sokoplan(format!("{EASY}{OPEN}{LOST}"), &["solve", "--json"]).ends(1, "<stdin>:8:5: the board is open");
    let rows = output.rows();
    let answers: Vec<_> = rows.iter().map(|row| row["answer"].as_str().unwrap_or("-")).collect();
    assert_eq!(answers, ["solved", "invalid", "unsolvable", "-"]);
    assert!(rows[1]["lurd"].is_null() && rows[2]["lurd"].is_null());
    let summary = &rows[3];
    assert_eq!(summary["type"], "summary", "the summary is last");
    for (key, count) in [("levels", 3), ("solved", 1), ("unsolvable", 1), ("invalid", 1), ("unsolved", 0)] {
        assert_eq!(summary[key], count, "{key}");
    }
}

#[test]
fn by_default_plans_lead_and_the_summary_counts_who_has_solved() {
    // Those that the default run is measured on.
    let files = names("levels").into_iter().filter(|name| name.ends_with(".xsb") && name != "8-signature.xsb");
    let levels: Vec<String> = files.map(|name| format!("levels/{name}")).collect();
    let args: Vec<&str> = ["solve", "--nodes", "1000"].into_iter().chain(levels.iter().map(String::as_str)).collect();
    let rows = sokoplan("", &[&args[..], &["--json"]].concat()).rows();
    let (summary, rows) = rows.split_last().expect("rows");
    let by = |is_meant: fn(Strategy) -> bool| {
        let is_by = |row: &&Value| row["solved_by"].as_str().is_some_and(|word| word.parse().is_ok_and(is_meant));
        rows.iter().filter(is_by).count()
    };
    let (plans, pushes) = (by(Strategy::is_plan), by(Strategy::is_push_search));
    let taken_over = |row: &&Value| row["events"]["takeovers"].as_u64() > Some(0);
    let takeovers = rows.iter().filter(|row| row["answer"] == "solved").filter(taken_over).count();
    let hierarchical = rows.iter().filter(|row| row["hierarchical"] == true).count();
    assert_eq!(summary["hierarchical"], hierarchical);
    assert_eq!((&summary["by_plan"], &summary["by_pushes"]), (&plans.into(), &pushes.into()));
    assert_eq!((&summary["levels"], &summary["with_takeovers"]), (&48.into(), &takeovers.into()));
    assert!(plans >= 40, "{plans} of 48 by plan, {pushes} by pushes");
    let text = sokoplan("", &args).err;
    assert!(text.starts_with(&format!("48 of 48 solved, {plans} by plan")), "{text}");
    let alone = sokoplan(EASY, &["solve", "--strategy", "lean"]).err;
    assert!(alone.starts_with("1 of 1 solved, 1 by pushes; "), "{alone}");
    let neither = sokoplan(EASY, &["solve", "--optimal", "pushes"]).err;
    assert!(neither.starts_with("1 of 1 solved; "), "{neither}");
}

#[test]
fn improvement_tells_both_counts_and_what_it_writes_verifies() {
    // The plans bring the boxes home one by one, and the player walks more than he must.
    let folder = Folder::new("improved");
    let sok = folder.path("shorter.sok");
    let args = ["solve", LISA, "--level", "1", "--strategy", "exact-plans", "--nodes", "50k"];
    let args = [&args[..], &["--improve", "50k", "--improve-by", "moves", "--raw"]].concat();
    let rows = sokoplan("", &[&args[..], &["--json", "--sok", &sok]].concat()).rows();
    let (row, summary) = (&rows[0], &rows[1]);
    assert_eq!(row["improved"]["by"], "moves");
    let before = &row["improved"]["moves_before"];
    assert!(row["moves"].as_u64() < before.as_u64() && row["improved"]["stop"] == "shortest", "{row}");
    assert_eq!((&summary["moves_before"], &summary["moves"]), (before, &row["moves"]));
    assert!(sokoplan("", &["verify", &sok]).out.ends_with("1 valid, 0 invalid, 0 without a solution\n"));
    let text = sokoplan("", &[&args[..], &["--explain"]].concat()).out;
    assert!(text.contains(&format!("; improved by moves: {before} moves, 11 pushes; now ")), "{text}");
}

#[test]
fn rows_tell_what_each_push_search_has_spent_and_what_rules_refused() {
    let row = |level: &str, args: &[&str]| {
        // Turns are counted in nodes, so that other work on the machine changes nothing.
        let args = [&["solve", ORDERS, "--level", level, "--json", "--nodes", "50k"], args].concat();
        sokoplan("", &args).rows()[0].clone()
    };
    let pushes = row("1", &["--strategy", "pushes"]);
    let by = pushes["solved_by"].as_str().expect("solved");
    assert_eq!(pushes["push_nodes_by"][by], pushes["push_nodes"], "the first to have a turn solves it");
    for strategy in ["fess", "fess-by-starts", "target"] {
        let row = row("1", &["--strategy", strategy]);
        assert_eq!((&row["push_nodes_by"][strategy], &row["solved_by"]), (&row["push_nodes"], &strategy.into()));
    }
    let refused = row("6", &["--strategy", "fess"])["refused_by"].clone();
    assert!(["freeze", "corral"].iter().all(|rule| refused[rule].as_u64() > Some(0)), "{refused}");
}

#[test]
fn limits_are_answers_of_their_own() {
    let hall = hall();
    for (limit, value, answer) in
        [("--nodes", "3", "node_limit"), ("--memory", "1MiB", "memory_limit"), ("--time", "50ms", "time_limit")]
    {
        let output = sokoplan(&hall, &["solve", "--strategy", "breadth-first", limit, value, "--json"]);
        let row = &output.rows()[0];
        assert_eq!((&row["answer"], output.code), (&answer.into(), Some(1)), "{limit} {value}");
    }
}

#[test]
fn a_shortest_solution_is_marked_with_its_metric() {
    for metric in ["pushes", "moves", "pushes-moves", "moves-pushes"] {
        let rows =
            sokoplan(format!("{EASY}{SOLVED}{LOST}"), &["solve", "--optimal", metric, "--json"]).ends(1, "").rows();
        assert_eq!((&rows[0]["optimal"], &rows[0]["metric"]), (&true.into(), &metric.into()));
        assert_eq!((&rows[0]["lurd"], &rows[0]["lower_bound"]), (&"R".into(), &1.into()));
        assert_eq!((&rows[1]["optimal"], &rows[1]["lower_bound"]), (&true.into(), &0.into()));
        assert_eq!((&rows[2]["answer"], &rows[2]["optimal"]), (&"unsolvable".into(), &false.into()));
        assert_eq!(rows[2]["lower_bound"], serde_json::Value::Null);
    }
    let row = &sokoplan(EASY, &["solve", "--json"]).rows()[0];
    assert!(["optimal", "metric", "lower_bound"].iter().all(|key| row.get(key).is_none()), "{row}");
}

#[test]
fn a_bound_is_told_where_no_shortest_solution_was_found() {
    let hall = hall();
    let output = sokoplan(&hall, &["solve", "--optimal", "pushes", "--nodes", "1"])
        .ends(1, "not solved within 1 node, proved: at least ")
        .says(" pushes\n");
    assert_eq!(output.out, "");
    let row = &sokoplan(&hall, &["solve", "--optimal", "moves", "--nodes", "1", "--json"]).rows()[0];
    assert!(row["lower_bound"].as_u64().is_some_and(|bound| bound > 50), "{row}");
    assert_eq!((&row["optimal"], &row["answer"]), (&false.into(), &"node_limit".into()));
}

#[test]
fn an_unsolved_level_says_in_text_and_rows_alike_what_the_run_knows_and_what_to_try_next() {
    for strategy in ["plans", "pushes"] {
        let args = ["solve", "-", "--strategy", strategy, "--nodes", "40", "--explain"];
        let row = &sokoplan(hall(), &[&args[..], &["--json"]].concat()).rows()[0];
        let reasons: Vec<&str> = row["unsolved"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let text = sokoplan(hall(), &args).out;
        assert!(reasons.iter().all(|reason| text.contains(reason)), "{reasons:?}\n{text}");
        assert!(reasons.contains(&"Next: --nodes 160.") && reasons.len() > 1, "{reasons:?}");
        assert!(row["areas"].as_array().is_some_and(|areas| !areas.is_empty()) && row.get("steps").is_none());
    }
    let row = &sokoplan(EASY, &["solve", "--explain", "--json"]).rows()[0];
    assert!(row.get("unsolved").is_none(), "a decided level needs no reasons");
}

#[test]
fn a_row_counts_what_plans_did_and_what_push_search_did_after_it_took_over() {
    for searchers in ["plans", "plans,takeover"] {
        let args = ["solve", ORDERS, "--strategy", searchers, "--nodes", "20k", "--json"];
        let rows = sokoplan("", &args).rows();
        let solved: Vec<_> =
            rows.iter().filter(|row| row["solved_by"] == "events" || row["solved_by"] == "events-by-starts").collect();
        assert!(solved.len() > 8, "{searchers}: {}", solved.len());
        for row in solved {
            let by = row["pushes_by"].as_object().expect("pushes");
            assert_eq!(row["hierarchical"], by.contains_key("event"), "{row}");
            let sum = |counts: &Value| counts.as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
            assert!(sum(&row["labels"]) > 0, "{row}");
            assert_eq!(sum(&row["pushes_by"]), row["pushes"].as_u64().unwrap(), "{row}");
            assert!(searchers != "plans" || !by.contains_key("takeover"), "{row}");
        }
    }
}

#[test]
fn without_rooms_a_plan_has_one_area() {
    let levels = own("2-two-rooms-and-a-tunnel");
    let args = ["solve", &levels, "--level", "1", "--rooms-by", "none", "--strategy", "plans"];
    let rows = sokoplan("", &[&args[..], &["--nodes", "5k", "--json"]].concat()).rows();
    assert_eq!((&rows[0]["answer"], &rows[0]["hierarchical"]), (&"solved".into(), &false.into()));
}

/// A box two squares from its goal, and a solution that walks and pushes too far.
const ROW: &str = "########\n#      #\n#@$.   #\n#      #\n########\n";
const LONG: &str = "RRurrdLLuurd";

#[test]
fn the_shortest_valid_solution_is_shortened_and_what_is_written_verifies() {
    let folder = Folder::new("improve");
    let (level, solutions) = (folder.write("row.xsb", ROW), folder.write("mine.txt", "1 RR\n1 RRurrdL\n1 dduu\n"));
    let run = sokoplan("", &["improve", &level, "--solution", &solutions, "--by", "moves", "--nodes", "10k"])
        .ends(0, "line 1: not a solution")
        .says("line 3: not a solution")
        .says("1 of 1 solution became shorter: 7 moves, 3 pushes before, 1 move, 1 push now");
    let sok = folder.write("shorter.sok", &run.out);
    assert!(sokoplan("", &["verify", &sok]).out.starts_with("1 ok: 1 move, 1 push"), "{run}");
    let lines = sokoplan("", &["improve", &level, "--solution", "RRurrdL", "--nodes", "10k", "--format", "text"]);
    assert_eq!(lines.out, "1 R\n");
    let row = sokoplan("", &["improve", &sok, "--nodes", "10k", "--json"]).rows().remove(0);
    assert_eq!((&row["moves"], &row["improved"]["moves_before"]), (&1.into(), &1.into()), "{row}");
}

#[test]
fn a_level_without_a_solution_stays_as_it_is_and_is_named() {
    let folder = Folder::new("improve-none");
    let level = folder.write("row.xsb", ROW);
    let run = sokoplan("", &["improve", &level]).ends(1, "no solution to shorten: `sokoplan solve ");
    assert!(run.out.contains("#@$.   #") && !run.out.contains("Solution"), "{run}");
    sokoplan("", &["improve", &level, "--solution", LONG]).ends(1, "line 1: not a solution");
}

#[test]
fn a_signal_keeps_the_best_solution() {
    let folder = Folder::new("improve-signal");
    let (solved, shorter) = (folder.path("solved.sok"), folder.path("shorter.sok"));
    sokoplan("", &["solve", ORDERS, "--level", "6", "--strategy", "lean", "--nodes", "50k", "--raw", "--sok", &solved]);
    let Some((signal, code)) = signals().into_iter().next() else { return };
    let mut child = begun(&["improve", &solved, "-o", &shorter, "--time", "1h", "--by", "moves"]);
    wait_for_work(&mut child, std::time::Duration::from_millis(500));
    let ended = ended_by(signal, &mut child);
    assert!(ended == Some(code) || ended == Some(0), "{ended:?}");
    assert!(fs::read_to_string(&shorter).unwrap().contains("Solution"));
    sokoplan("", &["verify", &shorter]).ends(0, "");
}

#[test]
fn capitals_of_a_given_solution_are_written_as_the_pushes_are() {
    let folder = Folder::new("capitals");
    let set = folder.write("set.xsb", "######\n#@$ .#\n######\n");
    for given in ["rr", "rR", "2r", "RR"] {
        let text = sokoplan("", &["improve", &set, "--solution", given, "--format", "text"]);
        assert_eq!(text.out, "1 RR\n", "{given}: {text}");
        let better = folder.path("better.sok");
        sokoplan("", &["improve", &set, "--solution", given, "-o", &better]);
        sokoplan("", &["verify", &better, "--strict"]).ends(0, "");
    }
}
