//! `sokoplan layers`

use super::areas::{AreaArgs, Cutter};
use super::budget::BudgetArgs;
use super::interruption::interruptible;
use super::output::{Output, OutputArgs, OutputFormat, distinct};
use super::patterns::PatternArgs;
use super::row::{self, Unanswered};
use super::select::{LevelArgs, Picked};
use super::{ExitStatus, Failure, message};
use crate::assist::{Assistant, Layer, Layers};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{Areas, Maze};
use crate::render::LayersView;
use crate::run::{Limits, Meter, Stop, StopFlag};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::str::FromStr;

/// Show what helps a player: deadlocks, pushes, ways, hints
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan layers levels/1-one-room.xsb --level 3
  sokoplan layers set.xsb --level 1 --after rrdL --layer pushes,prevention,alert
  sokoplan layers set.xsb --level 1 --layer box-reach --box 3,4
  sokoplan layers set.xsb --level 1 --format svg -o layers.svg
  sokoplan layers set.xsb --level 1 --format svg --layer parking,goal-paths -o ways.svg
  sokoplan layers set.xsb --layer alert --json

Layers: areas, dead-squares (x), pushes (arrows), prevention (! on pushes that lose), alert (! on
lost boxes), box-reach (o), goal-paths (:), parking (p, routes ~), global, hint (>), focus.
In a picture go together: areas, dead-squares, prevention, alert, hint; others are drawn when named.
Rows and columns count from 0. --time and --memory are for all layers of a level together, --nodes
for each layer that searches. Layers that a limit cut short are named and left out.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Only these layers; all but focus where none is named, in pictures those that go together
    #[arg(help_heading = "Layers", long, value_name = "NAME,NAME", value_delimiter = ',', value_parser = Layer::from_str)]
    layer: Vec<Layer>,
    /// The box that box-reach is about, instead of the nearest
    #[arg(help_heading = "Layers", long = "box", value_name = "ROW,COLUMN", value_parser = place)]
    asked: Option<(usize, usize)>,
    #[command(flatten)]
    patterns: PatternArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    budget: BudgetArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board with marks, and what they mean
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// A picture, each layer a group of its own
    Svg,
    /// The same in dots
    Png,
}

impl OutputFormat for Format {
    const JSON: Self = Self::Json;

    fn is_png(self) -> bool {
        self == Self::Png
    }
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    deadlocks: usize,
}

fn place(text: &str) -> Result<(usize, usize), String> {
    let place = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    place.ok_or_else(|| "expected a row and a column as in 3,4, from 0".to_owned())
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let inputs = args.levels.paths().chain(args.areas.path()).chain(args.patterns.path());
    distinct(inputs, args.output.path())?;
    if args.asked.is_some() && !args.wanted().contains(&Layer::BoxReach) {
        return Err(Failure::message("--box has no effect: it is for --layer box-reach"));
    }
    let selection = args.levels.load_beside(&args.budget)?;
    if matches!(args.output.format(), Format::Svg | Format::Png) && selection.levels().count() > 1 {
        return Err(Failure::message("several levels: pick one with --level for this format"));
    }
    let setting = Setting { cutter: args.areas.cutter()?, patterns: args.patterns.patterns()? };
    let stop = interruptible()?;
    let mut reporter = Reporter {
        args,
        out: args.output.open_within(args.budget.limits())?,
        summary: Summary::default(),
        exit: selection.exit,
    };
    for picked in selection.entries.iter().take_while(|_| !stop.is_raised()) {
        match &picked.entry.body {
            Ok(level) => match args.layers(level, &setting, &stop)? {
                Ok((areas, shown)) => reporter.report(picked, level, &areas, &shown)?,
                Err(stop) => reporter.unanswered(picked, stop)?,
            },
            Err(_) => reporter.exit = reporter.exit.and(row::fault(reporter.rows(), picked)?),
        }
    }
    reporter.conclude(stop.is_raised())
}

/// What is read before the levels.
struct Setting {
    cutter: Cutter,
    patterns: DeadlockPatterns,
}

/// The layers of a level, and those that a limit cut short.
struct Shown {
    layers: Layers,
    cut_short: Vec<(Layer, Stop)>,
}

