//! Sokoban XML: `<SokobanLevels>` with a `<Level>` of `<L>` rows for each board. Events of the XML reader are taken one
//! by one, so that neither nesting nor length costs memory. Only the five entities of XML and characters by number are
//! expanded. Elements of other names are skipped.

use super::rows::{self, FEWER_TILES, MOST_TILES, Row, STRAY};
use super::{Lines, paced};
use crate::level::{Entry, Fault, InputFormat, Note};
use crate::run::{Meter, Stop};
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use std::fmt;

const ROOT: &str = "SokobanLevels";

const SHAPE: &str = "<SokobanLevels> with <Level Id=\"..\"> of rows <L>..</L>";

/// Returns whether the root of a text is the root of Sokoban XML; `None` if the text does not begin as XML.
pub(super) fn kind(text: &str) -> Option<bool> {
    let text = text.trim_start();
    let is_ours = || {
        let mut reader = Reader::from_str(text);
        loop {
            match reader.read_event() {
                Ok(Event::Start(root) | Event::Empty(root)) => break root.local_name().as_ref() == ROOT,
                Ok(Event::Eof) | Err(_) => break false,
                Ok(_) => {}
            }
        }
    };
    (text.starts_with("<?xml") || text.starts_with("<!DOCTYPE Soko") || text.starts_with("<Soko")).then(is_ours)
}

pub(super) struct Entries<'t> {
    reader: Reader<&'t [u8]>,
    lines: Lines<'t>,
    meter: &'t Meter,
    /// First entry: it is read in advance, since the notes of the file stand before it.
    first: Option<Result<Entry, Stop>>,
    notes: Vec<Note>,
    number: usize,
    /// Author of the levels for which no author is named.
    author: String,
    level: Option<SlcBoard>,
    /// Name of the open element whose text is kept, with the text read so far if it becomes a note.
    taken: Option<(&'static str, String)>,
    has_root: bool,
    open: usize,
    is_over: bool,
}

impl fmt::Debug for Entries<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entries").field("number", &self.number).finish_non_exhaustive()
    }
}

const ROW: &str = "L";

const LETTERS: &str = "the letters of XSB";

/// Elements whose text is kept, each with the key of the note that it becomes.
const TAKEN: [(&str, &str); 5] =
    [(ROW, ""), ("Title", "Collection"), ("Description", "Comment"), ("Email", "Email"), ("Url", "Homepage")];

#[derive(Default)]
struct SlcBoard {
    title: String,
    author: String,
    line: usize,
    rows: Vec<Row>,
    tiles: usize,
    fault: Option<Fault>,
}

