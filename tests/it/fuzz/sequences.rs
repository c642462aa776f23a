//! Random sequences of calls, judged by exhaustive search, or by what earlier answers have shown; what breaks a promise is
//! shrunk to a trace, which is kept in `tests/traces/` and replayed for ever (Artho, Biere and Seidl, "Model-based testing for
//! verification back-ends", 2013).

use super::trace::{Trace, plain};
use super::truth::Truth;
use crate::common::command::{Folder, Run, root, sokoplan};
use crate::common::small_levels::{self, LARGE_SIDE, SIDE};
use serde_json::Value;
use sokoplan::level::Level;
use sokoplan::run::Random;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const STRATEGIES: [&str; 11] = [
    "all",
    "plans",
    "takeover",
    "pushes",
    "lean",
    "fess",
    "fess-by-starts",
    "target",
    "exact-plans",
    "agenda",
    "a-star",
];

/// A call with limits that are met somewhere, or without.
fn call(random: &mut Random) -> String {
    let subject = match random.below(24) {
        0..=5 => format!("solve {}", random.pick(&STRATEGIES)),
        6..=9 => format!("optimal {}", random.pick(&["pushes", "moves", "pushes-moves", "moves-pushes"])),
        10 => "alert".to_owned(),
        11 => return format!("look {}", random.below(1_000)),
        12 | 13 => "hint".to_owned(),
        14..=16 => format!("plans {}", random.pick(&["1", "3", "exact"])),
        17 => return format!("follow {}", random.between(1, 12)),
        18 | 19 => {
            let letters = (0..random.between(1, 8)).map(|_| random.pick(&["u", "d", "l", "r"]));
            return format!("walk {}", letters.collect::<String>());
        }
        20 => return format!("turn {}", random.below(8)),
        21 => return format!("write {}", random.pick(&["xsb", "sok", "rle", "sokobot", "letters", "lisa"])),
        _ => return command(random),
    };
    format!("{subject}{}", limits(random))
}

fn limits(random: &mut Random) -> String {
    match random.below(4) {
        0 => format!(" nodes={}", random.below(200)),
        1 => format!(" checks={}", random.below(2_000)),
        _ => String::new(),
    }
}

/// Runs of the program, whose results other runs take.
fn command(random: &mut Random) -> String {
    let limit = random.pick(&["", " --nodes 30", " --nodes 500", " --memory 1MiB", " --threads 2"]);
    match random.below(5) {
        0 | 1 => {
            let more = random.pick(&["", " --improve", " --optimal pushes", " --optimal moves", " --strategy plans"]);
            format!("command solve{more}{limit}")
        }
        2 => {
            let kind = random.pick(&["", " -k 3", " --exact"]);
            format!("command plan{kind}{}", random.pick(&["", " --nodes 300"]))
        }
        _ => {
            let bound = if random.chance(50) { format!(" --bound {}", random.between(1, 30)) } else { String::new() };
            format!("command prove{bound}{limit}")
        }
    }
}

fn sequence(seed: u64) -> Trace {
    let mut random = Random::new(seed);
    // Most levels are small, since each of their answers is judged.
    let side = if seed.is_multiple_of(8) { LARGE_SIDE } else { SIDE };
    let level = if side == SIDE { small_levels::level(seed) } else { small_levels::of_side(side, seed / 8) };
    let calls: Vec<String> = (0..random.between(3, 8)).map(|_| call(&mut random)).collect();
    Trace::parse(&format!("{level}\n{}", calls.join("\n")))
}

/// Whether exhaustive search has judged the level as it was drawn; or what breaks a promise: a wrong answer, or a panic.
fn judged(trace: &Trace) -> Result<bool, String> {
    catch_unwind(AssertUnwindSafe(|| trace.run(Some(&shell)))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(words.or_else(|| panic.downcast_ref::<&str>().map(|&words| words.to_owned())).unwrap_or_default())
    })
}

fn fault(trace: &Trace) -> Option<String> {
    judged(trace).err()
}

