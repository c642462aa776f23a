//! Files of levels on the command line, and the options that select levels from them: `5-10,13,15-`.

use super::files::{self, is_stdin, name};
use super::message::{self, ExitStatus, Failure, Result, fewer};
use super::selection::{PickedLevel, Selection};
use crate::files::{FileText, must_hold_levels};
use crate::level::{self, BadLetters, Entry, Fault, InputFormat, LevelText, Lurd, ReadOptions};
use crate::run::{Meter, Stop};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use wildmatch::WildMatch;

/// Files of levels, and the options that select levels from the files.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LevelArgs {
    /// Files or folders of levels; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<NamedFiles>,
    #[command(flatten)]
    pub(crate) pick: PickArgs,
}

#[derive(Clone, Debug)]
struct NamedFiles {
    named: PathBuf,
    /// The file itself, or the level files in the folder; an error for a folder without level files.
    found: Vec<Result<PathBuf, String>>,
}

impl From<OsString> for NamedFiles {
    fn from(word: OsString) -> Self {
        let named = PathBuf::from(word);
        let none = |failure: Failure| vec![Err(failure.to_string())];
        let found = files::files_at(&named).map_or_else(none, |files| files.into_iter().map(Ok).collect());
        Self { named, found }
    }
}

impl LevelArgs {
    pub(crate) fn load(&self, meter: &Meter) -> Result<Selection> {
        collected(|take| self.each(meter, take))
    }

    /// Passes each picked level to `take` as soon as it is read; the selection has no entries. Unreadable files are reported, and the
    /// others are still read.
    pub(crate) fn each(&self, meter: &Meter, mut take: impl FnMut(PickedLevel) -> Result<()>) -> Result<Selection> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::message("no file given: name files of levels, or `-` for standard input"));
        }
        let is_missing = |path: &&PathBuf| !is_stdin(path) && fs::symlink_metadata(path).is_err();
        if let Some(path) = self.files.iter().map(|file| &file.named).find(is_missing) {
            let is_number = path.to_string_lossy().parse::<usize>().is_ok();
            let tip = if is_number { format!("; --level {} picks a level", path.display()) } else { String::new() };
            return Err(Failure::message(format!("{}: there is no such file{tip}", name(path))));
        }
        let stdin = self.files.is_empty().then(|| NamedFiles::from(OsString::from("-")));
        let (mut selection, mut domain) = (Selection::default(), None);
        let files = self.files.iter().chain(&stdin);
        for (named, path) in files.flat_map(|file| file.found.iter().map(|path| (&file.named, path))) {
            let is_named = path.as_ref().is_ok_and(|path| path == named);
            match path.as_ref().map_err(Failure::message).and_then(|path| files::read(path, meter)) {
                Ok(texts) => {
                    for text in texts {
                        let text = FileText { is_named: text.is_named && is_named, ..text };
                        match files::with_domain(text, &mut domain, meter) {
                            Ok(text) => selection.join(self.pick.each(&text, meter, &mut take)?),
                            Err(failure) => {
                                message::error(&failure);
                                selection.exit = ExitStatus::Failed;
                            }
                        }
                    }
                }
                // After a signal, files that were already read are kept.
                Err(Failure::Interrupted) => {
                    message::note(&Stop::Interrupted);
                    selection.exit = ExitStatus::Interrupted;
                    break;
                }
                Err(failure) => {
                    message::error(&failure);
                    selection.exit = ExitStatus::Failed;
                }
            }
        }
        selection.exit = selection.exit.and(self.pick.untitled(&selection));
        selection.or_none_found().or_nothing()
    }

    /// Returns the paths of the files, with folders replaced by their files; `-` is left out.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.files
            .iter()
            .flat_map(|file| file.found.iter().flatten())
            .map(PathBuf::as_path)
            .filter(|path| !is_stdin(path))
    }

    pub(crate) const fn is_given(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns `details`, which names what `-v` would show; `None` if `-v` is given.
    pub(crate) const fn hidden<'t>(&self, details: &'t str) -> Option<&'t str> {
        if self.pick.verbose { None } else { Some(details) }
    }
}

