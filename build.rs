//! Hands the program the module for its page, where there is one, and the revision of its source, where it is built to measure:
//! not in builds for tests.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    module()?;
    revision();
    Ok(())
}

/// Copies the file that `SOKOPLAN_MODULE` names, which `.ci/web` has built.
fn module() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-env-changed=SOKOPLAN_MODULE");
    let module = env::var("SOKOPLAN_MODULE").ok().filter(|path| !path.is_empty());
    if let Some(path) = &module {
        println!("cargo:rerun-if-changed={path}");
    }
    fs::write(
        Path::new(&env::var("OUT_DIR")?).join("module.txt"),
        module.map(fs::read).transpose()?.unwrap_or_default(),
    )?;
    Ok(())
}

fn revision() {
    if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
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
