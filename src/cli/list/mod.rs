//! The subcommand `sokoplan list`: lists levels with size, boxes, faults and duplicates.

mod columns;

use super::convert::{Measure, SortKey, Value};
use super::prove::Goal;
use super::rooms::{self, RoomsCheck};
use crate::cli::io::{
    Driver, ExitStatus, LevelArgs, LimitArgs, Output, OutputArgs, PickedLevel, Result, Selection, distinct, message,
    reading, row,
};
use crate::level::Level;
use crate::render::{Column, Look, Table, TableCell, counted, cut_to};
use crate::run::{Answer, Limits, Meter, Stop, StopFlag};
use crate::solve::Solver;
use crate::study::Difficulty;
use clap::ValueEnum;
pub(super) use columns::ListRow;
use columns::{Answers, LevelIndex, LevelPlace, Similar, Solvable};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::{self, Write};
use std::path::PathBuf;

/// List levels: number, title, size, boxes, faults and duplicates
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan list levels/1-one-room.xsb
  sokoplan list --json *.sok | jq 'select(.duplicate_of)'
  sokoplan list big.xsb --title '*tunnel*'
  sokoplan list set.xsb --difficulty             a rating of each level
  sokoplan list levels --solvable --unique       a check for CI
  sokoplan list levels --rooms rooms             rooms as they were saved
  sokoplan list set.xsb --similar 8              at most 8 different squares
  sokoplan list *.xsb --sort boxes,squares       few boxes first

The exit code is 1 for a fault, with --solvable for a level without a known solution, with --unique
for a duplicate, and with --rooms for rooms that differ; --format github writes these as annotations.

Two listed levels are duplicates if they differ only by rotation, reflection, decoration, or the
player's square within his region. Solvable is yes (a solution was replayed), no (a proof was
checked), unproved (the search has ended without a solution, but there is no proof), or unknown (a
limit was met). Difficulty is the mean of the binary logarithms of the moves and box lines of a
solution, and of the nodes of its search: a rating greater by 1 means double values. Up to 5 is
easy, up to 7 medium, up to 9 hard, more very hard. --json has its parts. The limits hold for
--solvable, --difficulty and --rooms; --memory holds for all work.")]
pub(super) struct ListArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Check that each level has a solution
    ///
    /// The exit code is 1 unless all levels have one.
    #[arg(help_heading = "Questions", long)]
    solvable: bool,
    /// Rate the difficulty of each level
    #[arg(help_heading = "Questions", long)]
    difficulty: bool,
    /// Refuse duplicates: the exit code is 1 if there is one
    #[arg(help_heading = "Questions", long)]
    unique: bool,
    /// Find earlier levels with few different squares
    ///
    /// The most similar earlier level is named if at most this number of squares differ, by default 6.
    #[arg(help_heading = "Questions", long, value_name = "SQUARES", num_args = 0..=1, default_missing_value = "6")]
    similar: Option<usize>,
    /// Compare rooms with the files of `rooms save`
    ///
    /// The exit code is 1 if they differ.
    #[arg(help_heading = "Questions", long, value_name = "FOLDER")]
    rooms: Option<PathBuf>,
    /// Sort by these keys; `-` before a key reverses it
    ///
    /// Keys are boxes, squares, solutions, difficulty, solvable and title, separated by commas: the next key decides between
    /// equals. The keys difficulty and solvable ask these questions, too. Levels are written when all are known.
    #[arg(help_heading = "Output", long, value_name = "KEYS", value_delimiter = ',', allow_hyphen_values = true)]
    sort: Vec<SortKey>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    output: OutputArgs<Format>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table
    #[default]
    Text,
    /// JSON Lines, for programs
    Json,
    /// One table of all files, comma-separated
    Csv,
    /// One table of all files
    Markdown,
    /// Annotations of GitHub: faults, duplicates, levels without a known solution, and changed rooms
    Github,
}

/// Width of titles and remarks, in columns of the terminal, before columns of the table are left out.
const TITLE: usize = 16;

#[derive(Default, JsonSchema, Serialize)]
pub(crate) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of boxes.
    boxes: usize,
    /// Number of faults.
    faults: usize,
    /// Number of levels that are the same as an earlier one.
    duplicates: usize,
    /// Number of levels similar to an earlier one; left out without `--similar`.
    #[serde(skip_serializing_if = "Option::is_none")]
    similar: Option<usize>,
    /// Number of levels with a solution; left out without `--solvable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<usize>,
}

