//! The subcommand `sokoplan bench`: runs collections under limits, with one or several strategies; compares runs and merges
//! the shares of a run.

mod run;
mod runs;

use crate::cli::io::files::with_ending;
use crate::cli::io::{BoundArgs, ExitStatus, Failure, FormatArgs, Output, TextOrJson, message, row, width};
use crate::run::safe;
use crate::study::{Comparison, Merge, Rows, RowsFile};
use runs::{TableArgs, Tables, refuse_inputs, warn};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Run whole collections under limits; compare strategies and runs
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct BenchArgs {
    #[command(subcommand)]
    mode: Option<Mode>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Mode {
    Run(Box<run::RunArgs>),
    Compare(CompareArgs),
    Merge(MergeArgs),
}

/// Compare two runs: levels gained and lost, nodes, time
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan bench compare old.jsonl new.jsonl
  sokoplan bench compare old.jsonl new.jsonl --json

Nodes and time are compared on the levels that both runs solve. The exit code is 1 if a level is
lost. A warning names the settings in which the runs differ.")]
struct CompareArgs {
    /// Rows of the earlier run
    old: PathBuf,
    /// Rows of the later run
    new: PathBuf,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    form: FormatArgs<TextOrJson>,
}

/// Merge the rows of all shares into one table
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan bench merge run
  sokoplan bench merge run -o all.jsonl

Missing, duplicate and contradictory levels are reported, with exit code 1.")]
struct MergeArgs {
    /// Folder of the shares, the files NAME.jsonl
    folder: PathBuf,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    tables: TableArgs,
}

pub(super) fn run(args: &BenchArgs) -> Result<ExitStatus, Failure> {
    match &args.mode {
        None => run::run(&args.run),
        Some(Mode::Run(args)) => run::run(args),
        Some(Mode::Compare(args)) => compare(args),
        Some(Mode::Merge(args)) => merge(args),
    }
}

fn compare(args: &CompareArgs) -> Result<ExitStatus, Failure> {
    let CompareArgs { old: old_path, new: new_path, limits, form } = args;
    let read = |path: &Path| row::read(path, &limits.reading(), Rows::read);
    let (old, new) = (read(old_path)?, read(new_path)?);
    if let (Some(one), Some(two)) = (old.settings.first(), new.settings.first()) {
        warn(&format!("{} and {}", old_path.display(), new_path.display()), one, two);
    }
    let comparison = Comparison::new(&old, &new);
    let mut out = Output::stdout();
    if form.is_json() {
        comparison.gained.iter().try_for_each(|level| row::row(&mut out, "gained", level))?;
        comparison.lost.iter().try_for_each(|level| row::row(&mut out, "lost", level))?;
        row::summary(&mut out, &comparison)?;
    } else {
        out.write_all(comparison.text(width()).as_bytes())?;
    }
    out.close()?;
    if comparison.levels == 0 {
        message::error(&"the two runs have no level in common: name the level files equally in both runs");
    }
    Ok(ExitStatus::from(comparison.lost.is_empty() && comparison.levels > 0))
}

/// Shows the rows of all files in a folder as one run, and reports missing, duplicate and contradictory levels.
fn merge(args: &MergeArgs) -> Result<ExitStatus, Failure> {
    let files = with_ending(&args.folder, "jsonl")?;
    if files.is_empty() {
        return Err(Failure::message(format!("{}: no file NAME.jsonl", args.folder.display())));
    }
    let rows_file = args.tables.file.path();
    refuse_inputs(files.iter().map(PathBuf::as_path), rows_file)?;
    let mut exit = ExitStatus::Done;
    let mut parts = Vec::new();
    for path in &files {
        match row::read(path, &args.limits.reading(), Rows::read_all) {
            Ok(rows) => parts.push(RowsFile { name: safe(&path.display().to_string()).into_owned(), rows }),
            Err(failure) => {
                message::error(&failure);
                exit = ExitStatus::Failed;
            }
        }
    }
    let Merge { rows, findings } = Merge::of(&parts);
    let mut sink = args.tables.sink(rows_file)?;
    rows.iter().try_for_each(|row| sink.add(row))?;
    for finding in &findings {
        sink.row(finding.flaw.word(), finding)?;
        message::error(finding);
    }
    let tables = Tables { has_runs: false, threads: None, is_wide: false };
    args.tables.conclude(sink, &rows, tables, rows_file.is_some())?;
    Ok(exit.and(ExitStatus::from(findings.is_empty())))
}
