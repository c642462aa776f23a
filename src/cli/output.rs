//! Output of results: destination and format.

use super::Failure;
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// The formats of a subcommand, one of which is JSON Lines.
pub(super) trait OutputFormat: ValueEnum + Copy + Default + PartialEq + Send + Sync + 'static {
    /// The format of `--json`.
    const JSON: Self;
}

/// The formats of subcommands that have only these two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum TextOrJson {
    /// For people
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
}

impl OutputFormat for TextOrJson {
    const JSON: Self = Self::Json;
}

/// `--format`, `--json`, `-o`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OutputArgs<F: OutputFormat> {
    #[command(flatten)]
    form: FormatArgs<F>,
    #[command(flatten)]
    file: OutputFile,
}

/// `--format`, `--json`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FormatArgs<F: OutputFormat> {
    /// The form of the output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", overrides_with = "json")]
    format: F,
    /// Short for --format json
    #[arg(long, overrides_with = "format")]
    json: bool,
}

/// `-o` alone.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct OutputFile {
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl<F: OutputFormat> FormatArgs<F> {
    /// Returns the chosen format.
    pub(super) fn format(&self) -> F {
        if self.json { F::JSON } else { self.format }
    }

    /// Returns whether the format is JSON Lines.
    pub(super) fn is_json(&self) -> bool {
        self.format() == F::JSON
    }
}

impl<F: OutputFormat> OutputArgs<F> {
    /// Returns the chosen format.
    pub(super) fn format(&self) -> F {
        self.form.format()
    }

    /// Returns whether the format is JSON Lines.
    pub(super) fn is_json(&self) -> bool {
        self.form.is_json()
    }

    /// Opens the file of `-o`, or standard output.
    pub(super) fn open(&self) -> Result<Output, Failure> {
        self.file.open()
    }

    /// Returns the path of `-o`, which is a folder for subcommands that write several pictures.
    pub(super) const fn path(&self) -> Option<&PathBuf> {
        self.file.output.as_ref()
    }
}

impl OutputFile {
    /// Returns whether output goes to standard output.
    pub(super) fn is_stdout(&self) -> bool {
        self.output.as_ref().is_none_or(|path| path.as_os_str() == "-")
    }

    /// Opens the file of `-o`, or standard output.
    pub(super) fn open(&self) -> Result<Output, Failure> {
        match self.output.as_ref().filter(|path| path.as_os_str() != "-") {
            Some(path) => {
                let file = File::create(path).map_err(|error| Failure::io(path, &error))?;
                Ok(Output::file(file))
            }
            None => Ok(Output::stdout()),
        }
    }
}

/// A buffered writer: call `flush` after output that must be visible at once, and `close` at the end, since only that
/// reports errors.
pub(super) struct Output(Box<dyn Write>);

impl Output {
    /// Returns standard output.
    pub(super) fn stdout() -> Self {
        Self(Box::new(BufWriter::new(anstream::stdout())))
    }

    /// Returns a writer that discards everything.
    pub(super) fn nowhere() -> Self {
        Self(Box::new(io::sink()))
    }

    /// Returns a writer to an open file.
    pub(super) fn file(file: File) -> Self {
        Self(Box::new(BufWriter::new(file)))
    }

    /// Flushes, and reports errors.
    pub(super) fn close(mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
