//! The strength of the searches: how many nodes each takes, alone and with each part left out.
//!
//! Soundness is tested elsewhere. These numbers show a rule that is never applied, a feature that is never counted, and a switch
//! without effect or with a wrong one. `INSTA_UPDATE=always cargo test --test it signature -- --include-ignored` accepts intended
//! changes.

use super::snapshots::settings;
use crate::common::command::{own, root, sokoplan};
use serde_json::Value;
use sokoplan::solve::Part;
use std::collections::BTreeMap;
use std::fs;
use std::sync::OnceLock;

/// A column: a word of `--strategy`, or the search of a shortest solution, and the nodes for each level. The limits let the tables
/// of lost pairs and threes come into use, and the second half of `target`.
const COLUMNS: [(&str, &str); 10] = [
    ("lean", "6000"),
    ("fess", "1500"),
    ("fess-by-starts", "1500"),
    ("target", "6500"),
    ("plans", "6000"),
    ("takeovers", "6000"),
    ("agenda", "6000"),
    ("pushes", "13000"),
    ("all", "20000"),
    ("optimal", "3000"),
];

/// The columns in the order of their seconds, from 0.1 to 2.
const QUICK: [&str; 10] =
    ["agenda", "lean", "pushes", "fess-by-starts", "fess", "optimal", "all", "plans", "takeovers", "target"];

/// The columns whose numbers depend on a part, and another part to leave out besides, if it does the same work.
struct Known {
    part: &'static str,
    columns: &'static [&'static str],
    beside: &'static str,
}

const fn known(part: &'static str, columns: &'static [&'static str]) -> Known {
    Known { part, columns, beside: "" }
}

const FEATURES: &[&str] = &["fess", "fess-by-starts", "plans"];

const KNOWN: [Known; 26] = [
    // Without a matching no other rule refuses a box on a dead square.
    Known { part: "dead-squares", columns: &["lean"], beside: "matching" },
    known("freeze", &["lean", "fess", "fess-by-starts", "target", "plans", "optimal"]),
    known("diagonals", &["fess", "fess-by-starts", "target", "plans"]),
    known("pairs", &["lean", "optimal"]),
    known("matching", &["lean", "fess", "fess-by-starts", "target", "plans"]),
    known("frozen-walls", &["fess", "fess-by-starts", "target", "plans", "optimal"]),
    known("corral", &["fess", "fess-by-starts", "target", "plans", "optimal"]),
    known("pi-corral", &["lean", "fess", "fess-by-starts", "target", "plans", "optimal"]),
    known("packing", &["fess", "fess-by-starts", "plans"]),
    known("hotspots", FEATURES),
    known("out-of-plan", FEATURES),
    known("fallback", &["plans"]),
    known("labels", &["plans"]),
    known("symmetry", &["lean"]),
    known("packing-adviser", FEATURES),
    known("hotspots-adviser", FEATURES),
    known("opener-adviser", FEATURES),
    known("explorer-adviser", FEATURES),
    known("agenda", &["plans", "all"]),
    known("events-by-starts", &["plans", "all"]),
    known("events", &["plans"]),
    known("exact-plans", &["all"]),
    known("fess", &["pushes", "all"]),
    known("lean", &["pushes", "all"]),
    // One of the two solves every level before its turn.
    Known { part: "target", columns: &["pushes"], beside: "lean,fess-by-starts" },
    Known { part: "fess-by-starts", columns: &["pushes"], beside: "target,lean" },
];

/// Counts of a run on one level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Numbers {
    title: String,
    is_solved: bool,
    nodes: u64,
    plan_nodes: u64,
    pushes: u64,
    refused: u64,
}

fn numbers(row: &Value) -> Numbers {
    let refused = row["refused_by"].as_object().map_or(0, |by| by.values().filter_map(Value::as_u64).sum());
    Numbers {
        title: row["title"].as_str().unwrap().trim_start_matches("Signature: ").to_owned(),
        is_solved: row["answer"] == "solved",
        nodes: row["push_nodes"].as_u64().unwrap(),
        plan_nodes: row["plan_nodes"].as_u64().unwrap(),
        pushes: row["pushes"].as_u64().unwrap_or(0),
        refused,
    }
}

fn run(word: &str, leave_out: &str) -> Vec<Numbers> {
    let (_, nodes) = COLUMNS.into_iter().find(|column| column.0 == word).expect("a column");
    let levels = own("8-signature");
    let search = match word {
        "optimal" => ["--optimal", "pushes"],
        "takeovers" => ["--strategy", "plans,takeover"],
        word => ["--strategy", word],
    };
    let mut args = vec!["solve", &levels, "--nodes", nodes, "--time", "1h", "--threads", "2", "--json"];
    args.extend(search);
    if !leave_out.is_empty() {
        args.extend(["--leave-out", leave_out]);
    }
    let rows = sokoplan("", &args).rows();
    let all: Vec<Numbers> = rows.iter().filter(|row| row["type"] == "level").map(numbers).collect();
    assert!(all.len() >= 12, "{args:?}");
    all
}

