//! The order of the folders of `src/`, read off the `use` lines; what is public; and which files may hold tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each folder may use those before it. `sokoproof` uses none, and `strips` stands beside the rest, on `run` alone; see
/// [`may_use`].
const ORDER: [&str; 25] = [
    "sokoproof",
    "run",
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
    "strips",
    "cli",
];

/// The nouns of the crate's root.
const ROOT: [&str; 16] = [
    "Areas",
    "Assistant",
    "Collection",
    "Heuristic",
    "HeuristicSet",
    "Level",
    "Limits",
    "Lurd",
    "Outcome",
    "Report",
    "Rule",
    "RuleSet",
    "Solution",
    "SolveEvent",
    "Solver",
    "StopFlag",
];

/// Modules below the folders that are public under their own name.
const PUBLIC_BELOW: [&str; 9] = [
    "abstraction::theory",
    "deadlock::patterns",
    "deadlock::rules",
    "heuristic::estimates",
    "planner::parts",
    "planner::pddl",
    "search::optimal",
    "strips::pddl",
    "study::rungs",
];

/// Folders that are packages of their own, whose paths begin at themselves. What they use of others cargo knows too.
const PACKAGES: [&str; 3] = ["run", "sokoproof", "strips"];

fn place(folder: &str) -> Option<usize> {
    ORDER.iter().position(|&name| name == folder)
}

/// Returns whether files of one folder may use another.
fn may_use(from: &str, to: &str) -> bool {
    let (from_place, to_place) = (place(from), place(to));
    match (from, to) {
        _ if from == to => true,
        ("sokoproof", _) => false,
        ("strips", _) => to == "run",
        // The search for pushes knows no plans: those come to it as advice.
        (_, "strips") => from_place >= place("planner"),
        // Programs on top, side by side.
        ("play" | "study" | "generate" | "serve", "play" | "study" | "generate" | "serve") => false,
        _ => to_place.is_some() && to_place < from_place,
    }
}

/// A source file: its path below `src/` and its code, without its unit tests.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) code: String,
}

impl Source {
    /// The folders that it lies in, `["planner", "counts"]`.
    fn folders(&self) -> Vec<&str> {
        self.path.parent().into_iter().flat_map(Path::iter).filter_map(|part| part.to_str()).collect()
    }

    /// Everything that its `use` lines name, as absolute paths below the crate.
    pub(crate) fn used(&self) -> BTreeSet<Vec<String>> {
        let here: Vec<String> = self.folders().into_iter().map(str::to_owned).collect();
        let is_folder = self.path.ends_with("mod.rs");
        let uses = self.code.split(';').filter_map(|part| part.rfind("use ").map(|at| &part[at + 4..]));
        let paths = uses.flat_map(expanded).filter_map(|path| absolute(&here, is_folder, &path));
        paths.collect()
    }
}

/// `a::{b, c::{d, e}}` as `a::b`, `a::c::d`, `a::c::e`.
fn expanded(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(expanded).map(|part| format!("{head}{part}")).collect()
}

/// The path below the crate that a path in a file of some folder means; `None` for other crates.
fn absolute(here: &[String], is_folder: bool, path: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = path.split("::").map(|word| word.trim().to_owned()).collect();
    if words[0] == "crate" {
        let package = here.first().filter(|folder| PACKAGES.contains(&folder.as_str()));
        let own = package.filter(|_| words.get(1).is_none_or(|word| !PACKAGES.contains(&word.as_str())));
        return Some(own.into_iter().cloned().chain(words.split_off(1)).collect());
    }
    // A file `planner/step.rs` is the module `planner::step`: its first `super` is its folder.
    let mut base = here.to_vec();
    let ups = words.iter().take_while(|word| *word == "super").count();
    if ups == 0 {
        return None;
    }
    base.truncate((base.len() + usize::from(!is_folder)).checked_sub(ups)?);
    base.extend(words.split_off(ups));
    Some(base)
}

pub(crate) fn sources() -> Vec<Source> {
    fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                walk(&entry, into);
            } else if entry.extension().is_some_and(|ending| ending == "rs") {
                into.push(entry);
            }
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&src, &mut files);
    let source = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("\n#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        Source { path: file.strip_prefix(&src).unwrap().to_owned(), code: lines.collect::<Vec<_>>().join("\n") }
    };
    files.into_iter().map(source).collect()
}

