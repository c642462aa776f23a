//! `bench` over the real binary: rows, resuming, the table, and the comparison of two runs.

use crate::common::command::{Folder, ORDERS, Run, rows, sokoplan, timeless};
use serde_json::Value;
use std::fs;

const LEVELS: &str = "; easy\n#####\n#@$.#\n#####\n\n; lost\n#####\n#$@.#\n#####\n\n; open\n#####\n#@$. \n#####\n\n\
                      ; two\n########\n#@ $ . #\n#      #\n########\n";

/// What does not change from run to run.
fn plain(text: &str) -> Vec<Value> {
    let mut rows: Vec<Value> = rows(text).into_iter().filter(|row| row["type"] == "level").map(timeless).collect();
    for row in &mut rows {
        // Keys that rows of `solve` do not have.
        let keys = row.as_object_mut().expect("an object");
        keys.retain(|key, _| !["board", "stratum", "search", "operators"].contains(&key.as_str()));
    }
    rows
}

fn bench(args: &[&str]) -> Run {
    sokoplan("", &[&["bench", "--nodes", "5k"], args].concat())
}

#[test]
fn rows_are_those_of_solve_and_the_table_comes_last() {
    let folder = Folder::new("bench-rows");
    let (levels, file) = (folder.write("levels.xsb", LEVELS), folder.path("rows.jsonl"));
    let output = bench(&[&levels, "-o", &file]).ends(1, "the board is open");
    let table = output.out;
    assert!(table.contains(&levels), "the whole name\n{table}");
    assert!(table.contains("\nseconds measured with 1 thread\n"), "{table}");
    assert!(bench(&[&levels, "--threads", "2"]).out.contains("\nseconds measured with 2 threads\n"));
    assert!(table.contains(&format!("not solved, no level: {levels} 3\n")), "{table}");
    assert!(table.contains(&format!("not solved, no solution exists: {levels} 2\n")), "{table}");
    let figures = |text: &str| {
        let row = rows(text).into_iter().find(|row| row["type"] == "file").expect("a row of the file");
        ["levels", "solved", "unsolvable", "hierarchical", "trivial", "by_push"].map(|key| row[key].as_u64().unwrap())
    };
    assert_eq!(figures(&fs::read_to_string(&file).expect("rows")), [4, 2, 1, 0, 2, 0]);
    assert_eq!(figures(&bench(&[&levels, "--strategy", "pushes", "--json"]).out), [4, 2, 1, 0, 0, 2]);
    let solve = sokoplan("", &["solve", "--nodes", "5k", "--json", "--raw", &levels]);
    let written = fs::read_to_string(&file).expect("rows");
    assert_eq!(plain(&written), plain(&solve.out));
    assert_eq!(rows(&written).last().expect("a summary")["solved"], 2);
    assert_eq!(plain(&bench(&[&levels, "--json"]).out), plain(&written), "without -o, on standard output");
}

