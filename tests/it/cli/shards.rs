//! `bench run --shard` and `bench merge`: shares of a run, and the whole put together again.

use crate::common::command::{Folder, LISA, Run, own, rows, sokoplan};
use std::fs;

fn bench(args: &[&str]) -> Run {
    sokoplan("", &[&["bench", LISA, &own("1-one-room"), "--nodes", "2k"], args].concat())
}

fn merge(folder: &str, args: &[&str]) -> Run {
    sokoplan("", &[&["bench", "merge", folder], args].concat())
}

/// Runs all shards, each into a file of the folder.
fn run(folder: &Folder, count: usize) {
    for number in 1..=count {
        let file = folder.path(&format!("{number}.jsonl"));
        assert_eq!(bench(&["--shard", &format!("{number}/{count}"), "-o", &file]).code, Some(0));
    }
}

/// What does not change from run to run: the places, answers and nodes of rows; the counts of the summary.
fn plain(text: &str) -> Vec<String> {
    let keys = ["type", "file", "level", "title", "board", "answer", "lurd", "push_nodes", "levels", "solved"];
    rows(text).iter().map(|row| keys.map(|key| row[key].to_string()).join(" ")).collect()
}

#[test]
fn all_shares_together_are_one_run_in_rows_and_summary() {
    let folder = Folder::new("shards");
    run(&folder, 3);
    let merged = merge(&folder.path(""), &["--json"]);
    assert_eq!((merged.code, merged.err), (Some(0), String::new()));
    assert_eq!(plain(&merged.out), plain(&bench(&["--json"]).out));
    let file = folder.path("whole.jsonl");
    let table = merge(&folder.path(""), &["-o", &file]).out;
    assert!(table.contains("\nall                ") || table.contains("\nall "), "{table}");
    assert_eq!(plain(&fs::read_to_string(file).unwrap()), plain(&merged.out));
}

#[test]
fn the_share_of_a_level_does_not_depend_on_the_other_files() {
    let alone = |file: &str| {
        let output = sokoplan("", &["bench", file, "--nodes", "2k", "--shard", "2/3", "--json"]);
        plain(&output.out).into_iter().filter(|row| row.starts_with("\"level\"")).collect::<Vec<_>>()
    };
    let both: Vec<String> = [LISA, &own("1-one-room")].into_iter().flat_map(alone).collect();
    let together = plain(&bench(&["--shard", "2/3", "--json"]).out);
    assert_eq!(together.into_iter().filter(|row| row.starts_with("\"level\"")).collect::<Vec<_>>(), both);
    assert!(!both.is_empty());
}

#[test]
fn what_is_missing_twice_or_contradictory_is_named() {
    let folder = Folder::new("flaws");
    run(&folder, 3);
    let path = folder.path("1.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let row: serde_json::Value = serde_json::from_str(lines[2]).unwrap();
    let place = format!("{} {}", row["file"].as_str().unwrap(), row["level"]);

    // As a killed task leaves it: a row is torn, and the rows of another shard were never begun.
    fs::write(&path, lines[..2].concat() + &lines[2][..50]).unwrap();
    fs::rename(folder.path("2.jsonl"), folder.path("2.away")).unwrap();
    merge(&folder.path(""), &[])
        .ends(1, "missing: shard 2/3: no file of rows\n")
        .says("missing: shard 1/3: ")
        .says(" without a row\n");

    // The same rows in two files; one has a contradiction.
    fs::rename(folder.path("2.away"), folder.path("2.jsonl")).unwrap();
    fs::write(&path, &text).unwrap();
    let board = row["board"].as_str().unwrap();
    let changes =
        [("\"answer\":\"solved\"", "\"answer\":\"unsolvable\"", "unsolvable in "), (board, "0", "one board in ")];
    for (from, to, told) in changes {
        folder.write("copy.jsonl", lines[2].replace(from, to));
        let output = merge(&folder.path(""), &["--json"]).ends(1, "");
        let flaws = output.rows();
        let flaw = |kind: &str| flaws.iter().filter(|row| row["type"] == kind).count();
        assert_eq!((flaw("missing"), flaw("twice"), flaw("contradictory")), (0, 1, 1));
        assert!(output.err.contains(&format!("contradictory: {place}: {told}")), "{output}");
    }

    folder.write("copy.jsonl", "no rows\n");
    // Not all could be read; the others are shown.
    merge(&folder.path(""), &[]).ends(2, "copy.jsonl:1: no row").prints("all ");
}

#[test]
fn a_file_is_not_gone_on_with_by_another_shard() {
    let folder = Folder::new("other-shard");
    let file = folder.path("rows.jsonl");
    bench(&["--shard", "1/2", "-o", &file]);
    let before = fs::read(&file).unwrap();
    for args in
        [&["--shard", "2/2", "--resume", &file][..], &["--shard", "1/3", "--resume", &file], &["--resume", &file]]
    {
        bench(args).ends(2, "rows of shard 1/2, not of ");
    }
    assert_eq!(fs::read(&file).unwrap(), before);
    bench(&["--shard", "1/2", "--resume", &file]);
    assert_eq!(fs::read(&file).unwrap(), before, "all rows were there");
}
