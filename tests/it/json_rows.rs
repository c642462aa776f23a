//! The rows that the program prints, against the schemas of `help json schema`, the source of `help json`.

use super::common::schema::faults;
use crate::common::command::{Folder, Run, own, program, rows, sokoplan};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The most keys of a row of `solve` that is not explained.
const MOST: usize = 25;

/// Runs the program in a folder, where `_` is a blank within a word; its standard output.
fn printed(folder: &Folder, args: &str) -> String {
    let words = args.split(' ').map(|word| word.replace('_', " "));
    let output = Run::of(program().args(words).current_dir(folder.path("")), b"");
    assert!(matches!(output.code, Some(0 | 1)), "{output}");
    output.out
}

/// A folder with the files that the runs name.
fn prepared() -> Folder {
    let folder = Folder::new("rows");
    folder.write("LOST", "######\n#@   #\n# $$ #\n#$  .#\n#  ..#\n######\n");
    folder.write("FAULTY", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n\n#####\n#@$ #\n#####\n");
    folder.write("ALIKE", "######\n#@$ .#\n#    #\n######\n\n######\n#@$. #\n#    #\n######\n");
    let own_levels =
        [("ONE", "1-one-room"), ("DOOR", "4-goal-room-with-one-door"), ("LISA", "6-lisa"), ("ORDERS", "7-orders")];
    for (name, levels) in own_levels.into_iter().chain([("SIGNATURE", "8-signature")]) {
        fs::copy(own(levels), folder.path(name)).unwrap();
    }
    fs::create_dir(folder.path("SHARDS")).unwrap();
    PREPARE.iter().for_each(|args| _ = printed(&folder, args));
    // A share whose levels have no rows, one that is there twice, and one that is missing.
    fs::copy(folder.path("SHARDS/1.jsonl"), folder.path("SHARDS/again.jsonl")).unwrap();
    let second = fs::read_to_string(folder.path("SHARDS/2.jsonl")).unwrap();
    folder.write("SHARDS/2.jsonl", second.lines().nth(1).unwrap_or_default().to_owned() + "\n");
    folder
}

/// They make the files of the runs.
const PREPARE: [&str; 8] = [
    "prove LOST -o PROOF",
    "solve ONE --level 1 --json -o SOLVED",
    "bench SIGNATURE --level 1-4 --nodes 1500 --strategy lean -o OLD",
    "bench SIGNATURE --level 1-4 --nodes 1500 --strategy fess-by-starts -o NEW",
    "bench ONE --nodes 2k --shard 1/3 -o SHARDS/1.jsonl",
    "bench ONE --nodes 2k --shard 2/3 -o SHARDS/2.jsonl",
    "pddl export LISA --level 1 --domain rooms -o TASK",
    "pddl solve TASK/rooms.pddl TASK/LISA-001.pddl -o TASK/plan",
];

/// Together they print rows of every kind.
const RUNS: &[&str] = &[
    "solve FAULTY --json",
    "solve LISA --improve 1s --json",
    "solve SIGNATURE --strategy plans,takeover --nodes 4k --json",
    "solve SIGNATURE --optimal pushes --nodes 4k --json",
    "solve LOST --proof TASK/proofs --json",
    "solve LISA --improve 1s --explain --json",
    "solve SIGNATURE --strategy plans,takeover --nodes 4k --explain --json",
    "improve ONE --level 1 --solution SOLVED --time 100ms --json",
    "explain ONE --solution SOLVED --json",
    "explain LISA --level 2 --solution dLLLLLLLLrrrrrruuurrDDDDDDldR --json",
    "bench ONE --level 1-3 --nodes 2k --json",
    "bench ONE --level 1-3 --nodes 2k --shard 1/3 -o TRACE",
    "bench merge SHARDS --json",
    "bench compare OLD NEW --json",
    "bench ONE --level 1 --nodes 2k --ablate lean,rooms --controls --json",
    "bench ONE --level 1 --nodes 100 --strategies breadth-first,lean --json",
    "plan LISA --level 1 -k 3 --json",
    "plan LISA --level 1 --force A_>_b --json",
    "plan LISA --level 1 --exact --json",
    "plan FAULTY --json",
    "plan follow TASK/plan LISA --level 1 --json",
    "plan follow TASK/plan DOOR --level 5 --json",
    "plan ORDERS --trace TRACE",
    "rooms LISA --json",
    "rooms stats LISA --json",
    "layers LISA --json",
    "layers LISA --layer focus --json",
    "layers SIGNATURE --level 2 --layer parking --json",
    "layers LOST --json",
    "list FAULTY --json",
    "list ALIKE --similar --solvable --difficulty --json",
    "verify ONE SOLVED --json",
    "verify LOST PROOF --json",
    "prove LOST --json",
    "verify PROOF LOST --json",
    "prove patterns --json",
    "pddl check TASK/rooms.pddl TASK/LISA-001.pddl TASK/plan --json",
    "pddl solve TASK/rooms.pddl TASK/LISA-001.pddl --json",
];

/// The heading of the schema for a row of this type that a command printed: `bench compare: lost` of all that fit.
fn heading<'s>(schemas: &'s BTreeMap<String, Value>, args: &[&str], kind: &str) -> Option<&'s String> {
    let fits = |heading: &&String| {
        let (form, kinds) = heading.split_once(": ").unwrap();
        form.split(' ').all(|word| args.contains(&word)) && kinds.split(", ").any(|one| one == kind)
    };
    schemas.keys().filter(fits).max_by_key(|heading| heading.split(' ').count())
}

#[test]
fn rows_are_as_their_schemas_say_and_each_schema_is_of_a_row() {
    let document: Value = serde_json::from_str(&sokoplan("", &["help", "json", "schema"]).out).unwrap();
    let of = |kind: &Value| (kind["title"].as_str().unwrap().to_owned(), kind["allOf"][0].clone());
    let schemas: BTreeMap<String, Value> = document["anyOf"].as_array().unwrap().iter().map(of).collect();
    let (folder, mut wrong, mut met) = (prepared(), Vec::new(), BTreeSet::new());
    for run in RUNS {
        let (args, mut text) = (run.split(' ').collect::<Vec<_>>(), printed(&folder, run));
        if let Some(at) = args.iter().position(|&arg| arg == "--trace" || arg == "-o") {
            text = fs::read_to_string(folder.path(args[at + 1])).unwrap();
        }
        for mut row in rows(&text) {
            let keys = row.as_object_mut().unwrap();
            let is_explained = args.contains(&"--explain") || args.contains(&"--proof");
            assert!(args[0] != "solve" || is_explained || keys.len() <= MOST, "{keys:?}");
            let kind = keys.remove("type").unwrap().as_str().unwrap().to_owned();
            assert_eq!(keys.remove("schema"), document["properties"]["schema"].get("const").cloned());
            if kind == "trace" || kind == "level" && args[0] != "bench" {
                assert!(keys.remove("file").is_some() && keys.remove("level").is_some(), "{args:?}");
            }
            let unanswered = "level without figures: level".to_owned();
            let heading = match heading(&schemas, &args, &kind) {
                _ if keys.contains_key("reason") && keys.contains_key("answer") => &unanswered,
                Some(heading) => heading,
                None => panic!("{args:?}: no schema for {row}"),
            };
            wrong.extend(faults(&document, &schemas[heading], &row, heading));
            met.insert(heading.clone());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: BTreeSet<String> = schemas.into_keys().collect();
    assert_eq!(all.difference(&met).collect::<Vec<_>>(), [""; 0]);
}
