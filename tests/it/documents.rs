//! Paths and words in documents and scripts stand for something that exists.

use crate::common::command::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Parts that were measured and removed: their figures stay.
const REMOVED: [&str; 4] = ["cluster", "fess-by-blocks", "connectivity-adviser", "out-of-plan-adviser"];

/// Names of tools, words of other languages, and folders that a build makes.
const FOREIGN: [&str; 4] = ["cargo-mutants", "repository-code", "unsafe", "tsc"];

/// Where the paths of documents start.
const STARTS: [&str; 6] = ["", "src", "src/core", "tests/it", "tests", "python"];

fn files_below(folder: &str) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(root(folder)).into_iter().filter_map(Result::ok);
    entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path).collect()
}

/// Words with `-` and `_` of all sources, manifests and help texts, but not of comments.
fn known_words() -> BTreeSet<String> {
    let mut files: Vec<_> =
        ["src", "tests/it", "benches", "fuzz/fuzz_targets"].into_iter().flat_map(files_below).collect();
    files.extend([root("Cargo.toml"), root("src/core/Cargo.toml")]);
    let mut words = BTreeSet::new();
    for file in files {
        words.extend(file.iter().filter_map(|part| part.to_str()).map(|part| part.replace(".rs", "")));
        let text = fs::read_to_string(&file).unwrap_or_default();
        let code = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//") || line.contains("]("))
            .flat_map(|line| line.split(|sign: char| !(sign.is_alphanumeric() || "-_".contains(sign))));
        words.extend(code.map(|word| word.trim_matches('-').to_owned()));
    }
    words
}

/// The code spans of a document, with the number of their line.
fn spans(text: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        fenced ^= line.starts_with("```");
        if !fenced {
            found.extend(line.split('`').skip(1).step_by(2).map(|span| (at + 1, span)));
        }
    }
    found
}

/// Whether a word is a path of this project, and no pattern or path that a reader fills in.
fn is_path(word: &str) -> bool {
    let ends = [".rs", ".md", ".toml", ".snap", ".sh", ".py", ".txt", ".xsb", ".cff"];
    let plain = word.chars().all(|sign| sign.is_ascii_alphanumeric() || "._-/:{},".contains(sign));
    let name = word.split("::").next().unwrap_or(word);
    let open =
        name.split(['/', '.', '-']).any(|part| part.len() > 1 && part.chars().all(|sign| sign.is_ascii_uppercase()));
    let stays = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "RELEASE.md", "SECURITY.md"];
    plain
        && word.chars().any(|sign| sign.is_ascii_alphabetic())
        && word != "mod.rs"
        && (stays.contains(&word) || !open)
        && (ends.iter().any(|end| name.ends_with(end)) || name.trim_end_matches('/').contains('/'))
}

/// Where a path is: below one of the starts, or beside the last path.
fn found(path: &str, last: Option<&Path>) -> Option<PathBuf> {
    let beside = last.and_then(Path::parent).map(|folder| folder.join(path));
    let places = STARTS.iter().map(|start| root(start).join(path));
    places.chain(beside).find(|place| place.exists())
}

