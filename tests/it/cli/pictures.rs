//! Pictures over the real binary.

use crate::common::command::{LISA, err, out, sokoplan};

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
