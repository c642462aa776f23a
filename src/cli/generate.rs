//! `sokoplan generate`

use super::interruption::interruptible;
use super::output::OutputFile;
use super::{ExitStatus, Failure, message};
use crate::generate::{Generator, Made, Recipe};
use crate::level::{self, Collection, Entry, Format, Recorded, WriteOptions};
use crate::solve::{Solution, Strategy, judge_moves};
use std::io::Write;

/// Make solvable levels from a seed number
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan generate
  sokoplan generate --seed 7 --count 20 --rooms 3 --boxes 4 -o made.xsb
  sokoplan generate --rooms 4 --min-box-changes 8 --solutions -o made.sok

The same options give the same bytes. Pushes and turns to another box are counted in the
known solution; where the board is too large to try all pulls, there may be a shorter one.")]
pub(super) struct Args {
    /// The number that all is drawn from
    #[arg(long, default_value_t = Recipe::default().seed, value_name = "NUMBER")]
    seed: u64,
    /// How many levels
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    count: usize,
    /// Columns at most, walls included
    #[arg(long, default_value_t = Recipe::default().width, value_name = "NUMBER")]
    width: usize,
    /// Rows at most, walls included
    #[arg(long, default_value_t = Recipe::default().height, value_name = "NUMBER")]
    height: usize,
    /// Rooms
    #[arg(long, default_value_t = Recipe::default().rooms, value_name = "NUMBER")]
    rooms: usize,
    /// Boxes
    #[arg(long, default_value_t = Recipe::default().boxes, value_name = "NUMBER")]
    boxes: usize,
    /// Pushes at least
    #[arg(long, default_value_t = Recipe::default().min_pushes, value_name = "NUMBER")]
    min_pushes: u32,
    /// Turns to another box at least
    #[arg(long, default_value_t = Recipe::default().min_box_changes, value_name = "NUMBER")]
    min_box_changes: u32,
    /// Layouts to try for each level
    #[arg(long, default_value_t = 200, value_name = "NUMBER")]
    attempts: usize,
    /// Write the known solutions too, as SOK does
    #[arg(long)]
    solutions: bool,
    #[command(flatten)]
    output: OutputFile,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let mut generator = Generator::new(recipe(args)?);
    let (stop, mut out) = (interruptible()?, args.output.open()?);
    let mut made = 0;
    while made < args.count && !stop.is_raised() {
        let mut attempts = (0..args.attempts).take_while(|_| !stop.is_raised());
        let Some(next) = attempts.find_map(|_| generator.next_within(1, |_| true)) else { break };
        made += 1;
        let text = text(args, made, next)?;
        out.write_all(text.as_bytes())?;
    }
    // The file gets its name when it is whole, or when no more can come.
    out.close()?;
    if stop.is_raised() {
        message::note(&format!("interrupted: {made} of {} levels", args.count));
        return Ok(ExitStatus::Interrupted);
    }
    let fewer = args.count - made;
    if fewer > 0 {
        let shortfall =
            format!("{fewer} fewer than asked for: nothing in {} layouts fits; ask for less", args.attempts);
        return Err(Failure::message(shortfall));
    }
    Ok(ExitStatus::Done)
}

fn recipe(args: &Args) -> Result<Recipe, Failure> {
    let sides = 5..=200;
    if !sides.contains(&args.width) || !sides.contains(&args.height) {
        return Err(Failure::message("--width and --height are from 5 to 200"));
    }
    if args.rooms == 0 || args.boxes == 0 {
        return Err(Failure::message("--rooms and --boxes are at least 1"));
    }
    Ok(Recipe {
        seed: args.seed,
        width: args.width,
        height: args.height,
        rooms: args.rooms,
        boxes: args.boxes,
        min_pushes: args.min_pushes,
        min_box_changes: args.min_box_changes,
    })
}

/// Returns one level as it stands in the file; a blank line keeps it from the one before.
fn text(args: &Args, number: usize, made: Made) -> Result<String, Failure> {
    let format = if args.solutions { Format::Sok } else { Format::Xsb };
    let collection = Collection { entries: vec![entry(args, number, made)?], ..Collection::default() };
    let options = WriteOptions { format, visible_floor: false, strict: false };
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    Ok(if number > 1 { format!("\n{text}") } else { text })
}

fn entry(args: &Args, number: usize, made: Made) -> Result<Entry, Failure> {
    let Solution { lurd, metrics, .. } = judge_moves(&made.level, Strategy::GENERATE, made.lurd)?;
    let title = made.level.title.clone();
    let mut entry = Entry::new(number, 1, Ok(made.level));
    entry.set_title(&title);
    if args.solutions {
        entry.recorded.push(Recorded::solution(lurd, metrics));
    }
    Ok(entry)
}
