//! Nothing that a user has is lost: outputs, inputs, and files that cannot be written.

use crate::common::command::{Folder, Run, names, program, sokoplan};
use std::fs;

const EASY: &str = "; easy\n#####\n#@$.#\n#####\n";

#[test]
fn outputs_to_a_file_that_is_read_or_written_otherwise_are_refused_before_anything_is_written() {
    let folder = Folder::new("overwritten");
    let (set, patterns) = (folder.write("set.xsb", EASY), folder.write("patterns.txt", ""));
    let (dotted, new) = (folder.path("./set.xsb"), folder.path("new"));
    let read = "would be read and overwritten";
    for (args, said) in [
        (&["solve", &set, "--sok", &set][..], read),
        (&["solve", &set, "-o", &dotted], read),
        (&["bench", &set, "-o", &set], read),
        (&["convert", &set, "--format", "sok", "-o", &dotted], read),
        (&["layers", &set, "-o", &set], read),
        (&["layers", &set, "--deadlock-patterns", &patterns, "-o", &patterns], read),
        (&["plan", &set, "--trace", &set], read),
        (&["replay", &set, "--solution", "R", "--format", "svg", "-o", &set], read),
        (&["solve", &set, "--sok", &new, "-o", &new], "new: two outputs"),
        (&["plan", &set, "--trace", &new, "-o", &new], "new: two outputs"),
        (&["solve", &set, "--sok", "-"], "<stdout>: two outputs"),
        (&["plan", &set, "--trace", "-"], "<stdout>: two outputs"),
        (&["layers", &set, "--layer", "alert", "--proof", "-"], "<stdout>: two outputs"),
    ] {
        assert_eq!(sokoplan("", args).ends(2, said).out, "", "{args:?}");
        assert_eq!(fs::read_to_string(&set).expect("the levels"), EASY, "{args:?}");
    }
    assert_eq!(names(&folder.path("")), ["patterns.txt", "set.xsb"]);
    // A device takes everything.
    sokoplan("", &["solve", &set, "--sok", "/dev/null", "-o", "/dev/null"]).ends(0, "");
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
        (&["rooms", "save", "-"], "; sokoplan rooms"),
        (&["rooms", "--format", "svg", "-o", "-"], "<svg"),
        (&["pddl", "export", "--domain", "sokoban-moves", "-o", "-"], "(define (domain "),
        (&["bench", "--nodes", "100", "--json", "-o", "-"], "{\"type\":\"level\""),
    ] {
        Run::of(program().args(options).arg("set.xsb").current_dir(folder.path("")), b"").ends(0, "").prints(shown);
        assert!(!names(&folder.path("")).contains(&"-".to_owned()), "{options:?}");
    }
    assert_eq!(names(&folder.path("")), ["lines", "set.xsb"]);
}

#[test]
fn a_file_is_replaced_when_the_new_one_is_whole() {
    let folder = Folder::new("replaced");
    let (set, old) = (folder.write("set.xsb", EASY), folder.write("old.sok", "dear\n"));
    let bad = folder.write("bad.xsb", "######\n#+$* #\n######\n");
    assert_eq!(sokoplan("", &["convert", &bad, "--format", "lisa", "--strict", "-o", &old]).code, Some(2));
    assert_eq!(fs::read_to_string(&old).expect("the file"), "dear\n", "the new one never came");
    assert_eq!(sokoplan("", &["convert", &set, "--format", "xsb", "-o", &old]).code, Some(0));
    assert_eq!(fs::read_to_string(&old).expect("the file"), EASY);
    assert_eq!(names(&folder.path("")), ["bad.xsb", "old.sok", "set.xsb"], "no other file is left");
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
        sokoplan("", &[args, &[&folder.path("link.xsb")]].concat()).ends(0, "");
        assert!(fs::read_to_string(&file).expect("the file").starts_with(text), "{args:?}");
        assert_eq!(fs::metadata(&file).expect("the file").permissions().mode() & 0o777, 0o600, "{args:?}");
        assert!(fs::symlink_metadata(folder.path("link.xsb")).expect("the link").is_symlink(), "{args:?}");
    }
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
        &["rooms", "save", &to, &one, &other],
        &["solve", &one, &other, "--proof", &to],
        &["rooms", &one, &other, "--format", "svg", "-o", &to],
    ] {
        sokoplan("", args).ends(2, "set-");
        assert!(!fs::exists(&to).expect("an answer"), "{args:?}");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_named_as_the_user_named_it() {
    let folder = Folder::new("unwritable");
    let set = folder.write("set.xsb", EASY);
    let there = folder.path("no/folder/file");
    let picture = format!("{there}.svg");
    for (args, file, why) in [
        (&["solve", &set, "-o"][..], there.as_str(), "(os error 2)"),
        (&["report", &set, "-o"], &there, "(os error 2)"),
        (&["rooms", &set, "--format", "svg", "-o"], &picture, "(os error 2)"),
        (&["bench", &set, "--nodes", "10", "-o"], &there, "(os error 2)"),
        #[cfg(target_os = "linux")]
        (&["convert", &set, "-o"], "/dev/full", "No space left"),
        #[cfg(target_os = "linux")]
        (&["solve", &set, "-o"], "/dev/full", "No space left"),
    ] {
        let run = sokoplan("", &[args, &[file]].concat()).ends(2, why).says(file);
        assert!(!run.err.contains(".sokoplan-"), "{run}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for args in [&["--help"][..], &["--version"], &["pddl", "solve", "-h"], &["help", "words"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("the device");
        let run = program().args(args).stdout(full).output().expect("the binary runs");
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && said.contains("No space left"), "{args:?}: {said}");
    }
}
