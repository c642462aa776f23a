//! The text of a file of levels, and its entries, which are read one by one.

use super::{ReadOptions, decode, slc, sokobot, text};
use crate::level::{Encoding, Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use std::borrow::Cow;

/// Iterator over the levels and faults of a text; see [`super::LevelText::entries`].
#[derive(Debug)]
pub struct Entries<'t> {
    /// Notes of the file before its first level.
    pub notes: Vec<Note>,
    of: Of<'t>,
}

#[derive(Debug)]
enum Of<'t> {
    Text(text::Entries<'t>),
    Sokobot(sokobot::Entries<'t>),
    Slc(Box<slc::Entries<'t>>),
}

impl<'t> Entries<'t> {
    pub(super) fn of(text: &'t str, options: ReadOptions, meter: &'t Meter) -> Result<Self, Stop> {
        let sokobot =
            || Ok(Self { notes: Vec::new(), of: Of::Sokobot(sokobot::Entries::new(text, options.strict, meter)?) });
        let slc =
            || slc::Entries::new(text, meter).map(|(notes, entries)| Self { notes, of: Of::Slc(Box::new(entries)) });
        let xml = slc::kind(text).filter(|_| options.format == InputFormat::Auto);
        match options.format {
            InputFormat::Sokobot => return sokobot(),
            InputFormat::Slc => return slc(),
            _ if xml == Some(true) => return slc(),
            _ => {}
        }
        let (notes, entries) = text::Entries::new(text, options, meter)?;
        let is_sokobot = || is_json(text) && text.contains("\"content\"");
        if options.format == InputFormat::Auto && entries.is_empty() && is_sokobot() {
            return sokobot();
        }
        // An XML page of text may contain boards.
        if entries.is_empty() && xml == Some(false) {
            return slc();
        }
        Ok(Self { notes, of: Of::Text(entries) })
    }
}

impl Entries<'_> {
    /// Removes and returns the faults found outside the boards in the lines read so far.
    pub fn warnings(&mut self) -> Vec<Fault> {
        match &mut self.of {
            Of::Text(entries) => std::mem::take(&mut entries.warnings),
            Of::Sokobot(_) | Of::Slc(_) => Vec::new(),
        }
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.of {
            Of::Text(entries) => entries.next(),
            Of::Sokobot(entries) => entries.next(),
            Of::Slc(entries) => entries.next(),
        }
    }
}

/// Returns whether a text begins as JSON.
pub fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|letter| !letter.is_whitespace());
    match (marks.next(), marks.next()) {
        (Some('{'), next) => next == Some('"'),
        (Some('['), next) => matches!(next, Some('{' | '[' | '"')),
        _ => false,
    }
}

/// Decoded text of a file, whose entries are read one by one.
///
/// ```
/// use sokoplan_core::level::{LevelText, ReadOptions};
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), sokoplan_core::run::Stop> {
/// let text = LevelText::new(b"#####\n#@$.#\n#####\n\n#####\n#@$ #\n#####\n", ReadOptions::default());
/// let meter = Meter::unlimited();
/// let good = text.entries(&meter)?.map(|entry| entry.map(|entry| entry.body.is_ok()));
/// assert_eq!(good.collect::<Result<Vec<_>, _>>()?, [true, false]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LevelText<'b> {
    text: Cow<'b, str>,
    encoding: Encoding,
    options: ReadOptions,
}

impl<'b> LevelText<'b> {
    /// Decodes the bytes of a file.
    pub fn new(bytes: &'b [u8], options: ReadOptions) -> Self {
        let (text, encoding) = decode::decode(bytes);
        Self { text, encoding, options }
    }

    /// Decodes the bytes of a file, if the meter allows the memory for copies with another encoding or other line ends.
    pub fn within(bytes: &'b [u8], options: ReadOptions, meter: &Meter) -> Result<Self, Stop> {
        meter.fits(decode::most_copied(bytes))?;
        Ok(Self::new(bytes, options))
    }

    /// Returns the decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the encoding in which the bytes were decoded.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the levels and faults of the text, in order, read one by one. The meter is checked at each of them, and
    /// every some thousand lines.
    pub fn entries<'t>(&'t self, meter: &'t Meter) -> Result<Entries<'t>, Stop> {
        Entries::of(&self.text, self.options, meter)
    }
}
