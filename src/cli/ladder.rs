//! The subcommand `sokoplan ladder`: compares the rungs of the abstraction.

use super::destination::distinct;
use super::driver::Ran;
use super::output::{Output, OutputArgs};
use super::progress::Progress;
use super::row::{self, Counts};
use super::select::{LevelArgs, Picked};
use super::solving::LimitArgs;
use super::{ExitStatus, Failure};
use crate::abstraction::{LocalArea, Rung};
use crate::level::Level;
use crate::maze::{AreaPatterns, Areas, Maze, Merging, RoomsBy};
use crate::render::area_names;
use crate::run::{Limits, Meter, Stop, StopFlag};
use crate::study::rungs::{Drawn, Ladder, LadderRow, SplitDrawn};
use crate::study::rungs::{ladder_table, ladder_witnesses};
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, Write};
use std::time::Instant;

/// Compare what rungs of the abstraction cost and leave uncertain
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan ladder levels/6-lisa.xsb --level 1 -v     with what proves it, by the first definition
  sokoplan ladder levels/6-lisa.xsb --level 1 --refine --rooms-by lisa
  sokoplan ladder set.xsb --nodes 5k --threads 2     sums over the levels
  sokoplan ladder set.xsb --time 1s --json             a row for each level, definition and rung
  sokoplan ladder set.xsb --format csv -o ladder.csv   sums over the levels as one table

Rungs: counts (boxes in each area), exits (and where they can go out; there for comparison, see
help rungs), classes and sets (exact).
solved: by this rung alone. deterministic: one outcome; choice: several, each to be had at will;
unknown: a budget cut it; context: a proposal, asked of the real position; realised: the share of
these that could be carried out. outcome?: the share of transfers that one block may answer in
several ways; applicability?: that only a part of a block can do; both over the classes that were
met. --time is for a level: each rung under each definition, and each count of what is
uncertain, has an equal share of what is left. --nodes and --memory hold for each of them.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Only this definition of a room; see `help areas`
    #[arg(help_heading = "Rooms", long, value_name = "DEFINITION")]
    rooms_by: Option<RoomsBy>,
    /// Join small areas to neighbours first, as planning does
    #[arg(help_heading = "Rooms", long, hide_short_help = true)]
    merge: bool,
    /// Begin with counts, and split what a refused step refutes
    ///
    /// Only the blocks that are shown to be too coarse are split; each split is listed.
    #[arg(help_heading = "Search", long)]
    refine: bool,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

/// Explanation of the words in the tables, in one line.
const LEGEND: &str = "Rungs say how much a plan keeps of each room, labels how sure the outcome of a step is";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables of sums over the levels, a definition each
    #[default]
    Text,
    /// JSON Lines: a row for each level, definition and rung, then the sums
    Json,
    /// The sums as one table, with the numbers of levels counted and of levels that met a limit
    Csv,
}

/// Figures of all rungs on one level, with rooms by one definition.
struct Figures {
    by: RoomsBy,
    ladder: Ladder,
    names: Vec<String>,
}

#[derive(Serialize)]
struct Row<'a> {
    rooms_by: &'a str,
    rung: &'a str,
    #[serde(flatten)]
    row: &'a LadderRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome_witness: Option<&'a Drawn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    applicability_witness: Option<&'a Drawn>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    split_blocks: &'a [SplitDrawn],
}

/// For each rung the sums of its figures over levels, with rooms by one definition.
struct Sum {
    by: RoomsBy,
    rows: [LadderRow; 4],
    refined: Option<LadderRow>,
}

/// Row of a table: the sums for one rung.
#[derive(Serialize)]
struct SumRow<'a> {
    rooms_by: &'a str,
    rung: &'a str,
    /// Number of levels that met a limit before any rung was tried; other levels are counted in the sums.
    not_counted: usize,
    #[serde(flatten)]
    row: &'a LadderRow,
}

