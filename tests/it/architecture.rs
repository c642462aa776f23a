//! The invariants of ARCHITECTURE.md: each names the tests that hold it, and these exist. Those that the text of the sources
//! shows are tested here; the order of folders is in `layers.rs`.

use super::layers::sources;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The numbered sentences of the chapter, each in one line.
fn invariants() -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let chapter = text.split("\n## Invariants\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let mut all: Vec<String> = Vec::new();
    for line in chapter.lines() {
        let number = line.split_once(". ").filter(|(number, _)| number.parse::<usize>().is_ok());
        match (number, all.last_mut()) {
            (Some((number, text)), _) => {
                assert_eq!(number, (all.len() + 1).to_string(), "{line}");
                all.push(text.to_owned());
            }
            (None, Some(last)) if line.starts_with("   ") => *last = format!("{last} {}", line.trim()),
            _ => {}
        }
    }
    all
}

/// The tests that a text names: `layers.rs::subfolders_have_an_order` in `tests/it/`, `src/push/grid/grid.rs::name`.
fn tests_in(text: &str) -> Vec<(PathBuf, &str)> {
    let quoted = text.split('`').skip(1).step_by(2);
    let named = quoted.filter_map(|words| words.split_once(".rs::"));
    let place = |file: &str| match file.strip_prefix("src/") {
        Some(file) => root().join("src").join(format!("{file}.rs")),
        None => root().join("tests/it").join(format!("{file}.rs")),
    };
    named.map(|(file, name)| (place(file), name)).collect()
}

/// Whether a source has a test of this name, its own or one of the macro that makes two of one.
fn has_test(source: &str, name: &str) -> bool {
    let is_own = source.match_indices(&format!("fn {name}(")).any(|(at, _)| {
        let before = source[..at].trim_end_matches([' ', '\n']).lines().rev();
        before.take_while(|line| line.trim_start().starts_with('#')).any(|line| line.trim() == "#[test]")
    });
    let made = source.split("on_few_and_on_all!(").skip(1).map(|rest| rest.split(");").next().unwrap_or_default());
    is_own || made.flat_map(|made| made.split(',')).any(|word| word.trim() == name)
}

#[test]
fn every_invariant_names_a_test_and_every_test_that_is_named_exists() {
    let invariants = invariants();
    assert!(invariants.len() >= 26, "{}", invariants.len());
    for invariant in invariants {
        let tests = tests_in(&invariant);
        assert!(!tests.is_empty(), "no test: {invariant}");
        for (file, name) in tests {
            let source = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{}: {invariant}", file.display()));
            assert!(has_test(&source, name), "{} has no test {name}", file.display());
        }
    }
}

#[test]
fn a_function_that_is_no_test_holds_no_invariant() {
    let source = "fn helper() {}\n\n#[test]\nfn one() {}\n\n    #[test]\n    #[ignore = \"long\"]\n    fn two(x: u8) {}\n\
                  on_few_and_on_all!(\n    three,\n    three_on_all,\n    check,\n    10\n);\n";
    let tests = ["one", "two", "three", "three_on_all"];
    assert!(tests.iter().all(|name| has_test(source, name)));
    assert!(["helper", "four", "on"].iter().all(|name| !has_test(source, name)));
}

/// A stop of the guide: what it is called, the type that it takes, the type that it makes, and where.
struct Stop {
    name: String,
    takes: String,
    makes: String,
    file: PathBuf,
    function: String,
}

/// The rows of the table of the guide.
fn stops() -> Vec<Stop> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let chapter = text.split("\n## The guide\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows = chapter.lines().filter(|line| line.starts_with("| ") && line.contains(".rs::"));
    let stop = |row: &str| {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let (file, function) = cells[4].split_once("::").unwrap();
        let [name, takes, makes, function] = [cells[1], cells[2], cells[3], function].map(str::to_owned);
        Stop { name, takes, makes, file: root().join(file), function }
    };
    rows.map(stop).collect()
}

