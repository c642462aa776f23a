//! `sokoplan layers`

use super::areas::AreaArgs;
use super::budget::BudgetArgs;
use super::interruption::interruptible;
use super::output::{OutputArgs, OutputFormat};
use super::patterns::PatternArgs;
use super::select::LevelArgs;
use super::{ExitStatus, Failure, TABLE, row};
use crate::assist::{AskError, Assistant, Layer, Layers};
use crate::level::{Level, Square};
use crate::maze::{Areas, Maze};
use crate::render::LayersView;
use crate::run::{Meter, StopFlag};
use clap::ValueEnum;
use serde::Serialize;
use std::io::Write;
use std::str::FromStr;

/// Show what helps a player in a position: deadlocks, pushes, ways, hints
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sokoplan layers levels/1-one-room.xsb --level 3
  sokoplan layers set.xsb --level 1 --after rrdL --layer pushes,prevention,alert
  sokoplan layers set.xsb --level 1 --layer box-reach --box 3,4
  sokoplan layers set.xsb --level 1 --format svg -o layers.svg
  sokoplan layers set.xsb --layer alert --json

Layers: areas, dead-squares (x), pushes (arrows), prevention (! on pushes that lose), alert (! on
lost boxes), box-reach (o), goal-paths (:), parking (p, routes ~), global, hint (>), focus.
Rows and columns count from 0. The limits hold for each layer that searches.

{TABLE}"))]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Only these layers; all but focus where none is named
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', value_parser = Layer::from_str)]
    layer: Vec<Layer>,
    /// The box that box-reach is about, instead of the nearest
    #[arg(long = "box", value_name = "ROW,COLUMN", value_parser = place)]
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
}

impl OutputFormat for Format {
    const JSON: Self = Self::Json;
}

#[derive(Serialize)]
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
    let selection = args.levels.load()?;
    let exit = selection.report_faults().and(selection.exit);
    if args.output.format() == Format::Svg && selection.levels().count() > 1 {
        return Err(Failure::message("several levels: pick one with --level for this format"));
    }
    let stop = interruptible()?;
    let mut out = args.output.open()?;
    let mut summary = Summary { levels: 0, deadlocks: 0 };
    for (picked, level) in selection.levels() {
        let areas = args.areas.cutter()?.areas(&level.board);
        let Some(layers) = args.layers(level, &areas, &stop)? else { break };
        let view = LayersView::new(level, &areas, &layers);
        summary.levels += 1;
        summary.deadlocks += layers.alert.as_ref().map_or(0, Vec::len);
        match args.output.format() {
            Format::Json => row::level(&mut out, &picked.file, picked.entry.number, view.row())?,
            Format::Svg => out.write_all(view.svg().as_bytes())?,
            Format::Text => {
                writeln!(out, "{}\n\n{}", picked.heading(), view.text())?;
            }
        }
    }
    if args.output.is_json() {
        row::summary(&mut out, &summary)?;
    }
    out.close()?;
    Ok(exit.and(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done }))
}

impl Args {
    /// Computes the requested layers; a limit omits a layer, an interruption all.
    fn layers(&self, level: &Level, areas: &Areas, stop: &StopFlag) -> Result<Option<Layers>, Failure> {
        let asked = self.asked.map(|place| self.asked_box(level, place)).transpose()?;
        let patterns = self.patterns.patterns()?;
        let maze =
            Maze::new(&level.board, &mut Meter::unlimited()).map_err(|stop| Failure::message(stop.to_string()))?;
        let mut assistant = Assistant::new(&maze, areas, &patterns, &level.start);
        let (mut layers, mut plan) = (Layers::default(), None);
        let usual = Layer::ALL.into_iter().filter(|layer| *layer != Layer::Focus);
        let wanted = if self.layer.is_empty() { usual.collect() } else { self.layer.clone() };
        for layer in wanted {
            let mut meter = Meter::new(self.budget.limits(), stop.clone());
            // A layer cut short by a limit is omitted without a message.
            if let Err(AskError::Internal(error)) =
                layers.add(layer, &mut assistant, level, asked, &mut plan, &mut meter)
            {
                return Err(error.into());
            }
            if stop.is_raised() {
                return Ok(None);
            }
        }
        Ok(Some(layers))
    }

    fn asked_box(&self, level: &Level, (row, column): (usize, usize)) -> Result<Square, Failure> {
        let square = level.board.square(row, column).filter(|square| level.start.has_box(*square));
        square.ok_or_else(|| Failure::message(format!("--box: there is no box on {row},{column}")))
    }
}