/// Runs `sokoplan ladder`: writes sums over the levels; before them, for a single level with `-v`, witnesses and
/// splits.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    let selection = args.levels.load_beside(args.limits.budget())?;
    let driver =
        args.limits.driver(Progress::line("comparing rungs on ", selection.entries.len(), args.output.is_quiet()))?;
    let mut out = args.output.open()?;
    let is_alone = selection.levels().count() == 1;
    let definitions = args.rooms_by.map_or_else(|| RoomsBy::ALL.to_vec(), |by| vec![by]);
    let sum = |&by| Sum { by, rows: Default::default(), refined: args.refine.then(LadderRow::default) };
    let mut sums: Vec<Sum> = definitions.iter().map(sum).collect();
    let mut counted = 0;
    let work = |_: &Picked, level: &Level| {
        let mut shares = Shares::new(args, definitions.len(), &driver.stop);
        let figures = definitions.iter().map(|&by| compare(args, level, by, &mut shares));
        Ok(figures.collect::<Result<Vec<Figures>, Stop>>()?)
    };
    let done = |out: &mut Output, picked: &Picked, figures: Vec<Figures>| {
        counted += 1;
        // One definition is enough to read its proofs.
        let is_proved = is_alone && args.levels.is_verbose() && args.output.format() == Format::Text;
        for (place, (sum, figures)) in sums.iter_mut().zip(&figures).enumerate() {
            sum.add(&figures.ladder);
            if args.output.is_json() {
                rows(out, picked, figures)?;
            } else if is_proved && place == 0 {
                writeln!(out, "rooms by {}", figures.by)?;
                out.write_all(ladder_witnesses(&figures.ladder, &figures.names).as_bytes())?;
                writeln!(out)?;
            }
        }
        // Tables are written at the end, and the file is replaced as a whole.
        if args.output.is_json() {
            out.flush()?;
        }
        Ok(ExitStatus::Done)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    conclude(args, out, &sums, ran.levels - counted, ran)?;
    Ok(ran.exit)
}

fn conclude(args: &Args, mut out: Output, sums: &[Sum], not_counted: usize, ran: Ran) -> Result<(), Failure> {
    let sum_rows = || sums.iter().flat_map(|sum| sum.table(not_counted));
    match args.output.format() {
        Format::Json => {
            sum_rows().try_for_each(|sum| row::row(&mut out, "sum", sum))?;
            row::summary(&mut out, Counts(&[("rungs", Rung::ALL.len())], Some(ran.is_interrupted)))?;
        }
        Format::Csv => csv(&mut out, sum_rows())?,
        Format::Text => {
            let width = args.output.width();
            for sum in sums {
                writeln!(out, "rooms by {}\n{}", sum.by, ladder_table(&sum.rows, sum.refined.as_ref(), width))?;
            }
        }
    }
    out.close()?;
    if args.output.format() == Format::Text && !sums.is_empty() {
        let details = args.levels.hidden("what proves, for a single level, that a rung is too coarse");
        args.output.file().legend(LEGEND, details);
    }
    Ok(())
}

/// Writes a header, and one record for each sum.
fn csv<'a>(out: &mut impl Write, sums: impl Iterator<Item = SumRow<'a>>) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(out);
    for (place, sum) in sums.enumerate() {
        let (names, figures): (Vec<&str>, Vec<String>) = sum.figures().into_iter().unzip();
        if place == 0 {
            writer.write_record(["rooms_by", "rung"].into_iter().chain(names)).map_err(io::Error::from)?;
        }
        let figures = figures.iter().map(String::as_str);
        writer.write_record([sum.rooms_by, sum.rung].into_iter().chain(figures)).map_err(io::Error::from)?;
    }
    Ok(writer.flush()?)
}

impl SumRow<'_> {
    /// Returns the names and values of the figures; each label is a figure of its own.
    fn figures(&self) -> Vec<(&'static str, String)> {
        let Self { not_counted, row, .. } = self;
        let mut figures = vec![
            ("levels", row.levels.to_string()),
            ("not_counted", not_counted.to_string()),
            ("solved", row.solved.to_string()),
            ("counts_cut", row.counts_cut.to_string()),
            ("local_states", row.local_states.to_string()),
            ("expanded", row.expanded.to_string()),
            ("operators", row.operators.to_string()),
        ];
        figures.extend(row.labels.by_label().map(|(label, count)| (label.word(), count.to_string())));
        figures.extend([
            ("proposed", row.proposed.to_string()),
            ("realised", row.realised.to_string()),
            ("transfers", row.transfers.to_string()),
            ("outcome_uncertain", row.outcome_uncertain.to_string()),
            ("applicability_uncertain", row.applicability_uncertain.to_string()),
            ("splits", row.splits.to_string()),
        ]);
        figures
    }
}

