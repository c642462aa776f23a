//! The subcommand `sokoplan bench`: runs collections under limits, with one or several strategies, and compares runs.

use super::budget::LimitArgs;
use super::destination::{Destination, distinct};
use super::driver::cores;
use super::output::{FormatArgs, Output, OutputFile, TextOrJson, width};
use super::progress::Progress;
use super::runs::{AblatedPart, RowForm, RowSink, Variant, merge, run_all, variants};
use super::select::is_stdin;
use super::select::{LevelArgs, PickedLevel, Selection};
use super::strategy::SideArgs;
use super::{ExitStatus, Failure, message, row, strategy};
use crate::level::Canonical;
use crate::render::{Look, counted};
use crate::run::Limits;
use crate::study::{
    Assignment, Comparison, Group, Machine, Preset, Row, Rows, RunSetting, Shard, disputes, table, unsolved,
};
use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Run whole collections under limits, compare strategies and runs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan bench levels/*.xsb --time 10s -o rows.jsonl
  sokoplan bench levels/*.xsb --time 10s --resume rows.jsonl
  sokoplan bench levels/*.xsb --strategy pushes -o push.jsonl
  sokoplan bench --compare rows.jsonl push.jsonl               gained, lost, more or fewer nodes
  sokoplan bench levels/*.xsb --strategies fess,lean,a-star:h2 --nodes 20k
  sokoplan bench levels/*.xsb --preset assignment -o assignment.csv
  sokoplan bench levels/*.xsb --nodes 5k --ablate labels,rooms --controls -o runs.jsonl
  sokoplan bench levels/*.xsb --nodes 5k --ablate groups --controls
  sokoplan bench levels/*.xsb --shard 3/50 --resume run/3.jsonl   a share, on one machine of many
  sokoplan bench --merge run                                   the table of all shares

Each level gives one row of JSON Lines as soon as it ends, with the keys of solve --json (see
`help json bench`). -o FILE.csv writes rows for spreadsheets, FILE.json one array, FILE.md only the
tables. The last table divides levels by the choices of a plan: none (one area), transfers between
areas, or also groups of boxes. An interrupted level gives no row. The default is one thread,
since seconds depend on the number of threads. Solutions are not tidied (solve --raw). A file of
rows begins with the setting of its run: version, revision, arguments, limits, threads and machine.
--resume and --compare print a warning if settings differ.

Columns: levels; solved; unsolvable (proved); hierarchical, trivial (solved by a plan with, without
a box that crosses a border of areas); push (solved by a push search); fidelity (share of proposed
transfers that were carried out); fallback (share of plain pushes in the plans' pushes); median s,
total s (seconds of the solved levels); plan nodes (states of planners); push nodes (positions of
push searches); generated (successors); pushes (of the solutions); memory (peak of the program).
Columns that compare a run with the first: lost, gained (solved by the first only, by this run
only); change (95 %) (gained minus lost, bootstrap over levels); p (McNemar's test of lost and
gained); nodes (95 %) (ratio on levels that both solve: geometric mean).
-v prints columns that do not fit, and all outcomes of the operators of plans.

--strategies runs each strategy alone and compares it with the first. --preset repeats a published
comparison: assignment (breadth-first search and A* with three estimates), sokobot (blind and
informed, by moves and by pushes), kth (the agent with and without its parts), reverse (forwards,
backwards and both), with 20k nodes per level and strategy by default.

The share of a level depends only on its canonical board. The file of a share begins with a row of
its levels. --merge reports missing, duplicate and contradictory levels, with exit code 1.")]
pub(super) struct BenchArgs {
    #[command(flatten)]
    pub(super) levels: LevelArgs,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(super) sides: SideArgs,
    #[command(flatten)]
    pub(super) form: FormatArgs<TextOrJson>,
    #[command(flatten)]
    pub(super) file: OutputFile,
    /// Continue this file: skip the levels that it already contains
    ///
    /// Rows are written to the same file, or to -o.
    #[arg(help_heading = "Output", long, value_name = "FILE", hide_short_help = true)]
    resume: Option<PathBuf>,
    /// Run only this share of the levels, e.g. 3/50
    #[arg(help_heading = "Output", long, value_name = "N/COUNT", hide_short_help = true)]
    shard: Option<Shard>,
    /// Merge the rows of all shares
    ///
    /// The shares are the files NAME.jsonl of the folder.
    #[arg(help_heading = "Output", long, value_name = "FOLDER", conflicts_with_all = ["files", "resume", "shard", "compare", "ablate", "strategies", "preset"])]
    #[arg(hide_short_help = true)]
    merge: Option<PathBuf>,
    /// Compare the rows of two runs
    ///
    /// Prints the levels gained and lost, and nodes and time on the levels that both solve.
    #[arg(help_heading = "Output", long, num_args = 2, value_names = ["OLD", "NEW"], conflicts_with_all = ["files", "output", "resume", "shard"])]
    compare: Option<Vec<PathBuf>>,
    /// Disable each of these parts in turn, to measure its effect
    ///
    /// Each level is run as a whole, then once without each part, each time under the full limits. Parts are the words of
    /// --leave-out; `rooms` (the level is one area); the words of --rooms-by (other rooms); and `groups` (all boxes are one group).
    #[arg(help_heading = "Search", long, value_name = "PARTS", value_delimiter = ',', conflicts_with_all = ["resume", "compare", "shard"])]
    ablate: Vec<AblatedPart>,
    /// Run each of these strategies alone, e.g. lean,a-star:h2
    ///
    /// See `help strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', value_parser = strategy::read)]
    #[arg(conflicts_with_all = ["strategy", "optimal", "ablate", "resume", "compare", "shard"])]
    strategies: Vec<String>,
    /// Run the strategies of a published comparison
    ///
    /// One of assignment, sokobot, kth, reverse.
    #[arg(
        help_heading = "Search",
        long,
        value_name = "NAME",
        hide_possible_values = true,
        conflicts_with = "strategies"
    )]
    #[arg(conflicts_with_all = ["strategy", "optimal", "ablate", "resume", "compare", "shard"])]
    #[arg(value_parser = strategy::word_parser::<Preset>(Preset::ALL.map(Preset::word)))]
    preset: Option<Preset>,
    /// With --ablate, also run controls for rooms and for groups
    ///
    /// The controls are: the level as one area; random areas, equal in number and sizes; one group of boxes; random groups, equal
    /// in number and sizes. If a control has the same gain, the gain is not due to rooms. --ablate rooms and --ablate groups run
    /// only the controls of that part.
    #[arg(help_heading = "Search", hide_short_help = true, long, requires = "ablate")]
    controls: bool,
}

/// Number of draws of each control: more draws hardly narrow the confidence interval of a mean.
const DRAWS: u64 = 10;

impl BenchArgs {
    /// Returns the file for the rows: `-o`, else `--resume`.
    pub(super) fn rows_file(&self) -> Option<&Path> {
        match self.file.named() {
            Some(named) => named.path(),
            None => self.resume.as_deref().filter(|path| !is_stdin(path)),
        }
    }

    /// Opens the output for the rows: the file of [`Self::rows_file`], which is locked, else standard output with `--json`.
    pub(super) fn sink(&self) -> Result<RowSink, Failure> {
        match self.rows_file() {
            Some(path) => RowSink::new(Output::locked(path)?, RowForm::of(path)?),
            None if self.form.is_json() => RowSink::new(Output::stdout(), RowForm::Lines),
            None => RowSink::new(Output::nowhere(), RowForm::Lines),
        }
    }

    /// Returns the width of the table in columns, 80 if it is unknown; `None` with `-v`.
    fn width(&self) -> Option<usize> {
        (!self.levels.pick.verbose).then(|| width().unwrap_or(80))
    }

    /// Returns an error if an output is also an input, or two outputs are one file, standard output included.
    pub(super) fn distinct<'i>(&self, inputs: impl Iterator<Item = &'i Path> + Clone) -> Result<(), Failure> {
        let rows = self.rows_file().map(|path| Destination::Path(path.to_owned()));
        distinct(inputs, rows.iter().chain([&Destination::Stdout]))
    }

    const fn has_runs(&self) -> bool {
        !self.ablate.is_empty() || !self.strategies.is_empty() || self.preset.is_some()
    }

    fn variants(&self) -> Result<(Vec<Variant>, Limits), Failure> {
        let of_preset = self.preset.map(|preset| preset.setups().iter().map(ToString::to_string).collect_vec());
        let alone = of_preset.as_ref().unwrap_or(&self.strategies);
        let limits = self.limits.limits();
        if !alone.is_empty() {
            let runs = self.sides.each(alone)?.into_iter();
            let nodes = limits.nodes.or(of_preset.is_some().then_some(Preset::NODES));
            let runs = runs.map(|(name, options)| Variant { name: Some(name), options }).collect();
            return Ok((runs, Limits { nodes, ..limits }));
        }
        let options = self.sides.options()?;
        let draws = self.controls.then_some(DRAWS);
        let runs = match self.ablate.as_slice() {
            [] => vec![Variant { name: None, options }],
            parts => variants(&options, parts, draws),
        };
        Ok((runs, limits))
    }

    /// Returns the setting of this run, for the first row of its file.
    fn setting(&self, limits: Limits) -> RunSetting {
        let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let processor = processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        RunSetting {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            revision: option_env!("SOKOPLAN_REVISION").map(ToOwned::to_owned),
            arguments: std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect(),
            time: limits.time.map(|time| time.as_secs_f64()),
            nodes: limits.nodes,
            memory: limits.memory,
            threads: self.limits.threads.threads().unwrap_or(1),
            machine: Machine {
                system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
                processor: processor.map(|(_, name)| name.to_owned()).unwrap_or_default(),
                cores: cores(),
                date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            },
        }
    }

    fn begun(&self, path: &Path) -> Result<Rows, Failure> {
        let is_missing =
            !is_stdin(path) && fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        let rows = if is_missing { Rows::default() } else { row::read_begun(path, &self.limits.reading())? };
        let held = rows.assignments.first().map(|assignment| assignment.shard);
        if held != self.shard && !rows.rows.is_empty() {
            let named = |shard: Option<Shard>| shard.map_or("all levels".to_owned(), |shard| format!("shard {shard}"));
            let (held, asked) = (named(held), named(self.shard));
            return Err(Failure::message(format!("{}: rows of {held}, not of {asked}", path.display())));
        }
        Ok(rows)
    }

    pub(super) fn conclude(&self, sink: RowSink, rows: &[Row]) -> Result<(), Failure> {
        let groups = if self.has_runs() { Group::by_run(rows) } else { Group::by_file(rows) };
        let all = Group::all(rows);
        let shown = |look: Look, width: Option<usize>| self.shown(&groups, rows, look, width);
        sink.conclude(&groups, &all, || shown(Look::Markdown, None))?;
        let mut out = Output::stdout();
        match (self.form.is_json(), self.rows_file().is_some()) {
            (false, _) => out.write_all(shown(Look::Text, self.width()).as_bytes())?,
            (true, true) => return RowSink::new(out, RowForm::Lines)?.conclude(&groups, &all, String::new),
            (true, false) => {}
        }
        out.close()
    }

    fn shown(&self, groups: &[Group], rows: &[Row], look: Look, width: Option<usize>) -> String {
        let all = if !self.has_runs() && groups.len() != 1 { vec![Group::all(rows)] } else { Vec::new() };
        let groups = [groups, &all].concat();
        // With `--ablate` the run with all parts; otherwise the group of all files, which is last.
        let told = if self.has_runs() { groups.first() } else { groups.last() };
        // Rows of shares come from other runs, which may have had other numbers of threads.
        let threads = self.merge.is_none().then(|| self.limits.threads.threads().unwrap_or(1));
        let measured = threads.map(|threads| format!("seconds measured with {}\n", counted(threads, "thread")));
        let text = table(&groups, told, &measured.unwrap_or_default(), look, width);
        if self.has_runs() { text } else { text + &unsolved(rows, width) }
    }

    fn read(&self, path: &Path) -> Result<Rows, Failure> {
        row::read(path, &self.limits.reading(), Rows::read)
    }
}

pub(super) fn run(args: &BenchArgs) -> Result<ExitStatus, Failure> {
    if let Some(folder) = &args.merge {
        return merge(args, folder);
    }
    match args.compare.as_deref() {
        Some([old, new]) => compare(args, [old, new]),
        _ => bench(args),
    }
}

fn bench(args: &BenchArgs) -> Result<ExitStatus, Failure> {
    args.distinct(args.levels.paths().chain(args.sides.paths()))?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    let (variants, limits) = args.variants()?;
    // The file is locked before its rows are read: rows that another run added later would be lost.
    let mut sink = args.sink()?;
    let mut kept = args.resume.as_deref().map_or_else(|| Ok(Rows::default()), |path| args.begun(path))?;
    kept.assignments = args.shard.map(|shard| assign(&mut selection, shard)).into_iter().collect();
    leave_out_kept(&mut selection.entries, &mut kept);
    let driver = args.limits.threads.driver(Progress::line(
        "solving ",
        selection.entries.len() * variants.len(),
        args.file.is_quiet(),
    ))?;
    let mut exit = selection.exit.and(selection.report_faults());
    if args.rows_file().is_some() {
        let setting = args.setting(limits);
        if let (Some(path), Some(before)) = (&args.resume, kept.settings.first()) {
            warn(&path.display().to_string(), before, &setting);
        }
        // A run that goes on as it began is one run.
        if kept.settings.last().is_none_or(|last| !last.differences(&setting).is_empty()) {
            kept.settings.push(setting);
        }
    }
    sink.keep(&kept)?;
    let mut rows = kept.rows;
    let broken = run_all(&driver, &selection.entries, &variants, limits, |row| {
        sink.level(&row)?;
        rows.push(row);
        Ok(())
    })?;
    if !args.has_runs() {
        exit = exit.and(rows.iter().map(|row| ExitStatus::from(row.body.answer)).collect());
    }
    args.conclude(sink, &rows)?;
    exit = exit.and(broken).and(report_disputes(&rows));
    if driver.stop.is_raised() {
        let is_kept = args.rows_file().is_some_and(|path| RowForm::of(path).is_ok_and(|form| form == RowForm::Lines));
        message::note(&match (args.has_runs(), is_kept) {
            (false, true) => "interrupted: --resume continues from here",
            (false, false) => "interrupted: without rows in a file (-o FILE.jsonl) the run cannot be resumed",
            (true, _) => "interrupted: only the levels run so far are compared",
        });
        exit = exit.and(ExitStatus::Interrupted);
    }
    Ok(exit)
}

/// Warns where the settings of two runs differ, whose rows then measure different things.
fn warn(place: &str, one: &RunSetting, two: &RunSetting) {
    for difference in one.differences(two) {
        message::error(&format!("{place}: warning: the runs differ in {difference}"));
    }
}

fn report_disputes(rows: &[Row]) -> ExitStatus {
    let disputed = disputes(rows);
    for (solved, other) in &disputed {
        let [by, against] = [solved, other].map(|row| row.run.as_deref().unwrap_or_default());
        let place = format!("{}: level {}", solved.file, solved.level);
        message::error(&format!("{place}: {by} solved what {against} calls unsolvable"));
    }
    ExitStatus::from(disputed.is_empty())
}

fn digest(picked: &PickedLevel) -> Option<u64> {
    picked.entry.body.as_ref().ok().map(|level| Canonical::of(level).digest())
}

/// Returns the hash of a level's board in hexadecimal digits, for rows; `None` for an entry with a fault.
fn board(picked: &PickedLevel) -> Option<String> {
    digest(picked).map(|digest| format!("{digest:016x}"))
}

/// Removes levels of other shards from the selection, and returns the shard with the numbers of its levels by file.
fn assign(selection: &mut Selection, shard: Shard) -> Assignment {
    let mut levels: IndexMap<String, Vec<usize>> = IndexMap::new();
    selection.entries.retain(|picked| {
        let of_file = levels.entry(picked.file.clone()).or_default();
        let is_own = shard.contains(digest(picked));
        if is_own {
            of_file.push(picked.entry.number);
        }
        is_own
    });
    Assignment { shard, levels }
}

/// Removes the levels whose results the rows hold, and the rows with the file and number of a level but another title or
/// board.
fn leave_out_kept(entries: &mut Vec<PickedLevel>, kept: &mut Rows) {
    let place = |one: &PickedLevel| (one.file.clone(), one.entry.number);
    let picked: FxHashMap<(String, usize), &PickedLevel> = entries.iter().map(|one| (place(one), one)).collect();
    let mut are_kept = FxHashSet::default();
    kept.rows.retain(|row| {
        let place = (row.file.clone(), row.level);
        let Some(one) = picked.get(&place) else { return true };
        let is_same = row.body.title == one.entry.title && row.board == board(one);
        if is_same {
            are_kept.insert(place);
        }
        is_same
    });
    entries.retain(|one| !are_kept.contains(&place(one)));
}

fn compare(args: &BenchArgs, paths: [&PathBuf; 2]) -> Result<ExitStatus, Failure> {
    args.distinct(paths.iter().map(|path| path.as_path()))?;
    let [old, new] = [args.read(paths[0])?, args.read(paths[1])?];
    if let (Some(one), Some(two)) = (old.settings.first(), new.settings.first()) {
        warn(&format!("{} and {}", paths[0].display(), paths[1].display()), one, two);
    }
    let comparison = Comparison::new(&old, &new);
    let mut out = Output::stdout();
    if args.form.is_json() {
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
