//! The subcommand `sokoplan release`: checks the levels of an author, and writes them with solutions, a table and a page.

use super::convert::ArrangeArgs;
use super::{list, report, rooms};
use crate::cli::io::files::base;
use crate::cli::io::row::write_csv;
use crate::cli::io::{
    Claim, Claims, Destination, Driver, ExitStatus, Failure, LevelArgs, LimitArgs, Output, PickedLevel, Result,
    Selection, SolutionArgs, distinct, message, with_cores,
};
use crate::level::{self, Collection, Format, Level, Metrics, Note, RecordedMoves, Recording, WriteOptions};
use crate::render::{Column, Look, Table, TableCell, counted};
use crate::run::{Limits, Meter};
use crate::solve::{Options, Solution, Source, Stages, judge_moves, shortened};
use crate::study::Difficulty;
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

/// Check levels, and publish them with solutions, a table and a page
///
/// Every level must be without a fault, differ from the others even if turned or mirrored, and have a solution, found here or in
/// its file; solutions in files must be valid. If the folder has a folder `rooms` of `rooms save`, the rooms must be the same. If a
/// check fails, it is named, the exit code is 1, and nothing is written.
#[derive(Debug, clap::Args)]
#[command(mut_arg("threads", with_cores))]
#[command(after_help = "\
Examples:
  sokoplan release set.xsb -o garden
  sokoplan release set.sok --own -o garden --titles 'Garden {n}'

Writes garden.sok (levels with solutions), garden.csv and garden.md (number, title, size, boxes,
moves, pushes, difficulty), and garden.html (a page to look at levels and play their solutions).
Of the solutions in the file and the one found here, the one with the fewest pushes is shortened.")]
pub(super) struct ReleaseArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Begin of the names of the four files
    #[arg(help_heading = "Output", short, long, value_name = "NAME")]
    output: PathBuf,
    /// Hide progress
    #[arg(help_heading = "Output", short, long, hide_short_help = true)]
    quiet: bool,
    /// Keep the solutions in the files as they are
    #[arg(help_heading = "Levels", long)]
    own: bool,
    /// Date of the collection [default: today]
    #[arg(help_heading = "Levels", long, value_name = "DATE", hide_short_help = true)]
    date: Option<String>,
    #[command(flatten)]
    arrange: ArrangeArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Positions for shortening a solution: a second or two.
const SHORTENING: u64 = 2_000;

const DATE: &str = "Date of Last Change";

/// The solution to publish, and the rating of the level.
type Released = (Solution, Option<f64>);

pub(super) fn run(args: &ReleaseArgs) -> Result<ExitStatus> {
    let files = ["sok", "csv", "md", "html"].map(|ending| args.file(ending));
    distinct(args.levels.paths(), &files)?;
    let mut selection = args.levels.load(&args.limits.reading())?;
    args.levels.pick.in_order(&mut selection.entries);
    let levels = selection.entries.len();
    let driver = Driver::begin(args.limits.or_cores().threads, "releasing ", levels, args.quiet)?;
    let mut exit = selection.exit.and(selection.report_faults()).and(list::report_duplicates(&selection.entries));
    exit = exit.and(args.rooms(&selection, &driver)?);
    let (claims, _) = SolutionArgs::default().claims(&selection, &args.limits.reading())?;
    let mut released = Vec::new();
    let work = |picked: &PickedLevel, level: &Level| args.released(picked, level, &claims, &driver);
    driver.each(&selection.entries, work, |picked, result| {
        match result {
            Some(Ok(one)) => released.push((picked.clone(), one)),
            Some(Err(why)) => {
                message::error(&format!("{}: {why}", picked.place()));
                exit = exit.and(ExitStatus::No);
            }
            None => {}
        }
        Ok(())
    })?;
    exit = exit.and(ExitStatus::from(&driver.stop));
    if exit != ExitStatus::Done {
        message::error(&"nothing is written");
        return Ok(exit);
    }
    let sorted = args.arrange.sorted(released, |(picked, one): &(PickedLevel, Released)| (picked, one.1));
    let (mut entries, released): (Vec<PickedLevel>, Vec<Released>) = sorted.into_iter().unzip();
    args.arrange.name(entries.iter_mut().map(|picked| &mut picked.entry), &mut selection.notes);
    selection.notes.retain(|note| !note.key.eq_ignore_ascii_case(DATE));
    let today = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    selection.notes.push(Note::new(DATE, args.date.as_deref().unwrap_or(&today[..10])));
    let [sok, csv, markdown, html] = &files;
    let name = sok.path().map(|path| base(&path.to_string_lossy()).to_owned()).unwrap_or_default();
    for (index, (picked, (solution, _))) in entries.iter_mut().zip(&released).enumerate() {
        (picked.file, picked.entry.number) = (name.clone(), index + 1);
        record(&mut picked.entry.recorded, solution);
    }
    let rows: Vec<[String; 7]> = entries.iter().zip(&released).filter_map(|(picked, one)| row(picked, one)).collect();
    let moves = released.iter().map(|(solution, _)| solution.lurd.as_str());
    let shown: Vec<(&PickedLevel, &str)> = entries.iter().zip(moves).collect();
    let page = report::page(name.trim_end_matches(".sok"), &shown, args.limits.limits(), &driver)?;
    write(sok, |out| Ok(out.write_all(text(&entries, selection.notes)?.as_bytes())?))?;
    write(csv, |out| {
        write_csv(out, HEADS.map(str::to_owned))?;
        rows.iter().try_for_each(|row| write_csv(out, row.clone()))
    })?;
    write(markdown, |out| Ok(out.write_all(table(&rows).as_bytes())?))?;
    write(html, |out| Ok(page.write(out)?))?;
    message::note(&format!("{} released", counted(entries.len(), "level")));
    Ok(exit)
}

