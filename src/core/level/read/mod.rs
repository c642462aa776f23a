//! Readers: from the bytes of a file to a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column.

mod block;
mod game;
mod gap;
mod level_text;
mod marks;
mod pieces;
mod rows;
mod slc;
mod sokobot;
mod text;

use super::{Collection, Entry, Fault, InputFormat, alphabet};
use crate::run::{Meter, Stop};
pub(super) use game::is_lurd;
pub use level_text::{Entries, LevelText, decode, is_json};
pub(super) use pieces::{closes, is_comment, key_value, opening};
pub(super) use slc::SLC_NOTES;
use std::cell::Cell;

fn paced(meter: &Meter, step: usize) -> Result<(), Stop> {
    if step % 1024 == 1023 { meter.check() } else { Ok(()) }
}

/// Greatest length in bytes of a line, as the longest moves have it; the rest of a longer line is not read.
const LONGEST: usize = 8 << 20;

const TOO_LARGE: &str = "a board that is too large";

/// Lines of a text; marks of quotations and comments may have been cut from their beginnings.
struct Lines<'t> {
    text: &'t str,
    all: Vec<&'t str>,
    /// Whether rows with text beside them are text, as the strings of JSON are.
    is_json: bool,
    /// Line, byte offset and column of the place computed last: later places of the line are counted from it.
    last: Cell<(usize, usize, usize)>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let end = |line: &str| (LONGEST + 1..line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
        let line = |(at, line): (_, &'t str)| paced(meter, at).map(|()| &line[..end(line)]);
        let all = text.lines().enumerate().map(line).collect::<Result<_, _>>()?;
        Ok(Self { text, all, is_json: false, last: Cell::default() })
    }

    /// Returns a fault at a column of a line, both from 0, at its place in the file.
    fn fault(&self, line: usize, column: usize, what: &str, expected: &str) -> Fault {
        let cut = self.all.get(line).map_or(self.text.len(), |line| self.offset(line));
        let start = self.text[..cut].rfind('\n').map_or(0, |end| end + 1);
        // Of a long line no fault has a copy.
        let most = self.text.len().min(start + (1 << 13));
        let end = (start..=most).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(start);
        let whole = self.text[start..end].lines().next().unwrap_or_default();
        let column = column + self.text[start..cut].chars().count();
        Fault::at(whole, line, column, what, expected)
    }

    fn offset(&self, line: &str) -> usize {
        (line.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Returns line and column, from 0, of a part of the text.
    fn at(&self, part: &str) -> (usize, usize) {
        let offset = self.offset(part);
        let line = self.all.partition_point(|line| self.offset(line) <= offset).saturating_sub(1);
        let (last, from, column) = self.last.get();
        let is_later = last == line && from <= offset;
        let start = || self.all.get(line).map_or(0, |line| self.offset(line));
        let (from, column) = if is_later { (from, column) } else { (start(), 0) };
        let column = column + self.text.get(from..offset).unwrap_or_default().chars().count();
        self.last.set((line, offset, column));
        (line, column)
    }
}

/// Settings of the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Format of the file.
    pub format: InputFormat,
    /// Whether to refuse letters that sokoplan adds to the alphabet of the format.
    pub strict: bool,
}

/// Reads the levels and faults of a file.
pub fn read(bytes: &[u8], options: ReadOptions) -> Collection {
    let meter = Meter::unlimited();
    let Ok(text) = LevelText::new(bytes, options, &meter) else { return Collection::default() };
    let Ok(mut entries) = text.entries(&meter) else { return Collection::default() };
    let notes = std::mem::take(&mut entries.notes);
    let read = entries.by_ref().filter_map(Result::ok).collect();
    Collection { notes, entries: read, warnings: entries.warnings() }
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
    // Blanks may separate all cells.
    let cells = |line| alphabet::letters(line).map(|(_, letter)| letter).filter(|letter| !letter.is_whitespace());
    let lines: Vec<String> = text.lines().map(|line| cells(line).collect()).collect();
    lines.windows(3).any(|lines| {
        let wall =
            lines[0].chars().next().filter(|wall| *wall != '#' && lines[0].chars().all(|letter| letter == *wall));
        let is_walled =
            |wall| lines.iter().all(|line| line.len() > 2 && line.starts_with(wall) && line.ends_with(wall));
        wall.is_some_and(is_walled)
    })
}
