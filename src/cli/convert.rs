//! The subcommand `sokoplan convert`: writes levels in another format, turned or mirrored, ordered and named; files of levels with
//! their solutions.

use crate::cli::io::{
    BoundArgs, Driver, ExitStatus, Failure, LevelArgs, Output, OutputFile, PickedLevel, Result, Selection, ThreadArgs,
    distinct, message,
};
use crate::level::{
    self, Collection, Entry, Format, Level, Lurd, Note, RecordedMoves, Recording, Symmetry, WriteOptions,
};
use crate::render::counted;
use crate::run::Limits;
use crate::solve::Solution;
use crate::study::Difficulty;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::cmp::Ordering;
use std::io::Write;
use std::str::FromStr;

/// Convert levels to another format, turn or mirror them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan convert set.xsb -o set.sok
  sokoplan convert set.sok --level 7 --format rle
  sokoplan convert level.json --input-format sokobot
  sokoplan convert set.xsb --rotate 90 --mirror
  sokoplan convert set.xsb --sort difficulty --titles 'Garden {n}' -o set.sok
  sokoplan convert set.xsb --level 3,1,2         in this order

SOK keeps authors, notes and solutions; solutions are turned with their levels. A message counts
the solutions and saved games that another format cannot hold. --rotate comes before --mirror.")]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Format of the output [default: by the ending of -o, else xsb]
    #[arg(help_heading = "Output", long, alias = "to", value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Rotate clockwise by this number of degrees
    #[arg(long, value_parser = rotation(), value_name = "DEGREES")]
    rotate: Option<Symmetry>,
    /// Swap left and right
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    arrange: ArrangeArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputFile,
}

fn rotation() -> impl TypedValueParser<Value = Symmetry> {
    PossibleValuesParser::new(["90", "180", "270"]).map(|degrees| match degrees.as_str() {
        "90" => Symmetry::QUARTER,
        "180" => Symmetry::HALF,
        _ => Symmetry::THREE_QUARTERS,
    })
}

pub(super) fn run(args: &ConvertArgs) -> Result<ExitStatus> {
    distinct(args.levels.paths(), [args.output.destination()])?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    let exit = selection.report_faults().and(selection.exit);
    let format = args.output.format(args.format)?;
    if args.arrange.collection.is_some() && !matches!(format, Format::Sok | Format::Slc) {
        return Err(Failure::message("--collection has no effect: only --format sok and slc name a collection"));
    }
    args.levels.pick.in_order(&mut selection.entries);
    selection.entries = args.arrange.order(selection.entries, args.limits.limits(), args.output.quiet)?;
    args.arrange.name(selection.entries.iter_mut().map(|picked| &mut picked.entry), &mut selection.notes);
    let options = WriteOptions { format, strict: args.levels.pick.strict };
    let (collection, mut left) = collection(args, selection);
    // Only this format holds solutions and saved games.
    if format != Format::Sok {
        let good = collection.entries.iter().filter(|entry| entry.body.is_ok());
        left.extend(good.flat_map(|entry| &entry.recorded).map(|game| game.kind));
    }
    tell_left(&left, format);
    let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
    args.output.write(&text)?;
    Ok(exit)
}

/// Reports the numbers of solutions and saved games that are not written.
fn tell_left(left: &[Recording], format: Format) {
    let counts = [(Recording::Solution, "solution"), (Recording::Savegame, "saved game")].map(|(kind, noun)| {
        let count = left.iter().filter(|left| **left == kind).count();
        (count > 0).then(|| counted(count, noun))
    });
    if !left.is_empty() {
        let why = if format == Format::Sok { "the moves cannot be read" } else { "only --format sok keeps them" };
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        message::error(&format!("{} not written: {why}", counts.join(" and ")));
    }
}

/// Returns the levels, turned, and the kinds of the recorded games whose moves cannot be turned.
fn collection(args: &ConvertArgs, selection: Selection) -> (Collection, Vec<Recording>) {
    let mut entries: Vec<Entry> = selection.entries.into_iter().map(|picked| picked.entry).collect();
    let mut left = Vec::new();
    let mirror = args.mirror.then_some(Symmetry::MIRROR);
    for symmetry in args.rotate.into_iter().chain(mirror) {
        entries.iter_mut().for_each(|entry| left.extend(turn(entry, symmetry)));
    }
    (Collection { notes: selection.notes, entries, ..Collection::default() }, left)
}

