//! Assignment of the text between boards to levels.
//!
//! Each piece becomes a title, an author, a note or a recorded game of a level, or a note of the file. Authors put
//! titles above their boards or below them; which, is decided from the whole file.

use super::sections::Piece;
use crate::level::{Entry, Note};

/// The places of titles and keys in a file; above, unless the file shows otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    /// Plain titles stand below their boards.
    pub(super) titles_below: bool,
    /// `Title:` and `Author:` stand above their boards.
    keys_above: bool,
}

/// Returns the notes among pieces.
pub(super) fn notes(pieces: Vec<Piece<'_>>) -> Vec<Note> {
    pieces.into_iter().filter_map(|piece| note(&piece)).collect()
}

impl Style {
    /// Tells it from what stands above the first board and below the last.
    pub(super) fn of(first: &[Piece<'_>], last: &[Piece<'_>]) -> Self {
        let named = |gap: &[Piece<'_>]| gap.iter().any(|p| matches!(p, Piece::Key(key, _) if is(key, "title")));
        // A file with comments or `Title:` lines is SOK, and has its plain titles above.
        let titles_below = title_at(first, false).is_none()
            && last.iter().any(is_plain)
            && !last.contains(&Piece::Comment)
            && !named(last);
        Self { titles_below, keys_above: named(&first[last_paragraph(first)..]) && !named(last) }
    }

    /// Returns the first piece of a gap that belongs to the board below it.
    pub(super) fn split(self, gap: &[Piece<'_>], above: bool) -> usize {
        if self.keys_above {
            return last_paragraph(gap);
        }
        let Some(at) = title_at(gap, above) else { return gap.len() };
        let touches_above = above && at == 0;
        let touches_below = at + 1 == gap.len();
        let is_below_own = if touches_above == touches_below { self.titles_below } else { touches_above };
        if above && is_below_own {
            return gap.len();
        }
        // The comment lines right above a title belong with it: `; 153` above `'Reduction'`.
        at - gap[..at].iter().rev().take_while(|piece| matches!(piece, Piece::Semi(_))).count()
    }
}

/// Returns the piece that can be the title of the board below: the last one that is not blank, if it is plain text and
/// begins its paragraph.
fn title_at(gap: &[Piece<'_>], above: bool) -> Option<usize> {
    let at = gap.iter().rposition(|piece| *piece != Piece::Blank)?;
    let begins = match at.checked_sub(1).map(|before| &gap[before]) {
        None => true,
        Some(before) => !matches!(before, Piece::Key(..)) && (above || !matches!(before, Piece::Text(_))),
    };
    let alone = at.checked_sub(1).is_none_or(|before| !matches!(gap[before], Piece::Text(_)));
    (is_plain(&gap[at]) && begins && alone).then_some(at)
}

const fn is_plain(piece: &Piece<'_>) -> bool {
    matches!(piece, Piece::Semi(_) | Piece::Text(_))
}

/// Returns the beginning of the last run of lines without blank line, comment or game.
fn last_paragraph(gap: &[Piece<'_>]) -> usize {
    let breaks = |piece: &Piece<'_>| matches!(piece, Piece::Blank | Piece::Comment | Piece::Game(_));
    let end = gap.iter().rposition(|piece| *piece != Piece::Blank).map_or(0, |last| last + 1);
    gap[..end].iter().rposition(breaks).map_or(0, |before| before + 1)
}

fn is(key: &str, word: &str) -> bool {
    key.eq_ignore_ascii_case(word)
}

/// Assigns pieces to an entry; if `titled`, a plain line among them is its title.
pub(super) fn assign(mut pieces: Vec<Piece<'_>>, entry: &mut Entry, titled: bool) {
    if let Some(at) = pieces.iter().rposition(is_plain).filter(|_| titled && entry.title.is_empty()) {
        match pieces.remove(at) {
            Piece::Text(text) => entry.set_title(unquoted(text)),
            Piece::Semi(text) => entry.set_title(text),
            _ => {}
        }
    }
    for piece in pieces {
        match piece {
            Piece::Key(key, value) if is(key, "title") && !value.is_empty() => rename(entry, value),
            Piece::Key(key, value) if is(key, "author") && entry.author.is_empty() => {
                value.clone_into(&mut entry.author)
            }
            Piece::Semi(text) if text.parse::<u64>().is_ok() => {}
            Piece::Game(game) => entry.recorded.push(game),
            other => entry.notes.extend(note(&other)),
        }
    }
}

/// Sets the title of a `Title:` line; a plain title is then kept as a note, unless it is a number.
fn rename(entry: &mut Entry, title: &str) {
    if entry.title != title && !entry.title.is_empty() && entry.title.parse::<u64>().is_err() {
        entry.notes.push(Note::text(entry.title.clone()));
    }
    entry.set_title(title);
}

fn note(piece: &Piece<'_>) -> Option<Note> {
    match piece {
        Piece::Key(key, value) => Some(Note::new(*key, *value)),
        Piece::Text(text) | Piece::Semi(text) => Some(Note::text(*text)),
        Piece::Blank | Piece::Comment | Piece::Game(_) => None,
    }
}

/// Removes the quotation marks that David W. Skinner puts around his titles.
fn unquoted(title: &str) -> &str {
    title.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(title)
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
