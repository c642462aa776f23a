//! `sokoplan list`

use super::driver::Driver;
use super::output::{OutputArgs, TextOrJson, distinct};
use super::progress::Progress;
use super::proofs::Goal;
use super::select::{LevelArgs, Picked, Selection};
use super::solving::LimitArgs;
use super::{ExitStatus, Failure, row};
use crate::level::{Canonical, Fault, Level, Pictures};
use crate::render::{Column, Table, TableCell, counted, cut_to};
use crate::run::StopFlag;
use crate::solve::{Outcome, Solver};
use crate::study::Difficulty;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::io::{self, Write};

/// List levels: number, title, size, boxes, faults and duplicates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan list levels/1-one-room.xsb
  sokoplan list --json *.sok | jq 'select(.duplicate_of)'
  sokoplan list big.xsb --title '*tunnel*'
  sokoplan list set.xsb --difficulty             how hard each level is, and why
  sokoplan list set.xsb --solvable --time 10s    in CI: exit code 1 unless all are
  sokoplan list set.xsb --similar 8              levels that differ in at most 8 squares

Two levels are duplicates where they differ only by turning and mirroring, by the player's
place within his region, and by decoration. Solvable is yes (a solution was found and replayed), no
(a proof was found and checked), unproved (the search has ended without a solution, but there is no
proof), or unknown (a limit was met). Difficulty is the mean of the logarithms to the base 2 of moves
and box lines of a solution, and of the nodes of the search for it: one more is twice as much. Its
parts are in --json. Limits are for --solvable and --difficulty.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Tell whether each level has a solution; exit code 1 unless all have
    #[arg(help_heading = "Questions", long)]
    solvable: bool,
    /// Rate how hard each level is
    #[arg(help_heading = "Questions", long)]
    difficulty: bool,
    /// Name the earlier level that is most alike, if at most this number of squares differ
    #[arg(help_heading = "Questions", long, value_name = "SQUARES", num_args = 0..=1, default_missing_value = "6")]
    similar: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

/// The width down to which titles and remarks are cut before columns are left out. Not tuned: some words are left.
const TITLE: usize = 16;

/// The listed data of an entry.
#[derive(Serialize)]
struct Listed<'a> {
    title: &'a str,
    author: &'a str,
    width: Option<usize>,
    height: Option<usize>,
    squares: Option<usize>,
    boxes: Option<usize>,
    solutions: usize,
    duplicate_of: Option<LevelPlace<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    similar_to: Option<Similar<'a>>,
    #[serde(flatten)]
    answers: Answers,
    fault: Option<&'a Fault>,
    /// The board as XSB.
    rows: Option<Vec<String>>,
}

/// The answers to questions that were asked of a level.
#[derive(Clone, Default, Serialize)]
struct Answers {
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<Solvable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
}

/// Whether a level has a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Solvable {
    /// One was found and replayed.
    Yes,
    /// A proof was found and checked.
    No,
    /// The search has ended without a solution, but there is no proof.
    Unproved,
    /// A limit was met.
    Unknown,
}

/// The place of a level.
#[derive(Clone, Copy, Serialize)]
struct LevelPlace<'a> {
    file: &'a str,
    level: usize,
}

/// An earlier level that is alike.
#[derive(Clone, Copy, Serialize)]
struct Similar<'a> {
    #[serde(flatten)]
    place: LevelPlace<'a>,
    /// The squares in which they differ.
    squares: usize,
}

