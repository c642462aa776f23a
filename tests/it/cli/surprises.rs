//! Surprises for a user: words that are nearly right, empty results, endings of files, a terminal.

use crate::common::command::{Folder, LISA, skipped, sokoplan};
use std::fs;
use std::process::Command;

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";

#[test]
fn what_is_refused_is_told_with_what_was_expected_or_meant() {
    let folder = Folder::new("refused");
    let one = folder.write("one.xsb", "######\n#@ $.#\n######\n");
    let wide = format!("{0}\n#@$.{1}#\n{0}\n", "#".repeat(2000), " ".repeat(1995));
    let (wide, empty, page) = (folder.write("wide.xsb", wide), folder.write("a.jsonl", ""), folder.path("a.html"));
    let [foreign, impossible] =
        [("fly", "(fly plane home)\n"), ("step", "(step s3-5 s3-6)\n")].map(|(name, step)| folder.write(name, step));
    let first = ["--level", "1"];
    for (args, code, said) in [
        (&["solve", LISA, "--optimal", "push"][..], 2, "'pushes'"),
        (&["solve", LISA, "--strategy", "Lean"], 2, "did you mean lean?"),
        (&["solve", &one, "--strategy", "astar"], 2, "did you mean a-star?"),
        (&["solve", &one, "--leave-out", "frezze"], 2, "expected one of dead-squares, freeze, diagonals, "),
        (&["solve", &one, "3"], 2, "3: there is no such file; --level 3 picks a level"),
        (&["list", &one, "--level", "3-1"], 2, "3-1 is reversed: expected 1-3"),
        (&["help", "solvee"], 2, "did you mean solve?"),
        (&["help", "limit"], 2, "did you mean limits?"),
        (&["layers", LISA, "--layer", "hints"], 2, "'hint'"),
        (&["layers", LISA, "--level", "1", "--box", "1,1"], 2, "there is no box on (1,1)"),
        (&["layers", LISA, "--box", "one"], 2, "expected a row and a column"),
        (&["layers", LISA, "--format", "svg"], 2, "select one with --level"),
        (&["layers", &one, "--after", "lllll"], 1, "one.xsb:1:1: level 1: --after: move 1 (l)"),
        (&["replay", LISA, "--level", "1", "--solution", "dL", "--format", "png"], 2, "possible values: "),
        (&["replay", LISA], 2, "no solution for any of the levels"),
        (&["play", LISA], 2, "`sokoplan serve FILE --open`"),
        (&["rooms", LISA, "--check", "rooms"], 2, "`sokoplan rooms check FOLDER FILE`"),
        (&["bench", "--compare", "a", "b"], 2, "`sokoplan bench compare OLD NEW`"),
        (&["rooms", "show", "show"], 2, "show: there is no such file"),
        (
            &["prove", &one, "--bound", "8"],
            1,
            "level 1: no proof of `bound 8`: there is a solution with fewer pushes\n",
        ),
        (&["prove", &wide, "--bound", "8"], 1, "the board is too large"),
        (&["report", "--rows", &empty, "-o", &page], 2, "--rows: no file of levels given"),
        (&["report", LISA, "--rows", &empty, "--nodes", "5"], 2, "--rows"),
        (&["plan", &one, "--forbid", "Z > b"], 2, "--forbid"),
        (&["plan", LISA, "--exact", "-k", "3"], 2, "cannot be used with"),
        (&["plan", "follow", &foreign, LISA], 2, "one level"),
        (
            &[&["plan", "follow", &foreign, LISA], &first[..]].concat(),
            1,
            "expected the actions of one of sokoban-moves, ",
        ),
        (&[&["plan", "follow", &impossible, LISA], &first[..]].concat(), 1, "the task has no `(step s3-5 s3-6)`: "),
    ] {
        sokoplan("", args).ends(code, said);
    }
}

#[test]
fn nothing_proved_leaves_no_file_and_the_old_one_as_it_was() {
    let folder = Folder::new("unproved");
    let (level, new) = (folder.write("easy.xsb", EASY), folder.path("new"));
    let run = sokoplan("", &["prove", &level, "-o", &new]).ends(1, "");
    assert!(fs::metadata(&new).is_err(), "{run}");
    let old = folder.write("old", "old");
    sokoplan("", &["prove", &level, "-o", &old]);
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
}

