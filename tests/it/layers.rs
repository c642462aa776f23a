//! Dependencies between the folders of `src/`: each uses only those to its left.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The way through the house. `strips` stands on `run` alone, beside the rest; see [`may_use`].
const ORDER: [&str; 19] = [
    "run",
    "level",
    "maze",
    "push",
    "abstraction",
    "heuristic",
    "deadlock",
    "packing",
    "search",
    "textbook",
    "planner",
    "solve",
    "assist",
    "render",
    "play",
    "study",
    "generate",
    "strips",
    "cli",
];

fn place(folder: &str) -> Option<usize> {
    ORDER.iter().position(|&name| name == folder)
}

/// Returns whether files of one folder may use another.
fn may_use(from: &str, to: &str) -> bool {
    let (from_place, to_place) = (place(from), place(to));
    match (from, to) {
        _ if from == to => true,
        ("strips", _) => to == "run",
        // The search for pushes knows no plans: those come to it as advice.
        (_, "strips") => from == "abstraction" || from_place >= place("planner"),
        // Three programs on top, side by side.
        ("play" | "study" | "generate", "play" | "study" | "generate") => false,
        _ => to_place.is_some() && to_place < from_place,
    }
}

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            sources(&entry, into);
        } else if entry.extension().is_some_and(|ending| ending == "rs") {
            into.push(entry);
        }
    }
}

/// The folders that a file names, its tests left out: they may use any folder.
fn used(text: &str) -> BTreeSet<String> {
    let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = lines.flat_map(|line| line.split("crate::").skip(1));
    after.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

#[test]
fn folders_stand_on_those_to_their_left() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&src, &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let inner = file.strip_prefix(&src).expect("below src");
        let Some(folder) = inner.parent().and_then(|p| p.iter().next()).and_then(|p| p.to_str()) else { continue };
        assert!(place(folder).is_some(), "src/{folder} has no place in the order");
        if inner.to_str().is_some_and(|name| name.ends_with("tests.rs")) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a text");
        for name in used(&text).into_iter().filter(|name| !may_use(folder, name)) {
            wrong.push(format!("src/{}: uses {name}", inner.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_order_itself_is_what_it_should_be() {
    for (from, to, may) in [
        ("run", "level", false),
        ("level", "run", true),
        ("strips", "level", false),
        ("strips", "run", true),
        ("abstraction", "strips", true),
        ("deadlock", "strips", false),
        ("search", "strips", false),
        ("search", "planner", false),
        ("planner", "strips", true),
        ("study", "generate", false),
        ("render", "cli", false),
        ("cli", "solve", true),
        ("cli", "nosuch", false),
    ] {
        assert_eq!(may_use(from, to), may, "{from} -> {to}");
    }
    assert_eq!(used("use crate::level::Board;\n// crate::cli\nlet x = crate::run::Stop;").len(), 2);
}
