//! `sokoplan report`

use super::interruption::interruptible;
use super::output::{OutputFile, distinct};
use super::progress::Progress;
use super::select::{self, LevelArgs, Picked};
use super::solving::{LimitArgs, SideArgs, work_all};
use super::{ExitStatus, Failure, claims, message, row};
use crate::level::{Level, Lurd, verify};
use crate::maze::{Areas, PlayerSides, PushDistances};
use crate::render::{ReportLevel, ReportPage, ReportStep, RoomsDump, SolveRow};
use crate::run::{Answer, Meter, StopFlag};
use crate::solve::{Options, Report, Solver};
use crate::study::Rows;
use itertools::Itertools;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make one HTML file of levels, their rooms and their solutions
///
/// It opens in any browser, from a disk, and loads nothing: a table to sort and filter, and for each level its board with
/// rooms and dead squares, the solution to play, its steps, and what the search did.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan report levels/*.xsb -o report.html    solve the levels, and show them
  sokoplan report set.xsb --time 10s -o report.html
  sokoplan report set.xsb --rows rows.jsonl -o report.html    a run of bench or solve --json
  sokoplan report set.xsb --rows old.jsonl --rows new.jsonl -o compared.html")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Show a run instead of solving; a second one is compared with the first
    ///
    /// The rows of `bench` or of `solve --json`. Solutions are replayed before they are shown.
    #[arg(help_heading = "Search", long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["time", "nodes", "threads", "strategy", "optimal", "portfolio"])]
    rows: Vec<PathBuf>,
    #[command(flatten)]
    sides: SideArgs,
    /// The heading; the names of the files unless given
    #[arg(help_heading = "Output", long, value_name = "TEXT")]
    heading: Option<String>,
    #[command(flatten)]
    output: OutputFile,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.sides.paths()).chain(args.rows.iter().map(PathBuf::as_path));
    distinct(inputs, args.output.path())?;
    let (options, limits) = args.sides.options(&args.limits)?;
    let selection = args.levels.load()?;
    let runs = args.runs(&selection.entries)?;
    let stop = interruptible()?;
    let reporter = Reporter { args, options: &options, runs: &runs, stop: &stop };
    let mut page = ReportPage { title: args.title(&selection.entries), runs: args.run_names(), levels: Vec::new() };
    let mut exit = selection.exit;
    let progress = Progress::line(selection.entries.len());
    let work = |picked: &Picked, level: &Level| {
        let solver = || Solver::new(level).options(options.clone()).limits(limits.limits()).stop(stop.clone());
        runs.is_empty().then(|| solver().on_progress(|event| progress.tell(picked, level, event)).solve())
    };
    let done = |picked: &Picked, solved: Option<Option<Report>>| {
        exit = exit.and(picked.report_fault());
        let solved = solved.flatten();
        if let Some(report) = &solved {
            exit = exit.and(picked.report_internal_error(&report.outcome));
        }
        let (level, one) = reporter.level(picked, solved.as_ref());
        page.levels.push(level);
        exit = exit.and(one);
        Ok(())
    };
    work_all(&selection.entries, &limits, &stop, &progress, work, done)?;
    let mut out = args.output.open()?;
    out.write_all(page.html().as_bytes())?;
    out.close()?;
    Ok(exit.and(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done }))
}

impl Args {
    /// Reads the rows of the runs, each named after the file of these levels that it is about.
    fn runs(&self, picked: &[Picked]) -> Result<Vec<Rows>, Failure> {
        let files: Vec<String> = picked.iter().map(|picked| picked.file.clone()).unique().collect();
        let read = |path: &PathBuf| {
            let mut run = row::read(path, self.levels.max_input(), Rows::read)?;
            for row in &mut run.rows {
                if let Some(file) = claims::meant(&row.file, &files) {
                    row.file.clone_from(file);
                }
            }
            Ok(run)
        };
        self.rows.iter().map(read).collect()
    }

