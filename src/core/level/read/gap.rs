//! Assignment of the text between boards to levels. Each piece of this text becomes a title, an author, a note or a
//! recorded game of a level, or a note of the file. Names of levels stand above or below their boards; the side is
//! detected from the whole file. `help formats` states the rule.

use super::sections::{Piece, is_heading, is_source};
use crate::level::{Entry, Note};
use std::ops::Range;

/// Kinds of names of a level: the first kind prevails over the later kinds, a line `Title:` over all kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Line in quotation marks, like `'The tunnel'`
    Quoted,
    /// Line after a semicolon, like `; The tunnel`
    Semi,
    /// Line of text, like `The tunnel`
    Text,
    /// Heading with a number, like `Level 3`
    Heading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Side of a board on which the name of the board stands, even if the name touches another board. `None`: a name
    /// belongs to the board that it touches.
    names: Option<Side>,
    /// Whether a name that touches no board, or two boards, belongs to the board above it.
    is_below_else: bool,
    /// Whether boards have names on both sides.
    on_both: bool,
    /// Whether `Title:` and `Author:` stand above their boards.
    keys_above: bool,
}

pub(super) fn notes(pieces: Vec<Piece<'_>>) -> Vec<Note> {
    pieces.into_iter().filter_map(note).collect()
}

/// The line that names a level: index of the line in the gap between boards, and kind of the name.
#[derive(Clone, Copy, Debug)]
struct Name {
    at: usize,
    rank: Rank,
}

/// Statistics of the gaps between the boards of a file, made before any level is read.
#[derive(Debug, Default)]
pub(super) struct Survey {
    head: Option<Rank>,
    tail: Option<Rank>,
    /// For each rank, the number of gaps between two boards with a name of this rank and no other name.
    inner: [usize; 4],
    both: usize,
    /// Number of names that touch only the board below, and number of names that touch only the board above.
    touching: [usize; 2],
    /// Whether `Title:` stands right above the first board, with no blank line between; `None` without `Title:`.
    titled_above: Option<bool>,
    /// Whether `Title:` stands above a board other than the first, apart from the board before it.
    pub(super) titled_between: bool,
    titled_below: bool,
    boards: usize,
}