/// Leaves out calls of a trace as long as it breaks a promise.
fn shrunk(mut trace: Trace, is_bad: &dyn Fn(&Trace) -> bool) -> Trace {
    let without = |trace: &Trace, at: usize| {
        let mut less = trace.clone();
        less.calls.remove(at);
        less
    };
    while let Some(less) = (0..trace.calls.len()).map(|at| without(&trace, at)).find(|less| is_bad(less)) {
        trace = less;
    }
    trace
}

/// Keeps a sequence that breaks a promise, and describes it.
fn keep(trace: Trace, seed: u64) -> String {
    let trace = shrunk(trace, &|trace| fault(trace).is_some());
    let why = fault(&trace).unwrap_or_default();
    let path = root("tests/traces").join(format!("found-{seed}.trace"));
    let remarks: String = why.lines().map(|line| format!("; {line}\n")).collect();
    let kept = fs::write(&path, format!("{remarks}{trace}"));
    let place = kept.map_or_else(|error| error.to_string(), |()| path.display().to_string());
    format!("sequence {seed}: {why}\n{trace}\n{place}")
}

#[derive(Default)]
struct Ran {
    count: u64,
    /// Those on levels with too many states for exhaustive search.
    open: u64,
    found: Vec<String>,
}

/// Runs sequences, quietly, until `most` are found that break a promise.
fn run(seeds: impl Iterator<Item = u64>, most: usize) -> Ran {
    let mut ran = Ran::default();
    for seed in seeds {
        let trace = sequence(seed);
        ran.count += 1;
        match judged(&trace) {
            Ok(is_exhausted) => ran.open += u64::from(!is_exhausted),
            Err(_) => ran.found.push(keep(trace, seed)),
        }
        if ran.found.len() == most {
            break;
        }
    }
    ran
}

on_few_and_on_all!(no_random_sequence_of_calls_breaks_a_promise, 6);
fn no_random_sequence_of_calls_breaks_a_promise(percent: u64) {
    let Ran { found, .. } = run(0..4 * percent, 1);
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

/// Seeded by the clock, so that no two runs are the same; findings are traces of their own.
#[test]
#[ignore = "takes FUZZ_SECONDS; .ci/long runs it"]
fn no_random_sequence_of_calls_breaks_a_promise_for_as_long_as_is_asked() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let first = std::env::var("FUZZ_SEED").ok().and_then(|text| text.parse().ok());
    let first = first.unwrap_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(1_000_000, |time| time.as_secs() << 10));
    let end = Instant::now() + Duration::from_secs(seconds);
    let Ran { count, open, found } = run((first..).take_while(|_| Instant::now() < end), 20);
    println!(
        "{count} sequences from seed {first}, {} findings; {open} on levels too large for exhaustive search, judged by replay, \
         by the checker of proofs and by each other",
        found.len()
    );
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn no_trace_that_once_broke_a_promise_does_so_again() {
    let entries = fs::read_dir(root("tests/traces")).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty() || !root("tests/traces").exists(), "traces are kept, but in the packed crate");
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let trace = Trace::parse(&text);
        assert_eq!(Trace::parse(&trace.to_string()), trace, "{}", path.display());
        assert!(!trace.calls.is_empty() && (SIDE..=LARGE_SIDE).contains(&trace.rows.len()), "{}", path.display());
        assert_eq!(fault(&trace), None, "{}", path.display());
    }
}

/// Runs the program on a level; judged by what is known of it.
fn shell(level: &Level, words: &[String], truth: Truth) -> Result<(), String> {
    let folder = Folder::new("sequence");
    let drawn = level.grid.to_string();
    let set = folder.write("set.xsb", &drawn);
    let rest: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    // The last of two limits holds: one that is in the words.
    let rest = [if truth.is_exact() { &[][..] } else { &["--nodes", "2k"] }, &rest].concat();
    match words.first().map(String::as_str) {
        Some("solve") => solve_and_verify(level, &set, &rest, truth),
        Some("plan") => plan(level, &set, &rest, truth),
        Some("prove") => prove_and_check(&set, &rest, truth),
        _ => Ok(()),
    }
}

