//! The text between boards: which of its paragraphs belong to the board above and which to the board below, and which
//! line is the title. The first gap between two boards decides for the whole file; `help levels` states the rules.

use super::pieces::{LEVEL_WORDS, Piece, divides, heads_record, is_heading, is_source};
use crate::level::{Entry, Note};
use std::ops::Range;

/// Kind of a paragraph about a level: the strongest kind in the first gap decides which side of a board names are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[default]
    Notes,
    /// Line like `Author: Grace`
    Key,
    /// Heading like `Level 3`
    Number,
    /// The only line of text of the paragraph
    Name,
    /// Line `Title: ...`
    Title,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    is_below: bool,
    /// Whether names above touch the board before.
    is_crossed: bool,
    kind: Kind,
    /// Whether several lines of text, none of them a name, are right between the first two boards: other boards have such lines too.
    is_nameless: bool,
}

impl Layout {
    pub(super) fn of_one(head: &[Piece<'_>]) -> Self {
        let kind = kind(&head[last_paragraph(head)]);
        Self { is_below: kind < Kind::Name, kind, ..Self::default() }
    }

    /// Returns the layout that the text between the first two boards decides; `has_tail` is set if text follows the last board.
    pub(super) fn of(head: &[Piece<'_>], gap: &[Piece<'_>], has_tail: bool) -> Self {
        let parts: Vec<_> = gap.split(breaks).filter(|part| !part.is_empty()).collect();
        let named = parts.iter().max_by_key(|part| kind(part)).filter(|part| kind(part) > Kind::Notes);
        let is_nameless = named.is_none() && parts.len() == 1 && parts[0].len() == gap.len();
        let Some(named) = named else { return Self { is_nameless, ..Self::default() } };
        let (own, all) = (named.as_ptr_range(), gap.as_ptr_range());
        let touches = [own.start == all.start, own.end == all.end];
        let kind = kind(named);
        let has_head = self::kind(&head[last_paragraph(head)]) == kind;
        let is_below = match (divider(gap), touches) {
            (Some(at), _) => !gap[at..].as_ptr_range().contains(&named.as_ptr()),
            (None, [false, true]) => false,
            (None, [true, false]) => !has_head || has_tail,
            (None, _) => !has_head && (has_tail || kind == Kind::Key),
        };
        Self {
            is_below,
            is_crossed: !is_below && parts.len() == 1 && touches == [true, false],
            kind,
            is_nameless: false,
        }
    }

    pub(super) fn is_titled_above(self) -> bool {
        self.kind == Kind::Title && !self.is_below
    }

    /// Returns the index of the first piece above the first board that belongs to this board instead of the file.
    pub(super) fn split_head(self, gap: &[Piece<'_>]) -> usize {
        let paragraph = last_paragraph(gap);
        let kind = kind(&gap[paragraph.clone()]);
        let is_name = match self.kind {
            Kind::Notes => matches!(kind, Kind::Number | Kind::Name),
            Kind::Key if self.is_below => matches!(kind, Kind::Number | Kind::Name),
            _ if self.is_below => kind == Kind::Number,
            own => kind >= own,
        };
        if paragraph.end == gap.len() || is_name { paragraph.start } else { gap.len() }
    }

    /// Returns the index of the first piece between two boards that belongs to the board below.
    pub(super) fn split(self, gap: &[Piece<'_>]) -> usize {
        if let Some(at) = divider(gap) {
            return at;
        }
        let last = last_paragraph(gap);
        let kind = kind(&gap[last.clone()]);
        let is_lower = match [last.start == 0, last.end == gap.len()] {
            [false, true] => true,
            [true, false] => self.is_crossed || !self.is_below && kind == Kind::Number,
            _ if self.is_below && self.kind > Kind::Key => (Kind::Number..self.kind).contains(&kind),
            _ => kind > Kind::Key || !self.is_below && self.kind > Kind::Notes,
        };
        if is_lower { last.start } else { gap.len() }
    }

    pub(super) fn assign(self, above: Vec<Piece<'_>>, below: Vec<Piece<'_>>, entry: &mut Entry) {
        let (board, lower) = (above.len(), first_paragraph(&below));
        let mut sides = [last_paragraph(&above), lower.start + board..lower.end + board];
        let mut all = above;
        all.extend(below);
        sides.rotate_left(usize::from(self.is_below));
        let find = |name: fn(&[Piece<'_>]) -> Option<usize>, sides: &[Range<usize>]| {
            sides.iter().find_map(|side| Some(side.start + name(&all[side.clone()])?))
        };
        // Without names between the first two boards, a name may be on either side.
        let count = match self.kind {
            _ if self.is_nameless => 0,
            kind if kind > Kind::Key => 1,
            _ => 2,
        };
        let named = &sides[..count];
        let title = find(name, named).or_else(|| find(number, &sides)).filter(|_| !all.iter().any(is_title));
        match title.map(|at| all.remove(at)) {
            Some(Piece::Text(text)) => entry.set_title(unquoted(heading(text))),
            Some(Piece::Semi(text) | Piece::Key(_, text)) => entry.set_title(text),
            _ => {}
        }
        all.into_iter().for_each(|piece| assign(piece, entry));
    }
}

pub(super) fn notes(pieces: Vec<Piece<'_>>) -> Vec<Note> {
    pieces.into_iter().filter_map(note).collect()
}

/// Returns the index after the first divider of a gap.
fn divider(gap: &[Piece<'_>]) -> Option<usize> {
    gap.iter().position(|piece| *piece == Piece::Divider).map(|at| at + 1)
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
    matches!(piece, Piece::Blank | Piece::Divider | Piece::Comment(_) | Piece::Block(_) | Piece::Game(_))
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
    // Two numbers are a size.
    let is_number = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if paragraph.iter().filter_map(text).filter(|text| is_number(text)).count() > 1 {
        return None;
    }
    paragraph.iter().rposition(|piece| text(piece).is_some_and(is_heading))
}

/// Returns the text of a line that may name a level: a line of text, or `Level: The tunnel`.
fn text<'t>(piece: &Piece<'t>) -> Option<&'t str> {
    match piece {
        Piece::Semi(text) => Some(text),
        Piece::Text(text) => Some(*text).filter(|text| !is_source(text) && !heads_record(text)),
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

fn is(key: &str, word: &str) -> bool {
    key.eq_ignore_ascii_case(word)
}

fn assign(piece: Piece<'_>, entry: &mut Entry) {
    match piece {
        Piece::Key(key, value) if is(key, "title") && entry.title.is_empty() => entry.set_title(string(value)),
        Piece::Key(key, value) if is(key, "author") && entry.author.is_empty() => value.clone_into(&mut entry.author),
        // The number of a level is no note.
        Piece::Semi(text) | Piece::Text(text) if is_heading(text) => {}
        Piece::Game(game) => entry.recorded.push(*game),
        other => entry.notes.extend(note(other)),
    }
}

fn note(piece: Piece<'_>) -> Option<Note> {
    match piece {
        Piece::Key(key, value) => Some(Note::new(key, value)),
        Piece::Text(text) | Piece::Semi(text) => Some(Note::text(text)),
        Piece::Block(note) => Some(*note),
        Piece::Comment(text) => {
            text.strip_prefix("::").filter(|text| !text.trim().is_empty()).map(|_| Note::text(text))
        }
        Piece::Blank | Piece::Divider | Piece::Game(_) => None,
    }
}

/// Returns the text of a string of source text, e.g. of `title: "The tunnel",`; other values unchanged.
fn string(value: &str) -> &str {
    let string = value.strip_suffix([',', ';']).map(|string| (string, unquoted(string)));
    string.filter(|(string, text)| string != text).map_or(value, |(_, text)| text)
}

/// Returns a title without the marks of a heading in Markdown, e.g. `## The tunnel`.
fn heading(title: &str) -> &str {
    let words = title.trim_start_matches(['#', '*', '=']).trim_end_matches('=');
    if words.starts_with(' ') { words.trim() } else { title }
}

/// Returns a title without the quotation marks that David W. Skinner puts around his titles.
fn unquoted(title: &str) -> &str {
    let inside = |mark: char| title.strip_prefix(mark)?.strip_suffix(mark).filter(|title| !title.trim().is_empty());
    inside('\'').or_else(|| inside('"')).map_or(title, str::trim)
}
