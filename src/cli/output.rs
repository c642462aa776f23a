//! Outputs of subcommands: destination, format, width of tables, and `--skin` for drawings of boards.

use super::destination::{Destination, NamedContent, refuse_twins};
use super::interruption::{has_come, waiting};
use super::select::name;
use super::{Failure, message};
use crate::files::Replacement;
use crate::render::{Skin, wrapped};
use crate::run::safe;
use anstream::adapter::StripBytes;
use clap::ValueEnum;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::{env, fs};

/// Formats of a subcommand, named by words on the command line.
pub(super) trait OutputFormat: ValueEnum + Copy + Default + PartialEq + Send + Sync + 'static {
    fn is(self, word: &str) -> bool {
        self.to_possible_value().is_some_and(|value| value.get_name() == word)
    }

    fn json() -> Self {
        Self::value_variants().iter().copied().find(|format| format.is("json")).unwrap_or_default()
    }
}

impl<F: ValueEnum + Copy + Default + PartialEq + Send + Sync + 'static> OutputFormat for F {}

/// The formats of subcommands that write either text or JSON Lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
}

const ENDINGS: [(&str, &[&str]); 14] = [
    ("svg", &["svg"]),
    ("png", &["png"]),
    ("gif", &["gif"]),
    ("jpg", &["jpg"]),
    ("csv", &["csv"]),
    ("json", &["json", "sokobot"]),
    ("jsonl", &["jsonl", "json"]),
    ("dot", &["dot"]),
    ("html", &["html"]),
    ("md", &["markdown"]),
    ("sok", &["sok"]),
    ("xsb", &["xsb"]),
    ("rle", &["rle"]),
    ("slc", &["slc"]),
];

/// Endings of pictures that are not written.
const PIXELS: [&str; 3] = ["png", "gif", "jpg"];

/// Words of formats of levels; a file of another kind may have their endings.
const OF_LEVELS: [&str; 4] = ["sok", "xsb", "rle", "slc"];

/// Endings of files of text, in any format.
const OF_TEXT: [&str; 5] = ["", "txt", "log", "lurd", "sokoproof"];

/// Returns the format with the ending of a file's name; `None` without an ending or for one of text, or if the path is a
/// folder or a device. Fails if the ending is unknown, or of a format outside `F`.
pub(super) fn format_of<F: ValueEnum + Clone>(path: Option<&Path>) -> Result<Option<F>, String> {
    let Some(path) = path.filter(|path| path.is_file() || !path.exists()) else { return Ok(None) };
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
    if OF_TEXT.iter().any(|known| ending == *known) {
        return Ok(None);
    }
    let words = ENDINGS.iter().find(|(known, _)| ending == *known).map_or(&[][..], |(_, words)| words);
    let named = |words: &[&str]| {
        let is_named = |format: &&F| format.to_possible_value().is_some_and(|value| words.contains(&value.get_name()));
        F::value_variants().iter().find(is_named).cloned()
    };
    if let Some(format) = named(words) {
        return Ok(Some(format));
    }
    let is_of = |endings: &[&str]| words.first().is_some_and(|word| endings.contains(word));
    if is_of(&OF_LEVELS) {
        return Ok(None);
    }
    let fit = ENDINGS.iter().filter(|(_, words)| named(words).is_some()).map(|(ending, _)| format!(".{ending}"));
    let fit = fit.collect::<Vec<_>>().join(", ");
    let is_picture = is_of(&PIXELS) && named(&["svg"]).is_some();
    let pictures = if is_picture { "; pictures are SVG" } else { "" };
    Err(format!("-o {}: no format has this ending here: expected {fit}{pictures}", safe(&path.to_string_lossy())))
}

/// `--format`, `--json`, `-o`, `--quiet`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OutputArgs<F: OutputFormat> {
    #[command(flatten)]
    form: FormatArgs<F>,
    #[command(flatten)]
    pub(super) file: OutputFile,
}

/// `--format`, `--json`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FormatArgs<F: OutputFormat> {
    /// Output format [default: by the ending of -o]
    ///
    /// Without an ending that names a format, it is the first of these.
    #[arg(help_heading = "Output", long, value_name = "FORMAT", overrides_with = "json", value_enum)]
    #[arg(hide_short_help = F::value_variants().len() == 2)]
    format: Option<F>,
    /// Write JSON Lines, for programs
    #[arg(help_heading = "Output", long, overrides_with = "format")]
    json: bool,
}

