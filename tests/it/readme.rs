//! The commands of README.md print what it shows.
//!
//! `TRYCMD=overwrite cargo test --test it readme` accepts intended changes; put `[..]` for the seconds afterwards.

use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("a text")
}

/// Runs the tour in a process of its own, whose output tells what was run: plain fences and unknown programs are
/// skipped without a word.
#[test]
fn every_command_of_the_tour_runs() {
    const INNER: &str = "SOKOPLAN_TOUR";
    if std::env::var_os(INNER).is_some() {
        return trycmd::TestCases::new().case("README.md").run();
    }
    let text = readme();
    let shown: Vec<&str> = text.lines().filter(|line| line.starts_with("$ ")).collect();
    assert!(shown.len() >= 8, "{shown:?}");
    assert!(shown.iter().all(|line| line.starts_with("$ sokoplan ")), "{shown:?}");
    // The tour writes there; with another target folder it may be missing.
    fs::create_dir_all(root().join("target")).expect("a folder");
    let this = std::env::current_exe().expect("this test");
    let arguments = ["--exact", "readme::every_command_of_the_tour_runs", "--nocapture"];
    let output = Command::new(this).args(arguments).env(INNER, "yes").output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    let run = said.lines().filter(|line| line.contains("Testing README.md:")).count();
    assert_eq!(run, shown.len(), "{said}");
}

#[test]
fn the_two_commands_of_a_newcomer_are_there() {
    for command in ["\ncargo run --release -- solve levels/6-lisa.xsb --explain ", "\ncargo test "] {
        assert!(readme().contains(command), "{command}");
    }
}

#[test]
fn the_pictures_are_what_the_commands_draw() {
    let moves = "UllddRurDluuuRRRRRlllldddDDD";
    let rooms = ["rooms", "levels/4-goal-room-with-one-door.xsb", "--level", "4", "--format", "svg"];
    let replay = ["replay", "levels/6-lisa.xsb", "--level", "1", "--lurd", moves, "--format", "svg"];
    for (arguments, name) in [(&rooms[..], "snapshots/front-page.svg"), (&replay[..], "snapshots/solved.svg")] {
        assert!(readme().contains(name), "{name}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_sokoplan"));
        let output = command.args(arguments).current_dir(root()).output().expect("the binary runs");
        let picture = fs::read_to_string(root().join(name)).expect("the picture");
        assert_eq!(String::from_utf8_lossy(&output.stdout), picture, "draw it anew: -o {name}");
    }
}