/// Writes the layers of each level at once.
struct Reporter<'a> {
    args: &'a Args,
    out: Output,
    summary: Summary,
    exit: ExitStatus,
}

impl Reporter<'_> {
    fn report(&mut self, picked: &Picked, level: &Level, areas: &Areas, shown: &Shown) -> Result<(), Failure> {
        let view = LayersView::new(level, areas, &shown.layers);
        self.summary.levels += 1;
        self.summary.deadlocks += shown.layers.alert.as_ref().map_or(0, Vec::len);
        match self.args.output.format() {
            Format::Json => row::level(&mut self.out, &picked.file, picked.entry.number, view.row())?,
            Format::Svg | Format::Png => self.out.write_all(view.svg().as_bytes())?,
            Format::Text => {
                writeln!(self.out, "{}\n\n{}", picked.heading(), view.text())?;
            }
        }
        if let Some((_, stop)) = shown.cut_short.first() {
            let names: Vec<&str> = shown.cut_short.iter().map(|(layer, _)| layer.word()).collect();
            let place = format!("{}: level {}", picked.file, picked.entry.number);
            message::error(&format!("{place}: {stop}: left out: {}", names.join(", ")));
            self.exit = self.exit.and(ExitStatus::No);
        }
        Ok(self.out.flush()?)
    }

    fn unanswered(&mut self, picked: &Picked, stop: Stop) -> Result<(), Failure> {
        let exit = Unanswered::from(stop).report(self.rows(), picked)?;
        self.exit = self.exit.and(exit);
        Ok(())
    }

    /// Returns the output where rows are written.
    fn rows(&mut self) -> Option<&mut Output> {
        self.args.output.is_json().then_some(&mut self.out)
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        if self.args.output.is_json() {
            row::summary(&mut self.out, &self.summary)?;
        }
        self.out.close()?;
        Ok(self.exit.and(if interrupted { ExitStatus::Interrupted } else { ExitStatus::Done }))
    }
}

/// The layers of a picture where none is named: they cover different things, so none hides another.
const TOGETHER: [Layer; 5] = [Layer::Areas, Layer::DeadSquares, Layer::Prevention, Layer::Alert, Layer::Hint];

impl Args {
    fn wanted(&self) -> Vec<Layer> {
        if !self.layer.is_empty() {
            return self.layer.clone();
        }
        let is_asked = |layer: &Layer| *layer == Layer::BoxReach && self.asked.is_some();
        let is_usual = |layer: &Layer| match self.output.format() {
            Format::Svg | Format::Png => TOGETHER.contains(layer) || is_asked(layer),
            Format::Text | Format::Json => *layer != Layer::Focus,
        };
        Layer::ALL.into_iter().filter(is_usual).collect()
    }

    /// Computes the requested layers.
    fn layers(
        &self,
        level: &Level,
        setting: &Setting,
        stop: &StopFlag,
    ) -> Result<Result<(Areas, Shown), Stop>, Failure> {
        let asked = self.asked.map(|place| self.asked_box(level, place)).transpose()?;
        let limits = self.budget.limits();
        let mut meter = Meter::new(Limits { nodes: None, ..limits }, stop.clone());
        let prepared = setting.cutter.areas(&level.board, &meter);
        let prepared = prepared.and_then(|areas| Ok((Maze::new(&level.board, &mut meter)?, areas)));
        let (maze, areas) = match prepared {
            Ok(prepared) => prepared,
            Err(stop) => return Ok(Err(stop)),
        };
        let mut assistant = Assistant::new(&maze, &areas, &setting.patterns, &level.start);
        let wanted = self.wanted();
        let (layers, cut_short) = Layers::compute(&wanted, &mut assistant, level, asked, limits.nodes, &mut meter)?;
        drop(assistant);
        Ok(Ok((areas, Shown { layers, cut_short })))
    }

    fn asked_box(&self, level: &Level, (row, column): (usize, usize)) -> Result<Square, Failure> {
        let square = level.board.square(row, column).filter(|square| level.start.has_box(*square));
        square.ok_or_else(|| Failure::message(format!("--box: there is no box on {row},{column}")))
    }
}