/// Returns the selection with the levels that `read` passes on.
fn collected(read: impl FnOnce(&mut dyn FnMut(PickedLevel) -> Result<()>) -> Result<Selection>) -> Result<Selection> {
    let mut entries = Vec::new();
    let read = read(&mut |picked| {
        entries.push(picked);
        Ok(())
    })?;
    Ok(Selection { entries, ..read })
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    fn place(&self, number: usize) -> Option<usize> {
        self.0.iter().position(|&(first, last)| (first..=last).contains(&number))
    }

    /// Returns a number that the user named and that exceeds `count`; `None` if no named number does.
    pub(crate) fn beyond(&self, count: usize) -> Option<usize> {
        let last = |&(first, last): &(usize, usize)| if last == usize::MAX { first } else { last };
        self.0.iter().map(last).find(|&number| number > count)
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    if text.split('-').any(|end| end.trim().parse() == Ok(0)) {
        return Err("levels count from 1".to_owned());
    }
    let (first, last) = ends(text).ok_or("expected numbers, e.g. 5-10,13,15-")?;
    if first > last {
        return Err(format!("{first}-{last} is reversed: expected {last}-{first}"));
    }
    Ok((first, last))
}

/// Returns both ends of a range, which may be in the wrong order.
fn ends(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    Some(match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((first, "")) => (number(first)?, usize::MAX),
        Some(("", last)) => (1, number(last)?),
        Some((first, last)) => (number(first)?, number(last)?),
    })
}

/// Options that select levels, and options for reading the files.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PickArgs {
    /// Select levels of each file by number, e.g. 5-10,13,15-
    #[arg(help_heading = "Levels", long, value_name = "NUMBERS")]
    level: Option<Numbers>,
    /// Select levels by title, e.g. '*door*'
    #[arg(help_heading = "Levels", long, value_name = "GLOB", hide_short_help = true)]
    title: Option<String>,
    /// Start from the position after these moves
    #[arg(help_heading = "Levels", long, value_name = "LURD", hide_short_help = true)]
    pub(crate) after: Option<Lurd>,
    /// Format of the files; see `help formats`
    #[arg(help_heading = "Levels", long, value_enum, default_value_t, value_name = "FORMAT")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    input_format: InputFormat,
    /// Read boards in these letters, e.g. '#@+$*. '
    ///
    /// The order is: wall, player, player on goal, box, box on goal, goal, floor, and optionally the outside. The words lisa and
    /// letters name known alphabets.
    #[arg(help_heading = "Levels", long, value_name = "LETTERS", value_parser = alphabet, allow_hyphen_values = true)]
    #[arg(conflicts_with = "input_format", hide_short_help = true)]
    alphabet: Option<InputFormat>,
    /// Refuse sokoplan's extensions of other formats
    #[arg(help_heading = "Levels", long, hide_short_help = true)]
    pub(crate) strict: bool,
    /// Print details: plans, explanations, witnesses
    #[arg(help_heading = "Levels", short, long, hide_short_help = true)]
    pub(crate) verbose: bool,
}

fn alphabet(text: &str) -> Result<InputFormat, String> {
    match text {
        "xsb" => Ok(InputFormat::Xsb),
        "letters" => Ok(InputFormat::Letters),
        "lisa" => Ok(InputFormat::Lisa),
        _ => {
            text.parse().map(InputFormat::Own).map_err(|error: BadLetters| format!("{error}; or one of letters, lisa"))
        }
    }
}

const LETTERS: &str = "wall, player, player on goal, box, box on goal, goal, floor";

/// Description of JSON that is read, for messages.
const OF_JSON: &str = "expected objects whose \"content\" is a list of rows, each a list of W, E, S, B and G";

