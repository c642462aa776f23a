//! Readers: from the bytes of a file to its levels.
//!
//! Bytes in any of the formats become a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column. No input causes a panic.

mod decode;
mod game;
mod gap;
mod picture;
mod rows;
mod sections;
mod sokobot;
mod text;

use super::{Collection, InputFormat};

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
    let (text, encoding) = decode::decode(bytes);
    let collection = match options.format {
        InputFormat::Sokobot => sokobot::read(&text, options.strict),
        InputFormat::Auto => {
            let collection = text::read(&text, options);
            if collection.entries.is_empty() && is_json(&text) {
                sokobot::read(&text, options.strict)
            } else {
                collection
            }
        }
        _ => text::read(&text, options),
    };
    Collection { encoding, ..collection }
}

/// Returns the format, of those that are never guessed, in which these bytes hold levels without any fault.
pub fn suggested(bytes: &[u8]) -> Option<InputFormat> {
    let is_good = |format: &InputFormat| {
        let entries = read(bytes, ReadOptions { format: *format, strict: false }).entries;
        !entries.is_empty() && entries.iter().all(|entry| entry.body.is_ok())
    };
    [InputFormat::Letters, InputFormat::Lisa].into_iter().find(is_good)
}

/// Returns whether a text without boards of characters begins as JSON with boards in it; rows of results have none.
fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|letter| !letter.is_whitespace());
    let begins = match (marks.next(), marks.next()) {
        (Some('{'), next) => next == Some('"'),
        (Some('['), next) => next == Some('{'),
        _ => false,
    };
    begins && text.contains("\"content\"")
}
