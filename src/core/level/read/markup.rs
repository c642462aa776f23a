//! Sokoban XML: `<SokobanLevels>` with a `<Level>` of `<L>` rows for each board. Events of the XML reader are taken one
//! by one, so that neither nesting nor length costs memory. Only the five entities of XML and characters by number are
//! expanded. Levels of SokoBOT: JSON with a matrix of letters, as one object, an array of objects, or objects one after another;
//! other keys than `content`, `title` and `author` are notes.

use super::lines::{Lines, Source, TOO_LARGE, paced};
use super::pieces::{of_game, other_game};
use super::rows::{self, Cell, FEWER_TILES, MOST_TILES, Row, STRAY, crop};
use crate::level::{Alphabet, Entry, Fault, Grid, InputFormat, Level, Note, Tile};
use crate::run::{Meter, Stop};
use indexmap::IndexMap;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde_json::value::RawValue;

pub(super) const XML_ROOT: &str = "SokobanLevels";

const XML_SHAPE: &str = "<SokobanLevels> with <Level Id=\"..\"> of rows <L>..</L>";

/// Elements above the levels that are notes of the file, each with the key of its note.
pub(in crate::level) const SLC_NOTES: [(&str, &str); 4] =
    [("Title", "Collection"), ("Description", "Comment"), ("Email", "Email"), ("Url", "Homepage")];

/// Returns the name of the root of a text that begins like XML, empty if the root has no name; `None` for other texts.
pub(super) fn xml_root(text: &str) -> Option<String> {
    let text = text.trim_start();
    let mut reader = ["<?xml", "<!DOCTYPE Soko", "<Soko"]
        .iter()
        .any(|head| text.starts_with(head))
        .then(|| Reader::from_str(text))?;
    loop {
        match reader.read_event() {
            Ok(Event::Start(root) | Event::Empty(root)) => return Some(root.local_name().as_ref().to_owned()),
            Ok(Event::Eof) | Err(_) => return Some(String::new()),
            Ok(_) => {}
        }
    }
}

pub(super) fn xml<'t>(text: &'t str, meter: &'t Meter) -> Result<(Vec<Note>, Source<'t>), Stop> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let (lines, author) = (Lines::of(text, meter)?, String::new());
    let mut file = Slc { reader, lines, meter, notes: Vec::new(), author, has_root: false, open: 0, is_over: false };
    // The notes of the file come before its first level.
    let mut first = Some(file.next()?);
    let notes = std::mem::take(&mut file.notes);
    Ok((notes, Box::new(move |_| first.take().map_or_else(|| file.next(), Ok))))
}

struct Slc<'t> {
    reader: Reader<&'t [u8]>,
    lines: Lines<'t>,
    meter: &'t Meter,
    notes: Vec<Note>,
    /// Author of the levels for which no author is named.
    author: String,
    has_root: bool,
    open: usize,
    is_over: bool,
}

#[derive(Default)]
struct SlcBoard {
    title: String,
    author: String,
    line: usize,
    rows: Vec<Row>,
    tiles: usize,
    is_in_row: bool,
    fault: Option<Fault>,
}

