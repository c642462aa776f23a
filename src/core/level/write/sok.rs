//! Writer of SOK: boards with all their notes and recorded games, in the order that YASC and JSoko read.

use super::{lines, one_line, shown};
use crate::level::read::{closes, is_comment, is_lurd, key_value, opening};
use crate::level::{Alphabet, Collection, Entry, Note, RecordedMoves};
use std::fmt::Write;

pub(super) fn write(collection: &Collection) -> String {
    let mut out = String::new();
    collection.notes.iter().for_each(|note| line(&mut out, note));
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
    named.iter().filter(|note| !note.value.is_empty()).for_each(|note| line(&mut out, note));
    // Text right below a board, or `Level: 3`, could be read as its title.
    out.push_str(if entry.title.is_empty() && !entry.notes.is_empty() { "::\n" } else { "" });
    entry.notes.iter().for_each(|note| line(&mut out, note));
    entry.recorded.iter().for_each(|game| recorded(&mut out, game));
    Some(out)
}

fn line(out: &mut String, note: &Note) {
    if is_comment(&note.key) {
        return block(out, note);
    }
    let value = one_line(&note.value);
    // A note of signs could be read as a row: a comment above separates it from the rows before. A whole board on one
    // line would still be a level, unless it is a comment itself.
    let is_row = || value.contains('#') || value.chars().all(|c| !c.is_alphabetic() || "pPbBwW".contains(c));
    if note.key.is_empty() && is_row() {
        out.push_str(if value.contains('|') { ":: " } else { "::\n" });
    }
    // A comment or a key, like `; Game: Hexoban`, had a sign in front; moves below a board would be its solution.
    let value = if note.key.is_empty() && (closes(&value) || key_value(&value).is_some() || is_lurd(&value)) {
        format!("; {value}")
    } else {
        value
    };
    let written = if note.key.is_empty() { writeln!(out, "{value}") } else { writeln!(out, "{}: {value}", note.key) };
    written.expect("invariant: writing to a string never fails");
}

/// Appends a comment as a block, so that its lines are read back unchanged. A line that would end the block, or open
/// another comment, gets a mark in front.
fn block(out: &mut String, Note { key, value }: &Note) {
    out.push_str(&format!("{key}:\n"));
    for line in value.lines() {
        let line = shown(line);
        let mark = if closes(&line) || opening(&line).is_some() { "> " } else { "" };
        out.push_str(&format!("{mark}{}\n", line.trim_end()));
    }
    out.push_str(&format!("{key}-End:\n"));
}

fn recorded(out: &mut String, game: &RecordedMoves) {
    let header = if game.header.is_empty() { "Solution" } else { &game.header };
    out.push_str(&format!("\n{header}\n"));
    // Short lines, which mail and editors do not break.
    let letters: Vec<char> = game.lurd.chars().collect();
    letters.chunks(100).for_each(|chunk| out.extend(chunk.iter().chain(&['\n'])));
    game.notes.iter().for_each(|note| line(out, note));
}
