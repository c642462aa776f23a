//! Levels from folders, archives, compressed files and pipes, over the real binary.

use crate::common::command::{Folder, gz, sokoplan, zip};
use std::fs;

const ONE: &str = "; One\n#####\n#@$.#\n#####\n";
const TWO: &str = "; Two\n######\n#@ $.#\n######\n";
const JSON: &str =
    r#"{"content": [["W","W","W","W","W"], ["W","S","B","G","W"], ["W","W","W","W","W"]], "title": "Three"}"#;

/// File and title of each level that is listed.
fn listed(args: &[&str]) -> Vec<(String, String)> {
    let output = sokoplan("", &[&["list", "--json"], args].concat());
    assert_eq!(output.err, "", "{args:?}");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let levels = output.rows().into_iter().filter(|row| row["type"] == "level");
    levels.map(|row| (text(&row["file"]), text(&row["title"]))).collect()
}

#[test]
fn a_folder_stands_for_the_files_of_levels_in_it_and_below_it() {
    let folder = Folder::new("inputs-folder");
    fs::create_dir(folder.path("deep")).expect("a folder");
    let two = folder.write("b.xsb", TWO);
    let one = folder.write("a.txt", ONE);
    let deep = folder.write("deep/c.json", JSON);
    folder.write("README.md", "no levels");
    folder.write(".hidden.xsb", TWO);
    let root = folder.path("");
    let root = root.trim_end_matches('/');
    let pair = |file: &str, title: &str| (file.to_owned(), title.to_owned());
    assert_eq!(listed(&[root]), [pair(&one, "One"), pair(&two, "Two"), pair(&deep, "Three")]);
    // A file of the folder would be overwritten.
    sokoplan("", &["solve", root, "-o", &two]).ends(2, "");
    assert_eq!(fs::read_to_string(&two).expect("the levels"), TWO);
}

#[test]
fn a_folder_without_levels_is_an_error_and_the_others_are_read() {
    let folder = Folder::new("inputs-empty");
    fs::create_dir(folder.path("empty")).expect("a folder");
    let one = folder.write("a.xsb", ONE);
    sokoplan("", &["list", &folder.path("empty"), &one]).ends(2, "no file of levels in this folder").prints("One");
}

#[test]
fn compressed_files_are_known_by_their_content_and_archives_give_their_members() {
    let folder = Folder::new("inputs-packed");
    let gz_file = folder.write("one", gz(ONE));
    let archive = folder.write("set.zip", zip(&[("x/two.xsb", TWO), ("notes.md", "none"), ("one.xsb", ONE)]));
    let titles = |args: &[&str]| listed(args).into_iter().map(|(_, title)| title).collect::<Vec<_>>();
    assert_eq!(titles(&[&gz_file]), ["One"]);
    let members =
        [(format!("{archive}/one.xsb"), "One".to_owned()), (format!("{archive}/x/two.xsb"), "Two".to_owned())];
    assert_eq!(listed(&[&archive]), members);
    let piped = sokoplan(gz(ONE), &["solve", "-", "--json"]);
    assert_eq!(piped.rows()[0]["answer"], "solved", "{piped}");
}

#[test]
fn what_is_packed_badly_or_too_large_when_unpacked_is_refused() {
    let folder = Folder::new("inputs-broken");
    let large = format!("{ONE}{}", "; ".repeat(33 << 20));
    let files = [
        folder.write("cut.gz", &gz(TWO)[..20]),
        folder.write("other.zst", b"\x28\xb5\x2f\xfd\x04\x00"),
        folder.write("cut.zip", &zip(&[("a.xsb", ONE)])[..30]),
        folder.write("none.zip", zip(&[("a.md", ONE)])),
        #[cfg(unix)]
        "/dev/zero".to_owned(),
        folder.write("large.gz", gz(&large)),
        folder.write("large.zip", zip(&[("a.xsb", &large)])),
    ];
    for file in &files {
        sokoplan("", &["list", file]).ends(2, file);
    }
}

#[test]
fn where_nothing_is_a_level_the_format_that_reads_all_is_named() {
    let lisa = "XXXXX\nXO#*X\nXXXXX\n";
    for (format, text) in [("lisa", lisa), ("letters", "OOOOO\nORBSO\nOOOOO\n")] {
        let read = sokoplan(text, &["list", "-"]);
        assert_eq!(read.out, "", "no table without levels: {read}");
        assert!(read.err.contains(&format!("--input-format {format}")), "{read}");
        assert_eq!(sokoplan(text, &["list", "-", "--input-format", format]).code, Some(0));
    }
    assert!(!sokoplan("nothing of the kind\n", &["list", "-"]).err.contains("--input-format"));
}

#[test]
fn after_an_input_error_nothing_is_summed_up() {
    for command in [&["list"][..], &["solve"], &["verify"], &["bench"], &["rooms", "stats"], &["solve", "--json"]] {
        let run = sokoplan("", &[command, &["/no/such.xsb"]].concat());
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{command:?}");
        assert_eq!(run.err.lines().count(), 1, "{run}");
    }
}

#[test]
fn what_is_too_large_is_told_with_the_limit() {
    sokoplan("300000#|#@$.#|5#\n", &["list", "-", "--input-format", "rle"])
        .says("at most 1,024 tiles in a line, and 64 for each of its letters");
    let wide = format!("{}|#@$.#|5#\n", "9#".repeat(20_000) + "99999#99999#");
    sokoplan(&wide, &["list", "-", "--input-format", "rle"]).says("at most 262,144 tiles");
}
