//! Faults of a file of levels, with their places.

use super::BoardError;
use serde::Serialize;

/// A fault of a file, at a place that an editor can open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[error("{line}:{column}: {what}: expected {expected}")]
pub struct Fault {
    /// Line in the file, from 1.
    pub line: usize,
    /// Column in the line, from 1, in characters.
    pub column: usize,
    /// Description of the fault.
    pub what: String,
    /// What was expected at this place.
    pub expected: String,
    /// Text of the line; empty if it is longer than 4 KiB, since each fault has a copy.
    pub text: String,
}

/// Greatest length in bytes of a line of which a fault keeps the text: about fifty lines of a terminal.
const LONGEST: usize = 1 << 12;

impl Fault {
    /// Returns a fault at a line and column of the file, both counted from 0.
    pub(super) fn at(lines: &[&str], line: usize, column: usize, what: &str, expected: &str) -> Self {
        let text = lines.get(line).copied().filter(|text| text.len() <= LONGEST).unwrap_or_default().to_owned();
        Self { line: line + 1, column: column + 1, what: what.to_owned(), expected: expected.to_owned(), text }
    }

    /// Returns the fault that a board is one of another game, `game`; `line` is the first line of the board, from 0.
    pub(super) fn of_game(lines: &[&str], line: usize, game: &str) -> Self {
        let name: String = game.chars().filter(|c| !c.is_control()).take(40).collect();
        Self::at(lines, line, 0, &format!("a board of {name}; sokoplan reads Sokoban"), "a board of Sokoban")
    }

    /// Returns the fault `offence` of a board at a line and column of the file, both counted from 0.
    pub(super) fn offence(lines: &[&str], line: usize, column: usize, offence: &BoardError) -> Self {
        Self::at(lines, line, column, &offence.what, &offence.expected)
    }
}