/// What does not exist of the paths and words of a document.
fn missing(name: &str, text: &str, words: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut last: Option<PathBuf> = None;
    for (line, span) in spans(text) {
        for word in span.split_whitespace().filter(|word| is_path(word)) {
            let (path, function) = word.split_once("::").unwrap_or((word, ""));
            last = found(path, last.as_deref()).or(last);
            match found(path, last.as_deref()) {
                // A build makes these.
                None if path.starts_with("target/") => {}
                None => wrong.push(format!("{name}:{line}: no file {path}")),
                Some(file) if !function.is_empty() => {
                    let code = fs::read_to_string(file).unwrap_or_default();
                    if ![format!("fn {function}("), format!("fn {function}<")].iter().any(|head| code.contains(head)) {
                        wrong.push(format!("{name}:{line}: no function {word}"));
                    }
                }
                Some(_) => {}
            }
        }
        let mut tokens = span.split_whitespace().peekable();
        let is_word = tokens.peek() == Some(&span);
        let mut asked: Vec<&str> = if is_word { vec![span] } else { Vec::new() };
        while let Some(token) = tokens.next() {
            if ["--strategy", "--leave-out", "--ablate"].contains(&token) {
                asked.extend(tokens.peek().into_iter().flat_map(|next| next.split(',')));
            }
        }
        let plain = |word: &&str| word.chars().all(|sign| sign.is_ascii_lowercase() || "-_".contains(sign));
        let asked = asked.into_iter().filter(|word| word.len() > 1 && !word.starts_with('-')).filter(plain);
        let unknown = asked.filter(|word| !words.contains(*word) && !REMOVED.contains(word) && !FOREIGN.contains(word));
        wrong.extend(unknown.map(|word| format!("{name}:{line}: nothing is called {word}")));
    }
    wrong
}

#[test]
fn paths_and_words_in_documents_exist() {
    let words = known_words();
    let mut wrong = Vec::new();
    for name in
        ["src/core/FIGURES.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "RELEASE.md", "README.md", "python/README.md"]
    {
        let text = fs::read_to_string(root(name)).unwrap();
        wrong.extend(missing(name, &text, &words));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_in_scripts_exist() {
    let mut wrong = Vec::new();
    for name in [".ci/run", ".ci/long", ".ci/release", ".ci/edges", ".ci/cluster", ".github/workflows/ci.yml"] {
        let text = fs::read_to_string(root(name)).unwrap();
        let kept = |sign: char| sign.is_ascii_alphanumeric() || "._-/*$".contains(sign);
        for (at, line) in text.lines().enumerate() {
            let words = line.split(|sign: char| !kept(sign)).map(|word| word.trim_end_matches('.'));
            let starts =
                ["src/", "tests/", "levels/", "benches/", "examples/", "domains/", "snapshots/", ".ci/", "fuzz/seeds"];
            let paths = words
                .clone()
                .filter(|word| starts.iter().any(|start| word.starts_with(start)) && !word.contains(['*', '$']));
            wrong.extend(paths.filter(|path| !root(path).exists()).map(|path| format!("{name}:{}: no {path}", at + 1)));
            let benches = line.split("--bench ").skip(1).filter_map(|rest| rest.split_whitespace().next());
            let missing = benches.filter(|bench| !root(&format!("benches/{bench}.rs")).exists());
            wrong.extend(missing.map(|bench| format!("{name}:{}: no benchmark {bench}", at + 1)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn figures_that_sources_name_exist() {
    let figures = fs::read_to_string(root("src/core/FIGURES.md")).unwrap();
    let mut wrong = Vec::new();
    for file in files_below("src/core") {
        let text = fs::read_to_string(&file).unwrap_or_default();
        for rest in text.split("`FIGURES.md`, ").skip(1) {
            let name = rest.split(['.', ')', ';', '\n']).next().unwrap_or_default();
            let name = name.trim_matches(|sign| "`\"".contains(sign));
            if !figures.contains(&format!("\n## {name}\n")) {
                wrong.push(format!("{}: no figures of {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_path_or_word_that_does_not_exist_is_found() {
    let words = BTreeSet::from(["fess".to_owned()]);
    let text = "`core/level/read/mod.rs::read` and `level/board.rs`, `symmetry.rs`, `fess`, `solve FILE --strategy fess --nodes N`";
    assert_eq!(missing("d", text, &words), Vec::<String>::new());
    let text = "`level/read/mod.rs::reads`, `levels/board.rs`\n`fesse`, `solve --strategy less`";
    let expected = [
        "d:1: no function level/read/mod.rs::reads",
        "d:1: no file levels/board.rs",
        "d:2: nothing is called fesse",
        "d:2: nothing is called less",
    ];
    assert_eq!(missing("d", text, &words), expected);
}
