//! Levels of SokoBOT: JSON with a matrix of letters. The text is one object, an array of objects, or objects one
//! after another. Keys other than `content`, `title` and `author` are kept as notes. Rows may have any lengths.

use super::lines::{Lines, Source, TOO_LARGE};
use super::pieces::{of_game, other_game};
use super::rows::{FEWER_TILES, MOST_TILES, crop};
use crate::level::{Alphabet, Entry, Fault, Grid, Level, Note, Tile};
use crate::run::{Meter, Stop};
use indexmap::IndexMap;
use serde_json::value::RawValue;

const SHAPE: &str = "{ \"content\": [[\"W\", ...], ...] }";

pub(super) fn source<'t>(text: &'t str, strict: bool, meter: &'t Meter) -> Result<Source<'t>, Stop> {
    let json = Json { lines: Lines::of(text, meter)?, strict };
    // The values are listed before the first is read.
    meter.fits(text.matches([',', '{']).count() * size_of::<&RawValue>())?;
    let (mut values, mut fault) = (Vec::new(), None);
    for value in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        match value.map(|value| (value, serde_json::from_str::<Vec<&RawValue>>(value.get()))) {
            Ok((_, Ok(list))) => values.extend(list),
            Ok((value, Err(_))) => values.push(value),
            Err(error) => {
                let (line, column) = (error.line().max(1) - 1, error.column().max(1) - 1);
                fault = Some(json.lines.fault(line, column, "text that is not JSON", SHAPE));
                break;
            }
        }
    }
    let mut values = values.into_iter();
    Ok(Box::new(move |_| {
        meter.check()?;
        let Some(value) = values.next() else {
            return Ok(fault.take().map(|fault| Entry::new(0, fault.line, Err(fault))));
        };
        // Its parts in growing lists and maps, and the text of notes.
        meter.fits(value.get().len() + 64 * value.get().matches([',', '[', '{']).count())?;
        Ok(Some(json.entry(value).unwrap_or_else(|fault| Entry::new(0, fault.line, Err(fault)))))
    }))
}

struct Json<'t> {
    lines: Lines<'t>,
    strict: bool,
}

impl<'t> Json<'t> {
    fn entry(&self, value: &'t RawValue) -> Result<Entry, Fault> {
        let mut object: IndexMap<String, &RawValue> =
            serde_json::from_str(value.get()).map_err(|_| self.fault(value, "no level", SHAPE))?;
        let content = object.shift_remove("content").ok_or_else(|| self.fault(value, "no `content`", SHAPE))?;
        let (line, _) = self.lines.at(content.get());
        let mut entry = Entry::new(0, line + 1, self.level(content));
        for (key, value) in object {
            let value = serde_json::from_str(value.get()).unwrap_or_else(|_| value.get().to_owned());
            match key.as_str() {
                "title" => entry.set_title(&value),
                "author" => entry.author = value,
                _ => entry.notes.push(Note::new(key, value)),
            }
        }
        if let Some(game) = other_game(&entry.notes) {
            entry.body = Err(of_game(&self.lines, line, &game));
        }
        Ok(entry)
    }

    fn level(&self, content: &'t RawValue) -> Result<Level, Fault> {
        let cells: Vec<Vec<&RawValue>> =
            serde_json::from_str(content.get()).map_err(|_| self.fault(content, "`content` is not a matrix", SHAPE))?;
        let width = cells.iter().map(Vec::len).max().unwrap_or(0);
        if width.saturating_mul(cells.len()) > MOST_TILES {
            return Err(self.fault(content, TOO_LARGE, FEWER_TILES));
        }
        let row = |row: &Vec<&'t RawValue>| row.iter().map(|cell| self.tile(cell)).collect::<Result<Vec<_>, _>>();
        let rows: Vec<Vec<Tile>> = cells.iter().map(row).collect::<Result<_, _>>()?;
        let (grid, top, left) = crop(Grid::new(&rows));
        Level::from_grid("", grid).map_err(|offence| {
            let row = cells.get(offence.row + top);
            let cell = row.and_then(|row| row.get(offence.column + left).or(row.last()));
            self.fault(cell.copied().unwrap_or(content), &offence.what, &offence.expected)
        })
    }

    fn tile(&self, cell: &'t RawValue) -> Result<Tile, Fault> {
        let letter = serde_json::from_str::<char>(cell.get()).ok();
        let letter = letter.filter(|&letter| !self.strict || !Alphabet::Sokobot.is_extension(letter));
        let expected = if self.strict { "one of W E S B G" } else { "one of W E S B G s b" };
        letter.and_then(|letter| Alphabet::Sokobot.tile(letter)).ok_or_else(|| self.fault(cell, "no cell", expected))
    }

    fn fault(&self, part: &'t RawValue, what: &str, expected: &str) -> Fault {
        let (line, column) = self.lines.at(part.get());
        self.lines.fault(line, column, what, expected)
    }
}