#[derive(Default)]
struct Reading {
    selection: Selection,
    /// Whether a level without a fault was read, picked or not.
    has_level: bool,
}

impl PickArgs {
    /// Reads the picked levels of one file, or of all files in an archive.
    pub(crate) fn load(&self, path: &Path, meter: &Meter) -> Result<Selection> {
        let mut selection = Selection::default();
        for input in files::read(path, meter)? {
            selection.join(self.read(&files::with_domain(input, &mut None, meter)?, meter)?);
        }
        Ok(selection.or_none_found())
    }

    /// Puts the levels of each file in the order of `--level`.
    pub(crate) fn in_order(&self, entries: &mut [PickedLevel]) {
        let Some(numbers) = &self.level else { return };
        let files = entries.chunk_by_mut(|one, other| one.file == other.file);
        files.for_each(|levels| levels.sort_by_key(|picked| numbers.place(picked.entry.number)));
    }

    /// True if these bytes contain a board, with or without faults.
    pub(crate) fn has_board(&self, bytes: &[u8], meter: &Meter) -> Result<bool, Stop> {
        let text = self.decoded(bytes, meter)?;
        Ok(text.entries(meter)?.next().transpose()?.is_some())
    }

    fn format(&self) -> InputFormat {
        self.alphabet.unwrap_or(self.input_format)
    }

