//! Selection of levels from files.
//!
//! Reads files and picks entries by number or title: levels and faults, in the order of the files.

use super::budget::BudgetArgs;
use super::input;
pub(super) use super::input::{STDIN, name};
use super::{ExitStatus, Failure, message};
use crate::files::Unpacked;
use crate::level::{self, Encoding, Entry, Fault, InputFormat, Level, LevelText, Lurd, ReadOptions};
use crate::run::{Held, Limits, Meter, Stop, StopFlag, parse_bytes, safe};
use crate::solve::Outcome;
use clap::ValueEnum;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::OnceLock;
use wildmatch::WildMatch;

/// Files, and the selection from them.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Files or folders of levels; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// `files` with each folder replaced by the level files in it; an error where a folder has none.
    #[arg(skip)]
    found: OnceLock<Vec<Result<PathBuf, String>>>,
    /// Look into the folders below the named ones too
    #[arg(help_heading = "Levels", short, long, hide_short_help = true)]
    recursive: bool,
    #[command(flatten)]
    pick: PickArgs,
}

/// The selection, and how files are read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PickArgs {
    /// Only these levels of each file, as in 5-10,13,15-
    #[arg(help_heading = "Levels", long, value_name = "NUMBERS")]
    level: Option<Numbers>,
    /// Only levels with such a title, as in '*door*'
    #[arg(help_heading = "Levels", long, value_name = "GLOB")]
    title: Option<String>,
    /// Make these moves first, and take the position that they lead to
    #[arg(help_heading = "Levels", long, value_name = "LURD", hide_short_help = true)]
    after: Option<Lurd>,
    /// The format of the files, detected unless given; see `help formats`
    #[arg(help_heading = "Levels", long, value_enum, default_value_t, value_name = "FORMAT")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    input_format: InputFormat,
    /// Refuse our extensions of others' formats
    #[arg(help_heading = "Levels", long, hide_short_help = true)]
    strict: bool,
    /// Refuse larger files
    #[arg(help_heading = "Levels", long, value_name = "SIZE", default_value = "64MiB", value_parser = parse_bytes)]
    #[arg(hide_short_help = true)]
    max_input: u64,
}

/// A picked entry, and its file.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// The name of the file, as the user gave it.
    pub(super) file: String,
    /// The entry.
    pub(super) entry: Entry,
}

/// All picked entries.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// In the order of the files.
    pub(super) entries: Vec<Picked>,
    /// The notes of the first file.
    pub(super) notes: Vec<level::Note>,
    /// The number of entries of the files, picked or not.
    pub(super) count: usize,
    /// [`ExitStatus::Failed`] where a file could not be read, or a number named no level, as a message has stated.
    pub(super) exit: ExitStatus,
    /// The bytes of the entries, by file.
    held: Vec<Held>,
}

/// The bytes of levels that are not counted, since a run without any takes more. Not tuned: hundreds of small levels.
const FREE: u64 = 1 << 20;

/// Returns the meter under which levels are read and kept where no `--memory` says otherwise: 2 GiB.
pub(super) fn reading() -> Meter {
    reading_within(4 << 30)
}

/// Returns the meter of levels for a limit of memory: they may hold half of it.
pub(super) fn reading_within(memory: u64) -> Meter {
    let limits = Limits { memory: Some(FREE.max(memory / 2)), ..Limits::default() };
    Meter::new(limits, StopFlag::default())
}

impl LevelArgs {
    /// Reads the files. Unreadable ones are reported, and the others still read.
    pub(super) fn load(&self) -> Result<Selection, Failure> {
        self.load_within(&reading())
    }

    /// The same for a subcommand with `--memory`, from which the bytes of the levels are taken.
    pub(super) fn load_beside(&self, budget: &BudgetArgs) -> Result<Selection, Failure> {
        let selection = self.load_within(&budget.reading())?;
        budget.keep(selection.bytes());
        Ok(selection)
    }

    /// The same within other limits.
    pub(super) fn load_within(&self, meter: &Meter) -> Result<Selection, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::message("no file given: name files of levels, or `-` for standard input"));
        }
        let mut selection = Selection::default();
        for found in self.found() {
            let path = found.as_ref().map_err(Failure::message);
            match path.and_then(|path| self.pick.load(path, meter)) {
                Ok(part) => selection.join(part),
                Err(failure) => {
                    message::error(&failure);
                    selection.exit = ExitStatus::Failed;
                }
            }
        }
        selection.exit = selection.exit.and(self.pick.untitled(&selection));
        selection.or_nothing()
    }

    /// The files, those of folders in their place.
    fn found(&self) -> &[Result<PathBuf, String>] {
        self.found.get_or_init(|| {
            let stdin = self.files.is_empty().then(|| PathBuf::from("-"));
            let files_at = |path: PathBuf| match input::files_at(&path, self.recursive) {
                Ok(files) => files.into_iter().map(Ok).collect(),
                Err(failure) => vec![Err(failure.to_string())],
            };
            self.files.iter().cloned().chain(stdin).flat_map(files_at).collect()
        })
    }

    /// Returns the paths of the files, without `-`.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.found().iter().flatten().map(PathBuf::as_path).filter(|path| !input::is_stdin(path))
    }

    /// Returns whether any file is named.
    #[cfg(feature = "serve")]
    pub(super) const fn is_given(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns the most bytes of a file.
    pub(super) const fn max_input(&self) -> u64 {
        self.pick.max_input
    }

    /// Returns whether levels begin after some moves.
    pub(super) const fn is_after(&self) -> bool {
        self.pick.after.is_some()
    }

    /// Returns whether sokoplan's extensions of other formats are refused.
    pub(super) const fn is_strict(&self) -> bool {
        self.pick.strict
    }
}

