//! Lines between boards, as pieces: names, notes, comments, and recorded games.

use super::game;
use super::lines::{Section, is_numbered, key_value, paced};
use crate::level::{Note, RecordedMoves};
use crate::run::{Meter, Stop};

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
            } else if let Some(game) = game::game(self.from(at)) {
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
