//! A lint of what the text of the sources shows: the order of the folders, and what only some of them may do.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of `src/core` and of `src`. Each uses only folders before it; cargo checks the packages.
const ORDER: &str = "level maze push abstraction steps heuristic deadlock proof feature_space packing search textbook planner exact \
                     solve assist generate files render study answers serve cli";

/// Words that occur only in files below these places.
const ONLY_IN: [(&[&str], &[&str]); 6] = [
    (
        &["println!", "print!", "eprintln!", "dbg!", "io::stdout", "io::stderr", "anstream::std"],
        &["cli", "module.rs", "sokoproof/main.rs"],
    ),
    (&["env::var", "process::exit", "process::abort"], &["cli"]),
    (&["Instant::now", "SystemTime"], &["run", "core/solve/schedule", "answers", "cli"]),
    (
        &["thread::spawn", "thread::scope", "thread::Builder"],
        &["run/spares.rs", "core/solve/improve.rs", "core/solve/schedule", "serve", "cli"],
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

/// The place of a file: its folders below `src` and its name, without `mod`.
type Module = Vec<String>;

/// A path that a file mentions.
struct Mention {
    path: Vec<String>,
    /// Under which name the file imports it.
    imported: Option<String>,
    /// It is only exported.
    handed_on: bool,
}

/// Names, `::` and single signs.
fn tokens(mut code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    while let Some(first) = code.trim_start().chars().next() {
        code = code.trim_start();
        let name = code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len());
        let sign = if code.starts_with("::") { 2 } else { first.len_utf8() };
        let (token, rest) = code.split_at(if name > 0 { name } else { sign });
        tokens.push(token);
        code = rest;
    }
    tokens
}

/// Reads the path, or the tree of paths in braces, at `at` behind `start`. Returns where it ends.
fn read_paths(tokens: &[&str], mut at: usize, start: &[String], found: &mut Vec<(Vec<String>, String)>) -> usize {
    if tokens.get(at) == Some(&"{") {
        at += 1;
        while tokens.get(at).is_some_and(|token| *token != "}") {
            at = read_paths(tokens, at, start, found);
            at += usize::from(tokens.get(at) == Some(&","));
        }
        return at + 1;
    }
    let path = [start, &[tokens[at].to_owned()]].concat();
    let more = |next: &&str| next.starts_with(|c: char| c.is_alphanumeric() || "_{*".contains(c));
    match (tokens.get(at + 1), tokens.get(at + 2)) {
        (Some(&"::"), Some(next)) if more(next) => read_paths(tokens, at + 2, &path, found),
        (Some(&"as"), Some(name)) => {
            found.push((path, (*name).to_owned()));
            at + 3
        }
        _ => {
            let name = path.last().unwrap().clone();
            found.push((path, name));
            at + 1
        }
    }
}

/// All paths of a file. One that the file only exports is handed on.
fn paths_of(code: &str) -> Vec<Mention> {
    let tokens = tokens(code);
    let mut paths = Vec::new();
    // Names in other places than imports: what a file exports and does not use itself, it only hands on.
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut found = Vec::new();
        let is_use = tokens[at] == "use";
        let before = at.checked_sub(1).map_or("", |before| tokens[before]);
        let is_head = tokens.get(at + 1) == Some(&"::") && !["::", ".", "in"].contains(&before);
        let statement = tokens[..at].rsplit(|token| [";", "{", "}", "]"].contains(token)).next();
        let exports = is_use && statement.is_some_and(|words| words.contains(&"pub"));
        let end =
            if is_use || is_head { read_paths(&tokens, at + usize::from(is_use), &[], &mut found) } else { at + 1 };
        if !is_use && before != "mod" {
            used.extend(tokens[at..end].iter().copied());
        }
        paths.extend(found.into_iter().map(|(path, name)| Mention {
            path,
            imported: is_use.then_some(name),
            handed_on: exports,
        }));
        at = end;
    }
    for mention in &mut paths {
        mention.handed_on &= mention.imported.as_ref().is_some_and(|name| !used.contains(name.as_str()));
    }
    paths
}

/// The path from `src`, if it begins with a place of this program.
fn absolute(files: &BTreeMap<Module, Vec<Mention>>, file: &[String], path: &[String]) -> Option<Module> {
    let package = |name: &&String| ["core", "run", "sokoproof", "strips"].contains(&name.as_str());
    let up = path.iter().take_while(|name| *name == "super").count();
    let start = match path[0].as_str() {
        "crate" => file.iter().take(1).filter(package).cloned().collect(),
        "self" => file.to_vec(),
        "super" => file[..file.len().checked_sub(up)?].to_vec(),
        child => return files.contains_key(&[file, &[child.to_owned()]].concat()).then(|| [file, path].concat()),
    };
    Some([start, path[up.max(1)..].to_vec()].concat())
}

/// The file that defines what a path names; exports on the way are followed.
fn defined_in(files: &BTreeMap<Module, Vec<Mention>>, path: &[String]) -> Option<Module> {
    let known = (0..=path.len()).rev().find(|known| files.contains_key(&path[..*known]))?;
    let (file, names) = path.split_at(known);
    let named = |mention: &&Mention| mention.imported.is_some() && mention.imported.as_ref() == names.first();
    let Some(import) = files[file].iter().find(named) else { return Some(file.to_vec()) };
    let source = absolute(files, file, &import.path)?;
    defined_in(files, &[source, names[1..].to_vec()].concat())
}

#[test]
fn files_of_a_folder_use_each_other_in_no_ring() {
    let mut files = BTreeMap::<Module, Vec<Mention>>::new();
    for (path, code) in sources() {
        let mut module: Module = path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        module.pop_if(|name| ["mod", "lib", "main"].contains(&name.as_str()));
        files.entry(module).or_default().extend(paths_of(&code));
    }
    // By folder: which of its files and subfolders reach which others.
    let mut folders = BTreeMap::<&[String], BTreeMap<&str, BTreeSet<String>>>::new();
    for (file, paths) in &files {
        for mention in paths.iter().filter(|mention| !mention.handed_on) {
            let target = absolute(&files, file, &mention.path).filter(|path| !file.starts_with(path));
            let Some(target) = target.and_then(|path| defined_in(&files, &path)).filter(|target| target != file) else {
                continue;
            };
            let common = file.iter().zip(&target).take_while(|(one, other)| one == other).count();
            let part = |of: &[String]| of.get(common).map_or("mod".to_owned(), String::clone);
            let user = file.get(common).map_or("mod", String::as_str);
            folders.entry(&file[..common]).or_default().entry(user).or_default().insert(part(&target));
        }
    }
    let mut rings = BTreeSet::new();
    for (folder, mut reached) in folders {
        for _ in 0..reached.len() {
            let before = reached.clone();
            for targets in reached.values_mut() {
                let further = targets
                    .iter()
                    .filter_map(|target| before.get(target.as_str()))
                    .flatten()
                    .cloned()
                    .collect::<Vec<_>>();
                targets.extend(further);
            }
        }
        for (file, targets) in reached.iter().filter(|(file, targets)| targets.contains(**file)) {
            let returns = |other: &&String| reached.get(other.as_str()).is_some_and(|back| back.contains(*file));
            let ring = targets.iter().filter(returns).map(String::as_str).collect::<Vec<_>>();
            rings.insert(format!("{}: {}", folder.join("/"), ring.join(" ")));
        }
    }
    assert!(rings.is_empty(), "files that use each other in a ring (`mod` is `mod.rs`): {rings:#?}");
}
