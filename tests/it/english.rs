//! Plain technical English: phrases that readers stumbled over do not come back.

use crate::common::command::{out, sokoplan};
use std::fs;
use std::path::Path;

/// Phrases, and what to write instead.
const PHRASES: [(&str, &str); 57] = [
    ("gained less lost", "gained minus lost"),
    ("those of one of", "the actions of one of"),
    ("where one can", "in which a box can"),
    ("told by the content", "detected by the content"),
    ("is told too", "is reported as well"),
    ("how does a level fall apart", "how a level is cut into rooms"),
    ("works on it so long", "spends so much time on it"),
    ("leaves it open what", "leaves open what"),
    ("of no account", "does not matter"),
    ("comes to less", "costs less, or holds no longer"),
    ("is to become less", "to minimise"),
    ("nobody may come to", "say what may happen"),
    ("what a shard is to run", "the levels assigned to a shard"),
    ("is no {}", "is not a {}"),
    ("no zstandard file", "not a Zstandard file"),
    ("are from 5 to", "must be between 5 and"),
    ("sooner than that", "earlier than"),
    ("by what its result is remembered", "the key of its result"),
    ("that it holds for the nearest", "the most promising"),
    ("files of rows of a folder", "the row files in a folder"),
    ("stands in the place of folders", "replaced by"),
    ("where the request may pass", "lets the request through"),
    ("what a remembered result comes to", "replays a remembered result"),
    ("ask for less", "say what to change"),
    ("from right after the event", "from the position after the event"),
    ("dear nodes", "thorough searches"),
    ("cheap nodes (", "fast searches ("),
    ("each split is told", "each split is listed"),
    ("up to so many", "at most this number"),
    ("only so many of them", "limit their number"),
    ("why that is enough is told", "say why that is enough"),
    ("those that go together", "those that do not hide each other"),
    ("levels with such a title", "levels whose title matches"),
    ("not tuned", "say what was measured, or nothing"),
    ("is left flooded", "is then the player's region"),
    ("for want of", "because there is no"),
    ("what each rule refused", "the refusals of each rule"),
    ("that users write and reports use", "on the command line and in reports"),
    ("wherever the player is", "for any place of the player"),
    ("as if it were alone", "alone on the board"),
    ("taken away", "removed"),
    ("in the making", "under construction"),
    ("memory to work in", "working memory"),
    ("told apart", "distinguished"),
    ("somebody's own", "given by the user"),
    ("gives bytes back", "releases bytes"),
    ("cannot fail then", "so that it cannot fail"),
    ("that was pushed last", "the box of the last push"),
    ("the one that was just", "the box just pushed"),
    ("counted from nothing", "counted anew"),
    ("all of it counted", "counted anew"),
    ("a heuristic at work", "the instance of a heuristic"),
    ("a rule at work", "the instance of a rule"),
    ("strewn about", "random"),
    ("costliest", "most expensive"),
    ("runs dry", "is exhausted"),
    ("returns about the bytes", "returns the approximate bytes"),
];

/// Returns the phrases in a text, without regard to capitals and line ends.
fn found(text: &str) -> Vec<&'static str> {
    let lines = text.lines().map(|line| line.trim().trim_start_matches(['/', '!']).trim());
    let text = lines.collect::<Vec<_>>().join(" ").to_lowercase();
    PHRASES.iter().map(|(phrase, _)| *phrase).filter(|phrase| text.contains(phrase)).collect()
}

/// Returns the sources below a folder.
fn sources(folder: &Path, texts: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "txt" || ending == "md") {
            texts.push((path.display().to_string(), fs::read_to_string(&path).expect("a text")));
        }
    }
}

#[test]
fn phrases_that_readers_stumbled_over_do_not_come_back() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    sources(&root.join("src"), &mut texts);
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        texts.push((page.to_owned(), fs::read_to_string(root.join(page)).expect("a page")));
    }
    for (name, text) in texts {
        assert!(found(&text).is_empty(), "{name}: {:?}", found(&text));
    }
}

#[test]
fn the_first_page_is_short() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("the page");
    assert!(readme.split_whitespace().count() <= 1_500, "{}", readme.split_whitespace().count());
    let first: Vec<&str> = readme.lines().take(40).collect();
    for needed in ["cargo run --release", "cargo test", "cargo install", "| figure |", "snapshots/explained.svg"] {
        assert!(first.iter().any(|line| line.contains(needed)), "not on the first screen: {needed}");
    }
}

/// Words of the program's own in the heads of its tables; a test of `help words`.
#[test]
fn words_at_the_heads_of_tables_are_explained() {
    // What everybody knows, or what stands for itself.
    let plain = "level levels file size boxes title solved plan push total memory seconds rung local expanded generated \
                 kept depth pushes moves answer strategy cost step became rooms tunnels median room largest mean degree \
                 s nodes in a all local, states of share rows by";
    let words = out(&sokoplan("", &["help", "words"]));
    let lisa = "levels/6-lisa.xsb";
    let commands: [&[&str]; 5] = [
        &["list", lisa, "--difficulty", "--solvable"],
        &["bench", lisa, "--nodes", "1k"],
        &["ladder", lisa, "--level", "1", "--rooms-by", "lisa", "--refine"],
        &["rooms", lisa, "--stats"],
        &["bench", lisa, "--level", "2", "--strategies", "a-star,lean"],
    ];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for arguments in commands {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_sokoplan"))
            .args(arguments)
            .current_dir(root)
            .output()
            .expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_head = |line: &&str| line.contains("level") || line.starts_with("rung") || line.contains("max step");
        let head = text.lines().find(is_head).unwrap_or_else(|| panic!("{arguments:?}: {text}"));
        for word in head.split_whitespace().filter(|word| !word.contains('/')) {
            let bare = word.trim_matches(['?', ',']);
            let is_known = plain.split_whitespace().any(|known| known == bare)
                || words.split(|c: char| !c.is_alphanumeric() && c != '-').any(|known| known == bare);
            assert!(is_known, "{word:?} of {arguments:?} is not in `help words`");
        }
    }
}
