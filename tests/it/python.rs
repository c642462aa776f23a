//! The Python package of `python/` over the real binary. Needs `python3` (PYTHON names another); tables, the engine of
//! unified-planning and the notebook are tested where their packages are installed. Skipped tests are printed.

use crate::common::skipped::skipped;
use std::collections::BTreeSet;
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Python with the package and the binary in its reach.
fn python(arguments: &[&str]) -> Option<Output> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(python);
    command.args(arguments).current_dir(format!("{ROOT}/python")).env("PYTHONPATH", format!("{ROOT}/python/src"));
    command.env("SOKOPLAN", env!("CARGO_BIN_EXE_sokoplan")).env("PYTHONDONTWRITEBYTECODE", "1").output().ok()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn has(modules: &str) -> bool {
    let found = python(&["-c", &format!("import {modules}")]).is_some_and(|output| output.status.success());
    if !found {
        skipped(format_args!("no python3 with {modules}"));
    }
    found
}

#[test]
fn the_package_passes_its_tests() {
    if has("unittest") {
        let output = python(&["-m", "unittest", "discover", "-v", "-s", "tests"]).expect("python runs");
        let said = said(&output);
        let ran = said.rsplit("\nRan ").next().and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
        assert!(output.status.success() && ran > Some(20), "{said}");
        let reasons = said.lines().filter_map(|line| line.split("skipped '").nth(1)).collect::<BTreeSet<_>>();
        for reason in reasons {
            skipped(reason.trim_end_matches('\''));
        }
    }
}

#[test]
fn the_classes_of_rows_are_made_from_the_schemas_of_the_program() {
    if has("dataclasses") {
        let output = python(&["generate_rows.py", "--check"]).expect("python runs");
        assert!(output.status.success(), "{}", said(&output));
    }
}