impl Slc<'_> {
    /// Returns the next level, or the fault that ends the file.
    fn next(&mut self) -> Result<Option<Entry>, Stop> {
        let (mut board, mut note): (Option<SlcBoard>, _) = (None, String::new());
        for step in 0.. {
            paced(self.meter, step)?;
            if self.is_over {
                break;
            }
            let at = usize::try_from(self.reader.buffer_position()).unwrap_or_default();
            let (text, at) = match self.reader.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => {
                    self.meter.check()?;
                    self.open += 1;
                    let name = tag.local_name();
                    if !std::mem::replace(&mut self.has_root, true) && name.as_ref() != XML_ROOT {
                        let name: String = name.as_ref().chars().take(40).collect();
                        return Ok(Some(self.broken(at, &format!("Sokoban XML of another kind: <{name}>"))));
                    }
                    self.begin(&tag, at, &mut board);
                    note.clear();
                    continue;
                }
                Ok(Event::End(tag)) => {
                    self.open = self.open.saturating_sub(1);
                    let name = tag.local_name();
                    let note = note.trim().lines().map(str::trim).collect::<Vec<_>>().join("\n");
                    match (&mut board, SLC_NOTES.iter().find(|(element, _)| *element == name.as_ref())) {
                        (Some(board), _) if name.as_ref() == "L" => board.is_in_row = false,
                        (None, Some((_, key))) if !note.is_empty() => self.notes.push(Note::new(*key, note)),
                        _ => {}
                    }
                    if let Some(board) = board.take_if(|_| name.as_ref() == "Level") {
                        return Ok(Some(self.entry(board)));
                    }
                    continue;
                }
                Ok(Event::Text(text)) => (text.into_inner(), at),
                Ok(Event::CData(text)) => (text.into_inner(), at + "<![CDATA[".len()),
                Ok(Event::GeneralRef(name)) => {
                    let entity = format!("&{};", &*name);
                    let text = unescape(&entity).map(|text| text.into_owned());
                    (text.unwrap_or(entity).into(), at)
                }
                Ok(Event::Eof) => {
                    self.is_over = true;
                    let within = if board.is_some() || !self.has_root { "a level" } else { "the collection" };
                    let is_whole = self.has_root && self.open == 0;
                    return Ok((!is_whole).then(|| self.broken(at, &format!("the end within {within}"))));
                }
                Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => continue,
                Err(error) => {
                    let at = usize::try_from(self.reader.error_position()).unwrap_or_default();
                    return Ok(Some(self.broken(at, &format!("not valid XML: {error}"))));
                }
            };
            match &mut board {
                Some(board) => self.draw(board, &text, at),
                None => note.push_str(&text),
            }
        }
        Ok(None)
    }

    fn begin(&mut self, tag: &BytesStart<'_>, at: usize, board: &mut Option<SlcBoard>) {
        let line = self.place(at).0;
        match (tag.local_name().as_ref(), board) {
            ("LevelCollection", _) => self.author = attribute(tag, "Copyright").unwrap_or_default(),
            ("Level", board) => {
                let author = attribute(tag, "Copyright").unwrap_or_else(|| self.author.clone());
                let title = attribute(tag, "Id").unwrap_or_default();
                *board = Some(SlcBoard { title, author, line, ..SlcBoard::default() });
            }
            ("L", Some(board)) => {
                board.rows.push(Row { line, cells: Vec::new() });
                board.is_in_row = true;
            }
            _ => {}
        }
    }

    /// Adds text, which begins at byte `at`, to the open row of a board.
    fn draw(&self, board: &mut SlcBoard, text: &str, at: usize) {
        let Some(row) = board.rows.last_mut().filter(|_| board.is_in_row && board.fault.is_none()) else { return };
        let (line, first) = self.place(at);
        for (letter, column) in text.chars().zip(first..) {
            board.tiles += 1;
            let tile = InputFormat::Slc.alphabet().tile(letter);
            let (what, expected) = match tile {
                Some(tile) if board.tiles <= MOST_TILES => {
                    row.cells.push(Cell { tile, letter, column });
                    continue;
                }
                Some(_) => (TOO_LARGE, FEWER_TILES),
                None => (STRAY, "the letters of XSB"),
            };
            board.fault = Some(self.lines.fault(line, column, what, expected));
            return;
        }
    }

    /// Returns the entry of a fault, which ends the file.
    fn broken(&mut self, at: usize, what: &str) -> Entry {
        self.is_over = true;
        let (line, column) = self.place(at);
        Entry::new(0, line + 1, Err(self.lines.fault(line, column, what, XML_SHAPE)))
    }

    fn entry(&self, board: SlcBoard) -> Entry {
        let SlcBoard { title, author, line, rows, fault, .. } = board;
        let body = match fault {
            Some(fault) => Err(fault),
            None if rows.is_empty() => Err(self.lines.fault(line, 0, "a level without rows", XML_SHAPE)),
            None => rows::level(&self.lines, &rows),
        };
        let mut entry = Entry::new(0, rows.first().map_or(line, |row| row.line) + 1, body);
        // XML has no control characters, and no written text may contain any.
        let shown = |text: &str| text.replace(|c: char| c.is_control(), " ").trim().to_owned();
        entry.set_title(&shown(&title));
        entry.author = shown(&author);
        entry
    }

    fn place(&self, at: usize) -> (usize, usize) {
        self.lines.at(self.lines.text.get(at..).unwrap_or_default())
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute =
        tag.attributes().with_checks(false).flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    // An entity of the file's own stays unexpanded.
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    Some(value.map_or_else(|_| attribute.value.clone().into_owned(), |value| value.into_owned()))
}

const JSON_SHAPE: &str = "{ \"content\": [[\"W\", ...], ...] }";

pub(super) fn json<'t>(text: &'t str, strict: bool, meter: &'t Meter) -> Result<Source<'t>, Stop> {
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
                fault = Some(json.lines.fault(line, column, "text that is not JSON", JSON_SHAPE));
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
            serde_json::from_str(value.get()).map_err(|_| self.fault(value, "no level", JSON_SHAPE))?;
        let content = object.shift_remove("content").ok_or_else(|| self.fault(value, "no `content`", JSON_SHAPE))?;
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
        let cells: Vec<Vec<&RawValue>> = serde_json::from_str(content.get())
            .map_err(|_| self.fault(content, "`content` is not a matrix", JSON_SHAPE))?;
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
