//! Pictures over the real binary.

use crate::common::command::{Folder, LISA, err, out, sokoplan};
use std::fs;

#[test]
fn pictures_of_several_levels_go_into_a_folder() {
    let folder = Folder::new("pictures");
    let run = sokoplan("", &["rooms", LISA, "--format", "svg", "-o", &folder.path("all")]);
    assert_eq!(run.status.code(), Some(0), "{}", err(&run));
    let files: Vec<_> = fs::read_dir(folder.path("all")).expect("a folder").collect();
    assert_eq!(files.len(), 2);
    for file in files {
        let picture = fs::read_to_string(file.expect("a file").path()).expect("its content");
        assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    }
}

#[test]
fn a_replay_takes_the_speed_it_is_given_and_shows_pushes_only_where_asked() {
    let replay = |more: &[&str]| {
        let run = sokoplan("", &[&["replay", LISA, "--level", "1", "--solution", "Ullrr"], more].concat());
        assert_eq!(run.status.code(), Some(0), "{}", err(&run));
        out(&run)
    };
    // Five moves, and three seconds for the last position.
    assert!(replay(&["--format", "svg", "--speed", "10"]).contains("dur=\"3.50s\""));
    assert!(replay(&["--format", "svg", "--speed", "10", "--pushes-only"]).contains("dur=\"3.10s\""));
    assert_eq!(replay(&["--format", "text", "--pushes-only"]).matches(" of 5").count(), 2, "before and after the push");
}

#[test]
fn a_replay_that_the_rules_forbid_leaves_the_file_as_it_was() {
    let folder = Folder::new("broken-replay");
    let file = folder.write("solved.svg", "old");
    let run = sokoplan("", &["replay", LISA, "--level", "1", "--solution", "UUUU", "-o", &file]);
    assert_eq!(run.status.code(), Some(2), "{}", err(&run));
    assert_eq!(fs::read_to_string(&file).expect("the file"), "old");
}

#[test]
fn a_look_changes_the_colours_of_every_picture_of_a_board_and_is_refused_where_nothing_is_drawn() {
    let level = ["--level", "1", "--format", "svg"];
    let replay = ["replay", LISA, "--solution", "Ull"];
    for command in [&["rooms", LISA][..], &["layers", LISA], &["plan", LISA], &replay[..]] {
        let picture = |more: &[&str]| {
            let run = sokoplan("", &[command, &level, more].concat());
            assert_eq!(run.status.code(), Some(0), "{command:?}: {}", err(&run));
            out(&run)
        };
        let (plain, contrast) = (picture(&[]), picture(&["--skin", "contrast"]));
        assert_eq!(plain, picture(&["--skin", "classic"]), "{command:?}");
        let walls = |text: &str| text.matches("class=\"wall\"").count();
        assert!(walls(&plain) > 0 && walls(&plain) == walls(&contrast), "{command:?}: the same shapes");
        assert!(plain != contrast && !contrast.contains("\"#475569\""), "{command:?}: walls are black");
        let text = sokoplan("", &[command, &["--level", "1", "--format", "text", "--skin", "flat"]].concat());
        assert_eq!(text.status.code(), Some(2), "{command:?}");
        assert!(err(&text).contains("--skin has no effect"), "{command:?}: {}", err(&text));
    }
}
