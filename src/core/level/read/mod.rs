//! Readers: from the bytes of a file to a [`Collection`], with a fault in place of each board that is not a level.
//! Nothing is guessed silently: unreadable parts are faults with line and column.

mod block;
mod gap;
mod lines;
mod markup;
mod pieces;
mod rows;
mod text;

use super::{Collection, Entry, Fault, InputFormat, NoLevel, Note, SokobanTask, alphabet};
use crate::run::{Meter, Stop};
use crate::strips::pddl::{Domain, Problem, ReadError};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use lines::Source;
pub use lines::{ReadOptions, is_json};
pub(super) use lines::{closes, is_comment, key_value, opening};
pub(super) use markup::SLC_NOTES;
pub(super) use pieces::is_lurd;
pub use pieces::moves_alone;
use std::borrow::Cow;
use std::sync::Arc;

/// Reads the levels and faults of a file.
pub fn read(bytes: &[u8], options: ReadOptions) -> Collection {
    let meter = Meter::unlimited();
    let Ok(text) = LevelText::new(bytes, options, &meter) else { return Collection::default() };
    let Ok(mut entries) = text.entries(&meter) else { return Collection::default() };
    let notes = std::mem::take(&mut entries.notes);
    let read = entries.by_ref().filter_map(Result::ok).collect();
    Collection { notes, entries: read, warnings: entries.warnings() }
}

impl Collection {
    /// Reads XSB, SOK or run lengths, distinguished by their rows; see [`read`] for other formats and for faults.
    pub fn parse(bytes: &[u8]) -> Self {
        read(bytes, ReadOptions::default())
    }
}

/// Returns the format, `Letters` or `Lisa`, that reads levels from these bytes without any fault, within the limits.
pub fn suggested(bytes: &[u8], meter: &Meter) -> Option<InputFormat> {
    let is_good = |format: &InputFormat| {
        let text = LevelText::new(bytes, ReadOptions { format: *format, strict: false }, meter)?;
        let mut entries = text.entries(meter)?.peekable();
        let is_level = |entry: Result<Entry, Stop>| entry.is_ok_and(|entry| entry.body.is_ok());
        Ok::<_, Stop>(entries.peek().is_some() && entries.all(is_level))
    };
    [InputFormat::Letters, InputFormat::Lisa].into_iter().find(|format| is_good(format).unwrap_or(false))
}

/// A text seems to contain boards in unknown letters if a line repeats one letter, and two lines below begin and end with this
/// letter. Boards with walls of `#` are read, and their unknown letters are faults.
pub fn is_drawn_otherwise(text: &str) -> bool {
    // Blanks, or the signs of a list, may separate all cells.
    let is_cell = |letter: &char| !letter.is_whitespace() && !"'\"`,;[](){}".contains(*letter);
    let cells = |line| alphabet::letters(line).map(|(_, letter)| letter).filter(is_cell);
    // Lists of cells may stand on one line.
    let lines = text.split(['\n', '[', ']', '{', '}']).map(|line| cells(line).collect::<String>());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.windows(3).any(|lines| {
        let wall =
            lines[0].chars().next().filter(|wall| *wall != '#' && lines[0].chars().all(|letter| letter == *wall));
        let is_walled =
            |wall| lines.iter().all(|line| line.len() > 2 && line.starts_with(wall) && line.ends_with(wall));
        wall.is_some_and(is_walled)
    })
}

/// Iterator over the levels and faults of a text; see [`LevelText::entries`].
pub struct Entries<'t> {
    /// Notes of the file before its first level.
    pub notes: Vec<Note>,
    warnings: Vec<Fault>,
    source: Source<'t>,
    number: usize,
    is_over: bool,
}

impl Entries<'_> {
    /// Removes and returns the faults found outside the boards in the lines read so far.
    pub fn warnings(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.warnings)
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        // A limit ends the file, since entries left out in between could not be reported.
        let next = if self.is_over { Ok(None) } else { (self.source)(&mut self.warnings) };
        self.is_over = !matches!(next, Ok(Some(_)));
        self.number += 1;
        next.map(|entry| entry.map(|entry| Entry { number: self.number, ..entry })).transpose()
    }
}

/// Decoded text of a file, whose entries are read one by one.
///
/// ```
/// use sokoplan_core::level::{LevelText, ReadOptions};
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), sokoplan_core::run::Stop> {
/// let (bytes, meter) = (b"#####\n#@$.#\n#####\n\n#####\n#@$ #\n#####\n", Meter::unlimited());
/// let text = LevelText::new(bytes, ReadOptions::default(), &meter)?;
/// let good = text.entries(&meter)?.map(|entry| entry.map(|entry| entry.body.is_ok()));
/// assert_eq!(good.collect::<Result<Vec<_>, _>>()?, [true, false]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct LevelText<'b> {
    /// The decoded text.
    pub text: Cow<'b, str>,
    /// Whether the bytes are not UTF-8, and were read as Windows-1252.
    pub is_windows_1252: bool,
    options: ReadOptions,
}

