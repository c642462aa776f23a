//! The command `sokoproof`: checks the proofs in files, or on standard input.

use std::env::args_os;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::process::ExitCode;

fn text(file: &OsString) -> io::Result<String> {
    if file == "-" {
        let mut text = String::new();
        return io::stdin().read_to_string(&mut text).map(|_| text);
    }
    fs::read_to_string(file)
}

/// Checks each proof in a text, and writes a line for it. True if the text has a proof and all proofs hold.
fn check(name: &str, text: &str, out: &mut impl Write) -> io::Result<bool> {
    let proofs = sokoproof::proofs(text);
    let mut all_hold = !proofs.is_empty();
    if proofs.is_empty() {
        writeln!(out, "{name}:1:1: no proof: expected a line `sokoproof 1`")?;
    }
    for (line, proof) in proofs {
        match sokoproof::check(&proof, sokoproof::Limits::STEPS) {
            Ok(proved) => writeln!(out, "{name}:{line} ok {}, of the position\n{}", proved.claim, head(&proof))?,
            Err(sokoproof::Refusal { line: at, column, what, .. }) => {
                all_hold = false;
                writeln!(out, "{name}:{}:{column}: {what}", line + at - 1)?;
            }
        }
    }
    Ok(all_hold)
}

fn head(proof: &str) -> String {
    let lines = proof.lines().skip(2).take_while(|line| !line.trim().is_empty());
    lines.map(|line| format!("  {line}\n")).collect()
}

fn run(files: &[OsString]) -> io::Result<bool> {
    let (mut out, mut all_hold) = (io::stdout().lock(), true);
    for file in files {
        let name = if file == "-" { "<stdin>".into() } else { file.to_string_lossy() };
        let text = text(file).map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        all_hold &= check(&name, &text, &mut out)?;
    }
    Ok(all_hold)
}

const USAGE: &str = "\
Usage: sokoproof FILE..

Checks the proofs of files; `-` is standard input. Writes for each proof a line with its claim, above the
position of the claim, or with the place of the fault; the exit code is then 1.
";

fn main() -> ExitCode {
    let files: Vec<OsString> = args_os().skip(1).collect();
    if files.iter().any(|file| file == "-h" || file == "--help") {
        _ = write!(io::stdout(), "{USAGE}");
        return ExitCode::SUCCESS;
    }
    if files.is_empty() {
        _ = write!(io::stderr(), "{USAGE}");
        return ExitCode::from(2);
    }
    match run(&files) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}
