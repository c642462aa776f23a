//! Every subcommand, with every option that makes work, ends within its limits and soon after a signal, on inputs of
//! growing size; it leaves the old output or a new one, and no other file.

use super::attacked::watched;
use super::limits::random_boards;
use crate::common::command::{Folder, begun, ended_by, names, signals, wait_for_work};
use sokoplan::run::Random;
use std::fs;
use std::time::Duration;

/// The runs, which begin with the name of their subcommand: SET is a file of levels, and the other names explain themselves.
const RUNS: &str = "bench SET -o OUT; bench SET --resume OUT; bench SET --strategy lean; \
    bench SET --rooms-by lisa; bench SET --optimal pushes; \
    bench SET --ablate rooms --controls; bench SET --strategies breadth-first,a-star:h2 -o OUT; \
    bench SET --preset kth; bench merge FOLDER; bench compare ROWS ROWS; convert SET -o OUT; convert SET --sort difficulty -o OUT; \
    explain SOLVED -o OUT; explain SET --solution SOLVED; explain SOLVED --rooms-by lisa; \
    generate --boxes 1000 -o OUT; generate --rooms 1000 -o OUT; \
    generate --building ring --doors 2 --rooms 1000 -o OUT; generate --count 1000000 -o OUT; \
    generate --size 200x200 --boxes 300 --rooms 1; generate --min-pushes 100000; \
    generate --min-box-changes 100000; generate --difficulty 30-; improve SOLVED -o OUT; layers SET -o OUT; \
    layers SET --layer hint,alert,goal-paths,parking --proof NEW --rooms-by lisa; list SET -o OUT; \
    list SET --solvable --difficulty -o OUT; list SET --similar 9; pddl check DOMAIN PROBLEM PLAN; \
    pddl export SET --domain rooms --rooms-by lisa -o NEW; pddl solve DOMAIN PROBLEM -o OUT; \
    pddl solve DOMAIN PROBLEM --optimal; pddl solve DOMAIN PROBLEM -k 9; plan SET -o OUT; \
    plan SET --rooms-by lisa; plan SET --trace OUT; plan follow PLAN SET; \
    prove SET -o OUT; prove SET --bound 60 -o OUT; \
    release SET -o NEW; replay WALKED --format text -o OUT; replay SET --solution WALK --format svg --speed 9 -o OUT; \
    report SET -o OUT; report SET --rows ROWS -o OUT; report SET --strategy lean -o OUT; \
    report SET --optimal pushes -o OUT; report SET --rooms-by lisa -o OUT; \
    rooms SET -o OUT; rooms stats SET --rooms-by blocks; rooms save NEW SET; rooms check FOLDER SET; \
    solve SET -o OUT; solve SET --strategy plans --rooms-by lisa; \
    solve SET --optimal pushes --proof NEW; solve SET --explain; \
    solve SMALL --improve 10m --improve-by moves --sok OUT; solve SMALL --improve 1G; verify SOLVED -o OUT; \
    verify SET SOLVED PROOF; verify PROOF";

fn runs() -> Vec<&'static str> {
    RUNS.split("; ").collect()
}

/// A hall with rows of boxes and goals.
pub(super) fn hall(side: usize) -> String {
    let row = format!("#{:side$}#\n", " $ . ".repeat(side / 5));
    let blank = format!("#{:side$}#\n", "");
    let wall = "#".repeat(side + 2) + "\n";
    let rows = format!("{row}{blank}").repeat(side / 4);
    format!("{wall}{}{rows}{wall}", blank.replacen("# ", "#@", 1))
}

/// Files for the words of a run, on a square board with this side.
fn files(folder: &Folder, side: usize) -> Vec<(&'static str, String)> {
    let small = "######\n#@$. #\n#    #\n######\n";
    let solved = format!("{}Solution\n{}\n", small.replace("@$. ", "@ $."), "rl".repeat(side * 100) + "rR");
    let walk = "rl".repeat(side * 100);
    let proof = format!("sokoproof 1\nclaim bound 60\n{}", hall(side));
    let row = "{\"type\":\"level\",\"schema\":1,\"file\":\"set.xsb\",\"level\":1,\"title\":\"\",\"answer\":\"gave_up\"";
    let row = format!("{row},\"seconds\":0,\"plan_nodes\":0,\"push_nodes\":0}}\n");
    let domain = "(define (domain d) (:predicates (at ?x) (to ?x ?y))\n\
                  (:action go :parameters (?x ?y) :precondition (and (at ?x) (to ?x ?y)) :effect (and (at ?y) (not (at ?x)))))";
    let objects: String = (0..side).map(|i| format!(" o{i}")).collect();
    let ways: String = (0..side * side).map(|i| format!(" (to o{} o{})", i / side, i % side)).collect();
    let problem =
        format!("(define (problem p) (:domain d) (:objects{objects} z) (:init (at o0){ways}) (:goal (at z)))");
    fs::create_dir_all(folder.path("folder")).expect("a folder");
    vec![
        ("SET", folder.write("set.xsb", hall(side))),
        ("SMALL", folder.write("small.xsb", format!("{small}\n").repeat(3))),
        ("SOLVED", folder.write("solved.sok", &solved)),
        ("WALKED", folder.write("walked.sok", format!("{}Solution\n{walk}\n", hall(side)))),
        ("WALK", walk),
        ("PROOF", folder.write("bound.sokoproof", proof)),
        ("ROWS", folder.write("rows.jsonl", &row)),
        ("FOLDER", {
            folder.write("folder/rows.jsonl", row);
            folder.path("folder")
        }),
        ("PATTERNS", folder.write("patterns.txt", "####\n#$  \n")),
        ("PLAN", folder.write("plan", "(push)\n")),
        ("DOMAIN", folder.write("domain.pddl", domain)),
        ("PROBLEM", folder.write("problem.pddl", problem)),
    ]
}

