//! Reading files as people write them: games, comments, names, records, bytes.

use sokoplan::level::{Collection, Entry, Format, InputFormat, ReadOptions, Recording, WriteOptions, write};

const BOARDS: [&str; 3] = ["#####\n#@$.#\n#####\n", "######\n#@ $.#\n######\n", "#######\n#@  $.#\n#######\n"];

fn read(text: &str) -> Collection {
    Collection::parse(text.as_bytes())
}

fn read_by(letters: &str, text: &str) -> Collection {
    let format = InputFormat::Own(letters.parse().expect("an alphabet"));
    sokoplan::level::read(text.as_bytes(), ReadOptions { format, strict: false })
}

fn titles(text: &str) -> Vec<String> {
    read(text).entries.into_iter().map(|entry| entry.title).collect()
}

/// `B1`, `B2` and `B3` stand for boards.
fn drawn(pattern: &str) -> String {
    (1..)
        .zip(BOARDS)
        .fold(pattern.to_owned(), |text, (number, board)| text.replace(&format!("B{number}"), board.trim_end()))
}

fn sok(collection: &Collection) -> String {
    write(collection, WriteOptions { format: Format::Sok, ..WriteOptions::default() }).expect("strict is off")
}

/// Ways to write a name, the clearest first.
const KINDS: [fn(&str) -> String; 5] = [
    |name| format!("Title: {name}"),
    |name| format!("'{name}'"),
    |name| format!("; {name}"),
    str::to_owned,
    |name| format!("Level {name}"),
];

fn name_of(kind: usize, number: usize) -> String {
    if kind == 4 { number.to_string() } else { ["one", "two", "three"][number - 1].to_owned() + &kind.to_string() }
}

fn line_of(kind: usize, number: usize) -> String {
    KINDS[kind](&name_of(kind, number))
}

fn title_of(kind: usize, number: usize) -> String {
    if kind == 4 { line_of(kind, number) } else { name_of(kind, number) }
}

/// Text above a board and below it, next to it or after a blank line.
fn around(above: Option<(String, bool)>, board: usize, below: Option<(String, bool)>) -> String {
    let part = |part: Option<(String, bool)>| part.map(|(line, touches)| (line, if touches { "\n" } else { "\n\n" }));
    let above = part(above).map_or(String::new(), |(line, gap)| format!("{line}{gap}"));
    let below = part(below).map_or(String::new(), |(line, gap)| format!("{}{line}\n", &gap[1..]));
    format!("{above}{}{below}", BOARDS[board - 1])
}

