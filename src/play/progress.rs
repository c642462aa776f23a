//! What the player has done so far, kept between games.
//!
//! In comes a folder; a file in it holds, for each level that was played, the best solutions and the game that was left.
//! Levels are known by their pictures, so that a collection may be renamed and sorted anew.

use crate::level::{Level, Lurd, Metrics, verify};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const SCHEMA: u32 = 1;
const FILE: &str = "progress.json";

/// What is known of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The solution with the fewest pushes, then moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_pushes: Option<String>,
    /// The solution with the fewest moves, then pushes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<String>,
    /// The game that was left, if it was not at its start.
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
    /// From the user's data folder; nothing is read or written where there is none.
    pub fn of_user() -> Self {
        use etcetera::BaseStrategy;
        let folder = etcetera::choose_base_strategy().ok().map(|strategy| strategy.data_dir().join("sokoplan"));
        folder.map_or_else(Self::default, |folder| Self::in_folder(&folder))
    }

    /// From a folder, which need not exist.
    pub fn in_folder(folder: &Path) -> Self {
        let levels = read(&folder.join(FILE)).unwrap_or_default();
        Self { folder: Some(folder.to_owned()), levels }
    }

    /// What is known of a level.
    pub fn of(&self, level: &Level) -> Option<&Record> {
        self.levels.get(&key(level))
    }

    /// Costs of the solutions with fewest pushes and with fewest moves.
    pub fn best(&self, level: &Level) -> [Option<Metrics>; 2] {
        let record = self.of(level);
        let cost = |lurd: Option<&String>| verify(&level.board, &level.start, &lurd?.parse::<Lurd>().ok()?).ok();
        [record.and_then(|r| r.best_pushes.as_ref()), record.and_then(|r| r.best_moves.as_ref())].map(cost)
    }

    /// Keeps the game as it is left; a solution, checked anew, where it is better than what is known.
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

    /// Writes all. What other games wrote in the meantime about other levels stays.
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
        // In one go, so that nobody reads half a file.
        fs::rename(&new, &file)
    }
}

/// `None` where there is no file, or none that we understand.
fn read(file: &Path) -> Option<BTreeMap<String, Record>> {
    let saved: Saved = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    (saved.schema == SCHEMA).then_some(saved.levels)
}

fn key(level: &Level) -> String {
    level.grid.to_string()
}
