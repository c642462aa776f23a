//! What the text of the sources shows: the order of the folders of `src/`, and what only some of them may do.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder may use those before it; cargo sees to the three packages.
const ORDER: [&str; 22] = [
    "files",
    "level",
    "maze",
    "push",
    "abstraction",
    "steps",
    "heuristic",
    "deadlock",
    "proof",
    "feature_space",
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
    "serve",
    "cli",
];

/// Packages, with the first folder that may use each.
const PACKAGES: [(&str, &str); 3] = [("run", "files"), ("sokoproof", "proof"), ("strips", "planner")];

/// Programs, none of which may use another.
const BESIDE: [&str; 4] = ["play", "study", "generate", "serve"];

fn may_use(from: &str, to: &str) -> bool {
    let place = |folder: &str| ORDER.iter().position(|&one| one == folder);
    let first = PACKAGES.iter().find(|(package, _)| *package == to).map_or(to, |(_, first)| *first);
    let is_beside = from != to && BESIDE.contains(&from) && BESIDE.contains(&to);
    !is_beside && place(first).is_some_and(|first| Some(first) <= place(from))
}

/// A source file: its path below `src/` and its code, without comments and unit tests.
struct Source {
    path: PathBuf,
    code: String,
}

fn sources() -> Vec<Source> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&src).into_iter().map(|entry| entry.unwrap().into_path());
    let source = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap().lines();
        let code = code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        Source { path: file.strip_prefix(&src).unwrap().to_owned(), code }
    };
    files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")).map(source).collect()
}

#[test]
fn folders_use_only_those_before_them() {
    let mut wrong = BTreeSet::new();
    for Source { path, code } in sources() {
        let folder = path.iter().next().and_then(|part| part.to_str()).unwrap();
        if path.iter().count() == 1 || PACKAGES.iter().any(|(package, _)| *package == folder) {
            continue;
        }
        for rest in code.split("crate::").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !may_use(folder, &name) {
                wrong.insert(format!("src/{}: uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Fails where one of these words stands in a source that is not below these folders or files.
fn only_in(words: &[&str], places: &[&str]) {
    let sources = sources().into_iter().filter(|source| !places.iter().any(|place| source.path.starts_with(place)));
    let found = |source: Source| {
        let words = words.iter().filter(|word| source.code.contains(**word));
        words.map(|word| format!("src/{}: {word}", source.path.display())).collect::<Vec<_>>()
    };
    let wrong: Vec<String> = sources.filter(|source| !source.path.ends_with("tests.rs")).flat_map(found).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verification_uses_the_board_alone() {
    let sources = sources();
    let verify = sources.iter().find(|source| source.path == Path::new("level/verify.rs")).unwrap();
    assert!(verify.code.split("crate::").skip(1).all(|rest| rest.starts_with("level")));
}

#[test]
fn only_the_command_line_prints_reads_the_environment_or_ends_the_process() {
    only_in(
        &["println!", "print!", "eprintln!", "dbg!", "io::stdout", "io::stderr", "anstream::std"],
        &["cli", "sokoproof/main.rs"],
    );
    only_in(&["env::var", "process::exit", "process::abort"], &["cli"]);
}

#[test]
fn only_limits_schedules_and_programs_read_the_clock_and_start_threads() {
    only_in(&["Instant::now", "SystemTime"], &["run", "solve/schedule", "play", "serve", "cli"]);
    let places = ["planner/agenda/ahead.rs", "solve/schedule", "play", "serve", "cli"];
    only_in(&["thread::spawn", "thread::scope", "thread::Builder"], &places);
}

#[test]
fn no_search_has_maps_in_random_order() {
    only_in(&["std::collections::HashMap", "std::collections::HashSet", "RandomState"], &["run/held.rs"]);
}

#[test]
fn only_the_server_opens_connections_and_only_one_part_writes_files() {
    only_in(&["TcpListener", "TcpStream", "UdpSocket"], &["serve"]);
    only_in(&["File::create", "fs::write", "OpenOptions", "NamedTempFile"], &["files"]);
}

#[test]
fn nothing_is_unsafe_and_nothing_unwraps() {
    only_in(&[".unwrap()", "unsafe {", "unsafe fn", "unsafe impl"], &[]);
}
