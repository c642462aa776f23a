//! Files of levels: boards in every form of text (dialects, blanks between cells, marks before lines), round trips, and levels that
//! are read one by one.

use crate::common::any_level::levels;
use crate::common::command::{Folder, gz, sokoplan};
use proptest::prelude::*;
use sokoplan::level::{
    Canonical, Collection, Direction, Entry, Format, InputFormat, Level, LevelText, Lurd, Note, ReadOptions,
    RecordedMoves, Recording, Symmetry, WriteOptions, read, write,
};
use sokoplan::run::Meter;

const FORMATS: [Format; 7] =
    [Format::Xsb, Format::Sok, Format::Rle, Format::Sokobot, Format::Slc, Format::Letters, Format::Lisa];

fn collection(levels: Vec<Level>, titles: &[String]) -> Collection {
    let entries = levels.into_iter().zip(titles).enumerate().map(|(index, (level, title))| {
        let mut entry = Entry::new(index + 1, 0, Ok(level));
        entry.set_title(title);
        entry.author = title.chars().rev().filter(|c| c.is_alphanumeric()).collect();
        entry
    });
    Collection { entries: entries.collect(), ..Collection::default() }
}

fn written(collection: &Collection, format: Format) -> String {
    write(collection, WriteOptions { format, strict: false }).expect("strict is off")
}

fn reread(text: &str, format: InputFormat) -> Collection {
    read(text.as_bytes(), ReadOptions { format, strict: false })
}

/// Cut to its walls, as readers do.
fn read_once(collection: &Collection) -> Collection {
    reread(&written(collection, Format::Sokobot), InputFormat::Sokobot)
}

fn titles() -> impl Strategy<Value = Vec<String>> {
    let title = prop_oneof![
        Just(String::new()),
        "[0-9]{1,3}",
        "[0-9]{1,2}-[0-9]{1,2}-[0-9]{1,2}",
        "[#@$.*+ -]{1,8}",
        "[ -~]{1,20}",
        "Solution|Level 3|; 12|:: x|Title: y|'quoted'|rrddlluuRRDD|\\PC{1,9}",
    ];
    proptest::collection::vec(title.prop_map(|t| t.trim().to_owned()), 4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn levels_titles_and_authors_survive_every_format(
        levels in proptest::collection::vec(levels(), 1..4), titles in titles()
    ) {
        let before = read_once(&collection(levels, &titles));
        for format in FORMATS {
            let text = written(&before, format);
            let inputs = if matches!(format.input(), InputFormat::Xsb | InputFormat::Rle | InputFormat::Slc) {
                vec![format.input(), InputFormat::Auto]
            } else {
                vec![format.input()]
            };
            for input in inputs {
                let after = reread(&text, input);
                prop_assert_eq!(after.entries.len(), before.entries.len(), "{:?}\n{}", format, text);
                for (a, b) in after.entries.iter().zip(&before.entries) {
                    prop_assert_eq!(&a.body, &b.body, "{:?}\n{}", format, text);
                    prop_assert_eq!((&a.title, &a.author), (&b.title, &b.author), "{:?}\n{}", format, text);
                }
            }
        }
    }

    #[test]
    fn notes_and_recorded_games_survive_sok(level in levels(), lurd in "[lurdLURD]{1,300}") {
        let mut before = read_once(&collection(vec![level], &["A".to_owned()]));
        let comment = |key: &str| Note::new(key, "an old board:\n#####\n#@$.#\n#####\n\nTitle: none\nrlrlrlrlrlrl");
        before.notes = vec![Note::new("Collection", "Mine"), Note::text("Free text."), comment("Comment")];
        before.entries[0].notes = vec![Note::new("ID", "10185"), Note::text("More of it."), comment("Comment")];
        let game = |kind, header: &str, notes| RecordedMoves { kind, header: header.to_owned(), lurd: lurd.clone(), notes, line: 0 };
        before.entries[0].recorded = vec![
            game(Recording::Solution, "Solution 9/8/7/6/5", vec![Note::new("Solution name", "best"), comment("Solution comment")]),
            game(Recording::Savegame, "SavedGame 9/8", Vec::new()),
        ];
        let mut after = reread(&written(&before, Format::Sok), InputFormat::Auto);
        after.entries[0].recorded.iter_mut().for_each(|game| game.line = 0);
        after.entries[0].line = before.entries[0].line;
        prop_assert_eq!(after, before);
    }

    #[test]
    fn turning_four_times_or_mirroring_twice_changes_nothing(level in levels()) {
        let turned = (0..4).fold(level.clone(), |level, _| level.turned(Symmetry::QUARTER));
        prop_assert_eq!(&turned, &level);
        prop_assert_eq!(level.turned(Symmetry::MIRROR).turned(Symmetry::MIRROR), level);
    }

    #[test]
    fn turning_mirroring_and_walking_leave_the_canonical_form(level in levels(), steps: Vec<u8>) {
        let canonical = Canonical::of(&level);
        for symmetry in Symmetry::all() {
            prop_assert_eq!(&Canonical::of(&level.turned(symmetry)), &canonical);
        }
        let mut walked = level;
        for step in steps {
            let step = Lurd(vec![Direction::ALL[usize::from(step % 4)]]);
            match walked.after(&step) {
                Ok(after) if after.start.boxes == walked.start.boxes => walked = after,
                _ => {}
            }
        }
        prop_assert_eq!(Canonical::of(&walked), canonical);
    }
}

fn read_as(text: &str, format: InputFormat) -> Vec<Result<String, String>> {
    let entries = read(text.as_bytes(), ReadOptions { format, strict: false }).entries;
    let body = |entry: Entry| {
        entry
            .body
            .map(|level| level.grid.to_string())
            .map_err(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.what))
    };
    entries.into_iter().map(body).collect()
}

