//! Lines between boards, as pieces: names, notes, comments, and recorded games. Comments of several lines are found
//! before boards, since a comment may contain old boards, titles and moves.

use super::{game, paced};
use crate::level::{Note, RecordedMoves};
use crate::run::{Meter, Stop};
use std::collections::BTreeMap;

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

/// Comments from `Comment:` to `Comment-End:`, also after other words, like `Solution comment:`: the line of each, and the
/// line that closes it before another comment is opened.
pub(super) struct Comments(BTreeMap<usize, Option<usize>>);

impl Comments {
    /// Returns the comments of a text. A line `Comment: text` opens a comment only if a later line closes it.
    pub(super) fn of(lines: &[&str], meter: &Meter) -> Result<Self, Stop> {
        let (mut all, mut end) = (BTreeMap::new(), None);
        for (start, line) in lines.iter().enumerate().rev() {
            paced(meter, start)?;
            if let Some((_, value)) = opening(line) {
                let end = end.take();
                if value.is_empty() || end.is_some() {
                    all.insert(start, end);
                }
            } else if closes(line) {
                end = Some(start);
            }
        }
        Ok(Self(all))
    }

    /// Returns the line below the comment that opens at `line` and is closed; `None` if no such comment opens there.
    pub(super) fn skipped(&self, line: usize) -> Option<usize> {
        self.0.get(&line).copied().flatten().map(|end| end + 1)
    }

    pub(super) fn opens(&self, line: usize) -> bool {
        self.0.contains_key(&line)
    }

    /// Returns the line that closes the comment opened at `line`, or else the next closed comment; `None` if no such
    /// line is above `before`.
    fn end(&self, line: usize, before: usize) -> Option<usize> {
        self.0.range(line..before).find_map(|(_, end)| *end).filter(|end| *end < before)
    }
}

/// The key of a comment, like `Comment` or `Solution comment`.
pub(in crate::level) fn is_comment(key: &str) -> bool {
    is_plain(key) && key.rsplit(' ').next().is_some_and(|word| word.eq_ignore_ascii_case("comment"))
}

/// True if a key has only characters that the end line of a comment may have.
fn is_plain(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || " -_:=".contains(c))
}

/// Returns key and value of a line that may open a comment; `None` for other lines.
pub(in crate::level) fn opening(line: &str) -> Option<(&str, &str)> {
    key_value(line.trim()).filter(|(key, _)| is_comment(key))
}

/// The end of a comment: `Comment-End:`, `Solution comment end` and the like.
pub(in crate::level) fn closes(line: &str) -> bool {
    let letters = || line.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase());
    line.len() <= 80 && is_plain(line.trim()) && letters().collect::<String>().ends_with("commentend")
}

/// Some consecutive lines between boards, with the comments of the whole text.
#[derive(Clone, Copy)]
pub(super) struct Section<'a, 't> {
    pub(super) lines: &'a [&'t str],
    /// Number of the first line in the text, from 0.
    pub(super) first: usize,
    pub(super) comments: &'a Comments,
    /// Whether the first line is right below a board, and the last right above a board.
    pub(super) touches: [bool; 2],
}

/// What several lines are.
pub(super) struct Paragraph<T> {
    pub(super) of: T,
    pub(super) length: usize,
    /// First line, from 0, of a comment in these lines that is not closed; `None` if all comments are closed.
    pub(super) unclosed: Option<usize>,
}

impl<'a, 't> Section<'a, 't> {
    pub(super) fn from(self, at: usize) -> Self {
        let touches = [self.touches[0] && at == 0, self.touches[1]];
        Self { lines: &self.lines[at..], first: self.first + at, touches, ..self }
    }

    pub(super) fn opens(self, at: usize) -> bool {
        self.comments.opens(self.first + at)
    }

    /// Returns the comment that opens at the first line, up to the last line if not closed; `None` if none opens.
    pub(super) fn block(self) -> Option<Paragraph<Note>> {
        let (key, value) = opening(self.lines.first()?).filter(|_| self.opens(0))?;
        let end = self.comments.end(self.first, self.first + self.lines.len());
        let inside = 1..end.map_or(self.lines.len(), |end| end - self.first);
        let length = inside.end + usize::from(end.is_some());
        let first = Some(value).filter(|value| !value.is_empty());
        let text: Vec<&str> = first.into_iter().chain(self.lines[inside].iter().map(|line| line.trim_end())).collect();
        let unclosed = if end.is_none() { Some(self.first) } else { None };
        Some(Paragraph { of: Note::new(key, text.join("\n").trim_end()), length, unclosed })
    }

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

/// Words that end with a number or a single capital, like headings of levels: `Level 5`, `Puzzle A`.
pub(in crate::level) fn is_numbered(key: &str) -> bool {
    let Some((_, last)) = key.trim_end().rsplit_once(' ') else { return false };
    let last = last.trim_start_matches(['#', '(']).trim_end_matches(')');
    let is_capital = || last.len() == 1 && last.starts_with(|c: char| c.is_ascii_uppercase());
    !last.is_empty() && (last.chars().all(|c| c.is_ascii_digit()) || is_capital())
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

/// Keys that are also read with `=`; other lines with `=` are text.
const READ_KEYS: [&str; 7] = ["title", "author", "game", "comment", "comment-end", "collection", "copyright"];

/// Returns key and value of a line `Key: value`; `None` for a sentence that contains a colon by chance, and for `Level
/// 5: The tunnel`.
pub(in crate::level) fn key_value(line: &str) -> Option<(&str, &str)> {
    if let Some((key, value)) = line.split_once('=') {
        let key = key.trim_end();
        if READ_KEYS.iter().any(|known| known.eq_ignore_ascii_case(key)) {
            return Some((key, value.trim()));
        }
    }
    let (key, value) = line.split_once(':')?;
    if is_numbered(key) {
        return None;
    }
    let named = key.starts_with(char::is_alphabetic) && key.chars().count() <= 40 && key.split(' ').count() <= 5;
    let plain = key.chars().all(|c| c.is_alphanumeric() || " -_'./()#".contains(c));
    (named && plain && !value.starts_with("//")).then(|| (key.trim_end(), value.trim()))
}
