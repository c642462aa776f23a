//! The lines between boards: notes, comments, and recorded games.
//!
//! Splits them into pieces, in order. Assigning them to levels is left to [`super::gap`].

use super::game;
use crate::level::Recorded;

/// A line between boards, or the lines of one recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Blank,
    /// `:: for readers of the file only`
    Comment,
    /// `; 12`
    Semi(&'t str),
    /// `Author: somebody`
    Key(&'t str, &'t str),
    Text(&'t str),
    Game(Recorded),
}

/// Splits lines into pieces; `first` is the number of the first one in the file, from 0.
pub(super) fn pieces<'t>(lines: &[&'t str], first: usize) -> Vec<Piece<'t>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if let Some((mut game, used)) = game::game(&lines[at..]) {
            game.line += first + at;
            pieces.push(Piece::Game(game));
            at += used;
        } else {
            pieces.push(piece(lines[at]));
            at += 1;
        }
    }
    pieces
}

fn piece(line: &str) -> Piece<'_> {
    let line = line.trim();
    if line.is_empty() {
        Piece::Blank
    } else if line.starts_with("::") {
        Piece::Comment
    } else if let Some(rest) = line.strip_prefix(';') {
        let rest = rest.trim();
        if rest.is_empty() { Piece::Comment } else { Piece::Semi(rest) }
    } else {
        key_value(line).map_or(Piece::Text(line), |(key, value)| Piece::Key(key, value))
    }
}

/// Returns whether words end with a number or a single capital, as headings of levels do: `Level 5`, `Puzzle A`.
pub(in crate::level) fn is_numbered(key: &str) -> bool {
    let Some((_, last)) = key.trim_end().rsplit_once(' ') else { return false };
    let last = last.trim_start_matches(['#', '(']).trim_end_matches(')');
    let is_capital = || last.len() == 1 && last.starts_with(|c: char| c.is_ascii_uppercase());
    !last.is_empty() && (last.chars().all(|c| c.is_ascii_digit()) || is_capital())
}

/// Splits `Key: value`; `None` for a sentence that happens to contain a colon, and for `Level 5: The tunnel`.
pub(super) fn key_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    if is_numbered(key) {
        return None;
    }
    let named = key.starts_with(char::is_alphabetic) && key.chars().count() <= 40 && key.split(' ').count() <= 5;
    let plain = key.chars().all(|c| c.is_alphanumeric() || " -_'./()#".contains(c));
    (named && plain && !value.starts_with("//")).then(|| (key.trim_end(), value.trim()))
}