impl Sum {
    /// Returns a row for each rung; the row for refinement is the last.
    fn table(&self, not_counted: usize) -> impl Iterator<Item = SumRow<'_>> {
        let refined = self.refined.iter().map(|row| ("refined", row));
        let rows = Rung::ALL.into_iter().map(Rung::word).zip(&self.rows).chain(refined);
        rows.map(move |(rung, row)| SumRow { rooms_by: self.by.word(), rung, not_counted, row })
    }

    fn add(&mut self, ladder: &Ladder) {
        self.rows.iter_mut().zip(&ladder.rows).for_each(|(sum, row)| sum.add(row));
        if let (Some(sum), Some((row, _))) = (&mut self.refined, &ladder.refined) {
            sum.add(row);
        }
    }
}

/// Limits of a level: the time is divided among the parts of the work on the level.
struct Shares {
    limits: Limits,
    end: Option<Instant>,
    /// Number of parts that have not begun.
    left: u32,
    stop: StopFlag,
}

impl Shares {
    /// Number of parts for one definition: four rungs and two counts of uncertain transfers.
    const OF_DEFINITION: u32 = 6;

    fn new(args: &Args, definitions: usize, stop: &StopFlag) -> Self {
        let limits = args.limits.limits();
        let parts = Self::OF_DEFINITION + u32::from(args.refine);
        let left = parts * u32::try_from(definitions).unwrap_or(1);
        let end = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { limits, end, left, stop: stop.clone() }
    }

    /// Returns the meter of the preparation, which all parts need: all nodes and memory, and all time that is left.
    fn whole(&self) -> Meter {
        self.of(1)
    }

    /// Returns the meter of the next part: all nodes and memory, and an equal part of the time that is left.
    fn share(&mut self) -> Meter {
        let meter = self.of(self.left.max(1));
        self.left = self.left.saturating_sub(1);
        meter
    }

    fn of(&self, parts: u32) -> Meter {
        let time = self.end.map(|end| end.saturating_duration_since(Instant::now()) / parts);
        Meter::new(Limits { time, ..self.limits }, self.stop.clone())
    }
}

fn compare(args: &Args, level: &Level, by: RoomsBy, shares: &mut Shares) -> Result<Figures, Stop> {
    let mut first = shares.whole();
    let maze = Maze::new(&level.board, &mut first)?;
    let merging = args.merge.then(Merging::default);
    let areas = Areas::planned(&level.board, by, &AreaPatterns::default(), merging);
    let areas = areas.cut_to(&level.board, LocalArea::MOST_SQUARES);
    first.check()?;
    let ladder = Ladder::compare(level, &maze, &areas, args.refine, || shares.share());
    Ok(Figures { by, ladder, names: area_names(&areas) })
}

fn rows(out: &mut impl Write, picked: &Picked, figures: &Figures) -> Result<(), Failure> {
    let Figures { by, ladder, .. } = figures;
    let mut write = |row: Row<'_>| row::level(out, &picked.file, picked.entry.number, row);
    for (index, (rung, row)) in Rung::ALL.into_iter().zip(&ladder.rows).enumerate() {
        let witness = |kind: usize| ladder.witnesses.get(index).and_then(|kinds| kinds[kind].first());
        let [outcome_witness, applicability_witness] = [witness(0), witness(1)];
        let (rooms_by, rung) = (by.word(), rung.word());
        write(Row { rooms_by, rung, row, outcome_witness, applicability_witness, split_blocks: &[] })?;
    }
    if let Some((row, split_blocks)) = &ladder.refined {
        let (outcome_witness, applicability_witness) = (None, None);
        let (rooms_by, rung) = (by.word(), "refined");
        write(Row { rooms_by, rung, row, outcome_witness, applicability_witness, split_blocks })?;
    }
    Ok(())
}
