//! Collections: the notes of a file of levels and its entries, good and bad.

use super::{Level, SokobanTask};
use serde::Serialize;
use std::sync::Arc;

/// A line of text about a file, a level or a solution, as `Key: value` or plain text. A comment may have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Text before the colon; empty for plain text.
    pub key: String,
    /// Text after the colon, or the whole line.
    pub value: String,
}

impl Note {
    /// Creates the note of a line `Key: value`.
    pub fn new(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), value: value.into() }
    }

    /// Creates the note of a line of plain text.
    pub fn text(value: impl Into<String>) -> Self {
        Self::new("", value)
    }
}

/// Kind of recorded moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recording {
    /// Moves that were recorded as a solution.
    Solution,
    /// Moves of an unfinished game.
    Savegame,
}

/// Moves that a file contains for a level, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMoves {
    /// Whether the moves are a solution or a savegame.
    pub kind: Recording,
    /// Line above the moves, e.g. `Solution 42/17/9/5/4`.
    pub header: String,
    /// Moves as written, with the lines joined.
    pub lurd: String,
    /// Notes below the moves, e.g. `Solution name: best pushes`.
    pub notes: Vec<Note>,
    /// Line of the first move in the file, from 1.
    pub line: usize,
}

impl RecordedMoves {
    /// Returns the moves `lurd` as a recorded solution; the header states `metrics` as JSoko and YASC read them.
    pub fn solution(lurd: impl Into<String>, metrics: super::Metrics) -> Self {
        let header = format!("Solution {}", metrics.slashed());
        Self { kind: Recording::Solution, header, lurd: lurd.into(), notes: Vec::new(), line: 0 }
    }
}

/// One level of a collection, or the fault of its board, with title, author, notes and recorded games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the entry in the file, from 1; faults are counted as well.
    pub number: usize,
    /// Title of the level; empty if the file does not name it.
    pub title: String,
    /// Author of the level; empty if the file names no author.
    pub author: String,
    /// Further notes about the level, in the order of the file.
    pub notes: Vec<Note>,
    /// Solutions and savegames of the level, in the order of the file.
    pub recorded: Vec<RecordedMoves>,
    /// Line of the first row of the board in the file, from 1.
    pub line: usize,
    /// The level, or the fault of its board.
    pub body: Result<Level, Fault>,
    /// The PDDL task that the level was read from; `None` for a board.
    pub task: Option<Arc<SokobanTask>>,
}

impl Entry {
    /// Returns an entry with the title of its level, without author, notes and recorded games.
    pub fn new(number: usize, line: usize, body: Result<Level, Fault>) -> Self {
        let title = body.as_ref().map(|level| level.title.clone()).unwrap_or_default();
        Self { number, title, author: String::new(), notes: Vec::new(), recorded: Vec::new(), line, body, task: None }
    }

    /// Sets the title of the entry and of its level.
    pub fn set_title(&mut self, title: &str) {
        title.clone_into(&mut self.title);
        if let Ok(level) = &mut self.body {
            title.clone_into(&mut level.title);
        }
    }

    /// Returns the recorded solutions, without savegames.
    pub fn solutions(&self) -> impl Iterator<Item = &RecordedMoves> {
        self.recorded.iter().filter(|r| r.kind == Recording::Solution)
    }
}

/// A file of levels: its notes, levels and faults.
///
/// ```
/// let file = b"; first\n\n#####\n#@$.#\n#####\n\n; broken\n\n#####\n#@$ #\n#####\n";
/// let collection = sokoplan_core::Collection::parse(file);
/// assert_eq!(collection.levels().map(|level| level.title.as_str()).collect::<Vec<_>>(), ["first"]);
/// assert_eq!(collection.faults().count(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Notes of the file before its first level.
    pub notes: Vec<Note>,
    /// Levels and faults, in the order of the file.
    pub entries: Vec<Entry>,
    /// Faults outside the boards, like a comment that is not closed.
    pub warnings: Vec<Fault>,
}

impl Collection {
    /// Returns the levels of the file, without faults.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.entries.iter().filter_map(|entry| entry.body.as_ref().ok())
    }

    /// Returns the faults of boards; see [`Self::warnings`] for faults outside the boards.
    pub fn faults(&self) -> impl Iterator<Item = &Fault> {
        self.entries.iter().filter_map(|entry| entry.body.as_ref().err())
    }
}

/// A fault of a file, at a place that an editor can open.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize, thiserror::Error)]
#[error("{line}:{column}: {what}: expected {expected}")]
pub struct Fault {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1, in characters.
    pub column: usize,
    /// Description of the fault.
    pub what: String,
    /// Description of the text that was expected here.
    pub expected: String,
    /// Text of the line; empty if it is longer than 4 KiB, since each fault has a copy.
    pub text: String,
}

/// Greatest length in bytes of a line that a fault quotes: about fifty lines of a terminal.
const LONGEST: usize = 1 << 12;

impl Fault {
    pub(crate) fn at(text: &str, line: usize, column: usize, what: &str, expected: &str) -> Self {
        let text = if text.len() <= LONGEST { text.to_owned() } else { String::new() };
        Self { line: line + 1, column: column + 1, what: what.to_owned(), expected: expected.to_owned(), text }
    }
}
