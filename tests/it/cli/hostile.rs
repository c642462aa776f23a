//! Hostile titles, names and notes: no writer passes control characters on, and none lets others' text pass for a line of its own.

use crate::common::command::{Folder, sokoplan};
use sokoplan::run::is_unsafe;
use std::fs;

/// A window title, colours, a cleared screen, C1, an override of the direction, an isolate, and a formula.
const TITLE: &str = "=1+1 \u{1b}]0;pwned\u{7}\u{1b}[31mRED\u{1b}[2J\u{202e}RTL\u{9b}31m\u{2066}\u{7f}\u{8}\"<b>";

fn level() -> String {
    let notes = format!("Author: {TITLE}\nComment: {TITLE}\nSolution\nrrR\nSolution name: {TITLE}\n");
    format!(
        "#######\n#@  $.#\n#     #\n#######\nTitle: {TITLE}\n{notes}\n#######\n#@ $. #\n#######\nTitle: other {TITLE}\n"
    )
}

/// A file with a name of the same kind, which also begins a line that looks like a result.
fn file(folder: &Folder) -> String {
    folder.write("set\u{1b}[31m\u{202e}\u{9b}2J\n1 R\n; .sok", level())
}

#[track_caller]
fn assert_safe(text: &str, of: &[&str]) {
    let found = text.chars().find(|&letter| letter != '\n' && is_unsafe(letter));
    assert!(found.is_none(), "{of:?}: {found:?} in {text:?}");
}

/// Every subcommand that reads levels, in each of its formats; `OUT` is a folder or a file to write.
const COMMANDS: &str = "solve, solve --explain, solve --json, solve --nodes 0, solve --strategy plans --explain, explain, \
    explain --json, explain --format csv, explain --level 1 --format svg, rooms, rooms --json, \
    rooms --format dot --level 1, rooms --format svg --level 1, rooms stats, rooms stats --json, \
    rooms stats --format csv, rooms save OUT, layers, layers --json, layers --format svg --level 1, list, \
    list --json, verify, verify --json, plan, plan -v, plan --json, plan --format dot --level 1, \
    plan --format svg --level 1, \
    plan --trace OUT, plan --exact, bench, bench --json, bench -o OUT, bench --strategies lean,fess, \
    bench --strategies lean,fess --json, report -o OUT, replay --level 1 --format text, \
    replay --level 1 --format svg, pddl export --domain rooms -o OUT, pddl export --domain sokoban-moves -o OUT";

/// All that was written below a path, names included.
fn written(path: &str) -> String {
    match fs::read_dir(path) {
        Ok(entries) => {
            let all = entries.map(|entry| entry.expect("an entry").path().to_str().expect("a plain name").to_owned());
            all.map(|path| format!("{path}\n{}", written(&path))).collect()
        }
        Err(_) => fs::read_to_string(path).unwrap_or_default(),
    }
}

#[test]
fn no_writer_hands_on_what_a_terminal_obeys() {
    let folder = Folder::new("hostile");
    let set = file(&folder);
    for (number, command) in COMMANDS.split(", ").enumerate() {
        let to = folder.path(&format!("out-{number}"));
        let words: Vec<&str> = command.split(' ').map(|word| if word == "OUT" { &to } else { word }).collect();
        let run = sokoplan("", &[&words[..], &[&set]].concat());
        assert!(matches!(run.code, Some(0 | 1)), "{run}");
        for text in [run.out, run.err, written(&to)] {
            assert_safe(&text, &[command]);
        }
    }
}

/// Levels are written as they were read, without loss; text that no line of a level file can hold is not tested.
#[test]
fn the_same_title_comes_back_from_json_and_is_written_to_files_of_levels() {
    let folder = Folder::new("hostile-json");
    let set = file(&folder);
    let read = sokoplan("", &["list", &set, "--json"]).rows();
    assert_eq!(read[0]["title"], TITLE);
    let copy = folder.path("copy.sok");
    assert_eq!(sokoplan("", &["convert", &set, "--format", "sok", "-o", &copy]).code, Some(0));
    assert_eq!(sokoplan("", &["list", &copy, "--json"]).rows()[0]["title"], TITLE);
}

