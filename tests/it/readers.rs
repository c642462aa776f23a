//! Readers of levels: one by one, in memory that does not grow with the file.

use crate::common::command::{Folder, err, out, sokoplan};
use flate2::Compression;
use flate2::write::GzEncoder;
use sokoplan::level::{Entry, InputFormat, LevelText, Note, ReadOptions, read};
use sokoplan::run::Meter;
use std::io::Write;

const BOARD: &str = "#####\n#@$.#\n#####\n";

fn boards(n: usize) -> String {
    (0..n).map(|i| format!("; level {i}\n\n{BOARD}\n")).collect()
}

/// Rows that draw nothing to push, each with a letter that draws nothing: no board begins at any of them.
fn stray_rows(n: usize) -> String {
    "# x #\n".repeat(n)
}

fn notes(n: usize) -> String {
    (0..n).map(|i| format!("Author: {i}\nwords\n\n")).collect::<String>() + BOARD
}

fn games(n: usize) -> String {
    format!("{BOARD}\n") + &"Solution\nrrRR\nSolution comment:\nnever closed\n\n".repeat(n)
}

fn blank_lines(n: usize) -> String {
    "\n".repeat(n)
}

/// Lines that would each stand for the largest board.
fn long_runs(n: usize) -> String {
    "262144#\n\n".repeat(n)
}

fn run_lengths(n: usize) -> String {
    "5#|#@$.#|5#\n\n".repeat(n)
}

/// Values that are no levels, in one line: a fault each.
fn values_in_a_line(n: usize) -> String {
    format!("[{}]", vec!["{\"contents\": 1}"; n].join(","))
}

fn matrices(n: usize) -> String {
    format!("[{}]", vec!["{\"content\": [[\"W\",\"E\"],[\"S\"]]}"; n].join(",\n"))
}

fn xml(n: usize) -> String {
    let level = "<Level Id='x'><L>#####</L><L>#@$.#</L><L>#####</L></Level>";
    format!("<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>", level.repeat(n))
}

/// Elements in each other, and none of them closed.
fn deep_xml(n: usize) -> String {
    format!("<SokobanLevels>{}", "<Level><L>#".repeat(n))
}

/// Entities that would stand for more and more.
fn entities(n: usize) -> String {
    let entity = |i: usize| format!("<!ENTITY e{} '&e{i};&e{i};'>", i + 1);
    let all: String = (0..n).map(entity).collect();
    format!(
        "<!DOCTYPE SokobanLevels [<!ENTITY e0 '#'>{all}]><SokobanLevels><Level><L>&e{n};</L></Level></SokobanLevels>"
    )
}

/// Comments that are not closed, and comments that are.
fn comments(n: usize) -> String {
    format!("{BOARD}\n") + &"Comment:\nno\n".repeat(n) + &format!("{BOARD}Comment:\nx\nComment-End:\n\n").repeat(n)
}

/// Inputs of any size, with a name.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: [Family; 13] = [
    ("boards", boards),
    ("stray rows", stray_rows),
    ("notes", notes),
    ("games", games),
    ("blank lines", blank_lines),
    ("run lengths", run_lengths),
    ("long runs", long_runs),
    ("values in a line", values_in_a_line),
    ("matrices", matrices),
    ("xml", xml),
    ("deep xml", deep_xml),
    ("entities", entities),
    ("comments", comments),
];

#[test]
fn levels_read_one_by_one_are_those_of_the_collection() {
    for (name, family) in FAMILIES {
        let text = family(20);
        let format = if text.starts_with('[') { InputFormat::Sokobot } else { InputFormat::Auto };
        let options = ReadOptions { format, strict: false };
        let whole = read(text.as_bytes(), options);
        let (text, meter) = (LevelText::new(text.as_bytes(), options), Meter::unlimited());
        let mut entries = text.entries(&meter).unwrap();
        let notes: Vec<Note> = std::mem::take(&mut entries.notes);
        let one_by_one: Vec<Entry> = entries.map(Result::unwrap).collect();
        assert_eq!((notes, one_by_one), (whole.notes, whole.entries), "{name}");
    }
}

#[test]
fn a_line_is_not_copied_into_every_fault_in_it() {
    // 20,000 faults in a line of 300 kB would hold 6 GB.
    let text = values_in_a_line(20_000);
    let options = ReadOptions { format: InputFormat::Sokobot, strict: false };
    let entries = read(text.as_bytes(), options).entries;
    let bytes: usize =
        entries.iter().map(|entry| entry.body.as_ref().map_or_else(|fault| fault.text.len(), |_| 0)).sum();
    assert!(bytes < 64 << 20, "{bytes}");
}

fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn picked_levels_are_read_from_files_whose_levels_would_not_fit_in_memory() {
    let folder = Folder::new("many");
    let many = folder.write("many.gz", packed(&format!("{BOARD}\n").repeat(100_000)));
    let one = sokoplan("", &["solve", &many, "--level", "99999", "--memory", "24MiB"]);
    assert_eq!((out(&one).as_str(), one.status.code()), ("99999 R\n", Some(0)), "{}", err(&one));
    let all = sokoplan("", &["solve", &many, "--memory", "24MiB", "--nodes", "10"]);
    assert_eq!(all.status.code(), Some(2));
    let told = "many.gz: memory limit after level ";
    assert!(err(&all).contains(told) && err(&all).contains("--level and --title pick fewer"), "{}", err(&all));
    assert!(out(&all).starts_with("1 R\n2 R\n"), "those that fit are solved");
}

#[test]
fn a_list_keeps_no_level_but_where_a_search_is_asked_for() {
    let folder = Folder::new("listed");
    let many = folder.write("many.gz", packed(&format!("{BOARD}\n").repeat(100_000)));
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

#[test]
fn what_a_list_keeps_of_levels_is_limited() {
    // Each level is another one: all their forms are kept, and with `--similar` their pictures.
    let level = |i: usize| format!("#################\n#{}  #\n#@$.            #\n#################\n\n", bits(i));
    let many: String = (0..8_000).map(level).collect();
    let list = |args: &[&str]| sokoplan(&many, &[&["list", "-", "--json"], args].concat());
    assert_eq!(list(&["--memory", "8MiB"]).status.code(), Some(0));
    let little = list(&["--similar", "0", "--memory", "8MiB"]);
    assert_eq!(little.status.code(), Some(2));
    assert!(err(&little).contains("<stdin>: memory limit after level "), "{}", err(&little));
}

fn bits(i: usize) -> String {
    (0..13).map(|bit| if i >> bit & 1 == 1 { '#' } else { ' ' }).collect()
}
