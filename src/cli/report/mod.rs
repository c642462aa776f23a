//! The subcommand `sokoplan report`: makes one HTML file of levels, rooms and solutions.

mod content;

use super::strategy::SideArgs;
use crate::cli::io::files::{self, base};
use crate::cli::io::{
    Claim, Claims, Driver, ExitStatus, Failure, LevelArgs, LevelFiles, LimitArgs, OutputFile, PickedLevel,
    SolutionArgs, distinct,
};
use crate::level::Level;
use crate::render::{ReportPage, ReportTurns};
use crate::run::{Limits, Meter};
use crate::solve::{Options, Source, Stages, Steps, judge_moves};
use content::{Content, RowsOfLevels, SolvedLevel};
use itertools::Itertools;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Write one HTML file of levels, their rooms and their solutions
///
/// The file opens in any browser, from a disk, and loads no other file. It has a table to sort and filter, and for each level its
/// board with rooms and dead squares, the solution to play, its steps, plans, and the work of the search. For a level without a
/// solution it has a proof, if one is found within the same limits.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan report levels/*.xsb -o report.html    solve the levels and show them
  sokoplan report set.sok -o report.html         show the solutions in the file
  sokoplan report set.xsb --time 10s -o report.html
  sokoplan report set.xsb --rows rows.jsonl -o report.html
  sokoplan report set.xsb --solution solutions.txt -o report.html
  sokoplan report set.xsb --rows old.jsonl --rows new.jsonl -o compared.html
  sokoplan report set.xsb --rows run.jsonl --rows plans.jsonl -o all.html")]
pub(super) struct ReportArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Show these rows instead of solving (may be repeated)
    ///
    /// Rows are the output of `bench`, or of `solve` and `plan` with --json. A second run of `bench` or `solve --json` is compared
    /// with the first. Plans are shown on the pages of their levels, and with the rows of `plan --trace` the search for them.
    /// Solutions are replayed before they are shown.
    #[arg(help_heading = "Search", long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["time", "nodes", "threads", "strategy", "optimal"])]
    rows: Vec<PathBuf>,
    #[command(flatten)]
    solution: SolutionArgs,
    #[command(flatten)]
    sides: SideArgs,
    #[command(flatten)]
    output: OutputFile,
}

pub(super) fn run(args: &ReportArgs) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.sides.paths()).chain(args.rows.iter().map(PathBuf::as_path));
    let inputs = inputs.chain(args.solution.file());
    distinct(inputs, [args.output.destination()])?;
    if !args.rows.is_empty() && !args.levels.is_given() {
        return Err(Failure::message(
            "--rows: no file of levels given: name the level files of the rows, or `-` for standard input",
        ));
    }
    let (options, limits) = (args.sides.options()?, &args.limits);
    let selection = args.levels.load(&args.limits.reading())?;
    let known = args.known(&selection.entries)?;
    let (claims, other) = match args.rows.is_empty() || args.solution.is_given() {
        true => args.solution.claims(&selection, &args.limits.reading())?,
        false => (Claims::default(), ExitStatus::Done),
    };
    let claim = |picked: &PickedLevel| shown(claims.get(&picked.key())?, picked.level()?);
    let driver = Driver::begin(limits.threads, "solving ", selection.entries.len(), args.output.is_quiet())?;
    let stop = &driver.stop;
    let content = Content { limits: args.limits.limits(), options: &options, known: &known, stop };
    let runs = if claims.values().any(|claims| !claims.is_empty()) || args.solution.is_given() {
        vec!["solutions".to_owned()]
    } else if args.rows.is_empty() {
        vec!["sokoplan".to_owned()]
    } else {
        known.names()
    };
    let mut page = ReportPage::new(args.title(&selection.entries), runs);
    let meter = args.limits.reading();
    let mut exit = selection.exit.and(other);
    let solves = args.rows.is_empty() && !args.solution.is_given();
    let work = |picked: &PickedLevel, level: &Level| {
        (solves && claim(picked).is_none()).then(|| {
            let turns = Mutex::new(ReportTurns::default());
            let note = |event| {
                turns.lock().unwrap_or_else(PoisonError::into_inner).note(&event);
                driver.progress.tell(picked, event);
            };
            let stages = Stages { plan: true, tidy: true, steps: Steps::Labelled, ..Stages::default() };
            let solved = stages.run(level, &options, &note, &mut Meter::new(limits.limits(), stop.clone()));
            SolvedLevel { solved, turns: turns.into_inner().unwrap_or_else(PoisonError::into_inner).into_turns() }
        })
    };
    let done = |picked: &PickedLevel, solved: Option<Option<SolvedLevel>>| {
        exit = exit.and(picked.report_fault());
        let solved = solved.flatten();
        if let Some(solved) = &solved {
            exit = exit.and(picked.report_internal_error(&solved.solved.report.outcome));
        }
        let (level, one) = content.level(picked, solved, claim(picked));
        page.push(&level);
        exit = exit.and(one);
        Ok(meter.check_memory()?)
    };
    let all = driver.each(&selection.entries, work, done);
    // If memory is exhausted, the page has the levels before.
    let mut out = args.output.open_bytes()?;
    page.write(&mut out)?;
    out.close()?;
    all?;
    Ok(exit.and(ExitStatus::from(&driver.stop)))
}

