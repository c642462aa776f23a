//! The subcommand `sokoplan generate`: makes solvable levels from a seed.

use super::budget::BoundArgs;
use super::interruption::interruptible;
use super::output::OutputFile;
use super::progress::Progress;
use super::{ExitStatus, Failure, message};
use crate::generate::{Building, GeneratedLevel, Generator, Misfit, Recipe};
use crate::level::{self, Collection, Entry, Format, Recorded, WriteOptions};
use crate::run::{Meter, StopFlag};
use crate::solve::{Solution, Strategy, judge_moves};
use crate::study::Difficulty;
use std::cell::RefCell;
use std::io::Write;
use std::str::FromStr;

/// Make solvable levels from a seed number
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan generate
  sokoplan generate --seed 7 --count 20 --rooms 3 --boxes 4 -o made.xsb
  sokoplan generate --rooms 4 --min-box-changes 8 --format sok -o made.sok
  sokoplan generate --rooms 3 --difficulty 7-8
  sokoplan generate --building ring --rooms 100 -o ring.xsb    solve it: a sum over its rooms

The same options give the same bytes. Pushes and turns to another box are counted in the
known solution; where the board is too large to try all pulls, there may be a shorter one.
Without --size the board is as large as rooms and boxes need, and grows where
nothing fits.")]
pub(super) struct GenerateArgs {
    /// Seed of the random numbers
    #[arg(long, default_value_t = Recipe::default().seed, value_name = "NUMBER")]
    seed: u64,
    /// How many levels
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    count: usize,
    /// Maximum columns and rows, walls included, e.g. 30x20 [default: as many as are needed]
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    size: Option<[usize; 2]>,
    /// Rooms, at most 1000
    #[arg(long, default_value_t = Recipe::default().rooms, value_name = "NUMBER")]
    rooms: usize,
    /// A building of --rooms puzzles or rooms: tree, ring, grid, store, hub or shunting
    ///
    /// Solvable by construction. Puzzles of trees and rings are drawn as without this option; a store or a hub has six boxes
    /// and six goals for each room.
    #[arg(long, value_name = "KIND", value_parser = building, conflicts_with_all = ["boxes", "min_pushes", "min_box_changes", "difficulty", "size"])]
    building: Option<Building>,
    /// Width of the doors and streets of a tree, ring or grid
    #[arg(long, default_value_t = 1, value_name = "1|2", requires = "building", value_parser = clap::value_parser!(u8).range(1..=2))]
    doors: u8,
    /// Boxes, at most 1000
    #[arg(long, default_value_t = Recipe::default().boxes, value_name = "NUMBER")]
    boxes: usize,
    /// Pushes at least
    #[arg(long, default_value_t = Recipe::default().min_pushes, value_name = "NUMBER")]
    min_pushes: u32,
    /// Turns to another box at least
    #[arg(long, default_value_t = Recipe::default().min_box_changes, value_name = "NUMBER")]
    min_box_changes: u32,
    /// How hard: the rating of `list --difficulty`, as in 6-8, 7- or -5
    #[arg(long, value_name = "RANGE")]
    difficulty: Option<Ratings>,
    /// xsb, or sok with the known solutions
    #[arg(help_heading = "Output", long, default_value = "xsb", value_name = "FORMAT", value_parser = format)]
    format: Format,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

pub(super) fn run(args: &GenerateArgs) -> Result<ExitStatus, Failure> {
    if args.doors > 1 && args.building.is_some_and(|building| !building.has_wide_doors()) {
        return Err(Failure::message("--doors has no effect: it is for --building tree, ring and grid"));
    }
    let (recipe, stop) = (recipe(args)?, interruptible()?);
    let mut generator = Generator::new(recipe);
    let mut out = args.output.open()?;
    let (mut made, mut missing) = (0, String::new());
    let working = Progress::working("making levels", args.output.is_quiet(), &stop);
    while made < args.count && !stop.is_raised() {
        let meter = Meter::new(args.limits.limits(), stop.clone());
        let text = match args.building {
            Some(building) => built(building, args, made, &meter),
            None => next(&mut generator, args, &meter, &stop)
                .and_then(|next| text(args, made + 1, next).map_err(|failure| failure.to_string())),
        };
        match text {
            Ok(text) => {
                made += 1;
                working.aside(|| out.write_all(text.as_bytes()))?;
            }
            Err(reason) => {
                missing = reason;
                break;
            }
        }
    }
    drop(working);
    // The file is replaced once it is complete, or no more levels can be made; without levels it is left as it is.
    if made > 0 {
        out.close()?;
    }
    if stop.is_raised() {
        message::note(&format!("interrupted: {made} of {} levels", args.count));
        return Ok(ExitStatus::Interrupted);
    }
    let fewer = args.count - made;
    if fewer > 0 {
        return Err(Failure::message(format!("{fewer} of {} levels were not made: {missing}", args.count)));
    }
    Ok(ExitStatus::Done)
}

/// Reads the value of `--building`.
fn building(text: &str) -> Result<Building, String> {
    let words = || Building::ALL.map(Building::word).join(", ");
    Building::ALL.into_iter().find(|one| one.word() == text).ok_or_else(|| format!("expected one of {}", words()))
}

/// Returns building number `made` (from 0) as text of the file.
fn built(building: Building, args: &GenerateArgs, made: usize, meter: &Meter) -> Result<String, String> {
    let seed = args.seed.wrapping_add(made as u64);
    let level = building.level(args.rooms, args.doors.into(), seed, meter).map_err(|stop| stop.to_string())?;
    let level = level.ok_or("the board would be too large: fewer --rooms")?;
    let title = level.title.clone();
    let mut entry = Entry::new(made + 1, 1, Ok(level));
    entry.set_title(&title);
    written(args, made + 1, entry).map_err(|failure| failure.to_string())
}

/// Reads the value of `--size`.
fn size(text: &str) -> Result<[usize; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    sides.ok_or_else(|| "expected columns and rows, e.g. 30x20".to_owned())
}

/// Reads the value of `--format`.
fn format(text: &str) -> Result<Format, String> {
    match text {
        "xsb" => Ok(Format::Xsb),
        "sok" => Ok(Format::Sok),
        _ => Err("expected xsb or sok".to_owned()),
    }
}

/// Number of layouts to try for each level.
const ATTEMPTS: usize = 200;

/// Closed interval of difficulty ratings.
#[derive(Clone, Copy, Debug)]
struct Ratings {
    least: f64,
    most: f64,
}

impl Ratings {
    /// Returns whether a rating is in the interval.
    fn hold(self, rating: f64) -> bool {
        (self.least..=self.most).contains(&rating)
    }
}

impl FromStr for Ratings {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bound = |text: &str, open: f64| if text.is_empty() { Some(open) } else { text.parse().ok() };
        let ends = text.split_once('-').unwrap_or((text, text));
        let range = bound(ends.0, 0.0).zip(bound(ends.1, f64::MAX)).filter(|(least, most)| least <= most);
        let is_empty = text.is_empty() || text == "-";
        range.filter(|_| !is_empty).map(|(least, most)| Self { least, most }).ok_or("expected 6-8, 7- or -5".to_owned())
    }
}

