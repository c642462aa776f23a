//! The recipe of `examples/cluster` with a task that is killed: no row is lost, and none is there twice.

use crate::common::command::{Folder, err, out, rows, run, sokoplan};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/array.sh");

/// Options of the run on each level: some tenths of a second of work.
const LIMITS: [&str; 4] = ["--optimal", "pushes", "--nodes", "20k"];

/// Ten levels of some boxes: halls with dents.
fn halls(rows: usize) -> String {
    let (boxes, wall) = ("#  $ .  $ .  $ .   #\n#                  #\n".repeat(rows), "#".repeat(20) + "\n");
    let dented = |dents: usize| format!("#{}{}\n", " ".repeat(dents), "#".repeat(19 - dents));
    (1..10).map(|dents| format!("; {dents}\n{wall}#@                 #\n{boxes}{}{wall}\n", dented(dents))).collect()
}

/// The array script as Slurm calls it, on a machine without Slurm.
#[test]
fn a_killed_task_of_an_array_goes_on_where_it_was() {
    let folder = Folder::new("array");
    fs::create_dir(folder.path("run")).unwrap();
    folder.write("small.xsb", halls(4));
    folder.write("large.xsb", halls(5));
    let binary = Path::new(env!("CARGO_BIN_EXE_sokoplan")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let command = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(folder.path("")).env("PATH", &path).stdin(Stdio::null());
        command
    };
    let task = |number: &str| {
        let mut task = command("bash");
        task.args([SCRIPT, "2", "small.xsb", "large.xsb"]).args(LIMITS).env("SLURM_ARRAY_TASK_ID", number);
        task.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0).spawn().unwrap()
    };
    let written = || fs::read_to_string(folder.path("run/1.jsonl")).unwrap_or_default();
    let mut first = task("1");
    let begin = Instant::now();
    while written().matches('\n').count() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(600), "still waiting for a row");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The script and the program, which are a group of processes.
    assert!(Command::new("kill").args(["-KILL", "--", &format!("-{}", first.id())]).status().unwrap().success());
    assert!(!first.wait().unwrap().success() && !written().contains("\"summary\""), "it was killed before its end");
    let kept = written().matches('\n').count();
    assert!(["1", "2"].into_iter().all(|number| task(number).wait().unwrap().success()));
    assert!(written().matches('\n').count() > kept, "it has gone on");
    let merged = sokoplan("", &["bench", "--merge", &folder.path("run"), "--json"]);
    assert_eq!((merged.status.code(), err(&merged)), (Some(0), String::new()));
    let once = run(command("sokoplan").args(["bench", "small.xsb", "large.xsb", "--json"]).args(LIMITS), b"");
    let plain = |text: &str| {
        let keys = ["type", "file", "level", "board", "answer", "lurd", "push_nodes", "levels", "solved"];
        rows(text).iter().map(|row| keys.map(|key| row[key].to_string()).join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(plain(&out(&merged)), plain(&out(&once)));
    assert_eq!(plain(&out(&once)).iter().filter(|row| row.starts_with("\"level\"")).count(), 18);
}