#[test]
fn a_run_goes_on_where_it_stopped_even_within_a_line() {
    let folder = Folder::new("bench-resume");
    let levels = folder.write("levels.xsb", LEVELS);
    let whole = folder.path("whole.jsonl");
    bench(&[&levels, "-o", &whole]);
    let whole = fs::read_to_string(whole).expect("rows");
    let second = whole.match_indices('\n').nth(2).expect("the setting and two lines").0;
    for end in [0, 10, second, second + 20, whole.len()] {
        let begun = folder.write("begun.jsonl", &whole[..end]);
        let marked = whole[..end]
            .replace("\"title\":\"easy\",\"answer\":\"solved\"", "\"title\":\"easy\",\"answer\":\"gave_up\"");
        fs::write(&begun, &marked).expect("a mark on what is kept");
        bench(&[&levels, "--resume", &begun, "-o", &begun]);
        let gone_on = fs::read_to_string(&begun).expect("rows");
        assert_eq!(plain(&gone_on.replace("gave_up", "solved")), plain(&whole), "cut at {end}");
        assert_eq!(gone_on.contains("gave_up"), end >= second, "cut at {end}: whole rows are kept");
        let other = folder.path("other.jsonl");
        fs::write(&begun, &marked).expect("as before");
        bench(&[&levels, "--resume", &begun, "-o", &other]);
        assert_eq!(plain(&fs::read_to_string(&other).expect("rows")), plain(&gone_on), "cut at {end}");
        assert_eq!(fs::read_to_string(&begun).expect("rows"), marked, "another file was named");
    }
    // On standard output a resumed run leaves the file as it is; and what is no row stops it.
    let begun = folder.write("begun.jsonl", &whole[..second]);
    assert!(bench(&[&levels, "--resume", &begun, "-o", "-", "--json"]).out.contains("\"level\":2"));
    assert_eq!(fs::read_to_string(&begun).expect("rows"), whole[..second]);
    let notes = folder.write("notes.txt", "my notes\nare dear\n");
    bench(&[&levels, "--resume", &notes]).ends(2, "notes.txt:1: no row");
    assert_eq!(fs::read_to_string(&notes).expect("the notes"), "my notes\nare dear\n");
    let missing = folder.path("missing.jsonl");
    bench(&[&levels, "--resume", &missing]);
    assert_eq!(plain(&fs::read_to_string(&missing).expect("rows")), plain(&whole), "a run may begin so");
}

#[test]
fn two_runs_are_compared_level_by_level() {
    let folder = Folder::new("bench-compare");
    let levels = folder.write("levels.xsb", LEVELS);
    let (old, new) = (folder.path("old.jsonl"), folder.path("new.jsonl"));
    bench(&[&levels, "-o", &old]);
    let text = fs::read_to_string(&old).expect("rows");
    fs::write(&new, text.replacen("\"answer\":\"solved\"", "\"answer\":\"time_limit\"", 1)).expect("rows");
    sokoplan("", &["bench", "compare", &old, &new])
        .ends(1, "")
        .prints(format!("gained: 0\nlost: 1\n  {levels} 1 easy: solved -> time_limit\n"));
    let rows = sokoplan("", &["bench", "compare", &new, &old, "--json"]).ends(0, "").rows();
    assert_eq!((&rows[0]["type"], &rows[0]["level"]), (&"gained".into(), &1.into()));
    let summary = &rows[1];
    assert_eq!((&summary["levels"], &summary["both_solved"], &summary["gained"]), (&4.into(), &1.into(), &1.into()));
    assert_eq!(summary["nodes"]["of_sums"], 1.0);
    let nothing = folder.write("nothing.jsonl", "");
    // Two empty answers do not count as equal.
    sokoplan("", &["bench", "compare", &old, &nothing]).ends(1, "");
    assert_eq!(sokoplan("", &["bench", "compare", &old]).code, Some(2), "two are needed");
}

#[test]
fn a_level_whose_board_has_changed_is_run_again() {
    let folder = Folder::new("bench-changed");
    let levels = folder.write("levels.xsb", LEVELS);
    let file = folder.path("rows.jsonl");
    bench(&[&levels, "-o", &file]);
    let marked = fs::read_to_string(&file).expect("rows").replace("\"solved\",\"lurd\"", "\"gave_up\",\"lurd\"");
    fs::write(&file, marked).expect("a mark on what is kept");
    // One push more; the title is the same.
    folder.write("levels.xsb", LEVELS.replace("#####\n#@$.#\n#####\n\n; lost", "######\n#@$ .#\n######\n\n; lost"));
    bench(&[&levels, "--resume", &file]);
    let rows = plain(&fs::read_to_string(&file).expect("rows"));
    let row = |title: &str| rows.iter().filter(|row| row["title"] == title).collect::<Vec<_>>();
    assert_eq!((row("easy").len(), &row("easy")[0]["lurd"]), (1, &"RR".into()), "run again, and only once in the file");
    assert_eq!((row("two").len(), &row("two")[0]["answer"]), (1, &"gave_up".into()), "kept as it was");
}

