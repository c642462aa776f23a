//! Readers: from the bytes of a file to its levels.
//!
//! Bytes in any of the formats become a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column. No input causes a panic.

mod decode;
mod entries;
mod game;
mod gap;
mod level_text;
mod picture;
mod rows;
mod sections;
mod sokobot;
mod text;

use super::{Collection, InputFormat};
use crate::run::Meter;
pub use entries::Entries;
pub use level_text::LevelText;

/// The settings of the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format.
    pub format: InputFormat,
    /// Refuse sokoplan's extensions of other formats.
    pub strict: bool,
}

/// Reads a collection.
pub fn read(bytes: &[u8], options: ReadOptions) -> Collection {
    let (text, meter) = (LevelText::new(bytes, options), Meter::unlimited());
    let Ok(mut entries) = text.entries(&meter) else { return Collection::default() };
    let notes = std::mem::take(&mut entries.notes);
    Collection { notes, entries: entries.filter_map(Result::ok).collect(), encoding: text.encoding() }
}

/// Returns the format, of those that are never guessed, in which these bytes hold levels without any fault.
pub fn suggested(bytes: &[u8]) -> Option<InputFormat> {
    let is_good = |format: &InputFormat| {
        let (text, meter) = (LevelText::new(bytes, ReadOptions { format: *format, strict: false }), Meter::unlimited());
        let mut entries = text.entries(&meter).into_iter().flatten().flatten().peekable();
        entries.peek().is_some() && entries.all(|entry| entry.body.is_ok())
    };
    [InputFormat::Letters, InputFormat::Lisa].into_iter().find(is_good)
}
