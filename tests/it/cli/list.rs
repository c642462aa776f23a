//! `list`: its columns for levels that are solvable or not, hard, or alike; and what else authors need: levels in an order, named,
//! without duplicates, with their own solutions.

use crate::common::command::{Folder, ORDERS, own, rows, sokoplan};

/// Solvable, lost by a corner, and the first with another goal.
const LEVELS: &str = "\
######\n#@$ .#\n#    #\n######\n\n#######\n#@   $#\n#.    #\n#######\n\n######\n#@$. #\n#    #\n######\n";

#[test]
fn levels_are_sorted_by_several_measures_in_text_and_rows_alike() {
    let orders = |keys: &str| {
        let listed = sokoplan("", &["list", ORDERS, "--json", "--sort", keys]).rows();
        let listed: Vec<_> = listed.into_iter().filter(|row| row["type"] == "level").collect();
        let figures = |row: &serde_json::Value| (row["boxes"].as_u64().unwrap(), row["squares"].as_u64().unwrap());
        let numbers: Vec<String> = listed.iter().map(|row| row["level"].to_string()).collect();
        let text = sokoplan("", &["list", ORDERS, "--sort", keys]).out;
        let shown =
            text.lines().filter_map(|line| line.split_whitespace().next()).filter(|word| word.parse::<usize>().is_ok());
        assert_eq!(shown.collect::<Vec<_>>(), numbers, "{text}");
        listed.iter().map(figures).collect::<Vec<_>>()
    };
    assert!(orders("boxes,squares").is_sorted());
    let mut descending = orders("-boxes,-squares");
    descending.reverse();
    assert!(descending.is_sorted());
    sokoplan("", &["list", ORDERS, "--sort", "weight"]).ends(2, "expected some of boxes");
    let easy = sokoplan(LEVELS, &["list", "-", "--sort", "difficulty", "--json"]);
    assert!(easy.rows()[0]["difficulty"]["rating"].is_number(), "a key asks its question: {easy}");
}

#[test]
fn solvable_is_said_of_what_was_solved_and_of_what_is_proved_not_to_be() {
    // One has no solution.
    let text = sokoplan(LEVELS, &["list", "-", "--solvable"]).ends(1, "").out;
    let words: Vec<&str> = text.lines().skip(2).take(3).filter_map(|line| line.split_whitespace().nth(3)).collect();
    assert_eq!(words, ["yes", "no", "yes"], "{text}");
    assert!(text.ends_with("similar: 0, solvable: 2\n") || text.ends_with(", solvable: 2\n"), "{text}");
    sokoplan(LEVELS, &["list", "-", "--solvable", "--level", "1,3"]).ends(0, "");
}

#[test]
fn a_limit_leaves_it_unknown_and_says_so_by_the_exit_code() {
    let output = sokoplan("", &["list", &own("8-signature"), "--level", "1", "--solvable", "--nodes", "1", "--json"]);
    assert_eq!(output.ends(1, "").rows()[0]["solvable"], "unknown");
}

#[test]
fn levels_that_differ_in_a_few_squares_or_in_how_they_are_drawn_name_each_other() {
    let rows = sokoplan(LEVELS, &["list", "-", "--similar", "2", "--json"]).rows();
    assert_eq!(rows[2]["similar_to"]["level"], 1);
    assert_eq!(rows[2]["similar_to"]["squares"], 2);
    assert!(rows[1].get("similar_to").is_none(), "{}", rows[1]);
    assert_eq!(rows[3]["similar"], 1);
    let turned = "#####\n#@$.#\n#####\n\n###\n#.#\n#$#\n#@#\n###\n";
    assert!(sokoplan(turned, &["list"]).out.contains("[duplicate of 1]"));
}

#[test]
fn difficulty_is_the_same_on_any_number_of_threads_and_tells_its_parts() {
    let one = sokoplan(LEVELS, &["list", "-", "--difficulty", "--json"]).out;
    let two = sokoplan(LEVELS, &["list", "-", "--difficulty", "--json", "--threads", "2"]).out;
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
    list(&[]).ends(0, "");
    let lost = "\n; lost\n#####\n#$@.#\n#####\n\n; fault\n#####\n#@$ #\n#####\n";
    folder.write("set.xsb", good.replace("#   ###   #\n# $@", "##  ###   #\n# $@") + "\n" + good + lost);
    let run = list(&["--difficulty"]).ends(1, "");
    let (text, said) = (run.out, run.err);
    assert!(text.contains("yes") && text.contains(" easy") && text.contains("faults: 1"), "{text}");
    assert!(text.contains("added, there is no snapshot of it"), "{text}");
    assert_eq!(said.matches("1 box but 0 goals").count(), 1, "a fault is told once\n{said}");
    let github = list(&["--format", "github"]).out;
    for part in ["::error file=", "title=", "solvable: no", "1 box but 0 goals", "there is no snapshot of it"] {
        assert!(github.contains(part), "{part}\n{github}");
    }
}

