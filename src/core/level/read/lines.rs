//! Lines of a text, with their places in the file; keys, and comments of several lines, which are found before boards,
//! since a comment may contain old boards, titles and moves.

use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use std::cell::Cell;
use std::collections::BTreeMap;

/// Reader of one format: returns the next entry, without its number, and adds faults outside the boards.
pub(super) type Source<'t> = Box<dyn FnMut(&mut Vec<Fault>) -> Result<Option<Entry>, Stop> + 't>;

/// Greatest length in bytes of a line, as the longest moves have it; the rest of a longer line is not read.
pub(super) const LONGEST: usize = 8 << 20;

pub(super) const TOO_LARGE: &str = "a board that is too large";

/// Lines of a text; marks of quotations and comments may have been cut from their beginnings.
pub(super) struct Lines<'t> {
    pub(super) text: &'t str,
    pub(super) all: Vec<&'t str>,
    /// Whether rows with text beside them are text, as the strings of JSON are.
    pub(super) is_json: bool,
    /// Line, byte offset and column of the place computed last: later places of the line are counted from it.
    pub(super) last: Cell<(usize, usize, usize)>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let end = |line: &str| (LONGEST + 1..line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
        let line = |(at, line): (_, &'t str)| paced(meter, at).map(|()| &line[..end(line)]);
        let all = text.lines().enumerate().map(line).collect::<Result<_, _>>()?;
        Ok(Self { text, all, is_json: false, last: Cell::default() })
    }

    /// Returns a fault at a column of a line, both from 0, at its place in the file.
    pub(super) fn fault(&self, line: usize, column: usize, what: &str, expected: &str) -> Fault {
        let cut = self.all.get(line).map_or(self.text.len(), |line| self.offset(line));
        let start = self.text[..cut].rfind('\n').map_or(0, |end| end + 1);
        // Of a long line no fault has a copy.
        let most = self.text.len().min(start + (1 << 13));
        let end = (start..=most).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(start);
        let whole = self.text[start..end].lines().next().unwrap_or_default();
        let column = column + self.text[start..cut].chars().count();
        Fault::at(whole, line, column, what, expected)
    }

    fn offset(&self, line: &str) -> usize {
        (line.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Returns line and column, from 0, of a part of the text.
    pub(super) fn at(&self, part: &str) -> (usize, usize) {
        let offset = self.offset(part);
        let line = self.all.partition_point(|line| self.offset(line) <= offset).saturating_sub(1);
        let (last, from, column) = self.last.get();
        let is_later = last == line && from <= offset;
        let start = || self.all.get(line).map_or(0, |line| self.offset(line));
        let (from, column) = if is_later { (from, column) } else { (start(), 0) };
        let column = column + self.text.get(from..offset).unwrap_or_default().chars().count();
        self.last.set((line, offset, column));
        (line, column)
    }
}

/// Settings of the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Format of the file.
    pub format: InputFormat,
    /// Whether to refuse letters that sokoplan adds to the alphabet of the format.
    pub strict: bool,
}

pub(super) fn paced(meter: &Meter, step: usize) -> Result<(), Stop> {
    if step % 1024 == 1023 { meter.check() } else { Ok(()) }
}

/// True if a text begins like JSON.
pub fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|letter| !letter.is_whitespace());
    match (marks.next(), marks.next()) {
        (Some('{'), next) => next == Some('"'),
        (Some('['), next) => matches!(next, Some('{' | '[' | '"')),
        _ => false,
    }
}

/// Comments from `Comment:` to `Comment-End:`: the line of each, and the line that closes it before another is opened.
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

    /// Returns the line above `before` that closes the comment opened at `line`, or else the next closed comment.
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
    /// All lines of the text up to the last of these.
    pub(super) lines: &'a [&'t str],
    /// Number of the first line, from 0. Unless it is 0, a board is right above.
    pub(super) start: usize,
    pub(super) is_above_board: bool,
    pub(super) comments: &'a Comments,
    /// First line of the first comment read so far that is not closed.
    pub(super) unclosed: &'a Cell<Option<usize>>,
}

impl Section<'_, '_> {
    /// Returns the comment that opens at line `at`, and the line below it: the end, if it is not closed; `None` if none opens.
    pub(super) fn block(self, at: usize) -> Option<(Note, usize)> {
        let (key, value) = opening(self.lines.get(at)?).filter(|_| self.comments.opens(at))?;
        let end = self.comments.end(at, self.lines.len());
        if end.is_none() {
            self.unclosed.set(self.unclosed.get().or(Some(at)));
        }
        let inside = &self.lines[at + 1..end.unwrap_or(self.lines.len())];
        let first = Some(value).filter(|value| !value.is_empty());
        let text: Vec<&str> = first.into_iter().chain(inside.iter().map(|line| line.trim_end())).collect();
        Some((Note::new(key, text.join("\n").trim_end()), end.map_or(self.lines.len(), |end| end + 1)))
    }
}

/// Words that end with a number or a single capital, like headings of levels: `Level 5`, `Puzzle A`.
pub(in crate::level) fn is_numbered(key: &str) -> bool {
    let Some((_, last)) = key.trim_end().rsplit_once(' ') else { return false };
    let last = last.trim_start_matches(['#', '(']).trim_end_matches(')');
    let is_capital = || last.len() == 1 && last.starts_with(|c: char| c.is_ascii_uppercase());
    !last.is_empty() && (last.chars().all(|c| c.is_ascii_digit()) || is_capital())
}

/// Keys that are also read with `=`; other lines with `=` are text.
const READ_KEYS: [&str; 8] =
    ["title", "author", "game", "comment", "comment-end", "collection", "copyright", "solution"];

/// Returns key and value of a line `Key: value`; `None` for a sentence with a colon, and for `Level 5: The tunnel`.
pub(in crate::level) fn key_value(line: &str) -> Option<(&str, &str)> {
    if let Some((key, value)) = line.split_once('=') {
        let key = key.trim_end();
        if READ_KEYS.iter().any(|known| known.eq_ignore_ascii_case(key)) {
            return Some((key, value.trim()));
        }
    }
    let (key, value) = line.split_once([':', '\u{ff1a}'])?;
    if is_numbered(key) {
        return None;
    }
    let named = key.starts_with(char::is_alphabetic) && key.chars().count() <= 40 && key.split(' ').count() <= 5;
    let plain = key.chars().all(|c| c.is_alphanumeric() || " -_'./()#".contains(c));
    (named && plain && !value.starts_with("//")).then(|| (key.trim_end(), value.trim()))
}
