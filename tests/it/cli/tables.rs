//! Tables: the width of a terminal, pipes and files, colours; pictures: their speed and looks.

use crate::common::command::{Folder, Run, program, sokoplan};

const LISA: &str = "levels/6-lisa.xsb";
const ORDERS: &str = "levels/7-orders.xsb";

/// Returns the output on a terminal of this width, given by `COLUMNS`.
fn at(columns: &str, args: &[&str]) -> String {
    Run::of(program().args(args).env("COLUMNS", columns), "").out
}

#[test]
fn no_line_is_longer_than_the_terminal_is_wide() {
    let folder = Folder::new("widths");
    let rows = folder.path("rows.jsonl");
    sokoplan("", &["bench", LISA, "levels/1-one-room.xsb", "--nodes", "300", "-o", &rows]);
    let long = "; A title that is much longer than the terminal is wide, and that goes on and on and on and on\n";
    let faulty = folder.write("faulty.xsb", format!("{long}#####\n#@$.#\n#####\n\n{long}#####\n#@$. \n#####\n"));
    for command in [
        format!("list {LISA} {faulty} {faulty}"),
        format!("rooms stats {LISA}"),
        format!("bench {LISA} --strategies breadth-first,a-star:h2:moves:no-rules --nodes 300"),
        format!("bench {LISA} levels/1-one-room.xsb --nodes 300"),
        format!("bench compare {rows} {rows}"),
        format!("bench {LISA} --nodes 300 --ablate hotspots"),
        format!("plan {ORDERS} --level 6 --nodes 2k -k 3 --quiet"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        for (columns, width) in [("80", 80), ("60", 60)] {
            let text = at(columns, &words);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest.is_some_and(|longest| longest <= width), "{words:?} at {width}: {longest:?}\n{text}");
        }
    }
}

#[test]
fn a_pipe_gets_no_colour_and_colour_comes_where_it_is_asked_for() {
    let table = ["bench", LISA, "--level", "1", "--strategies", "breadth-first,lean", "--nodes", "300"];
    let piped = sokoplan("", &table).out;
    assert!(!piped.contains('\x1b') && at("60", &table).contains("with -v also: "), "{piped}");
    let coloured = sokoplan("", &[&table[..], &["--color", "always"]].concat()).out;
    assert!(coloured.contains("\x1b[1mlevels\x1b[0m"), "{coloured:?}");
    let folder = Folder::new("coloured");
    let file = folder.path("rooms.txt");
    sokoplan("", &["rooms", LISA, "--color", "always", "-o", &file]);
    let dump = std::fs::read_to_string(file).expect("a dump");
    assert_eq!(dump, sokoplan("", &["rooms", LISA]).out, "a file has no colours");
    assert!(sokoplan("", &["rooms", LISA, "--color", "always"]).out.contains("\x1b["));
}

#[test]
fn details_come_where_they_are_asked_for_and_the_result_after_them() {
    let plan = |args: &[&str]| sokoplan("", &[&["plan", ORDERS, "--level", "1", "-k", "2"], args].concat()).out;
    let (brief, details) = (plan(&[]), plan(&["-v"]));
    let steps = "the steps as they were carried out:";
    assert!(!brief.contains(steps) && details.matches("the steps as").count() == 1, "{details}");
    // Maps, answer and fidelity come first in both.
    let result: Vec<&str> = brief.lines().take_while(|line| !line.trim_start().starts_with("slot ")).collect();
    assert!(result.len() > 5 && details.starts_with(&result.join("\n")), "{brief}\n---\n{details}");
}

#[test]
fn a_replay_takes_the_speed_it_is_given_and_shows_pushes_only_where_asked() {
    let replay = |more: &[&str]| {
        sokoplan("", &[&["replay", LISA, "--level", "1", "--solution", "Ullrr"], more].concat()).ends(0, "").out
    };
    // Five moves, and three seconds for the last position.
    assert!(replay(&["--format", "svg", "--speed", "10"]).contains("dur=\"3.50s\""));
    assert!(replay(&["--format", "svg", "--speed", "10", "--pushes-only"]).contains("dur=\"3.10s\""));
    assert_eq!(replay(&["--format", "text", "--pushes-only"]).matches(" of 5").count(), 2, "before and after the push");
}

#[test]
fn a_look_changes_the_colours_of_every_picture_of_a_board_and_is_refused_where_nothing_is_drawn() {
    let level = ["--level", "1", "--format", "svg"];
    let replay = ["replay", LISA, "--solution", "Ull"];
    for command in [&["rooms", LISA][..], &["layers", LISA], &["plan", LISA], &replay[..]] {
        let picture = |more: &[&str]| sokoplan("", &[command, &level, more].concat()).ends(0, "").out;
        let (plain, contrast) = (picture(&[]), picture(&["--skin", "contrast"]));
        assert_eq!(plain, picture(&["--skin", "classic"]), "{command:?}");
        let walls = |text: &str| text.matches("class=\"wall\"").count();
        assert!(walls(&plain) > 0 && walls(&plain) == walls(&contrast), "{command:?}: the same shapes");
        assert!(plain != contrast && !contrast.contains("\"#475569\""), "{command:?}: walls are black");
        sokoplan("", &[command, &["--level", "1", "--format", "text", "--skin", "flat"]].concat())
            .ends(2, "--skin has no effect");
    }
}
