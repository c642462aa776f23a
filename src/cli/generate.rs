//! The subcommand `sokoplan generate`: makes solvable levels from a seed.

use crate::cli::io::{BoundArgs, ExitStatus, Failure, OutputFile, Progress, Result, interruptible, message};
use crate::generate::{Building, GeneratedLevel, Generator, Misfit, Recipe};
use crate::level::{self, Canonical, Collection, Entry, Format, Level, RecordedMoves, WriteOptions};
use crate::render::counted;
use crate::run::{Limits, Meter};
use crate::solve::{self, InternalError, Options, Solution, Solver, Source, Strategy, judge_moves};
use crate::study::Difficulty;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::io::Write;
use std::str::FromStr;

/// Make solvable levels from a seed number
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan generate
  sokoplan generate --seed 7 --count 20 --rooms 3 --boxes 4 -o made.xsb
  sokoplan generate --rooms 4 --min-box-changes 8 -o made.sok
  sokoplan generate --rooms 3 --difficulty 7-8
  sokoplan generate --building ring --rooms 100 -o ring.xsb

The same options give the same bytes, and no level twice. Pushes and box changes are counted in the known solution; on
large boards a shorter solution may exist. Without --size the board is as large as the rooms and
boxes need, and grows until a level fits.")]
pub(super) struct GenerateArgs {
    /// Set the seed of the random numbers
    #[arg(long, default_value_t = Recipe::default().seed, value_name = "NUMBER")]
    seed: u64,
    /// Number of levels to make
    #[arg(long, alias = "levels", default_value_t = 1, value_name = "NUMBER")]
    count: usize,
    /// Maximum columns and rows, e.g. 30x20
    ///
    /// Walls are included. Without this option the board is as large as the rooms and boxes need.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    size: Option<[usize; 2]>,
    /// Number of rooms, from 1 to 1000
    ///
    /// They are counted as `sokoplan rooms` counts them.
    #[arg(long, default_value_t = Recipe::default().rooms, value_name = "NUMBER")]
    rooms: usize,
    /// Building: tree, ring, grid, store, hub or shunting
    ///
    /// A building has --rooms puzzles or rooms, and is solvable by construction. Puzzles of trees and rings are drawn like levels
    /// without this option; a store or a hub has six boxes and six goals for each room.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["boxes", "min_pushes", "min_box_changes", "difficulty", "size"])]
    building: Option<Building>,
    /// Width of doors (tree, ring, grid)
    #[arg(long, default_value_t = 1, value_name = "1|2", requires = "building", value_parser = clap::value_parser!(u8).range(1..=2))]
    doors: u8,
    /// Number of boxes, from 1 to 1000 [default: 3]
    ///
    /// With --difficulty the default is as many as needed.
    #[arg(long, value_name = "NUMBER")]
    boxes: Option<usize>,
    /// Minimum number of pushes
    #[arg(long, default_value_t = Recipe::default().min_pushes, value_name = "NUMBER")]
    min_pushes: u32,
    /// Minimum number of box changes
    #[arg(long, default_value_t = Recipe::default().min_box_changes, value_name = "NUMBER")]
    min_box_changes: u32,
    /// Range of `list --difficulty`, e.g. 6-8, 7- or -5
    #[arg(long, value_name = "RANGE")]
    difficulty: Option<Ratings>,
    /// Output format: xsb, or sok with solutions
    ///
    /// By default the format of the ending of -o, else xsb.
    #[arg(help_heading = "Output", long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Format>,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

pub(super) fn run(args: &GenerateArgs) -> Result<ExitStatus> {
    if args.doors > 1 && args.building.is_some_and(|building| !building.has_wide_doors()) {
        return Err(Failure::message("--doors has no effect: it is for --building tree, ring and grid"));
    }
    let (generator, stop) = (Generator::new(recipe(args)?), interruptible()?);
    let format = args.output.format(args.format)?;
    if !FORMATS.contains(&format) {
        return Err(Failure::message("expected xsb or sok, the formats of generated levels"));
    }
    let mut maker = Maker { args, format, generator, seen: FxHashSet::default() };
    let mut out = args.output.open()?;
    let (mut made, mut missing) = (0, String::new());
    let working = Progress::working("making levels", args.output.quiet, &stop);
    for number in (1..=args.count).take_while(|_| !stop.is_raised()) {
        let meter = Meter::new(args.limits.limits(), stop.clone());
        let text = match args.building {
            Some(building) => maker.built(building, number, made + 1, &meter),
            None => maker
                .next(&meter)
                .and_then(|next| text(format, made + 1, next, &meter).map_err(|failure| failure.to_string())),
        };
        match text {
            Ok(text) => {
                made += 1;
                working.aside(|| out.write_all(text.as_bytes()))?;
            }
            Err(_) if stop.is_raised() => {}
            Err(reason) if args.count == 1 => missing = format!(": {reason}"),
            Err(reason) => working.aside(|| message::error(&format!("level {number} of {}: {reason}", args.count))),
        }
    }
    drop(working);
    // The file is replaced once it is complete, or no more levels can be made; without levels it is left as it is.
    if made > 0 {
        out.close()?;
    }
    if stop.is_raised() {
        message::note(&format!("interrupted: {made} of {} made", counted(args.count, "level")));
        return Ok(ExitStatus::Interrupted);
    }
    if made < args.count {
        return Err(Failure::message(format!("{made} of {} made{missing}", counted(args.count, "level"))));
    }
    Ok(ExitStatus::Done)
}

const MADE_ALREADY: &str = "every level that was tried is made already";

/// Number of seeds to try for a building that is not made already.
const ROUNDS: usize = 50;

/// Maximum number of nodes of the search for a building's solution: a limit that gives equal bytes for equal options.
const NODES: u64 = 10_000_000;

/// Solves a building by its groups of boxes, else by all strategies.
fn solved(level: &Level, args: &GenerateArgs, meter: &Meter) -> Result<Solution, String> {
    let limits = Limits { nodes: Some(NODES), ..args.limits.limits() };
    let solve =
        |options: Options| Solver::new(level).options(options).limits(limits).stop(meter.stop_flag().clone()).solve();
    let mut report = solve(Options::default().with_strategies(vec![Strategy::Agenda]));
    if report.solution().is_none() {
        report = solve(Options::default());
    }
    let solution = report.solution().cloned().ok_or_else(|| limits.answer_words(report.outcome.answer()))?;
    shortened(level, solution, meter).map_err(|error| error.to_string())
}

/// Shortens a known solution a little; limits of nodes give equal bytes for equal options.
fn shortened(level: &Level, solution: Solution, meter: &Meter) -> Result<Solution, InternalError> {
    /// A part of a second.
    const NODES: u64 = 500;
    let nodes = if solution.pushes.len() <= Difficulty::LONG { NODES } else { 0 };
    let limits = Limits { nodes: Some(nodes), time: meter.time_left(), ..Limits::default() };
    solve::shortened(level, solution, limits, meter.stop_flag())
}

fn size(text: &str) -> Result<[usize; 2], String> {
    let sides = text.split_once('x').and_then(|(width, height)| Some([width.parse().ok()?, height.parse().ok()?]));
    sides.ok_or_else(|| "expected columns and rows, e.g. 30x20".to_owned())
}

const FORMATS: [Format; 2] = [Format::Xsb, Format::Sok];

const ATTEMPTS: usize = 200;

/// Number of ratings after which no more layouts are tried, if none of these ratings came nearer to the request.
const PATIENCE: usize = ATTEMPTS.div_ceil(SIZES);

/// Maximum distance of a near rating: 1.4 times the moves, box lines and nodes.
const NEAR: f64 = 0.5;

#[derive(Clone, Copy, Debug)]
struct Ratings {
    least: f64,
    most: f64,
}

impl Ratings {
    /// Returns how far a rating is from the interval: 0 inside.
    fn distance(self, rating: f64) -> f64 {
        (self.least - rating).max(rating - self.most).max(0.0)
    }

