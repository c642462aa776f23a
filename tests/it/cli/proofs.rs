//! `prove`, `verify` and `solve --proof`, over the real binary: output, messages, files, and the exit code.

use crate::common::command::{Folder, names, sokoplan};
use std::fs;

/// A solvable level, an unsolvable level, and an invalid one.
const LEVELS: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#$ @.#\n######\n\n; Three\n#####\n#.$@#\n#####\n\n#####\n#$@ #\n#####\n";

#[test]
fn what_prove_writes_verify_accepts_about_the_level() {
    let folder = Folder::new("proofs");
    let set = folder.write("set.xsb", LEVELS);
    let text = sokoplan("", &["prove", &set, "--level", "1-2"])
        .ends(1, "level 1: no proof of `unsolvable`: it has a solution")
        .says("1 of 2 proved")
        .out;
    let head =
        format!("; {set}, level 2: Two\nsokoproof 1\nclaim unsolvable\n######\n#$ @.#\n######\n\nzone 0\n######\n#x");
    assert!(text.starts_with(&head), "{text}");
    let checked = sokoplan(&text, &["verify", "-", &set, "--level", "1-3"]);
    assert_eq!((checked.code, checked.err), (Some(0), String::new()));
    let told = format!("<stdin>:2 ok unsolvable, 1 picture, level 2 of {set}\n1 proof accepted, 0 refused\n");
    assert_eq!(checked.out, told);
    let alone = sokoplan(&text, &["verify", "-"]);
    assert_eq!(alone.out, "<stdin>:2 ok unsolvable, 1 picture\n1 proof accepted, 0 refused\n");
    sokoplan("", &["prove", &set, "--level", "1", "--bound", "1"]).ends(0, "").prints("claim bound 1\n");
    sokoplan(&text, &["verify", "-", &set, "--level", "1,3"])
        .ends(1, "")
        .prints("<stdin>:2 refused: it is about none of these levels\n0 proofs accepted, 1 refused\n");
}

#[test]
fn a_position_after_moves_is_dead_and_the_claim_is_about_that_position() {
    let folder = Folder::new("proofs-after");
    let set = folder.write("set.xsb", "######\n#    #\n# $@ #\n#   .#\n######\n");
    let proved = sokoplan("", &["prove", &set, "--after", "L", "--json"]).ends(0, "");
    let row = &proved.rows()[0];
    assert_eq!((&row["claim"], &row["proof"]["checked"]), (&"dead".into(), &true.into()));
    let proof = folder.write("dead.sokoproof", row["text"].as_str().unwrap());
    assert_eq!(row["proof"]["bytes"], fs::metadata(&proof).unwrap().len());
    assert_eq!(sokoplan("", &["verify", &proof, &set, "--after", "L"]).code, Some(0));
    for after in ["U", "Ll", ""] {
        let args = ["verify", &proof, &set, "--after", after];
        assert_eq!(sokoplan("", &args).code, Some(1), "{after}");
    }
}

#[test]
fn solve_writes_proofs_of_what_has_no_solution_and_of_fewest_pushes() {
    let folder = Folder::new("proofs-solve");
    let (set, proofs) = (folder.write("set.xsb", LEVELS), folder.path("proofs"));
    let all = sokoplan("", &["solve", &set, "--optimal", "pushes", "--proof", &proofs, "--json"]).rows();
    let kinds: Vec<Option<&str>> = all[..4].iter().map(|row| row["proof"]["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("optimal"), Some("dead_squares"), Some("optimal"), None], "{all:?}");
    assert_eq!((&all[0]["claim"], &all[1]["claim"]), (&"optimal 1".into(), &"unsolvable".into()));
    let names = names(&proofs);
    assert_eq!(names, ["set-001.sokoproof", "set-002.sokoproof", "set-003.sokoproof"]);
    let files: Vec<String> = names.iter().map(|name| format!("{proofs}/{name}")).collect();
    let args: Vec<&str> =
        ["verify", &set, "--level", "1-3", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let checked = sokoplan("", &args).ends(0, "");
    let checked = checked.rows();
    let about: Vec<&serde_json::Value> = checked[..3].iter().map(|row| &row["about"]["level"]).collect();
    assert_eq!(about, [&1, &2, &3]);
    assert_eq!((&checked[0]["pushes"], &checked[3]["proofs"]["holds"]), (&1.into(), &3.into()));
    // Solutions and proofs together.
    let both = sokoplan("1 R\n", &["verify", &set, "-", &files[1], "--level", "1-3"]);
    assert!(both.out.ends_with("1 valid, 0 invalid, 2 without a solution\n1 proof accepted, 0 refused\n"), "{both}");
}

#[test]
fn a_bad_proof_is_told_with_file_line_and_column_and_the_others_are_checked() {
    let good = "sokoproof 1\nclaim dead\n######\n#$ @.#\n######\nzone 0\n######\n#x  .#\n######\n";
    let text = format!("; first\n{good}\n{}\n{good}", good.replace("#x  .#", "#x ?.#"));
    let checked = sokoplan(&text, &["verify", "-"]).ends(1, "");
    let lines: Vec<String> = checked.out.lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "<stdin>:2 ok dead, 1 picture");
    assert!(lines[1].starts_with("<stdin>:12 refused: <stdin>:19:4: expected one of #"), "{}", lines[1]);
    assert_eq!(lines[2..], ["<stdin>:22 ok dead, 1 picture", "2 proofs accepted, 1 refused"]);
}

#[test]
fn no_proof_is_written_that_has_not_been_checked_in_time() {
    let text = "#########\n#@  .   #\n# $ $ $ #\n#       #\n#  $ ...#\n#########\n";
    let proved = sokoplan(text, &["prove", "-", "--nodes", "10", "--json"]).ends(1, "");
    let row = &proved.rows()[0];
    assert!(row["proof"].is_null() && row["text"].is_null(), "{row}");
    assert_eq!(row["unproved"], "node limit");
}

#[test]
fn layers_write_proofs_of_what_they_call_lost() {
    let folder = Folder::new("proofs-layers");
    let set = folder.write("set.xsb", LEVELS);
    let proofs = folder.path("proofs");
    sokoplan("", &["layers", &set, "--level", "1-2", "--layer", "alert", "--proof", &proofs]).ends(0, "");
    assert_eq!(names(&proofs), ["set-002.sokoproof"]);
    sokoplan("", &["verify", &folder.path("proofs/set-002.sokoproof"), &set, "--level", "1-3"]).ends(0, "");
    let more = sokoplan("", &["layers", &set, "--level", "2", "--layer", "pushes", "--proof", &proofs, "--json"]);
    assert!(more.out.contains("\"alert\":"), "--proof needs this layer: {more}");
}
