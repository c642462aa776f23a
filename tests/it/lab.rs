//! The Downward Lab experiment of `examples/lab`. Needs Python with `lab` (LAB_PYTHON names another than `python3`);
//! without it the test is skipped with a message.

use crate::common::command::{Folder, skipped, sokoplan};
use std::fs;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn an_experiment_of_downward_lab_has_the_figures_of_solve() {
    let python = std::env::var("LAB_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_lab = Command::new(&python).args(["-c", "import lab, downward"]).output();
    if !has_lab.is_ok_and(|output| output.status.success()) {
        skipped(format_args!("no `lab` in {python} (pip install lab)"));
        return;
    }
    let folder = Folder::new("lab");
    let levels = format!("{ROOT}/levels/6-lisa.xsb");
    let mut command = Command::new(python);
    command.arg(format!("{ROOT}/examples/lab/experiment.py")).arg("--all").current_dir(folder.path(""));
    command.env("SOKOPLAN", env!("CARGO_BIN_EXE_sokoplan")).env("SOKOPLAN_LEVELS", &levels);
    let output = command.env("LAB_FOLDER", folder.path("out")).output().unwrap();
    assert!(output.status.success(), "{output:?}");

    let properties = fs::read(folder.path("out-eval/properties")).unwrap();
    let runs: serde_json::Value = serde_json::from_slice(&properties).unwrap();
    assert_eq!(runs.as_object().unwrap().len(), 2 * 3, "two levels under three settings");
    let solved = sokoplan("", &["solve", &levels, "--nodes", "20k", "--strategy", "pushes", "--json"]).rows();
    for (row, number) in solved.iter().zip(1..=2) {
        let run = &runs[&format!("pushes-6-lisa-{number:04}")];
        for key in ["answer", "moves", "pushes", "push_nodes"] {
            assert_eq!(run[key], row[key], "{key} of {run}");
        }
        assert_eq!(run["version"], env!("CARGO_PKG_VERSION"), "{run}");
        assert_eq!((&run["coverage"], &run["unexplained_errors"]), (&1.into(), &serde_json::Value::Null));
    }
    let table = fs::read_to_string(folder.path("out-eval/table.html")).unwrap();
    assert!(table.contains("push_nodes") && table.contains("plans"), "{table}");
    assert!(fs::read(folder.path("out-eval/push-nodes.png")).unwrap().starts_with(b"\x89PNG"));
}