fn drawn(text: &str) -> Vec<String> {
    read_as(text, InputFormat::Auto).into_iter().map(|grid| grid.expect("a good board")).collect()
}

const PLAIN: &str = "#####\n#@$.#\n##  #\n #  #\n ####\n";

#[test]
fn every_dialect_draws_the_same_board() {
    let dialects = [
        "#####\n#@$.#\n##--#\n-#--#\n-####",
        "#####__\n#@$.#__\n##__#__\n_#__#__\n_####__",
        "wwwww\nwpb.w\nww  w\n w  w\n wwww",
        "     #####\r\n     #@$.#\r\n     ##  #   \r\n      #  #\r\n      ####\r\n",
        "\t#####\n\t#@$.#\n\t##  #\n\t #  #\n\t ####",
        "5#|#@$.#|2#--#|-#2-#|-4#",
        "5#|\n#@$.#|\n2#2(-)#|\n-#2-#|\n-4#|",
        "5#\n#@$.#\n2#2-#\n-#2-#\n-4#",
    ];
    for dialect in dialects {
        assert_eq!(drawn(dialect), [PLAIN], "{dialect}");
    }
}

#[test]
fn levels_without_a_box_solved_ones_voids_and_decoration_are_read() {
    let levels =
        drawn("###\n#@#\n###\n\n####\n#@*#\n####\n\n#######\n#@$.  #\n# ### #\n# # # #\n# ### #\n#     #\n#######\n");
    assert_eq!(levels.len(), 3);
    let decorated = "########\n#@$.#* #\n########\n";
    assert_eq!(drawn(decorated), [decorated]);
}

#[test]
fn the_same_letters_mean_other_things_in_other_formats() {
    let letters = read_as("OOOOOO\nO.B* O\nOOOOOO", InputFormat::Letters);
    assert_eq!(letters, [Ok("######\n#+$* #\n######\n".to_owned())]);
    let lisa = read_as("XXXXX\nXO#*X\nXXXXX", InputFormat::Lisa);
    assert_eq!(lisa, [Ok("#####\n#@$.#\n#####\n".to_owned())]);
}