    /// Returns a likely number of boxes for these ratings: a rating greater by 1 means twice the boxes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is clamped")]
    fn boxes(self) -> usize {
        const MOST: f64 = 24.0;
        /// Rating of many levels with the default number of boxes.
        const OF_FEW: f64 = 5.4;
        let few = Recipe::default().boxes as f64;
        (few * (self.least - OF_FEW).exp2()).round().clamp(few, MOST) as usize
    }

    /// True if most of these ratings are below the interval.
    fn is_above(self, met: &[f64]) -> bool {
        2 * met.iter().filter(|rating| **rating < self.least).count() > met.len()
    }

    fn nearest(self, met: &[f64]) -> Option<f64> {
        met.iter().copied().min_by(|one, other| self.distance(*one).total_cmp(&self.distance(*other)))
    }

    /// True if the last [`PATIENCE`] ratings came no nearer than the ratings before, which are not near.
    fn are_out_of_reach(self, met: &[f64]) -> bool {
        let (before, last) = met.split_at(met.len().saturating_sub(PATIENCE));
        let distances = [before, last].map(|met| self.nearest(met).map(|rating| self.distance(rating)));
        matches!(distances, [Some(before), Some(last)] if before > NEAR && last >= before)
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

struct Maker<'a> {
    args: &'a GenerateArgs,
    format: Format,
    generator: Generator,
    /// Levels of this run, whose turned and mirrored forms are not made again.
    seen: FxHashSet<Canonical>,
}

impl Maker<'_> {
    /// Returns the building of a number as text. If its level was made already, seeds that belong to no number are tried.
    fn built(&mut self, building: Building, number: usize, written: usize, meter: &Meter) -> Result<String, String> {
        let args = self.args;
        for round in 0..ROUNDS {
            let seed = args.seed.wrapping_add((number - 1).saturating_add(round.saturating_mul(args.count)) as u64);
            let level = building.level(args.rooms, args.doors.into(), seed, meter).map_err(|stop| stop.to_string())?;
            let level = level.ok_or("the board would be too large: fewer --rooms")?;
            if self.seen.insert(Canonical::of(&level)) {
                let solution = if self.format == Format::Sok { Some(solved(&level, args, meter)?) } else { None };
                return self::written(self.format, written, level, solution).map_err(|failure| failure.to_string());
            }
        }
        Err(format!("{MADE_ALREADY}: more --rooms"))
    }

