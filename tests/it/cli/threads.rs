//! Levels worked on side by side: the same bytes as one by one.

use crate::common::command::{err, out, own, rows, sokoplan, timeless};

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let levels: String = ["6-lisa", "1-one-room", "7-orders"]
        .map(|name| std::fs::read_to_string(own(name)).unwrap())
        .join("\n\n#####\n#.$@#\n#$  #\n#####\n\n");
    for command in [
        "solve - --nodes 2k --time 10m --json",
        "plan - --nodes 2k",
        "plan - --nodes 2k --json",
        "rooms -",
        "rooms stats -",
        "layers - --nodes 500 --json",
        "prove - --nodes 500",
    ] {
        let run = |threads| {
            let run = sokoplan(&levels, &command.split(' ').chain(["--threads", threads]).collect::<Vec<_>>());
            let is_json = command.ends_with("--json");
            let rows = if is_json { rows(&out(&run)).into_iter().map(timeless).collect() } else { Vec::new() };
            assert!(!err(&run).is_empty(), "the fault is reported: {command}");
            // The summary of `solve` has its seconds.
            let said = if command.starts_with("solve") { String::new() } else { err(&run) };
            (if is_json { String::new() } else { out(&run) }, rows, run.status.code(), said)
        };
        assert_eq!(run("1"), run("3"), "{command}");
    }
}
