//! Tells the program the revision of its source, where it is built to measure: not in builds for tests.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        return;
    }
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if let Some(revision) = git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]) {
        println!("cargo:rustc-env=SOKOPLAN_REVISION={revision}");
    }
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
        println!("cargo:rerun-if-changed=src");
    }
}