#[test]
fn ablation_shows_what_each_part_is_worth_beside_the_whole() {
    let folder = Folder::new("bench-ablate");
    let file = folder.path("rows.jsonl");
    let args = ["bench", ORDERS, "--strategy", "plans", "--nodes", "2k", "--ablate"];
    let more = ["hotspots,packing,lisa", "--controls", "-o", &file];
    let text = sokoplan("", &[&args[..], &more].concat()).out;
    let heads =
        ["all parts", "hotspots", "packing", "rooms (lisa)", "rooms (one area)", "rooms (random areas) (10 draws)"];
    let named = |head: &str| text.lines().any(|line| line.starts_with(&format!("{head} ")));
    assert!(heads.into_iter().all(named), "{text}");
    let rows = rows(&fs::read_to_string(&file).expect("rows"));
    let of = |kind: &str| rows.iter().filter(|row| row["type"] == kind).cloned().collect::<Vec<_>>();
    let (levels, runs) = (of("level"), of("run"));
    // Each level in each run, draws apart; the totals of a run follow from its rows.
    assert_eq!(levels.len(), (5 + 10 + 11) * levels.iter().filter(|row| row["run"] == "all parts").count());
    for run in &runs {
        let name = run["run"].as_str().expect("a name");
        let own = |row: &&Value| row["run"].as_str().is_some_and(|of| of.split(", draw ").next() == Some(name));
        let solved = levels.iter().filter(own).filter(|row| row["answer"] == "solved").count();
        assert_eq!(
            (&run["solved"], levels.iter().filter(own).count()),
            (&solved.into(), run["levels"].as_u64().unwrap() as usize)
        );
    }
    let against = &runs[5]["against"];
    let (lost, gained) = (against["lost"].as_f64().unwrap(), against["gained"].as_f64().unwrap());
    assert!((against["change"].as_f64().unwrap() - (gained - lost) / 10.0).abs() < 1e-9 && against["p"].is_null());
    assert!(against["interval"]["low"].as_f64() <= against["change"].as_f64(), "{against}");
    assert!(runs[1]["against"]["p"].is_number() && runs[0]["against"].is_null());
}

#[test]
fn groups_are_held_against_one_group_and_random_groups() {
    let level = "#############\n#  .#       #\n# $$.#  $$  #\n#  @        #\n#    #  ..  #\n#############\n";
    let args = ["bench", "-", "--nodes", "2k", "--ablate", "groups", "--controls", "--json"];
    let rows = sokoplan(level, &args).rows();
    let runs: Vec<&Value> = rows.iter().filter(|row| row["type"] == "run").collect();
    let names: Vec<&str> = runs.iter().filter_map(|run| run["run"].as_str()).collect();
    assert_eq!(names, ["all parts", "groups (one group)", "groups (random groups)"]);
    let solved_by = |run: &str| rows.iter().find(|row| row["run"] == run).map(|row| &row["solved_by"]);
    assert_eq!(solved_by("all parts").and_then(Value::as_str), Some("agenda"));
    assert_ne!(solved_by("groups (one group)").and_then(Value::as_str), Some("agenda"));
    assert_eq!((&runs[1]["runs"], &runs[2]["runs"]), (&1.into(), &10.into()));
    assert!(runs[1]["against"]["p"].is_number() && runs[2]["against"]["interval"]["low"].is_number(), "{runs:?}");
}

#[test]
fn rows_are_kept_in_the_form_that_the_name_of_the_file_asks_for() {
    let folder = Folder::new("bench-forms");
    let levels = folder.write("levels.xsb", LEVELS);
    let [csv, json, markdown] = ["rows.csv", "rows.json", "table.md"].map(|name| {
        let file = folder.path(name);
        bench(&[&levels, "-o", &file]);
        fs::read_to_string(file).expect("a file")
    });
    assert!(csv.starts_with("file,level,title,run,stratum,answer,") && csv.lines().count() == 5, "{csv}");
    let array: Vec<Value> = serde_json::from_str(&json).expect("an array");
    assert_eq!(array.iter().filter(|row| row["type"] == "level").count(), 4);
    assert_eq!(array.last().expect("a summary")["type"], "summary");
    assert!(markdown.lines().nth(1).is_some_and(|line| line.starts_with("| ---")), "{markdown}");
    assert!(markdown.contains("not solved, no level"), "{markdown}");
}