impl Survey {
    pub(super) fn head(&mut self, gap: &[Piece<'_>]) {
        let paragraph = last_paragraph(gap);
        let touches = paragraph.end == gap.len();
        self.titled_above = gap[paragraph.clone()].iter().any(is_title).then_some(touches);
        self.boards = 1;
        self.head = name_above(gap, paragraph.clone(), true).map(|name| name.rank);
        self.touching[0] += usize::from(self.head.is_some() && touches);
    }

    pub(super) fn between(&mut self, gap: &[Piece<'_>]) {
        self.boards += 1;
        let (first, last) = (first_paragraph(gap), last_paragraph(gap));
        self.titled_between |= last.start > 0 && gap[last.clone()].iter().any(is_title);
        let (upper, lower) = (name_below(gap, first.clone(), false), name_above(gap, last.clone(), false));
        if first != last {
            self.both += usize::from(upper.is_some() && lower.is_some());
        } else if let Some(name) = lower.or(upper).filter(|_| divider(gap).is_none()) {
            self.inner[name.rank as usize] += 1;
            self.touching[0] += usize::from(last.end == gap.len() && first.start > 0);
            self.touching[1] += usize::from(last.end < gap.len() && first.start == 0);
        }
    }

    pub(super) fn tail(&mut self, gap: &[Piece<'_>]) {
        let paragraph = first_paragraph(gap);
        self.titled_below = gap.iter().any(is_title);
        // A file with comments or `Title:` lines is SOK, and has its names above.
        let is_sok = self.titled_below || gap.contains(&Piece::Comment);
        self.tail = name_below(gap, paragraph.clone(), true).map(|name| name.rank).filter(|_| !is_sok);
        self.touching[1] += usize::from(self.tail.is_some() && paragraph.start == 0);
    }

    /// Returns the place of names: above if a name stands above the first board and none below the last, below if the
    /// reverse holds. Only names of the kind most frequent between boards count.
    pub(super) fn style(&self) -> Style {
        let most = self.inner.iter().copied().max().filter(|count| *count > 0);
        let is_kind = |rank: Rank| most.is_none_or(|most| self.inner[rank as usize] == most);
        let (head, tail) = (self.head.is_some_and(is_kind), self.tail.is_some_and(is_kind));
        let names = match (head, tail) {
            (true, false) => Some(Side::Above),
            (false, true) => Some(Side::Below),
            _ => None,
        };
        let [above, below] = self.touching;
        let is_below_else = names.map_or(below > above, |side| side == Side::Below);
        let on_both = self.head.is_some() && self.tail.is_some() && self.both > 0;
        // Otherwise the title is that of the file.
        let is_of_board = |touches| touches || self.titled_between || self.boards == 1;
        let keys_above = self.titled_above.is_some_and(is_of_board) && !self.titled_below;
        Style { names, is_below_else, on_both, keys_above }
    }
}

impl Style {
    /// Returns the index of the first piece above the first board that belongs to this board instead of the file.
    pub(super) fn split_head(self, gap: &[Piece<'_>]) -> usize {
        let paragraph = last_paragraph(gap);
        let touches = paragraph.end == gap.len();
        if self.keys_above {
            return paragraph.start;
        }
        let name = name_above(gap, paragraph, true).filter(|_| touches || self.on_both || !self.is_below_else);
        name.map_or(gap.len(), |name| beginning(gap, name))
    }

    /// Returns the index of the first piece between two boards that belongs to the board below.
    pub(super) fn split(self, gap: &[Piece<'_>]) -> usize {
        if let Some(at) = divider(gap) {
            return at;
        }
        let paragraph = last_paragraph(gap);
        if self.keys_above {
            return paragraph.start;
        }
        let [above, below] = [paragraph.start == 0, paragraph.end == gap.len()];
        let has_key = gap[paragraph.clone()].iter().any(|piece| matches!(piece, Piece::Key(..)));
        let Some(name) = name_above(gap, paragraph.clone(), false) else {
            // `Author:` and the like, right above a board after a blank line.
            return if has_key && below && !above { paragraph.start } else { gap.len() };
        };
        let is_only = first_paragraph(gap) == paragraph;
        let is_below = match (self.names, above, below) {
            (_, _, true) if !is_only => true,
            _ if !is_only && self.on_both && name_below(gap, first_paragraph(gap), false).is_some() => true,
            (_, true, false) if has_key => false,
            (Some(side), ..) => side == Side::Above,
            (None, true, false) | (None, false, true) => below,
            (None, ..) => !self.is_below_else,
        };
        if is_below { beginning(gap, name) } else { gap.len() }
    }

    pub(super) fn assign(self, mut above: Vec<Piece<'_>>, mut below: Vec<Piece<'_>>, entry: &mut Entry) {
        let paragraph = first_paragraph(&below);
        let touches = paragraph.start == 0;
        let is_expected = self.is_below_else || self.on_both;
        let lower = name_below(&below, paragraph, is_expected).filter(|_| touches || is_expected);
        let paragraph = last_paragraph(&above);
        let is_apart = paragraph.end < above.len();
        let upper = name_above(&above, paragraph, true);
        let is_lower = match (upper, lower) {
            (Some(upper), Some(lower)) if upper.rank == lower.rank => match self.names {
                None if touches == is_apart => touches,
                _ => self.is_below_else,
            },
            (Some(upper), Some(lower)) => lower.rank < upper.rank,
            (upper, _) => upper.is_none(),
        };
        let chosen =
            if is_lower { lower.map(|name| below.remove(name.at)) } else { upper.map(|name| above.remove(name.at)) };
        match chosen {
            Some(Piece::Text(text)) => entry.set_title(unquoted(heading(text))),
            Some(Piece::Semi(text)) => entry.set_title(text),
            _ => {}
        }
        above.into_iter().chain(below).for_each(|piece| assign(piece, entry));
    }
}

/// Returns the index after the only divider of a gap; `None` if the gap has no divider or several.
fn divider(gap: &[Piece<'_>]) -> Option<usize> {
    let mut dividers = (0..gap.len()).filter(|at| gap[*at] == Piece::Divider);
    let only = dividers.next().filter(|_| dividers.next().is_none())?;
    Some(only + 1)
}

const fn is_plain(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Semi(_) | Piece::Text(_))
}

fn is_title(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Key(key, _) if is(key, "title"))
}

fn is(key: &str, word: &str) -> bool {
    key.eq_ignore_ascii_case(word)
}

const fn breaks(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Blank | Piece::Divider | Piece::Comment | Piece::Block(_) | Piece::Game(_))
}

/// Returns the range of the last paragraph of a gap; empty if only blank lines follow the last divider.
fn last_paragraph(gap: &[Piece<'_>]) -> Range<usize> {
    let end = gap.iter().rposition(|piece| *piece != Piece::Blank).map_or(0, |last| last + 1);
    gap[..end].iter().rposition(breaks).map_or(0, |before| before + 1)..end
}

/// Returns the range of the first paragraph of a gap; empty if only blank lines precede the first divider.
fn first_paragraph(gap: &[Piece<'_>]) -> Range<usize> {
    let start = gap.iter().position(|piece| *piece != Piece::Blank).unwrap_or(gap.len());
    start..gap[start..].iter().position(breaks).map_or(gap.len(), |length| start + length)
}

fn rank(piece: &Piece<'_>) -> Option<Rank> {
    match piece {
        Piece::Text(text) if is_source(text) => None,
        Piece::Text(text) if unquoted(text) != *text => Some(Rank::Quoted),
        Piece::Semi(text) | Piece::Text(text) if is_heading(text) => Some(Rank::Heading),
        Piece::Semi(_) => Some(Rank::Semi),
        Piece::Text(_) => Some(Rank::Text),
        _ => None,
    }
}

/// Returns the name in the paragraph above a board. Unless `is_alone`, text below a line `Key: value` is not the name
/// of this board.
fn name_above(gap: &[Piece<'_>], paragraph: Range<usize>, is_alone: bool) -> Option<Name> {
    let keys = gap[paragraph.clone()].iter().rev().take_while(|piece| matches!(piece, Piece::Key(..))).count();
    let end = paragraph.end - keys;
    let plain = gap[paragraph.start..end].iter().rev().take_while(|piece| is_plain(piece)).count();
    let start = end - plain;
    (is_alone || start == paragraph.start).then(|| best(gap, (start..end).rev(), false)).flatten()
}

/// Returns the name in the paragraph below a board; of several lines of text, the first is a name only if
/// `is_expected`.
fn name_below(gap: &[Piece<'_>], paragraph: Range<usize>, is_expected: bool) -> Option<Name> {
    let keys = gap[paragraph.clone()].iter().take_while(|piece| is_expected && matches!(piece, Piece::Key(..))).count();
    let start = paragraph.start + keys;
    let plain = gap[start..paragraph.end].iter().take_while(|piece| is_plain(piece)).count();
    best(gap, start..start + plain, is_expected)
}

/// Returns the name of the first [`Rank`] among some lines, given in order from the board on. A line of text is a name
/// only if it is next to the board, and the only line of text unless `takes_first`.
fn best(gap: &[Piece<'_>], lines: impl Iterator<Item = usize> + Clone, takes_first: bool) -> Option<Name> {
    let ranked = lines.filter_map(|at| Some(Name { at, rank: rank(&gap[at])? }));
    let texts = ranked.clone().filter(|name| name.rank == Rank::Text).count();
    let nearest = ranked.clone().next()?;
    let counts = |name: &Name| name.rank != Rank::Text || name.at == nearest.at && (texts == 1 || takes_first);
    ranked.filter(counts).min_by_key(|name| name.rank)
}

/// Returns the index of the first line that belongs to a name, such as `; 153` above `'Reduction'`.
fn beginning(gap: &[Piece<'_>], name: Name) -> usize {
    let belongs = |piece: &&Piece<'_>| matches!(rank(piece), Some(Rank::Semi | Rank::Heading));
    name.at - gap[..name.at].iter().rev().take_while(belongs).count()
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

#[cfg(test)]
mod tests {
    use crate::level::{Collection, ReadOptions, read};

    const BOARD: &str = "#####\n#@$.#\n#####";

    fn collection(pattern: &str) -> Collection {
        read(pattern.replace("BOARD", BOARD).as_bytes(), ReadOptions::default())
    }

    fn titles(pattern: &str) -> Vec<String> {
        collection(pattern).entries.into_iter().map(|entry| entry.title).collect()
    }

    #[test]
    fn titles_above_boards_are_theirs() {
        for pattern in
            ["One\nBOARD\n\nTwo\nBOARD", "; One\n\nBOARD\n\n; Two\n\nBOARD", "Set\n\nOne\n\nBOARD\n\nTwo\n\nBOARD"]
        {
            assert_eq!(titles(pattern), ["One", "Two"], "{pattern}");
        }
        assert_eq!(titles("; 1\n'One'\n\nBOARD\n\n; 2\n'Two'\n\nBOARD\n"), ["One", "Two"]);
        assert_eq!(
            titles("Author: A\n\nLevel 1\nBOARD\nA note\nof two lines\n\nLevel 2\nBOARD"),
            ["Level 1", "Level 2"]
        );
    }

    #[test]
    fn titles_below_boards_are_theirs() {
        for pattern in ["BOARD\nOne\n\nBOARD\nTwo\n", "BOARD\n\nOne\n\nBOARD\n\nTwo\n", "BOARD\nOne\nBOARD\nTwo"] {
            assert_eq!(titles(pattern), ["One", "Two"], "{pattern}");
        }
        assert_eq!(titles("1\nBOARD\nTitle: One\nAuthor: A\n\n2\nBOARD\nTitle: Two"), ["One", "Two"]);
    }

    #[test]
    fn keys_above_boards_are_theirs_where_the_file_sets_them_so() {
        let read = collection("Collection: C\n\nTitle: One\nAuthor: A\n\nBOARD\n\nTitle: Two\nID: 7\nBOARD\n");
        let entries: Vec<_> =
            read.entries.iter().map(|e| (e.title.as_str(), e.author.as_str(), e.notes.len())).collect();
        assert_eq!(entries, [("One", "A", 0), ("Two", "", 1)]);
        assert_eq!(read.notes.len(), 1);
    }

    #[test]
    fn unknown_keys_and_text_are_kept_in_order() {
        let read = collection("Set: S\nFree text.\n\n1\nBOARD\nTitle: One\nID: 7\nMore text\n\n2\nBOARD\n");
        assert_eq!(read.notes.len(), 2);
        let notes: Vec<_> = read.entries[0].notes.iter().map(|n| (n.key.as_str(), n.value.as_str())).collect();
        assert_eq!(notes, [("ID", "7"), ("", "More text")]);
    }
}
