//! SokoBOT's levels: JSON with a matrix of letters.
//!
//! Reads one object, an array of objects, or objects one after another. Keys other than `content`, `title` and `author`
//! are kept as notes, so `bestSolution` and `minPushes` are not lost. Rows may have any lengths, since tiles outside
//! the walls mean nothing.

use super::picture::crop;
use super::rows::{FEWER_TILES, MOST_TILES};
use crate::level::{Alphabet, Collection, Entry, Fault, Grid, Level, Note, Tile};
use indexmap::IndexMap;
use serde_json::value::RawValue;

/// Reads a collection.
pub(super) fn read(text: &str, strict: bool) -> Collection {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let source = Source { text, lines: text.lines().collect(), starts, strict };
    let mut collection = Collection::default();
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match value {
            Ok(raw) => source.values(raw, &mut collection),
            Err(error) => {
                let fault =
                    Fault::at(&source.lines, error.line().max(1) - 1, error.column().max(1) - 1, NO_JSON, SHAPE);
                collection.entries.push(Entry::new(collection.entries.len() + 1, fault.line, Err(fault)));
                break;
            }
        }
    }
    collection
}

const NO_JSON: &str = "no JSON";
const SHAPE: &str = "{ \"content\": [[\"W\", ...], ...] }";

struct Source<'t> {
    text: &'t str,
    lines: Vec<&'t str>,
    /// The offset of each line.
    starts: Vec<usize>,
    strict: bool,
}

type Object<'t> = IndexMap<String, &'t RawValue>;

impl<'t> Source<'t> {
    fn values(&self, raw: &'t RawValue, collection: &mut Collection) {
        let values = serde_json::from_str::<Vec<&RawValue>>(raw.get()).unwrap_or_else(|_| vec![raw]);
        for value in values {
            let entry = self.entry(value, collection.entries.len() + 1);
            collection.entries.push(entry);
        }
    }

    fn entry(&self, raw: &'t RawValue, number: usize) -> Entry {
        let Ok(object) = serde_json::from_str::<Object<'t>>(raw.get()) else {
            let fault = self.fault(raw.get(), "no level", SHAPE);
            return Entry::new(number, fault.line, Err(fault));
        };
        let Some(content) = object.get("content") else {
            let fault = self.fault(raw.get(), "no `content`", SHAPE);
            return Entry::new(number, fault.line, Err(fault));
        };
        let (line, _) = self.place(content.get());
        let mut entry = Entry::new(number, line + 1, self.level(content));
        for (key, value) in object.iter().filter(|(key, _)| *key != "content") {
            let value = serde_json::from_str::<String>(value.get()).unwrap_or_else(|_| value.get().to_owned());
            match key.as_str() {
                "title" => entry.set_title(&value),
                "author" => entry.author = value,
                _ => entry.notes.push(Note::new(key, value)),
            }
        }
        entry
    }

    fn level(&self, content: &'t RawValue) -> Result<Level, Fault> {
        let shape = |_| self.fault(content.get(), "`content` is no matrix", SHAPE);
        let cells: Vec<Vec<&RawValue>> = serde_json::from_str(content.get()).map_err(shape)?;
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        if width.saturating_mul(cells.len()) > MOST_TILES {
            return Err(self.fault(content.get(), "a board that is too large", FEWER_TILES));
        }
        let row = |row: &Vec<&'t RawValue>| row.iter().map(|cell| self.tile(cell)).collect::<Result<Vec<_>, _>>();
        let rows: Vec<Vec<Tile>> = cells.iter().map(row).collect::<Result<_, _>>()?;
        let (grid, top, left) = crop(Grid::new(&rows));
        Level::from_grid("", grid).map_err(|offence| {
            let row = cells.get(offence.row + top);
            let cell = row.and_then(|row| row.get(offence.column + left).or(row.last()));
            self.fault(cell.map_or(content.get(), |cell| cell.get()), &offence.what, &offence.expected)
        })
    }

    fn tile(&self, cell: &'t RawValue) -> Result<Tile, Fault> {
        let letter = serde_json::from_str::<char>(cell.get()).ok();
        let letter = letter.filter(|&letter| !self.strict || !Alphabet::Sokobot.is_extension(letter));
        let expected = if self.strict { "one of W E S B G" } else { "one of W E S B G s b" };
        letter
            .and_then(|letter| Alphabet::Sokobot.tile(letter))
            .ok_or_else(|| self.fault(cell.get(), "no cell", expected))
    }

    fn fault(&self, part: &'t str, what: &str, expected: &str) -> Fault {
        let (line, column) = self.place(part);
        Fault::at(&self.lines, line, column, what, expected)
    }

    /// Returns line and column, from 0, of a part of the text.
    fn place(&self, part: &'t str) -> (usize, usize) {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let before = self.text.get(self.starts[line]..offset).unwrap_or_default();
        (line, before.chars().count())
    }
}
