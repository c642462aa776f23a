//! The option `list --sort`: measures by which levels are sorted.

use super::{Listed, Solvable};
use std::cmp::Ordering;
use std::str::FromStr;

/// Measure by which levels are sorted.
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

impl Measure {
    const ALL: [(&'static str, Self); 6] = [
        ("boxes", Self::Boxes),
        ("squares", Self::Squares),
        ("solutions", Self::Solutions),
        ("difficulty", Self::Difficulty),
        ("solvable", Self::Solvable),
        ("title", Self::Title),
    ];
}

impl FromStr for SortKey {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (is_descending, word) = text.strip_prefix('-').map_or((false, text), |word| (true, word));
        let found = Measure::ALL.into_iter().find(|(known, _)| *known == word);
        found.map(|(_, measure)| Self { measure, is_descending }).ok_or_else(|| {
            let words = Measure::ALL.map(|(known, _)| known).join(", ");
            format!("expected some of {words}, separated by commas; `-` before a word sorts the greatest first")
        })
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

    /// Returns the value of the measure for a level.
    pub(super) fn value(self, listed: &Listed<'_>) -> Value {
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

    /// Returns the order in which two values of the measure are listed: the greater value first if requested, unknown
    /// values last.
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