/// Levels with solutions that were checked, for the page of `release`.
pub(super) struct ReleasedLevels<'a> {
    pub(super) title: &'a str,
    pub(super) entries: &'a [PickedLevel],
    pub(super) limits: Limits,
}

impl ReleasedLevels<'_> {
    /// Returns the page; `moves` are the solutions of the levels.
    pub(super) fn page(&self, moves: impl Iterator<Item = String>, driver: &Driver) -> Result<ReportPage, Failure> {
        let (options, known) = (Options::default(), RowsOfLevels::default());
        let content = Content { limits: self.limits, options: &options, known: &known, stop: &driver.stop };
        let mut page = ReportPage::new(self.title.to_owned(), vec!["solutions".to_owned()]);
        let shown: Vec<(&PickedLevel, String)> = self.entries.iter().zip(moves).collect();
        let work = |(picked, moves): &(&PickedLevel, String)| content.level(picked, None, Some(moves.clone())).0;
        driver.side_by_side(&shown, work, |_, level| {
            page.push(&level);
            Ok(())
        })?;
        Ok(page)
    }
}

/// Returns the moves to show of a level with claimed solutions: the first that solves it, else the first.
fn shown(claims: &[Claim], level: &Level) -> Option<String> {
    let solves = |claim: &&Claim| judge_moves(level, Source::Improve, &claim.lurd).is_ok();
    claims.iter().find(solves).or(claims.first()).map(|claim| claim.lurd.clone())
}

impl ReportArgs {
    /// Reads the rows of all files; in each row, the name of its file of levels is replaced by the name of the given
    /// file that it means.
    fn known(&self, picked: &[PickedLevel]) -> Result<RowsOfLevels, Failure> {
        let files: Vec<String> = picked.iter().map(|picked| picked.file.clone()).unique().collect();
        let (mut known, files, meter) = (RowsOfLevels::default(), LevelFiles::new(&files), self.limits.reading());
        for path in &self.rows {
            known.read(base(&files::name(path)), path, &files, &meter)?;
        }
        Ok(known)
    }

    fn title(&self, picked: &[PickedLevel]) -> String {
        let files: Vec<&str> = picked.iter().map(|picked| base(&picked.file)).dedup().collect();
        match files.as_slice() {
            [] => "no levels".to_owned(),
            [one, two, three, rest @ ..] if !rest.is_empty() => {
                format!("{one}, {two}, {three} and {} more", rest.len())
            }
            files => files.join(", "),
        }
    }
}
