//! Progress of the player, saved between games. A file holds for each played level the best solutions, the unfinished
//! game, and the effort. Levels are identified by their pictures, so that a collection may be renamed and reordered.

use super::solving::Effort;
use crate::files::Replacement;
use crate::level::{Level, Lurd, Metrics, verify};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

const SCHEMA: u32 = 1;
const FILE: &str = "progress.json";

/// Saved data of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Solution in LURD with fewest pushes, and with fewest moves among these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_pushes: Option<String>,
    /// Solution in LURD with fewest moves, and with fewest pushes among these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_moves: Option<String>,
    /// Moves of the unfinished game in LURD; empty at the start.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub game: String,
    /// Name of the collection in which the level was played last.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub collection: String,
    /// Effort of the player on the level.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub spent: Effort,
}

fn is_nothing(spent: &Effort) -> bool {
    *spent == Effort::default()
}

#[derive(Deserialize)]
struct Version {
    schema: u32,
}

#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    schema: u32,
    levels: BTreeMap<String, Record>,
}

/// Saved data of all levels, with the folder of their file.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    folder: Option<PathBuf>,
    levels: BTreeMap<String, Record>,
    /// Message about the file of saved data, until the message is shown.
    news: Option<String>,
}

impl Progress {
    /// Reads the progress in the user's data folder; without such a folder nothing is read or written.
    pub fn of_user() -> Self {
        use etcetera::BaseStrategy;
        let folder = etcetera::choose_base_strategy().ok().map(|strategy| strategy.data_dir().join("sokoplan"));
        folder.map_or_else(Self::default, |folder| Self::in_folder(&folder))
    }

    /// Reads the progress in a folder, which may be missing.
    pub fn in_folder(folder: &Path) -> Self {
        let mut progress = Self { folder: Some(folder.to_owned()), ..Self::default() };
        progress.levels = progress.saved(&folder.join(FILE));
        progress
    }

    /// Returns the message about the file of saved data at the first call, then `None`.
    pub fn news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// Reads the saved records. A file that is broken or of another version is kept under another name, since the next
    /// save would destroy it.
    fn saved(&mut self, file: &Path) -> BTreeMap<String, Record> {
        let why = match read(file) {
            Ok(levels) => return levels,
            Err(Unread::Missing) => return BTreeMap::new(),
            Err(Unread::Error(error)) => {
                // The file may be readable later, so that nothing is written over it.
                self.folder = None;
                self.news = Some(format!("progress is not kept: {}: {error}", file.display()));
                return BTreeMap::new();
            }
            Err(Unread::Broken(why)) => why,
        };
        let kept = backup(file);
        self.news = Some(match fs::rename(file, &kept) {
            Ok(()) => format!("earlier progress cannot be read ({why}), and is kept as {}", kept.display()),
            Err(error) => {
                self.folder = None;
                format!("progress is not kept: {}: {error}", kept.display())
            }
        });
        BTreeMap::new()
    }

    /// Returns the folder in which progress is saved; `None` if progress is not saved.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Returns the record of a level; `None` if it was not played.
    pub fn of(&self, level: &Level) -> Option<&Record> {
        self.levels.get(&key(level))
    }

    /// Returns for each record the picture of the level, then the record.
    pub fn records(&self) -> impl Iterator<Item = (&str, &Record)> {
        self.levels.iter().map(|(key, record)| (key.as_str(), record))
    }

    /// Adds effort on a level of a collection to the record of the level.
    pub fn spend(&mut self, level: &Level, collection: &str, spent: Effort) {
        if spent != Effort::default() {
            let record = self.levels.entry(key(level)).or_default();
            collection.clone_into(&mut record.collection);
            record.spent += spent;
        }
    }

    /// Returns whether the player has solved a level.
    pub fn is_solved(&self, level: &Level) -> bool {
        self.of(level).is_some_and(|record| record.best_pushes.is_some())
    }

    /// Returns the metrics of the solutions with fewest pushes and with fewest moves; `None` without a solution.
    pub fn best(&self, level: &Level) -> [Option<Metrics>; 2] {
        let record = self.of(level);
        let cost = |lurd: Option<&String>| verify(&level.board, &level.start, &lurd?.parse::<Lurd>().ok()?).ok();
        [record.and_then(|r| r.best_pushes.as_ref()), record.and_then(|r| r.best_moves.as_ref())].map(cost)
    }

    /// Records `lurd` as the unfinished game; if it solves the level, as best solution in each metric that improves.
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

    /// Writes all records. Records of other levels that other processes wrote meanwhile are kept.
    pub fn save(&mut self) -> io::Result<()> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        let file = folder.join(FILE);
        let located = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.display()));
        fs::create_dir_all(&folder).map_err(located)?;
        let mut levels = self.saved(&file);
        levels.extend(self.levels.clone());
        let saved = Saved { schema: SCHEMA, levels };
        let text = serde_json::to_string_pretty(&saved).map_err(io::Error::from)? + "\n";
        Replacement::whole(&file, text.as_bytes()).map_err(located)
    }
}

enum Unread {
    Missing,
    /// The file could not be read, but may be valid.
    Error(io::Error),
    Broken(String),
}

fn read(file: &Path) -> Result<BTreeMap<String, Record>, Unread> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unread::Missing),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(Unread::Broken("not text".to_owned())),
        Err(error) => return Err(Unread::Error(error)),
    };
    // The version is read first, since another version may have other keys.
    let Version { schema } = serde_json::from_str(&text).map_err(|error| Unread::Broken(error.to_string()))?;
    if schema != SCHEMA {
        return Err(Unread::Broken(format!("schema {schema}, expected {SCHEMA}")));
    }
    let saved: Saved = serde_json::from_str(&text).map_err(|error| Unread::Broken(error.to_string()))?;
    Ok(saved.levels)
}

/// Returns an unused name beside the file: `progress.json.bak`, `progress.json.bak2`.
fn backup(file: &Path) -> PathBuf {
    let name = |number: usize| {
        let ending = if number == 1 { "bak".to_owned() } else { format!("bak{number}") };
        file.with_extension(format!("json.{ending}"))
    };
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}

fn key(level: &Level) -> String {
    level.grid.to_string()
}
