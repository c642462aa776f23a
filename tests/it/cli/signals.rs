//! Signals end every subcommand as Ctrl-C does: the results so far are written, and the exit code names the signal.

use crate::common::command::{
    Folder, Run, begun, ended_by, hall, names, program, rows, send, signals, sokoplan, wait_for_work, worked,
};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";

/// Sends a signal once the first line is out; returns what was written, the messages, and the exit code.
fn ended(args: &[&str], signal: &str) -> (String, String, Option<i32>) {
    let mut command = program();
    let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    reader.read_line(&mut text).expect("a first line");
    // The next level has begun by then.
    let before = worked(&child);
    wait_for_work(&mut child, before + Duration::from_millis(200));
    send(signal, &child);
    reader.read_to_string(&mut text).expect("the rest");
    let output = child.wait_with_output().expect("it ends");
    (text, String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn every_signal_that_asks_to_end_keeps_what_was_found() {
    let folder = Folder::new("signals");
    let (set, sok) = (folder.write("set.xsb", format!("{EASY}\n{}\n{EASY}", hall())), folder.path("kept.sok"));
    for (args, signal, code) in [
        (&["solve", &set, "--strategy", "breadth-first", "--threads", "2"][..], "-INT", 130),
        (&["solve", &set, "--strategy", "breadth-first"], "-TERM", 143),
        (&["solve", &set, "--strategy", "breadth-first"], "-HUP", 129),
        (&["bench", &set, "--strategies", "breadth-first,lean", "--nodes", "1G"], "-TERM", 143),
    ] {
        if !signals().contains(&(signal, code)) {
            continue;
        }
        let (text, _, ended) = ended(&[args, &["--time", "10m", "--json"]].concat(), signal);
        let rows = rows(&text);
        assert!(rows.iter().any(|row| row["level"] == 1 && row["answer"] == "solved"), "{args:?}: {text}");
        let last = rows.last().expect("a summary");
        assert_eq!((&last["type"], ended), (&"summary".into(), Some(code)), "{args:?}: {text}");
        assert!(last["interrupted"] == true || args[0] == "bench", "{args:?}: {text}");
    }
    let args = ["solve", &set, "--strategy", "breadth-first", "--threads", "1", "--time", "10m", "--sok", &sok];
    let (text, said, code) = ended(&args, "-INT");
    assert_eq!((text.as_str(), code), ("1 R\n", Some(130)));
    assert!(said.contains("level 2: not solved: interrupted") && said.contains("interrupted: 1 of 2 solved"), "{said}");
    assert!(sokoplan("", &["verify", &sok]).out.starts_with("1 ok: 1 move, 1 push, "));
}

#[test]
fn levels_made_before_a_signal_are_written_and_a_second_signal_leaves_no_temporary_file() {
    for is_twice in [false, true] {
        let folder = Folder::new("generate-signal");
        let file = folder.path("made.xsb");
        let mut child = begun(&["generate", "--count", "1000000", "-o", &file]);
        wait_for_work(&mut child, Duration::from_secs(2));
        assert!(!fs::exists(&file).expect("an answer"), "half a file is no file");
        let send = format!("kill -TERM {}; ", child.id()).repeat(1 + usize::from(is_twice));
        Command::new("sh").args(["-c", &send]).status().expect("a shell");
        assert_eq!(child.wait().expect("it ends").code(), Some(143));
        assert!(names(&folder.path("")).iter().all(|name| name == "made.xsb"), "{:?}", names(&folder.path("")));
        if !is_twice {
            let listed = sokoplan("", &["list", &file]).ends(0, "");
            assert!(listed.out.lines().count() > 2, "{listed}");
        }
    }
}

#[test]
fn nohup_is_respected() {
    let folder = Folder::new("nohup");
    let set = folder.write("set.xsb", hall());
    let script = format!("trap '' HUP; exec '{}' solve '{set}' --time 3s", env!("CARGO_BIN_EXE_sokoplan"));
    let mut child = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).spawn().expect("a shell");
    std::thread::sleep(Duration::from_secs(1));
    send("-HUP", &child);
    let code = child.wait().expect("it ends").code();
    assert!([Some(0), Some(1)].contains(&code), "it goes on to its end: {code:?}");
}

/// The file system refuses what goes beyond its limit, as a full disk does.
#[test]
fn a_full_disk_leaves_the_old_file_or_whole_rows_of_a_bench() {
    let folder = Folder::new("full");
    let set = folder.write("set.xsb", EASY.repeat(300));
    for command in
        ["solve", "solve --json", "layers", "plan --json", "prove --bound 1 --json", "list --json", "rooms", "convert"]
    {
        let file = folder.write("file", "old");
        let program = env!("CARGO_BIN_EXE_sokoplan");
        let script = format!("ulimit -f 1; exec '{program}' {command} '{set}' --time 1s -o '{file}'");
        Run::of(Command::new("sh").args(["-c", &script]), "").ends(2, "");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "old", "{command}");
        assert_eq!(names(&folder.path("")), ["file", "set.xsb"], "{command}");
    }
    let (file, program) = (folder.path("rows.jsonl"), env!("CARGO_BIN_EXE_sokoplan"));
    let script = format!("ulimit -f 8; exec '{program}' bench '{set}' --time 1s -o '{file}'");
    Run::of(Command::new("sh").args(["-c", &script]), "").ends(2, "");
    let text = fs::read_to_string(&file).expect("rows");
    assert!(text.ends_with('\n') && !rows(&text).is_empty(), "a bench ends with its last whole row: {text}");
}

#[test]
fn the_first_signal_ends_a_run_that_waits_for_input_or_for_the_reader_of_a_fifo() {
    let folder = Folder::new("waiting");
    folder.write("easy.xsb", EASY);
    folder.write("domain.pddl", "(define (domain d))\n");
    assert!(Command::new("mkfifo").arg(folder.path("fifo")).status().expect("mkfifo").success());
    for args in [
        &["list", "easy.xsb", "-"][..],
        &["list", "easy.xsb", "fifo"],
        &["explain", "easy.xsb", "--solution", "-"],
        &["verify", "easy.xsb", "--solution", "fifo"],
        &["pddl", "solve", "domain.pddl", "fifo"],
        &["bench", "easy.xsb", "--resume", "fifo", "-o", "rows.jsonl"],
        &["solve", "easy.xsb", "-o", "fifo"],
        &["generate", "--seed", "1", "-o", "fifo"],
    ] {
        let mut command = program();
        let command = command.args(args).current_dir(folder.path("")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().expect("a status").is_none(), "{args:?} waits");
        // A run that listens for signals ends with this code; one that does not is ended by the signal.
        let code = ended_by("-TERM", &mut child);
        assert!([Some(143), None].contains(&code), "{args:?}: {code:?}");
    }
}
