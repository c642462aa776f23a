//! The subcommand `sokoplan bench`: runs collections under limits, compares runs, and merges the shares of a run.

mod runs;

use crate::cli::io::files::{is_stdin, with_ending};
use crate::cli::io::{
    BoundArgs, Driver, ExitStatus, Failure, FormatArgs, LevelArgs, LimitArgs, Output, OutputArgs, PickedLevel, Result,
    Selection, TextOrJson, cores, format_of, message, row, width,
};
use crate::cli::strategy::{self, Modes, SideArgs};
use crate::level::Canonical;
use crate::run::{Limits, counted, safe};
use crate::study::{Assignment, Comparison, Machine, Merge, Preset, Row, Rows, RowsFile, RunSetting, Shard, disputes};
use indexmap::IndexMap;
use itertools::Itertools;
use runs::{AblatedPart, RowForm, Tables, Variant, refuse_inputs, run_all, sink, variants, warn};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

pub(super) type BenchArgs = Modes<Mode, RunArgs>;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Mode {
    Run(Box<RunArgs>),
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
pub(super) struct CompareArgs {
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
pub(super) struct MergeArgs {
    /// Folder of the shares, the files NAME.jsonl
    folder: PathBuf,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

pub(super) fn run(args: &BenchArgs) -> Result<ExitStatus> {
    match &args.mode {
        None => run_levels(&args.default),
        Some(Mode::Run(args)) => run_levels(args),
        Some(Mode::Compare(args)) => compare(args),
        Some(Mode::Merge(args)) => merge(args),
    }
}

fn compare(args: &CompareArgs) -> Result<ExitStatus> {
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
fn merge(args: &MergeArgs) -> Result<ExitStatus> {
    let files = with_ending(&args.folder, "jsonl")?;
    if files.is_empty() {
        return Err(Failure::message(format!("{}: no file NAME.jsonl", args.folder.display())));
    }
    let rows_file = args.output.file.path();
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
    let mut sink = sink(args.output.form.is_json(), rows_file)?;
    rows.iter().try_for_each(|row| sink.add(row))?;
    for finding in &findings {
        sink.row(finding.flaw.word(), finding)?;
        message::error(finding);
    }
    let tables = Tables { has_runs: false, threads: None, is_wide: false };
    tables.conclude(sink, &rows, args.output.form.is_json(), rows_file.is_some())?;
    Ok(exit.and(ExitStatus::from(findings.is_empty())))
}

/// Run each level under limits (the default)
#[derive(Debug, clap::Args)]
#[command(mut_arg("optimal", |arg| arg.hide_short_help(true)))]
#[command(after_help = "\
Examples:
  sokoplan bench levels/*.xsb --time 10s -o rows.jsonl
  sokoplan bench levels/*.xsb --strategies fess,lean,a-star:h2 --nodes 20k
  sokoplan bench levels/*.xsb --preset assignment -o assignment.csv
  sokoplan bench levels/*.xsb --nodes 5k --ablate labels,rooms --controls
  sokoplan bench levels/*.xsb --shard 3/50 --resume run/3.jsonl

Each level gives one row of JSON Lines as soon as it ends, with the keys of solve --json (see
`help json bench`). -o FILE.csv writes rows for spreadsheets, FILE.json one array, FILE.md only the
tables. The last table divides levels by the choices of a plan: none (one area), transfers between
areas, or also groups of boxes. An interrupted level gives no row. The default is one thread,
since seconds depend on the number of threads. Solutions are not tidied (solve --raw). A file of
rows begins with the setting of its run: version, revision, arguments, limits, threads and machine.
--resume and `bench compare` print a warning if settings differ.

Columns: levels; solved; unsolvable (proved); hierarchical, trivial (solved by a plan with, without
a box that crosses a border of areas); push (solved by a push search); order (share of goals
filled in the planned order, and by chance); suppliers (share of goals filled from a named area, and
by chance); fallback (share of plain pushes in the plans' pushes); median s,
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

The last example runs a share, on one machine of many. The share of a level depends only on its canonical board. The file of a share begins with a row of
its levels.")]
pub(super) struct RunArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    sides: SideArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
    /// Continue this file: skip the levels in it
    ///
    /// Rows are written to the same file, or to -o.
    #[arg(help_heading = "Output", long, value_name = "FILE", hide_short_help = true)]
    resume: Option<PathBuf>,
    /// Run only this share of the levels, e.g. 3/50
    #[arg(help_heading = "Output", long, value_name = "N/COUNT", hide_short_help = true)]
    shard: Option<Shard>,
    /// Disable each of these parts in turn
    ///
    /// Each level is run as a whole, then once without each part, each time under the full limits. Parts are the words of
    /// --leave-out; `rooms` (the level is one area); the words of --rooms-by (other rooms); and `groups` (all boxes are one group).
    #[arg(help_heading = "Search", long, value_name = "PARTS", value_delimiter = ',', hide_short_help = true)]
    #[arg(conflicts_with_all = ["resume", "shard"])]
    ablate: Vec<AblatedPart>,
    /// Run each of these strategies alone
    ///
    /// See `help strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', value_parser = strategy::read)]
    #[arg(conflicts_with_all = ["strategy", "optimal", "ablate", "resume", "shard"])]
    strategies: Vec<String>,
    /// Run the strategies of a published comparison
    ///
    /// One of assignment, sokobot, kth, reverse.
    #[arg(help_heading = "Search", long, value_name = "NAME", hide_possible_values = true, hide_short_help = true)]
    #[arg(conflicts_with_all = ["strategies", "strategy", "optimal", "ablate", "resume", "shard"])]
    #[arg(value_parser = strategy::word_parser::<Preset>(Preset::ALL.map(Preset::word)))]
    preset: Option<Preset>,
    /// With --ablate, also run controls
    ///
    /// They are controls for rooms and for groups: the level as one area; random areas, equal in number and sizes; one group of boxes; random groups, equal
    /// in number and sizes. If a control has the same gain, the gain is not due to rooms. --ablate rooms and --ablate groups run
    /// only the controls of that part.
    #[arg(help_heading = "Search", hide_short_help = true, long, requires = "ablate")]
    controls: bool,
}

/// Number of draws of each control: more draws hardly narrow the confidence interval of a mean.
const DRAWS: u64 = 10;

impl RunArgs {
    /// Returns the file for the rows: `-o`, else `--resume`.
    fn rows_file(&self) -> Option<&Path> {
        match self.output.file.named() {
            Some(named) => named.path(),
            None => self.resume.as_deref().filter(|path| !is_stdin(path)),
        }
    }

    const fn has_runs(&self) -> bool {
        !self.ablate.is_empty() || !self.strategies.is_empty() || self.preset.is_some()
    }

    fn variants(&self) -> Result<(Vec<Variant>, Limits)> {
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

    fn begun(&self, path: &Path) -> Result<Rows> {
        let is_missing =
            !is_stdin(path) && fs::metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        let rows = if is_missing { Rows::default() } else { row::read_begun(path, &self.limits.reading())? };
        let held = rows.assignments.first().map(|assignment| assignment.shard);
        if held != self.shard && !rows.rows.is_empty() {
            let named = |shard: Option<Shard>| shard.map_or("all levels".to_owned(), |shard| format!("shard {shard}"));
            let (held, wanted) = (named(held), named(self.shard));
            return Err(Failure::message(format!("{}: rows of {held}, not of {wanted}", path.display())));
        }
        Ok(rows)
    }
}

fn run_levels(args: &RunArgs) -> Result<ExitStatus> {
    refuse_inputs(args.levels.paths().chain(args.sides.paths()), args.rows_file())?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    let (variants, limits) = args.variants()?;
    // The file is locked before its rows are read: rows that another run added later would be lost.
    let mut sink = sink(args.output.form.is_json(), args.rows_file())?;
    let mut kept = args.resume.as_deref().map_or_else(|| Ok(Rows::default()), |path| args.begun(path))?;
    kept.assignments = args.shard.map(|shard| assign(&mut selection, shard)).into_iter().collect();
    let all = selection.entries.len();
    leave_out_kept(&mut selection.entries, &mut kept);
    if let Some(path) = args.resume.as_ref().filter(|_| !args.output.file.quiet) {
        let left = selection.entries.len();
        let (kept, left) = (counted(all - left, "row"), counted(left, "level"));
        message::note(&format!("{}: {kept} kept, {left} to run", safe(&path.display().to_string())));
    }
    let bouts = selection.entries.len() * variants.len();
    let driver = Driver::begin(args.limits.threads, "solving ", bouts, args.output.file.quiet)?;
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
    let threads = Some(args.limits.threads.threads().unwrap_or(1));
    let tables = Tables { has_runs: args.has_runs(), threads, is_wide: args.levels.pick.verbose };
    tables.conclude(sink, &rows, args.output.form.is_json(), args.rows_file().is_some())?;
    exit = exit.and(broken).and(report_disputes(&rows));
    if driver.stop.is_raised() {
        let is_kept =
            args.rows_file().is_some_and(|path| matches!(format_of(Some(path)), Ok(None | Some(RowForm::Lines))));
        message::note(&match (args.has_runs(), is_kept) {
            (false, true) => "interrupted: --resume continues from here",
            (false, false) => "interrupted: without rows in a file (-o FILE.jsonl) the run cannot be resumed",
            (true, _) => "interrupted: only the levels run so far are compared",
        });
        exit = exit.and(ExitStatus::Interrupted);
    }
    Ok(exit)
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
    picked.level().map(|level| Canonical::of(level).digest())
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

/// Removes the levels whose results the rows hold, and rows of a level with another title or board.
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
