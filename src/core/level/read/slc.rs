//! Sokoban XML: `<SokobanLevels>` with a `<Level>` of `<L>` rows for each board. Events of the XML reader are taken one
//! by one, so that neither nesting nor length costs memory. Only the five entities of XML and characters by number are
//! expanded. Elements of other names are skipped.

use super::lines::{Lines, Source, TOO_LARGE, paced};
use super::rows::{self, FEWER_TILES, MOST_TILES, Row, STRAY};
use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

pub(super) const ROOT: &str = "SokobanLevels";

const SHAPE: &str = "<SokobanLevels> with <Level Id=\"..\"> of rows <L>..</L>";

/// Elements above the levels that are notes of the file, each with the key of its note.
pub(in crate::level) const SLC_NOTES: [(&str, &str); 4] =
    [("Title", "Collection"), ("Description", "Comment"), ("Email", "Email"), ("Url", "Homepage")];

/// Returns the name of the root of a text that begins like XML, empty if the root has no name; `None` for other texts.
pub(super) fn root(text: &str) -> Option<String> {
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

pub(super) fn source<'t>(text: &'t str, meter: &'t Meter) -> Result<(Vec<Note>, Source<'t>), Stop> {
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
                    if !std::mem::replace(&mut self.has_root, true) && name.as_ref() != ROOT {
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
                board.rows.push(Row { line, tiles: Vec::new() });
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
                    row.tiles.push((tile, column));
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
        Entry::new(0, line + 1, Err(self.lines.fault(line, column, what, SHAPE)))
    }

    fn entry(&self, board: SlcBoard) -> Entry {
        let SlcBoard { title, author, line, rows, fault, .. } = board;
        let body = match fault {
            Some(fault) => Err(fault),
            None if rows.is_empty() => Err(self.lines.fault(line, 0, "a level without rows", SHAPE)),
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