    fn decoded<'b>(&self, bytes: &'b [u8], meter: &Meter) -> Result<LevelText<'b>, Stop> {
        LevelText::new(bytes, ReadOptions { format: self.format(), strict: self.strict }, meter)
    }

    /// Returns the picked levels of one text, up to a limit of the meter.
    pub(crate) fn read(&self, text: &FileText, meter: &Meter) -> Result<Selection> {
        collected(|take| self.each(text, meter, take))
    }

    /// Passes each picked level of one text to `take` as soon as it is read, until a limit; the selection has no entries.
    pub(crate) fn each(
        &self,
        FileText { name: file, bytes, is_named, .. }: &FileText,
        meter: &Meter,
        mut take: impl FnMut(PickedLevel) -> Result<()>,
    ) -> Result<Selection> {
        let mut reading = Reading::default();
        let result = self.pick(file, bytes, meter, &mut reading, &mut take);
        let Reading { selection, has_level } = reading;
        // The interrupted subcommand reports this itself, and writes the results so far.
        if matches!(result, Err(Failure::Reading(Stop::Interrupted))) {
            return Ok(selection);
        }
        if result.is_ok() && selection.count == 0 && !is_named {
            if self.verbose || must_hold_levels(Path::new(file)) {
                message::error(&format!("{file}: no level found: skipped"));
            }
            return Ok(Selection { passed: 1, ..selection });
        }
        if result.is_ok() && !has_level {
            self.suggest(file, bytes, meter);
        }
        let missing = self.level.as_ref().and_then(|numbers| numbers.beyond(selection.count));
        let problem = match (result, missing) {
            (Err(Failure::Reading(stop)), _) => format!("{stop} after level {}: {}", selection.count, fewer(stop)),
            (Err(failure), _) => return Err(failure),
            (Ok(()), Some(number)) => format!("there is no level {number}, the last is {}", selection.count),
            (Ok(()), None) if selection.count == 0 => "no level found".to_owned(),
            (Ok(()), None) => return Ok(selection),
        };
        message::error(&format!("{file}: {problem}"));
        Ok(Selection { exit: ExitStatus::Failed, ..selection })
    }

    fn pick(
        &self,
        file: &str,
        bytes: &[u8],
        meter: &Meter,
        reading: &mut Reading,
        take: &mut impl FnMut(PickedLevel) -> Result<()>,
    ) -> Result<()> {
        let text = self.decoded(bytes, meter)?;
        if text.is_windows_1252 {
            message::error(&format!("{file}: not UTF-8, read as Windows-1252"));
        }
        let mut entries = text.entries(meter)?;
        reading.selection.notes = std::mem::take(&mut entries.notes);
        while let Some(entry) = entries.next() {
            entries.warnings().iter().for_each(|warning| message::warning(file, warning));
            let entry = entry?;
            reading.has_level |= entry.body.is_ok();
            if self.picks(&entry) {
                take(self.moved(file, entry))?;
                reading.selection.picked += 1;
            }
            reading.selection.count += 1;
        }
        Ok(())
    }

    /// If no entry is a valid level, suggests an option: the format that makes all entries valid, or `--alphabet`.
    fn suggest(&self, file: &str, bytes: &[u8], meter: &Meter) {
        /// Maximum number of bytes that are read again for the suggestion: the largest collections made by people.
        const MOST: usize = 4 << 20;
        if self.format() != InputFormat::Auto || bytes.len() > MOST {
            return;
        }
        let suggested = level::suggested(bytes, meter).and_then(|format| format.to_possible_value());
        if let Some(word) = suggested.as_ref().map(PossibleValue::get_name) {
            message::note(&format!("{file}: with --input-format {word}, all entries are levels without faults"));
        } else if bytes.contains(&0) {
            message::note(&format!("{file}: binary data: expected plain text, gzip or zip"));
        } else if self.decoded(bytes, meter).is_ok_and(|text| level::is_json(&text.text)) {
            message::note(&format!("{file}: JSON of another kind: {OF_JSON}"));
        } else if self.decoded(bytes, meter).is_ok_and(|text| level::is_drawn_otherwise(&text.text)) {
            message::note(&format!("{file}: boards in other letters? --alphabet '#@+$*. ' names them: {LETTERS}"));
        }
    }

    fn picks(&self, entry: &Entry) -> bool {
        let numbered = self.level.as_ref().is_none_or(|numbers| numbers.place(entry.number).is_some());
        let titled =
            || self.title.as_ref().is_none_or(|glob| WildMatch::new_case_insensitive(glob).matches(&entry.title));
        numbered && titled()
    }

    /// Returns [`ExitStatus::Failed`], after a message, if the files have levels but `--title` matched none.
    pub(crate) fn untitled(&self, selection: &Selection) -> ExitStatus {
        let Some(glob) = self.title.as_ref().filter(|_| selection.picked == 0 && selection.count > 0) else {
            return ExitStatus::Done;
        };
        let tip = if glob.contains(['*', '?']) { String::new() } else { format!("; '*{glob}*' matches a part of it") };
        message::error(&format!("--title {glob}: no level has such a title{tip}"));
        ExitStatus::Failed
    }

    /// Makes the moves of `--after`; an illegal move makes the level a fault.
    fn moved(&self, file: &str, entry: Entry) -> PickedLevel {
        let mut picked = PickedLevel { file: file.to_owned(), entry, past: None };
        if let Some(Err(broken)) = self.after.as_ref().map(|lurd| picked.play(lurd)) {
            // The moves are in no file, so that no line can be shown.
            picked.entry.body = Err(Fault {
                line: picked.entry.line,
                column: 1,
                what: format!("level {}: --after: {broken}", picked.entry.number),
                expected: "moves that the rules allow".to_owned(),
                text: String::new(),
            });
            picked.entry.recorded.clear();
        }
        picked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let numbers: Numbers = "5-7,9,12-".parse().expect("good numbers");
        assert_eq!((1..15).filter(|&n| numbers.place(n).is_some()).collect::<Vec<_>>(), [5, 6, 7, 9, 12, 13, 14]);
        assert_eq!(numbers.beyond(11), Some(12));
        assert_eq!("-3".parse(), Ok(Numbers(vec![(1, 3)])));
        for text in ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
        assert_eq!("1,3-2".parse::<Numbers>(), Err("3-2 is reversed: expected 2-3".to_owned()));
    }
}