impl<'b> LevelText<'b> {
    /// Decodes the bytes of a file, if the meter allows the memory for copies with another encoding or other line ends.
    pub fn new(bytes: &'b [u8], options: ReadOptions, meter: &Meter) -> Result<Self, Stop> {
        let is_copied = std::str::from_utf8(bytes).is_err() || declared(bytes).is_some();
        let copies = 3 * usize::from(is_copied) + 2 * usize::from(bytes.contains(&b'\r'));
        meter.fits(copies.saturating_mul(bytes.len()))?;
        let (text, is_windows_1252) = decode(bytes);
        Ok(Self { text, is_windows_1252, options })
    }

    /// Returns the levels and faults of the text, in order. The meter is checked at each, and every some thousand lines.
    pub fn entries<'t>(&'t self, meter: &'t Meter) -> Result<Entries<'t>, Stop> {
        let (notes, source) = self.source(meter)?;
        Ok(Entries { notes, warnings: Vec::new(), source, number: 0, is_over: false })
    }

    fn source<'t>(&'t self, meter: &'t Meter) -> Result<(Vec<Note>, Source<'t>), Stop> {
        let (text, ReadOptions { format, strict }) = (&*self.text, self.options);
        let is_auto = format == InputFormat::Auto;
        if is_auto && let Some(file) = PddlFile::of(text) {
            return Ok((Vec::new(), pddl_source(text, file, meter)));
        }
        let root = markup::xml_root(text).filter(|_| is_auto);
        if format == InputFormat::Slc || root.as_deref() == Some(markup::XML_ROOT) {
            return markup::xml(text, meter);
        }
        if format != InputFormat::Sokobot {
            let entries = text::Entries::new(text, self.options, meter)?;
            let is_broken = entries.next.as_ref().is_none_or(|first| first.rows.is_err());
            // A page of text may contain boards between its tags; other XML only looks like rows.
            if root.is_some_and(|root| is_broken && !root.eq_ignore_ascii_case("html")) {
                return markup::xml(text, meter);
            }
            if !(is_auto && entries.next.is_none() && is_json(text) && text.contains("\"content\"")) {
                return Ok(entries.source());
            }
        }
        Ok((Vec::new(), markup::json(text, strict, meter)?))
    }
}

/// Decodes a file by its byte order mark or the head of XML, or from UTF-8, or else from Windows-1252, which accepts every byte;
/// then the flag is set. Line ends become line feeds; `CR CR LF` is one. A text that needs no change is not copied.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let named = Encoding::for_bom(bytes).or_else(|| Some((declared(bytes)?, 0)));
    let (encoding, mark) = named.unwrap_or((UTF_8, 0));
    let bytes = &bytes[mark..];
    let is_windows = encoding == UTF_8 && std::str::from_utf8(bytes).is_err();
    let (mut text, _) = if is_windows { WINDOWS_1252 } else { encoding }.decode_without_bom_handling(bytes);
    if text.contains('\r') {
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace('\r', "\n").into();
    }
    // DOS's end-of-file character, and padding.
    let end = text.trim_end_matches(['\u{1a}', '\0']).len();
    match &mut text {
        Cow::Borrowed(text) => *text = &text[..end],
        Cow::Owned(text) => text.truncate(end),
    }
    (text, is_windows)
}

/// Returns the encoding of XML in UTF-16 without a mark, or that the head names, other than UTF-8; `None` for other texts.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, b'?', 0, ..] => return Some(UTF_16LE),
        [0, b'<', 0, b'?', ..] => return Some(UTF_16BE),
        _ => {}
    }
    let head = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let head = std::str::from_utf8(head.split(|byte| *byte == b'>').next()?).ok()?;
    let value = head.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let label = value.strip_prefix(['"', '\''])?.split(['"', '\'']).next()?;
    // A head that is readable in ASCII is not UTF-16, even if it names that encoding.
    Encoding::for_label(label.as_bytes()).filter(|named| *named != UTF_8 && named.is_ascii_compatible())
}

/// A text of PDDL: its domain and its problems, from their `(define`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PddlFile<'t> {
    /// Text of the domain; `None` if it is in another file.
    pub domain: Option<&'t str>,
    /// Text of each problem.
    pub problems: Vec<&'t str>,
}

