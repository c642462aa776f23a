//! Dumps of one small level, and of one with more areas than letters. The text is tested on all levels of the
//! repository.

use sokoplan::level::Level;
use sokoplan::maze::{AreaPatterns, Areas, RoomsBy};
use sokoplan::render::{RoomsDump, RoomsFormat};

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