const SPREAD: &str = "#######\n#     #\n# @$ .#\n#     #\n#######\n";

#[test]
fn a_board_with_the_same_blanks_or_a_tab_between_all_cells_is_the_board_of_its_cells() {
    for floor in ["_", "-", " "] {
        for between in [" ", "  ", "   ", "\t", "\u{a0}"] {
            for ends in [["", ""], ["", between], ["    ", ""]] {
                if ends[0] == "    " && between == "\t" {
                    continue;
                }
                let row = |line: &str| {
                    let cells: Vec<String> = line.chars().map(|c| c.to_string().replace(' ', floor)).collect();
                    format!("{}{}{}\n", ends[0], cells.join(between), ends[1])
                };
                let text: String = SPREAD.lines().map(row).collect();
                assert_eq!(read_as(&text, InputFormat::Auto), [Ok(SPREAD.to_owned())], "{text:?}");
                let own = InputFormat::Own("+*?@&X_".parse().expect("letters"));
                let other = text.chars().map(|c| match c {
                    '#' => '+',
                    '@' => '*',
                    '$' => '@',
                    '.' => 'X',
                    other => other,
                });
                if floor != "-" {
                    assert_eq!(read_as(&other.collect::<String>(), own), [Ok(SPREAD.to_owned())], "{text:?}");
                }
            }
        }
    }
}

#[test]
fn blanks_and_tabs_between_some_cells_are_faults() {
    for (text, fault) in [
        ("# # # # #\n#@ $ . #\n# # # # #\n", "3:6: the board is open"),
        ("# #  # #\n# @ $ .#\n# # # #\n", "1:7: the board is open"),
        ("######\n#@\t$.#\n######\n", "2:3: a tab between the letters of a row"),
    ] {
        let read = read_as(text, InputFormat::Auto);
        assert!(matches!(&read[..], [Err(told)] if told.starts_with(fault)), "{text:?}: {read:?}");
    }
    let beside = "# # #\n#####\n#@$.#\n#####\n";
    assert!(matches!(read_as(beside, InputFormat::Auto)[..], [Ok(_)]), "decoration is read as before");
}

const NAMED: &str = "A name\n\n######\n#@ $.#\n######\n\nSolution\nrR";

fn check_named(text: &str) {
    let Collection { entries, .. } = read(text.as_bytes(), ReadOptions::default());
    let [entry] = &entries[..] else { panic!("{text}: {entries:?}") };
    assert_eq!(entry.body.as_ref().map(|level| level.grid.width()), Ok(6), "{text}");
    assert_eq!((entry.title.as_str(), entry.recorded.len()), ("A name", 1), "{text}");
}

