//! Where the rows and the tables of `bench run` and `bench merge` go.

use super::runs::{RowForm, RowSink};
use crate::cli::io::{Destination, Failure, FormatArgs, Output, OutputFile, TextOrJson, distinct, message, width};
use crate::render::{Look, counted};
use crate::study::{Group, Row, RunSetting, table, unsolved};
use std::io::Write;
use std::path::Path;

/// `--format`, `--json`, `-o`, `-q`, `-v`: tables are printed, and rows are written to a file.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TableArgs {
    #[command(flatten)]
    pub(super) form: FormatArgs<TextOrJson>,
    #[command(flatten)]
    pub(super) file: OutputFile,
}

/// What the last tables are about.
#[derive(Clone, Copy)]
pub(super) struct Tables {
    /// Whether the rows are of several runs, which are compared.
    pub(super) has_runs: bool,
    /// Number of threads of the run; `None` for rows of several machines.
    pub(super) threads: Option<usize>,
    /// Whether columns beyond the width of the terminal are printed.
    pub(super) is_wide: bool,
}

impl TableArgs {
    /// Opens the output for the rows: a file, which is locked, else standard output with `--json`.
    pub(super) fn sink(&self, rows_file: Option<&Path>) -> Result<RowSink, Failure> {
        match rows_file {
            Some(path) => RowSink::new(Output::locked(path)?, RowForm::of(path)?),
            None if self.form.is_json() => RowSink::new(Output::stdout(), RowForm::Lines),
            None => RowSink::new(Output::nowhere(), RowForm::Lines),
        }
    }

    /// Writes the sums to the file of rows, and the tables to standard output.
    pub(super) fn conclude(&self, sink: RowSink, rows: &[Row], tables: Tables, has_file: bool) -> Result<(), Failure> {
        let groups = if tables.has_runs { Group::by_run(rows) } else { Group::by_file(rows) };
        let all = Group::all(rows);
        sink.conclude(&groups, &all, || tables.text(&groups, rows, Look::Markdown, None))?;
        let mut out = Output::stdout();
        match (self.form.is_json(), has_file) {
            (false, _) => {
                let width = (!tables.is_wide).then(|| width().unwrap_or(80));
                out.write_all(tables.text(&groups, rows, Look::Text, width).as_bytes())?;
            }
            (true, true) => return RowSink::new(out, RowForm::Lines)?.conclude(&groups, &all, String::new),
            (true, false) => {}
        }
        out.close()
    }
}

impl Tables {
    fn text(self, groups: &[Group], rows: &[Row], look: Look, width: Option<usize>) -> String {
        let all = if !self.has_runs && groups.len() != 1 { vec![Group::all(rows)] } else { Vec::new() };
        let groups = [groups, &all].concat();
        // With `--ablate` the run with all parts; otherwise the group of all files, which is last.
        let last = if self.has_runs { groups.first() } else { groups.last() };
        let measured = self.threads.map(|threads| format!("seconds measured with {}\n", counted(threads, "thread")));
        let text = table(&groups, last, &measured.unwrap_or_default(), look, width);
        if self.has_runs { text } else { text + &unsolved(rows, width) }
    }
}

/// Returns an error if an output is also an input, or two outputs are one file, standard output included.
pub(super) fn refuse_inputs<'i>(
    inputs: impl Iterator<Item = &'i Path> + Clone,
    rows_file: Option<&Path>,
) -> Result<(), Failure> {
    let rows = rows_file.map(|path| Destination::Path(path.to_owned()));
    distinct(inputs, rows.iter().chain([&Destination::Stdout]))
}

/// Warns where the settings of two runs differ, whose rows then measure different things.
pub(super) fn warn(place: &str, one: &RunSetting, two: &RunSetting) {
    for difference in one.differences(two) {
        message::error(&format!("{place}: warning: the runs differ in {difference}"));
    }
}
