//! Digests of the rows of `solve --json`: of every own level, by every word of `--strategy`, rung, metric and preset.
//!
//! Two lines differ where a byte of a row does, seconds apart. The rows themselves are written to a file, for the
//! difference between two commits. `INSTA_UPDATE=always cargo test --test it digests -- --ignored` accepts intended changes.

use super::common::command::{out, rows, sokoplan};
use super::snapshots::{files, folder, settings};
use serde_json::Value;
use sokoplan::abstraction::Rung;
use sokoplan::study::Preset;
use std::fs;
use std::path::Path;

/// The words of `--strategy`; the searches of the textbooks come with their presets too.
const STRATEGIES: [&str; 8] = ["all", "plans", "takeovers", "pushes", "lean", "fess", "fess-by-starts", "target"];
const METRICS: [&str; 4] = ["pushes", "moves", "pushes-moves", "moves-pushes"];

/// What is asked of all levels: its name, and its arguments.
fn questions() -> Vec<(String, Vec<String>)> {
    let question = |args: &[&str]| (args.join(" "), args.iter().map(|&arg| arg.to_owned()).collect::<Vec<_>>());
    let mut all: Vec<_> = STRATEGIES.iter().map(|word| question(&["--strategy", word, "--nodes", "1000"])).collect();
    all.extend(METRICS.iter().map(|word| question(&["--optimal", word, "--nodes", "1000"])));
    let rungs = ["auto", "transfers"].into_iter().chain(Rung::ALL.map(Rung::word));
    let plans = |word| question(&["--strategy", "plans", "--abstraction", word, "--nodes", "300"]);
    all.extend(rungs.map(plans));
    for setup in Preset::ALL.into_iter().flat_map(|preset| preset.setups()) {
        all.push(question(&["--strategy", &setup.to_string(), "--nodes", "300"]));
    }
    all
}

/// FNV-1a, whose values never change.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A row without what no two runs share, and without the path of the file.
fn repeatable(mut row: Value) -> Value {
    if let Some(object) = row.as_object_mut() {
        object.retain(|key, _| key != "seconds" && key != "peak_bytes");
        if let Some(file) = object.get_mut("file") {
            *file = Path::new(file.as_str().unwrap_or_default())
                .file_stem()
                .map_or(Value::Null, |stem| Value::from(stem.to_string_lossy().into_owned()));
        }
    }
    row
}

/// A line a question and a row, and the rows themselves; of these levels of each file.
fn rows_of(levels: &[&str]) -> (Vec<String>, String) {
    let files: Vec<String> =
        files(&folder("levels"), "xsb").iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let (mut digests, mut whole) = (Vec::new(), String::new());
    for (name, args) in questions() {
        let mut command: Vec<&str> = vec!["solve"];
        command.extend(files.iter().map(String::as_str));
        command.extend(args.iter().map(String::as_str));
        command.extend(["--time", "1h", "--threads", "2", "--json"]);
        command.extend(levels);
        let rows = rows(&out(&sokoplan("", &command)));
        assert!(rows.len() > files.len(), "{command:?}");
        digests.push(name.clone());
        for row in rows.into_iter().filter(|row| row["type"] == "level").map(repeatable) {
            let place = format!("{} {}", row["file"].as_str().unwrap(), row["level"]);
            let (text, answer) = (row.to_string(), row["answer"].as_str().unwrap());
            digests.push(format!("  {place:34} {:016x} {answer}", digest(&text)));
            whole += &format!("{name}: {text}\n");
        }
    }
    (digests, whole)
}

/// The first two levels of each file, against their lines in the snapshot.
#[test]
fn rows_of_some_own_levels_are_as_they_were() {
    let accepted = fs::read_to_string(folder("snapshots").join("digests.snap")).unwrap();
    let mut accepted = accepted.lines();
    for line in rows_of(&["--level", "1-2"]).0 {
        let place = line.get(..37).unwrap_or(&line);
        let next = accepted.find(|accepted| accepted.trim_end() == line || accepted.starts_with(place));
        assert_eq!(next, Some(line.as_str()), "an ignored test shows all rows that differ");
    }
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn rows_of_all_own_levels_are_as_they_were() {
    let (digests, whole) = rows_of(&[]);
    assert!(digests.len() > 1000, "{}", digests.len());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("digests.jsonl");
    fs::write(&file, whole).unwrap();
    eprintln!("the rows: {}", file.display());
    settings("../../snapshots").bind(|| insta::assert_snapshot!("digests", digests.join("\n")));
}
