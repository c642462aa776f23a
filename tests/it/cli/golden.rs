//! Texts that are read by people or by scripts, whole: a changed line is seen in review. `INSTA_UPDATE=always cargo test --test
//! it golden` accepts intended changes. Levels that are worked on side by side give the same bytes as one by one.

use crate::common::command::{Folder, Run, own, program, sokoplan, timeless};
use crate::snapshots::settings;
use std::fs;

/// Columns whose figures differ between any two runs.
const BLANK: [&str; 2] = ["seconds", "peak_bytes"];

/// Output where no terminal sets a width.
fn printed(args: &[&str]) -> String {
    let mut command = program();
    let command = command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("COLUMNS");
    Run::of(command, "").out
}

fn assert_golden(name: &str, text: &str) {
    settings("../../../snapshots/golden").bind(|| insta::assert_snapshot!(name, text));
}

/// CSV without what changes from run to run.
fn repeatable(csv: &str) -> String {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heads = reader.headers().unwrap().clone();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&heads).unwrap();
    for record in reader.records() {
        let record = record.unwrap();
        let cells = heads.iter().zip(&record).map(|(head, cell)| if BLANK.contains(&head) { "-" } else { cell });
        writer.write_record(cells).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn plans_in_detail_are_as_they_were() {
    for (name, file, level) in
        [("plan-two-rooms", "levels/2-two-rooms-and-a-tunnel.xsb", "3"), ("plan-orders", "levels/7-orders.xsb", "6")]
    {
        let args = ["plan", file, "--level", level, "-v", "-k", "2", "--nodes", "300", "--time", "1h", "--quiet"];
        assert_golden(name, &printed(&args));
    }
}

#[test]
fn csv_of_steps_and_of_searches_is_as_it_was() {
    let folder = Folder::new("golden");
    let (lines, rows) = (folder.path("lines"), folder.path("rows.csv"));
    let file = "levels/2-two-rooms-and-a-tunnel.xsb";
    printed(&["solve", file, "--nodes", "2k", "--time", "1h", "--quiet", "-o", &lines]);
    let steps = printed(&["explain", file, "--solution", &lines, "--format", "csv", "--quiet"]);
    assert_golden("steps-csv", &repeatable(&steps));
    let searches = ["--strategies", "breadth-first,a-star,lean", "--nodes", "300", "--time", "1h", "-o", &rows];
    printed(&[&["bench", "levels/6-lisa.xsb"], &searches[..]].concat());
    assert_golden("bench-csv", &repeatable(&fs::read_to_string(rows).expect("the rows")));
    let stats = printed(&["rooms", "stats", file, "levels/4-goal-room-with-one-door.xsb", "--format", "csv"]);
    assert_golden("rooms-csv", &repeatable(&stats));
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let levels: String = ["6-lisa", "1-one-room", "7-orders"]
        .map(|name| std::fs::read_to_string(own(name)).unwrap())
        .join("\n\n#####\n#.$@#\n#$  #\n#####\n\n");
    let commands = "solve - --nodes 2k --time 10m --json, plan - --nodes 2k, plan - --nodes 2k --json, rooms -, \
                    rooms stats -, layers - --nodes 500 --json, prove - --nodes 500";
    for command in commands.split(", ") {
        let run = |threads| {
            let run = sokoplan(&levels, &command.split(' ').chain(["--threads", threads]).collect::<Vec<_>>());
            let is_json = command.ends_with("--json");
            let rows = if is_json { run.rows().into_iter().map(timeless).collect() } else { Vec::new() };
            assert!(!run.err.is_empty(), "the fault is reported: {command}");
            // The summary of `solve` has its seconds.
            let said = if command.starts_with("solve") { String::new() } else { run.err };
            (if is_json { String::new() } else { run.out }, rows, run.code, said)
        };
        assert_eq!(run("1"), run("3"), "{command}");
    }
}
