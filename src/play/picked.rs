//! Levels to play.

use crate::level::{Entry, Level};

/// Level to play, with data from its file.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Number of the level in its file, from 1.
    pub number: usize,
    /// The level itself.
    pub level: Level,
    /// Solution in the file as moves in LURD; `None` if the file has none.
    pub solution: Option<String>,
}

impl Picked {
    /// Returns the level of an entry of a file; `None` for an entry with a fault.
    pub fn of(entry: &Entry) -> Option<Self> {
        let level = entry.body.as_ref().ok()?.clone();
        let solution = entry.solutions().next().map(|recorded| recorded.lurd.clone());
        Some(Self { number: entry.number, level, solution })
    }
}
