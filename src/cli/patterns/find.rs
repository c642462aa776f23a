//! The subcommand `sokoplan patterns find`: finds all least deadlock patterns of a size.

use super::super::interruption::interruptible;
use super::super::output::OutputFile;
use super::super::progress::Progress;
use super::super::{ExitStatus, Failure, message};
use crate::deadlock::patterns::find;
use crate::run::{Limits, Meter, Stop};
use std::io::Write;
use std::str::FromStr;

/// Find all least deadlock patterns of a size, and write them as a file of patterns
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan patterns find --size 2x2
  sokoplan patterns find --size 4x3 -o found.txt

Every dead picture of the size is covered by what is found, in one of the eight symmetries, and
nothing found is covered by the rest. 4x4 takes a minute; 16 places are the most.")]
pub(super) struct Args {
    /// Columns and rows, as in 3x3
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    size: Size,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Clone, Copy, Debug)]
struct Size {
    width: usize,
    height: usize,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=6).contains(side));
        let sides = text.split_once('x').and_then(|(width, height)| side(width).zip(side(height)));
        let size = sides.map(|(width, height)| Self { width, height }).filter(|size| size.width * size.height <= 16);
        size.ok_or_else(|| "expected a width and a height as in 3x3, at most 6 each and 16 places together".to_owned())
    }
}

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let stop = interruptible()?;
    let working = Progress::working("looking for patterns", args.output.is_quiet(), &stop);
    let mut meter = Meter::new(Limits::default(), stop);
    let Size { width, height } = args.size;
    let found = match find(height, width, &mut meter) {
        Ok(found) => found,
        Err(Stop::Interrupted) => return Ok(ExitStatus::Interrupted),
        Err(stop) => return Err(Failure::message(stop.to_string())),
    };
    drop(working);
    let mut out = args.output.open()?;
    writeln!(out, "; The least deadlocks of {width}x{height}, found by `sokoplan patterns find`.")?;
    for (number, found) in (1..).zip(&found) {
        let kind = if found.proof.is_stuck() { "stuck" } else { "enclosed" };
        let outside = if found.proof.is_sound_inside() { "" } else { " (player outside)" };
        write!(out, "\ndeadlock {width}x{height} {number}, {kind}{outside}\n{}", found.picture)?;
    }
    out.close()?;
    let stuck = found.iter().filter(|found| found.proof.is_stuck()).count();
    message::note(&format!("{} patterns, {stuck} of them stuck", found.len()));
    Ok(ExitStatus::Done)
}