struct Listing<'a> {
    args: &'a ListArgs,
    meter: &'a Meter,
    out: Output,
    seen: LevelIndex,
    /// Rows to be written at the end: of tables, whose widths depend on all rows, and with `--sort` of JSON.
    rows: Vec<ListedLevels>,
    summary: Summary,
    checked: Option<RoomsCheck<'a>>,
    exit: ExitStatus,
}

/// Runs `sokoplan list` and returns the exit status. Levels are kept in memory only for questions that need a search.
pub(super) fn run(mut args: ListArgs) -> Result<ExitStatus> {
    args.solvable |= args.sort.iter().any(|key| key.measure == Measure::Solvable);
    args.difficulty |= args.sort.iter().any(|key| key.measure == Measure::Difficulty);
    let args = &args;
    distinct(args.levels.paths(), [args.output.file.destination()])?;
    let asks = args.solvable || args.difficulty || args.rooms.is_some();
    let kept = if asks { args.levels.load(&args.limits.reading())? } else { Selection::default() };
    let driver = Driver::begin(args.limits.threads, "looking at ", kept.entries.len(), args.output.file.quiet)?;
    let meter = reading(args.limits.limits(), driver.stop.clone());
    let checked = args.rooms.as_ref().map(|folder| rooms::check(folder, &kept, args.limits.limits(), &driver));
    let (checked, exit) = checked.transpose()?.unzip();
    let mut listing = Listing {
        args,
        meter: &meter,
        out: args.output.open()?,
        seen: LevelIndex::new(args.similar),
        rows: Vec::new(),
        summary: Summary::of(args),
        checked,
        exit: ExitStatus::Done,
    };
    let work = |_: &PickedLevel, level: &Level| args.answers(level, &driver);
    driver.each(&kept.entries, work, |picked, answers| listing.add(picked, answers.unwrap_or_default()))?;
    let read = match asks {
        true => kept.exit,
        false => {
            let add = |picked: PickedLevel| {
                if driver.stop.is_raised() {
                    return Err(Stop::Interrupted.into());
                }
                // The reader of the rows may be slow.
                meter.untimed(|| listing.add(&picked, Answers::default()))
            };
            args.levels.each(&meter, add)?.exit
        }
    };
    Ok(listing.end()?.and(exit.unwrap_or_default()).and(read).and(ExitStatus::from(&driver.stop)))
}

/// Reports levels that equal an earlier one, also turned or mirrored.
pub(super) fn report_duplicates(entries: &[PickedLevel]) -> ExitStatus {
    let mut seen = LevelIndex::new(None);
    let mut report = |picked: &PickedLevel| match seen.earlier(picked).duplicate_of {
        Some(LevelPlace { file, level }) => {
            message::error(&format!("{}: duplicate of {file}, level {level}", picked.place()));
            ExitStatus::No
        }
        None => ExitStatus::Done,
    };
    entries.iter().map(&mut report).collect()
}

#[derive(Default)]
struct ListedLevels {
    file: String,
    values: Vec<Value>,
    /// Cells of a table, or else bytes of a JSON row.
    cells: Vec<TableCell>,
    row: Vec<u8>,
}

