//! The subcommands `sokoplan rooms save` and `rooms check`: snapshots of rooms are written, and compared with. The result is shown as
//! text, as annotations of GitHub, or as JUnit. A level that is new, changed or gone is a failure; one that was only moved, renamed or
//! turned is not.

use super::cut::{CutArgs, Dumper};
use super::snapshots::{self, Current, Finding};
use crate::cli::io::files::name;
use crate::cli::io::{
    Destination, Driver, ExitStatus, Failure, NamedContent, Output, OutputFile, PickedLevel, Result, RunSummary,
    Selection, message, not_inputs, stem,
};
use crate::cli::strategy::Cutter;
use crate::level::Level;
use crate::render::{RoomsDump, RoomsFormat, counted};
use crate::run::{Limits, Meter, safe};
use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write a text file with the rooms of each level, to commit
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms save rooms/ set.xsb
  sokoplan rooms save - set.xsb --level 1        to standard output

Files are named by titles, or by a hash of the board. A saved level that was renamed is replaced.")]
pub(crate) struct SaveArgs {
    /// Folder for the files; `-` is standard output
    #[arg(value_name = "FOLDER")]
    folder: Destination,
    #[command(flatten)]
    cut: CutArgs,
    /// Hide progress and explanations
    #[arg(help_heading = "Output", short, long, hide_short_help = true)]
    quiet: bool,
}

/// Compare rooms with the files that `rooms save` has written
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan rooms check rooms/ set.xsb                  changes of each level
  sokoplan rooms check rooms/ set.xsb --format github  annotations, for CI

Levels that were moved, renamed or turned are recognised. The exit code is 1 if the rooms of a level
are new, different or gone.")]
pub(crate) struct CheckArgs {
    /// Folder of `rooms save`
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    #[command(flatten)]
    cut: CutArgs,
    /// Output format
    #[arg(help_heading = "Output", long, value_name = "FORMAT", value_enum, default_value_t)]
    format: CheckFormat,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// Words and changed lines
    #[default]
    Text,
    /// Annotations of GitHub
    Github,
    /// XML of JUnit
    Junit,
}

impl SaveArgs {
    /// Writes a snapshot of each level. If all levels of the files are picked, also writes the order of the snapshots
    /// of each file and deletes snapshots of levels whose name changed.
    pub(super) fn run(&self) -> Result<ExitStatus> {
        self.cut.distinct(&self.folder)?;
        self.cut.run(self.quiet, |dumper| {
            let (picked, current) = dumper.texts()?;
            let saved = |one: &Current<'_>| NamedContent {
                name: format!("{}.txt", one.name),
                content: one.text.clone().into_bytes(),
            };
            let mut all: Vec<NamedContent> = current.iter().map(saved).collect();
            let stems = stems(dumper.selection);
            let is_whole = dumper.is_whole();
            if is_whole {
                let mut names: BTreeMap<&str, Vec<&str>> =
                    stems.iter().map(|stem| (stem.as_str(), Vec::new())).collect();
                for (picked, one) in picked.iter().zip(&current) {
                    if let Some(names) = names.get_mut(stem(&picked.file).as_str()) {
                        names.push(&one.name);
                    }
                }
                all.extend(names.iter().map(|(stem, names)| snapshots::order(stem, names)));
            }
            let Some(folder) = self.folder.path() else {
                self.folder.save(&all)?;
                return Ok(ExitStatus::Done);
            };
            let renamed = if is_whole { snapshots::renamed(folder, &stems, &current)? } else { Vec::new() };
            let paths: Vec<PathBuf> = all.iter().map(|one| folder.join(&one.name)).collect();
            not_inputs(self.cut.levels.paths(), paths.iter().map(PathBuf::as_path))?;
            self.folder.save(&all)?;
            if !self.quiet {
                let (levels, folder) = (counted(current.len(), "level"), folder.display());
                message::note(&format!("{folder}: {levels} saved; `rooms check` compares with them"));
            }
            renamed.iter().try_for_each(|path| fs::remove_file(path).map_err(|error| Failure::io(path, &error)))?;
            Ok(ExitStatus::Done)
        })
    }
}

