//! Snapshots of decompositions: the changes that they survive, and the report of other changes.

use crate::common::command::{Folder, names, rows, sokoplan};

const ONE: (&str, &str) = ("One", "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########\n");
const TWO: (&str, &str) = ("Two", "#########\n#   #   #\n#@$   . #\n#   #   #\n#   #####\n#########\n");
const THREE: (&str, &str) = ("Three", "#######\n#  @  #\n# $ . #\n#     #\n#######\n");
const NEW: (&str, &str) = ("New", "######\n#@$ .#\n#    #\n######\n");

/// The three levels saved, and the folder of their snapshots.
fn saved(levels: &[(&str, &str)]) -> (Folder, String) {
    let folder = Folder::new("snapshots");
    let set = folder.write("set.xsb", text(levels));
    sokoplan("", &["rooms", "save", &folder.path("rooms"), &set]).ends(0, "");
    (folder, set)
}

fn text(levels: &[(&str, &str)]) -> String {
    levels
        .iter()
        .map(|(title, board)| if title.is_empty() { format!("{board}\n") } else { format!("; {title}\n\n{board}\n") })
        .collect()
}

/// Compares other levels with the snapshots; the exit code and the output.
fn checked(folder: &Folder, levels: &[(&str, &str)], more: &[&str]) -> (i32, String) {
    let set = folder.write("set.xsb", text(levels));
    let run = sokoplan("", &[&["rooms", "check", &folder.path("rooms"), &set], more].concat());
    (run.code.expect("an exit code"), run.out)
}

/// The board, each row backwards.
fn mirrored(board: &str) -> String {
    board.lines().map(|row| row.chars().rev().collect::<String>() + "\n").collect()
}

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

/// Result for the three levels in a changed file: the exit code, the last line, and words of another.
#[test]
fn levels_that_were_added_removed_moved_renamed_or_turned_are_told_and_the_others_are_the_same() {
    let turned = mirrored(TWO.1);
    for (levels, expected, told) in [
        (&[ONE, TWO, THREE][..], (0, "3 the same"), ""),
        (&[NEW, ONE, TWO, THREE], (1, "1 added, 3 the same"), "level 1: New: added"),
        (&[TWO, THREE], (1, "1 removed, 2 the same"), "set-one.txt: removed"),
        (&[THREE, ONE, TWO], (0, "1 moved, 2 the same"), "level 1: Three: moved, was level 3"),
        (&[ONE, ("Second", TWO.1), THREE], (0, "1 renamed, 2 the same"), "level 2: Second: renamed, was \"Two\""),
        (&[ONE, ("Two", &turned), THREE], (0, "1 turned, 2 the same"), ""),
    ] {
        let (folder, set) = saved(&[ONE, TWO, THREE]);
        let (code, text) = checked(&folder, levels, &[]);
        assert!((code, last(&text)) == expected && text.contains(told), "{expected:?}: {code} {text}");
        // A snapshot saved again is the same, and old snapshots are removed.
        assert_eq!(sokoplan("", &["rooms", "save", &folder.path("rooms"), &set]).code, Some(0));
        assert_eq!(checked(&folder, levels, &[]), (0, format!("{} the same\n", levels.len())));
        let kept = names(&folder.path("rooms"));
        assert!(!told.contains("renamed") || !kept.contains(&"set-two.txt".to_owned()), "{kept:?}");
    }
}

#[test]
fn untitled_levels_and_levels_of_one_title_keep_their_snapshots_when_one_is_inserted() {
    let inserted = "########\n#@$ . .#\n#   $  #\n########\n";
    let levels = [("", inserted), ("", ONE.1), ("", TWO.1), ("Twin", THREE.1), ("Twin", NEW.1)];
    let (folder, _) = saved(&levels[1..]);
    let (code, text) = checked(&folder, &levels, &[]);
    assert_eq!((code, last(&text)), (1, "1 added, 4 the same"), "{text}");
    // The player is elsewhere in his region, and a level without a title is named by a hash of its board.
    let (code, text) = checked(&folder, &[levels[1], ("", &mirrored(TWO.1)), levels[3], levels[4]], &[]);
    assert_eq!((code, last(&text)), (0, "1 turned, 3 the same"), "{text}");
}

#[test]
fn a_changed_level_is_told_in_words_above_the_difference() {
    let (folder, _) = saved(&[ONE, TWO, THREE]);
    let changed = ONE.1.replace("# $@    . #\n#   ###   #", "# $@    . #\n## ####   #");
    for title in ["One", ""] {
        let (code, text) = checked(&folder, &[(title, &changed), TWO, THREE], &[]);
        assert_eq!((code, last(&text)), (1, "1 different, 2 the same"), "{text}");
        let (words, lines) = text.split_once("\n---").expect("words and a difference");
        assert!(
            words.contains("2 places of the level changed; room A lost 2 squares to walls; 2 dead squares less"),
            "{words}"
        );
        assert!(lines.contains("\n-#   ###   #\n") && lines.contains("\n+## ####   #\n"), "{lines}");
    }
}

#[test]
fn a_definition_that_cuts_otherwise_is_told_in_words() {
    let (folder, _) = saved(&[ONE]);
    let (code, text) = checked(&folder, &[ONE], &["--rooms-by", "none"]);
    assert_eq!(code, 1);
    assert!(text.contains("by none, was by width; room B (9 squares) became part of room A"), "{text}");
}

#[test]
fn changes_are_annotations_of_github_and_test_cases_of_junit() {
    let (folder, _) = saved(&[ONE, TWO, THREE]);
    let (code, text) = checked(&folder, &[NEW, THREE, ONE, TWO], &["--format", "github"]);
    assert_eq!(code, 1);
    let notes: Vec<&str> = text.lines().filter(|line| line.starts_with("::")).collect();
    assert!(notes[0].starts_with("::error file=") && notes[0].contains(",line=3,"), "{text}");
    assert!(notes[0].ends_with("::added, there is no snapshot of it"), "{text}");
    assert!(notes[1].starts_with("::notice") && notes[1].ends_with("::moved, was level 3"), "{text}");
    let (code, text) = checked(&folder, &[NEW, ONE, TWO], &["--format", "junit"]);
    assert_eq!(code, 1);
    assert!(text.contains("<testsuite name=\"sokoplan rooms\" tests=\"4\" failures=\"2\">"), "{text}");
    assert_eq!(text.matches("<failure").count(), 2, "{text}");
    for format in ["github", "junit", "csv"] {
        let set = folder.path("set.xsb");
        assert_eq!(sokoplan("", &["rooms", &set, "--format", format]).code, Some(2), "{format}");
    }
}

#[test]
fn statistics_are_the_same_as_table_csv_and_rows() {
    let input = text(&[ONE, TWO, THREE]);
    let stats = |format: &str| sokoplan(&input, &["rooms", "stats", "-", "--format", format]).out;
    let (csv, json, table) = (stats("csv"), stats("json"), stats("text"));
    assert!(csv.starts_with("file,level,title,rooms,one_square,tunnels,median_room,"), "{csv}");
    let first: Vec<&str> = csv.lines().nth(1).expect("a row").split(',').collect();
    assert_eq!(first[1..8], ["1", "One", "2", "0", "1", "9", "9"]);
    let row = &rows(&json)[0];
    assert_eq!((&row["rooms"], &row["tunnels"], &row["openings"]), (&2.into(), &1.into(), &2.into()));
    assert_eq!(row["articulation_depth"], 1);
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(last(&table).starts_with("  all      5"), "{table}");
}
