//! The Python package of `python/` over the real binary. Needs `python3` (PYTHON names another); tables, the engine of
//! unified-planning and the notebook are tested where their packages are installed. Skipped tests are printed.

use crate::common::command::skipped;
use std::collections::BTreeSet;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Runs Python with the package and the binary in its reach: whether it succeeds, and its messages. `None` without Python.
fn python(arguments: &[&str]) -> Option<(bool, String)> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(python);
    command.args(arguments).current_dir(format!("{ROOT}/python")).env("PYTHONPATH", format!("{ROOT}/python/src"));
    command.env("SOKOPLAN", env!("CARGO_BIN_EXE_sokoplan")).env("PYTHONDONTWRITEBYTECODE", "1");
    let Ok(output) = command.output() else {
        skipped("no python3");
        return None;
    };
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[test]
fn the_package_passes_its_tests() {
    let Some((is_good, said)) = python(&["-m", "unittest", "discover", "-v", "-s", "tests"]) else { return };
    let ran = said.rsplit("\nRan ").next().and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(is_good && ran > Some(20), "{said}");
    let reasons = said.lines().filter_map(|line| line.split("skipped '").nth(1)).collect::<BTreeSet<_>>();
    for reason in reasons {
        skipped(reason.trim_end_matches('\''));
    }
}

#[test]
fn the_classes_of_rows_are_made_from_the_schemas_of_the_program() {
    let Some((is_good, said)) = python(&["generate_rows.py", "--check"]) else { return };
    assert!(is_good, "{said}");
}
