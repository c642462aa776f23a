//! Chromium without a window, where there is one (CHROMIUM names another than `chromium`), the TypeScript compiler for the
//! types of scripts (TSC names another than `tsc`), and axe-core for what keeps people from using a page (AXE is the path of
//! its `axe.min.js`). Tests are skipped with a message without them.

use super::command::{Run, skipped};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command that opens an address, with a profile of its own in a folder; `None` without Chromium.
pub(crate) fn chromium(profile: &str) -> Option<Command> {
    let chromium = program("CHROMIUM", "chromium")?;
    let mut command = Command::new(chromium);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.args(["--window-size=1200,900", &format!("--user-data-dir={profile}")]);
    Some(command)
}

/// Looks of pages, as options of Chromium.
pub(crate) const LOOKS: [&[&str]; 3] = [&[], &["--blink-settings=preferredColorScheme=0"], &["--window-size=500,900"]];

/// A script that asks axe-core what is wrong with the page, and returns a line for each fault; `None` without axe-core.
pub(crate) fn axe() -> Option<String> {
    let usual = concat!(env!("CARGO_MANIFEST_DIR"), "/target/node/node_modules/axe-core/axe.min.js");
    let path = std::env::var("AXE").unwrap_or_else(|_| usual.to_owned());
    let Ok(axe) = std::fs::read_to_string(&path) else {
        skipped(format_args!("no axe-core at {path}"));
        return None;
    };
    let faults = "const faults = (await axe.run(document)).violations;\
        return faults.map((fault) => `${fault.id}: ${fault.nodes.map((node) => node.html.slice(0, 120)).join(' ')}`);";
    Some(format!("{axe}\n;{faults}"))
}

fn program(variable: &str, usual: &str) -> Option<String> {
    let name = std::env::var(variable).unwrap_or_else(|_| usual.to_owned());
    if Command::new(&name).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return Some(name);
    }
    skipped(format_args!("no {name}"));
    None
}

/// The scripts of a folder below `src/`.
pub(crate) fn scripts(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let scripts = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    scripts.filter(|path| path.extension().is_some_and(|extension| extension == "js")).collect()
}

/// Checks the types of scripts that are loaded together.
pub(crate) fn assert_well_typed(scripts: &[PathBuf]) {
    let Some(tsc) = program("TSC", "tsc") else { return };
    let mut command = Command::new(tsc);
    command.args(["--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "es2023"]);
    Run::of(command.args(["--lib", "es2023,dom,dom.iterable"]).args(scripts), "").ends(0, "");
}
