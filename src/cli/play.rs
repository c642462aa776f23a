//! The subcommand `sokoplan play`: the game in the terminal.

use super::budget::reading_unlimited;
use super::interruption::interruptible;
use super::patterns::PatternArgs;
use super::select::LevelArgs;
use super::{ExitStatus, Failure};
use crate::play::{self, App, Palette, Picked, Progress};
use std::env;
use std::io::{self, IsTerminal};

/// Play in the terminal, with layers, plans and solutions
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan play levels/1-one-room.xsb
  sokoplan play set.xsb --level 7

Arrows or h j k l move, u and r undo and redo, / lists the levels, 1 to 9, 0 and f switch
layers, p shows a plan, s solves from here, i shows statistics, ? shows all keys, q saves and
quits. A click walks, or sends the box that was clicked before. Games, best solutions and
statistics are kept in the user's data folder, where w writes the solutions as SOK.")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    levels: LevelArgs,
    #[command(flatten)]
    patterns: PatternArgs,
}

pub(super) fn run(args: &PlayArgs) -> Result<ExitStatus, Failure> {
    let selection = args.levels.load(&reading_unlimited())?;
    let exit = selection.report_faults().and(selection.exit);
    let levels: Vec<Picked> = selection.entries.iter().filter_map(|picked| Picked::of(&picked.entry)).collect();
    let file = selection.entries.first().map_or_else(String::new, |picked| picked.file.clone());
    let patterns = args.patterns.patterns()?;
    let app = App::new(file, levels, Progress::of_user(), patterns);
    Ok(exit.and(open(app)?))
}

pub(super) fn open(app: Option<App>) -> Result<ExitStatus, Failure> {
    let mut app = app.ok_or_else(|| Failure::message("no level to play"))?;
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::message("a terminal is needed: neither input nor output may be redirected"));
    }
    let stop = interruptible()?;
    play::run(&mut app, palette(), &stop)?;
    Ok(if stop.is_raised() { ExitStatus::Interrupted } else { ExitStatus::Done })
}

fn palette() -> Palette {
    if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
        return Palette::Plain;
    }
    let variable = |name| env::var(name).unwrap_or_default();
    Palette::of_terminal(&variable("COLORTERM"), &variable("TERM"))
}