/// Number of board sizes to try: attempts are divided among them, and each size is a quarter larger than the last.
const SIZES: usize = 8;

/// Returns the next level found within [`ATTEMPTS`] layouts, on larger boards if none is found and the size is free.
///
/// # Errors
/// A limit of the meter, or the fault of the attempt that came nearest to the request, with the option to change.
fn next(
    generator: &mut Generator,
    args: &GenerateArgs,
    meter: &Meter,
    stop: &StopFlag,
) -> Result<GeneratedLevel, String> {
    let (mut misfits, met) = (Vec::new(), RefCell::new(Vec::new()));
    let fits = |made: &GeneratedLevel| {
        args.difficulty.is_none_or(|ratings| {
            let rating = Difficulty::of(&made.level, args.limits.limits(), stop).rating;
            met.borrow_mut().extend(rating);
            rating.is_some_and(|rating| ratings.hold(rating))
        })
    };
    for tried in 0..ATTEMPTS {
        if tried > 0 && tried % ATTEMPTS.div_ceil(SIZES) == 0 && generator.grow() {
            misfits.clear();
        }
        match generator.attempt(meter, fits).map_err(|stop| stop.to_string())? {
            Ok(made) => return Ok(made),
            Err(misfit) => misfits.push(misfit),
        }
    }
    Err(reason(&misfits, args, generator.size(), &met.borrow()))
}

