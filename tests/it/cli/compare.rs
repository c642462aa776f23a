//! `compare` and `solve --strategy` over the real binary.

use crate::common::command::{Folder, err, out, rows, sokoplan};

const LEVELS: &str = "; easy\n######\n#@$ .#\n######\n\n; lost\n#####\n#$@.#\n#####\n\n; open\n#####\n#@$. \n#####\n\n\
                      ; two\n########\n#@ $ . #\n# $  . #\n########\n";

fn compare(args: &[&str]) -> std::process::Output {
    sokoplan(LEVELS, &[&["compare", "-"], args].concat())
}

#[test]
fn every_strategy_has_a_row_for_every_level_and_all_of_them_are_summed_up() {
    let output = compare(&["--strategy", "breadth-first,a-star:h1,kth", "--json"]);
    assert_eq!(output.status.code(), Some(1), "one is no level");
    assert!(err(&output).contains("the board is open"), "{}", err(&output));
    let rows = rows(&out(&output));
    let output: Vec<String> =
        rows[..9].iter().map(|row| format!("{} {} {}", row["level"], row["run"], row["answer"])).collect();
    let expected = [(1, ["solved"; 3]), (2, ["unsolvable", "unsolvable", "gave_up"]), (4, ["solved"; 3])];
    let names = ["breadth-first", "a-star:h1", "kth"];
    let expected: Vec<String> = expected
        .iter()
        .flat_map(|(level, answers)| names.iter().zip(answers).map(move |(n, a)| format!("{level} {n:?} {a:?}")))
        .collect();
    assert_eq!(output, expected);
    for row in &rows[..9] {
        let keys = ["expanded", "generated", "kept", "branching", "largest_branching", "depth"];
        assert!(keys.iter().all(|key| row["search"][key].is_number()), "{row}");
        assert_eq!(row["answer"] == "solved", row["pushes"].is_number() && row["moves"].is_number());
    }
    let (first, summary) = (&rows[9], &rows[12]);
    assert_eq!((&first["type"], &first["run"]), (&"run".into(), &"breadth-first".into()));
    assert_eq!((&first["solved"], &first["unsolvable"]), (&2.into(), &1.into()));
    assert_eq!((&summary["type"], &summary["trials"]), (&"summary".into(), &9.into()));
    assert_eq!(summary["disputes"], 0);
}

#[test]
fn the_same_figures_come_as_text_markdown_and_csv() {
    let figures = |form: &str| {
        let text = out(&compare(&["--level", "1", "--strategy", "breadth-first,fess", "--format", form]));
        let line = text.lines().find(|line| line.contains("breadth-first")).expect("a row").to_owned();
        let cells = line.split(['|', ' ']).filter(|cell| !cell.is_empty());
        (text.clone(), cells.map(str::to_owned).collect::<Vec<_>>())
    };
    let (text, plain) = figures("text");
    assert_eq!(plain[..6], ["1", "breadth-first", "solved", "2", "2", "3"], "{text}");
    assert_eq!(figures("markdown").1[..6], plain[..6]);
    let csv = figures("csv").0;
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let cell = |head: &str| lines[1][lines[0].iter().position(|cell| *cell == head).expect("a column")];
    let heads = ["level", "run", "answer", "search_expanded", "search_generated", "search_kept"];
    assert_eq!(heads.map(cell), plain[..6], "{csv}");
    assert_eq!(csv.lines().count(), 3, "a head and two rows\n{csv}");
}

#[test]
fn the_picture_has_every_strategy_and_two_charts() {
    let picture = out(&compare(&["--preset", "assignment", "--format", "svg"]));
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for words in ["within a number of nodes", "within a number of seconds", "a-star:h2:moves:no-rules"] {
        assert!(picture.contains(words), "{words}");
    }
}

#[test]
fn without_names_all_strategies_take_part_and_node_limits_hold() {
    let output = compare(&["--level", "4", "--nodes", "1", "--json"]);
    let rows = rows(&out(&output));
    let names: Vec<&str> = rows[..10].iter().filter_map(|row| row["run"].as_str()).collect();
    assert_eq!(names.len(), 10);
    assert_eq!((names[0], names[9]), ("breadth-first", "a-star:pulls"));
    assert!(
        rows[..10].iter().all(|row| row["search"]["expanded"].as_u64().is_some_and(|nodes| nodes <= 1)),
        "{rows:?}"
    );
    assert!(rows[..9].iter().any(|row| row["answer"] == "node_limit"));
}

#[test]
fn what_is_said_of_all_holds_where_a_name_does_not_say_otherwise() {
    let args = ["--level", "1", "--strategy", "a-star,a-star:pushes:h2,kth", "--settings", "moves,h1,corner"];
    let rows = rows(&out(&compare(&[&args[..], &["--leave-out", "rules", "--json"]].concat())));
    let names: Vec<&str> = rows[..3].iter().filter_map(|row| row["run"].as_str()).collect();
    assert_eq!(names, ["a-star:h1:moves:no-rules:corner", "a-star:h2:no-rules:corner", "kth:no-rules:corner"]);
}

#[test]
fn names_that_are_not_known_are_told_what_is() {
    for name in ["astar", "a-star:h9", "a-star:no-nonsense", "weighted-a-star:weight=0"] {
        for subcommand in ["solve", "compare"] {
            let output = sokoplan(LEVELS, &[subcommand, "-", "--strategy", name]);
            assert_eq!(output.status.code(), Some(2), "{name}");
            assert!(err(&output).contains("expected"), "{}", err(&output));
        }
    }
}

#[test]
fn solve_takes_one_strategy_alone_and_says_which() {
    let output = sokoplan(LEVELS, &["solve", "-", "--strategy", "ida-star:inertia", "--settings", "moves", "--json"]);
    let rows = rows(&out(&output));
    assert_eq!((&rows[0]["solved_by"], &rows[0]["plan_nodes"]), (&"ida-star".into(), &0.into()));
    assert_eq!(rows[1]["answer"], "unsolvable");
    let output = out(&sokoplan(LEVELS, &["solve", "-", "--level", "1", "--strategy", "a-star:h2", "--explain"]));
    assert!(output.contains("; a-star:h2 alone: generated 2, "), "{output}");
    assert!(output.contains("; solved by a-star: 0 plan nodes"), "{output}");
}

#[test]
fn rows_go_to_a_file() {
    let folder = Folder::new("compare");
    let file = folder.path("rows.csv");
    let levels = folder.write("levels.xsb", LEVELS);
    let args = ["compare", &levels, "--level", "1", "--strategy", "sma-star", "--format", "csv", "-o", &file];
    let output = sokoplan("", &args);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(file).expect("rows").lines().count(), 2);
}
