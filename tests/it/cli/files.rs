//! Nothing that a user has is lost: outputs, inputs, and files that cannot be written.

use crate::common::command::{Folder, err, out, program, run, sokoplan};
use std::fs;

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";

/// The names in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path("")).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_output_that_is_an_input_is_refused_before_anything_is_written() {
    let folder = Folder::new("overwritten");
    let set = folder.write("set.xsb", EASY);
    let dotted = folder.path("./set.xsb");
    let patterns = folder.write("patterns.txt", "");
    for args in [
        &["solve", &set, "--sok", &set][..],
        &["solve", &set, "-o", &dotted],
        &["bench", &set, "-o", &set],
        &["convert", &set, "--format", "sok", "-o", &dotted],
        &["list", &set, "-o", &set],
        &["rooms", &set, "-o", &set],
        &["layers", &set, "-o", &set],
        &["layers", &set, "--deadlock-patterns", &patterns, "-o", &patterns],
        &["plan", &set, "--trace", &set],
        &["verify", &set, "-o", &set],
        &["replay", &set, "--solution", "R", "--format", "svg", "-o", &set],
    ] {
        let run = sokoplan("", args);
        assert_eq!((out(&run).as_str(), run.status.code()), ("", Some(2)), "{args:?}: {}", err(&run));
        assert!(err(&run).contains("would be read and overwritten"), "{args:?}: {}", err(&run));
        assert_eq!(fs::read_to_string(&set).expect("the levels"), EASY, "{args:?}");
    }
    assert_eq!(names(&folder), ["patterns.txt", "set.xsb"]);
}

#[test]
fn two_outputs_to_one_file_are_refused_whether_it_exists_or_not() {
    let folder = Folder::new("twice");
    let (set, new, old) = (folder.write("set.xsb", EASY), folder.path("new"), folder.write("old", "kept"));
    for file in [&new, &old] {
        for args in [["solve", &set, "--sok", file, "-o", file], ["plan", &set, "--trace", file, "-o", file]] {
            let run = sokoplan("", &args);
            assert_eq!(run.status.code(), Some(2), "{args:?}");
            assert!(err(&run).contains("two outputs"), "{}", err(&run));
        }
    }
    assert_eq!((fs::read_to_string(&old).expect("the file").as_str(), names(&folder).len()), ("kept", 2));
    let twice = sokoplan("", &["solve", &set, "--sok", "/dev/null", "-o", "/dev/null"]);
    assert_eq!(twice.status.code(), Some(0), "a device takes everything: {}", err(&twice));
}

#[test]
fn a_dash_is_standard_output_for_every_option_that_names_an_output() {
    let folder = Folder::new("dash");
    folder.write("set.xsb", EASY);
    for (options, shown) in [
        (&["solve", "--sok", "-", "-o", "lines"][..], "Solution"),
        (&["solve", "--optimal", "pushes", "--proof", "-", "-o", "lines"], "sokoproof 1\n"),
        (&["plan", "--trace", "-", "-o", "lines"], "{\"type\":"),
        (&["layers", "--after", "R", "-o", "-"], "dead-squares (x): "),
        (&["rooms", "--save", "-"], "; sokoplan rooms"),
        (&["rooms", "--format", "svg", "-o", "-"], "<svg"),
        (&["pddl", "export", "--domain", "sokoban-moves", "-o", "-"], "(define (domain "),
        (&["bench", "--nodes", "100", "--json", "-o", "-"], "{\"type\":\"level\""),
    ] {
        let run = run(program().args(options).arg("set.xsb").current_dir(folder.path("")), b"");
        assert_eq!(run.status.code(), Some(0), "{options:?}: {}", err(&run));
        assert!(out(&run).contains(shown), "{options:?}: {}", out(&run));
        assert!(!names(&folder).contains(&"-".to_owned()), "{options:?}");
    }
    assert_eq!(names(&folder), ["lines", "set.xsb"]);
}