    fn title(&self, picked: &[Picked]) -> String {
        let files: Vec<&str> = picked.iter().map(|picked| base(&picked.file)).dedup().collect();
        self.heading.clone().unwrap_or_else(|| match files.as_slice() {
            [] => "no levels".to_owned(),
            [one, two, three, rest @ ..] if !rest.is_empty() => {
                format!("{one}, {two}, {three} and {} more", rest.len())
            }
            files => files.join(", "),
        })
    }

    fn run_names(&self) -> Vec<String> {
        let names: Vec<String> = self.rows.iter().map(|path| base(&select::name(path)).to_owned()).collect();
        if names.is_empty() { vec!["sokoplan".to_owned()] } else { names }
    }
}

/// The name of a file without its folder.
fn base(file: &str) -> &str {
    Path::new(file).file_name().and_then(|name| name.to_str()).unwrap_or(file)
}

/// Makes the pages of levels.
struct Reporter<'a> {
    args: &'a Args,
    options: &'a Options,
    runs: &'a [Rows],
    stop: &'a StopFlag,
}

impl Reporter<'_> {
    /// The page of a level, solved now or in earlier runs.
    fn level(&self, picked: &Picked, solved: Option<&Report>) -> (ReportLevel, ExitStatus) {
        let (file, number, title) = (&picked.file, picked.entry.number, &picked.entry.title);
        let level = picked.entry.body.as_ref().ok();
        let mut page = ReportLevel::new(file, number, title, level);
        let Some(level) = level else { return (page, ExitStatus::Done) };
        let meter = Meter::new(self.args.limits.limits(), self.stop.clone());
        let Options { rooms_by, patterns, .. } = self.options;
        let areas = Areas::within(&level.board, *rooms_by, patterns, &meter).ok();
        page.runs = self.rows_of(picked, solved);
        let exit = page.runs[0].as_ref().map_or(ExitStatus::Done, |row| ExitStatus::from(row.answer));
        let broken = page.runs.iter_mut().flatten().filter_map(|row| keep_if_replayed(level, row)).collect::<Vec<_>>();
        for why in &broken {
            message::error(&format!("{file}: level {number}: a solution that does not replay is left out: {why}"));
        }
        if let Some(areas) = areas {
            let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
            page = page.with_rooms(&RoomsDump::new(level, *rooms_by, &areas, &dead));
            page.steps = steps(level, &areas, solved, page.runs[0].as_ref());
        }
        (page, if broken.is_empty() { exit } else { exit.and(ExitStatus::No) })
    }

    /// The row of a level in each run.
    fn rows_of(&self, picked: &Picked, solved: Option<&Report>) -> Vec<Option<SolveRow>> {
        if self.runs.is_empty() {
            return vec![solved.map(|report| SolveRow::new(&picked.entry.title, Some(report)))];
        }
        let row =
            |run: &Rows| run.of(&picked.file, picked.entry.number, &picked.entry.title).map(|row| row.body.clone());
        self.runs.iter().map(row).collect()
    }
}

/// Leaves out a solution that does not replay; the reason then.
fn keep_if_replayed(level: &Level, row: &mut SolveRow) -> Option<String> {
    let lurd = row.lurd.as_ref()?;
    let why = match lurd.parse::<Lurd>() {
        Ok(moves) => verify(&level.board, &level.start, &moves).err()?.to_string(),
        Err(error) => error.to_string(),
    };
    (row.lurd, row.answer) = (None, Answer::InternalError);
    Some(why)
}

/// The steps of the plan where it is the solution, or those of its moves.
fn steps(level: &Level, areas: &Areas, solved: Option<&Report>, row: Option<&SolveRow>) -> Vec<ReportStep> {
    if let Some((plan, steps)) = solved.and_then(|report| Some((report.plan.as_ref()?, report.steps()?))) {
        return ReportStep::of_plan(level, steps, &plan.areas, areas);
    }
    row.and_then(|row| row.lurd.as_ref()).map(|lurd| ReportStep::of_moves(level, lurd, areas)).unwrap_or_default()
}
