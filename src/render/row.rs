//! The rows of JSON Lines, also used as answers of the server: every row has `type` and `schema`, rows of levels have
//! `file` and `level`.

use crate::run::{Answer, Stop, is_unsafe};
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io;

/// Raised when a key changes its meaning or is removed, not for new keys.
pub(crate) const SCHEMA: u32 = 1;

/// A row: its type and schema, then the keys of its body.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row<'a, T: Serialize> {
    r#type: &'a str,
    schema: u32,
    #[serde(flatten)]
    body: T,
}

/// The body of a row about a level of a file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OfLevel<'a, T: Serialize> {
    file: &'a str,
    level: usize,
    #[serde(flatten)]
    body: T,
}

impl<'a, T: Serialize> Row<'a, T> {
    /// Returns a row of any type.
    pub(crate) const fn new(kind: &'a str, body: T) -> Self {
        Self { r#type: kind, schema: SCHEMA, body }
    }
}

impl<'a, T: Serialize> Row<'a, OfLevel<'a, T>> {
    /// Returns a row of any type about a level.
    pub(crate) const fn of_level(kind: &'a str, file: &'a str, level: usize, body: T) -> Self {
        Self::new(kind, OfLevel { file, level, body })
    }
}

/// Writes a value as JSON in one line. Unsafe characters are written as `\u009b`, which denotes an equal string.
pub(crate) fn write_json(out: impl io::Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, Shown))
}

struct Shown;

impl Formatter for Shown {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, mut fragment: &str) -> io::Result<()> {
        while let Some((at, letter)) = fragment.char_indices().find(|(_, letter)| is_unsafe(*letter)) {
            // All of them are below U+FFFF.
            write!(out, "{}\\u{:04x}", &fragment[..at], u32::from(letter))?;
            fragment = &fragment[at + letter.len_utf8()..];
        }
        out.write_all(fragment.as_bytes())
    }
}

/// The reason why a level has no figures.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Unanswered {
    title: String,
    /// The answer.
    pub(crate) answer: Answer,
    /// The reason, in words.
    pub(crate) reason: String,
}

impl Unanswered {
    /// Returns a reason in words.
    pub(crate) fn new(answer: Answer, reason: impl Into<String>) -> Self {
        Self { title: String::new(), answer, reason: reason.into() }
    }

    /// Returns the row of this answer for the level of this title.
    pub(crate) fn of(&self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self.clone() }
    }
}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Self {
        Self::new(stop.answer(), stop.to_string())
    }
}
