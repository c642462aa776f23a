//! The row of a listed level: its figures, duplicates, and similar levels by canonical forms and pictures.

use crate::cli::io::PickedLevel;
use crate::level::{Canonical, Fault, Level, Pictures};
use crate::study::Difficulty;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;

/// Data listed for an entry: a level, or the fault in its place.
#[derive(JsonSchema, Serialize)]
pub(crate) struct ListRow<'a> {
    /// Title of the level.
    pub(super) title: &'a str,
    /// Author, as the file names one.
    pub(super) author: &'a str,
    /// Number of columns of the board.
    pub(super) width: Option<usize>,
    /// Number of rows of the board.
    pub(super) height: Option<usize>,
    /// Number of squares that are no walls.
    pub(super) squares: Option<usize>,
    /// Number of boxes.
    pub(super) boxes: Option<usize>,
    /// Number of solutions that the file holds.
    pub(super) solutions: usize,
    #[serde(flatten)]
    pub(super) earlier: EarlierLevel<'a>,
    #[serde(flatten)]
    pub(super) answers: Answers,
    /// What became of the rooms since their snapshot; left out without `--rooms`, and where they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rooms_changed: Option<String>,
    /// Fault of the entry; `null` for a level.
    pub(super) fault: Option<&'a Fault>,
    /// Board in XSB.
    pub(super) rows: Option<Vec<String>>,
}

/// Answers to `--solvable` and `--difficulty` about a level; `None` for an option that is not given.
#[derive(Clone, Default, JsonSchema, Serialize)]
pub(crate) struct Answers {
    /// Whether the level has a solution; left out without `--solvable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solvable: Option<Solvable>,
    /// Difficulty for a person; left out without `--difficulty`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) difficulty: Option<Difficulty>,
}

/// Whether a level has a solution, by search and proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Solvable {
    /// A solution was found and replayed.
    Yes,
    /// A proof that the level has no solution was found and checked.
    No,
    /// The search has ended without a solution, but no proof was found.
    Unproved,
    /// A limit was met before the search ended.
    Unknown,
}

impl Solvable {
    /// Returns the place of levels in a list that is sorted by solvability.
    pub(super) const fn rank(self) -> f64 {
        match self {
            Self::Yes => 0.0,
            Self::Unknown => 1.0,
            Self::Unproved => 2.0,
            Self::No => 3.0,
        }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::Unproved => "unproved",
            Self::Unknown => "unknown",
        }
    }
}

impl<'a> ListRow<'a> {
    pub(super) fn of(picked: &'a PickedLevel, earlier: EarlierLevel<'a>, answers: Answers) -> Self {
        let entry = &picked.entry;
        let level = entry.body.as_ref().ok();
        let size = |part: fn(&Level) -> usize| level.map(part);
        Self {
            title: &entry.title,
            author: &entry.author,
            width: size(|level| level.grid.width()),
            height: size(|level| level.grid.height()),
            squares: size(|level| level.board.len()),
            boxes: size(|level| level.start.boxes.len()),
            solutions: entry.solutions().count(),
            earlier,
            answers,
            rooms_changed: None,
            fault: entry.body.as_ref().err(),
            rows: level.map(|level| level.grid.to_string().lines().map(str::to_owned).collect()),
        }
    }

    /// Returns the faults of a level, as annotations of GitHub; changed rooms are reported by their comparison. A
    /// duplicate is an error if levels must be `unique`.
    pub(super) fn annotations(&self, picked: &PickedLevel, unique: bool) -> String {
        let fault = self.fault.map(|fault| picked.annotation("error", &fault.what));
        let twin = self.earlier.duplicate_of.map(|LevelPlace { file, level }| {
            picked.annotation(if unique { "error" } else { "warning" }, &format!("duplicate of {file}, level {level}"))
        });
        let open = self.answers.solvable.filter(|solvable| *solvable != Solvable::Yes);
        let open = open.map(|solvable| picked.annotation("error", &format!("solvable: {}", solvable.word())));
        fault.into_iter().chain(twin).chain(open).collect()
    }
}

/// File and number of a level.
#[derive(Clone, Copy, JsonSchema, Serialize)]
pub(super) struct LevelPlace<'a> {
    /// File of the level.
    pub(super) file: &'a str,
    /// Number of the level in the file, from 1.
    pub(super) level: usize,
}

/// Earlier level that is most similar to a level.
#[derive(Clone, Copy, JsonSchema, Serialize)]
pub(super) struct Similar<'a> {
    #[serde(flatten)]
    pub(super) place: LevelPlace<'a>,
    /// Number of squares that differ between the two levels.
    pub(super) squares: usize,
}

/// Earlier levels that a level repeats.
#[derive(Clone, Copy, Default, JsonSchema, Serialize)]
pub(crate) struct EarlierLevel<'a> {
    /// First level that is the same, turned or mirrored; `null` without such a level.
    pub(super) duplicate_of: Option<LevelPlace<'a>>,
    /// Earlier level that is most alike; left out without `--similar`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) similar_to: Option<Similar<'a>>,
}

/// Index of a file, and number of a level in it.
type Place = (usize, usize);

pub(super) struct LevelIndex {
    /// Maximum number of different squares of similar levels; `None` if similar levels are not requested.
    most: Option<usize>,
    files: Vec<String>,
    first: FxHashMap<Canonical, Place>,
    pictures: Vec<(Place, Pictures)>,
}

impl LevelIndex {
    pub(super) fn new(most: Option<usize>) -> Self {
        Self { most, files: Vec::new(), first: FxHashMap::default(), pictures: Vec::new() }
    }

    /// Returns the earlier levels that this level duplicates or resembles, and remembers this level. Takes time
    /// linear in its squares, and in all squares of earlier levels of its size if similar ones are requested.
    pub(super) fn earlier(&mut self, picked: &PickedLevel) -> EarlierLevel<'_> {
        if self.files.last() != Some(&picked.file) {
            self.files.push(picked.file.clone());
        }
        let Ok(level) = &picked.entry.body else { return EarlierLevel::default() };
        let here = (self.files.len() - 1, picked.entry.number);
        let first = *self.first.entry(Canonical::of(level)).or_insert(here);
        if first != here {
            return EarlierLevel { duplicate_of: Some(self.named(first)), similar_to: None };
        }
        let similar = self.most.and_then(|most| self.most_alike(level, here, most));
        let named = |(place, squares): (Place, usize)| Similar { place: self.named(place), squares };
        EarlierLevel { duplicate_of: None, similar_to: similar.map(named) }
    }

    fn most_alike(&mut self, level: &Level, here: Place, most: usize) -> Option<(Place, usize)> {
        let own = Pictures::of(level);
        let alike = self.pictures.iter().filter_map(|(place, other)| Some((*place, other.difference(&own, most)?)));
        let found = alike.min_by_key(|&(_, squares)| squares);
        self.pictures.push((here, own));
        found
    }

    fn named(&self, (file, level): Place) -> LevelPlace<'_> {
        LevelPlace { file: &self.files[file], level }
    }
}
