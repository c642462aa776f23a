//! Levels worked on side by side: the same bytes as one by one.

use crate::common::command::{err, out, sokoplan};

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let levels: String = ["6-lisa", "1-one-room", "7-orders"]
        .map(|name| std::fs::read_to_string(format!("{}/levels/{name}.xsb", env!("CARGO_MANIFEST_DIR"))).unwrap())
        .join("\n\n#####\n#.$@#\n#$  #\n#####\n\n");
    let commands: [&[&str]; 9] = [
        &["plan", "-", "--nodes", "2k"],
        &["plan", "-", "--nodes", "2k", "--json"],
        &["plan", "-", "--packing"],
        &["rooms", "-"],
        &["rooms", "-", "--json"],
        &["rooms", "-", "--stats"],
        &["layers", "-", "--nodes", "500"],
        &["layers", "-", "--nodes", "500", "--json"],
        &["prove", "-", "--nodes", "500"],
    ];
    for command in commands {
        let run = |threads| sokoplan(&levels, &[command, &["--threads", threads]].concat());
        let (one, three) = (run("1"), run("3"));
        // Seconds differ.
        let shown = |text: String| {
            text.split("\"seconds\":")
                .map(|part| {
                    part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == 'e' || c == '-').to_owned()
                })
                .collect::<String>()
        };
        assert_eq!(shown(out(&one)), shown(out(&three)), "{command:?}");
        assert_eq!((one.status.code(), err(&one)), (three.status.code(), err(&three)), "{command:?}");
        assert!(!err(&one).is_empty(), "the fault is told: {command:?}");
    }
}
