//! Pictures in dots over the real binary: PNG wherever there is SVG, replays as GIF.

#[cfg(feature = "png")]
use crate::common::command::Folder;
use crate::common::command::{LISA, err, out, sokoplan};
#[cfg(feature = "png")]
use std::fs;

/// Width and height as a PNG says them, in dots.
#[cfg(feature = "png")]
fn size_of_png(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n", "the signature");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
}

/// The same as an SVG says them, in pixels.
#[cfg(feature = "png")]
fn size_of_svg(text: &str) -> [u32; 2] {
    ["width", "height"].map(|name| {
        let start = text.find(&format!(" {name}=\"")).expect("a size") + name.len() + 3;
        text[start..].split('"').next().expect("an end").parse().expect("a number")
    })
}

#[cfg(feature = "png")]
#[test]
fn png_stands_wherever_svg_does_with_two_dots_to_a_pixel() {
    let goal_room = "levels/4-goal-room-with-one-door.xsb";
    for command in [
        &["rooms", LISA, "--level", "1"][..],
        &["layers", LISA, "--level", "1", "--layer", "areas,pushes,prevention"],
        &["plan", LISA, "--level", "1"],
        &["plan", goal_room, "--level", "4", "--packing"],
    ] {
        let drawn = |format| sokoplan("", &[command, &["--format", format]].concat());
        let (svg, png) = (out(&drawn("svg")), drawn("png"));
        assert_eq!(size_of_png(&png.stdout), size_of_svg(&svg).map(|pixels| 2 * pixels), "{command:?}");
    }
}

#[cfg(feature = "png")]
#[test]
fn pictures_of_several_levels_go_into_a_folder() {
    let folder = Folder::new("pictures");
    let run = sokoplan("", &["rooms", LISA, "--format", "png", "-o", &folder.path("all")]);
    assert_eq!(run.status.code(), Some(0), "{}", err(&run));
    let files: Vec<_> = fs::read_dir(folder.path("all")).expect("a folder").collect();
    assert_eq!(files.len(), 2);
    for file in files {
        size_of_png(&fs::read(file.expect("a file").path()).expect("its content"));
    }
}

#[cfg(feature = "png")]
#[test]
fn a_replay_as_gif_has_a_picture_before_and_one_after_each_move() {
    let folder = Folder::new("gif");
    let file = folder.path("solved.gif");
    let run = sokoplan("", &["replay", LISA, "--level", "1", "--solution", "Ull", "--format", "gif", "-o", &file]);
    assert_eq!(run.status.code(), Some(0), "{}", err(&run));
    let bytes = fs::read(&file).expect("the file");
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(b";"));
    let blocks = bytes.windows(3).filter(|window| *window == b"\x21\xf9\x04").count();
    assert_eq!(blocks, 4, "pictures with a time each");
    let broken = sokoplan("", &["replay", LISA, "--level", "1", "--solution", "UUUU", "--format", "gif", "-o", &file]);
    assert_eq!(broken.status.code(), Some(2));
    assert_eq!(fs::read(&file).expect("the file"), bytes, "what was there stays");
}

#[cfg(feature = "png")]
#[test]
fn a_replay_takes_the_speed_it_is_given_and_shows_pushes_only_where_asked() {
    let folder = Folder::new("seconds");
    let file = folder.path("short.gif");
    let gif = |more: &[&str]| {
        let usual = ["replay", LISA, "--level", "1", "--solution", "Ullrr", "--format", "gif", "-o", &file];
        let run = sokoplan("", &[&usual[..], more].concat());
        assert_eq!(run.status.code(), Some(0), "{}", err(&run));
        let bytes = fs::read(&file).expect("the file");
        let delay = |window: &[u8]| u32::from(window[4]) + 256 * u32::from(window[5]);
        bytes.windows(6).filter(|window| window.starts_with(b"\x21\xf9\x04")).map(delay).collect::<Vec<u32>>()
    };
    assert!(gif(&["--speed", "10"]).iter().sum::<u32>().abs_diff(350) <= 2);
    assert_eq!(gif(&["--pushes-only"]).len(), 2, "before and after the push");
    let text =
        sokoplan("", &["replay", LISA, "--level", "1", "--solution", "Ull", "--format", "text", "--pushes-only"]);
    assert_eq!(out(&text).matches(" of 3").count(), 2, "{}", out(&text));
}

#[cfg(feature = "png")]
#[test]
fn a_picture_in_dots_that_needs_more_memory_than_allowed_is_refused_and_nothing_is_written() {
    let folder = Folder::new("small-memory");
    let file = folder.path("rooms.png");
    let args = ["rooms", LISA, "--level", "1", "--format", "png", "-o", &file, "--memory"];
    let run = sokoplan("", &[&args[..], &["300KiB"]].concat());
    assert_eq!(run.status.code(), Some(2), "{}", err(&run));
    assert!(err(&run).contains("no picture: it needs about"), "{}", err(&run));
    assert!(!fs::exists(&file).expect("a folder"));
    assert!(sokoplan("", &[&args[..], &["100MiB"]].concat()).status.success());
}

#[test]
fn a_look_changes_the_colours_of_every_picture_of_a_board_and_is_refused_where_nothing_is_drawn() {
    let level = ["--level", "1", "--format", "svg"];
    let replay = ["replay", LISA, "--solution", "Ull"];
    for command in [&["rooms", LISA][..], &["layers", LISA], &["plan", LISA], &["plan", LISA, "--packing"], &replay[..]]
    {
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

#[cfg(not(feature = "png"))]
#[test]
fn a_program_without_png_says_how_to_get_it_and_offers_svg() {
    for args in [&["rooms", LISA, "--level", "1", "--format", "png"][..], &["replay", LISA, "--format", "gif"]] {
        let run = sokoplan("", args);
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(
            err(&run).contains("write SVG, or install it with `cargo install --path . --features png`"),
            "{}",
            err(&run)
        );
    }
}
