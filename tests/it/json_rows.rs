//! The keys of JSON rows, as `help json` names them, against the rows that the program prints.
//!
//! A key that a row has and the document lacks fails, and so does one that the document has and no run shows. A new key is
//! a line in `src/cli/help/json.txt`, and where no run below shows it, a run in [`runs`].

use super::common::command::{Folder, out, rows, sokoplan};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

type Keys = BTreeSet<String>;

/// The form of the command and the type of the row: `("bench --compare", "gained")`.
type Place = (String, String);

type Rows = BTreeMap<Place, Keys>;

/// The document: the keys of each place, and the keys of each section that it does not have from another one.
#[derive(Default)]
struct Document {
    rows: Rows,
    sections: Vec<(Vec<Place>, Keys)>,
}

/// The column from which on a line of the document says something, and names no key.
const TEXT: usize = 20;

const NO_FIGURES: &str = "no figures";

fn document() -> String {
    out(&sokoplan("", &["help", "json"]))
}

/// Sections have a head without indent, `FORM: TYPE, TYPE` with `, as FORM: TYPE` and `, and` after it; keys are indented by
/// two for each object that they are in, and end at two spaces.
fn documented(text: &str) -> Document {
    let mut all = Document::default();
    // For each object around a line, its names: several where they have the same keys.
    let mut path: Vec<Vec<String>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let indent = line.len() - line.trim_start().len();
        if indent == 0 {
            path.clear();
            let base =
                base(line).map(|base| all.rows.get(&base).unwrap_or_else(|| panic!("{line}: no {base:?}")).clone());
            let heads = head(line);
            for (head, base) in heads.iter().filter_map(|head| Some((head.clone(), base.clone()?))) {
                all.rows.insert(head, base);
            }
            all.sections.push((heads, Keys::new()));
        } else if let Some((heads, own)) = all.sections.last_mut().filter(|_| indent < TEXT) {
            path.truncate(indent / 2 - 1);
            let names = line.trim_start().split("  ").next().unwrap_or_default().split(", ");
            let names: Vec<String> = match path.last() {
                None => names.map(str::to_owned).collect(),
                Some(above) => {
                    names.flat_map(|name| above.iter().map(move |above| format!("{above}.{name}"))).collect()
                }
            };
            for head in &*heads {
                all.rows.entry(head.clone()).or_default().extend(names.iter().cloned());
            }
            own.extend(names.iter().cloned());
            path.push(names);
        }
    }
    all
}

fn head(line: &str) -> Vec<Place> {
    let Some((form, types)) = line.split_once(": ") else { return Vec::new() };
    let types = types.split(", as ").next().unwrap_or_default();
    types.split(", ").map(|kind| (form.to_owned(), kind.to_owned())).collect()
}

fn base(line: &str) -> Option<Place> {
    let (_, base) = line.split_once(", as ")?;
    let (form, kind) = base.trim_end_matches(", and").split_once(": ")?;
    Some((form.to_owned(), kind.to_owned()))
}

/// The keys of a value, with those of the objects that it holds; `*` for the keys of an object whose keys are any.
fn keys(value: &Value, above: &str, any: &Keys, into: &mut Keys) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let key = if above.is_empty() {
                    key.clone()
                } else if any.contains(&format!("{above}.*")) {
                    format!("{above}.*")
                } else {
                    format!("{above}.{key}")
                };
                keys(value, &key, any, into);
                into.insert(key);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, above, any, into)),
        _ => {}
    }
}

/// Each form of a command with its runs, which together show every key.
fn runs(folder: &Folder) -> Vec<(&'static str, Vec<String>)> {
    let own = |name: &str| format!("{}/levels/{name}.xsb", env!("CARGO_MANIFEST_DIR"));
    let [one, door, lisa, orders, signature] =
        ["1-one-room", "4-goal-room-with-one-door", "6-lisa", "7-orders", "8-signature"].map(own);
    let lost = folder.write("lost.xsb", "######\n#@   #\n# $$ #\n#$  .#\n#  ..#\n######\n");
    let faulty = folder.write("faulty.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n\n#####\n#@$ #\n#####\n");
    let alike = folder.write("alike.xsb", "######\n#@$ .#\n#    #\n######\n\n######\n#@$. #\n#    #\n######\n");
    let [solved, old, new, trace] =
        ["solved.jsonl", "old.jsonl", "new.jsonl", "trace.jsonl"].map(|name| folder.path(name));
    let shards = folder.path("shards");
    fs::create_dir(&shards).unwrap();
    let (task, proof) = (folder.path("task"), folder.path("lost.sokoproof"));
    let names = [
        ("ONE", &one),
        ("DOOR", &door),
        ("LISA", &lisa),
        ("ORDERS", &orders),
        ("SIGNATURE", &signature),
        ("LOST", &lost),
        ("FAULTY", &faulty),
        ("ALIKE", &alike),
        ("SOLVED", &solved),
        ("OLD", &old),
        ("NEW", &new),
        ("TRACE", &trace),
        ("SHARDS", &shards),
        ("TASK", &task),
        ("PROOF", &proof),
    ];
    let arg = |word: &str| {
        let (name, rest) = word.split_at(word.find('/').unwrap_or(word.len()));
        let path = names.iter().find(|(known, _)| *known == name);
        path.map_or_else(|| word.replace('_', " "), |(_, path)| format!("{path}{rest}"))
    };
    let run = |args: &str| args.split(' ').map(arg).collect::<Vec<_>>();
    for args in PREPARE {
        let args = run(args);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = sokoplan("", &args);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{args:?}: {output:?}");
    }
    // A share whose levels have no rows, one that is there twice, and one that is missing.
    let shard = |number: &str| format!("{shards}/{number}.jsonl");
    fs::copy(shard("1"), shard("again")).unwrap();
    let assigned = fs::read_to_string(shard("2")).unwrap().lines().take(1).collect::<String>();
    fs::write(shard("2"), assigned + "\n").unwrap();
    RUNS.iter().map(|&(form, args)| (form, run(args))).collect()
}