impl CheckArgs {
    /// Compares levels with their snapshots; [`ExitStatus::No`] if a level is new, changed or gone.
    pub(super) fn run(&self) -> Result<ExitStatus> {
        self.cut.distinct(self.output.destination())?;
        self.cut.run(self.output.quiet, |dumper| {
            let checked = dumper.checked(&self.folder)?;
            let mut out = self.output.open()?;
            let text = match self.format {
                CheckFormat::Text => checked.text(),
                CheckFormat::Github => checked.github(),
                CheckFormat::Junit => checked.junit(),
            };
            out.write_all(text.as_bytes())?;
            out.close()?;
            Ok(ExitStatus::from(checked.is_fine()))
        })
    }
}

/// Compares the rooms of levels, by the default definition, with their snapshots in a folder. Faults are reported.
pub(crate) fn check<'a>(
    folder: &Path,
    selection: &'a Selection,
    limits: Limits,
    driver: &'a Driver,
) -> Result<(RoomsCheck<'a>, ExitStatus)> {
    let mut dumper = Dumper { cutter: Cutter::default(), limits, driver, selection, ran: RunSummary::default() };
    let checked = dumper.checked(folder)?;
    let exit = dumper.ran.exit.and(ExitStatus::from(checked.is_fine()));
    Ok((checked, exit))
}

impl<'d> Dumper<'d> {
    fn checked(&mut self, folder: &Path) -> Result<RoomsCheck<'d>> {
        let (picked, current) = self.texts()?;
        let stems = stems(self.selection);
        let (findings, removed) = snapshots::compare(folder, &stems, &current, |level| self.text(level))?;
        let removed = if self.is_whole() { removed } else { Vec::new() };
        Ok(RoomsCheck { levels: picked.into_iter().zip(findings).collect(), removed })
    }

    fn texts(&mut self) -> Result<(Vec<&'d PickedLevel>, Vec<Current<'d>>)> {
        let names = snapshots::names(self.selection);
        let mut texts = Vec::new();
        let show = |_: &PickedLevel, dump: &RoomsDump<'_>, _: &Meter| Ok(dump.write(RoomsFormat::Text));
        self.each(&mut Output::nowhere(), false, show, |_, picked, text| {
            let name = names.get(&picked.key()).cloned().unwrap_or_default();
            texts.extend(picked.level().map(|level| (picked, Current { name, level, text })));
            Ok(())
        })?;
        Ok(texts.into_iter().unzip())
    }

    fn text(&self, level: &Level) -> Result<String> {
        let text = self.cut(level, |dump, _| dump.write(RoomsFormat::Text));
        text.map_err(|_| Failure::message("a limit was met: give more --time or --memory"))
    }
}

fn stems(selection: &Selection) -> BTreeSet<String> {
    selection.entries.iter().map(|picked| stem(&picked.file)).collect()
}

pub(crate) struct RoomsCheck<'a> {
    levels: Vec<(&'a PickedLevel, Finding)>,
    removed: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Different,
    Added,
    Renamed,
    Turned,
    Moved,
    Same,
}

impl Finding {
    const fn change(&self) -> Change {
        match self {
            Self { snapshot: None, .. } => Change::Added,
            Self { difference: Some(_), .. } => Change::Different,
            Self { was_titled: Some(_), .. } => Change::Renamed,
            Self { is_turned: true, .. } => Change::Turned,
            Self { was_number: Some(_), .. } => Change::Moved,
            _ => Change::Same,
        }
    }

    const fn is_failure(&self) -> bool {
        matches!(self.change(), Change::Different | Change::Added)
    }

