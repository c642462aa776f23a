//! One level never ends the run: faults, limits and refusals are answers about a level, and the others go on.

use crate::common::command::{Folder, easy_hall, err, out, rows, sokoplan};

const EASY: &str = "#####\n#@$.#\n#####\n";

/// A fault, a level where a move of `--after` is forbidden, and one where it is not.
fn mixed() -> String {
    format!("; open\n#####\n#@$. \n#####\n\n; narrow\n####\n#@##\n#$ #\n# .#\n####\n\n; easy\n{EASY}")
}

#[test]
fn every_level_has_its_row_whatever_the_others_are() {
    for args in [&["solve"][..], &["plan"], &["plan", "--exact"], &["layers"], &["rooms"]] {
        let run = sokoplan(&mixed(), &[args, &["--json", "--after", "R", "--time", "20s"]].concat());
        assert_eq!(run.status.code(), Some(1), "{args:?}: {}", err(&run));
        assert!(err(&run).contains("level 2: --after: move 1 (r)"), "{args:?}: {}", err(&run));
        let rows = rows(&out(&run));
        let answer = |number: usize| &rows.iter().find(|row| row["level"] == number).expect("a row")["answer"];
        assert_eq!((answer(1), answer(2)), (&"invalid".into(), &"invalid".into()), "{args:?}");
        assert!(rows.iter().any(|row| row["level"] == 3 && row["answer"] != "invalid"), "{args:?}");
        assert_eq!(rows.last().expect("rows")["type"], "summary", "{args:?}");
    }
}

#[test]
fn a_limit_that_one_level_meets_leaves_the_others_their_answers() {
    for args in [&["plan"][..], &["layers"], &["rooms"], &["list", "--solvable"]] {
        let run = sokoplan(&format!("{}\n{EASY}", easy_hall(80)), &[args, &["--time", "0s", "--json"]].concat());
        assert_eq!(run.status.code(), Some(1), "{args:?}: {}", err(&run));
        let rows = rows(&out(&run));
        let numbers: Vec<_> = rows.iter().filter_map(|row| row["level"].as_u64()).collect();
        assert!(numbers.contains(&1) && numbers.contains(&2), "{args:?}: {rows:?}");
    }
}

#[test]
fn a_problem_that_cannot_be_exported_leaves_the_others() {
    let folder = Folder::new("export-limits");
    let set = folder.write("set.xsb", format!("{}\n{EASY}", easy_hall(80)));
    let to = folder.path("out");
    let run = sokoplan(
        "",
        &["pddl", "export", &set, "--domain", "sokoban-moves", "-o", &to, "--memory", "1MiB", "--level", "1-2"],
    );
    assert_eq!(run.status.code(), Some(1), "{}", err(&run));
    assert!(err(&run).contains("level 1: memory limit"), "{}", err(&run));
    assert!(out(&run).contains("set-002.pddl"), "{}", out(&run));
}
