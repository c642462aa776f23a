//! Which levels of which files are meant.
//!
//! File names, numbers and titles come in; entries go out, levels and faults, in the order of the files. What is done
//! with a level is not known here.

use super::{Exit, Failure, message};
use crate::level::{self, Collection, Encoding, Entry, InputFormat, Level, Lurd, ReadOptions};
use crate::solve::Outcome;
use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use wildmatch::WildMatch;

/// Files, and what is picked from them.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct LevelArgs {
    /// Files of levels; `-` is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pick: PickArgs,
}

/// What is picked from files, and how they are read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct PickArgs {
    /// Only these levels, by their numbers in the file, as in 5-10,13,15-
    #[arg(help_heading = "Levels", long, value_name = "NUMBERS")]
    level: Option<Numbers>,
    /// Only levels with such a title; `*` and `?` stand for anything
    #[arg(help_heading = "Levels", long, value_name = "GLOB")]
    title: Option<String>,
    /// Make these moves first, and take the position that they lead to
    #[arg(help_heading = "Levels", long, value_name = "LURD")]
    after: Option<Lurd>,
    /// What the files are written in
    #[arg(help_heading = "Levels", long, value_enum, default_value_t, value_name = "FORMAT")]
    input_format: InputFormat,
    /// Refuse our extensions of others' formats
    #[arg(help_heading = "Levels", long)]
    strict: bool,
}

/// A picked entry, and the file that it came from.
#[derive(Clone, Debug)]
pub(super) struct Picked {
    /// The name of the file, as the user gave it.
    pub(super) file: String,
    /// The entry.
    pub(super) entry: Entry,
}

/// All that was picked.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// In the order of the files.
    pub(super) entries: Vec<Picked>,
    /// What the first file says of itself.
    pub(super) notes: Vec<level::Note>,
    /// How many entries the files have, picked or not.
    pub(super) count: usize,
    /// [`Exit::Failed`] where a file could not be read, or a number named no level; the user was told.
    pub(super) exit: Exit,
}

impl LevelArgs {
    /// Reads the files. Those that cannot be read are reported, and the others go on.
    pub(super) fn load(&self) -> Result<Selection, Failure> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            return Err(Failure::say("no file given: name files of levels, or `-` for standard input"));
        }
        let stdin = [PathBuf::from("-")];
        let mut selection = Selection::default();
        for path in if self.files.is_empty() { &stdin[..] } else { &self.files } {
            match self.pick.load(path) {
                Ok(part) => selection.join(part),
                Err(failure) => {
                    message::error(&failure);
                    selection.exit = Exit::Failed;
                }
            }
        }
        Ok(selection)
    }

    /// Are our extensions refused?
    pub(super) const fn is_strict(&self) -> bool {
        self.pick.strict
    }
}

impl PickArgs {
    /// Reads one file.
    pub(super) fn load(&self, path: &Path) -> Result<Selection, Failure> {
        let file = name(path);
        let options = ReadOptions { format: self.input_format, strict: self.strict };
        let Collection { notes, entries, encoding } = level::read(&bytes(path)?, options);
        if encoding == Encoding::Latin1 {
            message::error(&format!("{file}: not UTF-8, read as Latin-1"));
        }
        let missing = self.level.as_ref().and_then(|numbers| numbers.beyond(entries.len()));
        let mut exit = Exit::Done;
        if let Some(number) = missing {
            message::error(&format!("{file}: there is no level {number}, the last is {}", entries.len()));
            exit = Exit::Failed;
        } else if entries.is_empty() {
            message::error(&format!("{file}: no level found"));
            exit = Exit::Failed;
        }
        let count = entries.len();
        let picked = entries.into_iter().filter(|entry| self.picks(entry));
        let entries = picked.map(|entry| self.moved(&file, entry)).collect::<Result<_, _>>()?;
        Ok(Selection { entries, notes, count, exit })
    }

    fn picks(&self, entry: &Entry) -> bool {
        let numbered = self.level.as_ref().is_none_or(|numbers| numbers.contains(entry.number));
        let titled =
            || self.title.as_ref().is_none_or(|glob| WildMatch::new_case_insensitive(glob).matches(&entry.title));
        numbered && titled()
    }

    fn moved(&self, file: &str, mut entry: Entry) -> Result<Picked, Failure> {
        if let (Some(lurd), Ok(level)) = (&self.after, &entry.body) {
            let broken = |broken| Failure::say(format!("{file}: level {}: --after: {broken}", entry.number));
            entry.body = Ok(level.after(lurd).map_err(broken)?);
            // They begin at the level's own start.
            entry.recorded.clear();
        }
        Ok(Picked { file: file.to_owned(), entry })
    }
}

impl Selection {
    fn join(&mut self, part: Self) {
        if self.entries.is_empty() {
            self.notes = part.notes;
        }
        self.entries.extend(part.entries);
        self.count += part.count;
        self.exit = self.exit.and(part.exit);
    }

    /// Shows every fault on standard error; [`Exit::No`] where there is one.
    pub(super) fn report_faults(&self) -> Exit {
        self.entries.iter().map(Picked::report_fault).collect()
    }

    /// The levels, faults left out.
    pub(super) fn levels(&self) -> impl Iterator<Item = (&Picked, &Level)> {
        self.entries.iter().filter_map(|picked| Some((picked, picked.entry.body.as_ref().ok()?)))
    }
}

impl Picked {
    /// The level in a line: file, number, title.
    pub(super) fn heading(&self) -> String {
        let Entry { number, title, .. } = &self.entry;
        format!("{}, level {number}: {title}", self.file).trim_end_matches([':', ' ']).to_owned()
    }

    /// Shows a fault of ours that its solving came to on standard error; [`Exit::Internal`] then.
    pub(super) fn report_internal_error(&self, outcome: &Outcome) -> Exit {
        let Outcome::InternalError(error) = outcome else { return Exit::Done };
        message::error(&format!("{}: level {}: {error}", self.file, self.entry.number));
        Exit::Internal
    }

    /// Shows its fault, if it has one, on standard error; [`Exit::No`] then.
    pub(super) fn report_fault(&self) -> Exit {
        self.entry.body.as_ref().err().map_or(Exit::Done, |fault| {
            message::fault(&self.file, fault);
            Exit::No
        })
    }
}

/// The name that messages and rows use.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// The bytes of a file, or of standard input.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::io(Path::new(&name(path)), &error))
}

/// Numbers as in `5-10,13,15-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    /// A number that is asked for, and is more than there are.
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
