//! Answers that agree with each other: claims and what is true of them, options and what they do, titles and files.

use crate::common::command::{Folder, hall, sokoplan, timeless};
use serde_json::Value;

const ONE: &str = "; One\n#####\n#@$.#\n#####\n";
const TWO: &str = "; Two\n######\n#@ $.#\n######\n";

#[test]
fn solutions_of_several_files_are_checked_by_the_files_they_name() {
    let folder = Folder::new("several");
    let (one, two) = (folder.write("one.xsb", ONE), folder.write("two.xsb", TWO));
    for args in [&["--json"][..], &[], &["--explain"]] {
        let solved = sokoplan("", &[&["solve", &one, &two], args].concat()).out;
        let results = folder.write("results", &solved);
        let run = sokoplan("", &["verify", &one, &two, &results]).ends(0, "");
        let expected = format!(
            "; {one}\n1 ok: 1 move, 1 push, 1 box line, 1 box change, 1 pushing session\n; {two}\n1 ok: 2 moves, 1 push, 1 box line, 1 box change, 1 pushing session\n2 valid, 0 invalid, 0 without a solution\n"
        );
        assert_eq!(run.out, expected, "{args:?}");
        sokoplan("", &["verify", &two, &results]).ends(1, "1 solution not checked").prints("1 valid, 0 invalid");
    }
    sokoplan("", &["verify", &one, &two]).ends(1, "the files contain no solution and no proof");
    let empty = folder.write("empty", "");
    assert_eq!(sokoplan("", &["verify", &one, &empty]).out, "0 valid, 0 invalid, 1 without a solution\n");
}

#[test]
fn a_solution_that_is_not_as_long_as_it_says_is_bad() {
    let sok = |header: &str| format!("######\n#@ $.#\n######\n\n{header}\nrR\n");
    for (header, bad) in [
        ("Solution", None),
        ("Solution 2/1", None),
        ("Solution 2/1/1/1/1", None),
        ("Solution 1/12/2020", None),
        ("Solution 3/1", Some("it states 3 moves, but has 2")),
        ("Solution 2/2/1/1/1", Some("it states 2 pushes, but has 1")),
        ("Solution 2/1/1/1/4", Some("it states 4 pushing sessions, but has 1")),
    ] {
        let run = sokoplan(sok(header), &["verify", "-"]).ends(i32::from(bad.is_some()), "");
        assert!(bad.is_none_or(|bad| run.out.contains(bad)), "{run}");
    }
    let folder = Folder::new("miscounted");
    let levels = folder.write("two.xsb", TWO);
    let row = "{\"level\":1,\"lurd\":\"rR\",\"answer\":\"solved\",\"pushes\":7}\n";
    assert!(sokoplan(row, &["verify", &levels, "-"]).out.contains("1 invalid: it states 7 pushes, but has 1"));
}

#[test]
fn options_that_change_nothing_are_refused() {
    for args in [
        &["solve", "--leave-out", "transpositions"][..],
        &["solve", "--strategy", "a-star", "--leave-out", "packing"],
        &["solve", "--strategy", "takeover,lean"],
        &["solve", "--improve-by", "moves"],
        &["bench", "--strategies", "fess,a-star", "--leave-out", "nonsense"],
        &["generate", "--building", "hub", "--doors", "2"],
    ] {
        let run = sokoplan(ONE, args);
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{run}");
        assert!(args.iter().any(|word| word.starts_with("--") && run.err.contains(word)), "{run}");
    }
    for args in [
        &["solve", "--strategy", "a-star:moves"][..],
        &["solve", "--strategy", "a-star:moves", "--leave-out", "freeze"],
        &["solve", "--strategy", "lean,plans", "--leave-out", "freeze"],
        &["bench", "--strategies", "lean,a-star:moves", "--leave-out", "freeze"],
    ] {
        assert_eq!(sokoplan(ONE, args).code, Some(0), "{args:?}");
    }
}

#[test]
fn a_title_that_no_level_has_is_told() {
    for command in ["list", "solve", "verify", "rooms", "plan", "layers"] {
        sokoplan(ONE, &[command, "-", "--title", "Tree"]).ends(2, "--title Tree: no level has such a title");
    }
    let folder = Folder::new("titles");
    let (one, two) = (folder.write("one.xsb", ONE), folder.write("two.xsb", TWO));
    assert_eq!(sokoplan("", &["list", &one, &two, "--title", "two"]).code, Some(0), "one file has it");
}

#[test]
fn headings_with_colons_are_titles_and_their_spaces_stay() {
    let board = "#####\n#@$.#\n#####\n";
    let text = format!("Level 5: The tunnel\n\n{board}\nPuzzle A: x\n{board}\n; two  spaces\n{board}");
    let listed = sokoplan(&text, &["list", "--json"]).rows();
    let titles: Vec<_> = listed.iter().filter_map(|row| row["title"].as_str()).collect();
    assert_eq!(titles, ["Level 5: The tunnel", "Puzzle A: x", "two  spaces"]);
    for format in ["xsb", "sok"] {
        let written = sokoplan(&text, &["convert", "--format", format]).out;
        let again = sokoplan(&written, &["list", "--json"]).rows();
        let again: Vec<_> = again.iter().filter_map(|row| row["title"].as_str()).collect();
        assert_eq!(again, titles, "{format}\n{written}");
    }
}

#[test]
fn solutions_are_given_in_one_way_to_all_that_take_them() {
    const LEVEL: &str = "#####\n#@$.#\n#####\n";
    let folder = Folder::new("solution");
    let level = folder.write("level.xsb", LEVEL);
    let lines = folder.write("lines.txt", "1 R\n");
    let page = folder.path("page.html");
    let commands: [&[&str]; 5] = [
        &["verify"],
        &["replay", "--format", "text"],
        &["explain"],
        &["report", "-o", &page],
        &["layers", "--layer", "pushes"],
    ];
    for command in commands {
        let run = |input: &str, solution: &str| {
            let args = [&command[..1], &[level.as_str(), "--solution", solution], &command[1..]].concat();
            let output = sokoplan(input, &args).ends(0, "");
            if command[0] == "report" { std::fs::read_to_string(&page).expect("a page") } else { output.out }
        };
        let of_moves = run("", "R");
        assert_eq!(of_moves, run("", &lines), "{command:?}: moves and a file");
        assert_eq!(of_moves, run("1 R\n", "-"), "{command:?}: moves and standard input");
    }
    // Files of levels and of solutions may be in any order.
    assert_eq!(sokoplan("", &["verify", &lines, &level]).out, sokoplan("", &["verify", &level, &lines]).out);
}

#[test]
fn threads_without_a_level_join_the_search_of_one_except_under_a_node_limit() {
    let folder = Folder::new("joined");
    let set = folder.write("hall.xsb", hall());
    let row = |args: &[&str]| -> Value {
        let run = sokoplan("", &[&["solve", &set, "--strategy", "fess,target", "--json"], args].concat());
        timeless(run.rows().swap_remove(0))
    };
    let beside = |row: &Value| row["side_by_side"].as_array().map_or(0, Vec::len);
    assert_eq!(beside(&row(&["--threads", "2", "--time", "1s"])), 2);
    assert_eq!(beside(&row(&["--threads", "1", "--time", "1s"])), 0);
    let limited = [&[][..], &["--threads", "1"], &["--threads", "3"]]
        .map(|threads: &[&str]| row(&[threads, &["--nodes", "20"]].concat()));
    assert!(limited.iter().all(|row| row == &limited[0] && beside(row) == 0), "{limited:?}");
}
