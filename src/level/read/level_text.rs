//! Text of a file of levels.

use super::entries::Entries;
use super::{ReadOptions, decode};
use crate::level::Encoding;
use crate::run::{Held, Meter, Stop};
use std::borrow::Cow;

/// Decoded text of a file, whose entries are read one by one.
///
/// ```
/// use sokoplan::level::{LevelText, ReadOptions};
/// use sokoplan::run::Meter;
/// # fn main() -> Result<(), sokoplan::run::Stop> {
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
    _held: Held,
}

impl<'b> LevelText<'b> {
    /// Decodes the bytes of a file.
    pub fn new(bytes: &'b [u8], options: ReadOptions) -> Self {
        let (text, encoding) = decode::decode(bytes);
        Self { text, encoding, options, _held: Held::default() }
    }

    /// Decodes the bytes of a file; a meter counts the bytes of copies made to change encoding or line ends.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn within(bytes: &'b [u8], options: ReadOptions, meter: &Meter) -> Result<Self, Stop> {
        meter.check()?;
        let mut held = Held::default();
        held.grow(decode::most_copied(bytes), meter)?;
        let text = Self::new(bytes, options);
        held.shrink_to(if let Cow::Owned(text) = &text.text { text.capacity() as u64 } else { 0 });
        Ok(Self { _held: held, ..text })
    }

    /// Returns the decoded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the encoding in which the bytes were decoded.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the levels and faults of the text, in order, read one by one. The meter is checked at each level, fault
    /// and gap between boards, and counts the bytes of the lines and of the text in a gap.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn entries<'t>(&'t self, meter: &'t Meter) -> Result<Entries<'t>, Stop> {
        Entries::of(&self.text, self.options, meter)
    }
}