const PREPARE: [&str; 10] = [
    "prove LOST -o PROOF",
    "solve ONE --level 1 --json -o SOLVED",
    "bench SIGNATURE --level 1-4 --nodes 1500 --strategy lean -o OLD",
    "bench SIGNATURE --level 1-4 --nodes 1500 --strategy fess-by-starts -o NEW",
    "bench ONE --nodes 2k --shard 1/3 -o SHARDS/1.jsonl",
    "bench ONE --nodes 2k --shard 2/3 -o SHARDS/2.jsonl",
    "pddl export LISA --level 1 --domain rooms -o TASK",
    "pddl solve TASK/rooms.pddl TASK/6-lisa-001.pddl -o TASK/plan",
    "pddl export DOOR --level 5 --domain rooms-counts -o TASK",
    "pddl solve TASK/rooms-counts.pddl TASK/4-goal-room-with-one-door-005.pddl -o TASK/proposal",
];

/// Where searches have changed so that these show a key no longer, others do.
const RUNS: &[(&str, &str)] = &[
    ("solve", "solve FAULTY --json"),
    ("solve", "solve LISA --improve 1s --json"),
    ("solve", "solve SIGNATURE --strategy takeovers --nodes 4k --json"),
    ("solve", "solve SIGNATURE --level 1-4 --strategy pushes --nodes 4k --json"),
    ("solve", "solve SIGNATURE --optimal pushes --nodes 4k --json"),
    ("solve --proof", "solve LOST --proof TASK/proofs --json"),
    ("solve --explain", "solve FAULTY --explain --json"),
    ("solve --explain", "solve LISA --improve 1s --explain --json"),
    ("solve --explain", "solve SIGNATURE --strategy takeovers --nodes 4k --explain --json"),
    ("explain", "explain ONE --solution SOLVED --json"),
    ("explain", "explain LISA --level 2 --solution dLLLLLLLLrrrrrruuurrDDDDDDldR --json"),
    ("bench", "bench ONE --level 1-3 --nodes 2k --json"),
    ("bench", "bench ONE --level 1-3 --nodes 2k --shard 1/3 -o TRACE"),
    ("bench --merge", "bench --merge SHARDS --json"),
    ("bench --compare", "bench --compare OLD NEW --json"),
    ("bench --compare", "bench --compare NEW OLD --json"),
    ("bench --ablate", "bench ONE --level 1 --nodes 2k --ablate lean,rooms --controls --json"),
    ("bench --ablate", "bench ONE --level 1 --nodes 100 --strategies breadth-first,lean --json"),
    ("plan", "plan LISA --level 1 --json"),
    ("plan", "plan LISA --level 1 --abstraction transfers --json"),
    ("plan", "plan LISA --level 1 --force A_>_b --json"),
    ("plan", "plan LISA --level 1 --abstraction sets --json"),
    ("plan", "plan FAULTY --json"),
    ("plan --packing", "plan ORDERS --level 6 --packing --json"),
    ("plan --packing", "plan SIGNATURE --packing --json"),
    ("plan --from", "plan LISA --level 1 --from TASK/plan --domain rooms --json"),
    ("plan --from", "plan DOOR --level 5 --from TASK/proposal --domain rooms-counts --json"),
    ("plan --trace", "plan SIGNATURE --level 1-3 --trace TRACE"),
    ("plan --trace", "plan LISA --trace TRACE"),
    ("plan --trace", "plan ORDERS --trace TRACE"),
    ("rooms", "rooms LISA --json"),
    ("rooms", "rooms FAULTY --json"),
    ("rooms --stats", "rooms LISA --stats --local-states 1000 --json"),
    ("layers", "layers LISA --json"),
    ("layers", "layers LISA --layer focus --json"),
    ("layers", "layers SIGNATURE --level 2 --layer parking --json"),
    ("layers", "layers LOST --json"),
    ("layers", "layers ONE --json"),
    ("list", "list FAULTY --json"),
    ("list", "list LISA --json"),
    ("list", "list ALIKE --similar --solvable --difficulty --json"),
    ("verify", "verify ONE SOLVED --json"),
    ("verify", "verify LISA --json"),
    ("verify", "verify ONE SOLVED --level 1 --json"),
    ("verify", "verify LOST PROOF --json"),
    ("prove", "prove LOST --json"),
    ("prove", "prove FAULTY --json"),
    ("verify", "verify PROOF --json"),
    ("verify", "verify PROOF LOST --json"),
    ("prove --patterns", "prove --patterns --json"),
    ("pddl check", "pddl check TASK/rooms.pddl TASK/6-lisa-001.pddl TASK/plan --json"),
    ("pddl solve", "pddl solve TASK/rooms.pddl TASK/6-lisa-001.pddl --json"),
    ("pddl solve", "pddl solve TASK/rooms.pddl TASK/6-lisa-001.pddl --anytime --json"),
];

