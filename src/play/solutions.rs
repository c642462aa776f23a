//! Writing of the player's solutions, and display of recorded solutions.

use super::App;
use crate::files::Replacement;
use crate::level::{Collection, Entry, Format, Lurd, Recorded, WriteOptions, verify, write};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

impl App {
    /// Writes the best solutions of all levels that the player has solved as SOK into the data folder.
    pub(super) fn write_solutions(&mut self) {
        self.keep();
        let entries: Vec<Entry> = self.levels.iter().enumerate().filter_map(|(at, _)| self.solved_entry(at)).collect();
        self.message = match (entries.len(), self.solutions_file()) {
            (0, _) => "no level of this file is solved yet".to_owned(),
            (_, None) => "progress is not kept here, nor are solutions".to_owned(),
            (count, Some(file)) => match save(&file, entries) {
                Ok(()) => format!("solutions of {count} of {} levels: {}", self.levels.len(), file.display()),
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
        self.message = format!("a solution of {} moves. Space runs it", playback.place().1);
        self.playback = Some(playback);
    }
}

fn save(file: &Path, entries: Vec<Entry>) -> io::Result<()> {
    let options = WriteOptions { format: Format::Sok, ..WriteOptions::default() };
    let text = write(&Collection { entries, ..Collection::default() }, options).map_err(io::Error::other)?;
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    Replacement::whole(file, text.as_bytes())
}
