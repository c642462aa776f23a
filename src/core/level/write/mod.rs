//! Writers: from levels to the text of a file; reading the text gives equal levels. Faults are not written. Notes and solutions are
//! omitted if the format has no place for them.

mod slc;
mod sok;
mod sokobot;

use super::{Alphabet, Collection, Entry, Format, Grid, Level, runs};
use std::borrow::Cow;
use thiserror::Error;

/// Settings of the writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Format of the file.
    pub format: Format,
    /// Whether to refuse levels that need a letter that sokoplan adds to the alphabet of the format.
    pub strict: bool,
}

/// Error: a level that cannot be written without an extension of the format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("level {number}: the board needs the letter `{letter}`, an extension of the format")]
pub struct Unwritable {
    /// Number of the level in the collection.
    pub number: usize,
    /// Letter that the level needs.
    pub letter: char,
}

/// Returns the text of a collection in a format. Fails in strict mode on a level that needs an extension of the
/// format.
pub fn write(collection: &Collection, options: WriteOptions) -> Result<String, Unwritable> {
    check(collection, options)?;
    Ok(match options.format {
        Format::Sok => sok::write(collection),
        Format::Sokobot => sokobot::write(collection),
        Format::Slc => slc::write(collection),
        Format::Xsb | Format::Rle | Format::Letters | Format::Lisa => boards(collection, options),
    })
}

fn check(collection: &Collection, options: WriteOptions) -> Result<(), Unwritable> {
    let alphabet = options.format.input().alphabet();
    let entries = collection.entries.iter().filter(|_| options.strict);
    for (number, level) in entries.filter_map(|entry| Some((entry.number, entry.body.as_ref().ok()?))) {
        let mut letters = level.grid.rows().flatten().map(|&tile| alphabet.letter(tile));
        if let Some(letter) = letters.find(|&letter| alphabet.is_extension(letter)) {
            return Err(Unwritable { number, letter });
        }
    }
    Ok(())
}

/// Returns for each level a line `; title`, the board and a line `Author: ..`, with a blank line between levels.
fn boards(collection: &Collection, options: WriteOptions) -> String {
    let blocks = collection.entries.iter().filter_map(|entry| block(entry, options));
    blocks.collect::<Vec<_>>().join("\n")
}

fn block(entry: &Entry, options: WriteOptions) -> Option<String> {
    let level = entry.body.as_ref().ok()?;
    let (title, author) = (one_line(&entry.title), one_line(&entry.author));
    let title = if title.is_empty() { title } else { format!("; {title}\n") };
    let author = if author.is_empty() { author } else { format!("Author: {author}\n") };
    Some(format!("{title}{}{author}", board(level, options)))
}

fn board(level: &Level, options: WriteOptions) -> String {
    let alphabet = options.format.input().alphabet();
    if options.format == Format::Rle {
        let rows: Vec<String> = lines(&level.grid, alphabet).map(|row| row.replace(' ', "-")).collect();
        return format!("{}\n", runs::compress(rows.join("|").chars()));
    }
    lines(&level.grid, alphabet).map(|line| line + "\n").collect()
}

/// Returns the rows of a picture, each without floor at its end; a row of only floor is written out, since an empty
/// line would end the board.
fn lines(grid: &Grid, alphabet: Alphabet) -> impl Iterator<Item = String> {
    let floor = alphabet.letter(super::Tile::Floor);
    grid.rows().map(move |row| {
        let line: String = row.iter().map(|&tile| alphabet.letter(tile)).collect();
        let line = line.trim_end_matches(floor);
        match (line.is_empty(), floor) {
            (false, _) => line.to_owned(),
            (true, ' ') => "-".to_owned(),
            (true, floor) => floor.to_string(),
        }
    })
}

/// Returns a text on one line: blanks at the ends are removed, line breaks become blanks.
fn one_line(text: &str) -> String {
    text.trim().replace("\r\n", " ").replace(['\n', '\r'], " ")
}

fn shown(line: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && c != '\t';
    if line.contains(is_control) { line.replace(is_control, "").into() } else { line.into() }
}