#[derive(Default, Serialize)]
struct Summary {
    levels: usize,
    boxes: usize,
    faults: usize,
    duplicates: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    similar: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<usize>,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), args.output.path())?;
    let asks = args.solvable || args.difficulty;
    let selection = if asks { args.levels.load_beside(args.limits.budget())? } else { args.levels.load()? };
    let driver = args.limits.driver(Progress::line(selection.entries.len(), args.output.is_quiet() || !asks))?;
    let mut rows = rows(&selection, args.similar);
    let (mut out, mut exit) = (args.output.open()?, selection.report_faults().and(selection.exit));
    let mut due = rows.iter_mut();
    driver.each(
        &selection.entries,
        |_, level| args.answers(level, &driver),
        |picked, answers| {
            let Some((_, listed)) = due.next() else { return Ok(()) };
            listed.answers = answers.unwrap_or_default();
            let is_open = listed.answers.solvable.is_some_and(|solvable| solvable != Solvable::Yes);
            exit = exit.and(ExitStatus::from(!is_open));
            if args.output.is_json() {
                row::level(&mut out, &picked.file, picked.entry.number, &*listed)?;
                if asks {
                    out.flush()?;
                }
            }
            Ok(())
        },
    )?;
    let summary = Summary::of(args, &rows);
    if args.output.is_json() {
        row::summary(&mut out, &summary)?;
    } else {
        text(&mut out, &rows, &summary, args.output.width())?;
    }
    out.close()?;
    Ok(exit.and(driver.ended()))
}

impl Args {
    /// Returns the answers to what is asked of a level.
    fn answers(&self, level: &Level, driver: &Driver) -> Answers {
        let limits = self.limits.limits();
        let difficulty = self.difficulty.then(|| Difficulty::of(level, limits, &driver.stop));
        let solvable = self.solvable.then(|| self.is_solvable(level, &driver.stop));
        Answers { solvable, difficulty }
    }

    fn is_solvable(&self, level: &Level, stop: &StopFlag) -> Solvable {
        let limits = self.limits.limits();
        match Solver::new(level).limits(limits).stop(stop.clone()).solve().outcome {
            Outcome::Solved(_) => Solvable::Yes,
            Outcome::Unsolvable if Goal::NoSolution("unsolvable").attempt(level, limits, stop).proof.is_some() => {
                Solvable::No
            }
            Outcome::Unsolvable => Solvable::Unproved,
            _ => Solvable::Unknown,
        }
    }
}

impl Solvable {
    const fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unproved => "unproved",
            Self::Unknown => "unknown",
        }
    }
}

