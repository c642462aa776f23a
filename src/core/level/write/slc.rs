//! Writer of Sokoban XML: a `<Level>` of `<L>` rows for each board, with the notes of the file that have an element.

use super::{lines, shown};
use crate::level::{Alphabet, Collection, Entry};
use quick_xml::escape::escape;

/// Elements of the file, each with the key of the notes that it contains.
const NOTES: [(&str, &str); 4] =
    [("Title", "Collection"), ("Description", "Comment"), ("Email", "Email"), ("Url", "Homepage")];

pub(super) fn write(collection: &Collection) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n".to_owned();
    for (element, key) in NOTES {
        let notes = collection.notes.iter().filter(|note| note.key.eq_ignore_ascii_case(key));
        let value = notes.map(|note| note.value.as_str()).collect::<Vec<_>>().join("\n");
        // At least one Title is required.
        if !value.is_empty() || element == "Title" {
            out.push_str(&format!("  <{element}>{}</{element}>\n", text(&value)));
        }
    }
    let good = || collection.entries.iter().filter(|entry| entry.body.is_ok());
    let author = good().next().map_or("", |entry| &entry.author);
    let author = if good().all(|entry| entry.author == author) { author } else { "" };
    let sizes =
        || good().filter_map(|entry| entry.body.as_ref().ok()).map(|level| (level.grid.width(), level.grid.height()));
    let width = sizes().map(|(width, _)| width).max().unwrap_or(0);
    let height = sizes().map(|(_, height)| height).max().unwrap_or(0);
    let copyright = text(author);
    out.push_str(&format!(
        "  <LevelCollection Copyright=\"{copyright}\" MaxWidth=\"{width}\" MaxHeight=\"{height}\">\n"
    ));
    good().for_each(|entry| out.push_str(&level(entry, author)));
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    out
}

fn level(entry: &Entry, author: &str) -> String {
    let Ok(level) = &entry.body else { return String::new() };
    let (width, height) = (level.grid.width(), level.grid.height());
    let own = if entry.author == author { String::new() } else { format!(" Copyright=\"{}\"", text(&entry.author)) };
    let head = format!("    <Level Id=\"{}\" Width=\"{width}\" Height=\"{height}\"{own}>\n", text(&entry.title));
    let rows: String = lines(&level.grid, Alphabet::Xsb).map(|row| format!("      <L>{row}</L>\n")).collect();
    head + &rows + "    </Level>\n"
}

fn text(value: &str) -> String {
    let lines: Vec<_> = value.lines().map(|line| shown(line.trim())).collect();
    escape(lines.join("\n").trim()).into_owned()
}