/// `-o` and `--quiet`, for subcommands without a choice of formats.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OutputFile {
    /// Write to a file instead of standard output
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<Destination>,
    /// Hide progress and explanations
    #[arg(help_heading = "Output", short, long, hide_short_help = true)]
    quiet: bool,
}

impl<F: OutputFormat> FormatArgs<F> {
    fn given(&self) -> Option<F> {
        if self.json { Some(F::json()) } else { self.format }
    }

    pub(super) fn is_json(&self) -> bool {
        self.given() == Some(F::json())
    }
}

impl<F: OutputFormat> OutputArgs<F> {
    /// Returns the format of the options, else the format of the file's ending, else the default.
    pub(super) fn format(&self) -> F {
        self.form.given().or_else(|| format_of(self.file.path()).ok().flatten()).unwrap_or_default()
    }

    pub(super) fn is_json(&self) -> bool {
        self.format() == F::json()
    }

    pub(super) const fn is_quiet(&self) -> bool {
        self.file.quiet
    }

    /// Opens the output. Fails if no format is named, and the subcommand cannot write the format of the file's ending.
    pub(super) fn open(&self) -> Result<Output, Failure> {
        if self.form.given().is_none() {
            format_of::<F>(self.file.path()).map_err(Failure::message)?;
        }
        self.file.open()
    }

    pub(super) fn width(&self) -> Option<usize> {
        self.file.width()
    }

    pub(super) fn destination(&self) -> &Destination {
        self.file.destination()
    }
}

impl OutputFile {
    pub(super) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Writes an explanation of words to standard error, and a note on the `details` that `-v` shows.
    pub(super) fn legend(&self, words: &str, details: Option<&str>) {
        if !self.quiet {
            let more = details.map_or_else(String::new, |details| format!("; -v shows {details}"));
            let legend = format!("{words}: see `sokoplan help words`{more}");
            message::note(&wrapped(&legend, width()).trim_end());
        }
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.path().is_none()
    }

    /// Returns the width of tables on standard output; `None` for a file, which has no limit.
    pub(super) fn width(&self) -> Option<usize> {
        if self.is_stdout() { width() } else { None }
    }

    pub(super) const fn named(&self) -> Option<&Destination> {
        self.output.as_ref()
    }

    /// Returns the destination: standard output unless `-o` is given.
    pub(super) fn destination(&self) -> &Destination {
        self.named().unwrap_or(&Destination::Stdout)
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.destination().path()
    }

    pub(super) fn open(&self) -> Result<Output, Failure> {
        self.path().map_or_else(|| Ok(Output::stdout()), Output::text_file)
    }

    /// Writes a text; to a terminal with control characters escaped.
    pub(super) fn write(&self, text: &str) -> Result<(), Failure> {
        let mut out = self.path().map_or_else(|| Ok(Output::bytes()), Output::file)?;
        out.write_all(self.destination().safe(text).as_bytes())?;
        out.close()
    }

    /// Opens the output for a page; returns an error if it is a terminal.
    pub(super) fn open_bytes(&self) -> Result<Output, Failure> {
        match self.path() {
            Some(path) => Output::file(path),
            None if io::stdout().is_terminal() => Err(Failure::message(
                "this format is not for a terminal: name a file with -o, or redirect standard output",
            )),
            None => Ok(Output::bytes()),
        }
    }
}

impl Destination {
    /// Opens a writer of bytes; a file is replaced once all bytes are written.
    pub(super) fn open(&self) -> Result<Output, Failure> {
        self.path().map_or_else(|| Ok(Output::stdout()), Output::file)
    }

    /// Writes files into a folder, or their contents one after another to standard output. A missing folder is created;
    /// other files in the folder stay.
    pub(super) fn save(&self, saved: &[NamedContent]) -> Result<(), Failure> {
        let Self::Path(folder) = self else {
            let mut out = Output::bytes();
            let texts = saved.iter().map(|one| String::from_utf8_lossy(&one.content));
            texts.into_iter().try_for_each(|text| out.write_all(self.safe(&text).as_bytes()))?;
            return out.close();
        };
        refuse_twins(saved.iter().map(|one| &one.name))?;
        fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
        saved.iter().try_for_each(|one| write_file(&folder.join(&one.name), &one.content))
    }
}

