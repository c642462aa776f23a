//! The subcommand `sokoplan report`: makes one HTML file of levels, rooms and solutions. The keys of a row of `--rows` determine its
//! kind: rows of `bench` and `solve --json` make a run, rows of `plan --json` are shown beside the run.

use super::strategy::SideArgs;
use crate::assist::refutation;
use crate::cli::io::files::{self, base};
use crate::cli::io::{
    Claim, Claims, Driver, ExitStatus, Failure, LevelArgs, LevelFiles, LimitArgs, OutputFile, PickedLevel, Result,
    SolutionArgs, distinct, message, row,
};
use crate::level::{Level, Lurd, verify};
use crate::maze::{Areas, PlayerSides, PushDistances};
use crate::render::{
    PlanRow, ReportLevel, ReportPage, ReportTurn, ReportTurns, RoomsDump, SolveRow, StepsView, TraceRow,
};
use crate::run::{Answer, Limits, Meter, StopFlag};
use crate::solve::{Explanation, Options, Solved, Source, Stages, Steps, judge_moves};
use crate::study::{BadRow, Rows};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
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

pub(super) fn run(args: &ReportArgs) -> Result<ExitStatus> {
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
    let driver = Driver::begin(limits.threads, "solving ", selection.entries.len(), args.output.quiet)?;
    let stop = &driver.stop;
    let content = Content { limits: args.limits.limits(), options: &options, known: &known, stop };
    let runs = if claims.values().any(|claims| !claims.is_empty()) || args.solution.is_given() {
        vec!["solutions".to_owned()]
    } else if args.rows.is_empty() {
        vec!["sokoplan".to_owned()]
    } else {
        known.runs.iter().map(|(name, _)| name.clone()).collect()
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
            (solved, turns.into_inner().unwrap_or_else(PoisonError::into_inner).into_turns())
        })
    };
    let done = |picked: &PickedLevel, searched: Option<Option<Searched>>| {
        exit = exit.and(picked.report_fault());
        let searched = searched.flatten();
        if let Some((solved, _)) = &searched {
            exit = exit.and(picked.report_internal_error(&solved.report.outcome));
        }
        let (level, one) = content.level(picked, searched, claim(picked));
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

/// Returns the page of levels with these moves as their solutions.
pub(super) fn page(title: &str, shown: &[(&PickedLevel, &str)], limits: Limits, driver: &Driver) -> Result<ReportPage> {
    let (options, known) = (Options::default(), RowsOfLevels::default());
    let content = Content { limits, options: &options, known: &known, stop: &driver.stop };
    let mut page = ReportPage::new(title.to_owned(), vec!["solutions".to_owned()]);
    let work = |(picked, moves): &(&PickedLevel, &str)| content.level(picked, None, Some((*moves).to_owned())).0;
    driver.side_by_side(shown, work, |_, level| {
        page.push(&level);
        Ok(())
    })?;
    Ok(page)
}

/// Returns the moves to show of a level with claimed solutions: the first that solves it, else the first.
fn shown(claims: &[Claim], level: &Level) -> Option<String> {
    let solves = |claim: &&Claim| judge_moves(level, Source::Improve, &claim.lurd).is_ok();
    claims.iter().find(solves).or(claims.first()).map(|claim| claim.lurd.clone())
}

impl ReportArgs {
    /// Reads the rows of all files; their names of files of levels become the names of the given files that they mean.
    fn known(&self, picked: &[PickedLevel]) -> Result<RowsOfLevels> {
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

/// What was found of a level now, and the turns of the strategies.
type Searched = (Solved, Vec<ReportTurn>);

struct Content<'a> {
    limits: Limits,
    options: &'a Options,
    known: &'a RowsOfLevels,
    stop: &'a StopFlag,
}

impl Content<'_> {
    /// Returns the page of a level: with the solution found now, given moves, or the rows of `--rows`.
    fn level(&self, picked: &PickedLevel, found: Option<Searched>, lurd: Option<String>) -> (ReportLevel, ExitStatus) {
        let (file, number, title) = (&picked.file, picked.entry.number, &picked.entry.title);
        let level = picked.level();
        let mut page = ReportLevel::new(file, number, title, level);
        let Some(level) = level else { return (page, ExitStatus::Done) };
        let meter = Meter::new(self.limits, self.stop.clone());
        let Options { rooms_by, patterns, .. } = self.options;
        let areas = Areas::within(&level.board, *rooms_by, patterns, &meter).ok();
        let report = found.as_ref().map(|(solved, _)| &solved.report);
        page.runs = match (report, lurd) {
            (Some(report), _) => vec![Some(SolveRow::new(title, Some(report)))],
            (None, Some(lurd)) => vec![Some(SolveRow::claimed(title, level, lurd))],
            (None, None) => {
                let place = (file.clone(), number, title.clone());
                self.known.runs.iter().map(|(_, run)| run.get(&place).cloned()).collect()
            }
        };
        let tried = self.known.traces.get(&picked.key()).into_iter().flatten().cloned();
        page.plan = self.known.plans.get(&picked.key()).map(|plan| plan.clone().shortened().with_trace(tried));
        let answer =
            page.runs.first().map_or_else(|| Some(page.plan.as_ref()?.answer), |row| Some(row.as_ref()?.answer));
        let exit = answer.map_or(ExitStatus::Done, ExitStatus::from);
        if answer == Some(Answer::Unsolvable) {
            let mut meter = Meter::new(self.limits, self.stop.clone());
            page.proof = Some(refutation(level, "unsolvable", &mut meter).into());
        }
        let broken = leave_out_broken(level, &mut page);
        for why in &broken {
            message::error(&format!("{file}: level {number}: a solution that does not replay is left out: {why}"));
        }
        if let Some(areas) = areas {
            let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
            page.rooms = serde_json::to_value(RoomsDump::new(level, *rooms_by, &areas, &dead).row()).ok();
            let row = page.runs.first().and_then(Option::as_ref);
            // The solution found now has its steps; other moves are read.
            let (steps, turns) = found.map_or_else(Default::default, |(solved, turns)| (solved.steps, turns));
            page.turns = turns;
            if let Some(explained) = steps.or_else(|| self.read(level, &areas, row?)) {
                let view = StepsView::new(level, &explained);
                (page.story, page.steps) = (Some(view.story_row()), view.rows());
            }
        }
        (page, if broken.is_empty() { exit } else { exit.and(ExitStatus::No) })
    }

    fn read(&self, level: &Level, areas: &Areas, row: &SolveRow) -> Option<Explanation> {
        let mut explained = Explanation::of_moves(level, areas, &row.lurd.as_ref()?.parse().ok()?).ok()?;
        // A limit leaves the last steps without labels.
        _ = explained.label(level, &Meter::new(self.limits, self.stop.clone()));
        Some(explained)
    }
}

fn leave_out_broken(level: &Level, page: &mut ReportLevel) -> Vec<String> {
    let mut broken = Vec::new();
    for row in page.runs.iter_mut().flatten() {
        if let Some(why) = row.lurd.as_ref().and_then(|lurd| fault(level, lurd)) {
            (row.lurd, row.answer) = (None, Answer::InternalError);
            broken.push(why);
        }
    }
    if let Some(why) = page.plan.as_ref().and_then(|plan| fault(level, plan.lurd.as_ref()?)) {
        page.plan = page.plan.take().map(PlanRow::without_solution);
        broken.push(why);
    }
    broken
}

fn fault(level: &Level, lurd: &str) -> Option<String> {
    match lurd.parse::<Lurd>() {
        Ok(moves) => Some(verify(&level.board, &level.start, &moves).err()?.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

/// Rows of one run by file, number and title of the level.
type RunRows = FxHashMap<(String, usize, String), SolveRow>;

#[derive(Debug, Default)]
struct RowsOfLevels {
    /// Name of each run, and its first row for each level by file, number and title.
    runs: Vec<(String, RunRows)>,
    /// Last plans of each level by file and number.
    plans: FxHashMap<(String, usize), PlanRow>,
    /// Steps that the planner tried, by file and number.
    traces: FxHashMap<(String, usize), Vec<TraceRow>>,
}

#[derive(Debug, Deserialize)]
struct About<T> {
    file: String,
    level: usize,
    #[serde(flatten)]
    body: T,
}

#[derive(Debug, Default)]
struct PlanRows {
    plans: Vec<About<PlanRow>>,
    steps: Vec<About<TraceRow>>,
}

impl PlanRows {
    /// Takes the rows of plans and traces from a text; returns the text with `{}` in their place, so that line numbers stay.
    fn take(&mut self, text: &str) -> Result<String, BadRow> {
        let mut rest = String::with_capacity(text.len());
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let value = serde_json::from_str::<Value>(line).unwrap_or_default();
            let has = |key: &str| value["type"] == "level" && value.get(key).is_some();
            let (is_plan, is_unanswered) = (has("plans"), has("reason"));
            let bad = |why: serde_json::Error| BadRow { line: index + 1, why: why.to_string() };
            if is_plan {
                self.plans.push(serde_json::from_value(value).map_err(bad)?);
            } else if value["type"] == "trace" {
                self.steps.push(serde_json::from_value(value).map_err(bad)?);
            } else if !is_unanswered {
                rest.push_str(line);
                continue;
            }
            rest.push_str("{}\n");
        }
        Ok(rest)
    }
}

impl RowsOfLevels {
    fn read(&mut self, name: &str, path: &Path, files: &LevelFiles<'_>, meter: &Meter) -> Result<()> {
        let mut other = PlanRows::default();
        let mut run = row::read(path, meter, |text| Rows::read(&other.take(text)?))?;
        let PlanRows { mut plans, mut steps } = other;
        let is_run = !run.rows.is_empty() || plans.is_empty() && steps.is_empty();
        let named = run.rows.iter_mut().map(|row| &mut row.file);
        let named = named.chain(plans.iter_mut().map(|plan| &mut plan.file));
        for file in named.chain(steps.iter_mut().map(|step| &mut step.file)) {
            if let Some(meant) = files.meant(file) {
                *file = meant.to_owned();
            }
        }
        self.plans.extend(plans.into_iter().map(|About { file, level, body }| ((file, level), body)));
        for About { file, level, body } in steps {
            self.traces.entry((file, level)).or_default().push(body);
        }
        if is_run {
            // The first of several rows of a level comes last.
            let rows = run.rows.into_iter().rev().map(|row| ((row.file, row.level, row.body.title.clone()), row.body));
            self.runs.push((name.to_owned(), rows.collect()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_told_apart_and_lines_of_others_keep_their_numbers() {
        let mut rows = PlanRows::default();
        let plan = r#"{"type":"level","file":"f","level":1,"title":"","answer":"gave_up","areas":[],"plans":[],
            "plan_nodes":1,"push_nodes":2,"lurd":null}"#
            .replace('\n', "");
        let unanswered = r#"{"type":"level","file":"f","level":2,"title":"","answer":"gave_up","reason":"too large"}"#;
        let rest = rows.take(&format!("{plan}\n{unanswered}\nhello\n{{\"type\":\"sum\",\"plans\":[]}}\n"));
        assert_eq!(rest.unwrap(), "{}\n{}\nhello\n{\"type\":\"sum\",\"plans\":[]}\n");
        assert_eq!(rows.plans.len(), 1);
        let broken = rows.take(&format!("{plan}\n{}\n", plan.replace("areas", "zones"))).unwrap_err();
        assert_eq!(broken.line, 2);
    }
}
