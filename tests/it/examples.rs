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
fn every_example_prints_what_its_docs_promise() {
    assert_eq!(run("solve_level").matches(" pushes, ").count(), 2);
    assert_eq!(run("dump_rooms").matches("A goal room with one door").count(), 3, "by each definition");
    let refused = run("add_deadlock_rule");
    assert!(refused.contains("pair-at-wall refused ") && !refused.contains("pair-at-wall refused 0"), "{refused}");
    for (name, part) in [
        ("tell_story", "goes from A through tunnel b into C, onto the goal"),
        ("hint", "next: "),
        ("explore_plans", "2 of 2 slots were filled: order 1.00"),
        ("plan_pddl_task", "; cost "),
    ] {
        assert!(run(name).contains(part), "{name}");
    }
}
