//! Messages on standard error, and their colours; annotations of GitHub: lines that its runners show beside a file.

use super::select::PickedLevel;
use crate::level::Fault;
use crate::render::TableCell;
use crate::run::{Answer, Limits, is_unsafe, safe, safe_lines};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use std::fmt::Display;
use std::io::Write;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(super) enum Colour {
    /// On terminals, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    pub(super) fn choose(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Writes the reason why the command cannot continue. Errors of standard error itself are ignored.
pub(super) fn error(what: &impl Display) {
    let name = TableCell::plain("sokoplan:").bad().painted();
    _ = writeln!(anstream::stderr(), "{name} {}", safe_lines(&what.to_string()));
}

/// Writes a line about a level: its file and number, the answer in words and colour, and further words.
pub(super) fn answered(place: &str, (answer, limits): (Answer, Limits), rest: &str) {
    let name = TableCell::plain("sokoplan:").bad().painted();
    let answer = TableCell::of_answer(limits.answer_words(answer), answer).painted();
    _ = writeln!(anstream::stderr(), "{name} {}: {answer}{}", safe(place), safe(rest));
}

pub(super) fn note(what: &impl Display) {
    _ = writeln!(anstream::stderr(), "{}", safe_lines(&what.to_string()));
}

/// Writes a fault in a file, with its line, to standard error.
pub(super) fn fault(file: &str, fault: &Fault) {
    _ = writeln!(anstream::stderr(), "{}", shown(Level::ERROR.with_name("sokoplan"), file, fault));
}

/// Writes a warning about a line of a file; the levels of the file were read all the same.
pub(super) fn warning(file: &str, fault: &Fault) {
    _ = writeln!(anstream::stderr(), "{}", shown(Level::WARNING.with_name("sokoplan: warning"), file, fault));
}

/// Returns `FILE:LINE:COLUMN: what`, and the line with a mark below the fault. The stream removes colours if needed.
fn shown(level: Level<'_>, file: &str, fault: &Fault) -> String {
    let (text, column) = window(fault);
    let title = format!("{}:{}:{}: {}", safe(file), fault.line, fault.column, safe(&fault.what));
    if fault.text.is_empty() {
        let title = format!("{title}: expected {}", safe(&fault.expected));
        return Renderer::styled().render(&[Group::with_title(level.primary_title(&title))]);
    }
    let start = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
    let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
    let label = format!("expected {}", safe(&fault.expected));
    let mark = AnnotationKind::Primary.span(start..end).label(&label);
    let snippet = Snippet::source(&text).line_start(fault.line).fold(false).annotation(mark);
    let report = level.primary_title(&title).element(snippet);
    Renderer::styled().render(&[report])
}

/// Returns the part of a long line around the mark, and the column of the mark in it.
fn window(fault: &Fault) -> (String, usize) {
    let before = (fault.column - 1).saturating_sub(60);
    // Each letter is replaced by one letter, so that the mark stays below its letter.
    let printable = |c: char| if is_unsafe(c) { '\u{FFFD}' } else { c };
    let text: String = fault.text.chars().skip(before).take(120).map(printable).collect();
    let width = text.chars().count();
    (text, (fault.column - 1 - before).min(width))
}

/// Returns the annotation of a level, of the kind `error`, `warning` or `notice`.
pub(super) fn level_annotation(kind: &str, picked: &PickedLevel, words: &str) -> String {
    let (file, line) = (property(&picked.file), picked.entry.line);
    format!("::{kind} file={file},line={line},title={}::{}\n", property(&picked.heading()), escaped(words))
}

/// Returns the annotation of a file that is an error.
pub(super) fn file_annotation(file: &str, title: &str, words: &str) -> String {
    format!("::error file={},title={title}::{}\n", property(file), escaped(words))
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
