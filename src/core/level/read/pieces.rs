//! Lines between boards, as pieces: names, notes, comments, and recorded games.

use super::lines::{LONGEST, Lines, Paragraph, Section, is_numbered, key_value, paced};
use crate::level::{Fault, Note, RecordedMoves, Recording};
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// A line between boards, or the lines of one comment or of one recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Blank,
    /// Line of `~`, other signs or control characters, which only divides
    Divider,
    /// Line like `:: text`, which is for readers of the file only
    Comment,
    /// Text of a line like `; 12`
    Semi(&'t str),
    /// Key and value of a line like `Author: Grace`
    Key(&'t str, &'t str),
    Text(&'t str),
    /// Comment of several lines, from `Comment:` to `Comment-End:`
    Block(Box<Note>),
    Game(Box<RecordedMoves>),
}

impl<'t> Section<'_, 't> {
    /// Returns the pieces of the lines, and the first line of a comment that is not closed.
    pub(super) fn pieces(self, meter: &Meter) -> Result<(Vec<Piece<'t>>, Option<usize>), Stop> {
        /// Bytes of the note that a piece may become, without its text.
        const NOTE: usize = size_of::<Note>() + 32;
        let (mut pieces, mut unclosed, mut at) = (Vec::new(), None, 0);
        for step in 0.. {
            paced(meter, step)?;
            let Some(line) = self.lines.get(at) else { break };
            let (piece, length, open) = if let Some(block) = self.from(at).block() {
                (Piece::Block(block.of.into()), block.length, block.unclosed)
            } else if let Some(game) = game(self.from(at)) {
                (Piece::Game(game.of.into()), game.length, game.unclosed)
            } else {
                (piece(line), 1, None)
            };
            unclosed = unclosed.or(open);
            at += length;
            // A line below a name is no divider.
            if piece != Piece::Divider || !matches!(pieces.last(), Some(Piece::Text(_))) || !underlines(line) {
                add(&mut pieces, piece);
            }
        }
        meter.fits(NOTE * pieces.len())?;
        Ok((pieces, unclosed))
    }
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
        Piece::Comment
    } else if let Some(rest) = line.strip_prefix(';') {
        let rest = rest.trim();
        if rest.is_empty() { Piece::Comment } else { Piece::Semi(rest) }
    } else if divides(line) {
        Piece::Divider
    } else {
        key_value(line).map_or(Piece::Text(line), |(key, value)| Piece::Key(key, value))
    }
}

pub(super) fn divides(line: &str) -> bool {
    !line.contains(char::is_alphanumeric)
}

/// The begin or end of a block of Markdown, with the name of a language or without.
fn is_fence(line: &str) -> bool {
    let word = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
    word.is_some_and(|word| !word.trim().contains(char::is_whitespace) && !word.contains('`') && line != "~~~~")
}