#[test]
fn columns_that_are_left_out_are_named_and_shown_where_they_are_asked_for() {
    let folder = Folder::new("bench-wide");
    let levels = folder.write("levels.xsb", LEVELS);
    let table = bench(&[&levels]).out;
    assert!(table.lines().all(|line| line.chars().count() <= 80 || line.contains(&levels)), "{table}");
    assert!(table.contains("\nwith -v also: ") && !table.lines().next().unwrap().contains("memory"), "{table}");
    let sums = table.lines().skip_while(|line| !line.starts_with("seconds measured"));
    assert!(sums.take_while(|line| !line.starts_with("not solved")).count() <= 4, "{table}");
    let wide = bench(&[&levels, "-v"]).out;
    assert!(wide.lines().next().unwrap().contains("memory") && !wide.contains("with -v"), "{wide}");
}

#[test]
fn a_line_of_rows_that_is_no_text_is_told_and_its_level_is_run_once() {
    let folder = Folder::new("bench-latin");
    let levels = folder.write("levels.xsb", LEVELS);
    let rows = folder.path("rows.jsonl");
    bench(&[&levels, "-o", &rows]);
    let whole = fs::read_to_string(&rows).expect("rows");
    let mut bytes = whole.clone().into_bytes();
    let at = whole.find("\"title\":\"easy\"").expect("a title") + 10;
    bytes[at] = 0xe9;
    fs::write(&rows, bytes).expect("a byte of Latin-1");
    bench(&[&levels, "--resume", &rows]).says("rows.jsonl:2: no row of `bench`: not UTF-8");
    assert_eq!(plain(&fs::read_to_string(&rows).expect("rows")).len(), plain(&whole).len());
}

#[test]
fn a_file_begins_with_the_setting_of_its_run_and_runs_that_differ_are_named() {
    let folder = Folder::new("bench-setting");
    let (levels, file) = (folder.write("levels.xsb", LEVELS), folder.path("rows.jsonl"));
    bench(&[&levels, "-o", &file]);
    let first = || rows(&fs::read_to_string(&file).unwrap()).remove(0);
    let setting = first();
    assert_eq!(
        (&setting["type"], &setting["nodes"], &setting["threads"]),
        (&"setting".into(), &5_000.into(), &1.into())
    );
    assert_eq!(setting["version"], env!("CARGO_PKG_VERSION"));
    assert!(setting["arguments"].as_array().is_some_and(|words| words.contains(&levels.clone().into())), "{setting}");
    bench(&[&levels, "-o", &file]);
    let without = |mut row: Value| {
        let machine = row.as_object_mut().expect("an object").remove("machine").expect("the machine");
        assert!(machine["date"].as_str().is_some_and(|date| date.ends_with('Z')), "{machine}");
        row
    };
    assert_eq!(without(first()), without(setting), "the machine and the date are all that differs");
    let other = folder.path("other.jsonl");
    let quiet = sokoplan("", &["bench", "compare", &file, &file]).err;
    assert!(!quiet.contains("warning"), "{quiet}");
    sokoplan("", &["bench", &levels, "--nodes", "6k", "-o", &other]);
    let warned = sokoplan("", &["bench", "compare", &file, &other]).err;
    assert!(warned.contains("warning: the runs differ in nodes: 5000, 6000\n"), "{warned}");
    let resumed = sokoplan("", &["bench", &levels, "--nodes", "7k", "--resume", &file]).err;
    assert!(resumed.contains("warning: the runs differ in nodes: 5000, 7000\n"), "{resumed}");
    let kinds = rows(&fs::read_to_string(&file).unwrap());
    let settings = kinds.iter().filter(|row| row["type"] == "setting").count();
    assert_eq!(settings, 2, "that of the first run, and of the second");
}