    /// Returns the next level found within [`ATTEMPTS`] layouts, on larger boards if the size is free; else a limit of the meter, or
    /// the fault of the attempt that came nearest to the request, with the option to change.
    fn next(&mut self, meter: &Meter) -> Result<GeneratedLevel, String> {
        let Self { args, generator, seen, .. } = self;
        let (mut misfits, met) = (Vec::new(), RefCell::new(Vec::new()));
        let fits = |made: &GeneratedLevel| {
            !seen.contains(&Canonical::of(&made.level))
                && args.difficulty.is_none_or(|ratings| {
                    let rating = Difficulty::of(&made.level, args.limits.limits(), meter.stop_flag()).rating;
                    met.borrow_mut().extend(rating);
                    rating.is_some_and(|rating| ratings.distance(rating) <= 0.0)
                })
        };
        for tried in 0..ATTEMPTS {
            if tried > 0 && tried % ATTEMPTS.div_ceil(SIZES) == 0 && generator.grow() {
                misfits.clear();
            }
            match generator.attempt(meter, fits) {
                Ok(Ok(made)) => {
                    seen.insert(Canonical::of(&made.level));
                    return Ok(made);
                }
                Ok(Err(misfit)) => misfits.push(misfit),
                Err(stop) => return Err(stop.to_string() + &nearest(args, &met.borrow())),
            }
            let Some(ratings) = args.difficulty.filter(|ratings| ratings.are_out_of_reach(&met.borrow())) else {
                continue;
            };
            if args.boxes.is_some() {
                break;
            }
            let boxes = generator.boxes();
            let is_above = ratings.is_above(&met.borrow());
            generator.set_boxes(if is_above { boxes + boxes.div_ceil(2) } else { boxes * 2 / 3 });
            met.borrow_mut().clear();
        }
        let is_known = met.borrow().is_empty() && misfits.contains(&Misfit::Refused);
        if is_known {
            return Err(format!("{MADE_ALREADY}: more --boxes, or a larger --size"));
        }
        Err(reason(&misfits, args, generator) + &nearest(args, &met.borrow()))
    }
}

fn nearest(args: &GenerateArgs, ratings: &[f64]) -> String {
    let nearest = args.difficulty.and_then(|wanted| wanted.nearest(ratings));
    let layouts = counted(ratings.len(), "layout");
    nearest.map_or_else(String::new, |nearest| format!("; of {layouts} rated, the nearest had {nearest:.1}"))
}

fn reason(misfits: &[Misfit], args: &GenerateArgs, generator: &Generator) -> String {
    let ([width, height], boxes) = (generator.size(), generator.boxes());
    let larger = "or a larger --size";
    let size = format!("on boards of {width}x{height}");
    match misfits.iter().max() {
        None => "no layout was tried".to_owned(),
        Some(Misfit::Rooms) => {
            format!("no place for {} {size}: fewer --rooms, {larger}", counted(args.rooms, "room"))
        }
        Some(Misfit::Goals) => format!("no room {size} has {}: fewer --boxes, {larger}", counted(boxes, "goal")),
        Some(Misfit::Pushes(most)) => {
            format!("at most {} needed {size}: fewer --min-pushes, {larger}", counted(*most, "push"))
        }
        Some(Misfit::BoxChanges(most)) => {
            format!("at most {} needed {size}: fewer --min-box-changes, {larger}", counted(*most, "box change"))
        }
        Some(Misfit::Home) => format!("more than half of the boxes began on goals {size}: fewer --boxes, {larger}"),
        Some(Misfit::Refused) => "no level had this rating: more --boxes make levels harder, fewer easier".to_owned(),
    }
}

fn recipe(args: &GenerateArgs) -> Result<Recipe> {
    let sides = 5..=Recipe::MOST_SIDE;
    if args.size.iter().flatten().any(|side| !sides.contains(side)) {
        return Err(Failure::message("--size: columns and rows must be between 5 and 200"));
    }
    let boxes = args.boxes.or_else(|| args.difficulty.map(Ratings::boxes)).unwrap_or(Recipe::default().boxes);
    if [args.rooms, boxes].iter().any(|number| !(1..=Recipe::MOST).contains(number)) {
        return Err(Failure::message("--rooms and --boxes must be between 1 and 1000"));
    }
    Ok(Recipe {
        seed: args.seed,
        width: args.size.map(|[width, _]| width),
        height: args.size.map(|[_, height]| height),
        rooms: args.rooms,
        boxes,
        min_pushes: args.min_pushes,
        min_box_changes: args.min_box_changes,
    })
}

fn text(format: Format, number: usize, made: GeneratedLevel, meter: &Meter) -> Result<String> {
    let known = judge_moves(&made.level, Source::Generate, &made.lurd)?;
    let solution = (format == Format::Sok).then(|| shortened(&made.level, known, meter)).transpose()?;
    written(format, number, made.level, solution)
}

fn written(format: Format, number: usize, level: Level, solution: Option<Solution>) -> Result<String> {
    let title = level.title.clone();
    let mut entry = Entry::new(number, 1, Ok(level));
    entry.set_title(&title);
    entry.recorded.extend(solution.map(|Solution { lurd, metrics, .. }| RecordedMoves::solution(lurd, metrics)));
    let collection = Collection { entries: vec![entry], ..Collection::default() };
    let options = WriteOptions { format, strict: false };
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    Ok(if number > 1 { format!("\n{text}") } else { text })
}