/// What the runs print, and every number of a schema.
fn printed(documented: &Rows) -> (Rows, BTreeSet<u64>) {
    let folder = Folder::new("rows");
    let no_figures = &documented[&(NO_FIGURES.to_owned(), "level".to_owned())];
    let (mut all, mut schemas) = (Rows::new(), BTreeSet::new());
    for (form, args) in runs(&folder) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut text = out(&sokoplan("", &args));
        if let Some(at) = args.iter().position(|&arg| arg == "--trace" || arg == "-o") {
            text = fs::read_to_string(args[at + 1]).unwrap();
        }
        for row in rows(&text) {
            let mut row = row.as_object().unwrap().clone();
            let kind = row.remove("type").unwrap().as_str().unwrap().to_owned();
            schemas.insert(row.remove("schema").unwrap().as_u64().unwrap());
            let here: Keys = row.keys().cloned().collect();
            let form = if here == *no_figures { NO_FIGURES } else { form };
            let place = (form.to_owned(), kind);
            let any = documented.get(&place).cloned().unwrap_or_default();
            keys(&Value::Object(row), "", &any, all.entry(place).or_default());
        }
    }
    (all, schemas)
}

#[test]
fn rows_have_the_keys_that_the_document_names_and_no_others() {
    let text = document();
    let Document { rows: named, sections } = documented(&text);
    let (printed, schemas) = printed(&named);
    let none = Keys::new();
    let mut wrong = Vec::new();
    for (place, shown) in &printed {
        let new = shown.difference(named.get(place).unwrap_or(&none));
        wrong.extend(new.map(|key| format!("{}: {}: {key} is not in `help json`", place.0, place.1)));
    }
    for (places, own) in sections.iter().filter(|(_, own)| !own.is_empty()) {
        let shown: Keys = places.iter().flat_map(|place| printed.get(place).unwrap_or(&none)).cloned().collect();
        wrong.extend(own.difference(&shown).map(|key| format!("{places:?}: {key} is in no row")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let schemas: Vec<String> = schemas.iter().map(u64::to_string).collect();
    let named = text.split("`schema`: ").nth(1).and_then(|rest| rest.split('.').next());
    assert_eq!(named, Some(schemas.join(" ").as_str()));
}

#[test]
fn every_subcommand_with_json_has_a_section() {
    let documented = documented(&document());
    let help = out(&sokoplan("", &["--help"]));
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let words: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(words.len() > 10, "{words:?}");
    let has_json = |args: &[&str]| out(&sokoplan("", args)).lines().any(|line| line == "      --json");
    for word in words {
        let is_documented = documented.rows.keys().any(|(form, _)| form.split(' ').next() == Some(word));
        assert!(!has_json(&[word, "--help"]) || is_documented, "{word} writes rows that `help json` does not name");
    }
}

#[test]
fn the_document_is_read_as_it_is_meant() {
    let text = "Title\n\nsome: text\n\na: x, y\n  one, two            first\n                      and more\n    three\n  four\n    *\n\
                \nb --c: z, as a: x, and\n  five\n";
    let read = documented(text);
    let of =
        |form: &str, kind: &str| read.rows[&(form.to_owned(), kind.to_owned())].iter().cloned().collect::<Vec<_>>();
    assert_eq!(of("a", "x"), ["four", "four.*", "one", "one.three", "two", "two.three"]);
    assert_eq!(of("a", "x"), of("a", "y"));
    assert_eq!(of("b --c", "z"), ["five", "four", "four.*", "one", "one.three", "two", "two.three"]);
    let own: Vec<Vec<String>> = read.sections.into_iter().map(|(_, own)| own.into_iter().collect()).collect();
    assert_eq!(own.last().unwrap(), &["five"]);
}
