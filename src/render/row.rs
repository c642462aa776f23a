//! Rows of JSON Lines, also the answers of the server: each has `type` and `schema`, rows of levels also `file` and `level`.

use super::RescueRow;
use crate::level::{LurdError, Metrics, ReplayError};
use crate::proof::Attempt;
use crate::run::{Answer, Stop, is_unsafe};
use serde::Serialize;
use serde_json::ser::Formatter;
use std::io;
use thiserror::Error;

/// Version of the rows, written as `schema`; raised when a key changes its meaning or is removed, not for new keys.
pub(crate) const SCHEMA: u32 = 3;

/// JSON row: its type and schema, then the keys of its body.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
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
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
#[schemars(rename = "{T}")]
pub(crate) struct OfLevel<'a, T: Serialize> {
    /// File of the level.
    pub(crate) file: &'a str,
    /// Number of the level in the file, from 1.
    pub(crate) level: usize,
    #[serde(flatten)]
    pub(crate) body: T,
}

impl<'a, T: Serialize> Row<'a, T> {
    pub(crate) const fn new(kind: &'a str, body: T) -> Self {
        Self { r#type: kind, schema: SCHEMA, body }
    }
}

/// Writes a value as JSON in one line. Unsafe characters are escaped, as `\u009b`; parsers read the original text.
pub(crate) fn write_json(out: impl io::Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(out, EscapingFormatter))
}

struct EscapingFormatter;

impl Formatter for EscapingFormatter {
    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, out: &mut W, mut fragment: &str) -> io::Result<()> {
        while let Some((at, letter)) = fragment.char_indices().find(|(_, letter)| is_unsafe(*letter)) {
            // All of them are below U+FFFF.
            write!(out, "{}\\u{:04x}", &fragment[..at], u32::from(letter))?;
            fragment = &fragment[at + letter.len_utf8()..];
        }
        out.write_all(fragment.as_bytes())
    }
}

/// JSON row of a level without a result, with the reason.
#[derive(Clone, Debug, schemars::JsonSchema, Serialize)]
pub(crate) struct NoAnswerRow {
    /// Title of the level.
    title: String,
    /// Answer to the level, such as a fault or a limit that was met.
    #[schemars(with = "String")]
    pub(crate) answer: Answer,
    /// Reason in words why the level has no figures.
    pub(crate) reason: String,
}

impl NoAnswerRow {
    pub(crate) fn new(answer: Answer, reason: impl Into<String>) -> Self {
        Self { title: String::new(), answer, reason: reason.into() }
    }

    pub(crate) fn of(&self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self.clone() }
    }
}

impl From<Stop> for NoAnswerRow {
    fn from(stop: Stop) -> Self {
        Self::new(stop.answer(), stop.to_string())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the program reads records"))]
pub(crate) enum BadSolution {
    #[error("{0}")]
    NoLurd(#[from] LurdError),
    #[error("{0}")]
    Broken(#[from] ReplayError),
    #[error("the level itself has a fault")]
    Fault,
    #[error("there is no such level")]
    NoLevel,
    #[error("move {at} ({letter}): a {}", if letter.is_uppercase() { "push is written as a move" } else { "move is written as a push" })]
    Case { at: usize, letter: char },
    #[error("it states {claimed} {what}, but has {real}")]
    Miscounted { what: &'static str, claimed: usize, real: usize },
}

impl BadSolution {
    #[cfg(feature = "cli")]
    /// True if the record is of a kind that is not checked here: reverse mode, or several players.
    pub(crate) const fn is_unsupported(&self) -> bool {
        matches!(self, Self::NoLurd(error) if error.is_unsupported)
    }
}

/// JSON row of one solution that was checked. The writer puts `type`, `schema`, `file` and `level` before its keys.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize)]
pub(crate) struct VerifyRow<'a> {
    /// Title of the level.
    title: &'a str,
    /// Number of the line in the file with the first move of the solution, from 1.
    line: usize,
    /// Whether the solution solves the level.
    valid: bool,
    /// Metrics of the solution; left out if the solution is not valid.
    #[serde(flatten)]
    metrics: Option<Metrics>,
    /// Number of the first illegal move, from 1, or of the last move if the level is not solved at the end; `null`
    /// without such a fault.
    broken_at: Option<usize>,
    /// Why the solution is rejected, in words; `null` if it is valid.
    reason: Option<String>,
    /// Push that lost the level, for moves that can be made and do not solve it; left out otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rescue: Option<RescueRow>,
}

impl<'a> VerifyRow<'a> {
    pub(crate) fn new(title: &'a str, line: usize, checked: &Result<Metrics, BadSolution>) -> Self {
        let bad = checked.as_ref().err();
        let broken_at = bad.and_then(|bad| if let BadSolution::Broken(broken) = bad { Some(broken.at) } else { None });
        let (metrics, reason) = (checked.as_ref().ok().copied(), bad.map(ToString::to_string));
        Self { title, line, valid: bad.is_none(), metrics, broken_at, reason, rescue: None }
    }
}

/// JSON row of a level with the result of an attempt to prove that it has no solution.
#[derive(Debug, schemars::JsonSchema, Serialize)]
pub(crate) struct ProofRow {
    /// Title of the level.
    title: String,
    #[serde(flatten)]
    attempt: Attempt,
    /// Text of the proof; `null` if the attempt found none.
    text: Option<String>,
}

impl ProofRow {
    pub(crate) fn new(title: &str, attempt: Attempt) -> Self {
        let text = attempt.proof.as_ref().map(|proof| proof.text.clone());
        Self { title: title.to_owned(), attempt, text }
    }
}
