//! Lines between boards, as pieces: names, notes, comments, and recorded games.

use super::lines::{LONGEST, Lines, Section, closes, is_comment, is_numbered, key_value, paced};
use crate::level::lurd::{is_between, is_sign, plain};
use crate::level::{Direction, Fault, Note, RecordedMoves, Recording};
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// A line between boards, or the lines of one comment or of one recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Blank,
    /// Line of `~`, other signs or control characters, which only divides
    Divider,
    /// Line like `:: text`, which is for readers of the file only
    Comment(&'t str),
    /// Text of a line like `; 12`
    Semi(&'t str),
    /// Key and value of a line like `Author: Grace`
    Key(&'t str, &'t str),
    Text(&'t str),
    /// Comment of several lines, from `Comment:` to `Comment-End:`
    Block(Box<Note>),
    Game(Box<RecordedMoves>),
}

pub(super) fn pieces<'t>(section: Section<'_, 't>, meter: &Meter) -> Result<Vec<Piece<'t>>, Stop> {
    /// Bytes of the note that a piece may become, without its text.
    const NOTE: usize = size_of::<Note>() + 32;
    let (mut pieces, mut at) = (Vec::new(), section.start);
    for step in 0.. {
        paced(meter, step)?;
        let Some(line) = section.lines.get(at) else { break };
        let (piece, end) = if let Some((note, end)) = section.block(at) {
            (Piece::Block(note.into()), end)
        } else if let Some((game, end)) = game(section, at) {
            (Piece::Game(game.into()), end)
        } else {
            (piece(line), at + 1)
        };
        at = end;
        // A line below a name is no divider.
        if piece != Piece::Divider || !matches!(pieces.last(), Some(Piece::Text(_))) || !underlines(line) {
            add(&mut pieces, piece);
        }
    }
    meter.fits(NOTE * pieces.len())?;
    Ok(pieces)
}

/// Adds a piece; blank lines and dividers running are one.
fn add<'t>(pieces: &mut Vec<Piece<'t>>, piece: Piece<'t>) {
    use Piece::{Blank, Divider};
    match (&pieces[..], &piece) {
        ([.., Blank], Blank) | ([.., Divider] | [.., Divider, Blank], Divider) => {}
        _ => pieces.push(piece),
    }
}

fn piece(line: &str) -> Piece<'_> {
    let shown = line.trim_matches(|c: char| c.is_whitespace() || c.is_control());
    if shown.is_empty() {
        let is_blank = |c: char| matches!(c, ' ' | '\t') || c.is_whitespace() && !c.is_control();
        return if line.chars().all(is_blank) { Piece::Blank } else { Piece::Divider };
    }
    // Of a quoted mail without a board, or of a fence around a board as Markdown has it, the text inside counts.
    let line = shown.trim_start_matches(['>', ' ']);
    if line.is_empty() || is_fence(line) {
        Piece::Blank
    } else if line.starts_with("::") {
        Piece::Comment(line)
    } else if let Some(rest) = line.strip_prefix(';') {
        let rest = rest.trim();
        if rest.is_empty() { Piece::Comment(line) } else { Piece::Semi(rest) }
    } else if divides(line) {
        Piece::Divider
    } else {
        key_value(line).map_or(Piece::Text(line), |(key, value)| Piece::Key(key, value))
    }
}

pub(super) fn divides(line: &str) -> bool {
    !line.contains(char::is_alphanumeric)
}

/// The begin or end of a block of literal text, e.g. of Markdown, with the name of a language or without, HTML, LaTeX or Org.
fn is_fence(line: &str) -> bool {
    let word = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
    let lower = line.to_ascii_lowercase();
    let opens =
        ["\\begin{", "\\end{", "#+begin", "#+end", "[code", "[/code", "[pre", "[/pre", "{code", "{noformat", "@verb"];
    word.is_some_and(|word| !word.trim().contains(char::is_whitespace) && !word.contains('`') && line != "~~~~")
        || opens.iter().any(|sign| lower.starts_with(sign))
            && !line.contains(char::is_whitespace)
            && line.matches('[').count() < 2
        || ["<pre>", "</pre>", "<code>", "</code>", "<pre><code>", "</code></pre>"].contains(&&*lower)
}

