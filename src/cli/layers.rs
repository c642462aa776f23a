//! The subcommand `sokoplan layers`: shows deadlocks, pushes, ways and hints of positions.

use super::prove::{self, Goal, refuse_twin_proofs};
use super::strategy::{AreaArgs, Cutter, deadlock_patterns, word_parser};
use crate::assist::{Assistant, Layer, LayerInput, Layers, Rescue};
use crate::cli::io::claims::take;
use crate::cli::io::{
    Destination, Driver, ExitStatus, Failure, LevelArgs, LimitArgs, NoResult, Output, OutputArgs, PickedLevel, Result,
    Selection, SkinArgs, SolutionArgs, distinct, message, row,
};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Lurd, LurdError, Square};
use crate::maze::{Areas, Maze};
use crate::proof::Attempt;
use crate::render::{LayersView, wrapped};
use crate::run::{Limits, Meter, Stop, StopFlag};
use clap::ValueEnum;
use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Show help for a player: deadlocks, pushes, ways, hints
#[derive(Debug, clap::Args)]
#[command(mut_arg("after", |arg| arg.hide_short_help(false)))]
#[command(after_help = "\
Examples:
  sokoplan layers levels/1-one-room.xsb --level 3
  sokoplan layers set.xsb --level 1 --after rrdL --layer pushes,prevention,alert
  sokoplan layers set.xsb --level 1 --after rrdL --layer rescue
  sokoplan layers set.xsb --level 1 --layer box-reach --box 3,4
  sokoplan layers set.xsb --level 1 --layer parking,goal-paths -o ways.svg
  sokoplan layers set.xsb --layer alert --json

Layers: areas, dead-squares (x), pushes (arrows), prevention (! on pushes that lose), alert (! on
lost boxes), box-reach (o), goal-paths (:), parking (p, routes ~), global, hint (>), focus, rescue.
--proof adds alert, and --box box-reach. Without any of them, dead-squares is drawn, and the others
are listed; JSON rows have all except focus and rescue. The layer rescue names the push of --after
that lost the level, and the pushes to take back. --after or --solution moves to a later position.
Rows and columns count from 0. --time and --memory limit all layers of a level together, --nodes each
layer that searches. A layer that meets a limit is named and left out.")]
pub(super) struct LayersArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Draw these layers over each other
    #[arg(help_heading = "Layers", long, value_name = "NAME,NAME", value_delimiter = ',')]
    #[arg(value_parser = word_parser::<Layer>(Layer::ALL.map(Layer::word)))]
    layer: Vec<Layer>,
    #[command(flatten)]
    solution: SolutionArgs,
    /// Show box-reach for this box instead of the nearest
    #[arg(help_heading = "Layers", long = "box", value_name = "ROW,COLUMN", value_parser = place)]
    selected: Option<(usize, usize)>,
    /// Write proofs of lost positions; see `help proofs`
    ///
    /// The positions that the layer `alert` calls lost are proved; the files are written into this folder.
    #[arg(help_heading = "Output", long, value_name = "FOLDER", hide_short_help = true)]
    proof: Option<Destination>,
    /// Deadlock patterns [default: built-in ones]
    #[arg(help_heading = "Deadlocks", long, value_name = "FILE", hide_short_help = true)]
    deadlock_patterns: Option<PathBuf>,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board with marks, and their meaning
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// A picture, each layer a group of its own
    Svg,
}

fn place(text: &str) -> Result<(usize, usize), String> {
    let place = text.split_once(',').and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    place.ok_or_else(|| "expected a row and a column, counted from 0, e.g. 3,4".to_owned())
}

pub(super) fn run(args: &LayersArgs) -> Result<ExitStatus> {
    let inputs = args.levels.paths().chain(args.areas.path()).chain(args.deadlock_patterns.as_deref());
    let inputs = inputs.chain(args.solution.file());
    distinct(inputs, args.proof.iter().chain([args.output.file.destination()]))?;
    let is_picture = args.output.format() == Format::Svg;
    args.skin.is_for(is_picture)?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    args.after_solutions(&mut selection)?;
    if is_picture {
        selection.at_most_one()?;
    }
    let patterns = deadlock_patterns(args.deadlock_patterns.as_deref())?;
    let cutter = args.areas.cutter()?;
    let driver = Driver::begin(args.limits.threads, "looking at ", selection.entries.len(), args.output.file.quiet)?;
    let setting = Setting { cutter, patterns, stop: &driver.stop };
    let (mut out, mut deadlocks, mut is_first) = (args.output.open()?, 0, true);
    args.proof.iter().try_for_each(|_| refuse_twin_proofs(&selection))?;
    let work = |picked: &PickedLevel, level: &Level| args.layers(picked, level, &setting);
    let done = |out: &mut Output, picked: &PickedLevel, shown: LayersResult| {
        if let (Some(folder), Some(attempt)) = (&args.proof, &shown.attempt) {
            prove::keep(folder, picked, attempt)?;
        }
        deadlocks += shown.layers.deadlocks().len();
        if !std::mem::take(&mut is_first) && args.output.format() == Format::Text {
            writeln!(out)?;
        }
        report(args, out, picked, &shown)
    };
    let ran = driver.rows(&selection, &mut out, args.output.is_json(), work, done)?;
    ran.conclude(out, args.output.is_json(), Deadlocks { deadlocks })
}

