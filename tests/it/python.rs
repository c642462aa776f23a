//! The Python package of `python/` over the real binary. Needs `python3` (PYTHON names another); tables, the engine of
//! unified-planning and the notebook are tested where their packages are installed. Without it the test is skipped with
//! a message.

use crate::common::command::Folder;
use std::io::Write;
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
        _ = writeln!(std::io::stderr(), "skipped: no python3 with {modules}");
    }
    found
}

#[test]
fn the_package_passes_its_tests() {
    if has("unittest") {
        let output = python(&["-m", "unittest", "discover", "-s", "tests"]).expect("python runs");
        assert!(output.status.success() && said(&output).contains("Ran 16 tests"), "{}", said(&output));
    }
}

#[test]
fn the_lines_of_the_readme_run() {
    let readme = std::fs::read_to_string(format!("{ROOT}/README.md")).expect("the page");
    let code = readme.split("python -c '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a line of Python");
    if has("sokoplan") {
        let output = python(&["-c", &format!("import os; os.chdir('..'); {code}")]).expect("python runs");
        assert!(output.status.success(), "{}", said(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains("answer='solved'"));
    }
}

#[test]
fn the_notebook_runs_and_shows_its_pictures() {
    if has("nbconvert, ipykernel, pandas") {
        let folder = Folder::new("notebook");
        let notebook = format!("{ROOT}/examples/notebook/non_determinism.ipynb");
        let to = folder.path("");
        let arguments = ["-m", "nbconvert", "--to", "html", "--execute", &notebook, "--output-dir", &to];
        let output = python(&arguments).expect("python runs");
        assert!(output.status.success(), "{}", said(&output));
        let page = std::fs::read_to_string(folder.path("non_determinism.html")).expect("the page");
        assert!(page.contains("applicability_uncertain") && page.contains("here none can"));
        let pictures = page.matches("src=\"data:image/svg+xml").count();
        assert_eq!(pictures, 2, "the rooms, and the plan over them");
    }
}