#[test]
fn standard_output_takes_one_output() {
    let folder = Folder::new("one");
    let set = folder.write("set.xsb", EASY);
    for args in [
        &["solve", &set, "--sok", "-"][..],
        &["solve", &set, "--proof", "-"],
        &["plan", &set, "--trace", "-"],
        &["layers", &set, "--layer", "alert", "--proof", "-"],
    ] {
        let run = sokoplan("", args);
        assert_eq!((out(&run).as_str(), run.status.code()), ("", Some(2)), "{args:?}: {}", err(&run));
        assert!(err(&run).contains("<stdout>: two outputs"), "{args:?}: {}", err(&run));
    }
    assert_eq!(names(&folder), ["set.xsb"]);
}

#[test]
fn a_file_is_replaced_when_the_new_one_is_whole() {
    let folder = Folder::new("replaced");
    let (set, old) = (folder.write("set.xsb", EASY), folder.write("old.sok", "dear\n"));
    let bad = folder.write("bad.xsb", "######\n#+$* #\n######\n");
    assert_eq!(sokoplan("", &["convert", &bad, "--format", "lisa", "--strict", "-o", &old]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&old).expect("the file"), "dear\n", "the new one never came");
    assert_eq!(sokoplan("", &["convert", &set, "--format", "xsb", "-o", &old]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&old).expect("the file"), EASY);
    assert_eq!(names(&folder), ["bad.xsb", "old.sok", "set.xsb"], "nothing else is left");
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_permissions_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("links");
    let (set, file) = (folder.write("set.xsb", EASY), folder.write("file.xsb", "old"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink("file.xsb", folder.path("link.xsb")).expect("a link");
    for (args, text) in
        [(&["convert", &set, "-o"][..], EASY), (&["solve", &set, "-o"], "1 R\n"), (&["bench", &set, "-o"], "{\"type\"")]
    {
        let run = sokoplan("", &[args, &[&folder.path("link.xsb")]].concat());
        assert_eq!(run.status.code(), Some(0), "{}", err(&run));
        assert!(fs::read_to_string(&file).expect("the file").starts_with(text), "{args:?}");
        assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600, "{args:?}");
        assert!(fs::symlink_metadata(folder.path("link.xsb")).expect("the link").is_symlink(), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    for args in [&["convert", "-", "-o", "/dev/full"][..], &["solve", "-", "-o", "/dev/full"]] {
        let run = sokoplan(EASY, args);
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(err(&run).contains("/dev/full: No space left"), "{}", err(&run));
    }
}

#[cfg(unix)]
#[test]
fn endless_input_is_refused() {
    let run = sokoplan("", &["list", "/dev/zero"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(err(&run).contains("/dev/zero: more than 64.00 MiB"), "{}", err(&run));
}

#[test]
fn levels_of_one_name_are_never_written_over_each_other() {
    let folder = Folder::new("twins");
    for part in ["a", "b"] {
        fs::create_dir(folder.path(part)).expect("a folder");
        folder.write(&format!("{part}/set.xsb"), EASY);
    }
    let (one, other, to) = (folder.path("a/set.xsb"), folder.path("b/set.xsb"), folder.path("out"));
    for args in [
        &["pddl", "export", &one, &other, "--domain", "sokoban-moves", "-o", &to][..],
        &["rooms", &one, &other, "--save", &to],
        &["rooms", &one, &other, "--format", "svg", "-o", &to],
    ] {
        let run = sokoplan("", args);
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(err(&run).contains("set-"), "{}", err(&run));
        assert!(!fs::exists(&to).expect("an answer"), "{args:?}");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_named_as_the_user_named_it() {
    let folder = Folder::new("unwritable");
    let set = folder.write("set.xsb", EASY);
    let there = folder.path("no/folder/file");
    let picture = format!("{there}.svg");
    for args in [
        &["solve", &set, "-o", &there][..],
        &["rooms", &set, "-o", &there],
        &["report", &set, "-o", &there],
        &["rooms", &set, "--format", "svg", "-o", &picture],
        &["bench", &set, "--nodes", "10", "-o", &there],
        &["solve", &set, "--sok", &there],
    ] {
        let run = sokoplan("", args);
        assert_eq!(run.status.code(), Some(2), "{args:?}: {}", err(&run));
        let words = err(&run);
        assert!(words.contains(&there) && words.contains("(os error 2)"), "{args:?}: {words}");
        assert!(!words.contains(".sokoplan-"), "{args:?}: {words}");
    }
}
