//! The subcommand `sokoplan replay`: shows a solution as text or as an animated picture.

use crate::cli::io::claims::take;
use crate::cli::io::{
    BoundArgs, ExitStatus, Failure, OutputFile, PickArgs, Result, SkinArgs, SolutionArgs, distinct, interruptible,
};
use crate::level::{Level, Lurd};
use crate::render::{AnimationError, Frame, Timing, animation, frames};
use crate::run::Meter;
use clap::ValueEnum;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Show a solution as text or as a moving picture
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan replay set.sok --level 3                  a solution in the file
  sokoplan replay set.xsb --solution solutions.txt --level 3
  sokoplan replay set.xsb --level 2 --solution rruLLL --format text
  sokoplan replay set.sok --level 3 --speed 20 -o solution.svg
  sokoplan solve set.xsb | sokoplan replay set.xsb --solution - --level 3

The moves need not solve the level.")]
pub(super) struct ReplayArgs {
    /// A file of levels; `-` is standard input
    #[arg(value_name = "LEVELS")]
    levels: PathBuf,
    #[command(flatten)]
    solution: SolutionArgs,
    /// Output format [default: by the ending of -o]
    #[arg(help_heading = "Output", long, value_name = "FORMAT", value_enum)]
    format: Option<Format>,
    /// Number of moves per second
    #[arg(help_heading = "Output", long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    speed: u32,
    /// Show pushes only, without walks
    #[arg(help_heading = "Output", long)]
    pushes_only: bool,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    skin: SkinArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One picture in letters after the other
    #[default]
    Text,
    /// An animated SVG
    Svg,
}

pub(super) fn run(args: &ReplayArgs) -> Result<ExitStatus> {
    let inputs = std::iter::once(args.levels.as_path()).chain(args.solution.file());
    distinct(inputs, [args.output.destination()])?;
    let form = args.output.format(args.format)?;
    args.skin.is_for(form == Format::Svg)?;
    let selection = args.pick.load(&args.levels, &args.limits.reading())?;
    let untitled = args.pick.untitled(&selection);
    if untitled != ExitStatus::Done {
        return Ok(untitled);
    }
    let exit = selection.report_faults().and(selection.exit);
    let mut claims = args.solution.claims(&selection, &args.limits.reading())?.0;
    let mut shown = selection
        .levels()
        .filter_map(|(picked, level)| Some((picked, level, take(&mut claims, picked).into_iter().next()?.lurd)));
    let (picked, level, lurd) = shown.next().ok_or_else(|| {
        Failure::message("no solution for any of the levels; `sokoplan solve FILE --sok SOLVED` makes them")
    })?;
    if shown.next().is_some() {
        return Err(Failure::message("several levels have solutions: select one with --level"));
    }
    let bad = |what: &dyn std::fmt::Display| Failure::message(format!("level {}: {what}", picked.entry.number));
    let moves: Lurd = lurd.parse().map_err(|error: crate::level::LurdError| bad(&error))?;
    let meter = Meter::new(args.limits.limits(), interruptible()?);
    match form {
        Format::Text => text(args, level, frames(level, &moves).map_err(|broken| bad(&broken))?, &meter)?,
        Format::Svg => {
            let mut out = args.output.open()?;
            let timing = Timing { speed: args.speed, pushes_only: args.pushes_only };
            let written = animation(level, &moves, timing, args.skin.skin(), &meter, &mut out);
            written.map_err(|error| match error {
                AnimationError::Replay(broken) => bad(&broken),
                AnimationError::Stopped(stop) => Failure::stopped(stop),
                AnimationError::Output(error) => error.into(),
            })?;
            out.close()?;
        }
    }
    Ok(exit)
}

/// Writes each position as text: on a terminal at its time, in place of the one before; else one below the other.
fn text(args: &ReplayArgs, level: &Level, frames: impl Iterator<Item = Frame>, meter: &Meter) -> Result<()> {
    // The start is always shown, without a number.
    let is_shown = |(index, frame): &(usize, Frame)| !args.pushes_only || *index == 0 || frame.caption.contains("push");
    let mut out = args.output.open()?;
    let is_live = std::io::stdout().is_terminal() && args.output.is_stdout();
    let lines = level.grid.height() + 1;
    for (index, frame) in frames.enumerate().filter(is_shown) {
        meter.check().map_err(Failure::stopped)?;
        if is_live && index > 0 {
            meter.untimed(|| std::thread::sleep(Duration::from_secs(1) / args.speed));
            write!(out, "\x1b[{lines}A\x1b[J")?;
        }
        let blank = if index > 0 && !is_live { "\n" } else { "" };
        // The reader of a pipe may be slow.
        meter.untimed(|| writeln!(out, "{blank}{}{}", frame.picture, frame.caption))?;
        if is_live {
            out.flush()?;
        }
    }
    out.close()
}
