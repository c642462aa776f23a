//! The subcommand `sokoplan solve`: solves levels by abstract plans and push searches.

use super::convert::SokFile;
use super::prove::{self, Goal, refuse_twin_proofs};
use super::strategy::SideArgs;
use super::task;
use crate::cli::io::{
    Destination, Driver, ExitStatus, LevelArgs, LimitArgs, Output, OutputArgs, PickedLevel, Result, TextOrJson,
    distinct, message, row, with_cores,
};
use crate::level::{Level, Metrics};
use crate::proof::Attempt;
use crate::render::{Column, SolveRow, Table, TableCell, counted, explanation};
use crate::run::{Answer, Limits, Meter, parse_count, parse_duration};
use crate::search::Measure;
use crate::solve::{Effort, Outcome, Report, Solved, Stages, Steps};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{self, IsTerminal, Write};

/// Solve levels: by abstract plans, in turn with push searches
#[derive(Debug, clap::Args)]
#[command(mut_arg("threads", with_cores))]
#[command(after_help = "\
Examples:
  sokoplan solve levels/*.xsb                    a table; in a pipe NUMBER LURD
  sokoplan solve levels/6-lisa.xsb --level 1     the story and the solution
  sokoplan solve set.xsb --time 10s --json > rows.jsonl
  sokoplan solve set.xsb --sok solved.sok        levels with their solutions
  sokoplan solve levels/*.xsb --optimal pushes   proved fewest pushes
  sokoplan solve p01.pddl --plan p01.plan        a task beside its domain.pddl

Levels are solved in parallel on all cores, or on --threads. If there are more threads than levels,
idle threads join the search of a level after a quarter of a second, or a second later if its boxes
fall into several groups. The strategy that solves the level then depends on chance. With --nodes no
thread joins, and the output is the same on any number of threads.

Plans are tried first, then push searches; the last line counts the levels that each has solved.
Every solution is replayed by independent code before it is shown. An unsolved level is listed with
the reason: a limit, a proof that there is no solution, or the end of all strategies. `help
exit-codes` has the words of rows.")]
pub(super) struct SolveArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sides: SideArgs,
    /// Shorten each solution, e.g. for 10s or 100k positions
    ///
    /// With a number of positions, the result is reproducible.
    #[arg(help_heading = "Search", long, conflicts_with = "optimal", value_name = "TIME|COUNT", value_parser = effort)]
    improve: Option<Limits>,
    /// Minimise pushes or moves
    ///
    /// The other measure decides between equals.
    #[arg(help_heading = "Search", long, value_name = "MEASURE", default_value = "pushes", requires = "improve")]
    #[arg(hide_short_help = true)]
    improve_by: Measure,
    /// Keep each solution as found
    ///
    /// By default each box's pushes are grouped where the order allows it, and walks are shortened. Fewer transfers count
    /// first, then fewer moves. This takes at most a tenth of the time spent on the level, and at most 1 s. Solutions are
    /// never tidied with --optimal, nor with --strategy without --explain.
    #[arg(help_heading = "Search", long, hide_short_help = true)]
    raw: bool,
    /// Explain how each level is solved, in sentences
    ///
    /// With -v each step is listed below its sentence, then the plan and the work of the searches.
    #[arg(help_heading = "Output", long)]
    explain: bool,
    /// Print lines NUMBER LURD on a terminal too
    ///
    /// By default a terminal gets a table, and for one level its story and solution.
    #[arg(help_heading = "Output", long, conflicts_with_all = ["json", "format"])]
    lurd: bool,
    /// Write levels and solutions as SOK into this file
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    sok: Option<Destination>,
    /// Write proofs into this folder; see `help proofs`
    ///
    /// Unsolvable levels and fewest pushes are proved. A proof has the time limit of the level. It is written if the checker accepts it.
    #[arg(help_heading = "Output", long, value_name = "FOLDER", hide_short_help = true)]
    proof: Option<Destination>,
    /// Write the solution of a PDDL task as its plan
    ///
    /// The steps are the task's own actions, as `pddl check` reads them.
    #[arg(help_heading = "Output", long, value_name = "FILE", conflicts_with = "after", hide_short_help = true)]
    plan: Option<Destination>,
    /// Take each box of a PDDL task to its own goal
    ///
    /// One box after the other, as `pddl solve` does, which searches on if this fails. By default boxes are equal.
    #[arg(help_heading = "Search", long, hide_short_help = true)]
    named: bool,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

fn effort(text: &str) -> Result<Limits, String> {
    let none = Limits::default();
    match parse_count(text) {
        Ok(count) => Ok(Limits { nodes: Some(count), ..none }),
        Err(_) => Ok(Limits { time: Some(parse_duration(text)?), ..none }),
    }
}

/// Number of levels with each answer, for the last row.
#[derive(Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of levels solved.
    solved: usize,
    /// Number of levels that plans solved.
    by_plan: usize,
    /// Number of levels solved by a plan with a box that crosses a border.
    hierarchical: usize,
    /// Number of levels that push searches solved after they took over from plans; also counted in `by_pushes`.
    with_takeovers: usize,
    /// Number of levels that push searches solved.
    by_pushes: usize,
    /// Number of levels proved to have no solution.
    unsolvable: usize,
    /// Number of entries with a fault.
    invalid: usize,
    /// Number of levels without an answer.
    unsolved: usize,
    /// Number of internal errors; left out without errors.
    #[serde(skip_serializing_if = "is_none")]
    internal_errors: usize,
    /// Whether a signal ended the run.
    interrupted: bool,
    /// Number of moves of all solutions.
    moves: usize,
    /// Number of pushes of all solutions.
    pushes: usize,
    /// Number of moves of all solutions before these were shortened.
    moves_before: usize,
    /// Number of pushes of all solutions before these were shortened.
    pushes_before: usize,
    /// Number of states expanded by planners.
    plan_nodes: u64,
    /// Number of positions expanded by push searches.
    push_nodes: u64,
    /// Wall-clock seconds of all levels together.
    seconds: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference to the field")]
const fn is_none(count: &usize) -> bool {
    *count == 0
}

impl SolveArgs {
    fn stages(&self, is_explained: bool) -> Stages {
        let is_json = self.output.is_json();
        let has_labels = is_json || self.levels.pick.verbose;
        Stages {
            // Without a plan the row has no fidelity.
            plan: is_explained || is_json,
            // Not if the user measures a search.
            tidy: !self.raw && (is_explained || self.sides.strategy.is_empty()),
            improve: self.improve.map(|limits| Effort { measure: self.improve_by, limits }),
            steps: match (is_explained, has_labels) {
                (false, _) => Steps::Unread,
                (true, false) => Steps::Read,
                (true, true) => Steps::Labelled,
            },
        }
    }

    fn is_for_people(&self) -> bool {
        self.output.file.is_stdout() && io::stdout().is_terminal() && !self.output.is_json() && !self.lurd
    }

    /// True if solutions are explained: on request, in text with all details, and of one level to a person.
    fn explains(&self, levels: usize) -> bool {
        self.explain || (self.levels.pick.verbose && !self.output.is_json()) || (self.is_for_people() && levels == 1)
    }

    fn table(&self, picked: &[PickedLevel]) -> Table {
        /// Width of titles before columns are left out.
        const TITLE: usize = 12;
        let cells =
            |picked: &PickedLevel| [TableCell::plain(picked.entry.number), TableCell::plain(&picked.entry.title)];
        let cells: Vec<_> = picked.iter().map(|picked| cells(picked).to_vec()).collect();
        let columns = vec![
            Column::figure("level", 0),
            Column::words("title", 0).cut_to(TITLE),
            Column::figure("boxes", 3),
            Column::figure("moves", 1).at_least(6),
            Column::figure("pushes", 1),
            Column::figure("seconds", 4),
            Column::words("how", 2).at_least(24).cut_to(20),
        ];
        Table::holding(columns, &cells, self.output.file.width())
    }
}

pub(super) fn run(args: &SolveArgs) -> Result<ExitStatus> {
    let beside = [&args.sok, &args.proof, &args.plan].into_iter().flatten();
    distinct(args.levels.paths().chain(args.sides.paths()), beside.chain([args.output.file.destination()]))?;
    let selection = args.levels.load(&args.limits.reading())?;
    if args.plan.is_some() {
        task::is_one(&selection)?;
    }
    if !args.named {
        task::tell_of_names(&selection);
    }
    args.proof.iter().try_for_each(|_| refuse_twin_proofs(&selection))?;
    let (limits, levels) = (args.limits.or_cores(), selection.entries.len());
    let options = limits.joined(args.sides.options()?, levels);
    let driver = Driver::begin(limits.threads, "solving ", levels, args.output.file.quiet)?;
    let is_explained = args.explains(levels);
    let table = (args.is_for_people() && !is_explained).then(|| args.table(&selection.entries));
    let mut reporter = Reporter {
        args,
        is_explained,
        table,
        out: args.output.open()?,
        sok: args.sok.as_ref().map(Destination::open).transpose()?.map(|out| SokFile::new(out, selection.notes)),
        names_files: selection.entries.iter().any(|picked| picked.file != selection.entries[0].file),
        is_first: true,
        file: String::new(),
        summary: Summary::default(),
        exit: selection.exit,
    };
    let stages = args.stages(is_explained);
    let stop = &driver.stop;
    let done = |picked: &PickedLevel, searched: Option<(Solved, Option<Attempt>)>| reporter.report(picked, searched);
    let work = |picked: &PickedLevel, level: &Level| {
        let each = limits.limits();
        if let Some(named) = picked.entry.task.as_ref().filter(|task| args.named && task.is_named) {
            return (task::by_name(named, level, &mut Meter::new(each, stop.clone())), None);
        }
        let on_progress = |progress| driver.progress.tell(picked, progress);
        let solved = stages.run(level, &options, &on_progress, &mut Meter::new(each, stop.clone()));
        let attempt = || Goal::of(&solved.report).map_or_else(Attempt::default, |goal| goal.attempt(level, each, stop));
        let attempt = args.proof.is_some().then(attempt);
        (solved, attempt)
    };
    driver.each(&selection.entries, work, done)?;
    reporter.conclude(stop.is_raised())
}

struct Reporter<'a> {
    args: &'a SolveArgs,
    is_explained: bool,
    /// Table on a terminal; `None` for lines, rows and stories.
    table: Option<Table>,
    out: Output,
    sok: Option<SokFile>,
    /// Whether lines name the file of their level, because there are several files.
    names_files: bool,
    /// Whether no line of the table is written yet.
    is_first: bool,
    file: String,
    summary: Summary,
    exit: ExitStatus,
}

/// JSON row of a level, with the outcome of its proof if proofs are requested.
#[derive(JsonSchema, Serialize)]
pub(super) struct LevelRow<'a> {
    #[serde(flatten)]
    row: SolveRow,
    #[serde(flatten)]
    attempt: Option<&'a Attempt>,
}

fn cells(picked: &PickedLevel, level: &Level, report: &Report) -> Vec<TableCell> {
    let figure = |of: fn(Metrics) -> usize| {
        TableCell::plain(report.solution().map_or_else(String::new, |solution| of(solution.metrics).to_string()))
    };
    let how = match report.solved_by() {
        Some(by) if by.is_plan() => "plan".to_owned(),
        Some(by) if by.is_push_search() => "push search".to_owned(),
        Some(by) => by.word().to_owned(),
        None => report.limits.answer_words(report.answer()),
    };
    vec![
        TableCell::plain(picked.entry.number),
        TableCell::plain(&picked.entry.title),
        TableCell::plain(level.start.boxes.len()),
        figure(|metrics| metrics.moves),
        figure(|metrics| metrics.pushes),
        TableCell::plain(format!("{:.2}", report.time.as_secs_f64())),
        TableCell::of_answer(how, report.answer()),
    ]
}

impl Reporter<'_> {
    fn report(&mut self, picked: &PickedLevel, searched: Option<(Solved, Option<Attempt>)>) -> Result<()> {
        let (solved, attempt) = searched.unzip();
        let (solved, attempt) = (solved.as_ref(), attempt.as_ref().and_then(Option::as_ref));
        let report = solved.map(|solved| &solved.report);
        self.count(report);
        if let Some(report) = report {
            picked.report_internal_error(&report.outcome);
        }
        let mut row = SolveRow::new(&picked.entry.title, report);
        if let (Ok(level), Some(solved)) = (&picked.entry.body, solved) {
            row = row.explained(level, solved);
        }
        self.exit = self.exit.and(picked.report_fault()).and(ExitStatus::from(row.answer));
        if let (Some(folder), Some(attempt)) = (&self.args.proof, attempt) {
            prove::keep(folder, picked, attempt)?;
        }
        if self.args.output.is_json() {
            let row = LevelRow { row, attempt };
            row::level(&mut self.out, picked, &row)?;
        } else {
            self.report_as_text(picked, solved)?;
        }
        self.out.flush()?;
        self.keep(picked, report)
    }

    fn report_as_text(&mut self, picked: &PickedLevel, solved: Option<&Solved>) -> Result<()> {
        let is_for_people = self.args.is_for_people();
        let mark = if is_for_people { "" } else { "; " };
        if self.names_files && self.file != picked.file {
            writeln!(self.out, "{mark}{}", picked.file)?;
            picked.file.clone_into(&mut self.file);
        }
        let (Some(Solved { report, areas, steps }), Ok(level)) = (solved, &picked.entry.body) else { return Ok(()) };
        if let Some(table) = &self.table {
            let head = if std::mem::take(&mut self.is_first) { table.head() } else { String::new() };
            write!(self.out, "{head}{}", table.line(&cells(picked, level, report)))?;
            return Ok(());
        }
        if let Some(areas) = areas.as_ref().filter(|_| self.is_explained) {
            let width = self.args.output.file.width().map(|width| width.saturating_sub(mark.len()));
            let story = explanation(level, areas, report, steps.as_ref(), self.args.levels.pick.verbose, width);
            story.lines().try_for_each(|line| writeln!(self.out, "{}", format!("{mark}{line}").trim_end()))?;
        }
        match &report.outcome {
            Outcome::Solved(solution) if is_for_people => writeln!(self.out, "\n{}", solution.lurd)?,
            Outcome::Solved(solution) => {
                let number = TableCell::plain(picked.entry.number).good().painted();
                writeln!(self.out, "{}", format!("{number} {}", solution.lurd).trim_end())?;
            }
            // Internal errors were reported above, in every format.
            Outcome::InternalError(_) => {}
            _ => {
                let bounds = Self::bounds(report);
                let place = picked.place();
                message::answered(&place, report.answer(), report.limits, &bounds);
            }
        }
        Ok(())
    }

    /// Returns words on a shortest solution that was not found: the lower bound, and the shortest that is known.
    fn bounds(report: &Report) -> String {
        let (Some(metric), Some(bound)) = (report.metric, report.lower_bound) else { return String::new() };
        let proved = format!(", proved: at least {bound} {}", metric.unit());
        let known = report.shortest_known.as_ref();
        let known = known.map(|known| format!(", shortest found: {}", counted(known.metrics.pushes, "push")));
        std::iter::once(proved).chain(known).collect()
    }

    fn keep(&mut self, picked: &PickedLevel, report: Option<&Report>) -> Result<()> {
        if let Some((file, solution)) = self.args.plan.as_ref().zip(report.and_then(Report::solution)) {
            self.exit = self.exit.and(task::write_plan(file, picked, solution)?);
        }
        let (Some(file), Some(report)) = (&mut self.sok, report) else { return Ok(()) };
        file.add(&picked.entry, report.solution())
    }

    fn count(&mut self, report: Option<&Report>) {
        let summary = &mut self.summary;
        summary.levels += 1;
        match report.map(Report::answer) {
            None => summary.invalid += 1,
            Some(Answer::Solved) => summary.solved += 1,
            Some(Answer::Unsolvable) => summary.unsolvable += 1,
            Some(Answer::InternalError) => summary.internal_errors += 1,
            Some(_) => summary.unsolved += 1,
        }
        if let Some(by) = report.and_then(Report::solved_by) {
            summary.by_plan += usize::from(by.is_plan());
            summary.hierarchical += usize::from(report.and_then(Report::is_hierarchical) == Some(true));
            summary.with_takeovers += usize::from(by.is_takeover());
            summary.by_pushes += usize::from(by.is_push_search());
        }
        if let Some(report) = report {
            summary.plan_nodes += report.plan_nodes;
            summary.push_nodes += report.push_nodes;
            summary.seconds += report.time.as_secs_f64();
        }
        if let Some((report, solution)) = report.and_then(|report| Some((report, report.solution()?))) {
            let before = report.improved.map_or(solution.metrics, |improved| improved.before);
            summary.moves += solution.metrics.moves;
            summary.pushes += solution.metrics.pushes;
            summary.moves_before += before.moves;
            summary.pushes_before += before.pushes;
        }
    }

    /// Returns in words the number of solved levels, and how many of these plans and push searches solved. Levels
    /// solved by a search for shortest solutions or a textbook search count as neither.
    fn solved(&self) -> String {
        let Summary { levels, solved, by_plan, hierarchical, with_takeovers, by_pushes, .. } = self.summary;
        let trivial = by_plan - hierarchical;
        let kinds = format!(" ({hierarchical} hierarchical, {trivial} trivial)");
        let kinds = Some(kinds).filter(|_| self.args.levels.pick.verbose).unwrap_or_default();
        let by_plan = (by_plan > 0).then(|| format!(", {by_plan} by plan{kinds}"));
        let takeovers =
            if with_takeovers > 0 { format!(" ({with_takeovers} after a takeover)") } else { String::new() };
        let by_pushes = (by_pushes > 0).then(|| format!(", {by_pushes} by pushes{takeovers}"));
        format!("{solved} of {levels} solved{}{}", by_plan.unwrap_or_default(), by_pushes.unwrap_or_default())
    }

    /// Returns in words the sums of moves and pushes over all solutions, and the sums before solutions were shortened.
    fn costs(&self) -> String {
        let Summary { moves, pushes, moves_before, pushes_before, .. } = self.summary;
        let costs = |moves, pushes| format!("{}, {}", counted(moves, "move"), counted(pushes, "push"));
        let now = costs(moves, pushes);
        if (moves, pushes) == (moves_before, pushes_before) {
            return now;
        }
        format!("{now} (before improvement {})", costs(moves_before, pushes_before))
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus> {
        self.summary.interrupted = interrupted;
        let Summary { unsolvable, invalid, unsolved, internal_errors, .. } = self.summary;
        if self.args.output.is_json() {
            row::summary(&mut self.out, &self.summary)?;
        } else {
            let mut counts = self.solved();
            let others = [
                (unsolvable, "unsolvable"),
                (unsolved, "unsolved"),
                (invalid, "invalid"),
                (internal_errors, "met by an internal error"),
            ];
            for (count, word) in others {
                if count > 0 {
                    counts += &format!(", {count} {word}");
                }
            }
            let word = if interrupted { "interrupted: " } else { "" };
            message::note(&format!("{word}{counts}; {}, {:.2} s", self.costs(), self.summary.seconds));
            if unsolvable > 0 && !self.args.output.file.quiet {
                message::note(&"`sokoplan prove` and `sokoplan layers --layer alert` show why a level has no solution");
            }
        }
        self.out.close()?;
        self.sok.map_or(Ok(()), SokFile::close)?;
        Ok(self.exit.and(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Done }))
    }
}