/// Turns a level with its recorded games; returns the kinds of the games whose moves cannot be read, which are removed.
fn turn(entry: &mut Entry, symmetry: Symmetry) -> Vec<Recording> {
    let Ok(level) = &entry.body else { return Vec::new() };
    let left = entry.recorded.extract_if(.., |game| !turn_game(game, level, symmetry)).map(|game| game.kind).collect();
    entry.body = Ok(level.turned(symmetry));
    left
}

/// Turns the recorded moves of a level like the level; returns false if the moves cannot be read.
fn turn_game(game: &mut RecordedMoves, level: &Level, symmetry: Symmetry) -> bool {
    let Ok(moves) = game.lurd.parse::<Lurd>() else { return false };
    // Letters become upper case for pushes only if the rules allow the moves.
    let lurd = level::replay(&level.turned(symmetry).board, &level.turned(symmetry).start, &symmetry.of_lurd(&moves));
    game.lurd = lurd.map_or_else(|_| symmetry.of_lurd(&moves).to_string(), |replay| replay.lurd);
    true
}

pub(super) struct SokFile {
    out: Output,
    /// Notes of the collection, until they are written above the first level.
    notes: Vec<Note>,
}

impl SokFile {
    pub(super) const fn new(out: Output, notes: Vec<Note>) -> Self {
        Self { out, notes }
    }

    /// Writes a level with the solutions that it holds, and a new one.
    pub(super) fn add(&mut self, entry: &Entry, solution: Option<&Solution>) -> Result<()> {
        let mut entry = entry.clone();
        if let Some(solution) = solution {
            let mut recorded = RecordedMoves::solution(&solution.lurd, solution.metrics);
            recorded.notes.push(Note::new("Solution name", "sokoplan"));
            entry.recorded.push(recorded);
        }
        let collection =
            Collection { notes: std::mem::take(&mut self.notes), entries: vec![entry], ..Collection::default() };
        let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
        let text = level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))?;
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    pub(super) fn close(self) -> Result<()> {
        self.out.close()
    }
}

/// Options that order and name levels.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ArrangeArgs {
    /// Sort by these keys of `list --sort`, e.g. difficulty
    ///
    /// Of equal levels the first stays first. A level without a known solution has no difficulty and comes last.
    #[arg(help_heading = "Levels", long, value_name = "KEYS", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(value_parser = order)]
    sort: Vec<SortKey>,
    /// New titles, e.g. 'Garden {n}'
    ///
    /// {n} is the number in the new order, {title} the old title.
    #[arg(help_heading = "Levels", long, value_name = "TEXT")]
    titles: Option<String>,
    /// Author of all levels
    #[arg(help_heading = "Levels", long, value_name = "NAME", hide_short_help = true)]
    author: Option<String>,
    /// Name of the collection, for SOK and Sokoban XML
    #[arg(help_heading = "Levels", long, value_name = "NAME", hide_short_help = true)]
    pub(super) collection: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Boxes,
    Squares,
    Solutions,
    Difficulty,
    Solvable,
    Title,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SortKey {
    pub(super) measure: Measure,
    is_descending: bool,
}

/// Value of a measure; unknown values come last in both directions.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    Unknown,
}

crate::run::from_word!(pub(super) Measure {
    Boxes = "boxes", Squares = "squares", Solutions = "solutions", Difficulty = "difficulty", Solvable = "solvable", Title = "title"
});

impl FromStr for SortKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (is_descending, word) = text.strip_prefix('-').map_or((false, text), |word| (true, word));
        let measure = word.parse().map_err(|_| {
            let words = Measure::ALL.map(Measure::word).join(", ");
            format!("expected some of {words}, separated by commas; `-` before a word sorts the greatest first")
        })?;
        Ok(Self { measure, is_descending })
    }
}

impl SortKey {
    /// Returns the value of a level with this rating of its difficulty; of solvable levels `open` is 0.
    pub(super) fn value(self, picked: &PickedLevel, rating: Option<f64>, open: Option<f64>) -> Value {
        let count = |count: fn(&Level) -> usize| picked.level().map(|level| count(level) as f64);
        let number = match self.measure {
            Measure::Title => return Value::Text(picked.entry.title.to_lowercase()),
            Measure::Boxes => count(|level| level.start.boxes.len()),
            Measure::Squares => count(|level| level.board.len()),
            Measure::Solutions => Some(picked.entry.solutions().count() as f64),
            Measure::Difficulty => rating,
            Measure::Solvable => open,
        };
        number.map_or(Value::Unknown, Value::Number)
    }