#[test]
fn faults_and_messages_are_safe_too() {
    let folder = Folder::new("hostile-faults");
    let bad =
        folder.write("bad\u{1b}[31m\u{9b}.xsb", "#####\n#@\u{1b}$#\n#####\n\n#####\n#@$ #\n#####\n\u{1b}]0;x\u{7}\n");
    let missing = folder.path("missing\u{1b}[31m\n.xsb");
    let domain = folder.write("d.pddl", "(define (domain d\u{1b}[31m) (:predicates (\u{202e}p)))");
    let problem = folder.write("p.pddl", "(define (problem p) (:domain d) (:init) (:goal (\u{9b}p)))");
    let plan = folder.write("plan", "(go\u{1b}[31m \u{202e})\n");
    let good = folder.write("good.pddl", "(define (domain d) (:predicates (p)))");
    let fine = folder.write("fine.pddl", "(define (problem p) (:domain d) (:init) (:goal (p)))");
    let moves = folder.write("moves", "1 r\u{1b}[31mR\n; \u{1b}[31m\n");
    let easy = folder.write("easy.xsb", "#####\n#@$.#\n#####\n");
    for args in [
        &["list", &bad][..],
        &["solve", &bad],
        &["solve", &missing],
        &["verify", &easy, &moves],
        &["verify", &easy, &moves, "--json"],
        &["pddl", "solve", &domain, &problem],
        &["pddl", "solve", &good, &problem],
        &["pddl", "check", &good, &fine, &plan],
        &["plan", "follow", &plan, &easy],
        // A shell replaces `*` by names of files, and errors quote their arguments.
        &[TITLE],
        &["help", TITLE],
        &["solve", "a.xsb", &format!("--{TITLE}")],
        &["solve", "a.xsb", "--strategy", TITLE],
        &["solve", "a.xsb", "--level", TITLE],
        &["list", "a.xsb", "--title", TITLE],
        &["pddl", "check", "domain", "problem", "plan", TITLE],
    ] {
        let run = sokoplan("", args);
        assert!(matches!(run.code, Some(1 | 2)), "{args:?}");
        assert_safe(&run.out, args);
        assert_safe(&run.err, args);
    }
}

#[test]
fn no_cell_of_csv_is_a_formula() {
    let folder = Folder::new("formulas");
    let set = folder.write("set.xsb", "#######\n#@ $ .#\n#######\nTitle: =HYPERLINK(\"http://x\")\n");
    let text = sokoplan("", &["rooms", "stats", "--format", "csv", &set]).out;
    assert!(text.contains("'=HYPERLINK"), "{text}");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for record in reader.records().map(|record| record.expect("a record")) {
        let is_formula = |cell: &str| cell.starts_with(['=', '+', '@']) || cell.starts_with('-') && cell.len() > 1;
        assert!(!record.iter().any(is_formula), "{record:?}");
    }
}

#[test]
fn a_file_name_forges_no_result_and_solutions_of_any_name_are_verified() {
    let folder = Folder::new("forged");
    let names = ["a\n7 R\n.xsb", " b .xsb", ";c.xsb", "#d.xsb", "e\u{1b}[31m.xsb", "7 RRR.xsb", "-.xsb", "f\t\r.xsb"];
    let board = "######\n#@ $.#\n######\n";
    let files: Vec<String> = names.iter().map(|name| folder.write(name, board)).collect();
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    for format in [&[][..], &["--json"]] {
        let text = sokoplan("", &[&["solve"][..], format, &all].concat()).out;
        assert_safe(&text, format);
        if format.is_empty() {
            assert_eq!(text.lines().filter(|line| !line.starts_with("; ")).count(), names.len(), "{text}");
            assert!(text.lines().all(|line| line == "1 rR" || line.starts_with("; ")), "{text}");
        }
        let checked = sokoplan(&text, &[&["verify"][..], &all, &["-"]].concat()).ends(0, "");
        assert!(checked.out.ends_with(&format!("{} valid, 0 invalid, 0 without a solution\n", names.len())));
    }
}
