//! Round trips: a written file reads back as the same levels.

use crate::common::any_level::levels;
use proptest::prelude::*;
use sokoplan::level::{
    Canonical, Collection, Direction, Entry, Format, InputFormat, Level, Lurd, Note, ReadOptions, RecordedMoves,
    Recording, Symmetry, WriteOptions, read, write,
};

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