/// Two levels: the second is smaller and easier. The first has its author's solution, with a detour.
const SET: &str = "\
########\n#@ $  .#\n#      #\n########\nTitle: wide\n\nSolution 6/3\nrlrRRR\n\n#####\n#@$.#\n#####\nTitle: one\n";

#[test]
fn levels_are_ordered_and_named_by_convert() {
    let titles = |args: &[&str]| {
        let run = sokoplan(SET, &[&["convert", "-", "--format", "sok"], args].concat());
        let text = run.out;
        let titles = text.lines().filter_map(|line| line.strip_prefix("Title: ")).collect::<Vec<_>>().join(", ");
        (titles, text, run.err)
    };
    for (args, expected) in [
        (&[][..], "wide, one"),
        (&["--level", "2,1"], "one, wide"),
        (&["--sort", "title"], "one, wide"),
        (&["--sort", "boxes,-squares"], "wide, one"),
        (&["--sort", "size"], "one, wide"),
        (&["--sort", "difficulty", "--titles", "Garden {n}: {title}"], "Garden 1: one, Garden 2: wide"),
    ] {
        assert_eq!(titles(args).0, expected, "{args:?}: {}", titles(args).2);
    }
    let (_, named, _) = titles(&["--author", "Ada", "--collection", "Garden"]);
    assert!(named.starts_with("Collection: Garden\n") && named.matches("Author: Ada\n").count() == 2, "{named}");
    assert!(named.contains("rlrRRR"), "solutions are kept: {named}");
    sokoplan(SET, &["convert", "-", "--collection", "Garden"]).ends(2, "--collection has no effect");
}

#[test]
fn a_duplicate_fails_only_if_levels_must_be_unique() {
    let turned = format!("{SET}\n###\n#.#\n#$#\n#@#\n###\n");
    for (text, args, code) in [
        (&turned[..], &["list", "-"][..], 0),
        (&turned, &["list", "-", "--unique"], 1),
        (SET, &["list", "-", "--unique"], 0),
    ] {
        assert_eq!(sokoplan(text, args).code, Some(code), "{args:?}");
    }
    assert!(sokoplan(&turned, &["list", "-", "--unique", "--format", "github"]).out.starts_with("::error "));
    for (format, head) in [("csv", "file,level,size,boxes,"), ("markdown", "| file")] {
        let table = sokoplan(&turned, &["list", "-", "--format", format]).out;
        assert!(table.starts_with(head) && table.contains("wide") && table.contains("duplicate of 2"), "{table}");
    }
    sokoplan(SET, &["rooms", "check", "nowhere", "-"]).ends(2, "`sokoplan rooms save nowhere FILE`");
}

#[test]
fn a_report_shows_the_solutions_of_the_file_and_of_another() {
    let folder = Folder::new("authors-report");
    let (set, bare) =
        (folder.write("set.sok", SET), folder.write("bare.xsb", SET.replace("Solution 6/3\nrlrRRR\n", "")));
    for (args, own) in
        [(&["report", &set][..], true), (&["report", &bare, "--solution", &set], true), (&["report", &bare], false)]
    {
        let run = sokoplan("", args).ends(0, "");
        assert_eq!(run.out.contains("rlrRRR"), own, "{args:?}");
    }
}

#[test]
fn a_release_is_checked_ordered_and_written_in_four_files_or_not_at_all() {
    let folder = Folder::new("authors-release");
    let (set, to) = (folder.write("set.sok", SET), folder.path("garden"));
    let read = |ending: &str| std::fs::read_to_string(format!("{to}.{ending}")).unwrap_or_default();
    for (name, text, reason) in [
        ("twin.xsb", format!("{SET}\n###\n#.#\n#$#\n#@#\n###\n"), "duplicate of"),
        ("open.xsb", format!("{SET}\n#####\n#@$.\n#####\n"), "open"),
        ("lost.xsb", "#######\n#@   $#\n#.    #\n#######\n".to_owned(), "no solution"),
        ("wrong.sok", SET.replace("rlrRRR", "rlrRR"), "not a solution"),
    ] {
        sokoplan("", &["release", &folder.write(name, text), "-o", &to]).ends(1, reason).says("nothing is written");
        assert_eq!(read("sok"), "", "{name}");
    }
    for (args, solution, moves) in [(&["--own"][..], "rlrRRR", "6"), (&[], "rRRR", "4")] {
        let named = ["--sort", "size", "--titles", "Garden {n}", "--author", "Ada", "--date", "2026-11-28"];
        sokoplan("", &[&["release", &set, "-o", &to], &named[..], args].concat()).ends(0, "");
        assert!(read("sok").contains(&format!("\n{solution}\n")) && read("html").contains(solution), "{}", read("sok"));
        assert!(read("sok").contains("Date of Last Change: 2026-11-28\n"), "{}", read("sok"));
        assert!(read("csv").contains(&format!("2,Garden 2,8x4,1,{moves},3,")), "{}", read("csv"));
        assert!(read("md").starts_with("| level | title ") && read("md").lines().count() == 4, "{}", read("md"));
        assert_eq!(sokoplan("", &["verify", &format!("{to}.sok")]).code, Some(0));
    }
}
