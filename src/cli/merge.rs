//! The option `bench --merge`: puts the rows of all shards together.

use super::bench::Args;
use super::{ExitStatus, Failure, message, row};
use crate::run::safe;
use crate::study::{Merge, Rows, RowsFile};
use std::fs;
use std::path::{Path, PathBuf};

/// Shows the rows of all files in a folder as those of one run, and reports levels that are missing, duplicate or
/// contradictory.
pub(super) fn merge(args: &Args, folder: &Path) -> Result<ExitStatus, Failure> {
    let files = files(folder)?;
    args.distinct(files.iter().map(PathBuf::as_path))?;
    let mut exit = ExitStatus::Done;
    let mut parts = Vec::new();
    for path in &files {
        match part(path, args.levels.max_input()) {
            Ok(part) => parts.push(part),
            Err(failure) => {
                message::error(&failure);
                exit = ExitStatus::Failed;
            }
        }
    }
    let Merge { rows, findings } = Merge::of(&parts);
    let mut sink = args.sink()?;
    rows.iter().try_for_each(|row| sink.level(row))?;
    for finding in &findings {
        sink.row(finding.flaw.word(), finding)?;
        message::error(finding);
    }
    args.conclude(sink, &rows)?;
    Ok(exit.and(ExitStatus::from(findings.is_empty())))
}

/// Returns the paths of the files `NAME.jsonl` in a folder, in order of names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error| Failure::io(folder, &error);
    let paths = fs::read_dir(folder).map_err(failure)?.map(|entry| Ok(entry.map_err(failure)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, Failure>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::message(format!("{}: no file NAME.jsonl", folder.display())));
    }
    Ok(paths)
}

fn part(path: &Path, most: u64) -> Result<RowsFile, Failure> {
    let rows = row::read(path, most, Rows::read_all)?;
    Ok(RowsFile { name: safe(&path.display().to_string()).into_owned(), rows })
}