impl ReleaseArgs {
    fn file(&self, ending: &str) -> Destination {
        let mut path = self.output.clone().into_os_string();
        path.push(format!(".{ending}"));
        Destination::Path(path.into())
    }

    /// Compares the rooms with the snapshots in the folder `rooms` beside the levels; without that folder all is well.
    fn rooms(&self, selection: &Selection, driver: &Driver) -> Result<ExitStatus> {
        let mut folders = self.levels.paths().filter_map(|file| Some(file.parent()?.join("rooms")));
        let Some(folder) = folders.find(|folder| folder.is_dir()) else { return Ok(ExitStatus::Done) };
        let (checked, exit) = rooms::check(&folder, selection, self.limits.limits(), driver)?;
        if !checked.is_fine() {
            message::error(&checked.text().trim_end());
        }
        Ok(exit)
    }

    /// Returns the solution to publish and the rating of the level.
    ///
    /// # Errors
    /// The reason why no solution was found.
    fn released(
        &self,
        picked: &PickedLevel,
        level: &Level,
        claims: &Claims,
        driver: &Driver,
    ) -> Result<Released, String> {
        let limits = self.limits.limits();
        let own = |claim: &Claim| {
            judge_moves(level, Source::Improve, &claim.lurd)
                .map_err(|error| format!("line {}: not a solution, {}", claim.line, error.why))
        };
        let mut known =
            claims.get(&picked.key()).into_iter().flatten().map(own).collect::<Result<Vec<Solution>, String>>()?;
        let is_kept = self.own && !known.is_empty();
        let options = Options::default();
        // The search for the rating has a solution of most levels, which is shortened.
        let (difficulty, mut found) = Difficulty::with_solution(level, limits, &driver.stop);
        if !is_kept && found.is_none() {
            let mut meter = Meter::new(limits, driver.stop.clone());
            let stages = Stages { tidy: true, ..Stages::default() };
            let solved = stages.run(level, &options, &|event| driver.progress.tell(picked, event), &mut meter).report;
            if known.is_empty() && solved.solution().is_none() {
                return Err(format!("no solution: {}", limits.answer_words(solved.answer())));
            }
            found = solved.solution().cloned();
        }
        known.extend(found.filter(|_| !is_kept));
        let cost = |solution: &Solution| (solution.metrics.pushes, solution.metrics.moves);
        let mut solution = known.into_iter().min_by_key(cost).ok_or("no solution")?;
        if !is_kept && difficulty.solution.is_none_or(|rated| rated != solution.metrics) {
            let limits = Limits { nodes: Some(SHORTENING), ..limits };
            solution = shortened(level, solution, limits, &driver.stop).map_err(|error| error.to_string())?;
        }
        Ok((solution, difficulty.rating))
    }
}

/// Leaves one solution in the records of a level, with its notes if it was there.
fn record(recorded: &mut Vec<RecordedMoves>, solution: &Solution) {
    let same = |game: &RecordedMoves| {
        game.kind == Recording::Solution && game.lurd.parse().ok() == solution.lurd.parse::<level::Lurd>().ok()
    };
    let found = recorded.iter().find(|game| same(game)).cloned();
    *recorded = vec![found.unwrap_or_else(|| {
        let mut recorded = RecordedMoves::solution(&solution.lurd, solution.metrics);
        recorded.notes.push(Note::new("Solution name", "sokoplan"));
        recorded
    })];
}

fn text(entries: &[PickedLevel], notes: Vec<Note>) -> Result<String> {
    let entries = entries.iter().map(|picked| picked.entry.clone()).collect();
    let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
    let collection = Collection { notes, entries, ..Collection::default() };
    level::write(&collection, options).map_err(|error| Failure::message(error.to_string()))
}

const HEADS: [&str; 7] = ["level", "title", "size", "boxes", "moves", "pushes", "difficulty"];

fn row(picked: &PickedLevel, (solution, rating): &Released) -> Option<[String; 7]> {
    let (level, Metrics { moves, pushes, .. }) = (picked.level()?, solution.metrics);
    let size = format!("{}x{}", level.grid.width(), level.grid.height());
    let rating = rating.map_or_else(String::new, |rating| format!("{rating:.1}"));
    let number = picked.entry.number.to_string();
    let boxes = level.start.boxes.len().to_string();
    Some([number, picked.entry.title.clone(), size, boxes, moves.to_string(), pushes.to_string(), rating])
}

fn table(rows: &[[String; 7]]) -> String {
    let columns = HEADS.map(|head| if head == "title" { Column::words(head, 0) } else { Column::figure(head, 0) });
    let cells = |row: &[String; 7]| row.iter().map(|cell| TableCell::plain(cell.replace('|', "\\|"))).collect();
    let cells: Vec<Vec<TableCell>> = rows.iter().map(cells).collect();
    let table = Table::measured(columns.to_vec(), cells.iter(), None).with_look(Look::Markdown);
    table.head() + &cells.iter().map(|row| table.line(row)).collect::<String>()
}

fn write(file: &Destination, content: impl FnOnce(&mut Output) -> Result<()>) -> Result<()> {
    let mut out = file.open()?;
    content(&mut out)?;
    out.close()
}
