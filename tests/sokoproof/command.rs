//! The command `sokoproof`, which is the checker alone.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A box in a corner, which is a pattern by itself.
const CORNER: &str =
    "; a heading\nsokoproof 1\nclaim dead\n#####\n#$ @#\n#  .#\n#####\n\ndead\n#####\n#$ @#\n#  .#\n#####\n";

/// Runs the command with a text as its standard input.
fn checked(text: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokoproof"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned())
}

#[test]
fn what_holds_is_said_with_its_position_and_what_does_not_with_its_place() {
    let (code, text) = said(&checked(CORNER, &["-"]));
    assert_eq!(
        (code, text.as_str()),
        (Some(0), "<stdin>:2 ok dead, of the position\n  #####\n  #$ @#\n  #  .#\n  #####\n\n")
    );
    let moved = CORNER.replace("#$ @#", "# $@#");
    let (code, text) = said(&checked(&format!("{CORNER}{moved}"), &["-"]));
    assert!(code == Some(1) && text.contains("\n<stdin>:22:1: a push of this pattern is open"), "{code:?} {text}");
}

#[test]
fn what_is_no_proof_or_no_file_is_refused() {
    let (code, text) = said(&checked("#####\n", &["-"]));
    assert!(code == Some(1) && text.contains("<stdin>:1:1: no proof"), "{code:?} {text}");
    let (code, text) = said(&checked("", &["no/such/file"]));
    assert!(code == Some(2) && text.contains("no/such/file: "), "{code:?} {text}");
    assert_eq!(said(&checked("", &[])).0, Some(2));
}
