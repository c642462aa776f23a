//! Writer of SokoBOT's JSON: one object for one level, an array for more.

use crate::level::{Alphabet, Collection, Entry, Level};
use serde_json::Value;

/// Returns all levels of a collection as JSON, one line for each row of a board: the format of the paper on SokoBOT.
pub(super) fn write(collection: &Collection) -> String {
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
    parts.extend(notes.map(|note| field(&note.key, &value(&note.value))));
    Some(format!("{{\n{}\n}}", parts.join(",\n")))
}

fn matrix(level: &Level) -> String {
    let cell = |tile: &_| format!("\"{}\"", Alphabet::Sokobot.letter(*tile));
    let row = |row: &[_]| format!("    [ {} ]", row.iter().map(cell).collect::<Vec<_>>().join(", "));
    level.grid.rows().map(row).collect::<Vec<_>>().join(",\n")
}

/// Returns a text as a number if it is one, else as a string.
fn value(text: &str) -> Value {
    text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from)
}

fn field(key: &str, value: &Value) -> String {
    format!("  {} : {value}", Value::from(key))
}
