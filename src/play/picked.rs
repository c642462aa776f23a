//! A level to play.

use crate::level::{Entry, Level};

/// A level with its data in the file.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The level.
    pub level: Level,
    /// A solution in the file, as moves.
    pub solution: Option<String>,
}

impl Picked {
    /// Returns the level of an entry; `None` for a fault.
    pub fn of(entry: &Entry) -> Option<Self> {
        let level = entry.body.as_ref().ok()?.clone();
        let solution = entry.solutions().next().map(|recorded| recorded.lurd.clone());
        Some(Self { number: entry.number, level, solution })
    }
}
