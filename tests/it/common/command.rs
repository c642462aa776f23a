//! The real binary, run as users run it.

use assert_cmd::Command;
use serde_json::Value;
use std::process::Output;

/// Runs `sokoplan` with a text as its standard input.
pub(crate) fn sokoplan(input: &str, args: &[&str]) -> Output {
    sokoplan_with(input.as_bytes(), args)
}

/// Runs `sokoplan` with any bytes as its standard input.
pub(crate) fn sokoplan_with(input: &[u8], args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("sokoplan"));
    command.args(args).write_stdin(input).output().expect("the binary runs")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The rows of JSON Lines.
pub(crate) fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON row")).collect()
}

/// A folder that goes away with its value.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let prefix = format!("sokoplan-{name}-");
        Self(tempfile::Builder::new().prefix(&prefix).tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain name").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }
}
