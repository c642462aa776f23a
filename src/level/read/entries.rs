//! Entries of a text of levels, read one by one.

use super::{ReadOptions, slc, sokobot, text};
use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};

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
        if options.format == InputFormat::Auto && entries.is_empty() && is_json(text) {
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

/// Returns whether a text without drawn boards begins as JSON with boards, unlike JSON rows of results.
fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|letter| !letter.is_whitespace());
    let begins = match (marks.next(), marks.next()) {
        (Some('{'), next) => next == Some('"'),
        (Some('['), next) => next == Some('{'),
        _ => false,
    };
    begins && text.contains("\"content\"")
}
