//! Snapshots of the rooms and tunnels of the repository's levels, and of presets.
//!
//! `cargo insta review`, or `INSTA_UPDATE=always cargo test --test it snapshots`, accepts intended changes.

use crate::common::command::root;
use crate::common::stops;
use itertools::Itertools;
use sokoplan::level::{Level, ReadOptions, read};
use sokoplan::maze::{AreaPatterns, Areas, Maze, RoomsBy};
use sokoplan::render::{RoomsDump, RoomsFormat};
use sokoplan::run::Meter;
use sokoplan::solve::{Options, solve};
use sokoplan::study::Preset;
use std::fs;

/// All levels of `levels/`, under names that only depend on their places.
pub(crate) fn own_levels() -> Vec<(String, Level)> {
    let files = fs::read_dir(root("levels")).expect("a folder").map(|file| file.expect("a file").path());
    let mut all = Vec::new();
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "xsb")).sorted() {
        let stem = file.file_stem().expect("a file name").to_string_lossy();
        for entry in read(&fs::read(&file).expect("a readable file"), ReadOptions::default()).entries {
            all.push((format!("{stem}-{:02}", entry.number), entry.body.expect("a level without a fault")));
        }
    }
    all
}

fn dump(level: &Level) -> String {
    let areas = Areas::of(&level.board);
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
    RoomsDump::new(level, RoomsBy::Width, &areas, maze.distances.dead_squares()).write(RoomsFormat::Text)
}

/// Snapshots of a folder, under the names that they are given.
pub(crate) fn settings(folder: &str) -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn rooms_and_tunnels_of_our_own_levels_are_as_they_were() {
    let settings = settings("../../snapshots/rooms");
    for (name, level) in own_levels() {
        settings.bind(|| insta::assert_snapshot!(name.as_str(), dump(&level)));
    }
}

/// The last level of each file of the repository.
fn last_levels() -> Vec<(String, Level)> {
    let all = own_levels();
    let file = |name: &str| name.rsplit_once('-').map(|(file, _)| file.to_owned());
    let is_last = |at: usize| all.get(at + 1).is_none_or(|next| file(&next.0) != file(&all[at].0));
    (0..all.len()).filter(|&at| is_last(at)).map(|at| all[at].clone()).collect()
}

/// The strategies of each preset on the last level of each file of the repository.
fn presets() -> String {
    let mut lines = Vec::new();
    for preset in Preset::ALL {
        lines.push(format!("{}: solved, expanded, generated", preset.word()));
        for setup in preset.setups() {
            let (mut solved, mut expanded, mut generated) = (0, 0, 0);
            for (_, level) in last_levels() {
                let options = Options { textbook: Some(setup.clone()), ..Options::default() };
                let report = solve(&level, &options, &mut stops::nodes(1_000));
                solved += usize::from(report.solution().is_some());
                expanded += report.progress.expanded;
                generated += report.progress.generated;
            }
            lines.push(format!("{solved:3}{expanded:7}{generated:7}  {setup}"));
        }
    }
    lines.join("\n")
}

#[test]
fn the_comparisons_of_the_presets_are_as_they_were() {
    let settings = settings("../../snapshots");
    settings.bind(|| insta::assert_snapshot!("presets", presets()));
}

fn dumped<T>(level: &Level, by: RoomsBy, show: impl FnOnce(&RoomsDump<'_>) -> T) -> T {
    let areas = Areas::new(&level.board, by, &AreaPatterns::default());
    let dead: Vec<bool> = level.board.squares().map(|s| s.index() == 0).collect();
    show(&RoomsDump::new(level, by, &areas, &dead))
}

fn small() -> Level {
    Level::from_xsb("Two \"rooms\" & <tunnel>", "########\n#  #   #\n# $@  .#\n#  #   #\n########").unwrap()
}

/// Forty alcoves, side by side, over forty rooms of one square.
fn wide() -> Level {
    let alcoves = format!("#{}#", " #".repeat(40));
    let floor = format!("#@{}##", " ".repeat(79));
    Level::from_xsb("", &format!("{0}\n{alcoves}\n{floor}\n{0}", "#".repeat(83))).unwrap()
}

#[test]
fn json_tells_squares_openings_and_what_a_tunnel_is_good_for() {
    let json = dumped(&small(), RoomsBy::Width, |dump| serde_json::to_value(dump.row()).unwrap());
    assert_eq!(json["title"], "Two \"rooms\" & <tunnel>");
    let names: Vec<&str> = json["areas"].as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["A", "B", "a"]);
    assert_eq!(json["areas"][0]["dead"], serde_json::json!([[1, 1]]));
    assert_eq!(json["areas"][2]["tunnel"], serde_json::json!({"length": 1, "bent": false, "box_use": "through"}));
    assert_eq!(json["areas"][2]["player"], true);
    assert_eq!(json["openings"][0]["areas"], serde_json::json!(["A", "a"]));
    assert_eq!(json["openings"][0]["steps"], serde_json::json!([[[2, 2], [2, 3]]]));
}

#[test]
fn dot_and_svg_escape_titles_and_name_every_area() {
    let dot = dumped(&small(), RoomsBy::Width, |dump| dump.write(RoomsFormat::Dot));
    assert!(dot.starts_with("graph \"Two \\\"rooms\\\" & <tunnel>\" {\n"), "{dot}");
    assert!(dot.contains("  A -- a;\n") && dot.contains("1 goal") && dot.ends_with("}\n"), "{dot}");
    let svg = dumped(&small(), RoomsBy::Width, |dump| dump.write(RoomsFormat::Svg));
    assert!(svg.contains("Two \"rooms\" &amp; &lt;tunnel&gt;"), "{svg}");
}

#[test]
fn after_the_alphabet_cells_are_as_wide_as_names() {
    let text = dumped(&wide(), RoomsBy::Lisa, |dump| dump.write(RoomsFormat::Text));
    let row = text.lines().filter(|line| line.starts_with("##")).nth(3).unwrap();
    assert!(row.starts_with("## a## b## c"), "{row}");
    assert!(row.contains("## z##aa##ab##"), "{row}");
}