/// Returns a message: the fault of the attempt that came nearest to the request, and the option to change.
fn reason(misfits: &[Misfit], args: &GenerateArgs, [width, height]: [usize; 2], ratings: &[f64]) -> String {
    let larger = "or a larger --size";
    let size = format!("on boards of {width}x{height}");
    match misfits.iter().max() {
        None => "no layout was tried".to_owned(),
        Some(Misfit::Rooms) => {
            format!("{} rooms found no place {size}: fewer --rooms, {larger}", args.rooms)
        }
        Some(Misfit::Goals) => format!("no room {size} has {} goals: fewer --boxes, {larger}", args.boxes),
        Some(Misfit::Pushes(most)) => {
            format!("no more than {most} pushes were needed {size}: fewer --min-pushes, {larger}")
        }
        Some(Misfit::BoxChanges(most)) => {
            format!("no more than {most} turns to another box were needed {size}: fewer --min-box-changes, {larger}")
        }
        Some(Misfit::Home) => format!("more than half of the boxes began on goals {size}: fewer --boxes, {larger}"),
        Some(Misfit::Refused) => {
            let least = ratings.iter().copied().fold(f64::MAX, f64::min);
            let most = ratings.iter().copied().fold(0.0, f64::max);
            format!("the ratings were {least:.1} to {most:.1}: another --difficulty, other --boxes and --rooms")
        }
    }
}

fn recipe(args: &GenerateArgs) -> Result<Recipe, Failure> {
    let sides = 5..=Recipe::MOST_SIDE;
    if args.size.iter().flatten().any(|side| !sides.contains(side)) {
        return Err(Failure::message("--size: columns and rows must be between 5 and 200"));
    }
    if [args.rooms, args.boxes].iter().any(|number| !(1..=Recipe::MOST).contains(number)) {
        return Err(Failure::message("--rooms and --boxes must be between 1 and 1000"));
    }
    Ok(Recipe {
        seed: args.seed,
        width: args.size.map(|[width, _]| width),
        height: args.size.map(|[_, height]| height),
        rooms: args.rooms,
        boxes: args.boxes,
        min_pushes: args.min_pushes,
        min_box_changes: args.min_box_changes,
    })
}

/// Returns one level as text of the file, with a blank line between levels.
fn text(args: &GenerateArgs, number: usize, made: GeneratedLevel) -> Result<String, Failure> {
    written(args, number, entry(args, number, made)?)
}

fn written(args: &GenerateArgs, number: usize, entry: Entry) -> Result<String, Failure> {
    let collection = Collection { entries: vec![entry], ..Collection::default() };
    let options = WriteOptions { format: args.format, strict: false };
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    Ok(if number > 1 { format!("\n{text}") } else { text })
}

fn entry(args: &GenerateArgs, number: usize, made: GeneratedLevel) -> Result<Entry, Failure> {
    let Solution { lurd, metrics, .. } = judge_moves(&made.level, Strategy::GENERATE, made.lurd)?;
    let title = made.level.title.clone();
    let mut entry = Entry::new(number, 1, Ok(made.level));
    entry.set_title(&title);
    if args.format == Format::Sok {
        entry.recorded.push(Recorded::solution(lurd, metrics));
    }
    Ok(entry)
}