    fn compare(self, one: &Value, other: &Value) -> Ordering {
        let order = match (one, other) {
            (Value::Unknown, Value::Unknown) => Ordering::Equal,
            (Value::Unknown, _) => return Ordering::Greater,
            (_, Value::Unknown) => return Ordering::Less,
            (Value::Number(one), Value::Number(other)) => one.total_cmp(other),
            (Value::Text(one), Value::Text(other)) => one.cmp(other),
            (Value::Number(_), Value::Text(_)) | (Value::Text(_), Value::Number(_)) => Ordering::Equal,
        };
        if self.is_descending { order.reverse() } else { order }
    }

    /// Sorts items by their values, one for each key; equals keep their order.
    pub(super) fn sort<T>(keys: &[Self], items: &mut [T], values: impl Fn(&T) -> &[Value]) {
        items.sort_by(|one, other| {
            let mut pairs = keys.iter().zip(values(one).iter().zip(values(other)));
            pairs
                .find_map(|(key, (a, b))| Some(key.compare(a, b)).filter(|order| order.is_ne()))
                .unwrap_or(Ordering::Equal)
        });
    }
}

/// Returns the key of an order of levels: `size` is an older word for `squares`; a search for solutions is a question of `list`.
fn order(text: &str) -> Result<SortKey, String> {
    match (text, text.parse::<SortKey>()) {
        ("size", _) => Ok(SortKey { measure: Measure::Squares, is_descending: false }),
        (_, Ok(key)) if key.measure == Measure::Solvable => Err("only `list` sorts by it".to_owned()),
        (_, key) => key,
    }
}

impl ArrangeArgs {
    /// Orders the levels; rates them if a key asks for it.
    fn order(&self, entries: Vec<PickedLevel>, limits: Limits, is_quiet: bool) -> Result<Vec<PickedLevel>> {
        let mut ratings = vec![None; entries.len()];
        if self.sort.iter().any(|key| key.measure == Measure::Difficulty) {
            let driver = Driver::begin(ThreadArgs::default().or_cores(), "rating ", entries.len(), is_quiet)?;
            let mut rated = ratings.iter_mut();
            driver.each(
                &entries,
                |_, level| Difficulty::of(level, limits, &driver.stop).rating,
                |_, rating| {
                    rated.next().into_iter().for_each(|rated| *rated = rating.flatten());
                    Ok(())
                },
            )?;
            if driver.stop.is_raised() {
                return Err(Failure::Interrupted);
            }
        }
        let rated = entries.into_iter().zip(ratings).collect();
        Ok(self.sorted(rated, |(picked, rating)| (picked, *rating)).into_iter().map(|(picked, _)| picked).collect())
    }

    pub(super) fn sorted<T>(&self, items: Vec<T>, of: impl Fn(&T) -> (&PickedLevel, Option<f64>)) -> Vec<T> {
        let values = |item: &T| {
            let (picked, rating) = of(item);
            self.sort.iter().map(|key| key.value(picked, rating, None)).collect()
        };
        let mut keyed: Vec<(Vec<Value>, T)> = items.into_iter().map(|item| (values(&item), item)).collect();
        SortKey::sort(&self.sort, &mut keyed, |(values, _)| values);
        keyed.into_iter().map(|(_, item)| item).collect()
    }

    /// Names the levels and the collection; numbers count levels without a fault.
    pub(super) fn name<'e>(&self, entries: impl Iterator<Item = &'e mut Entry>, notes: &mut Vec<Note>) {
        for (index, entry) in entries.filter(|entry| entry.body.is_ok()).enumerate() {
            if let Some(titles) = &self.titles {
                let title = titles.replace("{n}", &(index + 1).to_string()).replace("{title}", &entry.title);
                entry.set_title(&title);
            }
            if let Some(author) = &self.author {
                entry.author.clone_from(author);
            }
        }
        if let Some(name) = &self.collection {
            notes.retain(|note| !["title", "collection"].contains(&note.key.to_lowercase().as_str()));
            notes.insert(0, Note::new("Collection", name));
        }
    }
}
