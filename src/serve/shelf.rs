//! Rows of levels for pages: levels of the command line, and levels in files that a page sends.

use super::problem::Problem;
use crate::files::{Unpacked, Unreadable, unpacked};
use crate::level::{Entry, Fault, LevelText, ReadOptions};
use crate::run::Meter;
use serde::Serialize;

/// JSON row of a level of a collection, or of a fault in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShelfRow {
    file: String,
    level: usize,
    title: String,
    /// Board in XSB; `None` for a fault.
    board: Option<String>,
    fault: Option<Fault>,
}

impl ShelfRow {
    /// Creates the row of an entry in a file.
    pub fn new(file: &str, entry: &Entry) -> Self {
        Self {
            file: file.to_owned(),
            level: entry.number,
            title: entry.title.clone(),
            board: entry.body.as_ref().ok().map(|level| level.grid.to_string()),
            fault: entry.body.as_ref().err().cloned(),
        }
    }

    /// Maximum number of levels of a file: the largest known collections have thousands of levels.
    pub(super) const MOST: usize = 10_000;

    /// Returns the rows of a file or archive in any format that is detected by the content. A level of an archive has
    /// the name of its file in the archive.
    ///
    /// # Errors
    /// A broken archive, more than `most` bytes unpacked, more than [`Self::MOST`] levels, or a limit of the meter.
    pub(super) fn of_file(packed: Vec<u8>, most: u64, meter: &Meter) -> Result<Vec<Self>, Problem> {
        let unreadable = |error: Unreadable| match error {
            Unreadable::Broken(what) => Problem::no_level(what.trim_start_matches(": ")),
            Unreadable::Stopped(_, stop) => stop.into(),
        };
        let mut rows = Vec::new();
        let packed = Unpacked::at_hand(String::new(), packed);
        for Unpacked { name, bytes, .. } in unpacked(packed, most, meter).map_err(unreadable)? {
            let name = name.trim_start_matches('/');
            let text = LevelText::within(&bytes, ReadOptions::default(), meter)?;
            for entry in text.entries(meter)? {
                if rows.len() == Self::MOST {
                    return Err(Problem::too_many_levels(Self::MOST));
                }
                rows.push(Self::new(name, &entry?));
            }
        }
        Ok(rows)
    }
}
