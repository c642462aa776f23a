//! The levels of the command line, and those that a page hands over, as rows for pages.

use super::problem::Problem;
use crate::files::{Unpacked, Unreadable, unpacked};
use crate::level::{Entry, Fault, LevelText, ReadOptions};
use crate::run::Meter;
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
    /// Makes the row of an entry of a file.
    pub fn new(file: &str, entry: &Entry) -> Self {
        Self {
            file: file.to_owned(),
            level: entry.number,
            title: entry.title.clone(),
            board: entry.body.as_ref().ok().map(|level| level.grid.to_string()),
            fault: entry.body.as_ref().err().cloned(),
        }
    }

    /// The most levels of a file: the largest collections of people have thousands.
    pub(super) const MOST: usize = 10_000;

    /// Returns the rows of a file or archive, in any format that its content shows: each is named after its file in the
    /// archive.
    ///
    /// # Errors
    /// A broken archive, more than `most` bytes in it, more than [`Self::MOST`] levels, or a limit of the meter.
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