fn judge(level: &Level, row: &Value, truth: Truth) -> Result<(), String> {
    let lurd = row["lurd"].as_str().unwrap_or_default();
    let pushes = row["pushes"].as_u64().unwrap_or_default() as usize;
    match row["answer"].as_str().unwrap_or_default() {
        "solved" if !plain(level).is_solved_by(lurd) => Err(format!("no solution: {row}")),
        "solved" if truth == Truth::Unsolvable => Err(format!("called unsolvable before: {row}")),
        "unsolvable" if truth.is_solvable() => Err(format!("it can be solved: {row}")),
        "internal_error" | "invalid" | "" => Err(format!("no answer: {row}")),
        "solved" if row["optimal"] == true && row["metric"] == "pushes" && !truth.allows_least(pushes) => {
            Err(format!("{truth:?}: {row}"))
        }
        _ => Ok(()),
    }
}

/// Returns the row of the level; `None` if the program refuses the words, which may happen while a trace is shrunk.
fn row(run: &Run) -> Result<Option<Value>, String> {
    match run.rows().into_iter().next() {
        Some(row) => Ok(Some(row)),
        None if run.code == Some(2) && run.err.contains("For more information, try '--help'") => Ok(None),
        None => Err(format!("no row: {}", run.err)),
    }
}

fn solve_and_verify(level: &Level, set: &str, more: &[&str], truth: Truth) -> Result<(), String> {
    let json = sokoplan("", &[&["solve", set, "--json"], more].concat());
    let Some(row) = row(&json)? else { return Ok(()) };
    judge(level, &row, truth)?;
    let lines = sokoplan("", &[&["solve", set], more].concat());
    for given in [&json, &lines] {
        let run = sokoplan(&given.out, &["verify", set, "-"]);
        let said = run.out;
        // Times and threads may end one run and not the other: what there is must be good.
        if !said.contains(" 0 invalid,") {
            let words = more.join(" ");
            return Err(format!("`verify` refuses what `solve {words}` writes: {}{said}{}", given.out, run.err));
        }
    }
    Ok(())
}

fn plan(level: &Level, set: &str, more: &[&str], truth: Truth) -> Result<(), String> {
    let run = sokoplan("", &[&["plan", set, "--json"], more].concat());
    let Some(row) = row(&run)? else { return Ok(()) };
    judge(level, &row, truth)?;
    let has_none = row["plans"].as_array().is_some_and(Vec::is_empty);
    if row["is_all"] == true && has_none && truth.is_solvable() {
        return Err(format!("no plan was found, and there is a solution: {row}"));
    }
    Ok(())
}

/// Proofs are about the level, are accepted, and prove what is true.
fn prove_and_check(set: &str, more: &[&str], truth: Truth) -> Result<(), String> {
    let run = sokoplan("", &[&["prove", set], more].concat());
    let proof = run.out;
    match run.code {
        Some(0) => {}
        Some(1) if proof.is_empty() => return Ok(()),
        Some(2) if run.err.contains("For more information, try '--help'") => return Ok(()),
        code => return Err(format!("`prove {}`: {code:?} {proof}{}", more.join(" "), run.err)),
    }
    let checked = sokoplan(&proof, &["verify", "-", set]);
    if checked.code != Some(0) {
        return Err(format!("`verify` refuses what `prove {}` writes: {proof}{}", more.join(" "), checked.err));
    }
    let bound = more.iter().position(|word| *word == "--bound").and_then(|at| more.get(at + 1)?.parse().ok());
    let is_true = bound.map_or(!truth.is_solvable(), |bound| truth.allows_bound(bound));
    if is_true { Ok(()) } else { Err(format!("`prove {}` proves what is false, {truth:?}: {proof}", more.join(" "))) }
}
