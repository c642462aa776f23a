//! Readers: from the bytes of a file to a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column.

mod block;
mod gap;
mod level_text;
mod lines;
mod pddl;
mod pieces;
mod rows;
mod slc;
mod sokobot;
mod text;

use super::{Collection, Entry, InputFormat, alphabet};
use crate::run::{Meter, Stop};
pub use level_text::{Entries, LevelText, decode};
pub use lines::{ReadOptions, is_json};
pub(super) use lines::{closes, is_comment, key_value, opening};
pub use pddl::PddlFile;
pub(super) use pieces::is_lurd;
pub use pieces::moves_alone;
pub(super) use slc::SLC_NOTES;

/// Reads the levels and faults of a file.
pub fn read(bytes: &[u8], options: ReadOptions) -> Collection {
    let meter = Meter::unlimited();
    let Ok(text) = LevelText::new(bytes, options, &meter) else { return Collection::default() };
    let Ok(mut entries) = text.entries(&meter) else { return Collection::default() };
    let notes = std::mem::take(&mut entries.notes);
    let read = entries.by_ref().filter_map(Result::ok).collect();
    Collection { notes, entries: read, warnings: entries.warnings() }
}

impl Collection {
    /// Reads XSB, SOK or run lengths, distinguished by their rows; see [`read`] for other formats. A board that
    /// is not a level becomes a fault, and the other boards are still read.
    pub fn parse(bytes: &[u8]) -> Self {
        read(bytes, ReadOptions::default())
    }
}

/// Returns the format, `Letters` or `Lisa`, that reads levels from these bytes without any fault; `None` if neither does, or if a
/// limit of the meter is met.
pub fn suggested(bytes: &[u8], meter: &Meter) -> Option<InputFormat> {
    let is_good = |format: &InputFormat| {
        let text = LevelText::new(bytes, ReadOptions { format: *format, strict: false }, meter)?;
        let mut entries = text.entries(meter)?.peekable();
        let is_level = |entry: Result<Entry, Stop>| entry.is_ok_and(|entry| entry.body.is_ok());
        Ok::<_, Stop>(entries.peek().is_some() && entries.all(is_level))
    };
    [InputFormat::Letters, InputFormat::Lisa].into_iter().find(|format| is_good(format).unwrap_or(false))
}

/// A text seems to contain boards in unknown letters if a line repeats one letter, and two lines below begin and end with this
/// letter. Boards with walls of `#` are read, and their unknown letters are faults.
pub fn is_drawn_otherwise(text: &str) -> bool {
    // Blanks, or the signs of a list, may separate all cells.
    let is_cell = |letter: &char| !letter.is_whitespace() && !"'\"`,;[](){}".contains(*letter);
    let cells = |line| alphabet::letters(line).map(|(_, letter)| letter).filter(is_cell);
    // Lists of cells may stand on one line.
    let lines = text.split(['\n', '[', ']', '{', '}']).map(|line| cells(line).collect::<String>());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.windows(3).any(|lines| {
        let wall =
            lines[0].chars().next().filter(|wall| *wall != '#' && lines[0].chars().all(|letter| letter == *wall));
        let is_walled =
            |wall| lines.iter().all(|line| line.len() > 2 && line.starts_with(wall) && line.ends_with(wall));
        wall.is_some_and(is_walled)
    })
}