#[test]
fn folders_use_only_those_before_them() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.path.ends_with("tests.rs")) {
        let folders = source.folders();
        let Some(&folder) = folders.first() else { continue };
        assert!(place(folder).is_some(), "src/{folder} has no place in the order");
        let names = source.code.split("crate::").skip(1);
        let names = names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
        let is_own = |name: &String| PACKAGES.contains(&folder) && !PACKAGES.contains(&name.as_str());
        for name in names.collect::<BTreeSet<_>>().into_iter().filter(|name| !is_own(name) && !may_use(folder, name)) {
            wrong.push(format!("src/{}: uses {name}", source.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Two folders below one folder never need each other, not even by way of a third.
#[test]
fn subfolders_have_an_order() {
    let sources = sources();
    // What a folder hands on from its subfolders: `planner::AbstractTask` is of `planner::counts`.
    let mut home: BTreeMap<Vec<String>, String> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.ends_with("mod.rs")) {
        let here: Vec<String> = source.folders().into_iter().map(str::to_owned).collect();
        let uses = source.code.split(';').filter_map(|part| part.rfind("pub use ").map(|at| &part[at + 8..]));
        for words in uses.flat_map(expanded).map(|path| path.split("::").map(str::to_owned).collect::<Vec<_>>()) {
            let item = [&here[..], &words[words.len() - 1..]].concat();
            home.insert(item, words[0].trim().to_owned());
        }
    }
    let mut needs: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for source in &sources {
        let folders = source.folders();
        let [folder, subfolder, ..] = folders[..] else { continue };
        for path in source.used().into_iter().filter(|path| path.len() > 1 && path[0] == folder) {
            let other = home.get(&path[..2]).unwrap_or(&path[1]);
            let is_subfolder = sources.iter().any(|s| s.folders().starts_with(&[folder, other]));
            if other != subfolder && is_subfolder {
                needs.entry((folder.to_owned(), subfolder.to_owned())).or_default().insert(other.clone());
            }
        }
    }
    assert!(needs.len() > 3, "no subfolder uses another: are the `use` lines still read? {needs:?}");
    for (folder, first) in needs.keys() {
        let mut reached: BTreeSet<&String> = BTreeSet::new();
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            for next in needs.get(&(folder.clone(), at.clone())).into_iter().flatten() {
                assert!(next != first, "{folder}/{first} and {folder}/{at} need each other");
                if reached.insert(next) {
                    open.push(next);
                }
            }
        }
    }
}

#[test]
fn only_the_nouns_stand_at_the_root_and_only_named_modules_are_public_below() {
    let sources = sources();
    let root = sources.iter().find(|source| source.path == Path::new("lib.rs")).unwrap();
    let uses = root.code.split(';').filter_map(|part| part.rfind("pub use ").map(|at| &part[at + 8..]));
    let last = |path: String| path.rsplit("::").next().map(str::to_owned);
    let is_package = |noun: &String| PACKAGES.iter().any(|package| noun.ends_with(package));
    let nouns: BTreeSet<String> = uses.flat_map(expanded).filter_map(last).filter(|noun| !is_package(noun)).collect();
    assert_eq!(nouns, ROOT.map(str::to_owned).into());
    let mut public = BTreeSet::new();
    for source in sources.iter().filter(|source| source.path.ends_with("mod.rs")) {
        for line in source.code.lines().filter_map(|line| line.strip_prefix("pub mod ")) {
            public.insert(format!("{}::{}", source.folders().join("::"), line.trim_end_matches(';')));
        }
    }
    assert_eq!(public, PUBLIC_BELOW.map(str::to_owned).into());
}

/// But for the game, whose parts are private.
#[test]
fn tests_stand_inside_their_modules_or_here() {
    let files = sources().into_iter().map(|source| source.path.display().to_string());
    let tests: Vec<_> = files.filter(|path| path.ends_with("tests.rs")).collect();
    assert_eq!(tests, ["play/tests.rs"]);
}

#[test]
fn the_order_itself_is_what_it_should_be() {
    for (from, to, may) in [
        ("run", "level", false),
        ("proof", "sokoproof", true),
        ("sokoproof", "run", false),
        ("deadlock", "proof", false),
        ("level", "run", true),
        ("strips", "level", false),
        ("strips", "run", true),
        ("abstraction", "strips", false),
        ("heuristic", "deadlock", false),
        ("deadlock", "heuristic", true),
        ("packing", "search", false),
        ("search", "planner", false),
        ("textbook", "planner", false),
        ("planner", "strips", true),
        ("study", "generate", false),
        ("serve", "play", false),
        ("serve", "render", true),
        ("render", "cli", false),
        ("cli", "solve", true),
        ("cli", "nosuch", false),
    ] {
        assert_eq!(may_use(from, to), may, "{from} -> {to}");
    }
}

#[test]
fn use_lines_are_read_whole() {
    assert_eq!(expanded("a::{b, c::{d, e}}"), ["a::b", "a::c::d", "a::c::e"]);
    let here = ["planner".to_owned(), "counts".to_owned()];
    let path = |path| absolute(&here, false, path).map(|words| words.join("::"));
    assert_eq!(path("super::X").as_deref(), Some("planner::counts::X"));
    assert_eq!(path("super::super::X").as_deref(), Some("planner::X"));
    assert_eq!(path("crate::run::Meter").as_deref(), Some("run::Meter"));
    let in_package = |path| absolute(&["strips".to_owned()], false, path).map(|words| words.join("::"));
    assert_eq!(in_package("crate::run::Meter").as_deref(), Some("run::Meter"));
    assert_eq!(in_package("crate::pddl::Domain").as_deref(), Some("strips::pddl::Domain"));
    assert_eq!(path("std::fs"), None);
}