#[test]
fn the_ending_of_the_file_names_the_format_and_one_that_fits_none_is_an_error() {
    let folder = Folder::new("endings");
    let one = folder.write("one.sok", format!("{EASY}\nSolution\nR\n"));
    for (command, name, begin) in [
        (&["rooms"][..], "a.svg", "<svg"),
        (&["rooms"], "a.json", "{\"type\":\"level\""),
        (&["rooms", "stats"], "a.CSV", "file,level,"),
        (&["plan"], "c.dot", "digraph"),
        (&["solve"], "d.jsonl", "{\"type\":\"level\""),
        (&["solve"], "d.lurd", "1 R\n"),
        (&["convert"], "f.sok", "#####\n#@$.#\n#####\nTitle: easy"),
        (&["rooms", "--format", "svg"], "g.json", "<svg"),
    ] {
        let file = folder.path(name);
        let run = sokoplan("", &[command, &[&one, "-o", &file]].concat());
        let written = fs::read_to_string(&file).unwrap_or_default();
        assert!(written.trim_start().starts_with(begin), "{command:?} {name}: {}\n{written}", run.err);
    }
    for (command, name, fits) in [
        (&["solve"][..], "x.svg", ".json, .jsonl"),
        (&["bench"], "x.svg", ".csv, .json, .jsonl, .md"),
        (&["replay"], "x.json", "expected .svg"),
        (&["replay"], "x.gif", "pictures are SVG"),
        (&["rooms"], "x.pdf", "no format has this ending here: expected .svg, "),
    ] {
        let file = folder.path(name);
        let run = sokoplan("", &[command, &[&one, "-o", &file]].concat()).ends(2, "");
        assert!(fs::metadata(&file).is_err(), "{run}");
        assert!(run.err.contains(fits), "{run}");
    }
    let made = folder.path("made.sok");
    sokoplan("", &["generate", "-o", &made]);
    assert!(fs::read_to_string(made).unwrap().contains("Solution"), "with its solution");
}

#[test]
fn no_level_is_made_twice_and_each_number_that_fails_says_why() {
    let small = ["generate", "--rooms", "1", "--boxes", "3", "--size", "9x9", "--count", "30", "--quiet"];
    let made = sokoplan("", &small);
    let listed = sokoplan(&made.out, &["list", "-", "--json"]).out;
    assert!(listed.lines().count() > 30 && !listed.contains("\"duplicate_of\":{"), "{listed}");
    let asked = ["generate", "--rooms", "2", "--boxes", "3", "--size", "10x8", "--min-pushes", "30", "--count", "3"];
    let run = sokoplan("", &[&asked[..], &["--quiet"]].concat());
    let said = run.err;
    let missing = said.lines().filter(|line| line.contains(" of 3: at most ")).count();
    assert!(run.code == Some(2) && said.contains(&format!("{} of 3 levels made", 3 - missing)), "{said}");
    let made = sokoplan(&run.out, &["list", "-", "--json"]).out;
    assert_eq!(made.matches("\"type\":\"level\"").count() + missing, 3, "{said}");
}

#[test]
fn a_difficulty_out_of_reach_is_given_up_early_with_the_nearest_rating() {
    let said = sokoplan("", &["generate", "--boxes", "2", "--difficulty", "30-", "--size", "9x9", "--rooms", "1"])
        .ends(2, "0 of 1 level made: ")
        .err;
    let rated = said.split("; of ").nth(1).and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
    assert!(said.contains(" rated, the nearest had "), "{said}");
    assert!(rated.is_some_and(|rated| rated < 150), "{said}");
}

/// Returns what a command writes to a terminal of this width; `None` without python3.
fn on_a_terminal(columns: &str, args: &[&str]) -> Option<String> {
    let script = "import pty,sys; sys.exit(pty.spawn(sys.argv[1:])>>8)";
    let mut python = Command::new("python3");
    python.args(["-c", script, env!("CARGO_BIN_EXE_sokoplan")]).args(args).arg("--quiet");
    let Ok(run) = python.env("COLUMNS", columns).env("NO_COLOR", "1").stdin(std::process::Stdio::null()).output()
    else {
        skipped("no python3 to make a terminal");
        return None;
    };
    Some(String::from_utf8_lossy(&run.stdout).replace('\r', ""))
}

#[test]
fn on_a_terminal_levels_are_a_table_and_one_level_is_its_story_and_solution() {
    let folder = Folder::new("solve-terminal");
    let long = "A title that is much longer than the terminal is wide, and that goes on and on";
    let set = folder.write("set.xsb", format!("; {long}\n#####\n#@$.#\n#####\n\n; lost\n#####\n#$@.#\n#####\n"));
    let Some(table) = on_a_terminal("80", &["solve", &set]) else { return };
    let lines: Vec<&str> = table.lines().collect();
    let heads: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(heads, ["level", "title", "boxes", "moves", "pushes", "seconds", "how"], "{table}");
    assert!(lines[1].contains("A title that is") && lines[1].contains("plan"), "{table}");
    assert!(lines[2].contains("lost") && lines[2].contains("there is no solution"), "{table}");
    let narrow = on_a_terminal("60", &["solve", &set]).unwrap();
    assert!(narrow.lines().take(3).all(|line| line.chars().count() <= 60) && narrow.contains("how"), "{narrow}");
    let lines = on_a_terminal("80", &["solve", &set, "--lurd"]).unwrap();
    assert!(lines.starts_with("1 R\n"), "{lines}");
    let explained = sokoplan("", &["solve", &set, "--level", "1", "--explain"]).out;
    let story = on_a_terminal("80", &["solve", &set, "--level", "1"]).unwrap();
    assert!(story.contains("\n\nR\n") && !story.contains("\n; "), "{story}");
    let board = explained.lines().next().and_then(|line| line.strip_prefix("; ")).expect("a line");
    assert!(story.contains(board), "{story}\n{explained}");
    let piped = sokoplan("", &["solve", &set]).out;
    assert_eq!(piped, "1 R\n");
    assert_eq!(sokoplan("", &["solve", &set, "--json"]).rows().len(), 3);
}
