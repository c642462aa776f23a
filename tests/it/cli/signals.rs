//! Signals end every subcommand as Ctrl-C does: what was found is written, and the exit code tells the signal.

use crate::common::command::{Folder, out, program, rows, sokoplan};
use crate::common::skipped::skipped;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";

/// A level that takes a search longer than a test may take.
fn hall() -> String {
    let mut text = "; hall\n####################\n#@                 #\n".to_owned();
    (0..14).for_each(|_| text += "# $ .  $ .  $ . $. #\n#                  #\n");
    text + "####################\n"
}

fn begun(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs")
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// Returns whether the tests were begun under `nohup`, which programs honour: SIGHUP ends nothing then.
fn is_nohup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map(str::trim);
    ignored.and_then(|mask| u64::from_str_radix(mask, 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Sends a signal once the first line is out; returns all that was written, and the exit code.
fn ended(args: &[&str], signal: &str) -> (String, Option<i32>) {
    let mut child = begun(args);
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    reader.read_line(&mut text).expect("a first line");
    send(signal, &child);
    reader.read_to_string(&mut text).expect("the rest");
    (text, child.wait().expect("it ends").code())
}

#[test]
fn every_signal_that_asks_to_end_keeps_what_was_found() {
    let folder = Folder::new("signals");
    let set = folder.write("set.xsb", format!("{EASY}\n{}", hall()));
    for (signal, code) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
        if signal == "-HUP" && is_nohup() {
            skipped(format_args!("{signal} under nohup"));
            continue;
        }
        let (text, ended) = ended(&["solve", &set, "--strategy", "breadth-first", "--time", "10m", "--json"], signal);
        let rows = rows(&text);
        assert_eq!((&rows[0]["answer"], ended), (&"solved".into(), Some(code)), "{signal}");
        assert_eq!(rows.last().expect("a summary")["interrupted"], true, "{signal}");
    }
}

#[test]
fn a_solution_that_is_being_improved_is_kept() {
    let folder = Folder::new("improving");
    let file = folder.path("solved.txt");
    // 24 boxes: found at once, and improved for as long as is allowed.
    let rows = "#  $ .  $ .  $ .   #\n#                  #\n".repeat(8);
    let set =
        folder.write("set.xsb", format!("####################\n#@                 #\n{rows}####################\n"));
    let mut child = begun(&["solve", &set, "--improve", "10m", "-o", &file]);
    std::thread::sleep(Duration::from_secs(5));
    send("-TERM", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    assert!(fs::read_to_string(&file).expect("a file").starts_with("1 "), "the solution is written");
}

#[test]
fn strategies_that_ran_before_a_signal_keep_their_rows() {
    let folder = Folder::new("strategies-signal");
    let set = folder.write("set.xsb", format!("{EASY}\n{}", hall()));
    let args = ["bench", &set, "--strategies", "lean,a-star", "--time", "10m", "--nodes", "1G", "--json"];
    let (text, code) = ended(&args, "-TERM");
    let rows = rows(&text);
    assert!(rows[0]["level"] == 1 && rows[0]["answer"] == "solved", "{text}");
    assert_eq!((&rows.last().expect("a summary")["type"], code), (&"summary".into(), Some(143)));
}

#[test]
fn levels_made_before_a_signal_are_written() {
    let folder = Folder::new("generate-signal");
    let file = folder.path("made.xsb");
    let mut child = begun(&["generate", "--count", "1000000", "-o", &file]);
    std::thread::sleep(Duration::from_secs(2));
    assert!(!fs::exists(&file).expect("an answer"), "half a file is none");
    send("-TERM", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    let listed = sokoplan("", &["list", &file]);
    assert_eq!(listed.status.code(), Some(0));
    assert!(out(&listed).lines().count() > 2, "{}", out(&listed));
}

#[test]
fn a_second_signal_leaves_no_temporary_file() {
    let folder = Folder::new("second-signal");
    let file = folder.path("made.xsb");
    let mut child = begun(&["generate", "--count", "1000000", "-o", &file]);
    let parent = Path::new(&file).parent().expect("a folder");
    let names = || fs::read_dir(parent).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let is_temporary = |name: &std::ffi::OsString| name.to_string_lossy().starts_with(".sokoplan-");
    let began = Instant::now();
    while !names().any(|name| is_temporary(&name)) && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let twice = format!("kill -TERM {0}; kill -TERM {0}", child.id());
    Command::new("sh").args(["-c", &twice]).status().expect("a shell");
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    assert_eq!(names().find(is_temporary), None);
}

/// A layout of many rooms and boxes took minutes, and a long file was read to its end.
#[test]
fn what_is_made_listed_or_planned_is_left_at_once() {
    let folder = Folder::new("at-once");
    let many = folder.write("many.xsb", format!("{EASY}\n").repeat(300_000));
    let actions = (0..400_000).map(|i| format!("(:action a{i} :parameters (?x) :precondition (p ?x) :effect (r))\n"));
    let domain = format!("(define (domain d) (:predicates (p ?x) (r))\n{})", actions.collect::<String>());
    let objects = (0..400_000).map(|i| format!(" o{i}")).collect::<String>();
    let problem = format!("(define (problem p) (:domain d) (:objects{objects}) (:init (p o1)) (:goal (r)))");
    let (domain, problem) = (folder.write("d.pddl", domain), folder.write("p.pddl", problem));
    let to = folder.path("out");
    for args in
        [&["generate", "--rooms", "60", "--boxes", "200"][..], &["list", &many], &["pddl", "solve", &domain, &problem]]
    {
        let mut child = begun(&[args, &["-o", &to]].concat());
        std::thread::sleep(Duration::from_millis(500));
        assert!(child.try_wait().expect("a status").is_none(), "{args:?} has ended");
        send("-TERM", &child);
        let sent = Instant::now();
        assert_eq!(child.wait().expect("it ends").code(), Some(143), "{args:?}");
        assert!(sent.elapsed() < Duration::from_secs(3), "{args:?}: {:?}", sent.elapsed());
    }
}

#[test]
fn nohup_is_respected() {
    let folder = Folder::new("nohup");
    let set = folder.write("set.xsb", hall());
    let sokoplan = env!("CARGO_BIN_EXE_sokoplan");
    let script = format!("trap '' HUP; exec '{}' solve '{set}' --time 3s", sokoplan);
    let mut child = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).spawn().expect("a shell");
    std::thread::sleep(Duration::from_secs(1));
    send("-HUP", &child);
    let code = child.wait().expect("it ends").code();
    assert!([Some(0), Some(1)].contains(&code), "it goes on to its end: {code:?}");
}

/// Kills a run half a second after it has begun; returns the file that it was to write, and whether it still ran.
fn killed(args: &[&str], file: &str) -> (String, bool) {
    fs::write(file, "old").expect("a file");
    let mut child = begun(&[args, &["-o", file]].concat());
    std::thread::sleep(Duration::from_millis(500));
    let is_running = child.try_wait().expect("a status").is_none();
    child.kill().expect("it is ours");
    child.wait().expect("it ends");
    (fs::read_to_string(file).expect("a file"), is_running)
}

#[test]
fn a_kill_leaves_the_old_file_or_whole_rows_of_the_new_one() {
    let folder = Folder::new("killed");
    let (set, file) = (folder.write("set.xsb", format!("{EASY}\n{}", hall())), folder.path("file"));
    let long = ["--time", "10m", "--nodes", "1G"];
    let mut running = 0;
    for args in [&["report", &set, "--strategy", "breadth-first"][..], &["report", &set]] {
        let (text, is_running) = killed(&[args, &long].concat(), &file);
        assert!(text == "old" || !is_running, "{args:?}: {text}");
        running += usize::from(is_running);
    }
    assert!(running > 0, "all runs ended before they were killed");
    for args in [
        &["solve", &set, "--strategy", "breadth-first"][..],
        &["bench", &set, "--strategies", "breadth-first,lean"],
        &["solve", &set, "--strategy", "breadth-first", "--json"],
    ] {
        let (text, _) = killed(&[args, &long].concat(), &file);
        assert!(text == "old" || text.ends_with('\n'), "{args:?}: {text}");
    }
}

/// Sends a signal half a second after a run has begun; returns what it wrote, its exit code, and how long it went on.
fn ended_while_waiting(args: &[&str], folder: &str, input: Stdio) -> (String, Option<i32>, Duration) {
    let mut command = program();
    let mut child =
        command.args(args).current_dir(folder).stdin(input).stdout(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("a status").is_none(), "{args:?} waits");
    send("-INT", &child);
    let sent = Instant::now();
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    (text, child.wait().expect("it ends").code(), sent.elapsed())
}

#[test]
fn the_first_signal_ends_a_run_that_waits_for_input_or_for_the_reader_of_a_fifo() {
    let folder = Folder::new("waiting");
    folder.write("easy.xsb", EASY);
    folder.write("domain.pddl", "(define (domain d))\n");
    assert!(Command::new("mkfifo").arg(folder.path("fifo")).status().expect("mkfifo").success());
    for args in [
        &["list", "-"][..],
        &["list", "easy.xsb", "-"],
        &["list", "easy.xsb", "fifo"],
        &["explain", "easy.xsb", "--solution", "-"],
        &["verify", "easy.xsb", "--solution", "fifo"],
        &["pddl", "solve", "domain.pddl", "fifo"],
        &["bench", "easy.xsb", "--resume", "fifo", "-o", "rows.jsonl"],
        &["solve", "easy.xsb", "-o", "fifo"],
        &["bench", "easy.xsb", "-o", "fifo"],
        &["generate", "--seed", "1", "-o", "fifo"],
    ] {
        let (mut text, code, took) = ended_while_waiting(args, &folder.path(""), Stdio::piped());
        // A run that listens for signals ends with this code; one that does not is ended by the signal.
        assert!(
            [Some(130), None].contains(&code) && took < Duration::from_secs(1),
            "{args:?}: {code:?} after {took:?}"
        );
        if args[..2] == ["list", "easy.xsb"] {
            text.retain(|c| c != ' ');
            assert!(text.contains("levels:1,"), "what was read before is listed: {text}");
        }
    }
}
