//! The levels of the command line, and those that a page hands over, as rows for pages.

use crate::files::{Unpacked, Unreadable, unpacked};
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

    /// The rows of a file, which may be packed, in any format that is told by its content: each is named after its file in
    /// the archive.
    ///
    /// # Errors
    /// A broken archive, or more than `most` bytes in it.
    pub(super) fn of_file(packed: Vec<u8>, most: u64) -> Result<Vec<Self>, Unreadable> {
        let texts = unpacked(String::new(), packed, most)?;
        let rows = |text: &Unpacked| {
            let name = text.name.trim_start_matches('/').to_owned();
            let entries = Collection::parse(&text.bytes).entries;
            entries.iter().map(|entry| Self::new(&name, entry)).collect::<Vec<_>>()
        };
        Ok(texts.iter().flat_map(rows).collect())
    }
}
