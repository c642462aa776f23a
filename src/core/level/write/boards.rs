//! Writer of boards under their titles: XSB, run lengths, letters, LISA.

use super::{WriteOptions, lines, one_line};
use crate::level::{Collection, Entry, Format, Level, runs};

/// Returns for each level a line `; title`, the board and a line `Author: ..`, with a blank line between levels.
pub(super) fn write(collection: &Collection, options: WriteOptions) -> String {
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
