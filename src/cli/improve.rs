//! The subcommand `sokoplan improve`: shortens solutions that a person has.

use super::convert::SokFile;
use super::strategy::word_parser;
use crate::cli::io::claims::take;
use crate::cli::io::{
    Claim, Driver, ExitStatus, LevelArgs, LimitArgs, Output, OutputArgs, PickedLevel, Progress, Result, SolutionArgs,
    distinct, level_name, message, row, with_cores,
};
use crate::level::{Level, Metrics};
use crate::render::{SolveRow, counted};
use crate::run::Meter;
use crate::search::Measure;
use crate::search::optimal::Metric;
use crate::solve::{InternalError, Options, Outcome, Report, Solution, Source, judge_moves, shorten};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Shorten your solutions, in moves or pushes
#[derive(Debug, clap::Args)]
#[command(mut_arg("threads", with_cores))]
#[command(after_help = "\
Examples:
  sokoplan improve solved.sok -o shorter.sok     the solutions in the file
  sokoplan improve set.xsb --solution solutions.txt --by moves
  sokoplan improve set.xsb --level 3 --solution rruLLL --time 10s
  sokoplan solve set.xsb | sokoplan improve set.xsb --solution - --format text

The shortest valid solution of each level is shortened for --time. Each gain is reported as it is
found; Ctrl-C keeps the best. The output has the levels and their solutions as SOK. Levels without
a solution stay as they are; `solve --sok` makes solutions. If there are two threads for one level,
two different searches shorten it.")]
pub(super) struct ImproveArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    solution: SolutionArgs,
    /// Minimise pushes or moves
    ///
    /// One of moves, pushes, moves-pushes and pushes-moves. Of solutions with equal moves, the one with fewer pushes is shorter, and the reverse.
    #[arg(help_heading = "Search", long, value_name = "METRIC", default_value = "pushes", hide_possible_values = true)]
    #[arg(value_parser = word_parser::<Metric>(Metric::ALL.map(Metric::word)))]
    by: Metric,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The levels with their solutions
    #[default]
    Sok,
    /// NUMBER LURD, a line for each solution
    Text,
    /// JSON Lines, for programs
    Json,
}

/// Numbers of the last row.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of levels with a solution.
    solutions: usize,
    /// Number of solutions that became shorter.
    shorter: usize,
    /// Number of moves of all solutions.
    moves: usize,
    /// Number of pushes of all solutions.
    pushes: usize,
    /// Number of moves of all solutions before.
    moves_before: usize,
    /// Number of pushes of all solutions before.
    pushes_before: usize,
}

pub(super) fn run(args: &ImproveArgs) -> Result<ExitStatus> {
    distinct(args.levels.paths().chain(args.solution.file()), [args.output.file.destination()])?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    let (mut claims, exit) = args.solution.claims(&selection, &args.limits.reading())?;
    let entries = std::mem::take(&mut selection.entries).into_iter();
    let claims: Vec<(Vec<Claim>, PickedLevel)> = entries.map(|picked| (take(&mut claims, &picked), picked)).collect();
    let limits = args.limits.or_cores();
    let driver = Driver::begin(limits.threads, "improving ", claims.len(), args.output.file.quiet)?;
    // If there are more threads than levels, two search one level.
    let threads = limits.threads.threads().unwrap_or(1) / claims.len().max(1);
    let (mut writer, mut summary) = (Writer::open(args, std::mem::take(&mut selection.notes))?, Summary::default());
    let mut exit = exit.and(selection.exit);
    let work = |(claims, picked): &(Vec<Claim>, PickedLevel)| {
        driver.progress.began(&level_name(picked));
        let Some(level) = picked.level() else { return Ok(None) };
        let (progress, is_quiet) = (&driver.progress, args.output.file.quiet);
        let gains = Gains { place: picked.place(), progress, began: Instant::now(), last: Mutex::default(), is_quiet };
        let mut meter = Meter::new(args.limits.limits(), driver.stop.clone());
        args.improved(picked, level, claims, &gains, threads, &mut meter)
    };
    driver.side_by_side(&claims, work, |(_, picked), report: Result<Option<Report>, InternalError>| {
        let report = report?;
        exit = exit.and(picked.report_fault()).and(ExitStatus::from(report.is_some()));
        report.iter().for_each(|report| summary.count(report));
        writer.add(picked, report.as_ref())
    })?;
    writer.close(&summary)?;
    message::note(&summary.words());
    Ok(exit.and(ExitStatus::from(&driver.stop)))
}