/// The text of each function of this name, `Self` written out.
fn functions(source: &str, name: &str) -> Vec<String> {
    let begin = format!("fn {name}");
    let begins = source.match_indices(&begin).map(|(at, _)| at);
    let is_name = |at: &usize| !source[at + 3 + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let whole = |at: usize| {
        let own = source[..at].rfind("\nimpl").map_or("", |of| source[of..].lines().nth(1).unwrap_or_default());
        let own = own.rsplit(" for ").next().unwrap_or_default().trim_start_matches("impl").trim_start();
        let own = if own.starts_with('<') { own.split_once("> ").map_or("", |(_, own)| own) } else { own };
        let own: String = own.chars().take_while(|c| c.is_alphanumeric()).collect();
        let body = &source[at..];
        let end = body.find("\n    }\n").into_iter().chain(body.find("\n}\n")).min().unwrap_or(body.len());
        body[..end].replace("Self", &own).replace("self", &own)
    };
    begins.filter(is_name).map(whole).collect()
}

#[test]
fn the_guide_names_functions_that_take_and_make_the_types_of_their_stops_one_after_the_other() {
    let stops = stops();
    assert!(stops.len() >= 15, "{}", stops.len());
    let mut made = vec!["[u8]".to_owned(), "Board".to_owned(), "Position".to_owned()];
    for Stop { name, takes, makes, file, function } in &stops {
        assert!(made.contains(takes), "{name}: {takes} is made at no stop above");
        made.push(makes.clone());
        let source = fs::read_to_string(file).unwrap_or_else(|_| panic!("{}", file.display()));
        let found = functions(&source, function);
        let is_it = |text: &String| text.contains(takes.as_str()) && text.contains(makes.as_str());
        assert!(found.iter().any(is_it), "{name}: {takes} to {makes} by {function}: {found:?}");
    }
    let level = fs::read_to_string(root().join("src/level/mod.rs")).unwrap();
    assert!(["Board", "Position", "Level"].iter().all(|word| level.contains(word)));
}

#[test]
fn the_guide_can_be_read_in_an_hour() {
    let files: BTreeSet<PathBuf> = stops().into_iter().map(|stop| stop.file).collect();
    assert!(files.len() <= 15, "{}", files.len());
    let lines = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let text = text.split("\n#[cfg(test)]\n").next().unwrap_or_default().to_owned();
        text.lines().filter(|line| !line.trim().is_empty()).count()
    };
    let lines: usize = files.iter().map(lines).sum();
    assert!(lines <= 2_500, "{lines} lines, blank ones and unit tests left out");
}