/// Markup, source text or a size, which names no level: `<pre>`, `levels = [`, `3 5`.
pub(super) fn is_source(line: &str) -> bool {
    let opens = ["{", "[", "(", ",", ";", "=", "`", "\\", "\"\"\"", "'''"].iter().any(|sign| line.ends_with(sign));
    let closes =
        [".. ", "{", "}", "]", ")", "`", "//", "/*", "*/", "\\", "#+", "@"].iter().any(|sign| line.starts_with(sign));
    let is_tag = line.starts_with('<') && line.ends_with('>');
    // A list in brackets, e.g. of Lisp.
    let is_list = line.starts_with('(') && line.ends_with(')') && line.matches('(').count() > 1;
    let words = line.split(|c: char| c.is_whitespace() || ",;xX*\u{d7}".contains(c)).filter(|word| !word.is_empty());
    let is_size = words.clone().count() > 1 && words.flat_map(str::chars).all(|c| c.is_ascii_digit());
    opens || closes || is_tag || is_list || is_size || counts_up(line)
}

/// Numbers or letters of columns, e.g. `01234567`, `ABCDEF` or `1111112222`.
fn counts_up(line: &str) -> bool {
    let places = || line.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let goes_on = |(one, next): (u8, u8)| next == one || next == one + 1 || (one, next) == (b'9', b'0');
    places().all(|place| place.is_ascii_alphanumeric())
        && places().count() > if line.starts_with("01") { 2 } else { 4 }
        && places().tuple_windows().all(goes_on)
}

fn underlines(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && (line.chars().all(|c| c == '-') || line.chars().all(|c| c == '='))
}

/// Words before the number of a level.
pub(super) const LEVEL_WORDS: [&str; 16] = [
    "level", "lvl", "puzzle", "maze", "stage", "board", "screen", "room", "map", "number", "no", "nr", "niveau",
    "nivel", "livello", "sokoban",
];

/// A text that is only the number of a level: `12`, `#12`, `Level 12`, `Puzzle A`.
pub(super) fn is_heading(text: &str) -> bool {
    let text = text.trim_end_matches([':', '.', ')']);
    let number = text.trim_start_matches(['#', '(']).trim_end();
    let is_word = |word: &str| LEVEL_WORDS.iter().any(|known| known.eq_ignore_ascii_case(word.trim_end_matches('.')));
    let worded = || text.split_once(' ').is_some_and(|(word, rest)| is_word(word) && !rest.trim().contains(' '));
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()) || is_numbered(text) && worded()
}

/// Names of Sokoban itself, reduced to letters and digits.
const SOKOBAN: [&str; 8] =
    ["", "sokoban", "soukoban", "xsokoban", "classicsokoban", "standardsokoban", "warehouse", "warehousekeeper"];

pub(super) fn is_game(note: &Note) -> bool {
    note.key.eq_ignore_ascii_case("game")
}

/// Returns the name of the game in the last note that names one; `None` if this is Sokoban, or no note names a game.
pub(super) fn other_game(notes: &[Note]) -> Option<String> {
    let game = notes.iter().rev().find(|note| is_game(note))?.value.trim_matches(['"', '\'', ' ']);
    let letters = game.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    (!SOKOBAN.contains(&letters.as_str())).then(|| game.to_owned())
}

/// Returns the fault that a board is one of another game, `game`; `line` is the first line of the board, from 0.
pub(super) fn of_game(lines: &Lines<'_>, line: usize, game: &str) -> Fault {
    let name: String = game.chars().filter(|c| !c.is_control()).take(40).collect();
    lines.fault(line, 0, &format!("a board of {name}; sokoplan reads Sokoban"), "a board of Sokoban")
}

