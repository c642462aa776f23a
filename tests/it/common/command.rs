//! The real binary, run as users run it.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `sokoplan` with a text as its standard input.
pub(crate) fn sokoplan(input: &str, args: &[&str]) -> Output {
    sokoplan_with(input.as_bytes(), args)
}

/// Runs `sokoplan` with any bytes as its standard input.
pub(crate) fn sokoplan_with(input: &[u8], args: &[&str]) -> Output {
    run(program().args(args), input)
}

/// The program, as it was built for these tests.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sokoplan"))
}

/// Runs a command with any bytes as its standard input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::scope(|scope| {
        // A program that ends before it has read everything breaks the pipe.
        scope.spawn(move || stdin.write_all(input).ok());
        child.wait_with_output().expect("its output")
    })
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