/// Words that stand in the sources, unit tests left out, only below these folders or files.
fn only_in(words: &[&str], places: &[&str]) {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| !source.path.ends_with("tests.rs")) {
        let is_allowed = places.iter().any(|place| source.path.starts_with(place));
        let found = words.iter().filter(|word| source.code.contains(**word));
        wrong.extend(found.filter(|_| !is_allowed).map(|word| format!("src/{}: {word}", source.path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verification_uses_the_board_alone() {
    let sources = sources();
    let verify = sources.iter().find(|source| source.path == Path::new("level/verify.rs")).unwrap();
    let used: BTreeSet<String> = verify.used().into_iter().map(|path| path[..path.len().min(1)].concat()).collect();
    assert_eq!(used, BTreeSet::from(["level".to_owned()]));
}

#[test]
fn no_part_of_the_engine_knows_a_search() {
    let searches = ["lean", "fess", "target", "optimal", "improve"];
    for source in sources().iter().filter(|source| source.path.starts_with("search/engine")) {
        for path in source.used().into_iter().filter(|path| path[0] == "search") {
            assert!(path.iter().all(|word| !searches.contains(&word.as_str())), "{}: {path:?}", source.path.display());
        }
    }
}

#[test]
fn only_the_command_line_prints() {
    only_in(
        &["println!", "print!", "eprintln!", "dbg!", "io::stdout", "io::stderr", "anstream::std"],
        &["cli", "sokoproof/main.rs"],
    );
}

#[test]
fn only_the_command_line_reads_the_environment_or_ends_the_process() {
    only_in(&["env::var", "process::exit", "process::abort"], &["cli"]);
}

#[test]
fn only_limits_schedules_and_programs_read_the_clock() {
    only_in(&["Instant::now", "SystemTime"], &["run", "solve/schedule", "play", "serve", "cli"]);
}

#[test]
fn only_schedules_and_programs_start_threads() {
    only_in(&["thread::spawn", "thread::scope", "thread::Builder"], &["solve/schedule", "play", "serve", "cli"]);
}

/// The list only shrinks: a new row has its struct in `render`.
#[test]
fn rows_of_json_are_made_above_the_core() {
    only_in(
        &["Serialize"],
        &[
            "render",
            "study",
            "play",
            "serve",
            "cli",
            // Words that the derive alone writes.
            "level/direction.rs",
            "maze/areas/area.rs",
            "maze/areas/facts.rs",
            "planner/diverse/plan_query.rs",
            "planner/trace_event.rs",
            "run/stop.rs",
            "search/optimal/metric.rs",
            "solve/registry.rs",
            // Counts and facts that go into rows whole.
            "abstraction/label_counts.rs",
            "deadlock/detector.rs",
            "level/fault.rs",
            "level/metrics.rs",
            "proof",
        ],
    );
}

#[test]
fn no_search_has_maps_in_random_order() {
    // One counts the bytes of maps, whoever has them; the other never lists what it holds.
    let allowed = ["run/held.rs", "serve/rates.rs"].map(Path::new);
    for source in sources().iter().filter(|source| !allowed.contains(&source.path.as_path())) {
        let is_random = |line: &&str| {
            line.contains("std::collections") && (line.contains("HashMap") || line.contains("HashSet"))
                || line.contains("RandomState")
        };
        assert_eq!(source.code.lines().find(is_random), None, "src/{}", source.path.display());
    }
}

#[test]
fn nothing_below_the_server_opens_a_connection() {
    only_in(&["TcpListener", "TcpStream", "UdpSocket"], &["serve"]);
}

#[test]
fn files_are_written_by_one_part_alone() {
    only_in(&["File::create", "fs::write", "OpenOptions", "NamedTempFile"], &["files"]);
}

#[test]
fn nothing_is_unsafe_and_nothing_unwraps() {
    only_in(&[".unwrap()", "unsafe {", "unsafe fn", "unsafe impl"], &[]);
}

/// Files of `src/cli` that have a meter and no line of progress, and why.
const SILENT: [(&str, &str); 6] = [
    ("plan/from.rs", "the moves of a plan that is given are looked up"),
    ("proofs.rs", "below `solve`, `prove` and `layers`, which have the line"),
    ("replay.rs", "the pictures of one solution"),
    ("report/content.rs", "below `report`, which has the line"),
    ("solving.rs", "arguments of `solve`, `bench` and `report`, which have the line"),
    ("select.rs", "reading, which has a limit of its own"),
];

#[test]
fn every_subcommand_that_can_take_long_shows_progress() {
    let mut with_progress = BTreeSet::new();
    for source in sources() {
        let Ok(path) = source.path.strip_prefix("cli") else { continue };
        let (name, body) = (path.display().to_string(), source.code.as_str());
        let works = ["Meter::new(", ".driver(", "Solver::new(", ".solve_all("].iter().any(|word| body.contains(word));
        let shows =
            ["Progress::line(", "Progress::boards(", "Progress::working("].iter().any(|word| body.contains(word));
        let handed_on = ["driver: &Driver", "driver: Driver", "progress: Progress)"];
        let is_below = name.starts_with("progress/") || handed_on.iter().any(|word| body.contains(word));
        let has_reason = SILENT.iter().any(|(silent, _)| *silent == name);
        assert!(!works || shows || is_below || has_reason, "{name} is silent: see `cli/progress`");
        if shows {
            with_progress.insert(name);
        }
    }
    let long = "solve plan/mod prove verify/mod generate layers report/mod list/mod pddl/solve bench rooms/mod";
    for subcommand in long.split(' ') {
        assert!(with_progress.contains(&format!("{subcommand}.rs")), "{subcommand}");
    }
}
