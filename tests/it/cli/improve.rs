//! `improve`: solutions that a person has become shorter, and stay solutions.

use crate::common::command::{Folder, ORDERS, begun, ended_by, err, out, rows, signals, sokoplan, wait_for_work};
use std::fs;

/// A box two squares from its goal, and a solution that walks and pushes too far.
const ROW: &str = "########\n#      #\n#@$.   #\n#      #\n########\n";
const LONG: &str = "RRurrdLLuurd";

#[test]
fn the_shortest_valid_solution_is_shortened_and_what_is_written_verifies() {
    let folder = Folder::new("improve");
    let (level, solutions) = (folder.write("row.xsb", ROW), folder.write("mine.txt", "1 RR\n1 RRurrdL\n1 dduu\n"));
    let run = sokoplan("", &["improve", &level, "--solution", &solutions, "--by", "moves", "--nodes", "10k"]);
    assert!(run.status.success(), "{}", err(&run));
    assert!(
        err(&run).contains("line 1: not a solution") && err(&run).contains("line 3: not a solution"),
        "{}",
        err(&run)
    );
    assert!(err(&run).contains("1 of 1 solution became shorter: 7 moves, 3 pushes before, 1 move, 1 push now"));
    let sok = folder.write("shorter.sok", out(&run));
    assert!(out(&sokoplan("", &["verify", &sok])).starts_with("1 ok: 1 move, 1 push"), "{}", out(&run));
    let lines = sokoplan("", &["improve", &level, "--solution", "RRurrdL", "--nodes", "10k", "--format", "text"]);
    assert_eq!(out(&lines), "1 R\n");
    let row = rows(&out(&sokoplan("", &["improve", &sok, "--nodes", "10k", "--json"]))).remove(0);
    assert_eq!((&row["moves"], &row["improved"]["moves_before"]), (&1.into(), &1.into()), "{row}");
}

#[test]
fn a_level_without_a_solution_stays_as_it_is_and_is_named() {
    let folder = Folder::new("improve-none");
    let level = folder.write("row.xsb", ROW);
    let run = sokoplan("", &["improve", &level]);
    assert_eq!(run.status.code(), Some(1));
    assert!(err(&run).contains("no solution to shorten: `sokoplan solve "), "{}", err(&run));
    assert!(out(&run).contains("#@$.   #") && !out(&run).contains("Solution"), "{}", out(&run));
    let wrong = sokoplan("", &["improve", &level, "--solution", LONG]);
    assert!(wrong.status.code() == Some(1) && err(&wrong).contains("line 1: not a solution"), "{}", err(&wrong));
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
    assert!(sokoplan("", &["verify", &shorter]).status.success());
}

#[test]
fn capitals_of_a_given_solution_are_written_as_the_pushes_are() {
    let folder = Folder::new("capitals");
    let set = folder.write("set.xsb", "######\n#@$ .#\n######\n");
    for given in ["rr", "rR", "2r", "RR"] {
        let text = sokoplan("", &["improve", &set, "--solution", given, "--format", "text"]);
        assert_eq!(out(&text), "1 RR\n", "{given}: {}", err(&text));
        let better = folder.path("better.sok");
        sokoplan("", &["improve", &set, "--solution", given, "-o", &better]);
        let strict = sokoplan("", &["verify", &better, "--strict"]);
        assert!(strict.status.success(), "{given}: {}", out(&strict));
    }
}