impl<'t> Entries<'t> {
    pub(super) fn new(text: &'t str, meter: &'t Meter) -> Result<(Vec<Note>, Self), Stop> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let mut entries = Self {
            reader,
            lines: Lines::of(text, meter)?,
            meter,
            first: None,
            notes: Vec::new(),
            number: 0,
            author: String::new(),
            level: None,
            taken: None,
            has_root: false,
            open: 0,
            is_over: false,
        };
        entries.first = entries.read();
        Ok((std::mem::take(&mut entries.notes), entries))
    }

    pub(super) fn next(&mut self) -> Option<Result<Entry, Stop>> {
        self.first.take().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<Result<Entry, Stop>> {
        if self.is_over {
            return None;
        }
        match self.level() {
            Ok(drawn) => Some(Ok(self.entry(drawn?))),
            Err(stop) => {
                self.is_over = true;
                Some(Err(stop))
            }
        }
    }

    fn level(&mut self) -> Result<Option<SlcBoard>, Stop> {
        for step in 0.. {
            paced(self.meter, step)?;
            let at = self.offset();
            match self.reader.read_event() {
                Ok(Event::Start(tag) | Event::Empty(tag)) => {
                    self.meter.check()?;
                    self.open += 1;
                    if let Some(fault) = self.foreign(at, &tag) {
                        return Ok(Some(fault));
                    }
                    self.open(&tag, at);
                }
                Ok(Event::End(tag)) => {
                    self.open = self.open.saturating_sub(1);
                    let name = tag.local_name();
                    self.close(name.as_ref());
                    if let Some(level) = self.level.take_if(|_| name.as_ref() == "Level") {
                        return Ok(Some(level));
                    }
                }
                Ok(Event::Text(text)) => self.take(&text, at),
                Ok(Event::CData(text)) => self.take(&text, at + "<![CDATA[".len()),
                Ok(Event::GeneralRef(name)) => {
                    let letter = name.resolve_char_ref().ok().flatten().map(String::from);
                    match letter.or_else(|| resolve_xml_entity(&name).map(str::to_owned)) {
                        Some(text) => self.take(&text, at),
                        None => self.leave(&name, at),
                    }
                }
                Ok(Event::Eof) => {
                    self.is_over = true;
                    let within = if self.level.is_some() || !self.has_root { "a level" } else { "the collection" };
                    let is_within = self.level.is_some() || !self.has_root || self.open > 0;
                    return Ok(is_within.then(|| self.broken(at, &format!("the end within {within}"))));
                }
                Ok(Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_)) => {}
                Err(error) => {
                    self.is_over = true;
                    let at = usize::try_from(self.reader.error_position()).unwrap_or_default();
                    return Ok(Some(self.broken(at, &format!("not valid XML: {error}"))));
                }
            }
        }
        Ok(None)
    }

    fn open(&mut self, tag: &BytesStart<'_>, at: usize) {
        match tag.local_name().as_ref() {
            "LevelCollection" => self.author = attribute(tag, "Copyright").unwrap_or_default(),
            "Level" => {
                let author = attribute(tag, "Copyright").unwrap_or_else(|| self.author.clone());
                let title = attribute(tag, "Id").unwrap_or_default();
                self.level = Some(SlcBoard { title, author, line: self.line(at), ..SlcBoard::default() });
            }
            name => {
                let Some((name, _)) = TAKEN.into_iter().find(|(taken, _)| *taken == name) else { return };
                self.taken = Some((name, String::new()));
                let line = self.line(at);
                if let Some(level) = self.level.as_mut().filter(|_| name == ROW) {
                    level.rows.push(Row { line, tiles: Vec::new() });
                }
            }
        }
    }

    fn close(&mut self, name: &str) {
        let Some((tag, text)) = self.taken.take_if(|(tag, _)| *tag == name) else { return };
        let key = TAKEN.into_iter().find(|(taken, _)| *taken == tag).map_or("", |(_, key)| key);
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        if self.level.is_none() && self.number == 0 && tag != ROW && !lines.is_empty() {
            self.notes.push(Note::new(key, lines.join("\n")));
        }
    }

    /// Adds text, which begins at byte `at`, to the open row or note.
    fn take(&mut self, text: &str, at: usize) {
        let (_, start) = self.lines.at(at);
        let (Some((tag, note)), level) = (&mut self.taken, &mut self.level) else { return };
        let Some(level) = level.as_mut().filter(|_| *tag == ROW) else {
            return note.push_str(text);
        };
        let Some(row) = level.rows.last_mut() else { return };
        let mut fault = None;
        for (offset, letter) in text.char_indices().map(|(offset, letter)| (at + offset, letter)) {
            level.tiles += 1;
            match InputFormat::Slc.alphabet().tile(letter) {
                Some(_) if level.tiles > MOST_TILES => {
                    fault = Some((offset, "a board that is too large", FEWER_TILES));
                    break;
                }
                Some(tile) => row.tiles.push((tile, offset.saturating_sub(start))),
                None => {
                    fault = Some((offset, STRAY, LETTERS));
                    break;
                }
            }
        }
        if let Some((offset, what, expected)) = fault {
            self.fail(offset, what, expected);
        }
    }

    /// Adds the entity `name`, unexpanded, to the open note; in a row an entity is a fault.
    fn leave(&mut self, name: &str, at: usize) {
        match &mut self.taken {
            Some((ROW, _)) => self.fail(at, "an entity, which is not expanded", LETTERS),
            Some((_, note)) => note.push_str(&format!("&{name};")),
            None => {}
        }
    }

    fn fail(&mut self, at: usize, what: &str, expected: &str) {
        let fault = self.fault(at, what, expected);
        if let Some(level) = &mut self.level {
            level.fault.get_or_insert(fault);
        }
    }

    /// Returns the fault of a root element that is not of Sokoban XML; `None` for other elements.
    fn foreign(&mut self, at: usize, tag: &BytesStart<'_>) -> Option<SlcBoard> {
        let name = tag.local_name();
        let name = name.as_ref();
        if std::mem::replace(&mut self.has_root, true) || name == ROOT {
            return None;
        }
        self.is_over = true;
        let name: String = name.chars().take(40).collect();
        Some(self.broken(at, &format!("Sokoban XML of another kind: <{name}>")))
    }

    fn broken(&self, at: usize, what: &str) -> SlcBoard {
        SlcBoard { line: self.line(at), fault: Some(self.fault(at, what, SHAPE)), ..SlcBoard::default() }
    }

    fn entry(&mut self, drawn: SlcBoard) -> Entry {
        self.number += 1;
        let SlcBoard { title, author, line, rows, fault, .. } = drawn;
        let body = match fault {
            Some(fault) => Err(fault),
            None if rows.is_empty() => Err(self.lines.fault(line, 0, "a level without rows", SHAPE)),
            None => rows::level(&self.lines, &rows).map_err(|fault| self.in_letters(fault)),
        };
        let line = rows.first().map_or(line, |row| row.line);
        let mut entry = Entry::new(self.number, line + 1, body);
        // XML has no control characters, and no written text may contain any.
        let shown = |text: &str| text.replace(|c: char| c.is_control(), " ").trim().to_owned();
        entry.set_title(&shown(&title));
        entry.author = shown(&author);
        entry
    }

    /// Returns a fault with its column, a number of bytes in rows, converted to a number of letters.
    fn in_letters(&self, fault: Fault) -> Fault {
        let line = self.lines.all.get(fault.line - 1).copied().unwrap_or_default();
        let letters = line.char_indices().take_while(|(at, _)| *at < fault.column - 1).count();
        let past = (fault.column - 1).saturating_sub(line.len());
        Fault { column: letters + past + 1, ..fault }
    }

    fn offset(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or_default()
    }

    fn line(&self, at: usize) -> usize {
        self.lines.at(at).0
    }

    fn fault(&self, at: usize, what: &str, expected: &str) -> Fault {
        let (line, start) = self.lines.at(at);
        self.in_letters(self.lines.fault(line, at - start, what, expected))
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute =
        tag.attributes().with_checks(false).flatten().find(|attribute| attribute.key.local_name().as_ref() == name)?;
    // An entity of the file's own stays unexpanded.
    let value = attribute.normalized_value(XmlVersion::Implicit1_0);
    Some(value.map_or_else(|_| attribute.value.clone().into_owned(), |value| value.into_owned()))
}
