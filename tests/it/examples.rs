//! The examples run without arguments and print what their docs promise.

use std::path::Path;
use std::process::Command;

/// Standard output of an example, which `cargo test` has built beside the binary.
fn run(name: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_sokoplan"));
    let folder = binary.parent().unwrap().join("examples");
    let output = Command::new(folder.join(name)).output().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_file_is_solved() {
    assert_eq!(run("solve_level").matches(" pushes, ").count(), 2);
}

#[test]
fn a_story_is_told_and_a_hint_is_given() {
    assert!(run("tell_story").contains("goes from A through tunnel b into C, onto the goal"));
    assert!(run("hint").starts_with("next: "));
}

#[test]
fn rooms_are_dumped_by_each_definition() {
    let text = run("dump_rooms");
    assert_eq!(text.matches("A goal room with one door").count(), 3, "{text}");
}

#[test]
fn a_plan_of_transfers_is_explored() {
    let text = run("explore_plans");
    assert!(text.contains("2 of 2 transfers were carried out, in this order"), "{text}");
}

#[test]
fn an_added_deadlock_rule_is_counted() {
    let text = run("add_deadlock_rule");
    assert!(text.contains("pair-at-wall refused ") && !text.contains("pair-at-wall refused 0"), "{text}");
}

/// The README shows how to run this one.
#[test]
fn an_exported_task_is_planned() {
    assert!(run("plan_pddl_task").contains("; cost "));
}