impl<'t> PddlFile<'t> {
    /// Returns the parts of a text in which nothing but comments is above the first definition; `None` for other texts.
    pub fn of(text: &'t str) -> Option<Self> {
        let begins = |line: &&str| line.trim_start().get(..7).is_some_and(|word| word.eq_ignore_ascii_case("(define"));
        let is_empty = |line: &&str| line.trim_start().is_empty() || line.trim_start().starts_with(';');
        if !text.lines().find(|line| !is_empty(line)).is_some_and(|line| begins(&line)) {
            return None;
        }
        let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let starts: Vec<usize> = text.lines().filter(begins).map(place).collect();
        let mut file = Self::default();
        for (at, start) in starts.iter().enumerate() {
            let part = &text[*start..starts.get(at + 1).copied().unwrap_or(text.len())];
            // The second parenthesis names the kind.
            let kind = part.splitn(3, '(').nth(2).unwrap_or_default().trim_start();
            let is_domain = kind.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("domain"));
            if is_domain && file.domain.is_none() { file.domain = Some(part) } else { file.problems.push(part) }
        }
        Some(file)
    }

    /// Returns the name of the domain that the first problem asks for; `None` if it names no domain.
    pub fn wanted(&self) -> Option<&'t str> {
        let named = self.problems.first()?.split(":domain").nth(1)?.trim_start();
        named.split(|sign: char| sign.is_whitespace() || sign == ')').next()
    }
}

fn pddl_source<'t>(text: &'t str, file: PddlFile<'t>, meter: &'t Meter) -> Source<'t> {
    let mut problems = file.problems.into_iter();
    Box::new(move |_| {
        meter.check()?;
        let Some(problem) = problems.next() else { return Ok(None) };
        let entry = read_problem(text, file.domain, problem, meter);
        entry.or_else(|refused| refused.map(|fault| Entry::new(0, fault.line, Err(fault)))).map(Some)
    })
}

/// Returns the level of a problem with its task; the error is the fault of the problem, or a limit.
fn read_problem(text: &str, domain: Option<&str>, problem: &str, meter: &Meter) -> Result<Entry, Result<Fault, Stop>> {
    let above = |part: &str| text[..part.as_ptr() as usize - text.as_ptr() as usize].matches('\n').count();
    let fault = |part: &str, line: usize, column: usize, what: &str, expected: &str| {
        Ok(Fault::at(part.lines().nth(line).unwrap_or_default(), above(part) + line, column, what, expected))
    };
    let located = |part: &str, error| match error {
        ReadError::Stopped(stop) => Err(stop),
        ReadError::Fault(error) => {
            let [line, column] = [error.place.line, error.place.column].map(|number| number as usize - 1);
            fault(part, line, column, &error.problem, &error.expected)
        }
    };
    let beside = "the domain in this text, named before it, or beside it: domain.pddl";
    let domain = domain.ok_or_else(|| fault(problem, 0, 0, "a PDDL problem without its domain", beside))?;
    let of_domain = Domain::read(domain, meter).map_err(|error| located(domain, error))?;
    let of_problem = Problem::read(problem, &of_domain, meter).map_err(|error| located(problem, error))?;
    let mut own = Meter::new(meter.limits(), meter.stop_flag().clone());
    let (level, task) = SokobanTask::read(of_domain, of_problem, &mut own).map_err(|error| match error {
        NoLevel::Stopped(stop) => Err(stop),
        NoLevel::Other(why) => {
            let what = format!("a PDDL task that is no Sokoban level: {why}");
            fault(problem, 0, 0, &what, "steps and pushes on a board; `sokoplan pddl solve` solves other tasks")
        }
    })?;
    Ok(Entry { task: Some(Arc::new(task)), ..Entry::new(0, above(problem) + 1, Ok(level)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xml_is_read_in_the_encoding_that_its_head_names() {
        let read = |encoding: &str, bytes: &[u8]| {
            let xml = [format!("<?xml version='1.0' encoding='{encoding}'?>").as_bytes(), bytes].concat();
            let (text, is_windows) = decode(&xml);
            (text.split_once('>').map(|(_, text)| text.to_owned()), is_windows)
        };
        for (encoding, bytes, text, is_windows) in [
            ("ISO-8859-1", &b"M\xF6we"[..], "M\u{f6}we", false),
            ("windows-1251", b"\xD1\xEE\xEA", "\u{421}\u{43e}\u{43a}", false),
            ("Shift_JIS", b"\x91\x71", "\u{5009}", false),
            ("utf-8", b"M\xF6we", "M\u{f6}we", true),
            ("utf-16", "\u{f6}".as_bytes(), "\u{f6}", false),
            ("no-such", "\u{f6}".as_bytes(), "\u{f6}", false),
        ] {
            assert_eq!(read(encoding, bytes), (Some(text.to_owned()), is_windows), "{encoding}");
        }
        let wide: Vec<u8> = "<?xml?>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide), ("<?xml?>".into(), false));
        assert_eq!(decode("\u{feff}a\r\nb\rc\r\r\nd\u{1a}".as_bytes()), ("a\nb\nc\nd".into(), false));
    }
}