/// Every column with all parts, made once for all tests.
fn whole() -> &'static BTreeMap<&'static str, Vec<Numbers>> {
    static WHOLE: OnceLock<BTreeMap<&'static str, Vec<Numbers>>> = OnceLock::new();
    WHOLE.get_or_init(|| COLUMNS.map(|(word, _)| (word, run(word, ""))).into())
}

fn head(first: &str) -> String {
    format!("{first:50}{}", COLUMNS.map(|(word, _)| format!("{word:>16}")).concat())
}

/// Nodes and pushes, `?` where the nodes ran out.
fn by_level() -> String {
    let mut lines = vec![head("push nodes/pushes of the solution")];
    for (at, level) in whole()["lean"].iter().enumerate() {
        let cell = |(word, _)| {
            let numbers = &whole()[word][at];
            let pushes = if numbers.is_solved { numbers.pushes.to_string() } else { "?".to_owned() };
            format!("{:>16}", format!("{}/{pushes}", numbers.nodes))
        };
        lines.push(format!("{:50}{}", level.title, COLUMNS.map(cell).concat()));
    }
    lines.join("\n")
}

/// Nodes and refusals of all levels together.
fn sums(all: &[Numbers]) -> String {
    let sum = |of: fn(&Numbers) -> u64| all.iter().map(of).sum::<u64>();
    format!("{}/{}", sum(|one| one.nodes), sum(|one| one.refused))
}

/// The result of a column without a part, as a cell of the table, and whether any number changed.
fn left_out(known: &Known, word: &str) -> (String, bool) {
    let Known { part, beside, .. } = known;
    let with = if beside.is_empty() { whole()[word].clone() } else { run(word, beside) };
    let both = format!("{part},{beside}");
    let without = run(word, both.trim_end_matches(','));
    (sums(&without), with != without)
}

/// The first word of a line of the table.
fn name(Known { part, beside, .. }: &Known) -> String {
    if beside.is_empty() { (*part).to_owned() } else { format!("{part}, {beside}") }
}

/// The effect of each part: a line a part, and the columns that know the part and stay as they are.
fn by_part() -> (String, Vec<(&'static str, &'static str)>) {
    let mut lines = vec![head("sum of push nodes/refusals, left out:")];
    lines.push(format!(
        "{:50}{}",
        "(nothing)",
        COLUMNS.map(|(word, _)| format!("{:>16}", sums(&whole()[word]))).concat()
    ));
    let mut unchanged = Vec::new();
    for known in &KNOWN {
        let mut cells = BTreeMap::new();
        for word in known.columns {
            let (cell, is_changed) = left_out(known, word);
            if !is_changed {
                unchanged.push((known.part, *word));
            }
            cells.insert(*word, cell);
        }
        let cell = |(word, _)| format!("{:>16}", cells.get(word).map_or("", String::as_str));
        lines.push(format!("{:50}{}", name(known), COLUMNS.map(cell).concat().trim_end()));
    }
    (lines.join("\n"), unchanged)
}

#[test]
fn searches_take_the_nodes_that_they_took() {
    settings("../../snapshots").bind(|| insta::assert_snapshot!("signature", by_level()));
}

/// In the fastest search that has the part; the other searches are in the whole table.
#[test]
fn each_part_left_out_changes_the_numbers_of_a_search_that_has_it() {
    let table = fs::read_to_string(root("snapshots").join("signature-parts.snap")).unwrap();
    for known in &KNOWN {
        let word = QUICK.into_iter().find(|word| known.columns.contains(word)).unwrap();
        let (cell, is_changed) = left_out(known, word);
        assert!(is_changed, "left out in vain: {} in {word}", known.part);
        let line = table.lines().find(|line| line.get(..50).unwrap_or(line).trim_end() == name(known));
        let from = 50 + 16 * COLUMNS.iter().position(|column| column.0 == word).unwrap();
        let accepted = line.and_then(|line| line.get(from..from + 16)).unwrap_or_default().trim();
        assert_eq!(cell, accepted, "{} left out of {word}; the whole table is made by an ignored test", known.part);
    }
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn each_part_left_out_changes_the_numbers_of_every_search_that_has_it() {
    let (text, unchanged) = by_part();
    settings("../../snapshots").bind(|| insta::assert_snapshot!("signature-parts", text));
    assert!(unchanged.is_empty(), "left out in vain: {unchanged:?}");
}

#[test]
fn the_signature_leaves_out_every_part_there_is() {
    let parts: Vec<&str> = Part::words().into_iter().map(|(word, _)| word).collect();
    assert_eq!(KNOWN.map(|known| known.part).to_vec(), parts);
}
