//! The commands of README.md print what it shows, and the examples what their docs promise.

use crate::common::command::{Run, program, root};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

fn readme() -> String {
    fs::read_to_string(root("README.md")).expect("a text")
}

/// The lines of fenced blocks of a language, all together.
fn fenced<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let mut open = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(fence) => open = if open.is_some() { None } else { Some(fence) },
            None if open == Some(language) => lines.push(line),
            None => {}
        }
    }
    lines
}

/// The words of a command; words may be in single quotes.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
    words.map(str::to_owned).collect()
}

/// Standard output and standard error, in the order of writing.
fn printed(words: &[String]) -> String {
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut command = program();
    command.args(words).current_dir(root("")).env_remove("COLUMNS");
    command.stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut child = command.spawn().expect("the binary runs");
    // It holds the writing ends, which would keep the reader waiting.
    drop(command);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("a text");
    assert!(child.wait().expect("it ends").success(), "{words:?}: {text}");
    text
}

/// Whether a line is as shown, where `[..]` stands for anything.
fn is_like(line: &str, shown: &str) -> bool {
    match shown.split_once("[..]") {
        None => line == shown,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            let cuts = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            cuts.into_iter().any(|at| is_like(&rest[at..], tail))
        }),
    }
}

/// Whether lines are as shown, where a line `...` stands for any number of them.
fn are_like(lines: &[&str], shown: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"...", rest)) => (0..=lines.len()).any(|from| are_like(&lines[from..], rest)),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| is_like(line, first) && are_like(lines, rest))
        }
    }
}

#[test]
fn every_command_of_the_tour_runs() {
    // The tour writes there; with another target folder it may be missing.
    fs::create_dir_all(root("target")).expect("a folder");
    let text = readme();
    let (mut run, mut lines) = (0, fenced(&text, "console").into_iter().peekable());
    while let Some(line) = lines.next() {
        let command = line.strip_prefix("$ sokoplan ").unwrap_or_else(|| panic!("no command: {line}"));
        let shown: Vec<&str> = std::iter::from_fn(|| lines.next_if(|line| !line.starts_with("$ "))).collect();
        let (shown, printed) = (shown.join("\n"), printed(&words(command)));
        let [like, real] = [&shown, &printed].map(|text| text.trim_end().lines().collect::<Vec<_>>());
        assert!(are_like(&real, &like), "$ sokoplan {command}\n{printed}\nThe README shows:\n{shown}");
        run += 1;
    }
    let shown = text.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(shown >= 7 && run == shown, "{run} of {shown} commands are shown where they are run");
}

#[test]
fn ci_runs_the_two_commands_that_set_everything_up() {
    let script = |name: &str| fs::read_to_string(root(".ci").join(name)).expect("a script");
    let [run, long] = ["run", "long"].map(script);
    let text = readme();
    let [first, second] = fenced(&text, "sh")[..] else { panic!("two commands") };
    let has = |script: &str, command: &str| script.lines().any(|line| line == format!("step {command}"));
    assert!(has(&long, first) && has(&run, second), "{first}, {second}");
}

#[test]
fn the_picture_is_what_the_command_draws() {
    let plan = "plan levels/4-goal-room-with-one-door.xsb --level 4 --nodes 10k --format svg";
    assert!(readme().contains("snapshots/plan.svg"));
    let output = Run::of(program().args(plan.split(' ')).current_dir(root("")), "").ends(0, "");
    let picture = fs::read_to_string(root("snapshots/plan.svg")).expect("the picture");
    assert_eq!(output.out, picture, "draw it again: -o snapshots/plan.svg");
}

/// Standard output of an example, which `cargo test` has built beside the binary.
fn run(name: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_sokoplan"));
    let folder = binary.parent().unwrap().join("examples");
    Run::of(&mut Command::new(folder.join(name)), "").ends(0, "").out
}

#[test]
fn every_example_prints_what_its_docs_promise() {
    assert_eq!(run("solve_level").matches(" pushes, ").count(), 2);
    assert_eq!(run("dump_rooms").matches("A goal room with one door").count(), 3, "by each definition");
    let refused = run("add_deadlock_rule");
    assert!(refused.contains("pair-at-wall refused ") && !refused.contains("pair-at-wall refused 0"), "{refused}");
    for (name, part) in [
        ("tell_story", "goes from A through tunnel b into C, onto the goal"),
        ("hint", "next: "),
        ("explore_plans", "2 of 2 slots were filled: order 1.00"),
        ("plan_pddl_task", "; cost "),
    ] {
        assert!(run(name).contains(part), "{name}");
    }
}
