//! Levels to play, their solutions, and the player's progress along a plan.

use super::App;
use crate::assist::{Plan, Station};
use crate::files::Replacement;
use crate::level::{Collection, Entry, Format, Level, Lurd, Recorded, Square, WriteOptions, verify, write};
use crate::render::counted;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Level to play, with data from its file.
#[derive(Clone, Debug)]
pub struct Picked {
    /// Number of the level in its file, from 1.
    pub number: usize,
    /// The level itself.
    pub level: Level,
    /// Solution in the file as moves in LURD; `None` if the file has none.
    pub solution: Option<String>,
}

impl Picked {
    /// Returns the level of an entry of a file; `None` for an entry with a fault.
    pub fn of(entry: &Entry) -> Option<Self> {
        let level = entry.body.as_ref().ok()?.clone();
        let solution = entry.solutions().next().map(|recorded| recorded.lurd.clone());
        Some(Self { number: entry.number, level, solution })
    }
}

impl App {
    /// Writes the best solutions of all levels that the player has solved as SOK into the data folder.
    pub(super) fn write_solutions(&mut self) {
        self.keep();
        let entries: Vec<Entry> = self.levels.iter().enumerate().filter_map(|(at, _)| self.solved_entry(at)).collect();
        self.message = match (entries.len(), self.solutions_file()) {
            (0, _) => "no level of this file is solved yet".to_owned(),
            (_, None) => "progress is not kept here, nor are solutions".to_owned(),
            (count, Some(file)) => match save(&file, entries) {
                Ok(()) => format!("solved levels written: {count} of {}: {}", self.levels.len(), file.display()),
                Err(error) => format!("not written: {}: {error}", file.display()),
            },
        };
    }

    /// Returns the path `solutions/NAME.sok` in the data folder; `None` if progress is not saved.
    fn solutions_file(&self) -> Option<PathBuf> {
        let stem = Path::new(&self.file).file_stem().filter(|stem| *stem != "-").unwrap_or("levels".as_ref());
        Some(self.progress.folder()?.join("solutions").join(stem).with_extension("sok"))
    }

    fn solved_entry(&self, at: usize) -> Option<Entry> {
        let level = &self.levels[at].level;
        let record = self.progress.of(level)?;
        let recorded = |lurd: &String| {
            let metrics = verify(&level.board, &level.start, &lurd.parse::<Lurd>().ok()?).ok()?;
            Some(Recorded::solution(lurd, metrics))
        };
        let best = [&record.best_pushes, &record.best_moves].map(|lurd| lurd.as_ref().and_then(recorded));
        let mut recorded: Vec<Recorded> = best.into_iter().flatten().collect();
        recorded.dedup();
        let entry = Entry::new(self.levels[at].number, 0, Ok(level.clone()));
        (!recorded.is_empty()).then_some(Entry { recorded, ..entry })
    }

    /// Shows the player's best solution from the start, or else the solution in the level's file.
    pub(super) fn show_recorded(&mut self) {
        let level = self.game.level();
        let own = self.progress.of(level).and_then(|record| record.best_pushes.clone());
        let Some(lurd) = own.or_else(|| self.levels[self.at].solution.clone()) else {
            self.message = "no solution yet, neither yours nor of the file: press s to search for one".to_owned();
            return;
        };
        let is_solution = lurd.parse::<Lurd>().is_ok_and(|moves| verify(&level.board, &level.start, &moves).is_ok());
        if !is_solution {
            self.message = "the solution in the file does not solve the level".to_owned();
            return;
        }
        self.change(|game| game.go_to(0));
        let playback = self.playback(&self.game.level().start, &lurd);
        self.message = format!("a solution of {}. Space runs it", counted(playback.place().1, "move"));
        self.playback = Some(playback);
    }
}

fn save(file: &Path, entries: Vec<Entry>) -> io::Result<()> {
    let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
    let text = write(&Collection { entries, ..Collection::default() }, options).map_err(io::Error::other)?;
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    Replacement::whole(file, text.as_bytes())
}

#[derive(Clone, Debug)]
pub(super) struct Tracking {
    pub(super) plan: Plan,
    stations: Vec<Station>,
    at: Option<usize>,
}

impl Tracking {
    pub(super) fn new(plan: Plan, level: &Level) -> Self {
        let stations = plan.stations(&level.board, &level.start);
        Self { plan, stations, at: Some(0) }
    }

    /// Finds the position of the plan with these boxes, first among later positions; if none has, the plan is left.
    pub(super) fn follow(&mut self, boxes: &[Square]) {
        let from = self.at.unwrap_or(0);
        let here = |station: &Station| station.boxes == boxes;
        let ahead = self.stations[from..].iter().position(here).map(|ahead| from + ahead);
        self.at = ahead.or_else(|| self.stations[..from].iter().rposition(here));
    }

    /// Returns the number of steps done; `None` if the player has left the plan.
    pub(super) fn done(&self) -> Option<usize> {
        Some(self.stations[self.at?].step)
    }

    /// Returns the rest of the plan; `None` if the player has left it, or the known pushes of a guess are all made.
    pub(super) fn rest(&self) -> Option<Plan> {
        let station = &self.stations[self.at?];
        let rest = self.plan.rest(station);
        let is_known = self.plan.is_solution || rest.steps.first().is_some_and(|next| !next.pushes.is_empty());
        is_known.then_some(rest)
    }
}
