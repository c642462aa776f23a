//! `plan --refine`, `plan --from --json` and `pddl export --nogoods`: one loop, here and with a planner outside.

use crate::common::command::{Folder, err, out, rows, sokoplan};
use serde_json::Value;
use std::fs;
use std::process::Command;

const DOOR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/4-goal-room-with-one-door.xsb");
const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/7-orders.xsb");
const SIGNATURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/8-signature.xsb");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/refinement/refine.sh");
/// As `plan --from` has it.
const CAP: [&str; 2] = ["--node-cap", "10k"];

fn refined(file: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["plan", file, "--refine", "6", "--nodes", "20k", "--json"], &CAP[..], more].concat();
    rows(&out(&sokoplan("", &args)))
}

fn of_kind<'r>(rows: &'r [Value], kind: &str) -> Vec<&'r Value> {
    rows.iter().filter(|row| row["type"] == kind).collect()
}

#[test]
fn each_round_but_the_last_teaches_what_the_next_plan_respects() {
    let mut refused = 0;
    for file in [DOOR, ORDERS, SIGNATURE] {
        let all = refined(file, &[]);
        let summary = all.last().expect("a summary");
        assert_eq!(summary["rounds"], of_kind(&all, "round").len());
        let levels = of_kind(&all, "level");
        assert_eq!(
            (&summary["levels"], &summary["solved"]),
            (&levels.len().into(), &levels.iter().filter(|row| row["answer"] == "solved").count().into(),)
        );
        for row in levels {
            let here = |kind| {
                of_kind(&all, kind).into_iter().filter(|other| other["level"] == row["level"]).collect::<Vec<_>>()
            };
            let (rounds, nogoods) = (here("round"), here("nogood"));
            assert_eq!((&row["rounds"], &row["nogoods"]), (&rounds.len().into(), &nogoods.len().into()));
            assert_eq!(row["proved"], nogoods.iter().filter(|nogood| nogood["is_proved"] == true).count());
            for round in &rounds {
                let steps = round["plan"].as_array().expect("steps");
                let realised = usize::try_from(round["realised"].as_u64().expect("a number")).expect("small");
                match round["end"].as_str() {
                    Some("solved") => assert_eq!(realised, steps.len()),
                    Some("refused") => {
                        refused += 1;
                        assert_eq!(round["refusal"]["number"], realised + 1);
                        let step = round["refusal"]["step"].as_str().expect("a step");
                        assert!(steps[realised].as_str().expect("a step").starts_with(step), "{round}");
                    }
                    _ => {}
                }
            }
            if row["answer"] == "solved" {
                let moves = format!("{} {}", row["level"], row["lurd"].as_str().expect("moves"));
                let folder = Folder::new("refined");
                assert!(out(&sokoplan("", &["verify", file, &folder.write("moves", &moves)])).contains(" ok"));
            }
        }
        assert_eq!(refined(file, &[]), all, "equal bytes under a node limit");
        let text = out(&sokoplan("", &[&["plan", file, "--refine", "6", "--nodes", "20k", "-v"], &CAP[..]].concat()));
        assert_eq!(
            text.lines().filter(|line| line.starts_with("round ")).count(),
            of_kind(&all, "round").len(),
            "{text}"
        );
        assert_eq!(
            text.matches("learnt, proved: not ").count(),
            of_kind(&all, "nogood").iter().filter(|row| row["is_proved"] == true).count()
        );
    }
    assert!(refused > 3, "{refused}");
}

#[test]
fn the_loop_outside_is_the_loop_inside() {
    for (file, level) in [(DOOR, "5"), (DOOR, "7"), (SIGNATURE, "8")] {
        let folder = Folder::new("script");
        let mut script = Command::new("bash");
        script
            .args([SCRIPT, file, level, "6"])
            .env("SOKOPLAN", env!("CARGO_BIN_EXE_sokoplan"))
            .env("WORK", folder.path(""));
        let script = script.output().expect("bash runs");
        let inside = refined(file, &["--level", level]);
        let row = *of_kind(&inside, "level").first().expect("a row");
        let lurd = row["lurd"].as_str().map_or_else(String::new, |lurd| format!("{level} {lurd}\n"));
        assert_eq!(out(&script), lurd, "{}\n{row}", err(&script));
        let learnt = rows(&fs::read_to_string(folder.path("nogoods.jsonl")).expect("a file"));
        assert_eq!(learnt.iter().collect::<Vec<_>>(), of_kind(&inside, "nogood"), "{}", err(&script));
    }
}

#[test]
fn nogoods_of_other_levels_or_versions_are_refused_with_their_line() {
    let folder = Folder::new("nogoods");
    let all = refined(DOOR, &["--level", "5"]);
    let nogood = of_kind(&all, "nogood").first().expect("a nogood").to_string();
    let export = |text: &str, more: &[&str]| {
        let file = folder.write("nogoods.jsonl", text);
        let args = ["pddl", "export", DOOR, "--domain", "rooms-counts", "--nogoods", &file, "-o", &folder.path("")];
        sokoplan("", &[&args[..], more].concat())
    };
    let good = export(&nogood, &["--level", "5"]);
    assert_eq!(good.status.code(), Some(0), "{}", err(&good));
    let problem = fs::read_to_string(out(&good).trim()).expect("a problem");
    assert!(problem.contains("k0 - nogood") && problem.contains("(forbids-"), "{problem}");
    assert_eq!(export(&nogood, &[]).status.code(), Some(0), "one of the levels is meant");
    for (text, more, expected) in [
        (nogood.clone(), &["--level", "6"][..], ":1:1: a nogood of task "),
        (nogood.clone(), &["--level", "5", "--rooms-by", "none"], ":1:1: a nogood of task "),
        (
            nogood.replace("\"schema\":1", "\"schema\":2"),
            &["--level", "5"],
            ":1:1: a nogood of schema 2: expected schema 1",
        ),
        (format!("{nogood}\nhop a0 a1\n"), &["--level", "5"], ":2:1: not a row: "),
        (nogood.replace("\"step\":\"", "\"step\":\"jump "), &["--level", "5"], "is no step: expected `hop a0 a1`"),
        (nogood.replace("\"holds\":", "\"held\":"), &["--level", "5"], ":1:1: no nogood: missing field `holds`"),
        (nogood, &["--level", "5", "--domain", "rooms"], "--nogoods: expected --domain rooms-counts, not rooms"),
    ] {
        let run = export(&text, more);
        assert!(run.status.code() == Some(2) && err(&run).contains(expected), "{expected}: {}", err(&run));
    }
}
