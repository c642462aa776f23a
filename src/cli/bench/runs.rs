//! Runs of the solver on levels, the words of `bench --ablate`, and where the rows and tables of `bench` go.

use crate::cli::io::row::{self, write_csv};
use crate::cli::io::{
    Destination, Driver, ExitStatus, Output, PickedLevel, Result, distinct, format_of, level_name, message, width,
};
use crate::maze::RoomsBy;
use crate::planner::agenda::GroupsBy;
use crate::render::{Look, counted};
use crate::run::{Answer, Limits, Meter};
use crate::solve::{Options, Part, Report, Stages};
use crate::study::{DRAW, Group, Row, Rows, RunSetting, cells, heads, table, unsolved};
use clap::ValueEnum;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::str::FromStr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AblatedPart {
    Part(Part),
    Rooms(RoomsBy),
    Groups(GroupsBy),
}

impl AblatedPart {
    /// Returns the controls of `parts`: one area and `draws` draws of random areas, except of groups alone; one group and `draws`
    /// draws of random groups, except of rooms alone, and if the options leave out the agenda.
    fn controls(parts: &[Self], draws: u64, options: &Options) -> Vec<Self> {
        let has_rooms = !parts.iter().all(|part| matches!(part, Self::Groups(_)));
        let has_groups = !parts.iter().all(|part| matches!(part, Self::Rooms(_))) && options.has_groups();
        let rooms = std::iter::once(RoomsBy::None).chain((1..=draws).map(RoomsBy::Random)).map(Self::Rooms);
        let groups = std::iter::once(GroupsBy::One).chain((1..=draws).map(GroupsBy::Random)).map(Self::Groups);
        rooms.filter(|_| has_rooms).chain(groups.filter(|_| has_groups)).collect()
    }

    fn name(self) -> String {
        match self {
            Self::Part(part) => part.word().to_owned(),
            Self::Rooms(RoomsBy::None) => "rooms (one area)".to_owned(),
            Self::Rooms(RoomsBy::Random(seed)) => format!("rooms (random areas){DRAW}{seed}"),
            Self::Rooms(by) => format!("rooms ({by})"),
            Self::Groups(GroupsBy::Paths) => "groups (by paths)".to_owned(),
            Self::Groups(GroupsBy::One) => "groups (one group)".to_owned(),
            Self::Groups(GroupsBy::Random(seed)) => format!("groups (random groups){DRAW}{seed}"),
        }
    }

    fn without(self, whole: &Options) -> Options {
        let mut options = whole.clone();
        match self {
            Self::Part(part) => options.leave_out(part),
            Self::Rooms(by) => options.rooms_by = by,
            Self::Groups(by) => options.groups_by = by,
        }
        options
    }
}

impl FromStr for AblatedPart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let by = RoomsBy::ALL.into_iter().find(|by| by.word() == text);
        match (text, by) {
            ("rooms", _) => Ok(Self::Rooms(RoomsBy::None)),
            ("groups", _) => Ok(Self::Groups(GroupsBy::One)),
            (_, Some(by)) => Ok(Self::Rooms(by)),
            _ => text.parse().map(Self::Part).map_err(|known: String| format!("{known}, rooms, groups")),
        }
    }
}

/// Returns the run with all parts, for each of `parts` a run without that part, and the controls if `draws` is given.
pub(super) fn variants(whole: &Options, parts: &[AblatedPart], draws: Option<u64>) -> Vec<Variant> {
    let controls = draws.into_iter().flat_map(|draws| AblatedPart::controls(parts, draws, whole));
    let mut all: Vec<AblatedPart> = Vec::new();
    for one in parts.iter().copied().chain(controls) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    let whole_run = Variant { name: Some("all parts".to_owned()), options: whole.clone() };
    let without = all.into_iter().map(|one| Variant { name: Some(one.name()), options: one.without(whole) });
    std::iter::once(whole_run).chain(without).collect()
}

pub(super) struct Variant {
    /// Name of the run in rows; `None` if there is only one run.
    pub(super) name: Option<String>,
    pub(super) options: Options,
}

/// Runs each level in all variants, and passes the rows to `done` in order; the rows of one level are consecutive. An
/// entry with a fault has a row only if the single variant has no name; an interrupted run has no row.
pub(super) fn run_all(
    driver: &Driver,
    picked: &[PickedLevel],
    variants: &[Variant],
    limits: Limits,
    mut done: impl FnMut(Row) -> Result<()>,
) -> Result<ExitStatus> {
    let has_faults = variants.iter().all(|variant| variant.name.is_none());
    let is_run = |picked: &&PickedLevel| picked.entry.body.is_ok() || has_faults;
    let bouts = picked.iter().filter(is_run);
    let bouts: Vec<(&PickedLevel, &Variant)> =
        bouts.flat_map(|picked| variants.iter().map(move |variant| (picked, variant))).collect();
    let mut exit = ExitStatus::Done;
    let work = |(picked, variant): &(&PickedLevel, &Variant)| run(picked, variant, driver, limits);
    driver.side_by_side(&bouts, work, |(picked, variant), report| {
        exit = exit.and(report.as_ref().map_or(ExitStatus::Done, |of| picked.report_internal_error(&of.outcome)));
        let PickedLevel { file, entry, .. } = picked;
        let row = Row::new(file, entry.number, &entry.title, entry.body.as_ref().ok(), report.as_ref());
        let row = Row { run: variant.name.clone(), ..row };
        if row.body.answer == Answer::Interrupted { Ok(()) } else { done(row) }
    })?;
    Ok(exit)
}

