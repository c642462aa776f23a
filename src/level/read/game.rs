//! Recorded games: solutions and savegames of SOK files.
//!
//! Finds the game that begins at the first of some lines between boards, with its header and notes. Whether its moves
//! are legal is not checked.

use super::sections::key_value;
use crate::level::{Note, Recorded, Recording};

/// Returns the game that begins at the first line, if any, and the number of its lines.
pub(super) fn game(lines: &[&str]) -> Option<(Recorded, usize)> {
    let Head { kind, header, first } = head(lines)?;
    let (lurd, used, line) = match first {
        First::Inline(value) => moves(value, lines, 1, 1),
        First::Line(at) => moves(lines[at], lines, at + 1, at + 1),
        First::Nowhere => (String::new(), 1, 1),
    };
    let between = lines[1..line].iter().filter_map(|line| key_value(line.trim()));
    let mut notes: Vec<Note> = between.map(|(key, value)| Note::new(key, value)).collect();
    let used = notes_below(lines, used, &mut notes);
    Some((Recorded { kind, header: header.to_owned(), lurd, notes, line }, used))
}

/// The parts of the first line.
struct Head<'t> {
    kind: Recording,
    header: &'t str,
    first: First<'t>,
}

/// The place where the moves begin.
enum First<'t> {
    /// After the header's colon.
    Inline(&'t str),
    /// At this line.
    Line(usize),
    /// There are no moves.
    Nowhere,
}

fn head<'t>(lines: &[&'t str]) -> Option<Head<'t>> {
    let header = lines[0].trim();
    let is_moves = |at: usize| lines.get(at).is_some_and(|line| is_moves(line));
    match (named_kind(header), key_value(header)) {
        (Some(kind), keyed) => {
            let (header, value) = keyed.unwrap_or((header, ""));
            let first = if is_lurd(value) { Some(First::Inline(value)) } else { below(header, lines) };
            first.map(|first| Head { kind, header, first })
        }
        (None, None) if is_moves(0) => Some(Head { kind: Recording::Solution, header: "", first: First::Line(0) }),
        (None, None) if is_moves(1) && !header.is_empty() => {
            Some(Head { kind: Recording::Solution, header, first: First::Line(1) })
        }
        (None, _) => None,
    }
}

/// Returns the moves below a header that announces them; blank lines and notes may stand between.
fn below(header: &str, lines: &[&str]) -> Option<First<'static>> {
    let between = |line: &&&str| line.trim().is_empty() || key_value(line.trim()).is_some();
    let at = 1 + lines[1..].iter().take(8).take_while(between).count();
    if lines.get(at).is_some_and(|line| is_lurd(line)) {
        return Some(First::Line(at));
    }
    no_moves(header).then_some(First::Nowhere)
}

/// Reads moves from a line on; returns them with the next line and the line of the first, from 1.
fn moves(first: &str, lines: &[&str], next: usize, line: usize) -> (String, usize, usize) {
    let more = lines[next..].iter().take_while(|line| is_lurd(line));
    let lurd: String = std::iter::once(&first).chain(more.clone()).map(|line| line.trim()).collect();
    (lurd, next + more.count(), line)
}

fn named_kind(header: &str) -> Option<Recording> {
    let starts = |word: &str| header.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let kinds = [("solution", Recording::Solution), ("savegame", Recording::Savegame)];
    let others = [("saved game", Recording::Savegame), ("snapshot", Recording::Savegame)];
    kinds.into_iter().chain(others).find(|(word, _)| starts(word)).map(|(_, kind)| kind)
}

/// Returns whether the header is `Solution 0/0/0/0/0`: the level is solved from the start.
fn no_moves(header: &str) -> bool {
    header
        .split_once(' ')
        .is_some_and(|(_, counts)| !counts.is_empty() && counts.chars().all(|c| matches!(c, '0' | '/')))
}

/// Returns whether a line holds only letters of moves, counts and signs of LURD.
fn is_lurd(line: &str) -> bool {
    let plain = |c: char| "lurdLURD0123456789()*[]{}".contains(c) || c.is_whitespace();
    line.chars().all(plain) && line.contains(is_letter)
}

const fn is_letter(c: char) -> bool {
    matches!(c, 'l' | 'u' | 'r' | 'd' | 'L' | 'U' | 'R' | 'D')
}

