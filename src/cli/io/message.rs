//! Messages on standard error, and their colours; annotations of GitHub: lines that its runners show beside a file. Exit
//! statuses of the command and of its parts, as listed by `sokoplan help exit-codes`, and failures.

use crate::files::Unreadable;
use crate::level::Fault;
use crate::render::TableCell;
use crate::run::{Answer, Limits, Stop, StopFlag, is_unsafe, safe, safe_lines};
use crate::solve::InternalError;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ValueEnum;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Colour {
    /// On terminals, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    pub(crate) fn choose(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// Writes the reason why the command cannot continue. Errors of standard error itself are ignored.
pub(crate) fn error(what: &impl Display) {
    let name = TableCell::plain("sokoplan:").bad().painted();
    _ = writeln!(anstream::stderr(), "{name} {}", safe_lines(&what.to_string()));
}

/// Writes a line about a level: its file and number, the answer in words and colour, and further words.
pub(crate) fn answered(place: &str, answer: Answer, limits: Limits, rest: &str) {
    let name = TableCell::plain("sokoplan:").bad().painted();
    let answer = TableCell::of_answer(limits.answer_words(answer), answer).painted();
    _ = writeln!(anstream::stderr(), "{name} {}: {answer}{}", safe(place), safe(rest));
}

pub(crate) fn note(what: &impl Display) {
    _ = writeln!(anstream::stderr(), "{}", safe_lines(&what.to_string()));
}

pub(crate) fn fault(file: &str, fault: &Fault) {
    _ = writeln!(anstream::stderr(), "{}", shown(Level::ERROR.with_name("sokoplan"), file, fault));
}

/// Writes a warning about a line of a file; the levels of the file were read all the same.
pub(crate) fn warning(file: &str, fault: &Fault) {
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
    let printable = |c: char| match c {
        '\t' => ' ',
        c if is_unsafe(c) => '\u{FFFD}',
        c => c,
    };
    let text: String = fault.text.chars().skip(before).take(120).map(printable).collect();
    let width = text.chars().count();
    (text, (fault.column - 1 - before).min(width))
}

pub(crate) fn file_annotation(file: &str, title: &str, words: &str) -> String {
    format!("::error file={},title={title}::{}\n", property(file), escaped(words))
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

pub(crate) fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// Exit status of the command or of a part of its work, in ascending order: of two statuses the greater one prevails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// All work was done.
    #[default]
    Done,
    /// All work was done, and the answer is no for some level.
    No,
    /// An error of usage, input or output.
    Failed,
    /// A signal ended the program.
    Interrupted,
    /// An error of this program itself.
    Internal,
}

impl ExitStatus {
    /// Returns the status of two parts together: the greater of both statuses.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }

    /// Returns the exit code for the shell; `interrupted` is the one after a signal.
    pub(crate) fn code(self, interrupted: u8) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Failed => 2,
            Self::Interrupted => interrupted,
            Self::Internal => 70,
        }
    }
}

impl From<Answer> for ExitStatus {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Solved => Self::Done,
            Answer::InternalError => Self::Internal,
            _ => Self::No,
        }
    }
}

impl From<&StopFlag> for ExitStatus {
    fn from(stop: &StopFlag) -> Self {
        if stop.is_raised() { Self::Interrupted } else { Self::Done }
    }
}

impl From<bool> for ExitStatus {
    fn from(yes: bool) -> Self {
        if yes { Self::Done } else { Self::No }
    }
}

impl FromIterator<Self> for ExitStatus {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        parts.into_iter().fold(Self::Done, Self::and)
    }
}

/// Returns what helps if the reading of levels met a limit.
pub(crate) const fn fewer(stop: Stop) -> &'static str {
    match stop {
        Stop::TimeLimit => "select fewer levels with --level or --title, or raise --time",
        _ => "select fewer levels with --level or --title, or raise --memory",
    }
}

/// Result of a part of a command, whose error is a [`Failure`] unless another is named.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

/// Why a subcommand cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The reader of the output has closed it: no error, and no message.
    #[error("broken pipe")]
    BrokenPipe,
    /// An error of this program, which the user should report.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// A limit was met while levels were read.
    #[error("{0}: {fewer}", fewer = fewer(*.0))]
    Reading(#[from] Stop),
    /// A signal ended the subcommand before it had results.
    #[error("{}", Stop::Interrupted)]
    Interrupted,
    /// The reasons were printed, and no work is left: the subcommand ends with this status.
    #[error("no result")]
    Told(ExitStatus),
    /// Any other reason, as a message for the user.
    #[error("{0}")]
    Message(String),
}

impl Failure {
    /// Returns a failure with a message.
    pub fn message(words: impl Into<String>) -> Self {
        Self::Message(words.into())
    }

    /// Returns a failure for a limit that was met, or for a signal, whose exit code differs.
    pub(crate) fn stopped(stop: Stop) -> Self {
        if stop == Stop::Interrupted { Self::Interrupted } else { Self::message(stop.to_string()) }
    }

    /// Returns a failure with a message that names a file and the error that the operating system reported for it.
    pub fn io(path: &Path, error: &io::Error) -> Self {
        Self::Message(format!("{}: {error}", path.display()))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::BrokenPipe } else { Self::Message(error.to_string()) }
    }
}

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        match error {
            Unreadable::Stopped(_, Stop::Interrupted) => Self::Interrupted,
            Unreadable::Stopped(_, Stop::MemoryLimit) => Self::message(format!("{error}: give more --memory")),
            other => Self::message(other.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