impl Listing<'_> {
    /// Adds an entry to the list: a JSON row is written at once unless rows are sorted, a row of a table at the end.
    fn add(&mut self, picked: &PickedLevel, answers: Answers) -> Result<()> {
        self.meter.check_memory()?;
        let rooms_changed = self.checked.as_ref().and_then(|checked| checked.of(picked));
        let listed = ListRow { rooms_changed, ..ListRow::of(picked, self.seen.earlier(picked), answers) };
        self.summary.add(&listed);
        let is_open = listed.answers.solvable.is_some_and(|solvable| solvable != Solvable::Yes);
        let fault = if self.checked.is_some() { ExitStatus::Done } else { picked.report_fault() };
        self.exit = self.exit.and(fault).and(ExitStatus::from(!is_open));
        self.exit = self.exit.and(ExitStatus::from(!self.args.unique || listed.earlier.duplicate_of.is_none()));
        if self.args.output.format() == Format::Github {
            self.out.write_all(listed.annotations(picked, self.args.unique).as_bytes())?;
            return Ok(());
        }
        let mut kept = ListedLevels { file: picked.file.clone(), ..ListedLevels::default() };
        if self.args.output.is_json() {
            kept.row = row::bytes(picked, &listed)?;
            if self.args.sort.is_empty() {
                self.out.write_all(&kept.row)?;
                if self.args.solvable || self.args.difficulty {
                    self.out.flush()?;
                }
                return Ok(());
            }
        } else {
            kept.cells = cells(picked, &listed);
        }
        let rating = listed.answers.difficulty.as_ref().and_then(|difficulty| difficulty.rating);
        let open = listed.answers.solvable.map(Solvable::rank);
        kept.values = self.args.sort.iter().map(|key| key.value(picked, rating, open)).collect();
        self.rows.push(kept);
        Ok(())
    }

    fn end(mut self) -> Result<ExitStatus> {
        SortKey::sort(&self.args.sort, &mut self.rows, |kept| &kept.values);
        if self.args.output.is_json() {
            self.rows.iter().try_for_each(|kept| self.out.write_all(&kept.row))?;
            row::summary(&mut self.out, &self.summary)?;
        } else if matches!(self.args.output.format(), Format::Csv | Format::Markdown) {
            self.table()?;
        } else {
            self.text()?;
        }
        if let Some(checked) = self.checked.as_ref().filter(|checked| !checked.is_fine()) {
            match self.args.output.format() {
                Format::Text => self.out.write_all(format!("\n{}", checked.text()).as_bytes())?,
                Format::Github => self.out.write_all(checked.github().as_bytes())?,
                Format::Json | Format::Csv | Format::Markdown => {}
            }
        }
        self.out.close()?;
        Ok(self.exit)
    }

    /// Writes one table of all files, without totals.
    fn table(&mut self) -> Result<()> {
        const HEADS: [&str; 8] = ["file", "level", "size", "boxes", "solvable", "difficulty", "title", "remark"];
        let mut rows = self.rows.iter().map(|kept| &kept.cells);
        if self.args.output.format() == Format::Csv {
            row::write_csv(&mut self.out, HEADS.map(str::to_owned))?;
            return rows
                .try_for_each(|row| row::write_csv(&mut self.out, row.iter().map(|cell| cell.text().to_owned())));
        }
        let columns = HEADS.iter().zip(0..).map(|(head, rank)| Column::words(head, rank));
        let table = Table::measured(columns.collect(), rows.clone(), None).with_look(Look::Markdown);
        write!(self.out, "{}", table.head())?;
        Ok(rows.try_for_each(|row| write!(self.out, "{}", table.line(row)))?)
    }

    /// Writes a table for each file, all of equal widths, or for sorted levels one table of all files; then the totals.
    fn text(&mut self) -> io::Result<()> {
        let Self { args, out, rows, summary, .. } = self;
        let is_one = !args.sort.is_empty() && rows.iter().any(|kept| kept.file != rows[0].file);
        let mut columns = vec![
            Column::words("file", 0).cut_to(TITLE),
            Column::figure("level", 0).at_least(6),
            Column::figure("size", 2).at_least(6),
            Column::figure("boxes", 1),
            Column::words("solvable", 4),
            Column::figure("difficulty", 4),
            Column::words("title", 3).cut_to(TITLE),
            Column::words("", 0).cut_to(TITLE),
        ];
        let width = args.output.file.width();
        if !is_one {
            columns.remove(0);
            rows.iter_mut().for_each(|kept| _ = kept.cells.remove(0));
        }
        let table = Table::measured(columns, rows.iter().map(|kept| &kept.cells), width);
        if is_one {
            out.write_all(table.head().as_bytes())?;
        }
        let mut last = "";
        for kept in &*rows {
            if !is_one && kept.file != last {
                let gap = if last.is_empty() { "" } else { "\n" };
                last = &kept.file;
                write!(out, "{gap}{}\n{}", cut_to(last, width.unwrap_or(usize::MAX)), table.head())?;
            }
            out.write_all(table.line(&kept.cells).as_bytes())?;
        }
        let Summary { levels, boxes, faults, duplicates, similar, solvable } = summary;
        let counts = [("similar", similar), ("solvable", solvable)];
        let more: String =
            counts.iter().filter_map(|(word, count)| Some(format!(", {word}: {}", count.as_ref()?))).collect();
        writeln!(out, "levels: {levels}, boxes: {boxes}, faults: {faults}, duplicates: {duplicates}{more}")
    }
}

