//! The text between boards: which of its paragraphs belong to the board above and which to the board below, and which
//! line is the title. The first gap between two boards decides for the whole file; `help levels` states the rules.

use super::pieces::{LEVEL_WORDS, Piece, divides, is_heading, is_source};
use crate::level::{Entry, Note};
use std::ops::Range;

/// What a paragraph says about its level: the strongest kind in the first gap decides on which side names stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[default]
    Notes,
    /// Line like `Author: somebody`
    Key,
    /// Heading like `Level 3`
    Number,
    /// The only line of text of the paragraph
    Name,
    /// Line `Title: ...`
    Title,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// Where the text of levels stands in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// Side of a board on which its name stands; `None` if no name stands between the first two boards.
    names: Option<Side>,
    /// Whether names touch the board to which they do not belong.
    is_crossed: bool,
    /// Kind of the names.
    kind: Kind,
    is_only_board: bool,
}

impl Layout {
    /// Returns the layout of a file of one board.
    pub(super) fn of_one(head: &[Piece<'_>]) -> Self {
        let names = if kind(&head[last_paragraph(head)]) < Kind::Name { Side::Below } else { Side::Above };
        Self { names: Some(names), is_only_board: true, ..Self::default() }
    }

    /// Returns the layout that the text between the first two boards decides. If it touches both boards or none, or
    /// touches the first although text stands above the first board, the ends of the file decide.
    pub(super) fn of(head: &[Piece<'_>], gap: &[Piece<'_>], tail: &[Piece<'_>]) -> Self {
        let is_of_sok = |piece: &Piece<'_>| match piece {
            Piece::Key(key, _) => ["set", "date created", "date of last change"].iter().any(|word| is(key, word)),
            piece => *piece == Piece::Comment,
        };
        let is_sok = [head, gap, tail].into_iter().flatten().any(is_of_sok);
        let paragraphs = paragraphs(gap);
        let kind = paragraphs.iter().map(|part| self::kind(&gap[part.clone()])).max().unwrap_or_default();
        let of_kind = |part: &&Range<usize>| self::kind(&gap[(*part).clone()]) == kind;
        let Some(named) = paragraphs.iter().rfind(of_kind).filter(|_| kind > Kind::Notes) else {
            return Self::default();
        };
        let touches = [named.start == 0, named.end == gap.len()];
        let is_head = self::kind(&head[last_paragraph(head)]) == kind;
        let first = first_paragraph(tail);
        let is_tail = self::kind(&tail[first.clone()]) == kind && (first.start == 0) == touches[0];
        let side = match touches {
            _ if kind < Kind::Title && is_sok => Side::Above,
            _ if divider(gap).is_some() => [Side::Below, Side::Above][usize::from(Some(named.start) >= divider(gap))],
            [false, true] => Side::Above,
            [true, false] if is_head && !is_tail => Side::Above,
            [true, false] => Side::Below,
            _ if kind == Kind::Key && !(is_head && same_key(head, gap)) => Side::Below,
            _ if is_tail && !is_head => Side::Below,
            _ => Side::Above,
        };
        let is_crossed = !is_sok && paragraphs.len() == 1 && touches == [side == Side::Above, side == Side::Below];
        Self {
            names: Some(side).filter(|_| kind > Kind::Key || side == Side::Above),
            is_crossed,
            kind,
            is_only_board: false,
        }
    }

    /// Returns whether lines `Title:` stand above their boards.
    pub(super) fn is_titled_above(self) -> bool {
        self.kind == Kind::Title && self.names == Some(Side::Above)
    }

    /// Returns the index of the first piece above the first board that belongs to this board instead of the file.
    pub(super) fn split_head(self, gap: &[Piece<'_>]) -> usize {
        let paragraph = last_paragraph(gap);
        let kind = kind(&gap[paragraph.clone()]);
        let is_name = match self.names {
            Some(Side::Above) => kind >= self.kind,
            Some(Side::Below) => kind == Kind::Number || self.is_only_board && kind > Kind::Number,
            None => matches!(kind, Kind::Number | Kind::Name),
        };
        if paragraph.end == gap.len() || is_name { paragraph.start } else { gap.len() }
    }

    /// Returns the index of the first piece between two boards that belongs to the board below.
    pub(super) fn split(self, gap: &[Piece<'_>]) -> usize {
        if let Some(at) = divider(gap) {
            return at;
        }
        let last = last_paragraph(gap);
        let touches = [last.start == 0, last.end == gap.len()];
        let is_lower = match (self.names, touches) {
            (_, [false, true]) => self.names != Some(Side::Below) || !self.is_crossed || paragraphs(gap).len() > 1,
            (Some(Side::Above), [true, false]) => self.is_crossed || kind(&gap[last.clone()]) == Kind::Number,
            (Some(Side::Above), _) => true,
            (None, touches) => touches != [true, false] && kind(&gap[last.clone()]) > Kind::Key,
            (Some(Side::Below), _) => (Kind::Number..self.kind).contains(&kind(&gap[last.clone()])),
        };
        if is_lower { last.start } else { gap.len() }
    }

    /// Gives a level the text above and below its board.
    pub(super) fn assign(self, mut above: Vec<Piece<'_>>, mut below: Vec<Piece<'_>>, entry: &mut Entry) {
        let [upper, lower] = [last_paragraph(&above), first_paragraph(&below)];
        let find = |name: fn(&[Piece<'_>]) -> Option<usize>, sides: [bool; 2]| {
            let up = || name(&above[upper.clone()]).map(|at| (Side::Above, upper.start + at));
            let low = || {
                let part = &below[lower.clone()];
                // Where names stand below, several lines are a name and notes.
                let first = || part.iter().position(|piece| text(piece).is_some_and(|text| !is_heading(text)));
                let first =
                    name(part).or_else(|| first().filter(|_| self.names == Some(Side::Below) && !self.is_only_board));
                first.map(|at| (Side::Below, lower.start + at))
            };
            sides[0].then(up).flatten().or_else(|| sides[1].then(low).flatten())
        };
        let has_title = above.iter().chain(&below).any(is_title);
        let sides = [self.names != Some(Side::Below), self.names != Some(Side::Above)];
        let title = match find(name, sides).or_else(|| find(number, [true; 2])).filter(|_| !has_title) {
            Some((Side::Above, at)) => Some(above.remove(at)),
            Some((Side::Below, at)) => Some(below.remove(at)),
            None => None,
        };
        match title {
            Some(Piece::Text(text)) => entry.set_title(unquoted(heading(text))),
            Some(Piece::Semi(text) | Piece::Key(_, text)) => entry.set_title(text),
            _ => {}
        }
        above.into_iter().chain(below).for_each(|piece| assign(piece, entry));
    }
}

pub(super) fn notes(pieces: Vec<Piece<'_>>) -> Vec<Note> {
    pieces.into_iter().filter_map(note).collect()
}

/// Returns the index after the only divider of a gap; `None` if the gap has no divider or several.
fn divider(gap: &[Piece<'_>]) -> Option<usize> {
    let mut dividers = (0..gap.len()).filter(|at| gap[*at] == Piece::Divider);
    let only = dividers.next().filter(|_| dividers.next().is_none())?;
    Some(only + 1)
}

/// Returns the ranges of the paragraphs of a gap: what stands between blank lines, dividers, comments and games.
fn paragraphs(gap: &[Piece<'_>]) -> Vec<Range<usize>> {
    let mut start = 0;
    let parts = gap.chunk_by(|one, other| breaks(one) == breaks(other)).map(|part| {
        start += part.len();
        start - part.len()..start
    });
    parts.filter(|part| !breaks(&gap[part.start])).collect()
}

/// Returns the last paragraph of a gap; empty if something else than blank lines follows it.
fn last_paragraph(gap: &[Piece<'_>]) -> Range<usize> {
    let end = gap.iter().rposition(|piece| *piece != Piece::Blank).map_or(0, |last| last + 1);
    gap[..end].iter().rposition(breaks).map_or(0, |before| before + 1)..end
}

/// Returns the first paragraph of a gap; empty if something else than blank lines precedes it.
fn first_paragraph(gap: &[Piece<'_>]) -> Range<usize> {
    let start = gap.iter().position(|piece| *piece != Piece::Blank).unwrap_or(gap.len());
    start..gap[start..].iter().position(breaks).map_or(gap.len(), |length| start + length)
}

const fn breaks(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Blank | Piece::Divider | Piece::Comment | Piece::Block(_) | Piece::Game(_))
}

fn kind(paragraph: &[Piece<'_>]) -> Kind {
    let has = |wanted: fn(&Piece<'_>) -> bool| paragraph.iter().any(wanted);
    match () {
        () if has(is_title) => Kind::Title,
        () if name(paragraph).is_some() => Kind::Name,
        () if number(paragraph).is_some() => Kind::Number,
        () if has(|piece| matches!(piece, Piece::Key(..))) => Kind::Key,
        () => Kind::Notes,
    }
}

/// Returns the index of the name in a paragraph: the only line of text, or the only one in quotation marks.
fn name(paragraph: &[Piece<'_>]) -> Option<usize> {
    let only = |wanted: &dyn Fn(&str) -> bool| {
        let is_name = |at: &usize| text(&paragraph[*at]).is_some_and(|text| !is_heading(text) && wanted(text));
        let mut names = (0..paragraph.len()).filter(is_name);
        names.next().filter(|_| names.next().is_none())
    };
    only(&|_| true).or_else(|| only(&|text| unquoted(text) != text))
}

/// Returns the index of the last line of a paragraph that is only the number of a level.
fn number(paragraph: &[Piece<'_>]) -> Option<usize> {
    paragraph.iter().rposition(|piece| text(piece).is_some_and(is_heading))
}

/// Returns the text of a line that may name a level: a line of text, or `Level: The tunnel`.
fn text<'t>(piece: &Piece<'t>) -> Option<&'t str> {
    match piece {
        Piece::Semi(text) => Some(text),
        Piece::Text(text) => Some(*text).filter(|text| !is_source(text)),
        Piece::Key(key, value) => {
            let is_named = is(key, "name") || LEVEL_WORDS.iter().any(|word| is(key, word));
            Some(*value).filter(|value| is_named && !divides(value) && !is_source(value))
        }
        _ => None,
    }
}

fn is_title(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Key(key, value) if is(key, "title") && !value.is_empty())
}

fn same_key(head: &[Piece<'_>], gap: &[Piece<'_>]) -> bool {
    let has = |key: &str| head.iter().any(|piece| matches!(piece, Piece::Key(other, _) if is(key, other)));
    gap.iter().any(|piece| matches!(piece, Piece::Key(key, _) if has(key)))
}

fn is(key: &str, word: &str) -> bool {
    key.eq_ignore_ascii_case(word)
}

fn assign(piece: Piece<'_>, entry: &mut Entry) {
    match piece {
        Piece::Key(key, value) if is(key, "title") && !value.is_empty() => rename(entry, string(value)),
        Piece::Key(key, value) if is(key, "author") && entry.author.is_empty() => value.clone_into(&mut entry.author),
        Piece::Semi(text) | Piece::Text(text) if is_number_of(text, entry) => {}
        Piece::Semi(text) if text.parse::<u64>().is_ok() => {}
        Piece::Game(game) => entry.recorded.push(*game),
        other => entry.notes.extend(note(other)),
    }
}

fn is_number_of(text: &str, entry: &Entry) -> bool {
    let digits = text.trim_matches(|c: char| !c.is_ascii_digit());
    is_heading(text) && digits.parse() == Ok(entry.number)
}

/// Sets the title that a line `Title:` states; an earlier title is kept as a note, unless it is a number.
fn rename(entry: &mut Entry, title: &str) {
    let before = std::mem::take(&mut entry.title);
    if before != title && !before.is_empty() && before.parse::<u64>().is_err() && !is_number_of(&before, entry) {
        entry.notes.push(Note::text(before));
    }
    entry.set_title(title);
}

fn note(piece: Piece<'_>) -> Option<Note> {
    match piece {
        Piece::Key(key, value) => Some(Note::new(key, value)),
        Piece::Text(text) | Piece::Semi(text) => Some(Note::text(text)),
        Piece::Block(note) => Some(*note),
        Piece::Blank | Piece::Divider | Piece::Comment | Piece::Game(_) => None,
    }
}

/// Returns the text of a string of source text, as in `title: "The tunnel",`; other values as they are.
fn string(value: &str) -> &str {
    let string = value.trim_end_matches([',', ';']);
    if string == value { value } else { Some(unquoted(string)).filter(|text| *text != string).unwrap_or(value) }
}

/// Returns a title without the marks of a heading in Markdown, as in `## The tunnel`.
fn heading(title: &str) -> &str {
    let words = title.trim_start_matches('#');
    if words.starts_with(' ') { words.trim() } else { title }
}

/// Returns a title without the quotation marks that David W. Skinner puts around his titles.
fn unquoted(title: &str) -> &str {
    let inside = |mark: char| title.strip_prefix(mark)?.strip_suffix(mark).filter(|title| !title.trim().is_empty());
    inside('\'').or_else(|| inside('"')).map_or(title, str::trim)
}