/// Buffered writer of an output: `close` ends it. A file keeps its old content until then, unless rows are put there as
/// they come (`put`); a writer that is only dropped leaves the file unchanged. Errors name the file.
pub(super) struct Output {
    to: BufWriter<Target>,
    name: String,
    is_empty: bool,
}

enum Target {
    Stdout(anstream::Stdout),
    Nowhere,
    New(Replacement),
    Text(Replacement, StripBytes),
    /// Standard output unchanged: `anstream` would remove bytes that only look like escape sequences.
    Bytes(io::Stdout),
}

impl Output {
    pub(super) fn stdout() -> Self {
        Self::named("<stdout>", Target::Stdout(anstream::stdout()))
    }

    pub(super) fn bytes() -> Self {
        Self::named("<stdout>", Target::Bytes(io::stdout()))
    }

    pub(super) fn nowhere() -> Self {
        Self::named("", Target::Nowhere)
    }

    pub(super) fn file(path: &Path) -> Result<Self, Failure> {
        let new = opened(path, Replacement::begin)?;
        Ok(Self::named(name(path), Target::New(new)))
    }

    /// Returns a writer of new content for a file that no other process writes.
    pub(super) fn locked(path: &Path) -> Result<Self, Failure> {
        let new = opened(path, Replacement::locked)?;
        Ok(Self::named(name(path), Target::New(new)))
    }

    fn text_file(path: &Path) -> Result<Self, Failure> {
        let new = opened(path, Replacement::begin)?;
        Ok(Self::named(name(path), Target::Text(new, StripBytes::new())))
    }

    fn named(name: impl Display, target: Target) -> Self {
        Self { to: BufWriter::new(target), name: name.to_string(), is_empty: true }
    }

    /// Puts the bytes written so far in the place of the old file; later bytes are added.
    pub(super) fn put(&mut self) -> Result<(), Failure> {
        self.flush()?;
        let put = match self.to.get_mut() {
            Target::New(new) | Target::Text(new, _) => new.put(),
            Target::Stdout(_) | Target::Nowhere | Target::Bytes(_) => Ok(()),
        };
        Ok(put.map_err(|error| self.located(&error))?)
    }

    /// Ends the output: a file has its new content from now on. If a signal came before anything was written, the old
    /// content stays.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        if self.is_empty && has_come() { Ok(()) } else { self.put() }
    }

    fn located(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.name))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.to.write(bytes).map_err(|error| self.located(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush().map_err(|error| self.located(&error))
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Nowhere => Ok(bytes.len()),
            Self::New(new) => new.write(bytes),
            Self::Text(new, colours) => {
                colours.strip_next(bytes).try_for_each(|part| new.write_all(part))?;
                Ok(bytes.len())
            }
            Self::Bytes(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::New(new) | Self::Text(new, _) => new.flush(),
            Self::Nowhere => Ok(()),
            Self::Bytes(out) => out.flush(),
        }
    }
}

/// Returns the new content that `begin` begins for a file; the opening of a FIFO waits for its reader.
fn opened(path: &Path, begin: fn(&Path) -> io::Result<Replacement>) -> Result<Replacement, Failure> {
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return waiting(|| begin(path)).map_err(|error| Failure::io(path, &error));
    }
    begin(path).map_err(|error| Failure::io(path, &error))
}

pub(super) fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    Replacement::whole(path, content.as_ref()).map_err(|error| Failure::io(path, &error))
}

/// Returns the width of the terminal in columns, or the value of `COLUMNS`; `None` if the output is redirected and
/// `COLUMNS` is not set.
pub(super) fn width() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    said.or_else(seen).filter(|&columns| columns > 0)
}

/// The look of pictures.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct SkinArgs {
    /// Look of pictures
    ///
    /// The default is classic.
    #[arg(help_heading = "Output", long, value_enum, value_name = "SKIN", hide_short_help = true)]
    skin: Option<Skin>,
}

impl SkinArgs {
    pub(super) fn skin(self) -> Skin {
        self.skin.unwrap_or_default()
    }

    pub(super) fn dress(self, picture: String) -> String {
        self.skin().dress(picture)
    }

    /// Returns an error if a look is chosen but no picture is drawn.
    pub(super) fn is_for(self, is_picture: bool) -> Result<(), Failure> {
        if self.skin.is_some() && !is_picture {
            return Err(Failure::message("--skin has no effect: it is for pictures, as of --format svg"));
        }
        Ok(())
    }
}
