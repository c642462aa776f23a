//! Options that order and name the levels of a collection: `--sort`, also of `list`, `--titles`, `--author`, `--collection`.

use super::io::{Driver, Failure, PickedLevel};
use crate::level::{Entry, Level, Note};
use crate::run::Limits;
use crate::study::Difficulty;
use std::cmp::Ordering;
use std::str::FromStr;

/// Options that order and name levels.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ArrangeArgs {
    /// Sort by these keys of `list --sort`, e.g. difficulty
    ///
    /// Of equal levels the first stays first. A level without a known solution has no difficulty and comes last.
    #[arg(help_heading = "Levels", long, value_name = "KEYS", value_delimiter = ',', allow_hyphen_values = true)]
    #[arg(value_parser = order)]
    sort: Vec<SortKey>,
    /// New titles, e.g. 'Garden {n}'
    ///
    /// {n} is the number in the new order, {title} the old title.
    #[arg(help_heading = "Levels", long, value_name = "TEXT")]
    titles: Option<String>,
    /// Author of all levels
    #[arg(help_heading = "Levels", long, value_name = "NAME", hide_short_help = true)]
    author: Option<String>,
    /// Name of the collection, for SOK and Sokoban XML
    #[arg(help_heading = "Levels", long, value_name = "NAME", hide_short_help = true)]
    pub(super) collection: Option<String>,
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SortKey {
    pub(super) measure: Measure,
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
    /// Returns the value of a level with this rating of its difficulty; of solvable levels `open` is 0.
    pub(super) fn value(self, picked: &PickedLevel, rating: Option<f64>, open: Option<f64>) -> Value {
        let count = |count: fn(&Level) -> usize| picked.level().map(|level| count(level) as f64);
        let number = match self.measure {
            Measure::Title => return Value::Text(picked.entry.title.to_lowercase()),
            Measure::Boxes => count(|level| level.start.boxes.len()),
            Measure::Squares => count(|level| level.board.len()),
            Measure::Solutions => Some(picked.entry.solutions().count() as f64),
            Measure::Difficulty => rating,
            Measure::Solvable => open,
        };
        number.map_or(Value::Unknown, Value::Number)
    }

    fn compare(self, one: &Value, other: &Value) -> Ordering {
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

    /// Sorts items by their values, one for each key; equals keep their order.
    pub(super) fn sort<T>(keys: &[Self], items: &mut [T], values: impl Fn(&T) -> &[Value]) {
        items.sort_by(|one, other| {
            let mut pairs = keys.iter().zip(values(one).iter().zip(values(other)));
            pairs
                .find_map(|(key, (a, b))| Some(key.compare(a, b)).filter(|order| order.is_ne()))
                .unwrap_or(Ordering::Equal)
        });
    }
}

/// Returns the key of an order of levels: `size` is an older word for `squares`; a search for solutions is a question of `list`.
fn order(text: &str) -> Result<SortKey, String> {
    match (text, text.parse::<SortKey>()) {
        ("size", _) => Ok(SortKey { measure: Measure::Squares, is_descending: false }),
        (_, Ok(key)) if key.measure == Measure::Solvable => Err("only `list` sorts by it".to_owned()),
        (_, key) => key,
    }
}

impl ArrangeArgs {
    /// Orders the levels; rates them if a key asks for it.
    pub(super) fn order(
        &self,
        entries: Vec<PickedLevel>,
        limits: Limits,
        driver: impl FnOnce(usize) -> Result<Driver, Failure>,
    ) -> Result<Vec<PickedLevel>, Failure> {
        let mut ratings = vec![None; entries.len()];
        if self.sort.iter().any(|key| key.measure == Measure::Difficulty) {
            let driver = driver(entries.len())?;
            let mut rated = ratings.iter_mut();
            driver.each(
                &entries,
                |_, level| Difficulty::of(level, limits, &driver.stop).rating,
                |_, rating| {
                    rated.next().into_iter().for_each(|rated| *rated = rating.flatten());
                    Ok(())
                },
            )?;
            if driver.stop.is_raised() {
                return Err(Failure::Interrupted);
            }
        }
        let rated = entries.into_iter().zip(ratings).collect();
        Ok(self.sorted(rated, |(picked, rating)| (picked, *rating)).into_iter().map(|(picked, _)| picked).collect())
    }

    pub(super) fn sorted<T>(&self, items: Vec<T>, of: impl Fn(&T) -> (&PickedLevel, Option<f64>)) -> Vec<T> {
        let values = |item: &T| {
            let (picked, rating) = of(item);
            self.sort.iter().map(|key| key.value(picked, rating, None)).collect()
        };
        let mut keyed: Vec<(Vec<Value>, T)> = items.into_iter().map(|item| (values(&item), item)).collect();
        SortKey::sort(&self.sort, &mut keyed, |(values, _)| values);
        keyed.into_iter().map(|(_, item)| item).collect()
    }

    /// Names the levels and the collection; numbers count levels without a fault.
    pub(super) fn name<'e>(&self, entries: impl Iterator<Item = &'e mut Entry>, notes: &mut Vec<Note>) {
        for (index, entry) in entries.filter(|entry| entry.body.is_ok()).enumerate() {
            if let Some(titles) = &self.titles {
                let title = titles.replace("{n}", &(index + 1).to_string()).replace("{title}", &entry.title);
                entry.set_title(&title);
            }
            if let Some(author) = &self.author {
                entry.author.clone_from(author);
            }
        }
        if let Some(name) = &self.collection {
            notes.retain(|note| !["title", "collection"].contains(&note.key.to_lowercase().as_str()));
            notes.insert(0, Note::new("Collection", name));
        }
    }
}