impl ImproveArgs {
    /// Returns the shortest solution of a level, shortened; `None`, after a message, if none is valid.
    fn improved(
        &self,
        picked: &PickedLevel,
        level: &Level,
        claims: &[Claim],
        gains: &Gains<'_>,
        threads: usize,
        meter: &mut Meter,
    ) -> Result<Option<Report>, InternalError> {
        let mut valid = Vec::new();
        for claim in claims {
            match judge_moves(level, Source::Improve, &claim.lurd) {
                Ok(solution) => valid.push(solution),
                Err(error) => gains.say(&format!("line {}: not a solution, {}", claim.line, error.why)),
            }
        }
        let measure = Measure::from(self.by);
        let cost = |solution: &Solution| {
            let Metrics { moves, pushes, .. } = solution.metrics;
            if measure == Measure::Pushes { (pushes, moves) } else { (moves, pushes) }
        };
        let Some(solution) = valid.into_iter().min_by_key(cost) else {
            gains.say(&format!("no solution to shorten: `sokoplan solve {} --sok FILE` makes one", picked.file));
            return Ok(None);
        };
        let on_gain = &mut |pushes, moves| gains.report(pushes, moves);
        let options = Options { threads, ..Options::default() };
        let (solution, improved) = shorten(level, solution, measure, &options, meter, on_gain)?;
        let report = Report::new(Outcome::Solved(solution), Source::Improve);
        Ok(Some(Report { improved, time: meter.elapsed(), peak_bytes: meter.peak_bytes(), ..report }))
    }
}

/// Reports gains on one level: the first at once, later ones at most once in a while.
struct Gains<'a> {
    place: String,
    progress: &'a Progress,
    began: Instant,
    last: Mutex<Option<Instant>>,
    is_quiet: bool,
}

impl Gains<'_> {
    const PAUSE: Duration = Duration::from_millis(500);

    fn say(&self, what: &str) {
        self.progress.aside(|| message::note(&format!("{}: {what}", self.place)));
    }

    fn report(&self, pushes: usize, moves: u32) {
        let Ok(mut last) = self.last.lock() else { return };
        if !self.is_quiet && last.is_none_or(|last| last.elapsed() >= Self::PAUSE) {
            *last = Some(Instant::now());
            let seconds = self.began.elapsed().as_secs_f64();
            self.say(&format!("{}, {} after {seconds:.1} s", counted(moves, "move"), counted(pushes, "push")));
        }
    }
}

impl Summary {
    fn count(&mut self, report: &Report) {
        let Some(now) = report.solution().map(|solution| solution.metrics) else { return };
        let before = report.improved.map_or(now, |improved| improved.before);
        self.solutions += 1;
        self.shorter += usize::from((now.moves, now.pushes) != (before.moves, before.pushes));
        self.moves += now.moves;
        self.pushes += now.pushes;
        self.moves_before += before.moves;
        self.pushes_before += before.pushes;
    }

    fn words(&self) -> String {
        let Self { solutions, shorter, moves, pushes, moves_before, pushes_before } = *self;
        let costs = |moves, pushes| format!("{}, {}", counted(moves, "move"), counted(pushes, "push"));
        let (before, now) = (costs(moves_before, pushes_before), costs(moves, pushes));
        format!("{shorter} of {} became shorter: {before} before, {now} now", counted(solutions, "solution"))
    }
}

enum Writer {
    Sok(SokFile),
    Text(Output),
    Json(Output),
}

impl Writer {
    fn open(args: &ImproveArgs, notes: Vec<crate::level::Note>) -> Result<Self> {
        let out = args.output.open()?;
        Ok(match args.output.format() {
            Format::Sok => Self::Sok(SokFile::new(out, notes)),
            Format::Text => Self::Text(out),
            Format::Json => Self::Json(out),
        })
    }

    fn add(&mut self, picked: &PickedLevel, report: Option<&Report>) -> Result<()> {
        let (number, solution) = (picked.entry.number, report.and_then(Report::solution));
        match self {
            Self::Sok(file) => {
                let is_new = |lurd: &str| picked.entry.solutions().all(|known| known.lurd != lurd);
                file.add(&picked.entry, solution.filter(|solution| is_new(&solution.lurd)))
            }
            Self::Text(out) => {
                solution.map_or(Ok(()), |solution| writeln!(out, "{number} {}", solution.lurd))?;
                Ok(out.flush()?)
            }
            Self::Json(out) => {
                let Some(report) = report else { return Ok(()) };
                row::level(out, picked, SolveRow::new(&picked.entry.title, Some(report)))?;
                Ok(out.flush()?)
            }
        }
    }

    fn close(self, summary: &Summary) -> Result<()> {
        match self {
            Self::Sok(file) => file.close(),
            Self::Text(out) => out.close(),
            Self::Json(mut out) => {
                row::summary(&mut out, summary)?;
                out.close()
            }
        }
    }
}
