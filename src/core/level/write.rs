//! Writers: from levels to the text of a file; reading the text gives equal levels. Faults are not written. Notes and solutions are
//! omitted if the format has no place for them.

use super::read::{SLC_NOTES, closes, is_comment, is_lurd, key_value, opening};
use super::{Alphabet, Collection, Entry, Format, Grid, Level, Note, RecordedMoves, Tile, lurd};
use quick_xml::escape::escape;
use serde_json::Value;
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

/// Returns the text of a collection; in strict mode an error for a level that needs an extension of the format.
pub fn write(collection: &Collection, options: WriteOptions) -> Result<String, Unwritable> {
    check(collection, options)?;
    Ok(match options.format {
        Format::Sok => sok(collection),
        Format::Sokobot => sokobot(collection),
        Format::Slc => slc(collection),
        Format::Xsb | Format::Rle | Format::Letters | Format::Lisa => {
            let blocks = collection.entries.iter().filter_map(|entry| titled_board(entry, options));
            blocks.collect::<Vec<_>>().join("\n")
        }
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

/// Returns a line `; title`, the board and a line `Author: ..`.
fn titled_board(entry: &Entry, options: WriteOptions) -> Option<String> {
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
        return format!("{}\n", lurd::compress(rows.join("|").chars()));
    }
    lines(&level.grid, alphabet).map(|line| line + "\n").collect()
}

/// Returns the rows without floor at their ends; a row of only floor is written out, since an empty line would end the board.
fn lines(grid: &Grid, alphabet: Alphabet) -> impl Iterator<Item = String> {
    let floor = alphabet.letter(Tile::Floor);
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

/// Returns boards with all their notes and recorded games, in the order that YASC and JSoko read.
fn sok(collection: &Collection) -> String {
    let mut out = String::new();
    collection.notes.iter().for_each(|note| push_note(&mut out, note));
    if out.starts_with('<') {
        // Keeps the text from being read as XML.
        out.insert_str(0, "::\n");
    }
    for entry in &collection.entries {
        // A comment keeps the text above from being read as a title.
        let barrier = if out.is_empty() { "" } else { "\n::\n\n" };
        if let Some(puzzle) = puzzle(entry) {
            out.push_str(barrier);
            out.push_str(&puzzle);
        }
    }
    out
}

fn puzzle(entry: &Entry) -> Option<String> {
    let level = entry.body.as_ref().ok()?;
    let mut out: String = lines(&level.grid, Alphabet::Xsb).map(|line| line + "\n").collect();
    let named = [Note::new("Title", &entry.title), Note::new("Author", &entry.author)];
    named.iter().filter(|note| !note.value.is_empty()).for_each(|note| push_note(&mut out, note));
    // Text right below a board, or `Level: 3`, could be read as its title.
    out.push_str(if entry.title.is_empty() && !entry.notes.is_empty() { "::\n" } else { "" });
    entry.notes.iter().for_each(|note| push_note(&mut out, note));
    entry.recorded.iter().for_each(|game| push_game(&mut out, game));
    Some(out)
}

fn push_note(out: &mut String, note: &Note) {
    if is_comment(&note.key) {
        return push_comment(out, note);
    }
    let value = one_line(&note.value);
    // A note of signs could be read as a row: a comment above separates it from the rows before. A whole board on one
    // line would still be a level, unless it is a comment itself.
    let is_row = || value.contains('#') || value.chars().all(|c| !c.is_alphabetic() || "pPbBwW".contains(c));
    if note.key.is_empty() && is_row() {
        out.push_str(if value.starts_with("::") {
            ""
        } else if value.contains('|') {
            ":: "
        } else {
            "::\n"
        });
    }
    // A comment or a key, like `; Game: Hexoban`, had a sign in front; moves below a board would be its solution.
    let is_other = || closes(&value) || key_value(&value).is_some() || is_lurd(&value);
    out.push_str(&match note.key.as_str() {
        "" if !value.starts_with("::") && is_other() => format!("; {value}\n"),
        "" => format!("{value}\n"),
        key => format!("{key}: {value}\n"),
    });
}

/// Appends a comment as a block. A line that would end it, or open another comment, gets a mark in front.
fn push_comment(out: &mut String, Note { key, value }: &Note) {
    out.push_str(&format!("{key}:\n"));
    for line in value.lines() {
        let line = shown(line);
        let mark = if closes(&line) || opening(&line).is_some() { "> " } else { "" };
        out.push_str(&format!("{mark}{}\n", line.trim_end()));
    }
    out.push_str(&format!("{key}-End:\n"));
}

fn push_game(out: &mut String, game: &RecordedMoves) {
    let header = if game.header.is_empty() { "Solution" } else { &game.header };
    out.push_str(&format!("\n{header}\n"));
    // Short lines, which mail and editors do not break.
    let letters: Vec<char> = game.lurd.chars().collect();
    letters.chunks(100).for_each(|chunk| out.extend(chunk.iter().chain(&['\n'])));
    game.notes.iter().for_each(|note| push_note(out, note));
}

/// Returns levels as JSON, a line for each row, as the paper on SokoBOT has it: one object, or an array of several.
fn sokobot(collection: &Collection) -> String {
    let objects: Vec<String> = collection.entries.iter().filter_map(object).collect();
    match &objects[..] {
        [one] => format!("{one}\n"),
        many => format!("[\n{}\n]\n", many.join(",\n")),
    }
}

fn object(entry: &Entry) -> Option<String> {
    let mut parts = vec![format!("  \"content\" : [\n{}\n  ]", matrix(entry.body.as_ref().ok()?))];
    let named = [("title", &entry.title), ("author", &entry.author)];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    parts.extend(named.map(|(key, value)| field(key, &Value::from(value.as_str()))));
    let notes = entry.notes.iter().filter(|note| !note.key.is_empty() && note.key != "content");
    let number_or_text = |text: &str| text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
    parts.extend(notes.map(|note| field(&note.key, &number_or_text(&note.value))));
    Some(format!("{{\n{}\n}}", parts.join(",\n")))
}

fn matrix(level: &Level) -> String {
    let cell = |tile: &_| format!("\"{}\"", Alphabet::Sokobot.letter(*tile));
    let row = |row: &[_]| format!("    [ {} ]", row.iter().map(cell).collect::<Vec<_>>().join(", "));
    level.grid.rows().map(row).collect::<Vec<_>>().join(",\n")
}

fn field(key: &str, value: &Value) -> String {
    format!("  {} : {value}", Value::from(key))
}

/// Returns Sokoban XML: a `<Level>` of `<L>` rows for each board, with the notes of the file that have an element.
fn slc(collection: &Collection) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n".to_owned();
    for (element, key) in SLC_NOTES {
        let notes = collection.notes.iter().filter(|note| note.key.eq_ignore_ascii_case(key));
        let value = notes.map(|note| note.value.as_str()).collect::<Vec<_>>().join("\n");
        // At least one Title is required.
        if !value.is_empty() || element == "Title" {
            out.push_str(&format!("  <{element}>{}</{element}>\n", xml_text(&value)));
        }
    }
    let levels = collection.entries.iter().filter_map(|entry| Some((entry, entry.body.as_ref().ok()?)));
    let levels: Vec<(&Entry, &Level)> = levels.collect();
    let author = levels.first().map_or("", |(entry, _)| &entry.author);
    let author = if levels.iter().all(|(entry, _)| entry.author == author) { author } else { "" };
    let width = levels.iter().map(|(_, level)| level.grid.width()).max().unwrap_or(0);
    let height = levels.iter().map(|(_, level)| level.grid.height()).max().unwrap_or(0);
    let copyright = xml_text(author);
    out.push_str(&format!(
        "  <LevelCollection Copyright=\"{copyright}\" MaxWidth=\"{width}\" MaxHeight=\"{height}\">\n"
    ));
    levels.iter().for_each(|(entry, level)| out.push_str(&slc_level(entry, level, author)));
    out.push_str("  </LevelCollection>\n</SokobanLevels>\n");
    out
}

fn slc_level(entry: &Entry, level: &Level, author: &str) -> String {
    let (width, height) = (level.grid.width(), level.grid.height());
    let own =
        if entry.author == author { String::new() } else { format!(" Copyright=\"{}\"", xml_text(&entry.author)) };
    let head = format!("    <Level Id=\"{}\" Width=\"{width}\" Height=\"{height}\"{own}>\n", xml_text(&entry.title));
    let rows: String = lines(&level.grid, Alphabet::Xsb).map(|row| format!("      <L>{row}</L>\n")).collect();
    head + &rows + "    </Level>\n"
}

fn xml_text(value: &str) -> String {
    let lines: Vec<_> = value.lines().map(|line| shown(line.trim())).collect();
    escape(lines.join("\n").trim()).into_owned()
}
