//! Comments of several lines: from `Comment:` to `Comment-End:`, also after other words, like `Solution comment:`.
//! They are found before boards, since a comment may contain old boards, titles and moves.

use super::paced;
use super::pieces::key_value;
use crate::run::{Meter, Stop};

#[derive(Clone, Copy, Debug)]
struct Comment {
    start: usize,
    /// Line that closes the comment before another comment is opened; `None` if no line does.
    end: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Comments {
    all: Vec<Comment>,
}

impl Comments {
    /// Returns the comments of a text. A line `Comment: text` opens a comment only if a later line closes it.
    pub(super) fn of(lines: &[&str], meter: &Meter) -> Result<Self, Stop> {
        let (mut all, mut end) = (Vec::new(), None);
        for (start, line) in lines.iter().enumerate().rev() {
            paced(meter, start)?;
            if line.len() <= "comment".len() {
                continue;
            }
            if let Some((_, value)) = opening(line) {
                let comment = Comment { start, end: end.take() };
                if value.is_empty() || comment.end.is_some() {
                    all.push(comment);
                }
            } else if closes(line) {
                end = Some(start);
            }
        }
        all.reverse();
        Ok(Self { all })
    }

    /// Returns the line below the comment that opens at `line` and is closed; `None` if no such comment opens there.
    pub(super) fn skipped(&self, line: usize) -> Option<usize> {
        Some(self.all[self.at(line)?].end? + 1)
    }

    pub(super) fn opens(&self, line: usize) -> bool {
        self.at(line).is_some()
    }

    /// Returns the line that closes the comment opened at `line`, or else the next closed comment; `None` if no such
    /// line is above `before`.
    pub(super) fn end(&self, line: usize, before: usize) -> Option<usize> {
        let later = self.all[self.at(line)?..].iter().take_while(|comment| comment.start < before);
        later.filter_map(|comment| comment.end).next().filter(|end| *end < before)
    }

    fn at(&self, line: usize) -> Option<usize> {
        self.all.binary_search_by_key(&line, |comment| comment.start).ok()
    }
}

/// Returns whether a key names a comment, like `Comment` or `Solution comment`.
pub(in crate::level) fn is_comment(key: &str) -> bool {
    key.rsplit(' ').next().is_some_and(|word| word.eq_ignore_ascii_case("comment"))
}

/// Returns key and value of a line that may open a comment; `None` for other lines.
pub(in crate::level) fn opening(line: &str) -> Option<(&str, &str)> {
    key_value(line.trim()).filter(|(key, _)| is_comment(key))
}

/// Returns whether a line closes a comment: `Comment-End:`, `Solution comment end` and the like.
pub(in crate::level) fn closes(line: &str) -> bool {
    let line = line.trim();
    let word = line.trim_end_matches([':', '=', ' ']).rsplit_once(['-', '_', ' ']);
    let ends = |(rest, end): (&str, &str)| {
        let before = rest.trim_end_matches(['-', '_', ' ']).rsplit(' ').next();
        end.eq_ignore_ascii_case("end") && before.is_some_and(|word| word.eq_ignore_ascii_case("comment"))
    };
    let joined = || line.trim_end_matches([':', '=', ' ']).eq_ignore_ascii_case("commentend");
    line.len() <= 80 && (word.is_some_and(ends) || joined())
}
