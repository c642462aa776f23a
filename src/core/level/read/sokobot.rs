//! Levels of SokoBOT: JSON with a matrix of letters. The text is one object, an array of objects, or objects one
//! after another. Keys other than `content`, `title` and `author` are kept as notes. Rows may have any lengths.

use super::Lines;
use super::game::{of_game, other_game};
use super::rows::{FEWER_TILES, MOST_TILES, crop};
use crate::level::{Alphabet, Entry, Fault, Grid, Level, Note, Tile};
use crate::run::{Meter, Stop};
use indexmap::IndexMap;
use serde_json::StreamDeserializer;
use serde_json::de::StrRead;
use serde_json::value::RawValue;
use std::cell::Cell;
use std::fmt;

pub(super) struct Entries<'t> {
    source: Source<'t>,
    values: StreamDeserializer<'t, StrRead<'t>, &'t RawValue>,
    of_array: std::vec::IntoIter<&'t RawValue>,
    number: usize,
    is_broken: bool,
    meter: &'t Meter,
}

impl fmt::Debug for Entries<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entries").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str, strict: bool, meter: &'t Meter) -> Result<Self, Stop> {
        let lines = Lines::of(text, meter)?;
        // The values of an array are listed before the first is read.
        meter.fits(text.matches(',').count() * size_of::<&RawValue>())?;
        Ok(Self {
            source: Source { lines, strict, last: Cell::default() },
            values: serde_json::Deserializer::from_str(text).into_iter::<&RawValue>(),
            of_array: Vec::new().into_iter(),
            number: 0,
            is_broken: false,
            meter,
        })
    }

    pub(super) fn next(&mut self) -> Option<Result<Entry, Stop>> {
        if let Err(stop) = self.meter.check() {
            return (!std::mem::replace(&mut self.is_broken, true)).then_some(Err(stop));
        }
        loop {
            if let Some(value) = self.of_array.next() {
                if let Err(stop) = self.meter.fits(most(value.get())) {
                    self.is_broken = true;
                    return Some(Err(stop));
                }
                self.number += 1;
                return Some(Ok(self.source.entry(value, self.number)));
            }
            match self.values.next().filter(|_| !self.is_broken)? {
                Ok(raw) => {
                    let values = serde_json::from_str::<Vec<&RawValue>>(raw.get()).unwrap_or_else(|_| vec![raw]);
                    self.of_array = values.into_iter();
                }
                Err(error) => {
                    (self.is_broken, self.number) = (true, self.number + 1);
                    let (line, column) = (error.line().max(1) - 1, error.column().max(1) - 1);
                    let fault = self.source.lines.fault(line, column, NO_JSON, SHAPE);
                    return Some(Ok(Entry::new(self.number, fault.line, Err(fault))));
                }
            }
        }
    }
}

const NO_JSON: &str = "text that is not JSON";
const SHAPE: &str = "{ \"content\": [[\"W\", ...], ...] }";

/// Returns the approximate bytes for reading a value: its parts in growing lists and maps, and the text of notes.
fn most(value: &str) -> usize {
    const PART: usize = 64;
    value.len() + PART * value.matches([',', '[', '{']).count()
}

#[derive(Debug)]
struct Source<'t> {
    lines: Lines<'t>,
    strict: bool,
    /// Line, byte offset and column of the place computed last: later places of the line are counted from it.
    last: Cell<(usize, usize, usize)>,
}

type Object<'t> = IndexMap<String, &'t RawValue>;

impl<'t> Source<'t> {
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
        if let Some(game) = other_game(&entry.notes) {
            entry.body = Err(of_game(&self.lines, line, &game));
        }
        entry
    }

    fn level(&self, content: &'t RawValue) -> Result<Level, Fault> {
        let shape = |_| self.fault(content.get(), "`content` is not a matrix", SHAPE);
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
        self.lines.fault(line, column, what, expected)
    }

    /// Returns line and column, from 0, of a part of the text.
    fn place(&self, part: &'t str) -> (usize, usize) {
        let offset = (part.as_ptr() as usize).saturating_sub(self.lines.text.as_ptr() as usize);
        let (line, start) = self.lines.at(offset);
        let (last, from, column) = self.last.get();
        let (from, column) = if last == line && from <= offset { (from, column) } else { (start, 0) };
        let column = column + self.lines.text.get(from..offset).unwrap_or_default().chars().count();
        self.last.set((line, offset, column));
        (line, column)
    }
}
