//! Recorded games: solutions and savegames of SOK files, with header and notes, unchecked; and boards of other games,
//! like Hexoban, named by a line `Game: NAME`: read as Sokoban, such a board would be another puzzle.

use super::lines::{LONGEST, Lines, Paragraph, Section, key_value};
use crate::level::{Fault, Note, RecordedMoves, Recording};
use itertools::Itertools;

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
