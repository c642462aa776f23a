//! Rows of JSON Lines, also the answers of the server. Every row has `type` and `schema`, rows of levels also `file`
//! and `level`.

use crate::run::{Answer, Stop, is_unsafe};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io;

/// Version of the rows, written as `schema`; raised when a key changes its meaning or is removed, not for new keys.
pub(crate) const SCHEMA: u32 = 2;

/// JSON row: its type and schema, then the keys of its body.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "{T}")]
pub(crate) struct Row<'a, T: Serialize> {
    /// Type of the row.
    r#type: &'a str,
    /// Version of the rows.
    schema: u32,
    #[serde(flatten)]
    body: T,
}

/// Body of a row about one level of a file: `file` and `level`, then the keys of an inner body.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[schemars(rename = "{T}")]
pub(crate) struct OfLevel<'a, T: Serialize> {
    /// File of the level.
    file: &'a str,
    /// Number of the level in the file, from 1.
    level: usize,
    #[serde(flatten)]
    body: T,
}

impl<'a, T: Serialize> Row<'a, T> {
    /// Returns a row of type `kind` with the keys of `body`.
    pub(crate) const fn new(kind: &'a str, body: T) -> Self {
        Self { r#type: kind, schema: SCHEMA, body }
    }
}

impl<'a, T: Serialize> Row<'a, OfLevel<'a, T>> {
    /// Returns a row of type `kind` about the level of this number in `file`.
    pub(crate) const fn of_level(kind: &'a str, file: &'a str, level: usize, body: T) -> Self {
        Self::new(kind, OfLevel { file, level, body })
    }
}

/// Writes a value as JSON in one line. Unsafe characters are escaped, as `\u009b`; parsers read the original text.
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

/// JSON row of a level for which nothing was computed, with the reason.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub(crate) struct Unanswered {
    /// Title of the level.
    title: String,
    /// Answer to the level, such as a fault or a limit that was met.
    #[schemars(with = "String")]
    pub(crate) answer: Answer,
    /// Reason in words why the level has no figures.
    pub(crate) reason: String,
}

impl Unanswered {
    /// Creates the row of an answer and its reason.
    pub(crate) fn new(answer: Answer, reason: impl Into<String>) -> Self {
        Self { title: String::new(), answer, reason: reason.into() }
    }

    /// Returns the row with the title of the level in it.
    pub(crate) fn of(&self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self.clone() }
    }
}

impl From<Stop> for Unanswered {
    fn from(stop: Stop) -> Self {
        Self::new(stop.answer(), stop.to_string())
    }
}