/// Returns the game that begins at line `start` of a section, and the line below it; `None` if none begins there.
fn game(section: Section<'_, '_>, start: usize) -> Option<(RecordedMoves, usize)> {
    let lines = &section.lines[start..];
    let header = unmarked(lines[0]);
    let kind = named_kind(header);
    // The line right above the next board may be its name.
    let line = |at: usize| lines.get(at).filter(|_| !section.is_above_board || at + 1 < lines.len());
    let is_moves = |at| line(at).is_some_and(|line| is_moves(line));
    let is_right_below = || start > 0 && start == section.start && is_lurd(lines[0]) && !is_word(lines[0]);
    let (header, first, at) = match (kind, key_value(header)) {
        (Some(_), Some((key, value))) if tries(unmarked(value), true) => (key, unmarked(value), 0),
        (Some(_), keyed) => {
            let header = keyed.map_or(header, |(key, _)| key);
            let at = below(section, start).or_else(|| no_moves(header).then_some(0))?;
            (header, if at > 0 { lines[at] } else { "" }, at)
        }
        // Another word for a solution, in any language, before moves that are no word.
        (None, Some((key, value))) if !is_level_key(key) && !is_comment(key) && is_untitled(value) => {
            (key, unmarked(value), 0)
        }
        (None, None) if is_right_below() || is_moves(0) => ("", lines[0], 0),
        (None, None)
            if !header.is_empty()
                && !is_lurd(header)
                && (is_moves(1) || line(1).is_some_and(|line| is_one_letter(line))) =>
        {
            (header, lines[1], 1)
        }
        (None, _) => return None,
    };
    let goes_on = |line: &&&str| !first.is_empty() && (is_lurd(line) || kind.is_some() && tries(line, false));
    let more = lines[at + 1..].iter().take_while(goes_on).count();
    let joined =
        |more| std::iter::once(first).chain(lines[at + 1..].iter().copied().take(more)).map(str::trim).collect();
    // All lines together must be recognised when they are one line: as moves, or below the heading of a record as a try.
    let are_moves = |more| is_lurd(first) && lines[at + 1..].iter().take(more).all(|line| is_lurd(line));
    let is_known = |(lurd, more): &(String, usize)| match kind {
        Some(_) => are_moves(*more) || tries(lurd, true),
        None => header.is_empty() || self::is_moves(lurd) || is_one_letter(lurd),
    };
    let (lurd, more) = Some((joined(more), more)).filter(is_known).unwrap_or_else(|| (joined(0), 0));
    let between = lines[1..=at].iter().filter_map(|line| key_value(line.trim()));
    let mut notes: Vec<Note> = between.map(|(key, value)| Note::new(key, value)).collect();
    let end = notes_below(section, start + at + 1 + more, &mut notes);
    let kind = kind.unwrap_or(Recording::Solution);
    let line = start + at + 1;
    Some((RecordedMoves { kind, header: header.to_owned(), lurd, notes, line }, end))
}

/// Returns the moves of a text of moves, comments, fences and headings of records alone, and the line of the first, from 1.
pub fn moves_alone(text: &str) -> Option<(usize, String)> {
    let (mut start, mut moves) = (None, String::new());
    for (line, number) in text.lines().map(str::trim).zip(1..) {
        let is_comment = line.is_empty() || line.starts_with([';', '#']) || line.starts_with("::") || is_fence(line);
        let keyed = key_value(unmarked(line)).filter(|(key, _)| heads_record(key)).map(|(_, value)| value);
        let line = keyed.unwrap_or(line);
        if is_lurd(line) {
            start = start.or(Some(number));
            moves.push_str(line);
        } else if !is_comment && !line.is_empty() && !heads_record(line) {
            return None;
        }
    }
    Some((start?, moves))
}

/// Returns a line without the marks of a heading, of a comment or of strong text around it, or a tag of HTML.
fn unmarked(line: &str) -> &str {
    let line = line.trim();
    let inner = line.strip_prefix('<').and_then(|rest| rest.split_once('>')?.1.rsplit_once("</"));
    inner
        .map_or(line, |(inner, _)| inner)
        .trim_start_matches(['#', '*', '_', ';', '/', '%', '=', '-', ' '])
        .trim_end_matches(['*', '_', '=', ' '])
}

/// Returns how many lines below a header the moves are, after blank lines, fences and notes; `None` if no moves follow.
fn below(section: Section<'_, '_>, header: usize) -> Option<usize> {
    let lines = &section.lines[header..];
    let is_note = |line: &str| key_value(line).is_some_and(|(key, _)| !is_level_key(key));
    let is_skipped = |line: &str| line.is_empty() || is_fence(line) || is_note(line);
    let is_between = |at: &usize| !section.comments.opens(header + at) && is_skipped(lines[*at].trim());
    let at = 1 + (1..lines.len()).take(8).take_while(is_between).count();
    // The line right above the next board may be its name.
    let is_name = section.is_above_board && at + 1 == lines.len();
    lines.get(at).filter(|line| is_lurd(line) || !is_name && tries(line, at == 1)).map(|_| at)
}

/// A line is read as moves below the heading of a record, even if its signs are no moves, so that their fault is named: it has no
/// word of three letters, or few words that are repeated. If it is `near`, right below the heading, one word is enough. Headings
/// of levels and lines of other signs are no moves.
fn tries(line: &str, near: bool) -> bool {
    let line = line.trim();
    let words = || line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_short = || words().all(|word| word.len() < 3 || is_lurd(word));
    let is_repeated = || words().count() > 2 && words().unique().count() <= 4 && !words().all_unique();
    let is_one = || near && !line.contains(char::is_whitespace);
    let is_drawn = line.contains(|c: char| c.is_alphanumeric() || "<>^".contains(c)) && !is_fence(line);
    let is_long = line.chars().filter(|c| !c.is_whitespace()).count() > if near { 1 } else { 3 };
    let heads = is_heading(line) && !(near && line.chars().all(|c| c.is_ascii_digit()));
    is_lurd(line) || is_drawn && is_long && !heads && (is_short() || is_repeated() || is_one())
}

