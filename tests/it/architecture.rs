//! A lint of what the text of the sources shows: the order of the folders, and what only some of them may do.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of `src/core` and of `src`. Each uses only folders before it; cargo checks the packages.
const ORDER: &str = "level maze push abstraction steps heuristic deadlock proof feature_space packing search textbook planner \
                     solve assist generate files render study serve cli";

/// Words that occur only in files below these places.
const ONLY_IN: [(&[&str], &[&str]); 6] = [
    (
        &["println!", "print!", "eprintln!", "dbg!", "io::stdout", "io::stderr", "anstream::std"],
        &["cli", "sokoproof/main.rs"],
    ),
    (&["env::var", "process::exit", "process::abort"], &["cli"]),
    (&["Instant::now", "SystemTime"], &["run", "core/solve/schedule", "serve", "cli"]),
    (
        &["thread::spawn", "thread::scope", "thread::Builder"],
        &["core/planner/agenda/ahead.rs", "core/solve/improve.rs", "core/solve/schedule", "serve", "cli"],
    ),
    (&["TcpListener", "TcpStream", "UdpSocket"], &["serve"]),
    (&["File::create", "fs::write", "OpenOptions", "NamedTempFile"], &["files"]),
];

/// Each source below `src`: its path, and its code without comments and unit tests.
fn sources() -> Vec<(PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&src).into_iter().map(|entry| entry.unwrap().into_path());
    let source = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap().lines();
        let code = code.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        (file.strip_prefix(&src).unwrap().to_owned(), code)
    };
    files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")).map(source).collect()
}

#[test]
fn folders_use_only_those_before_them_and_only_some_reach_outside() {
    let place = |name: &str| ORDER.split(' ').position(|one| one == name);
    let mut wrong = Vec::new();
    for (path, code) in sources() {
        let below = path.strip_prefix("core").unwrap_or(&path);
        let own = below.iter().next().and_then(|part| place(part.to_str()?));
        let used = code.split("crate::").skip(1).map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')));
        let used = used.filter_map(|mut names| names.next()).filter(|name| own.is_some() && place(name) > own);
        wrong.extend(used.map(|name| format!("src/{}: uses {name}", path.display())));
        let outside = ONLY_IN.iter().filter(|(_, places)| !places.iter().any(|place| path.starts_with(place)));
        let words = outside.flat_map(|(words, _)| *words).chain([&".unwrap()"]).filter(|word| code.contains(**word));
        wrong.extend(words.map(|word| format!("src/{}: {word}", path.display())));
    }
    wrong.retain(|line| !line.contains("tests.rs: "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
