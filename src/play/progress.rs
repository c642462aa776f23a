//! The player's progress, saved between games.
//!
//! A file in a folder holds, for each level played, the best solutions and the unfinished game. Levels are identified
//! by their pictures, so a collection may be renamed and reordered.

use crate::level::{Level, Lurd, Metrics, verify};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const SCHEMA: u32 = 1;
const FILE: &str = "progress.json";

/// The record of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The solution with the fewest pushes, then moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_pushes: Option<String>,
    /// The solution with the fewest moves, then pushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<String>,
    /// The unfinished game, empty at the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    schema: u32,
    levels: BTreeMap<String, Record>,
}

/// The records of all levels.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    folder: Option<PathBuf>,
    levels: BTreeMap<String, Record>,
}

impl Progress {
    /// Reads the user's data folder; nothing is read or written where there is none.
    pub fn of_user() -> Self {
        use etcetera::BaseStrategy;
        let folder = etcetera::choose_base_strategy().ok().map(|strategy| strategy.data_dir().join("sokoplan"));
        folder.map_or_else(Self::default, |folder| Self::in_folder(&folder))
    }

    /// Reads a folder, which need not exist.
    pub fn in_folder(folder: &Path) -> Self {
        let levels = read(&folder.join(FILE)).unwrap_or_default();
        Self { folder: Some(folder.to_owned()), levels }
    }

    /// Returns the record of a level.
    pub fn of(&self, level: &Level) -> Option<&Record> {
        self.levels.get(&key(level))
    }

    /// Returns the costs of the solutions with fewest pushes and with fewest moves.
    pub fn best(&self, level: &Level) -> [Option<Metrics>; 2] {
        let record = self.of(level);
        let cost = |lurd: Option<&String>| verify(&level.board, &level.start, &lurd?.parse::<Lurd>().ok()?).ok();
        [record.and_then(|r| r.best_pushes.as_ref()), record.and_then(|r| r.best_moves.as_ref())].map(cost)
    }

    /// Records the unfinished game; a solution, after verification, where it is better than the recorded one.
    pub fn keep(&mut self, level: &Level, lurd: &str) {
        let solved = lurd.parse::<Lurd>().ok().and_then(|moves| verify(&level.board, &level.start, &moves).ok());
        let [pushes, moves] = self.best(level);
        let record = self.levels.entry(key(level)).or_default();
        record.game = if solved.is_some() { String::new() } else { lurd.to_owned() };
        if let Some(cost) = solved.filter(|cost| cost.moves > 0) {
            if pushes.is_none_or(|best| (cost.pushes, cost.moves) < (best.pushes, best.moves)) {
                record.best_pushes = Some(lurd.to_owned());
            }
            if moves.is_none_or(|best| (cost.moves, cost.pushes) < (best.moves, best.pushes)) {
                record.best_moves = Some(lurd.to_owned());
            }
        }
        if *record == Record::default() {
            self.levels.remove(&key(level));
        }
    }

    /// Writes all records. Those that other processes wrote meanwhile on other levels are kept.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let (file, new) = (folder.join(FILE), folder.join(format!("{FILE}.{}", std::process::id())));
        let mut levels = read(&file).unwrap_or_default();
        levels.extend(self.levels.clone());
        let saved = Saved { schema: SCHEMA, levels };
        fs::write(&new, serde_json::to_string_pretty(&saved).map_err(io::Error::from)? + "\n")?;
        // Renamed as a whole, so that no reader sees half a file.
        fs::rename(&new, &file)
    }
}

/// Reads the records; `None` where there is no file, or not a valid one.
fn read(file: &Path) -> Option<BTreeMap<String, Record>> {
    let saved: Saved = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    (saved.schema == SCHEMA).then_some(saved.levels)
}

fn key(level: &Level) -> String {
    level.grid.to_string()
}