const SOLUTION_WORDS: [&str; 8] =
    ["solution", "l\u{f6}sung", "loesung", "soluzione", "soluci\u{f3}n", "solucion", "soluce", "oplossing"];

fn named_kind(header: &str) -> Option<Recording> {
    // `SavedGame`, `Saved game` and `saved-game` are one word.
    let letters = header.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).take(10);
    let word = letters.flat_map(char::to_lowercase).collect::<String>();
    let is_saved = ["savegame", "savedgame", "snapshot"].iter().any(|saved| word.starts_with(saved));
    // `Solution comment end` ends a comment, also where none is open.
    let is_solution = SOLUTION_WORDS.iter().any(|solution| word.starts_with(solution)) && !closes(header);
    let solution = is_solution.then_some(Recording::Solution);
    solution.or(is_saved.then_some(Recording::Savegame))
}

/// The heading of a record, which names no level: its word, alone or with numbers and signs.
pub(super) fn heads_record(line: &str) -> bool {
    let letters: String = line.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    SOLUTION_WORDS.contains(&letters.strip_suffix('s').unwrap_or(&letters))
}

/// The header `Solution 0/0/0/0/0`: the level is solved from the start.
fn no_moves(header: &str) -> bool {
    header.split_once(' ').is_some_and(|(_, counts)| counts.trim_matches(['0', '/']).is_empty() && !counts.is_empty())
}

/// True if a line consists of letters, counts and signs of moves, with at least one move.
pub(in crate::level) fn is_lurd(line: &str) -> bool {
    let is_move = |letter| Direction::from_letter(plain(letter)).is_some();
    line.len() <= LONGEST && line.chars().all(is_sign) && line.contains(is_move)
}

fn letters(line: &str) -> impl Iterator<Item = char> {
    line.chars().map(plain).filter(|letter| letter.is_alphabetic())
}

/// Without a header, and apart from a board, moves are recognised if they are too long for a word, have a capital after the first
/// letter, are no letters, or repeat one letter.
fn is_moves(line: &str) -> bool {
    let is_no_word = || letters(line).skip(1).any(|c| c.is_uppercase()) || letters(line).count() >= 10;
    let is_drawn = || line.chars().any(|c| plain(c) != c);
    let is_text = || line.contains(is_between) && is_word(line);
    is_lurd(line) && (is_no_word() || is_drawn() || is_one_letter(line) && line.len() > 1) && !is_text()
}

/// Moves beside a key of any kind: no name of a notation, like `LURD`.
fn is_untitled(value: &str) -> bool {
    is_moves(value) && letters(value).any(char::is_uppercase) && !letters(value).all_unique()
}

/// A word with a capital, like `Dull`: no solution ends so. Among signs, words are as short as initials.
fn is_word(line: &str) -> bool {
    let is_capital = |word: &str| {
        word.len() > 1 && word.starts_with(char::is_uppercase) && word.chars().skip(1).all(char::is_lowercase)
    };
    let is_few = line.contains(is_between) && line.is_ascii() && letters(line).count() < 4;
    is_few || line.split(is_between).any(|word| is_capital(word.trim()))
}

/// Moves in one direction: `RRR` and `3R`.
fn is_one_letter(line: &str) -> bool {
    is_lurd(line) && letters(line).all_equal()
}

/// Appends to `notes` the notes right below the moves, the notes like `Solution name: ...` also after a blank line, and
/// whole comments. Returns the first line after the notes.
fn notes_below(section: Section<'_, '_>, mut at: usize, notes: &mut Vec<Note>) -> usize {
    let lines = section.lines;
    loop {
        let skip = (at..lines.len()).take_while(|&at| lines[at].trim().is_empty()).count();
        let Some((key, value)) = lines.get(at + skip).and_then(|line| key_value(line.trim())) else { return at };
        // `Solution name` is about the game, `Solution` begins another, and `Title` is about the level, even right below.
        let is_about_game = named_kind(key).is_some() && key.contains(' ');
        let is_about_level = named_kind(key).is_some() || is_level_key(key);
        if !(is_about_game || skip == 0 && !is_about_level) || is_moves(value) {
            return at;
        }
        let (note, end) = section.block(at + skip).unwrap_or_else(|| (Note::new(key, value), at + skip + 1));
        notes.push(note);
        at = end;
    }
}

fn is_level_key(key: &str) -> bool {
    ["title", "author", "id", "game"].iter().any(|word| key.eq_ignore_ascii_case(word))
}