impl ListArgs {
    fn answers(&self, level: &Level, driver: &Driver) -> Answers {
        let limits = self.limits.limits();
        let clock = Meter::new(limits, driver.stop.clone());
        let left = || Limits { time: clock.time_left(), ..limits };
        let difficulty = self.difficulty.then(|| Difficulty::of(level, limits, &driver.stop));
        let rated = difficulty.as_ref().map(|difficulty| difficulty.answer);
        let solvable = self.solvable.then(|| is_solvable(level, rated, left, &driver.stop));
        Answers { solvable, difficulty }
    }
}

/// Checks whether a level has a solution; a new search is made only if `rated`, the answer for the rating, is open.
fn is_solvable(level: &Level, rated: Option<Answer>, left: impl Fn() -> Limits, stop: &StopFlag) -> Solvable {
    let search = || Solver::new(level).limits(left()).stop(stop.clone()).solve().answer();
    let is_final = |answer: &Answer| matches!(answer, Answer::Solved | Answer::Unsolvable);
    match rated.filter(is_final).unwrap_or_else(search) {
        Answer::Solved => Solvable::Yes,
        Answer::Unsolvable if Goal::NoSolution("unsolvable").attempt(level, left(), stop).proof.is_some() => {
            Solvable::No
        }
        Answer::Unsolvable => Solvable::Unproved,
        _ => Solvable::Unknown,
    }
}

impl Summary {
    fn of(args: &ListArgs) -> Self {
        Self { similar: args.similar.map(|_| 0), solvable: args.solvable.then_some(0), ..Self::default() }
    }

    fn add(&mut self, listed: &ListRow<'_>) {
        self.levels += usize::from(listed.fault.is_none());
        self.boxes += listed.boxes.unwrap_or_default();
        self.faults += usize::from(listed.fault.is_some());
        self.duplicates += usize::from(listed.earlier.duplicate_of.is_some());
        let count = |counted: &mut Option<usize>, is: bool| *counted = counted.map(|count| count + usize::from(is));
        count(&mut self.similar, listed.earlier.similar_to.is_some());
        count(&mut self.solvable, listed.answers.solvable == Some(Solvable::Yes));
    }
}

fn cells(picked: &PickedLevel, listed: &ListRow<'_>) -> Vec<TableCell> {
    let number = |n: Option<usize>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let size = format!("{}x{}", number(listed.width), number(listed.height));
    let named = |LevelPlace { file, level }: LevelPlace<'_>| {
        if file == picked.file { level.to_string() } else { format!("{file} {level}") }
    };
    let remark = match (&listed.fault, listed.earlier.duplicate_of, listed.earlier.similar_to) {
        (Some(fault), ..) => TableCell::plain(format!("[fault: line {}: {}]", fault.line, fault.what)).bad(),
        (None, Some(first), _) => TableCell::plain(format!("[duplicate of {}]", named(first))).doubtful(),
        (None, None, Some(Similar { place, squares })) => {
            TableCell::plain(format!("[{} other than {}]", counted(squares, "square"), named(place))).doubtful()
        }
        (None, None, None) => {
            let changed = listed.rooms_changed.as_ref().map(|words| format!("[rooms: {words}]"));
            TableCell::plain(changed.unwrap_or_default()).doubtful()
        }
    };
    let solvable = match listed.answers.solvable {
        None => TableCell::plain(""),
        Some(Solvable::Yes) => TableCell::plain("yes").good(),
        Some(Solvable::No) => TableCell::plain("no").bad(),
        Some(other) => TableCell::plain(other.word()).doubtful(),
    };
    let difficulty = match &listed.answers.difficulty {
        None => String::new(),
        Some(difficulty) => {
            let rated = |rating| format!("{rating:.1} {}", Difficulty::word(rating));
            difficulty.rating.map_or_else(|| "?".to_owned(), rated)
        }
    };
    let boxes = number(listed.boxes);
    let [file, size, boxes, difficulty, title] =
        [&picked.file, &size, &boxes, &difficulty, listed.title].map(TableCell::plain);
    vec![file, TableCell::plain(picked.entry.number), size, boxes, solvable, difficulty, title, remark]
}