impl PickArgs {
    /// Reads one file, or all of one archive.
    pub(super) fn load(&self, path: &Path, meter: &Meter) -> Result<Selection, Failure> {
        let mut selection = Selection::default();
        self.inputs(path)?.iter().for_each(|input| selection.join(self.read(input, meter)));
        Ok(selection)
    }

    /// Returns the texts of a file.
    pub(super) fn inputs(&self, path: &Path) -> Result<Vec<Unpacked>, Failure> {
        input::read(path, self.max_input)
    }

    /// Returns the text of a file.
    pub(super) fn text(&self, path: &Path) -> Result<String, Failure> {
        text_of(path, self.max_input)
    }

    /// Returns whether there is a board in these bytes, good or bad.
    pub(super) fn has_board(&self, bytes: &[u8]) -> bool {
        let (text, meter) = (self.decoded(bytes), reading());
        text.entries(&meter).is_ok_and(|mut entries| entries.next().is_some())
    }

    fn decoded<'b>(&self, bytes: &'b [u8]) -> LevelText<'b> {
        LevelText::new(bytes, ReadOptions { format: self.input_format, strict: self.strict })
    }

    /// Reads the picked levels of one text, as far as the meter allows.
    pub(super) fn read(&self, Unpacked { name: file, bytes }: &Unpacked, meter: &Meter) -> Selection {
        let text = self.decoded(bytes);
        if text.encoding() == Encoding::Latin1 {
            message::error(&format!("{file}: not UTF-8, read as Latin-1"));
        }
        let mut selection = Selection::default();
        let (mut held, mut is_good) = (Held::default(), false);
        let result = self.pick(&text, file, &mut selection, &mut held, &mut is_good, meter);
        selection.held.push(held);
        if !is_good {
            self.suggest(file, bytes);
        }
        let missing = self.level.as_ref().and_then(|numbers| numbers.beyond(selection.count));
        let problem = match (result, missing) {
            (Err(stop), _) => {
                format!("{stop} after level {}: --level and --title pick fewer, --memory allows more", selection.count)
            }
            (Ok(()), Some(number)) => format!("there is no level {number}, the last is {}", selection.count),
            (Ok(()), None) if selection.count == 0 => "no level found".to_owned(),
            (Ok(()), None) => return selection,
        };
        message::error(&format!("{file}: {problem}"));
        Selection { exit: ExitStatus::Failed, ..selection }
    }

    /// Adds the picked entries of a text one by one; says whether any level is good, picked or not.
    fn pick(
        &self,
        text: &LevelText<'_>,
        file: &str,
        selection: &mut Selection,
        held: &mut Held,
        is_good: &mut bool,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let mut entries = text.entries(meter)?;
        selection.notes = std::mem::take(&mut entries.notes);
        for entry in entries {
            let entry = entry?;
            *is_good |= entry.body.is_ok();
            if self.picks(&entry) {
                let entry = self.moved(entry);
                held.vec(&mut selection.entries, 1, meter)?;
                held.grow(entry.bytes() - size_of::<Entry>() + file.len(), meter)?;
                selection.entries.push(Picked { file: file.to_owned(), entry });
            }
            selection.count += 1;
        }
        Ok(())
    }

    /// Names the format to ask for, where nothing is a level as it was read, and all is in that format.
    fn suggest(&self, file: &str, bytes: &[u8]) {
        if self.input_format != InputFormat::Auto {
            return;
        }
        let word = level::suggested(bytes).and_then(|format| format.to_possible_value());
        if let Some(word) = word {
            message::note(&format!(
                "{file}: read it with --input-format {}: all of it is levels then",
                word.get_name()
            ));
        }
    }

    fn picks(&self, entry: &Entry) -> bool {
        let numbered = self.level.as_ref().is_none_or(|numbers| numbers.contains(entry.number));
        let titled =
            || self.title.as_ref().is_none_or(|glob| WildMatch::new_case_insensitive(glob).matches(&entry.title));
        numbered && titled()
    }

    /// Returns [`ExitStatus::Failed`], with a message, where `--title` has picked nothing of what was read.
    pub(super) fn untitled(&self, selection: &Selection) -> ExitStatus {
        let Some(glob) = self.title.as_ref().filter(|_| selection.entries.is_empty() && selection.count > 0) else {
            return ExitStatus::Done;
        };
        message::error(&format!("--title {glob}: no level has such a title"));
        ExitStatus::Failed
    }

    /// Makes the moves of `--after`; where the rules forbid one, that is the fault of the level.
    fn moved(&self, mut entry: Entry) -> Entry {
        if let (Some(lurd), Ok(level)) = (&self.after, &entry.body) {
            entry.body = level.after(lurd).map_err(|broken| Fault {
                line: entry.line,
                column: broken.at,
                what: format!("level {}: --after: {broken}", entry.number),
                expected: "moves that the rules allow".to_owned(),
                text: lurd.to_string(),
            });
            // They start at the level's original position.
            entry.recorded.clear();
        }
        entry
    }
}