/// Count of the last row.
#[derive(JsonSchema, Serialize)]
pub(super) struct Deadlocks {
    /// Number of deadlocks found.
    deadlocks: usize,
}

struct Setting<'a> {
    cutter: Cutter,
    patterns: DeadlockPatterns,
    stop: &'a StopFlag,
}

struct LayersResult {
    areas: Areas,
    layers: Layers,
    cut_short: Vec<(Layer, Stop)>,
    /// Attempt to prove the position lost, if a proof is requested and `alert` calls the position lost.
    attempt: Option<Attempt>,
}

fn report(args: &LayersArgs, out: &mut Output, picked: &PickedLevel, shown: &LayersResult) -> Result<ExitStatus> {
    let Ok(level) = &picked.entry.body else { return Ok(ExitStatus::Done) };
    let view = LayersView::new(level, &shown.areas, &shown.layers);
    match args.output.format() {
        Format::Json => row::level(out, picked, view.row())?,
        Format::Svg => out.write_all(args.skin.dress(view.svg()).as_bytes())?,
        Format::Text => write!(out, "{}\n\n{}{}", picked.heading(), view.text(), args.others())?,
    }
    out.flush()?;
    let Some((_, stop)) = shown.cut_short.first() else { return Ok(ExitStatus::Done) };
    let names: Vec<&str> = shown.cut_short.iter().map(|(layer, _)| layer.word()).collect();
    let place = picked.place();
    message::error(&format!("{place}: {stop}: left out: {}", names.join(", ")));
    Ok(ExitStatus::No)
}

impl LayersArgs {
    /// Returns the layers that are named, and those that `--proof` and `--box` need; without any of these options all
    /// layers of a row, or one that is drawn.
    fn wanted(&self) -> Vec<Layer> {
        let is_in_rows = |layer: &Layer| !matches!(layer, Layer::Focus | Layer::Rescue);
        let needed = [(self.proof.is_some(), Layer::Alert), (self.selected.is_some(), Layer::BoxReach)];
        let needed = needed.into_iter().filter_map(|(is_needed, layer)| is_needed.then_some(layer));
        let named = self.layer.iter().copied().chain(needed).unique().collect_vec();
        match (self.layer.is_empty(), self.output.is_json()) {
            (true, true) => Layer::ALL.into_iter().filter(is_in_rows).collect(),
            (true, false) if named.is_empty() => vec![Layer::DeadSquares],
            _ => named,
        }
    }

    /// Returns a line with the layers that are not drawn; an empty text if layers are named.
    fn others(&self) -> String {
        let wanted = self.wanted();
        let others = Layer::ALL.into_iter().filter(|layer| !wanted.contains(layer)).map(Layer::word).join(", ");
        if self.layer.is_empty() {
            wrapped(&format!("other layers, by --layer: {others}"), Some(80))
        } else {
            String::new()
        }
    }

    fn after_solutions(&self, selection: &mut Selection) -> Result<()> {
        if !self.solution.is_given() {
            return Ok(());
        }
        let (mut claims, exit) = self.solution.claims(selection, &self.limits.reading())?;
        selection.exit = selection.exit.and(exit);
        for picked in &mut selection.entries {
            let claim = take(&mut claims, picked).into_iter().next();
            let Some(claim) = claim else { continue };
            let place = picked.place();
            let bad = |why: String| Failure::message(format!("{place}: {why}"));
            let moves: Lurd = claim.lurd.parse().map_err(|error: LurdError| bad(error.to_string()))?;
            picked.play(&moves).map_err(|broken| bad(broken.to_string()))?;
        }
        Ok(())
    }

    fn layers(&self, picked: &PickedLevel, level: &Level, setting: &Setting<'_>) -> Result<LayersResult, NoResult> {
        let selected = self.selected.map(|place| self.box_at(level, place)).transpose()?;
        let limits = self.limits.limits();
        let mut meter = Meter::new(Limits { nodes: None, ..limits }, setting.stop.clone());
        let areas = setting.cutter.areas(&level.board, &meter)?;
        let maze = Maze::new(&level.board, &mut meter)?;
        let mut assistant = Assistant::new(&maze, &areas, &setting.patterns, &level.start);
        let wanted = self.wanted();
        let past = picked.past.as_ref().filter(|_| wanted.contains(&Layer::Rescue));
        let past = past.map(|(before, moves)| Rescue::new(before, moves)).transpose();
        let past = past.map_err(|broken| Failure::message(broken.to_string()))?;
        let mut input = LayerInput { level, selected, past, hint: None };
        let computed = Layers::compute(&wanted, &mut assistant, &mut input, limits.nodes, &mut meter);
        let (layers, cut_short) = computed.map_err(Failure::from)?;
        drop(assistant);
        let is_wanted = self.proof.is_some() && !layers.deadlocks().is_empty();
        let attempt = is_wanted.then(|| Goal::NoSolution("dead").attempt(level, limits, setting.stop));
        Ok(LayersResult { areas, layers, cut_short, attempt })
    }

    fn box_at(&self, level: &Level, (row, column): (usize, usize)) -> Result<Square> {
        let square = level.board.square(row, column).filter(|square| level.start.has_box(*square));
        square.ok_or_else(|| Failure::message(format!("--box: there is no box on ({row},{column})")))
    }
}