#[test]
fn marks_before_all_lines_are_cut() {
    for mark in ["> ", ">", ">> ", "> > ", "; ", ";; ", "// ", "% ", "! ", "| ", ": ", "\u{bb} ", "\u{2502}", "  ' "] {
        let marked = |line: &str| if line.is_empty() { mark.trim_end().to_owned() } else { format!("{mark}{line}") };
        check_named(&NAMED.lines().map(marked).collect::<Vec<_>>().join("\n"));
        check_named(&NAMED.lines().map(|line| format!("{mark}{line}")).collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn numbers_before_all_lines_are_cut() {
    for (sign, first) in [("|", 1), (": ", 8), (". ", 98), (") ", 0), (" ", 1), ("\t", 997)] {
        let lines = || NAMED.lines().zip(first..);
        check_named(&lines().map(|(line, number)| format!("{number:>4}{sign}{line}\n")).collect::<String>());
        check_named(&lines().map(|(line, number)| format!("{number}{sign}{line}\n")).collect::<String>());
    }
}

const BOARD: &str = "#####\n#@$.#\n#####\n";

/// Files of every kind, some of them hostile, of a size.
fn texts(n: usize) -> Vec<(&'static str, String)> {
    let each = |part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<String>();
    let level = "<Level Id='x'><L>#####</L><L>#@$.#</L><L>#####</L></Level>";
    let entities = each(&|i| format!("<!ENTITY e{} '&e{i};&e{i};'>", i + 1));
    let entities = format!("<!DOCTYPE SokobanLevels [<!ENTITY e0 '#'>{entities}]>");
    let closed = format!("{BOARD}Comment:\nx\nComment-End:\n\n");
    vec![
        ("boards", each(&|i| format!("; level {i}\n\n{BOARD}\n"))),
        ("rows where no board begins", "# x #\n".repeat(n)),
        ("notes", each(&|i| format!("Author: {i}\nwords\n\n")) + BOARD),
        ("games", format!("{BOARD}\n") + &"Solution\nrrRR\nSolution comment:\nnever closed\n\n".repeat(n)),
        ("blank lines", "\n".repeat(n)),
        ("run lengths", "5#|#@$.#|5#\n\n".repeat(n)),
        ("the largest boards", "262144#\n\n".repeat(n)),
        ("values in a line", format!("[{}]", vec!["{\"contents\": 1}"; n].join(","))),
        ("matrices", format!("[{}]", vec!["{\"content\": [[\"W\",\"E\"],[\"S\"]]}"; n].join(",\n"))),
        ("XML", format!("<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>", level.repeat(n))),
        ("elements that are not closed", format!("<SokobanLevels>{}", "<Level><L>#".repeat(n))),
        ("entities", format!("{entities}<SokobanLevels><Level><L>&e{n};</L></Level></SokobanLevels>")),
        ("comments", format!("{BOARD}\n{}{}", "Comment:\nno\n".repeat(n), closed.repeat(n))),
    ]
}

#[test]
fn levels_read_one_by_one_are_those_of_the_collection() {
    for (name, text) in texts(20) {
        let format = if text.starts_with('[') { InputFormat::Sokobot } else { InputFormat::Auto };
        let options = ReadOptions { format, strict: false };
        let whole = read(text.as_bytes(), options);
        let meter = Meter::unlimited();
        let text = LevelText::new(text.as_bytes(), options, &meter).unwrap();
        let mut entries = text.entries(&meter).unwrap();
        let notes: Vec<Note> = std::mem::take(&mut entries.notes);
        let one_by_one: Vec<Entry> = entries.map(Result::unwrap).collect();
        assert_eq!((notes, one_by_one), (whole.notes, whole.entries), "{name}");
    }
}

#[test]
fn picked_levels_are_read_from_files_whose_levels_would_not_fit_in_memory() {
    let folder = Folder::new("many");
    let many = folder.write("many.gz", gz(&format!("{BOARD}\n").repeat(100_000)));
    let one = sokoplan("", &["solve", &many, "--level", "99999", "--memory", "24MiB"]);
    assert_eq!((one.out.as_str(), one.code), ("99999 R\n", Some(0)), "{one}");
    let all = sokoplan("", &["solve", &many, "--memory", "24MiB", "--nodes", "10"]).ends(2, "");
    let told = "many.gz: memory limit after level ";
    assert!(all.err.contains(told) && all.err.contains("select fewer levels with --level or --title"), "{all}");
    assert!(all.out.starts_with("1 R\n2 R\n"), "levels that fit are solved");
}

#[test]
fn a_list_keeps_no_level_but_where_a_search_is_asked_for() {
    let folder = Folder::new("listed");
    let many = folder.write("many.gz", gz(&format!("{BOARD}\n").repeat(100_000)));
    let list = |args: &[&str]| sokoplan("", &[&["list", &many, "--json", "--memory", "24MiB"], args].concat());
    let all = list(&[]).ends(0, "");
    let text = all.out;
    assert_eq!(text.lines().count(), 100_001);
    assert!(text.lines().last().is_some_and(|line| line.contains("\"duplicates\":99999")), "{:?}", text.lines().last());
    list(&["--solvable", "--nodes", "10"]).ends(2, "many.gz: memory limit after level ");
}