fn run(picked: &PickedLevel, variant: &Variant, driver: &Driver, limits: Limits) -> Option<Report> {
    let level = picked.level()?;
    let what = variant.name.as_ref().map_or_else(String::new, |name| format!(": {name}"));
    driver.progress.began(&format!("{}{what}", level_name(picked)));
    // Without a plan the row has no fidelity.
    let stages = Stages { plan: true, ..Stages::default() };
    let on_progress = |event| driver.progress.tell(picked, event);
    let mut meter = Meter::new(limits, driver.stop.clone());
    Some(stages.run(level, &variant.options, &on_progress, &mut meter).report)
}

/// Format of rows, by the ending of their file's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum RowForm {
    /// JSON Lines, the only format that a run can be resumed from.
    #[default]
    #[value(name = "jsonl")]
    Lines,
    /// CSV with a line for each level and run.
    Csv,
    /// One JSON array of all rows.
    #[value(name = "json")]
    Array,
    /// Markdown with only the tables.
    Markdown,
}

pub(super) struct RowSink {
    pub(super) out: Output,
    form: RowForm,
    /// Rows passed so far, if the format is one array; else empty.
    array: Vec<Value>,
}

impl RowSink {
    pub(super) fn new(mut out: Output, form: RowForm) -> Result<Self> {
        if form == RowForm::Csv {
            write_csv(&mut out, heads())?;
        }
        Ok(Self { out, form, array: Vec::new() })
    }

    /// Writes the rows of an earlier run. They take the place of the old file together.
    pub(super) fn keep(&mut self, kept: &Rows) -> Result<()> {
        kept.settings.iter().try_for_each(|setting| self.row("setting", setting))?;
        kept.assignments.iter().try_for_each(|assignment| self.row("shard", assignment))?;
        kept.rows.iter().try_for_each(|row| self.add(row))?;
        if kept.rows.is_empty() { Ok(()) } else { self.put() }
    }

    /// Writes a row, which is in the file as a whole or not at all.
    pub(super) fn level(&mut self, row: &Row) -> Result<()> {
        self.add(row)?;
        self.put()
    }

    fn put(&mut self) -> Result<()> {
        if matches!(self.form, RowForm::Lines | RowForm::Csv) { self.out.put() } else { Ok(()) }
    }

    pub(super) fn add(&mut self, row: &Row) -> Result<()> {
        match self.form {
            RowForm::Csv => write_csv(&mut self.out, cells(row)?),
            _ => self.row("level", row),
        }
    }

    /// Writes a row of another type, if the format is JSON.
    pub(super) fn row(&mut self, kind: &str, body: impl Serialize) -> Result<()> {
        match self.form {
            RowForm::Lines => {
                let mut line = Vec::new();
                row::row(&mut line, kind, body)?;
                Ok(self.out.write_all(&line)?)
            }
            RowForm::Array => {
                self.array.push(serde_json::to_value(crate::render::Row::new(kind, body))?);
                Ok(())
            }
            RowForm::Csv | RowForm::Markdown => Ok(()),
        }
    }

    /// Writes the sums as rows, or in Markdown the table, and closes the file.
    fn conclude(mut self, groups: &[Group], all: &Group, table: impl FnOnce() -> String) -> Result<()> {
        for group in groups {
            self.row(if group.file.is_some() { "file" } else { "run" }, group)?;
        }
        self.row("summary", all)?;
        match self.form {
            RowForm::Array => serde_json::to_writer_pretty(&mut self.out, &self.array)?,
            RowForm::Markdown => self.out.write_all(table().as_bytes())?,
            RowForm::Lines | RowForm::Csv => {}
        }
        self.out.close()
    }
}

#[derive(Clone, Copy)]
pub(super) struct Tables {
    /// Whether the rows are of several runs, which are compared.
    pub(super) has_runs: bool,
    /// Number of threads of the run; `None` for rows of several machines.
    pub(super) threads: Option<usize>,
    /// Whether columns beyond the width of the terminal are printed.
    pub(super) is_wide: bool,
}

/// Opens the output for the rows: a file, which is locked, else standard output with `--json`.
pub(super) fn sink(is_json: bool, rows_file: Option<&Path>) -> Result<RowSink> {
    match rows_file {
        Some(path) => RowSink::new(Output::locked(path)?, format_of(Some(path))?.unwrap_or_default()),
        None if is_json => RowSink::new(Output::stdout(), RowForm::Lines),
        None => RowSink::new(Output::nowhere(), RowForm::Lines),
    }
}

impl Tables {
    /// Writes the sums to the file of rows, and the tables to standard output.
    pub(super) fn conclude(self, sink: RowSink, rows: &[Row], is_json: bool, has_file: bool) -> Result<()> {
        let groups = if self.has_runs { Group::by_run(rows) } else { Group::by_file(rows) };
        let all = Group::all(rows);
        sink.conclude(&groups, &all, || self.text(&groups, rows, Look::Markdown, None))?;
        let mut out = Output::stdout();
        match (is_json, has_file) {
            (false, _) => {
                let width = (!self.is_wide).then(|| width().unwrap_or(80));
                out.write_all(self.text(&groups, rows, Look::Text, width).as_bytes())?;
            }
            (true, true) => return RowSink::new(out, RowForm::Lines)?.conclude(&groups, &all, String::new),
            (true, false) => {}
        }
        out.close()
    }

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
pub(super) fn refuse_inputs<'i>(inputs: impl Iterator<Item = &'i Path> + Clone, rows: Option<&Path>) -> Result<()> {
    let rows = rows.map(|path| Destination::Path(path.to_owned()));
    distinct(inputs, rows.iter().chain([&Destination::Stdout]))
}

/// Warns where the settings of two runs differ, whose rows then measure different things.
pub(super) fn warn(place: &str, one: &RunSetting, two: &RunSetting) {
    for difference in one.differences(two) {
        message::error(&format!("{place}: warning: the runs differ in {difference}"));
    }
}
