//! Duplicates and similar levels by canonical forms and pictures, and the measures of `list --sort`.

use super::{ListRow, Solvable};
use crate::cli::io::PickedLevel;
use crate::level::{Canonical, Level, Pictures};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Ordering;
use std::str::FromStr;

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

#[derive(Clone, Copy, Default)]
pub(super) struct EarlierLevel<'a> {
    pub(super) duplicate_of: Option<LevelPlace<'a>>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Boxes,
    Squares,
    Solutions,
    Difficulty,
    Solvable,
    Title,
}

/// Measure, and whether the greatest value comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SortKey {
    measure: Measure,
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
    /// Returns the option that computes the measure; `None` if no option is needed.
    pub(super) const fn needs(self) -> Option<&'static str> {
        match self.measure {
            Measure::Difficulty => Some("--difficulty"),
            Measure::Solvable => Some("--solvable"),
            _ => None,
        }
    }

    pub(super) fn value(self, listed: &ListRow<'_>) -> Value {
        let count = |count: Option<usize>| count.map(|count| count as f64);
        let number = match self.measure {
            Measure::Title => return Value::Text(listed.title.to_lowercase()),
            Measure::Boxes => count(listed.boxes),
            Measure::Squares => count(listed.squares),
            Measure::Solutions => count(Some(listed.solutions)),
            Measure::Difficulty => listed.answers.difficulty.as_ref().and_then(|difficulty| difficulty.rating),
            Measure::Solvable => listed.answers.solvable.map(|solvable| match solvable {
                Solvable::Yes => 0.0,
                Solvable::Unknown => 1.0,
                Solvable::Unproved => 2.0,
                Solvable::No => 3.0,
            }),
        };
        number.map_or(Value::Unknown, Value::Number)
    }

    /// Returns the order of two values of the measure: the greater value first if requested, unknown values last.
    pub(super) fn compare(self, one: &Value, other: &Value) -> Ordering {
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
}