/// Markup, source text or a size, which names no level: `<pre>`, `levels = [`, `3 5`.
pub(super) fn is_source(line: &str) -> bool {
    let opens = ["{", "[", "(", ",", ";", "=", "`", "\\", "\"\"\"", "'''"].iter().any(|sign| line.ends_with(sign));
    let closes = ["{", "}", "]", ")", "`", "//", "/*", "*/"].iter().any(|sign| line.starts_with(sign));
    let is_tag = line.starts_with('<') && line.ends_with('>');
    // A list in brackets, e.g. of Lisp.
    let is_list = line.starts_with('(') && line.ends_with(')') && line.matches('(').count() > 1;
    let words = line.split(|c: char| c.is_whitespace() || ",;xX*\u{d7}".contains(c)).filter(|word| !word.is_empty());
    let is_size = words.clone().count() > 1 && words.flat_map(str::chars).all(|c| c.is_ascii_digit());
    opens || closes || is_tag || is_list || is_size
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

/// Returns the game that begins at the first line of a section; `None` if none begins there.
pub(super) fn game(section: Section<'_, '_>) -> Option<Paragraph<RecordedMoves>> {
    let lines = section.lines;
    let header = lines[0].trim();
    let kind = named_kind(header);
    // The line right above the next board may be its name.
    let line = |at: usize| lines.get(at).filter(|_| !section.touches[1] || at + 1 < lines.len());
    let is_moves = |at| line(at).is_some_and(|line| is_moves(line));
    let is_right_below = || section.touches[0] && is_lurd(header) && !is_word(header);
    let (header, first, at) = match (kind, key_value(header)) {
        (Some(_), Some((key, value))) if is_lurd(value) => (key, value, 0),
        (Some(_), keyed) => {
            let header = keyed.map_or(header, |(key, _)| key);
            let at = below(section).or_else(|| no_moves(header).then_some(0))?;
            (header, if at > 0 { lines[at] } else { "" }, at)
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
    let more = lines[at + 1..].iter().take_while(|line| !first.is_empty() && is_lurd(line)).count();
    let joined =
        |more| std::iter::once(first).chain(lines[at + 1..].iter().copied().take(more)).map(str::trim).collect();
    // Below a heading of another kind, all lines together must be recognised when they are one line.
    let is_known = |lurd: &String| kind.is_some() || header.is_empty() || self::is_moves(lurd) || is_one_letter(lurd);
    let (lurd, more) = Some((joined(more), more)).filter(|(lurd, _)| is_known(lurd)).unwrap_or_else(|| (joined(0), 0));
    let between = lines[1..=at].iter().filter_map(|line| key_value(line.trim()));
    let mut notes: Vec<Note> = between.map(|(key, value)| Note::new(key, value)).collect();
    let (length, unclosed) = notes_below(section, at + 1 + more, &mut notes);
    let kind = kind.unwrap_or(Recording::Solution);
    let recorded = RecordedMoves { kind, header: header.to_owned(), lurd, notes, line: section.first + at + 1 };
    Some(Paragraph { of: recorded, length, unclosed })
}

/// Returns the index of the moves below a header, after blank lines and notes; `None` if no moves follow.
fn below(section: Section<'_, '_>) -> Option<usize> {
    let lines = section.lines;
    let is_note = |line: &str| key_value(line).is_some_and(|(key, _)| !is_level_key(key));
    let is_between = |at: &usize| !section.opens(*at) && (lines[*at].trim().is_empty() || is_note(lines[*at].trim()));
    let at = 1 + (1..lines.len()).take(8).take_while(is_between).count();
    lines.get(at).filter(|line| is_lurd(line)).map(|_| at)
}

fn named_kind(header: &str) -> Option<Recording> {
    // `SavedGame`, `Saved game` and `saved-game` are one word.
    let letters = header.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).take(10);
    let word = letters.map(|c| c.to_ascii_lowercase()).collect::<String>();
    let is_saved = ["savegame", "savedgame", "snapshot"].iter().any(|saved| word.starts_with(saved));
    let solution = word.starts_with("solution").then_some(Recording::Solution);
    solution.or(is_saved.then_some(Recording::Savegame))
}

/// The header `Solution 0/0/0/0/0`: the level is solved from the start.
fn no_moves(header: &str) -> bool {
    header.split_once(' ').is_some_and(|(_, counts)| counts.trim_matches(['0', '/']).is_empty() && !counts.is_empty())
}

/// True if a line consists of letters, counts and signs of LURD, with at least one letter.
pub(in crate::level) fn is_lurd(line: &str) -> bool {
    let plain = |c: char| "lurdLURD0123456789()*[]{}".contains(c) || c.is_whitespace();
    line.len() <= LONGEST && line.chars().all(plain) && line.contains(char::is_alphabetic)
}

/// Without a header, and apart from a board, moves are recognised if they are too long for a word, have a capital after the first
/// letter, or repeat one letter.
fn is_moves(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphabetic());
    let is_no_word = || letters().skip(1).any(|c| c.is_uppercase()) || letters().count() >= 10;
    is_lurd(line) && (is_no_word() || is_one_letter(line) && line.len() > 1)
}

/// A word with a capital, like `Dull`: no solution ends so, since its last move is a push.
fn is_word(line: &str) -> bool {
    line.len() > 1 && line.starts_with(char::is_uppercase) && line.chars().skip(1).all(|c| c.is_lowercase())
}

/// Moves in one direction: `RRR` and `3R`.
fn is_one_letter(line: &str) -> bool {
    is_lurd(line) && line.chars().filter(|c| c.is_alphabetic()).all_equal()
}

/// Appends to `notes` the notes right below the moves, the notes like `Solution name: ...` also after a blank line, and
/// whole comments. Returns the first line after the notes, and the line of a comment that is not closed.
fn notes_below(section: Section<'_, '_>, mut at: usize, notes: &mut Vec<Note>) -> (usize, Option<usize>) {
    let lines = section.lines;
    loop {
        let skip = (at..lines.len()).take_while(|&at| lines[at].trim().is_empty()).count();
        let Some((key, value)) = lines.get(at + skip).and_then(|line| key_value(line.trim())) else { break };
        if !(is_about_game(key) || skip == 0 && !is_about_level(key)) || is_moves(value) {
            break;
        }
        let note = section.from(at + skip);
        if let Some(block) = note.block() {
            at += skip + block.length;
            notes.push(block.of);
            if block.unclosed.is_some() {
                return (at, block.unclosed);
            }
        } else {
            at += skip + 1;
            notes.push(Note::new(key, value));
        }
    }
    (at, None)
}

/// The key of a note about a game: `Solution name` is one; `Solution` begins another game instead.
fn is_about_game(key: &str) -> bool {
    named_kind(key).is_some() && key.contains(' ')
}

/// The key of a note about the level, even right below a game.
fn is_about_level(key: &str) -> bool {
    named_kind(key).is_some() || is_level_key(key)
}

fn is_level_key(key: &str) -> bool {
    ["title", "author", "id", "game"].iter().any(|word| key.eq_ignore_ascii_case(word))
}
