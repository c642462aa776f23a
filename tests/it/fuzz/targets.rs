//! Promises for any bytes. Called by `fuzz/` with bytes of libFuzzer, and by the tests beside this file.
//!
//! A target panics if a promise is broken. Bytes without a meaning are no fault.

use super::trace::Trace;
use crate::common::exhaustive::Drawn;
use crate::common::judged::Judged;
use crate::common::small_levels::SIDE;
use crate::common::stops;
use sokoplan::cli;
use sokoplan::deadlock::DeadlockPatterns;
use sokoplan::level::{
    Canonical, Collection, Format, InputFormat, Level, Lurd, ReadOptions, Symmetry, WriteOptions, read, verify, write,
};
use sokoplan::maze::{AreaPatterns, Areas};
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Strategy, solve as solve_level};
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{Plan, PlanFile, check, ground, validate};
use sokoplan::study::{Merge, Rows, RowsFile};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// A name, and what is done with bytes.
pub(crate) type Target = (&'static str, fn(&[u8]));

pub(crate) const ALL: [Target; 10] = [
    ("arguments", arguments),
    ("levels", levels),
    ("records", records),
    ("xml", xml),
    ("pddl", pddl),
    ("patterns", patterns),
    ("moves", moves),
    ("rows", rows),
    ("solve", solve),
    ("traces", traces),
];

/// Stands between the parts of an input, on a line of its own.
const BETWEEN: &str = "\n%%\n";

/// Arguments, with zeros or blanks between: they are understood, or refused with a message. Nothing is run.
fn arguments(bytes: &[u8]) {
    let words = bytes.split(|byte| *byte == 0 || byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    if let Err(message) = cli::check(words.map(|word| OsStr::from_bytes(word).to_owned())) {
        assert!(!message.trim().is_empty(), "{bytes:?}");
    }
}

/// Every reader; the levels that are read survive every format.
fn levels(bytes: &[u8]) {
    let own = |letters: &str| InputFormat::Own(letters.parse().expect("letters"));
    let own = [own("Wpq$%.-"), own("#@+$*. x")];
    for format in [InputFormat::Rle, InputFormat::Sokobot, InputFormat::Slc, InputFormat::Letters, InputFormat::Lisa]
        .into_iter()
        .chain(own)
    {
        for strict in [false, true] {
            read(bytes, ReadOptions { format, strict });
        }
    }
    let collection = read(bytes, ReadOptions::default());
    let written = |collection: &Collection, format| {
        write(collection, WriteOptions { format, strict: false }).expect("strict is off")
    };
    let grids = |collection: &Collection| collection.levels().map(|level| level.grid.clone()).collect::<Vec<_>>();
    for format in [Format::Xsb, Format::Sok, Format::Rle] {
        let text = written(&collection, format);
        let again = read(text.as_bytes(), ReadOptions::default());
        assert_eq!(grids(&again), grids(&collection), "{format:?}\n{text}");
    }
    // Formats that are not recognised by themselves cut a level to its walls when it is first read.
    let sokobot = ReadOptions { format: InputFormat::Sokobot, strict: false };
    let cut = read(written(&collection, Format::Sokobot).as_bytes(), sokobot);
    for format in [Format::Sokobot, Format::Slc, Format::Letters, Format::Lisa] {
        let text = written(&cut, format);
        let again = read(text.as_bytes(), ReadOptions { format: format.input(), strict: false });
        assert_eq!(grids(&again), grids(&cut), "{format:?}\n{text}");
    }
    for level in collection.levels().filter(|level| level.board.len() < 200).take(3) {
        let mirrored = level.turned(Symmetry::MIRROR);
        assert_eq!(Canonical::of(level), Canonical::of(&mirrored));
        Areas::by_patterns(&level.board);
    }
}

/// A file of one board with any text below it: comments and records are written back, and read again as they were.
fn records(bytes: &[u8]) {
    let text = format!("######\n#@ $.#\n######\nTitle: A\n{}", String::from_utf8_lossy(bytes));
    let once = read(text.as_bytes(), ReadOptions::default());
    let written =
        |collection: &Collection| write(collection, WriteOptions { format: Format::Sok, ..WriteOptions::default() });
    let text = written(&once).expect("strict is off");
    let twice = read(text.as_bytes(), ReadOptions::default());
    let boards = |collection: &Collection| collection.levels().map(|level| level.grid.clone()).collect::<Vec<_>>();
    assert_eq!(boards(&twice), boards(&once), "{text}");
    assert!(twice.warnings.is_empty(), "every comment is closed:\n{text}");
    let games = |collection: &Collection| {
        let recorded = collection.entries.iter().filter(|entry| entry.body.is_ok()).flat_map(|entry| &entry.recorded);
        recorded.map(|game| (game.kind, game.lurd.parse::<Lurd>().ok())).collect::<Vec<_>>()
    };
    let again = written(&twice).expect("strict is off");
    assert_eq!(games(&read(again.as_bytes(), ReadOptions::default())), games(&twice), "{text}");
}

/// Sokoban XML, as the whole text and inside its elements.
fn xml(bytes: &[u8]) {
    let slc = ReadOptions { format: InputFormat::Slc, strict: false };
    let text = String::from_utf8_lossy(bytes);
    let inside = format!("<SokobanLevels><Title>t</Title><Level Id=\"a\">{text}</Level></SokobanLevels>");
    for xml in [bytes, inside.as_bytes()] {
        let once = read(xml, slc);
        let text =
            write(&once, WriteOptions { format: Format::Slc, ..WriteOptions::default() }).expect("strict is off");
        let twice = read(text.as_bytes(), ReadOptions::default());
        let levels = |collection: &Collection| collection.levels().cloned().collect::<Vec<_>>();
        assert_eq!(levels(&twice), levels(&once), "{text}");
    }
}

/// Domain, problem and plan: written text reads back the same, and grounding keeps its limits.
fn pddl(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(3, BETWEEN);
    let plan = |text: &str| PlanFile::parse(text).ok();
    text.split(BETWEEN).for_each(|part| _ = plan(part));
    let Some(Ok(domain)) = parts.next().map(Domain::parse) else { return };
    let again = domain.to_string();
    assert_eq!(Domain::parse(&again).as_ref(), Ok(&domain), "{again}");
    let Some(Ok(problem)) = parts.next().map(|text| Problem::parse(text, &domain)) else { return };
    let again = problem.to_string();
    assert_eq!(Problem::parse(&again, &domain).as_ref(), Ok(&problem), "{again}");
    let limits = Limits { nodes: Some(2_000), memory: Some(16 << 20), ..Limits::default() };
    let Ok(task) = ground(&domain, &problem, &mut Meter::new(limits, StopFlag::default())) else { return };
    let Some(file) = parts.next().and_then(plan) else { return };
    let meter = Meter::new(limits, StopFlag::default());
    let valid = validate(&domain, &problem, &PlanFile { cost: None, ..file.clone() }, &meter).is_ok();
    let number = |(_, step): &(u32, String)| task.operators.iter().position(|operator| operator.name == *step);
    let operators: Option<Vec<usize>> = file.steps.iter().map(number).collect();
    let checked = operators.is_some_and(|operators| check(&task, &Plan::new(&task, operators)).is_ok());
    assert_eq!(valid, checked, "a plan of the grounded task is one by definition, and the other way round");
}

/// Patterns of rooms and of deadlocks; a deadlock that is accepted is proved in all its forms.
fn patterns(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    _ = AreaPatterns::parse(&text);
    _ = DeadlockPatterns::parse(&text);
}

/// A small board, the same for all moves.
const BOARD: &str = "########\n#  @   #\n# $ #  #\n# . $  #\n# .    #\n#      #\n#      #\n########\n";

/// Moves are read as they are written, and verification agrees with a plain replay.
fn moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(lurd) = text.parse::<Lurd>() else { return };
    assert_eq!(lurd.to_string().parse(), Ok(lurd.clone()));
    let level = Level::from_xsb("", BOARD).expect("a level");
    let marked = verify(&level.board, &level.start, &lurd);
    let cases: String = level.after(&lurd).map_or_else(|_| String::new(), |_| marked_moves(&level, &lurd));
    let is_solved = !cases.is_empty() && Drawn::new(BOARD).is_solved_by(&cases);
    assert_eq!(marked.is_ok(), is_solved, "{lurd}");
}

/// The moves with pushes in capitals, by the boxes of the positions alone.
fn marked_moves(level: &Level, lurd: &Lurd) -> String {
    let mut at = level.clone();
    let mut text = String::new();
    for &direction in &lurd.0 {
        let step = Lurd(vec![direction]);
        let Ok(after) = at.after(&step) else { return String::new() };
        let letter = step.to_string().to_ascii_lowercase();
        text += &if after.start.boxes == at.start.boxes { letter } else { letter.to_ascii_uppercase() };
        at = after;
    }
    text
}

/// Rows of results are read as they are written, and parts of runs can be put together.
fn rows(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parts = text.split(BETWEEN).filter_map(|text| Rows::read_all(text).ok());
    let parts: Vec<RowsFile> =
        parts.enumerate().map(|(number, rows)| RowsFile { name: number.to_string(), rows }).collect();
    for row in parts.iter().flat_map(|part| &part.rows.rows) {
        let text = serde_json::to_string(row).expect("a row");
        assert_eq!(&serde_json::from_str::<sokoplan::study::Row>(&text).expect("a row"), row, "{text}");
    }
    let merge = Merge::of(&parts);
    let given: usize = parts.iter().map(|part| part.rows.rows.len()).sum();
    assert!(merge.rows.len() <= given);
    merge.findings.iter().for_each(|finding| assert!(!finding.to_string().is_empty()));
}

/// Answers agree with exhaustive search.
fn solve(bytes: &[u8]) {
    let Some(judged) = drawn(bytes).and_then(|text| Judged::of(text, 5_000)) else { return };
    for (group, nodes) in [("all", None), ("pushes", None), ("plans", Some(500))] {
        let options = Options::default().with_strategies(Strategy::named(group).expect("a group"));
        let report = solve_level(&judged.level, &options, &mut stops::nodes(nodes));
        judged.assert_true(&report, group);
        assert!(nodes.is_some() || report.answer() == judged.answer(), "{group}\n{}", judged.text);
    }
}

/// A level and calls as text: every answer is right. The program itself is not run.
fn traces(bytes: &[u8]) {
    let mut trace = Trace::parse(&String::from_utf8_lossy(bytes));
    trace.calls.truncate(6);
    if let Err(why) = trace.run(None) {
        panic!("{why}\n{trace}");
    }
}

/// The cells of a drawn board within its walls.
const CELLS: usize = (SIDE - 2) * (SIDE - 2);

/// Draws a board from the first bytes, one for each cell; `None` if they are too few or make no level.
///
/// ```text
///   ########    bytes 0-3 of 8 are walls in the lower half of their range: squares that the player cannot reach, even
///   #......#    past boxes, are walls too. At most four boxes, and equally many goals.
///   ########
/// ```
fn drawn(bytes: &[u8]) -> Option<String> {
    let cells = bytes.get(..CELLS)?;
    let mut picture = [b'#'; SIDE * SIDE];
    for (at, byte) in cells.iter().enumerate() {
        picture[(at / (SIDE - 2) + 1) * SIDE + at % (SIDE - 2) + 1] = b"#    $.*"[usize::from(byte % 8)];
    }
    let player = picture.iter().position(|&letter| letter == b' ')?;
    picture[player] = b'@';
    let mut reached = [false; SIDE * SIDE];
    let mut stack = vec![player];
    while let Some(cell) = stack.pop() {
        if picture[cell] != b'#' && !std::mem::replace(&mut reached[cell], true) {
            stack.extend([cell - 1, cell + 1, cell - SIDE, cell + SIDE]);
        }
    }
    let (mut boxes, mut goals) = (0, 0);
    for (letter, reached) in picture.iter_mut().zip(reached) {
        match *letter {
            _ if !reached => *letter = b'#',
            b'$' | b'*' if boxes == 4 => *letter = b' ',
            b'.' if goals == 4 => *letter = b' ',
            b'*' if goals == 4 => *letter = b' ',
            _ => {}
        }
        boxes += usize::from(matches!(*letter, b'$' | b'*'));
        goals += usize::from(matches!(*letter, b'.' | b'*'));
    }
    let mut fill = picture.iter_mut().filter(|letter| **letter == b' ');
    while boxes != goals {
        let letter = fill.next()?;
        if boxes < goals {
            (*letter, boxes) = (b'$', boxes + 1);
        } else {
            (*letter, goals) = (b'.', goals + 1);
        }
    }
    let lines = picture.chunks(SIDE).map(|line| String::from_utf8_lossy(line).into_owned() + "\n");
    let text: String = lines.collect();
    Level::from_xsb("", &text).is_ok().then_some(text)
}
