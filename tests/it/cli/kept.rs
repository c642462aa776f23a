//! Rows of an earlier run are kept by `bench --resume`, whatever ends it, and by two runs that name one file.

use crate::common::command::{Folder, err, program, sokoplan};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const EASY: &str = "#####\n#@$.#\n#####\n\n";

/// Levels of which the last is never solved, and the rows of all others.
fn begun(folder: &Folder, count: usize) -> (String, String) {
    let hall = "#                  #\n# $ .  $ .  $ . $. #\n".repeat(14).replacen("#  ", "#@ ", 1);
    let hall = format!("{0}\n{hall}{0}\n", "#".repeat(20));
    let levels = folder.write("levels.xsb", EASY.repeat(count) + &hall);
    let one = sokoplan("", &["bench", &levels, "--level", "1", "--json"]);
    let row = String::from_utf8(one.stdout).expect("a row").lines().next().expect("a row").to_owned() + "\n";
    let rows = (1..=count).map(|level| row.replace("\"level\":1,", &format!("\"level\":{level},"))).collect();
    (levels, rows)
}

/// The numbers of the levels that have a whole row.
fn kept(file: &str) -> BTreeSet<u64> {
    let text = fs::read_to_string(file).expect("rows");
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let rows = whole.map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a row"));
    rows.filter(|row| row["type"] == "level").filter_map(|row| row["level"].as_u64()).collect()
}

#[test]
fn a_kill_at_any_moment_loses_no_row_of_a_resumed_run() {
    let folder = Folder::new("kept-kills");
    let (levels, rows) = begun(&folder, 400);
    let all: BTreeSet<u64> = (1..=400).collect();
    for ending in ["", "{\"type\":\"lev"] {
        for after in (0..60).step_by(6) {
            let file = folder.write("rows.jsonl", rows.clone() + ending);
            let args = ["bench", &levels, "--resume", &file];
            let mut run = program().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(after));
            run.kill().expect("it is ours");
            run.wait().expect("it ends");
            assert!(kept(&file).is_superset(&all), "killed after {after} ms");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_loses_no_row_and_leaves_no_other_file() {
    let folder = Folder::new("kept-limit");
    let (levels, rows) = begun(&folder, 10);
    for form in ["jsonl", "csv"] {
        let file = folder.write("rows.jsonl", &rows);
        let to = folder.write(&format!("to.{form}"), "old");
        let to = if form == "jsonl" { &file } else { &to };
        let script = format!(
            "ulimit -f 1; exec '{}' bench '{levels}' --time 1s --resume '{file}' -o '{to}'",
            env!("CARGO_BIN_EXE_sokoplan")
        );
        let run = Command::new("sh").args(["-c", &script]).output().expect("a shell");
        assert_eq!(run.status.code(), Some(2), "{}", err(&run));
        assert!(err(&run).contains(&format!("{to}: File too large")), "{}", err(&run));
        assert_eq!(fs::read_to_string(&file).expect("rows"), rows);
        assert_eq!(fs::read_to_string(folder.path(&format!("to.{form}"))).expect("a file"), "old");
    }
    assert_eq!(fs::read_dir(folder.path("")).expect("a folder").count(), 4);
}

#[cfg(unix)]
#[test]
fn of_two_runs_on_one_file_the_second_is_refused() {
    let folder = Folder::new("kept-two");
    let (levels, rows) = begun(&folder, 3);
    let merged = folder.path("");
    for name in ["rows.jsonl", "rows.csv", "rows.json"] {
        for old in [None, Some(&rows)] {
            let file = folder.path(name);
            _ = fs::remove_file(&file);
            if let Some(old) = old {
                fs::write(&file, old).expect("rows");
            }
            let first = ["bench", &levels, "--strategy", "breadth-first", "--time", "10m", "-o", &file];
            let mut first = program().args(first).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            // A file that is missing is there once it is locked; that there is one says nothing where there was one.
            std::thread::sleep(Duration::from_millis(1500));
            let others: [&[&str]; 4] = [
                &[&levels, "--resume", &file],
                &[&levels, "-o", &file],
                &[&levels, "--shard", "1/2", "--resume", &file],
                &["--merge", &merged, "-o", &file],
            ];
            // What is merged may not be written.
            for other in &others[..if name == "rows.jsonl" { 3 } else { 4 }] {
                folder.write("other.jsonl", &rows);
                let second = sokoplan("", &[&["bench"], *other].concat());
                let said = err(&second);
                assert_eq!(second.status.code(), Some(2), "{other:?}: {said}");
                assert!(said.contains(&format!("{file}: another run is writing this file")), "{other:?}: {said}");
            }
            first.kill().expect("it is ours");
            first.wait().expect("it ends");
            fs::remove_file(folder.path("other.jsonl")).expect("a file");
        }
    }
}