/// The words of a run in a folder of their own, and the output that it names.
fn words(run: &str, files: &[(&str, String)], to: &Folder) -> Vec<String> {
    let file = |word: &str| files.iter().find(|(name, _)| *name == word).map(|(_, path)| path.clone());
    let word = |word: &str| match word {
        "OUT" => to.path("out"),
        "NEW" => to.path("new"),
        word => file(word).unwrap_or_else(|| word.to_owned()),
    };
    run.split(' ').map(word).collect()
}

/// Asserts that no file lies beside the outputs of a run, whatever their endings.
fn assert_clean(to: &Folder, run: &str) {
    let there = names(&to.path("."));
    let is_named = |name: &String| ["out", "new"].contains(&name.split('.').next().unwrap_or_default());
    assert!(there.iter().all(is_named), "{run}: {there:?}");
}

/// An option for which each of a million levels has the time for itself.
const PER_LEVEL: &str = "--count";

/// Runs within limits: whatever the answer is, it comes.
fn within_limits(run: &str, files: &[(&str, String)]) {
    if run.contains(PER_LEVEL) {
        return;
    }
    let to = Folder::new("kind");
    to.write("out", "old");
    let words = words(run, files, &to);
    let memory = if run.contains("--memory") { 50 } else { u64::MAX / 2 };
    let ended = watched(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(!ended.stderr.contains("unexpected argument"), "no limits: {ended:?}");
    ended.is_within(Duration::from_secs(10), memory, &words.join(" "));
    assert_clean(&to, run);
}

/// Sends a signal to a run that has all the time that it wants, unless it has ended before.
fn until_signal(run: &str, files: &[(&str, String)], (signal, code): (&str, i32)) {
    let to = Folder::new("kind");
    to.write("out", "old");
    let words = words(run, files, &to);
    let mut child = begun(&words.iter().map(String::as_str).collect::<Vec<_>>());
    wait_for_work(&mut child, Duration::from_millis(300));
    if child.try_wait().expect("a status").is_some() {
        return;
    }
    // A run that has not begun to write is ended by the system; one at its end does not hear the signal any more.
    let ended = ended_by(signal, &mut child);
    assert!(ended.is_none_or(|ended| ended == code || ended <= 2), "{run} {signal}: {ended:?}");
    assert_clean(&to, run);
    assert!(!fs::read(to.path("out")).expect("a file").is_empty(), "{run}: the old file is lost, without a new one");
}

fn ends(run: &str, files: &[(&str, String)], signals: &[(&str, i32)]) {
    within_limits(&format!("{run} --time 1s"), files);
    within_limits(&format!("{run} --time 1s --memory 50MiB"), files);
    for signal in signals {
        until_signal(&format!("{run} --time 10m"), files, *signal);
    }
}

on_few_and_on_all!(some_runs_of_every_kind_end_within_limits, 5);
/// On a small board; all of them on three.
fn some_runs_of_every_kind_end_within_limits(percent: usize) {
    for (side, percent) in [(40, percent), (10, percent / 100 * 100), (120, percent / 100 * 100)] {
        let folder = Folder::new("kinds");
        let files = files(&folder, side);
        let few = runs().into_iter().enumerate().filter(|(number, _)| number * percent % 100 < percent);
        few.for_each(|(_, run)| ends(run, &files, &signals()));
    }
}

on_few_and_on_all!(runs_drawn_at_random_end_within_limits_on_random_boards, 3);
fn runs_drawn_at_random_end_within_limits_on_random_boards(percent: usize) {
    let mut random = Random::new(3);
    for board in random_boards(4, percent) {
        let folder = Folder::new("drawn");
        let files = files(&folder, 10);
        folder.write("set.xsb", board);
        ends(random.pick(&runs()), &files, &[random.pick(&signals())]);
    }
}
