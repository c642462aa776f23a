//! `list`: its columns for levels that are solvable or not, hard, or alike.

use crate::common::command::{Folder, ORDERS, err, out, own, rows, sokoplan};

/// Solvable, lost by a corner, and the first with another goal.
const LEVELS: &str = "\
######\n#@$ .#\n#    #\n######\n\n#######\n#@   $#\n#.    #\n#######\n\n######\n#@$. #\n#    #\n######\n";

#[test]
fn levels_are_sorted_by_several_measures_in_text_and_rows_alike() {
    let orders = |keys: &str| {
        let listed = rows(&out(&sokoplan("", &["list", ORDERS, "--json", "--sort", keys])));
        let listed: Vec<_> = listed.into_iter().filter(|row| row["type"] == "level").collect();
        let figures = |row: &serde_json::Value| (row["boxes"].as_u64().unwrap(), row["squares"].as_u64().unwrap());
        let numbers: Vec<String> = listed.iter().map(|row| row["level"].to_string()).collect();
        let text = out(&sokoplan("", &["list", ORDERS, "--sort", keys]));
        let shown =
            text.lines().filter_map(|line| line.split_whitespace().next()).filter(|word| word.parse::<usize>().is_ok());
        assert_eq!(shown.collect::<Vec<_>>(), numbers, "{text}");
        listed.iter().map(figures).collect::<Vec<_>>()
    };
    assert!(orders("boxes,squares").is_sorted());
    let mut descending = orders("-boxes,-squares");
    descending.reverse();
    assert!(descending.is_sorted());
    let run = sokoplan("", &["list", ORDERS, "--sort", "weight"]);
    assert!(run.status.code() == Some(2) && err(&run).contains("expected some of boxes"), "{}", err(&run));
    let easy = sokoplan(LEVELS, &["list", "-", "--sort", "difficulty", "--json"]);
    assert!(rows(&out(&easy))[0]["difficulty"]["rating"].is_number(), "a key asks its question: {}", out(&easy));
}

#[test]
fn solvable_is_said_of_what_was_solved_and_of_what_is_proved_not_to_be() {
    let output = sokoplan(LEVELS, &["list", "-", "--solvable"]);
    assert_eq!(output.status.code(), Some(1), "one has no solution");
    let text = out(&output);
    let words: Vec<&str> = text.lines().skip(2).take(3).filter_map(|line| line.split_whitespace().nth(3)).collect();
    assert_eq!(words, ["yes", "no", "yes"], "{text}");
    assert!(text.ends_with("similar: 0, solvable: 2\n") || text.ends_with(", solvable: 2\n"), "{text}");
    let output = sokoplan(LEVELS, &["list", "-", "--solvable", "--level", "1,3"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_limit_leaves_it_unknown_and_says_so_by_the_exit_code() {
    let output = sokoplan("", &["list", &own("8-signature"), "--level", "1", "--solvable", "--nodes", "1", "--json"]);
    assert_eq!(rows(&out(&output))[0]["solvable"], "unknown");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn levels_that_differ_in_a_few_squares_or_in_how_they_are_drawn_name_each_other() {
    let rows = rows(&out(&sokoplan(LEVELS, &["list", "-", "--similar", "2", "--json"])));
    assert_eq!(rows[2]["similar_to"]["level"], 1);
    assert_eq!(rows[2]["similar_to"]["squares"], 2);
    assert!(rows[1].get("similar_to").is_none(), "{}", rows[1]);
    assert_eq!(rows[3]["similar"], 1);
    let turned = "#####\n#@$.#\n#####\n\n###\n#.#\n#$#\n#@#\n###\n";
    assert!(out(&sokoplan(turned, &["list"])).contains("[duplicate of 1]"));
}

#[test]
fn difficulty_is_the_same_on_any_number_of_threads_and_tells_its_parts() {
    let one = out(&sokoplan(LEVELS, &["list", "-", "--difficulty", "--json"]));
    let two = out(&sokoplan(LEVELS, &["list", "-", "--difficulty", "--json", "--threads", "2"]));
    assert_eq!(one, two);
    let rows = rows(&one);
    assert!(rows[0]["difficulty"]["rating"].as_f64().unwrap() > rows[2]["difficulty"]["rating"].as_f64().unwrap());
    assert!(rows[1]["difficulty"]["rating"].is_null(), "no rating without a solution");
}

#[test]
fn one_command_finds_faults_duplicates_unsolvable_levels_and_changed_rooms() {
    let folder = Folder::new("list-rooms");
    let good = "; two rooms\n###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########\n";
    let (levels, saved) = (folder.write("set.xsb", good), folder.path("rooms"));
    sokoplan("", &["rooms", "save", &saved, &levels]);
    let list = |args: &[&str]| sokoplan("", &[&["list", &levels, "--solvable", "--rooms", &saved], args].concat());
    assert_eq!(list(&[]).status.code(), Some(0), "{}", out(&list(&[])) + &err(&list(&[])));
    let lost = "\n; lost\n#####\n#$@.#\n#####\n\n; fault\n#####\n#@$ #\n#####\n";
    folder.write("set.xsb", good.replace("#   ###   #\n# $@", "##  ###   #\n# $@") + "\n" + good + lost);
    let run = list(&["--difficulty"]);
    let (text, said) = (out(&run), err(&run));
    assert_eq!(run.status.code(), Some(1));
    assert!(text.contains("yes") && text.contains(" easy") && text.contains("faults: 1"), "{text}");
    assert!(text.contains("added, there is no snapshot of it"), "{text}");
    assert_eq!(said.matches("1 box but 0 goals").count(), 1, "a fault is told once\n{said}");
    let github = out(&list(&["--format", "github"]));
    for part in ["::error file=", "title=", "solvable: no", "1 box but 0 goals", "there is no snapshot of it"] {
        assert!(github.contains(part), "{part}\n{github}");
    }
}
