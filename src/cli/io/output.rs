//! Options of outputs: destination, format, width of tables, and `--skin` for drawings of boards.

use super::destination::{Destination, Output};
use super::message::{self, Failure, Result};
use crate::render::{Skin, wrapped};
use crate::run::safe;
use clap::ValueEnum;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// Formats of a subcommand, named by words on the command line.
pub(crate) trait OutputFormat: ValueEnum + Copy + Default + PartialEq + Send + Sync + 'static {
    fn json() -> Self {
        Self::from_str("json", false).unwrap_or_default()
    }
}

impl<F: ValueEnum + Copy + Default + PartialEq + Send + Sync + 'static> OutputFormat for F {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
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

/// Endings of files that are no text, or of a format that is written nowhere. All other endings are of text, in any format.
const NO_TEXT: [&str; 22] = [
    "jpeg", "webp", "bmp", "ico", "tiff", "pdf", "ps", "eps", "doc", "docx", "odt", "xls", "xlsx", "ods", "zip", "gz",
    "xz", "tar", "zst", "xml", "tsv", "yaml",
];

/// Returns the format with the ending of a file's name; `None` for an ending of text, or if the path is a folder or a
/// device. Fails if the ending is of no text, or of a format outside `F`.
pub(crate) fn format_of<F: ValueEnum + Clone>(path: Option<&Path>) -> Result<Option<F>> {
    let Some(path) = path.filter(|path| path.is_file() || !path.exists()) else { return Ok(None) };
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase()).unwrap_or_default();
    let known = ENDINGS.iter().find(|(known, _)| ending == *known);
    if known.is_none() && !NO_TEXT.iter().any(|known| ending == *known) {
        return Ok(None);
    }
    let words = known.map_or(&[][..], |(_, words)| words);
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
    let fit = fit.chain(["or an ending of text, e.g. .txt or .plan".to_owned()]).collect::<Vec<_>>().join(", ");
    let is_picture = is_of(&PIXELS) && named(&["svg"]).is_some();
    let pictures = if is_picture { "; pictures are SVG" } else { "" };
    let path = path.to_string_lossy();
    Err(Failure::message(format!("-o {}: no format has this ending here: expected {fit}{pictures}", safe(&path))))
}

/// `--format`, `--json`, `-o`, `--quiet`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct OutputArgs<F: OutputFormat> {
    #[command(flatten)]
    pub(crate) form: FormatArgs<F>,
    #[command(flatten)]
    pub(crate) file: OutputFile,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FormatArgs<F: OutputFormat> {
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
pub(crate) struct OutputFile {
    /// Write to a file instead of standard output
    #[arg(help_heading = "Output", short, long, value_name = "FILE")]
    output: Option<Destination>,
    /// Hide progress and explanations
    #[arg(help_heading = "Output", short, long, hide_short_help = true)]
    pub(crate) quiet: bool,
}

impl<F: OutputFormat> FormatArgs<F> {
    fn given(&self) -> Option<F> {
        if self.json { Some(F::json()) } else { self.format }
    }

    pub(crate) fn is_json(&self) -> bool {
        self.given() == Some(F::json())
    }
}

impl<F: OutputFormat> OutputArgs<F> {
    /// Returns the format of the options, else the format of the file's ending, else the default.
    pub(crate) fn format(&self) -> F {
        self.file.format(self.form.given()).unwrap_or_default()
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format() == F::json()
    }

    /// Opens the output. Fails if no format is named, and the subcommand cannot write the format of the file's ending.
    pub(crate) fn open(&self) -> Result<Output> {
        self.file.format(self.form.given())?;
        self.file.open()
    }
}

impl OutputFile {
    /// Returns the format that is given, else the format of the file's ending, else the default.
    pub(crate) fn format<F: ValueEnum + Clone + Default>(&self, given: Option<F>) -> Result<F> {
        given.map_or_else(|| Ok(format_of(self.path())?.unwrap_or_default()), Ok)
    }

    /// Writes an explanation of words to standard error, and a note on the `details` that `-v` shows.
    pub(crate) fn legend(&self, words: &str, details: Option<&str>) {
        if !self.quiet && self.is_stdout() && io::stdout().is_terminal() {
            let more = details.map_or_else(String::new, |details| format!("; -v shows {details}"));
            let legend = format!("{words}: see `sokoplan help plans`{more}");
            message::note(&wrapped(&legend, width()).trim_end());
        }
    }

    pub(crate) fn is_stdout(&self) -> bool {
        self.path().is_none()
    }

    /// Returns the width of tables on standard output; `None` for a file, which has no limit.
    pub(crate) fn width(&self) -> Option<usize> {
        if self.is_stdout() { width() } else { None }
    }

    pub(crate) const fn named(&self) -> Option<&Destination> {
        self.output.as_ref()
    }

    /// Returns the destination: standard output unless `-o` is given.
    pub(crate) fn destination(&self) -> &Destination {
        self.named().unwrap_or(&Destination::Stdout)
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        self.destination().path()
    }

    pub(crate) fn open(&self) -> Result<Output> {
        self.path().map_or_else(|| Ok(Output::stdout()), Output::text_file)
    }

    /// Writes a text; to a terminal with control characters escaped.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        let mut out = self.path().map_or_else(|| Ok(Output::bytes()), Output::file)?;
        out.write_all(self.destination().safe(text).as_bytes())?;
        out.close()
    }

    /// Opens the output for a page; returns an error if it is a terminal.
    pub(crate) fn open_bytes(&self) -> Result<Output> {
        match self.path() {
            Some(path) => Output::file(path),
            None if io::stdout().is_terminal() => Err(Failure::message(
                "this format is not for a terminal: name a file with -o, or redirect standard output",
            )),
            None => Ok(Output::bytes()),
        }
    }
}

/// Returns the value of `COLUMNS`, or the width of the terminal in columns; `None` without both.
pub(crate) fn width() -> Option<usize> {
    let said = env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
    let seen = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    said.or_else(seen).filter(|&columns| columns > 0)
}

#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct SkinArgs {
    /// Look of pictures
    ///
    /// The default is classic.
    #[arg(help_heading = "Output", long, value_enum, value_name = "SKIN", hide_short_help = true)]
    skin: Option<Skin>,
}

impl SkinArgs {
    pub(crate) fn skin(self) -> Skin {
        self.skin.unwrap_or_default()
    }

    pub(crate) fn dress(self, picture: String) -> String {
        self.skin().dress(picture)
    }

    /// Returns an error if a look is chosen but no picture is drawn.
    pub(crate) fn is_for(self, is_picture: bool) -> Result<()> {
        if self.skin.is_some() && !is_picture {
            return Err(Failure::message("--skin has no effect: it is for pictures, as of --format svg"));
        }
        Ok(())
    }
}
