//! Readers of levels: one by one, in memory that does not grow with the file.

use crate::common::command::{Folder, err, gz, out, sokoplan};
use sokoplan::level::{Entry, InputFormat, LevelText, Note, ReadOptions, read};
use sokoplan::run::Meter;

const BOARD: &str = "#####\n#@$.#\n#####\n";

/// Files of every kind, some of them hostile, of a size.
fn texts(n: usize) -> Vec<(&'static str, String)> {
    let each = |part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<String>();
    let level = "<Level Id='x'><L>#####</L><L>#@$.#</L><L>#####</L></Level>";
    let entities = each(&|i| format!("<!ENTITY e{} '&e{i};&e{i};'>", i + 1));
    let entities = format!("<!DOCTYPE SokobanLevels [<!ENTITY e0 '#'>{entities}]>");
    let closed = format!("{BOARD}Comment:\nx\nComment-End:\n\n");
    vec![
        ("boards", each(&|i| format!("; level {i}\n\n{BOARD}\n"))),
        ("rows where no board begins", "# x #\n".repeat(n)),
        ("notes", each(&|i| format!("Author: {i}\nwords\n\n")) + BOARD),
        ("games", format!("{BOARD}\n") + &"Solution\nrrRR\nSolution comment:\nnever closed\n\n".repeat(n)),
        ("blank lines", "\n".repeat(n)),
        ("run lengths", "5#|#@$.#|5#\n\n".repeat(n)),
        ("the largest boards", "262144#\n\n".repeat(n)),
        ("values in a line", format!("[{}]", vec!["{\"contents\": 1}"; n].join(","))),
        ("matrices", format!("[{}]", vec!["{\"content\": [[\"W\",\"E\"],[\"S\"]]}"; n].join(",\n"))),
        ("XML", format!("<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>", level.repeat(n))),
        ("elements that are not closed", format!("<SokobanLevels>{}", "<Level><L>#".repeat(n))),
        ("entities", format!("{entities}<SokobanLevels><Level><L>&e{n};</L></Level></SokobanLevels>")),
        ("comments", format!("{BOARD}\n{}{}", "Comment:\nno\n".repeat(n), closed.repeat(n))),
    ]
}

#[test]
fn levels_read_one_by_one_are_those_of_the_collection() {
    for (name, text) in texts(20) {
        let format = if text.starts_with('[') { InputFormat::Sokobot } else { InputFormat::Auto };
        let options = ReadOptions { format, strict: false };
        let whole = read(text.as_bytes(), options);
        let meter = Meter::unlimited();
        let text = LevelText::new(text.as_bytes(), options, &meter).unwrap();
        let mut entries = text.entries(&meter).unwrap();
        let notes: Vec<Note> = std::mem::take(&mut entries.notes);
        let one_by_one: Vec<Entry> = entries.map(Result::unwrap).collect();
        assert_eq!((notes, one_by_one), (whole.notes, whole.entries), "{name}");
    }
}

#[test]
fn picked_levels_are_read_from_files_whose_levels_would_not_fit_in_memory() {
    let folder = Folder::new("many");
    let many = folder.write("many.gz", gz(&format!("{BOARD}\n").repeat(100_000)));
    let one = sokoplan("", &["solve", &many, "--level", "99999", "--memory", "24MiB"]);
    assert_eq!((out(&one).as_str(), one.status.code()), ("99999 R\n", Some(0)), "{}", err(&one));
    let all = sokoplan("", &["solve", &many, "--memory", "24MiB", "--nodes", "10"]);
    assert_eq!(all.status.code(), Some(2));
    let told = "many.gz: memory limit after level ";
    assert!(
        err(&all).contains(told) && err(&all).contains("select fewer levels with --level or --title"),
        "{}",
        err(&all)
    );
    assert!(out(&all).starts_with("1 R\n2 R\n"), "levels that fit are solved");
}

#[test]
fn a_list_keeps_no_level_but_where_a_search_is_asked_for() {
    let folder = Folder::new("listed");
    let many = folder.write("many.gz", gz(&format!("{BOARD}\n").repeat(100_000)));
    let list = |args: &[&str]| sokoplan("", &[&["list", &many, "--json", "--memory", "24MiB"], args].concat());
    let all = list(&[]);
    assert_eq!(all.status.code(), Some(0), "{}", err(&all));
    let text = out(&all);
    assert_eq!(text.lines().count(), 100_001);
    assert!(text.lines().last().is_some_and(|line| line.contains("\"duplicates\":99999")), "{:?}", text.lines().last());
    let asked = list(&["--solvable", "--nodes", "10"]);
    assert_eq!(asked.status.code(), Some(2));
    assert!(err(&asked).contains("many.gz: memory limit after level "), "{}", err(&asked));
}