impl Selection {
    /// Returns the bytes of the entries that count as memory of the run.
    pub(super) fn bytes(&self) -> u64 {
        self.held.iter().map(Held::bytes).sum::<u64>().saturating_sub(FREE)
    }

    /// Adds those of another file.
    pub(super) fn join(&mut self, part: Self) {
        if self.entries.is_empty() {
            self.notes = part.notes;
        }
        self.entries.extend(part.entries);
        self.count += part.count;
        self.held.extend(part.held);
        self.exit = self.exit.and(part.exit);
    }

    /// Returns the selection, unless there is nothing in it for a reason that was told: then there is nothing to sum up.
    pub(super) fn or_nothing(self) -> Result<Self, Failure> {
        if self.entries.is_empty() && self.exit != ExitStatus::Done { Err(Failure::Told(self.exit)) } else { Ok(self) }
    }

    /// Shows every fault on standard error; [`ExitStatus::No`] if there is one.
    pub(super) fn report_faults(&self) -> ExitStatus {
        self.entries.iter().map(Picked::report_fault).collect()
    }

    /// Returns the levels, without faults.
    pub(super) fn levels(&self) -> impl Iterator<Item = (&Picked, &Level)> {
        self.entries.iter().filter_map(|picked| Some((picked, picked.entry.body.as_ref().ok()?)))
    }
}

impl Picked {
    /// Returns one line about the level: file, number, title.
    pub(super) fn heading(&self) -> String {
        let Entry { number, title, .. } = &self.entry;
        format!("{}, level {number}: {}", self.file, safe(title)).trim_end_matches([':', ' ']).to_owned()
    }

    /// If solving it ended in an internal error, shows it on standard error; [`ExitStatus::Internal`] then.
    pub(super) fn report_internal_error(&self, outcome: &Outcome) -> ExitStatus {
        let Outcome::InternalError(error) = outcome else { return ExitStatus::Done };
        message::error(&format!("{}: level {}: {error}", self.file, self.entry.number));
        ExitStatus::Internal
    }

    /// Shows its fault, if it has one, on standard error; [`ExitStatus::No`] then.
    pub(super) fn report_fault(&self) -> ExitStatus {
        self.entry.body.as_ref().err().map_or(ExitStatus::Done, |fault| {
            message::fault(&self.file, fault);
            ExitStatus::No
        })
    }
}

/// The most bytes of a file that is no collection of levels. Not tuned: as of `--max-input`.
const MOST_BYTES: u64 = 64 << 20;

/// Returns the text of a file that is no collection of levels, or of standard input.
pub(super) fn text(path: &Path) -> Result<String, Failure> {
    text_of(path, MOST_BYTES)
}

/// Returns the text of a file, unless it is larger than `most`.
pub(super) fn text_of(path: &Path, most: u64) -> Result<String, Failure> {
    // Bytes that are not UTF-8 can only be in comments.
    Ok(String::from_utf8_lossy(&input::bytes(path, most)?).into_owned())
}

/// The name of a file without its folder.
pub(super) fn base(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}

/// Numbers as in `5-10,13,15-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    /// Returns a requested number that exceeds the count, if any.
    fn beyond(&self, count: usize) -> Option<usize> {
        let asked = |&(first, last): &(usize, usize)| if last == usize::MAX { first } else { last };
        self.0.iter().map(asked).find(|&number| number > count)
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',')
            .map(range)
            .collect::<Option<_>>()
            .map(Self)
            .ok_or_else(|| "expected numbers as in 5-10,13,15-".to_owned())
    }
}

fn range(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    let (first, last) = match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((first, "")) => (number(first)?, usize::MAX),
        Some(("", last)) => (1, number(last)?),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    (first <= last).then_some((first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let numbers: Numbers = "5-7,9,12-".parse().expect("good numbers");
        assert_eq!((1..15).filter(|&n| numbers.contains(n)).collect::<Vec<_>>(), [5, 6, 7, 9, 12, 13, 14]);
        assert_eq!(numbers.beyond(11), Some(12));
        assert_eq!("-3".parse(), Ok(Numbers(vec![(1, 3)])));
        for text in ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
    }
}