#[test]
fn every_level_has_its_name_wherever_names_stand() {
    for kind in 0..KINDS.len() {
        for (is_above, touches, gap) in
            [(true, true, 1), (true, true, 0), (true, false, 1), (false, true, 1), (false, true, 0), (false, false, 1)]
        {
            for boards in 1..=3 {
                let line = |number| Some((line_of(kind, number), touches));
                let level = |number| {
                    if is_above { around(line(number), number, None) } else { around(None, number, line(number)) }
                };
                let text: Vec<String> = (1..=boards).map(level).collect();
                let text = text.join(&"\n".repeat(gap));
                let expected: Vec<String> = (1..=boards).map(|number| title_of(kind, number)).collect();
                assert_eq!(titles(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn of_two_names_the_upper_counts_unless_it_is_a_number_and_a_title_always_does() {
    for upper in 0..KINDS.len() {
        for lower in (0..KINDS.len()).filter(|lower| *lower != upper) {
            for (above, below) in [(true, true), (true, false), (false, true), (false, false)] {
                let level = |number| {
                    around(Some((line_of(upper, number), above)), number, Some((line_of(lower, number), below)))
                };
                let text = [1, 2, 3].map(level).join("\n");
                let named = if upper.min(lower) == 0 { 0 } else { [upper, lower][usize::from(upper == 4)] };
                let expected = [1, 2, 3].map(|number| title_of(named, number));
                assert_eq!(titles(&text), expected, "{text}");
                let others: Vec<Vec<String>> = read(&text)
                    .entries
                    .into_iter()
                    .map(|entry| entry.notes.into_iter().map(|note| note.value).collect())
                    .collect();
                for (notes, number) in others.iter().zip(1..) {
                    let own = [upper, lower].map(|kind| title_of(kind, number));
                    assert!(notes.iter().all(|note| own.iter().any(|own| note.contains(own))), "{notes:?}\n{text}");
                }
            }
        }
    }
}

#[test]
fn names_in_the_manners_of_real_files() {
    for (pattern, expected) in [
        ("Level 1\n'ONE'\nB1\n\nLevel 2\n'TWO'\nB2\n\nLevel 3\n'THREE'\nB3\n", ["ONE", "TWO", "THREE"]),
        ("1\nB1\n~\n2\nB2\n~\n3\nB3\n~\n", ["1", "2", "3"]),
        ("; 1\n\nB1\n; 2\n\nB2\n; 3\n\nB3\n", ["1", "2", "3"]),
        ("B1\n\nTwo\nB2\n\nThree\nB3\n\nThe end\n", ["", "Two", "Three"]),
        ("My set\n\nB1\nOne\n\nB2\nTwo\n\nB3\nThree\n\nThat is all.\n", ["One", "Two", "Three"]),
        ("One\n\nB1\n\nA note\n\nTwo\n\nB2\n\nA note\n\nThree\n\nB3\n\nA note\n", ["One", "Two", "Three"]),
        ("1\n\nB1\nOne\n\n2\n\nB2\nTwo\n\n3\n\nB3\nThree\n", ["One", "Two", "Three"]),
        ("My set\n\nB1\n\n; 1\n\nB2\n\n; 2\n\nB3\n\n; 3\n", ["1", "2", "3"]),
        ("; 1\n\nB1\n\n; 2\n\nB2\n\n; 3\n\nB3\n\nThe end\n", ["1", "2", "3"]),
        ("Level 1\nThe Hall\nB1\n\nLevel 2\nThe Yard\nB2\n\nLevel 3\nB3\n", ["The Hall", "The Yard", "Level 3"]),
        ("One\nAuthor: A\nB1\n\nTwo\nAuthor: B\nB2\n\nThree\nB3\n", ["One", "Two", "Three"]),
        ("One\n===\nB1\n\nTwo\n---\nB2\n\nThree\n-----\nB3\n", ["One", "Two", "Three"]),
        ("Title = One\nB1\n\nTitle = Two\nB2\n\nTitle = Three\nB3\n", ["One", "Two", "Three"]),
        ("1\nB1\nAuthor: A\n\n2\nB2\n\nAuthor: B\n\n3\nB3\n", ["1", "2", "3"]),
    ] {
        assert_eq!(titles(&drawn(pattern)), expected, "{pattern}");
    }
}

#[test]
fn a_title_of_the_file_is_no_title_of_its_first_level() {
    let set = read(&drawn("Title: Set\nAuthor: A\n\nB1\n\nB2\n"));
    assert_eq!((set.entries[0].title.as_str(), set.notes.len()), ("", 2));
    assert_eq!(titles(&drawn("Title: One\n\nB1\n")), ["One"]);
    let authors = read(&drawn("B1\n\nAuthor: A\nB2\n")).entries;
    let authors: Vec<&str> = authors.iter().map(|entry| entry.author.as_str()).collect();
    assert_eq!(authors, ["", "A"], "right above its board");
    assert_eq!(titles(&drawn("Title: One\n\nB1\n\nTitle: Two\n\nB2\n")), ["One", "Two"]);
}

fn fault_of(entry: &Entry) -> Option<String> {
    entry.body.as_ref().err().map(ToString::to_string)
}

#[test]
fn a_board_of_another_game_is_a_fault_and_the_others_are_read() {
    for pattern in [
        "B1\nGame: Trioban\n\nB2\n",
        "B1\nGame = Trioban\n\nB2\nGame: Sokoban\n",
        "B1\nTitle: x\nGAME: trioban\n\nB2\ngame: Warehouse\n",
        "Game: Trioban\n\nOne\n\nB1\n\nTwo\n\nB2\nGame: Sokoban\n",
        "Title: One\nGame: Trioban\nB1\n\nTitle: Two\nB2\n",
        "B1\n\nSolution\nrR\n\nGame: Trioban\n\nB2\n",
    ] {
        let read = read(&drawn(pattern));
        let [first, second] = &read.entries[..] else { panic!("{pattern}") };
        let fault = fault_of(first).unwrap_or_default().to_lowercase();
        assert!(fault.contains("a board of trioban; sokoplan reads sokoban"), "{pattern}: {fault}");
        assert_eq!((fault_of(second), read.levels().count()), (None, 1), "{pattern}");
    }
    for head in ["Collection: C\nGame: Hexoban\n\n", "Game: Hexoban\n", "Title: One\nGame=Hexoban\n"] {
        let all = read(&drawn(&format!("{head}B1\n\nB2\nTitle: Two\n\nB3\n")));
        assert_eq!((all.levels().count(), all.faults().count()), (0, 3), "{head}");
        assert!(all.notes.iter().all(|note| note.key != "Game"), "it must not be written above levels of Sokoban");
    }
    let comment = read(&drawn("B1\nComment:\nGame: Trioban\nComment-End:\n"));
    assert_eq!(comment.faults().count(), 0);
    let hexoban = read(" # # # #\n# @ $ . #\n # # # #\nGame: Hexoban\n");
    let faults: Vec<String> = hexoban.faults().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        ["1:1: a board of Hexoban; sokoplan reads Sokoban: expected a board of Sokoban"],
        "that one fault"
    );
    let json = "{\"content\": [[\"W\",\"W\",\"W\",\"W\",\"W\"],[\"W\",\"S\",\"B\",\"G\",\"W\"],[\"W\",\"W\",\"W\",\"W\",\"W\"]], \"game\": \"Trioban\"}";
    assert_eq!(read(json).faults().count(), 1);
}

/// Anything that is read out of text: a board, a name, an author, a game, moves.
const INSIDE: &str = "an old one:\n#####\n#@$.#\n#####\nTitle: none\nAuthor: nobody\n\n; 7\nGame: Hexoban\nrlrlrlrlrlrl\n\nSolution\nrR\n";

#[test]
fn nothing_is_read_out_of_a_comment_and_it_is_written_back() {
    for pattern in [
        "B2\nTitle: Two\nAuthor: A\nComment:\nINSIDEComment-End:\n\nB3\nTitle: Three\n",
        "B2\nTitle: Two\nAuthor: A\n\nCOMMENT:\nINSIDEcomment_end\nB3\nTitle: Three\n",
        "B2\nTitle: Two\nAuthor: A\n\nSolution\nrrR\nSolution comment:\nINSIDESolution comment end:\n\nB3\nTitle: Three\n",
        "Comment:\nINSIDEComment-End:\n\nB2\nTitle: Two\nAuthor: A\n\nB3\nTitle: Three\n",
    ] {
        let text = drawn(&pattern.replace("INSIDE", INSIDE));
        let mut before = read(&text);
        assert_eq!(before.warnings, [], "{pattern}");
        let entries: Vec<_> = before
            .entries
            .iter()
            .map(|entry| (entry.title.as_str(), entry.author.as_str(), entry.body.as_ref().unwrap().grid.width()))
            .collect();
        assert_eq!(entries, [("Two", "A", 6), ("Three", "", 7)], "{pattern}");
        assert!(before.entries.iter().flat_map(|entry| &entry.recorded).all(|game| game.lurd == "rrR"), "{pattern}");
        let notes = before.entries.iter().flat_map(|entry| &entry.notes).chain(&before.notes);
        let of_games = before.entries.iter().flat_map(|entry| &entry.recorded).flat_map(|game| &game.notes);
        let comments: Vec<&str> = notes.chain(of_games).map(|note| note.value.as_str()).collect();
        assert_eq!(comments, [INSIDE.trim_end()], "{pattern}");
        let mut after = read(&sok(&before));
        for entry in before.entries.iter_mut().chain(&mut after.entries) {
            entry.line = 0;
            entry.recorded.iter_mut().for_each(|game| game.line = 0);
        }
        assert_eq!(after, before, "{}", sok(&before));
    }
}

#[test]
fn a_comment_that_is_not_closed_is_told_and_takes_the_text_up_to_the_next_board() {
    let read =
        read(&drawn("B1\nTitle: One\nComment:\nTitle: none\nrlrlrlrlrlrl\n\nB2\nTitle: Two\nComment: in one line\n"));
    assert_eq!(read.warnings.iter().map(|warning| warning.line).collect::<Vec<_>>(), [5]);
    assert_eq!(read.warnings[0].what, "a comment that is not closed");
    let entries: Vec<_> = read.entries.iter().map(|entry| (entry.title.as_str(), entry.recorded.len())).collect();
    assert_eq!(entries, [("One", 0), ("Two", 0)]);
    assert_eq!(read.entries[0].notes[0].value, "Title: none\nrlrlrlrlrlrl");
    assert_eq!(read.entries[1].notes[0].value, "in one line");
    let other = self::read(&drawn("B1\nComment:\nlost\n\nB2\nComment:\nx\nComment-End:\n"));
    assert_eq!((other.entries.len(), other.warnings.len()), (2, 1), "nor a board before another comment");
}

#[test]
fn a_sign_in_front_of_a_key_is_written_back() {
    let before = read(&drawn(
        "; Game: Hexoban\n; Comment:\n; One\nB1\n; Solution comment end:\n; Author: nobody\n\n; Two\nB2\n",
    ));
    let after = read(&sok(&before));
    assert_eq!((after.levels().count(), after.warnings.len()), (2, 0), "{}", sok(&before));
    let authors: Vec<&str> = after.entries.iter().map(|entry| entry.author.as_str()).collect();
    assert_eq!(authors, ["", ""]);
    let odd = read(&drawn("Comment:\nB1\nSol\0ution comment:\nComment-End:\n\nB2\n"));
    assert_eq!(read(&sok(&odd)).levels().count(), 1, "{}", sok(&odd));
}

#[test]
fn control_characters_divide_levels_and_name_none() {
    for sign in ["\0", "\u{c}", "\u{1}\u{2}", "\0 \0"] {
        let text = drawn(&format!("B1\n{sign}\nB2\n{sign}\nOne\0\nB3\n{sign}\n"));
        assert_eq!(titles(&text), ["", "", "One"], "{sign:?}");
        assert!(!sok(&read(&text)).contains(sign), "{sign:?}");
    }
}

#[test]
fn run_lengths_of_blanks_and_rows_with_labels_are_read() {
    for text in [
        "6#|#@1 $.#|6#\n",
        "6#\n#@ $.#\n6#\n",
        "6#\n#@ $.#\n#4 #\n6#\n",
        "   ABCDEF\n  +------\n 1|######\n 2|#@ $.#\n 3|######\n",
    ] {
        let read = read(text);
        assert_eq!((read.levels().count(), read.faults().count()), (1, 0), "{text}");
        assert_eq!(titles(text), [""], "{text}");
    }
    let faults: Vec<_> =
        read(" 9|#####\n10|#@$ #\n11|#####\n").faults().map(|fault| (fault.line, fault.column)).collect();
    assert_eq!(faults, [(2, 5)], "the place is in the file");
}

const XML: &str = "\
<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>
<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">
<SokobanLevels>
  <Title>Tiny &amp; sm\u{e4}ll</Title>
  <Description>
    first line
    second line
  </Description>
  <Email>a@example.com</Email>
  <!-- <Level Id=\"none\"><L>###</L></Level> -->
  <LevelCollection Copyright=\"N. N.\" MaxWidth=\"5\" MaxHeight=\"3\">
    <Level Id=\"one &lt;1&gt;\" Width=\"5\" Height=\"3\">
      <L>#####</L>
      <L>#@<![CDATA[$.]]>&#35;</L>
      <L>#&#x23;###</L>
    </Level>
    <Level Id=\"two\" Copyright=\"M.\"><L>  ####</L><L>###  #</L><L>#@ $.#</L><L>######</L></Level>
    <Level Id=\"three\"><L>#####</L><L>#@$ #</L><L>#####</L></Level>
  </LevelCollection>
</SokobanLevels>
";

#[test]
fn sokoban_xml_is_read_with_its_names_and_notes() {
    let latin1: Vec<u8> = XML.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    let read = Collection::parse(&latin1);
    let entries: Vec<_> = read.entries.iter().map(|entry| (entry.title.as_str(), entry.author.as_str())).collect();
    assert_eq!(entries, [("one <1>", "N. N."), ("two", "M."), ("three", "N. N.")]);
    let grids: Vec<String> = read.levels().map(|level| level.grid.to_string()).collect();
    assert_eq!(grids, ["#####\n#@$.#\n#####\n", "  ####\n###  #\n#@ $.#\n######\n"]);
    let faults: Vec<_> = read.faults().map(|fault| (fault.line, fault.column, fault.what.as_str())).collect();
    assert_eq!(faults, [(18, 39, "1 box but 0 goals")], "the place is in the file");
    let notes: Vec<_> = read.notes.iter().map(|note| (note.key.as_str(), note.value.as_str())).collect();
    let expected =
        [("Collection", "Tiny & sm\u{e4}ll"), ("Comment", "first line\nsecond line"), ("Email", "a@example.com")];
    assert_eq!(notes, expected);
}

#[test]
fn xml_that_is_broken_or_of_another_kind_is_a_fault_with_its_place() {
    let level = "<Level Id='x'><L>#####</L><L>#@$.#</L><L>#####</L></Level>";
    for (text, count, what) in [
        (
            "<?xml version='1.0'?>\n<SokobanLibrary><Puzzle/></SokobanLibrary>",
            1,
            "2:1: Sokoban XML of another kind: <SokobanLibrary>",
        ),
        (&format!("<SokobanLevels>\n{level}\n<Level></L></SokobanLevels>"), 2, "not valid XML"),
        (&format!("<SokobanLevels>\n{level}\n<Level><L>###</L>"), 2, "the end within a level"),
        (&format!("<SokobanLevels>\n{level}\n"), 2, "the end within the collection"),
        (&format!("<SokobanLevels><LevelCollection>\n{level}</LevelCollection>"), 2, "the end within the collection"),
        ("<SokobanLevels><Level/></SokobanLevels>", 1, "a level without rows"),
        ("<SokobanLevels><Level><L>#&big;#</L></Level></SokobanLevels>", 1, "1:27: a letter without a meaning"),
        ("<SokobanLevels><Level><L>##\u{e9}#q#</L></Level></SokobanLevels>", 1, "1:28: a letter without a meaning"),
    ] {
        let read = read(text);
        let faults: Vec<String> = read.faults().map(ToString::to_string).collect();
        assert_eq!((read.entries.len(), faults.len()), (count, 1), "{text}: {faults:?}");
        assert!(faults[0].contains(what), "{faults:?}");
    }
    let page = "<?xml version='1.0'?><html><pre>\n#####\n#@$.#\n#####\n</pre></html>";
    assert_eq!(read(page).levels().count(), 1, "a page of text is read as text");
}

/// Faults with line, column and what is wrong; or the boards, with their titles.
fn told(text: &str) -> Vec<Result<(String, String), String>> {
    let body = |entry: Entry| {
        let fault = |fault: sokoplan::level::Fault| format!("{}:{}: {}", fault.line, fault.column, fault.what);
        entry.body.map(|level| (level.grid.to_string(), entry.title)).map_err(fault)
    };
    read(text).entries.into_iter().map(body).collect()
}

#[test]
fn a_letter_that_draws_nothing_is_named_in_any_row() {
    let rows = ["######", "#    #", "#@$ .#", "#    #", "######"];
    for (row, (column, letter)) in (0..rows.len()).flat_map(|row| [(1, "o"), (3, "X"), (3, "%%")].map(|at| (row, at))) {
        let mut drawn = rows.map(str::to_owned);
        // The player may not go.
        let column = column + usize::from(row == 2 && column == 1) * 2;
        drawn[row].replace_range(column..column + letter.len(), letter);
        let named = |above: usize| format!("{}:{}: a letter without a meaning", row + 1 + above, column + 1);
        let text = drawn.join("\n");
        assert_eq!(told(&text), [Err(named(0))], "{text}");
        let entries = told(&format!("; A title\n\n{text}\n\n; Next\n#####\n#@$.#\n#####\n"));
        assert_eq!(entries, [Err(named(2)), Ok((BOARDS[0].to_owned(), "Next".to_owned()))], "{text}");
    }
    for beside in ["### A", "## x ##", "#!#", "Wow"] {
        let around = format!("{beside}\n{}\n{0}\n{beside}\n", BOARDS[0]);
        assert!(told(&around).iter().all(Result::is_ok), "a line of text beside a whole board stays text: {around}");
    }
}

#[test]
fn a_letter_that_could_be_the_outside_is_offered_as_the_eighth() {
    let text = "xx####xx\nxx#  #xx\n###@$.#x\n#     #x\n#######x\n";
    let fault = read(text).faults().next().expect("a fault").to_string();
    assert!(
        fault.contains("1:1: a letter without a meaning") && fault.contains("eighth letter is the outside"),
        "{fault}"
    );
    assert_eq!(read_by("#@+$*. x", text).levels().count(), 1);
    let own = read_by("#@+$*. x", "xxxxxxx\nx#####x\nx#@$.#x\nx#####x\nxxxxxxx\n");
    let told: Vec<(&str, bool)> = own.entries.iter().map(|entry| (entry.title.as_str(), entry.body.is_ok())).collect();
    assert_eq!(told, [("", true)]);
}

#[test]
fn blanks_of_any_width_are_floor_and_characters_without_width_are_named() {
    for blank in ['\u{a0}', '\u{2003}', '\u{202f}', '\u{205f}', '\u{3000}', '\u{1680}'] {
        let board = "  ####\n###  #\n#@$ .#\n######\n";
        let text = board.replace(' ', &blank.to_string());
        assert_eq!(told(&text), [Ok((board.to_owned(), String::new()))], "{text}");
        assert_eq!(told(&board.replacen(' ', &blank.to_string(), 3)), [Ok((board.to_owned(), String::new()))]);
    }
    for letter in ['\u{200b}', '\u{200d}', '\u{2060}', '\u{feff}', '\u{ad}'] {
        for at in [0, 3, 5, 7, 11, 16, 17] {
            let mut text = "#####\n#@$.#\n#####".to_owned();
            text.insert(at, letter);
            // A byte order mark at the beginning is not part of the text.
            if (at, letter) != (0, '\u{feff}') {
                let named =
                    format!("{}:{}: U+{:04X}, a character without width", at / 6 + 1, at % 6 + 1, u32::from(letter));
                assert_eq!(told(&text), [Err(named)], "{text:?}");
            }
        }
    }
}

#[test]
fn markup_and_source_around_boards_give_no_titles() {
    for (pattern, titles) in [
        ("# Levels\n\n## One push\n\n```\nB1```\n\n## Two steps\n\n```text\nB2```\n", ["One push", "Two steps"]),
        ("First\nB1}\nSecond\nB2", ["First", "Second"]),
        ("# One\n\n######\n#    #\n# @$.#\n#    #\n######\n\n# Two\n\nB2", ["One", "Two"]),
        ("<h1>Levels</h1>\n<pre>\nB1</pre>\n<pre class='b'>\nB2</pre>\n", ["", ""]),
        ("levels = [\n\"\"\"\nB1\"\"\",\n\"\"\"\nB2\"\"\",\n]\n", ["", ""]),
        ("const A = `\nB1`;\nconst B = `\nB2`.trim();\n", ["", ""]),
        ("{\n  name: \"One\",\n  map: `\nB1`},\n{\n  map: `\nB2`}\n", ["", ""]),
        ("3 5\nB1\n3 6\nB2", ["", ""]),
        ("5x3\nB1\n6x3\nB2", ["", ""]),
        ("\u{2500}\u{2500}\nOne\nB1\u{2550}\u{2550}\nTwo\nB2", ["One", "Two"]),
    ] {
        let pattern = drawn(&pattern.replace("B1", "B1\n").replace("B2", "B2\n"));
        assert_eq!(self::titles(&pattern), titles, "{pattern}");
    }
}

#[test]
fn boards_in_quoted_mail_are_read() {
    for marks in ["> ", ">", ">> ", "> > ", ";; ", "// "] {
        let quoted = format!("A name\n\n{}\nSolution\nrR", BOARDS[1]);
        let quoted: String = quoted.lines().map(|line| format!("{marks}{line}\n")).collect();
        let text = format!("N. N. wrote:\n{quoted}\nI can:\n\n{}", BOARDS[0]);
        let boards = [BOARDS[1], BOARDS[0]];
        let all = told(&text);
        assert_eq!(all.iter().flatten().map(|(board, _)| board.as_str()).collect::<Vec<_>>(), boards, "{text}");
        assert!(all[0].as_ref().is_ok_and(|(_, title)| title == "A name"), "{all:?}");
        assert_eq!(read(&text).entries[0].recorded[0].lurd, "rR", "{text}");
    }
    let broken = told("> #####\n> #@$ #\n> ###\n>\n> #####\n> #@$.#\n> #####\n");
    assert!(
        matches!(&broken[..], [Err(fault), Ok(_)] if fault.starts_with("2:") || fault.starts_with("3:")),
        "{broken:?}"
    );
}

#[test]
fn a_remark_moves_no_title() {
    for gap in ["\n\nBOARD", "\nBOARD"] {
        let board = |name: &str| format!("{name}{}", gap.replace("BOARD", BOARDS[0]));
        let names = ["Alpha", "Beta", "Gamma", "Delta"];
        let all = || names.map(board).join("\n");
        let end =
            ["That is all.\n", "\nThat is all.\n", "; That is all.\n", "\n\nTwo lines\nat the end.\n", "-----\nEnd\n"];
        for remark in end {
            assert_eq!(titles(&format!("{}{remark}", all())), names, "{remark}");
        }
        let between = all().replacen("\nGamma", "A remark on Beta.\n\nGamma", 1);
        assert_eq!(titles(&between), names, "{between}");
        assert_eq!(read(&between).entries[1].notes[0].value, "A remark on Beta.");
    }
    for notes in ["Made on a train.", "Made on a train.\nIt is easy."] {
        let sok = drawn(&format!("First\n\nB1\n{notes}\n\nSecond\n\nB2\nMade at home.\n"));
        assert_eq!(titles(&sok), ["First", "Second"]);
    }
}

#[test]
fn a_level_key_is_a_name_and_other_keys_stay_with_their_board() {
    for key in ["Level", "Puzzle", "Name", "Maze"] {
        let text = drawn(&format!("{key}: First\n\nB1\n\n{key}: Second\n\nB2\n"));
        assert_eq!(titles(&text), ["First", "Second"]);
    }
    let keys = read(&drawn("Difficulty: 3\n\nB1\n\nDifficulty: 4\n\nB2\n"));
    let notes: Vec<&str> = keys.entries.iter().map(|entry| entry.notes[0].value.as_str()).collect();
    assert_eq!(notes, ["3", "4"]);
}

#[test]
fn moves_right_below_a_board_are_its_solution() {
    for moves in ["RR", "R", "rr", "2R", "rR", "RRR\nRR", "r r"] {
        for text in [format!("B2\n{moves}\n\nB3\nRRR\n"), format!("Name\nB2\n{moves}\nB3\n{moves}")] {
            let read = read(&drawn(&text));
            let recorded = |entry: &Entry| entry.recorded.iter().map(|game| game.lurd.len()).sum::<usize>();
            assert!(read.entries.iter().all(|entry| recorded(entry) > 0), "{text}: {:?}", read.entries[0]);
            assert!(read.entries[1].title.is_empty(), "{text}");
        }
    }
    assert_eq!(titles(&drawn("Lull\n\nB1\n\nDull\n\nB2\n")), ["Lull", "Dull"]);
    assert_eq!(titles(&drawn("B1\nLull\n\nB2\nDull\n")), ["Lull", "Dull"]);
}

#[test]
fn a_digit_in_a_board_of_plain_rows_is_an_error_at_its_place() {
    let board = ["#########", "#@$   . #", "#       #", "#########"];
    for (row, at) in (0..4).flat_map(|row| (0..9).map(move |at| (row, at))) {
        for digit in ["0", "1", "2", "9", "12", "\u{b2}", "\u{663}", "\u{ff11}"] {
            // The player, the box and the goal stay.
            if !board[row][at..=at].contains(['#', ' ']) {
                continue;
            }
            let mut rows = board.map(str::to_owned);
            rows[row].replace_range(at..=at, digit);
            let text = rows.join("\n");
            let faults: Vec<_> = read(&text).faults().map(|fault| (fault.line, fault.column)).collect();
            assert_eq!(read(&text).levels().count(), 0, "{text}");
            // A line without a wall at one end may be text.
            let is_named = faults == [(row + 1, at + 1)] || [0, 8].contains(&at) && !faults.is_empty();
            assert!(is_named, "{text}: {faults:?}");
        }
    }
    let board = "   #\n\n#######\n#@$.  #\n#######\n";
    for text in ["3-#|-|7#|#@$.--#|7#", "3-#|\n-|\n7#|\n#@$.2-#|\n7#|", "3-#\n-\n7#\n#@$.2-#\n7#", "3-#||7#|#@$.2-#|7#"]
    {
        let tower = told(&format!("Tower\n\n{text}\n"));
        assert_eq!(tower, [Ok((board.to_owned(), "Tower".to_owned()))], "{text}");
    }
}

#[test]
fn text_on_the_line_of_a_row_is_an_error_with_its_place() {
    let rows = ["######", "#@$ .#", "#    #", "######"];
    let board = rows.join("\n");
    let each = |before: &str, after: &str| rows.map(|row| format!("{before}{row}{after}")).join("\n");
    for (text, line, what) in [
        (format!("x = {{\n  [1] = [[\n{board}]],\n}}\n"), 6, "`]],`"),
        (format!("ONE = \"\"\"{board}\n\"\"\"\n"), 1, "`ONE = \"\"\"`"),
        (format!("const one = `{board}`;\n"), 1, "`const one = ``"),
        (format!("<html><body><pre>{board}</pre></body></html>\n"), 1, "`<html><body><pre>`"),
        (each("", "   # is a wall"), 1, "`is a wall`"),
        (each("  \"", "\","), 1, "`\"`"),
        (each("<p>", "</p>"), 1, "`<p>`"),
        (each("", "<br>"), 1, "`<br>`"),
        (each("", "\\n\\"), 1, "`\\n` between rows"),
        (each("row: ", ""), 1, "`row:`"),
        (rows.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(",")).join("\n"), 1, "`,` between"),
        (rows.map(|row| format!("{{{:?}}},", row.chars().collect::<Vec<_>>())).join("\n"), 1, "between the letters"),
        (format!("level = \"{}\"\n", rows.join("\\n")), 1, "`\\n` between rows"),
    ] {
        let faults: Vec<_> = read(&text).faults().cloned().collect();
        let [fault] = &faults[..] else { panic!("{text}: {faults:?}") };
        assert!(fault.line == line && fault.what.contains(what), "{text}: {fault}");
        assert_eq!(read(&text).levels().count(), 0, "{text}");
    }
    let matrix = "[[1,1,1,1,1,1],\n [1,2,3,0,4,1],\n [1,1,1,1,1,1]]\n";
    let fault = read_by("1253640", matrix).faults().next().expect("a fault").to_string();
    assert!(fault.contains("`,` `[` `]` between the letters"), "{fault}");
}

#[test]
fn two_boards_without_an_empty_line_between_them_are_named() {
    for between in ["", "-----\n", "---\n\t\n-\n"] {
        let text = format!("{}{between}{}", BOARDS[0], BOARDS[1]);
        let told = told(&text);
        let is_named =
            |entry: &Result<_, String>| entry.as_ref().is_err_and(|fault| fault.starts_with("4:1: a second board"));
        assert!(told.len() == 2 && between.contains('\t') || is_named(&told[0]), "{text}: {told:?}");
    }
    for between in ["=====\n", "~\n", "*** 2 ***\n"] {
        assert_eq!(told(&format!("{}{between}{}", BOARDS[0], BOARDS[1])).iter().flatten().count(), 2, "{between}");
    }
    let apart = BOARDS[1].replace('\n', "\n\n");
    assert!(!told(&apart).is_empty() && told(&apart).iter().all(Result::is_err), "no other level");
}

#[test]
fn emoji_are_read_with_and_without_their_selectors() {
    let board = BOARDS[1];
    let signs = [
        ('#', "\u{2b1b}\u{fe0f}"),
        (' ', "\u{2b1c}\u{fe0f}"),
        ('@', "\u{1f3c3}\u{1f3fd}"),
        ('$', "\u{1f4e6}"),
        ('.', "\u{1f3af}"),
    ];
    let text = signs.iter().fold(board.to_owned(), |text, (letter, sign)| text.replace(*letter, sign));
    for alphabet in [
        "\u{2b1b}\u{1f3c3}\u{1f534}\u{1f4e6}\u{274c}\u{1f3af}\u{2b1c}",
        "\u{2b1b}\u{fe0f}\u{1f3c3}\u{1f3fb}\u{1f534}\u{1f4e6}\u{274c}\u{1f3af}\u{2b1c}\u{fe0f}",
    ] {
        for text in [text.clone(), text.replace('\u{fe0f}', "")] {
            let read = read_by(alphabet, &text);
            assert_eq!(read.levels().map(|level| level.grid.to_string()).collect::<Vec<_>>(), [board], "{text}");
        }
    }
}

/// The level of a board with a title and a text below it.
fn with_text(text: &str) -> Entry {
    read(&format!("{}Title: A board\n\n{text}\n", BOARDS[0])).entries.remove(0)
}

fn games(text: &str) -> Vec<(Recording, String, String)> {
    with_text(text).recorded.into_iter().map(|game| (game.kind, game.header, game.lurd)).collect()
}

#[test]
fn sokoban_is_known_under_all_its_names() {
    for game in ["", "Sokoban", "SOKOBAN", "Soko-Ban", "Warehouse", "warehouse keeper", "\"Sokoban\""] {
        assert!(with_text(&format!("GAME: {game}")).body.is_ok(), "{game}");
    }
    for game in ["Trioban", "hexoban", "Octoban", "Multiban", "Modern Sokoban", "Numban", "Block-o-mania"] {
        assert!(with_text(&format!("GAME: {game}")).body.is_err(), "{game}");
    }
}

#[test]
fn recorded_games_are_found_under_every_header() {
    let solution = |header: &str| vec![(Recording::Solution, header.to_owned(), "rrDD".to_owned())];
    assert_eq!(games("Solution\nrrDD"), solution("Solution"));
    assert_eq!(games("Solution 4/2/1/1/1\n\nrr\nDD\n"), solution("Solution 4/2/1/1/1"));
    assert_eq!(games("Solution: rrDD"), solution("Solution"));
    assert_eq!(games("SOLUTION:\nrrDD"), solution("SOLUTION"));
    for header in ["Savegame", "SavedGame 2/0", "Saved game", "Saved-Game: ", "SAVE GAME 3", "Snapshot 1"] {
        assert_eq!(games(&format!("{header}\nrr"))[0].0, Recording::Savegame, "{header}");
    }
    assert_eq!(games("By hand\nrrDDllUUrrDD")[0].1, "By hand");
    for moves in ["R", "RRR", "3R", "rrrr", "r2R"] {
        let game = (Recording::Solution, "Best so far".to_owned(), moves.to_owned());
        assert_eq!(games(&format!("Best so far\n{moves}")), [game]);
    }
    assert_eq!(games("Solution:\nOptimizer: X\nr R")[0].2, "r R");
    assert_eq!(games("Solution 0/0/0/0/0\n\nnext title")[0].2, "");
}

#[test]
fn broken_moves_on_several_lines_are_read_again_as_they_were() {
    let once = read(&format!("{}\nSolution\nSaved\nme 2/0\n; 2(rl)\n\nSolution\nrR\n", BOARDS[0]));
    let moves = |of: &Collection| of.entries[0].recorded.iter().map(|game| game.lurd.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&once), ["Saved", "rR"]);
    assert_eq!(moves(&read(&sok(&once))), ["Saved", "rR"]);
}

#[test]
fn titles_are_not_taken_for_games() {
    assert_eq!(games("Solution to everything\n\nMicro\n\ndull\nrudd\nDull\nSolutions are below\n"), []);
}

#[test]
fn columns_markup_and_sizes_name_no_level_and_all_names_are_from_one_side() {
    for pattern in [
        "01234567\nB1\n\n01234567\nB2\n",
        "0         1\n01234567890\nB1\n",
        "ABCDEFG\nB1\n",
        "1111122222\nB1\n",
        "\\begin{verbatim}\nB1\\end{verbatim}\n\n\\begin{verbatim}\nB2\\end{verbatim}\n",
        "#+begin_src\nB1\n#+end_src\n",
        "6\n3\nB1\n\n7\n3\nB2\n",
        "[code]\nB1[/code]\n",
        "## Solution\n\nB1\n",
        "@verbatim\nB1@end\n",
    ] {
        assert!(titles(&drawn(pattern)).iter().all(String::is_empty), "{pattern}: {:?}", titles(&drawn(pattern)));
    }
    assert_eq!(titles(&drawn("BEGIN\nB1END\nBEGIN\nB2END\n")), ["BEGIN", "BEGIN"]);
    assert_eq!(titles(&drawn("* The hall\n\nB1\n\n* The yard\n\nB2\n")), ["The hall", "The yard"]);
}