    fn words(&self) -> String {
        let mut words = Vec::new();
        if self.snapshot.is_none() {
            words.push("added, there is no snapshot of it".to_owned());
        }
        words.extend(self.was_titled.as_ref().map(|title| format!("renamed, was \"{}\"", safe(title))));
        words.extend(self.is_turned.then(|| "turned or mirrored".to_owned()));
        words.extend(self.was_number.map(|number| format!("moved, was level {number}")));
        if let Some((changes, _)) = &self.difference {
            words.push(if changes.is_empty() { "different".to_owned() } else { changes.join("; ") });
        }
        words.join("; ")
    }
}

impl RoomsCheck<'_> {
    pub(crate) fn is_fine(&self) -> bool {
        self.removed.is_empty() && !self.levels.iter().any(|(_, finding)| finding.is_failure())
    }

    /// Returns what became of the rooms of a level, in words; `None` if they are the same.
    pub(crate) fn of(&self, level: &PickedLevel) -> Option<String> {
        let is_level = |picked: &PickedLevel| picked.entry.number == level.entry.number && picked.file == level.file;
        let (_, finding) = self.levels.iter().find(|(picked, _)| is_level(picked))?;
        (finding.change() != Change::Same).then(|| finding.words())
    }

    /// Returns how many levels have each result, in words: `1 added, 1 moved, 29 the same`.
    fn summary(&self) -> String {
        let count = |fate| self.levels.iter().filter(|(_, finding)| finding.change() == fate).count();
        let counts = [
            (count(Change::Different), "different"),
            (count(Change::Added), "added"),
            (self.removed.len(), "removed"),
            (count(Change::Renamed), "renamed"),
            (count(Change::Turned), "turned"),
            (count(Change::Moved), "moved"),
        ];
        let shown = counts.into_iter().filter(|(count, _)| *count > 0).chain([(count(Change::Same), "the same")]);
        shown.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns text for people: for each level its result in words and the changed lines of its dump, then the summary.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (picked, finding) in self.levels.iter().filter(|(_, finding)| finding.change() != Change::Same) {
            let _ = writeln!(text, "{}: {}", picked.heading(), finding.words());
            text += finding.difference.as_ref().map_or("", |(_, lines)| lines);
        }
        for path in &self.removed {
            let _ = writeln!(text, "{}: removed, no level matches this snapshot", name(path));
        }
        text + &self.summary() + "\n"
    }

    pub(crate) fn github(&self) -> String {
        let mut text = String::new();
        for (picked, finding) in self.levels.iter().filter(|(_, finding)| finding.change() != Change::Same) {
            let kind = if finding.is_failure() { "error" } else { "notice" };
            text += &picked.annotation(kind, &finding.words());
        }
        for path in &self.removed {
            text += &message::file_annotation(&name(path), "rooms", "removed, no level matches this snapshot");
        }
        text + &self.summary() + "\n"
    }

    fn junit(&self) -> String {
        let failures = self.levels.iter().filter(|(_, finding)| finding.is_failure()).count() + self.removed.len();
        let tests = self.levels.len() + self.removed.len();
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"sokoplan rooms\" tests=\"{tests}\" \
             failures=\"{failures}\">\n"
        );
        for (picked, finding) in &self.levels {
            let name = format!("{:03} {}", picked.entry.number, safe(&picked.entry.title));
            let lines = finding.difference.as_ref().map_or("", |(_, lines)| lines);
            let failure = finding.is_failure().then(|| (finding.words(), lines));
            text += &case(&picked.file, &name, failure);
        }
        for path in &self.removed {
            let why = ("removed, no level matches this snapshot".to_owned(), "");
            text += &case("snapshots", &name(path), Some(why));
        }
        text + "</testsuite>\n"
    }
}

fn case(class: &str, name: &str, failure: Option<(String, &str)>) -> String {
    let head = format!("  <testcase classname=\"{}\" name=\"{}\"", xml(class), xml(name.trim_end()));
    match failure {
        None => head + "/>\n",
        Some((why, lines)) => {
            format!("{head}>\n    <failure message=\"{}\">{}</failure>\n  </testcase>\n", xml(&why), xml(lines))
        }
    }
}

fn xml(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_control() || *letter == '\n').collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