impl Summary {
    fn of(args: &Args, rows: &[(&Picked, Listed<'_>)]) -> Self {
        let count = |is: fn(&Listed<'_>) -> bool| rows.iter().filter(|(_, listed)| is(listed)).count();
        Self {
            levels: count(|listed| listed.fault.is_none()),
            boxes: rows.iter().filter_map(|row| row.1.boxes).sum(),
            faults: count(|listed| listed.fault.is_some()),
            duplicates: count(|listed| listed.duplicate_of.is_some()),
            similar: args.similar.map(|_| count(|listed| listed.similar_to.is_some())),
            solvable: args.solvable.then(|| count(|listed| listed.answers.solvable == Some(Solvable::Yes))),
        }
    }
}

/// Returns what is known of the entries without a search.
fn rows(selection: &Selection, similar: Option<usize>) -> Vec<(&Picked, Listed<'_>)> {
    let mut seen: FxHashMap<Canonical, LevelPlace<'_>> = FxHashMap::default();
    let mut rows: Vec<_> = selection.entries.iter().map(|picked| (picked, listed(picked, &mut seen))).collect();
    if let Some(most) = similar {
        let mut pictures = Vec::new();
        for (picked, listed) in rows.iter_mut().filter(|(_, listed)| listed.duplicate_of.is_none()) {
            let Ok(level) = &picked.entry.body else { continue };
            let own = Pictures::of(level);
            let alike = pictures.iter().filter_map(|(place, other): &(LevelPlace<'_>, Pictures)| {
                Some(Similar { place: *place, squares: other.difference(&own, most)? })
            });
            listed.similar_to = alike.min_by_key(|similar| similar.squares);
            pictures.push((LevelPlace { file: &picked.file, level: picked.entry.number }, own));
        }
    }
    rows
}

fn listed<'a>(picked: &'a Picked, seen: &mut FxHashMap<Canonical, LevelPlace<'a>>) -> Listed<'a> {
    let entry = &picked.entry;
    let level = entry.body.as_ref().ok();
    let here = LevelPlace { file: &picked.file, level: entry.number };
    let duplicate_of = level.and_then(|level| {
        let first = *seen.entry(Canonical::of(level)).or_insert(here);
        ((first.file, first.level) != (here.file, here.level)).then_some(first)
    });
    let size = |part: fn(&Level) -> usize| level.map(part);
    Listed {
        title: &entry.title,
        author: &entry.author,
        width: size(|level| level.grid.width()),
        height: size(|level| level.grid.height()),
        squares: size(|level| level.board.len()),
        boxes: size(|level| level.start.boxes.len()),
        solutions: entry.solutions().count(),
        duplicate_of,
        similar_to: None,
        answers: Answers::default(),
        fault: entry.body.as_ref().err(),
        rows: level.map(|level| level.grid.to_string().lines().map(str::to_owned).collect()),
    }
}

/// Writes a table for each file, all of the same widths, and the totals.
fn text(
    out: &mut impl Write,
    rows: &[(&Picked, Listed<'_>)],
    summary: &Summary,
    width: Option<usize>,
) -> io::Result<()> {
    let columns = vec![
        Column::figure("level", 0).at_least(6),
        Column::figure("size", 2).at_least(6),
        Column::figure("boxes", 1),
        Column::words("solvable", 4),
        Column::figure("difficulty", 4),
        Column::words("title", 3).cut_to(TITLE),
        Column::words("", 0).cut_to(TITLE),
    ];
    let cells: Vec<Vec<TableCell>> = rows.iter().map(|(picked, listed)| cells(picked, listed)).collect();
    let table = Table::measured(columns, &cells, width);
    let mut file = "";
    for ((picked, _), cells) in rows.iter().zip(&cells) {
        if picked.file != file {
            let gap = if file.is_empty() { "" } else { "\n" };
            file = &picked.file;
            write!(out, "{gap}{}\n{}", cut_to(file, width.unwrap_or(usize::MAX)), table.head())?;
        }
        out.write_all(table.line(cells).as_bytes())?;
    }
    let Summary { levels, boxes, faults, duplicates, similar, solvable } = summary;
    let counts = [("similar", similar), ("solvable", solvable)];
    let asked: String =
        counts.iter().filter_map(|(word, count)| Some(format!(", {word}: {}", count.as_ref()?))).collect();
    writeln!(out, "levels: {levels}, boxes: {boxes}, faults: {faults}, duplicates: {duplicates}{asked}")
}

/// Returns number, size, boxes, answers, title and remark.
fn cells(picked: &Picked, listed: &Listed<'_>) -> Vec<TableCell> {
    let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let size = format!("{}x{}", number(listed.width), number(listed.height));
    let named = |LevelPlace { file, level }: LevelPlace<'_>| {
        if file == picked.file { level.to_string() } else { format!("{file} {level}") }
    };
    let remark = match (&listed.fault, listed.duplicate_of, listed.similar_to) {
        (Some(fault), ..) => TableCell::plain(format!("[fault: line {}: {}]", fault.line, fault.what)).bad(),
        (None, Some(first), _) => TableCell::plain(format!("[duplicate of {}]", named(first))).doubtful(),
        (None, None, Some(Similar { place, squares })) => {
            TableCell::plain(format!("[{} other than {}]", counted(squares, "square"), named(place))).doubtful()
        }
        (None, None, None) => TableCell::plain(""),
    };
    let solvable = match listed.answers.solvable {
        None => TableCell::plain(""),
        Some(Solvable::Yes) => TableCell::plain("yes").good(),
        Some(Solvable::No) => TableCell::plain("no").bad(),
        Some(other) => TableCell::plain(other.word()).doubtful(),
    };
    let difficulty = match &listed.answers.difficulty {
        None => String::new(),
        Some(difficulty) => difficulty.rating.map_or_else(|| "?".to_owned(), |rating| format!("{rating:.1}")),
    };
    let boxes = number(listed.boxes);
    let [size, boxes, difficulty, title] = [&size, &boxes, &difficulty, listed.title].map(TableCell::plain);
    vec![TableCell::plain(picked.entry.number), size, boxes, solvable, difficulty, title, remark]
}
