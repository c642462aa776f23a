//! Readers: from the bytes of a file to a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column.

mod block;
mod comments;
mod decode;
mod game;
mod gap;
mod level_text;
mod marks;
mod mixed;
mod pieces;
mod rows;
mod slc;
mod sokobot;
mod spread;
mod text;

use super::{Collection, Entry, Fault, InputFormat, alphabet};
use crate::run::{Meter, Stop};
pub(super) use comments::{closes, is_comment, opening};
pub use decode::decode;
pub(super) use game::is_lurd;
pub use level_text::{Entries, LevelText, is_json};
pub(super) use pieces::key_value;

fn paced(meter: &Meter, step: usize) -> Result<(), Stop> {
    if step % 1024 == 1023 { meter.check() } else { Ok(()) }
}

/// Greatest length in bytes of a line, as the longest moves have it; the rest of a longer line is not read.
const LONGEST: usize = 8 << 20;

/// Lines of a text; marks of quotations and comments may have been cut from their beginnings.
#[derive(Debug)]
struct Lines<'t> {
    text: &'t str,
    all: Vec<&'t str>,
    /// Whether rows with text beside them are text, as the strings of JSON are.
    is_json: bool,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let end = |line: &str| (LONGEST + 1..line.len()).find(|at| line.is_char_boundary(*at)).unwrap_or(line.len());
        let line = |(at, line): (_, &'t str)| paced(meter, at).map(|()| &line[..end(line)]);
        Ok(Self { text, all: text.lines().enumerate().map(line).collect::<Result<_, _>>()?, is_json: false })
    }

    /// Returns a fault at a column of a line, both from 0, at its place in the file.
    fn fault(&self, line: usize, column: usize, what: &str, expected: &str) -> Fault {
        let cut = self.all.get(line).map_or(self.text.len(), |line| self.offset(line));
        let start = self.text[..cut].rfind('\n').map_or(0, |end| end + 1);
        let whole = self.text[start..].lines().next().unwrap_or_default();
        let column = column + self.text[start..cut].chars().count();
        Fault::at(whole, line, column, what, expected)
    }

    fn offset(&self, line: &str) -> usize {
        (line.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Returns the number of the line, from 0, at an offset in the text, and the offset of its start.
    fn at(&self, offset: usize) -> (usize, usize) {
        let start = |line: &str| self.offset(line);
        if offset >= self.text.len() && self.text.ends_with('\n') {
            return (self.all.len(), self.text.len());
        }
        let line = self.all.partition_point(|line| start(line) <= offset).saturating_sub(1);
        (line, self.all.get(line).map_or(0, |line| start(line)))
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
    let (text, meter) = (LevelText::new(bytes, options), Meter::unlimited());
    let Ok(mut entries) = text.entries(&meter) else { return Collection::default() };
    let notes = std::mem::take(&mut entries.notes);
    let read = entries.by_ref().filter_map(Result::ok).collect();
    Collection { notes, entries: read, warnings: entries.warnings(), encoding: text.encoding() }
}

/// Returns the format, `Letters` or `Lisa`, in which these bytes contain levels without any fault; `None` if in
/// neither, or if a limit of the meter is met.
pub fn suggested(bytes: &[u8], meter: &Meter) -> Option<InputFormat> {
    let is_good = |format: &InputFormat| {
        let options = ReadOptions { format: *format, strict: false };
        let Ok(text) = LevelText::within(bytes, options, meter) else { return false };
        let Ok(mut entries) = text.entries(meter) else { return false };
        let is_level = |entry: Result<Entry, Stop>| entry.is_ok_and(|entry| entry.body.is_ok());
        entries.next().is_some_and(is_level) && entries.all(is_level)
    };
    [InputFormat::Letters, InputFormat::Lisa].into_iter().find(is_good)
}

/// Returns whether a text seems to contain boards in unknown letters: a line of one letter repeated, and below it two
/// lines that begin and end with this letter. Boards with walls of `#` are read, and their unknown letters are faults.
pub fn is_drawn_otherwise(text: &str, meter: &Meter) -> bool {
    let lines = || text.lines();
    let mut threes = lines().zip(lines().skip(1)).zip(lines().skip(2)).enumerate();
    threes.any(|(at, ((first, second), third))| {
        if paced(meter, at).is_err() {
            return false;
        }
        // Blanks may stand between all cells.
        let letters = |line: &str| alphabet::letters(line).map(|(_, letter)| letter).collect::<String>();
        let lines = [first, second, third].map(|line| letters(line).split_whitespace().collect::<String>());
        let wall = lines[0].chars().next();
        let is_wall = |letter: char| Some(letter) == wall && letter != '#';
        let is_walled = |line: &String| line.len() > 2 && line.starts_with(is_wall) && line.ends_with(is_wall);
        lines[0].len() > 2 && lines[0].chars().all(is_wall) && lines[1..].iter().all(is_walled)
    })
}