/// Returns whether a line is moves even without a header: too long for a word, or with a push after a move, as in no
/// word.
fn is_moves(line: &str) -> bool {
    let letters = || line.chars().filter(|&c| is_letter(c));
    is_lurd(line) && (letters().count() >= 10 || letters().skip_while(|c| c.is_uppercase()).any(|c| c.is_uppercase()))
}

/// The most lines of a comment. Not tuned: it keeps an unclosed comment from taking the rest of a large file.
const LONGEST: usize = 1000;

/// Collects the notes right below the moves, `Solution name: ...` and the like also after a blank line, and comments up
/// to their end; returns the first line after them.
fn notes_below(lines: &[&str], mut at: usize, notes: &mut Vec<Note>) -> usize {
    loop {
        let skip = (at..lines.len()).take_while(|&at| lines[at].trim().is_empty()).count();
        let Some((key, value)) = lines.get(at + skip).and_then(|line| key_value(line.trim())) else { break };
        if !(is_about_game(key) || skip == 0 && !is_about_level(key)) || is_moves(value) {
            break;
        }
        at += skip + 1;
        notes.push(Note::new(key, value));
        if ends_with(key, " comment") {
            let ends = |line: &&str| ends_with(line.trim().trim_end_matches(':'), "comment end");
            let length = lines[at..].iter().take(LONGEST).position(ends).unwrap_or(0);
            notes.extend(lines[at..at + length].iter().map(|line| Note::text(line.trim_end())));
            at += length;
        }
    }
    at
}

/// Returns whether a key is about a game: `Solution name`, but not `Solution`, which begins another.
fn is_about_game(key: &str) -> bool {
    named_kind(key).is_some() && key.contains(' ')
}

/// Returns whether a key is about the level, even right below a game.
fn is_about_level(key: &str) -> bool {
    let level = |word: &&str| key.eq_ignore_ascii_case(word);
    named_kind(key).is_some() || ["title", "author", "id"].iter().any(level)
}

fn ends_with(text: &str, word: &str) -> bool {
    let start = text.len().checked_sub(word.len());
    start.and_then(|start| text.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read::sections::{Piece, pieces};

    fn games(text: &str) -> Vec<(Recording, String, String)> {
        let lines: Vec<&str> = text.lines().collect();
        let games = pieces(&lines, 0).into_iter().filter_map(|piece| match piece {
            Piece::Game(game) => Some((game.kind, game.header, game.lurd)),
            _ => None,
        });
        games.collect()
    }

    #[test]
    fn recorded_games_are_found_under_every_header() {
        let solution = |header: &str| vec![(Recording::Solution, header.to_owned(), "rrDD".to_owned())];
        assert_eq!(games("Solution\nrrDD"), solution("Solution"));
        assert_eq!(games("Solution 4/2/1/1/1\n\nrr\nDD\n"), solution("Solution 4/2/1/1/1"));
        assert_eq!(games("Solution: rrDD"), solution("Solution"));
        assert_eq!(games("SOLUTION:\nrrDD"), solution("SOLUTION"));
        assert_eq!(games("Savegame\nrr")[0].0, Recording::Savegame);
        assert_eq!(games("By hand\nrrDDllUUrrDD")[0].1, "By hand");
        assert_eq!(games("Pushes\nr2R")[0].1, "Pushes");
        assert_eq!(games("Solution:\nOptimizer: X\nr R")[0].2, "r R");
        assert_eq!(games("Solution 0/0/0/0/0\n\nnext title")[0].2, "");
    }

    #[test]
    fn titles_are_not_taken_for_games() {
        assert_eq!(games("Solution to everything\n\nMicro\n\ndull\nrudd\nDull\nDUDl\nSolutions are below\n"), []);
    }

    #[test]
    fn notes_of_a_solution_stay_with_it() {
        let text = "Solution\nrr\nSolution name: A\nSolution comment:\nwell\n\nSolution comment end:\nAuthor: B";
        let lines: Vec<&str> = text.lines().collect();
        let pieces = pieces(&lines, 0);
        let [Piece::Game(game), Piece::Key("Author", "B")] = &pieces[..] else { panic!("{pieces:?}") };
        assert_eq!(game.notes.len(), 5, "{game:?}");
    }
}
