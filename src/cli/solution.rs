//! The option `--solution LURD|FILE|-`: moves, or a file of solutions.

use super::claims::{Claim, Claims, assigned, own, read, tell_others};
use super::select::{self, Selection, text};
use super::{ExitStatus, Failure};
use crate::level::Lurd;
use std::path::Path;

/// The option `--solution`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct SolutionArgs {
    /// The moves themselves, for one level, or a file of solutions; without it, those that the levels hold
    ///
    /// A file has lines of NUMBER LURD, or rows of `solve --json`; `-` is standard input.
    #[arg(long, value_name = "LURD|FILE")]
    solution: Option<String>,
}

impl SolutionArgs {
    /// Returns whether the option is given.
    pub(super) const fn is_given(&self) -> bool {
        self.solution.is_some()
    }

    /// Returns the path of the file of solutions, if the option names one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.solution.as_deref().filter(|text| !is_moves(text)).map(Path::new)
    }

    /// Returns whether the value is moves instead of a file.
    pub(super) fn is_moves(&self) -> bool {
        self.is_given() && self.file().is_none()
    }

    /// Returns the solutions by level: those of the option, or without the option those in the files of levels. The
    /// status is [`ExitStatus::No`] if some solutions are for files not given.
    pub(super) fn claims(&self, selection: &Selection) -> Result<(Claims, ExitStatus), Failure> {
        let Some(solution) = &self.solution else { return Ok((own(&selection.entries), ExitStatus::Done)) };
        let mut files: Vec<String> = selection.entries.iter().map(|picked| picked.file.clone()).collect();
        files.dedup();
        let Some(file) = self.file() else {
            let [picked] = selection.entries.as_slice() else {
                return Err(Failure::message("several levels: pick the level that the moves solve with --level"));
            };
            let (name, level) = (picked.file.clone(), picked.entry.number);
            let claim = Claim::of_moves(name.clone(), level, solution.clone());
            return Ok((Claims::from([((name, level), vec![claim])]), ExitStatus::Done));
        };
        let claims = read(&select::name(file), &text(file)?, &files, &select::reading())?;
        let (claims, others) = assigned(claims, &files);
        Ok((claims, tell_others(&others, "left out")))
    }
}

/// Returns whether an argument is moves: it parses as moves, and no file has this name.
fn is_moves(text: &str) -> bool {
    text.parse::<Lurd>().is_ok() && !Path::new(text).exists()
}
