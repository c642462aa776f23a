//! How large the sources are: CONTRIBUTING.md has a table of the lines of each folder, and what the last changes did to it.

use super::layers::sources;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The lines of code of each folder of `src/`, without comments and unit tests; files at the root count as `.`.
fn lines() -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for source in sources().iter().filter(|source| !source.path.ends_with("tests.rs")) {
        let folder = source.path.parent().and_then(|folder| folder.iter().next()?.to_str()).unwrap_or(".");
        let code = source.code.lines().filter(|line| !line.trim().is_empty()).count();
        *lines.entry(folder.to_owned()).or_default() += code;
    }
    lines
}

/// The table of CONTRIBUTING.md.
fn recorded() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md")).unwrap();
    let chapter = text.split("\n## Size\n").nth(1).unwrap_or_default();
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect::<Vec<_>>();
    let rows = chapter.lines().filter(|line| line.starts_with("| `")).map(cells);
    rows.map(|row| (row[1].clone(), row[2].replace(',', "").parse().unwrap())).collect()
}

#[test]
fn no_folder_grows_by_more_than_a_tenth_without_a_changed_line_in_contributing() {
    let (lines, recorded) = (lines(), recorded());
    let is_fair = |(folder, &now): (&String, &usize)| recorded.get(folder).is_some_and(|&was| now * 10 <= was * 11);
    let mut table = String::new();
    for (folder, now) in &lines {
        writeln!(table, "| `{folder}` | {now} |").unwrap();
    }
    let all: usize = lines.values().sum();
    let grown: Vec<_> = lines.iter().filter(|&row| !is_fair(row)).map(|(folder, _)| folder).collect();
    assert!(grown.is_empty(), "{grown:?} grew; say why in CONTRIBUTING.md, and renew its table:\n{table}all: {all}");
    let gone: Vec<_> = recorded.keys().filter(|folder| !lines.contains_key(*folder)).collect();
    assert!(gone.is_empty(), "{gone:?} have no sources");
}
