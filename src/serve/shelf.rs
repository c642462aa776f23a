//! The levels of the command line, and those that a page hands over, as rows for pages.

use crate::level::{Collection, Entry, Fault};
use serde::Serialize;

/// A level of a collection, or the fault that stands in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShelfRow {
    file: String,
    level: usize,
    title: String,
    /// The picture as XSB.
    board: Option<String>,
    fault: Option<Fault>,
}

impl ShelfRow {
    /// The row of an entry of a file.
    pub fn new(file: &str, entry: &Entry) -> Self {
        Self {
            file: file.to_owned(),
            level: entry.number,
            title: entry.title.clone(),
            board: entry.body.as_ref().ok().map(|level| level.grid.to_string()),
            fault: entry.body.as_ref().err().cloned(),
        }
    }

    /// The rows of a text, in any format that is told by its content.
    pub(super) fn of_text(file: &str, bytes: &[u8]) -> Vec<Self> {
        Collection::parse(bytes).entries.iter().map(|entry| Self::new(file, entry)).collect()
    }
}
