//! Options that order and name the levels of a collection: `--sort`, `--titles`, `--author`, `--collection`.

use super::io::{Driver, Failure, PickedLevel};
use crate::level::{Entry, Note};
use crate::run::Limits;
use crate::study::Difficulty;
use clap::ValueEnum;

/// Options that order and name levels.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ArrangeArgs {
    /// Order of the levels
    ///
    /// Of equal levels the first stays first. A level without a known solution has no difficulty and comes last.
    #[arg(help_heading = "Levels", long, value_enum, default_value_t, value_name = "ORDER")]
    pub(super) sort: Order,
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// The order of the files, or of --level
    #[default]
    AsIs,
    /// Few squares first
    Size,
    /// Easy levels first, as `list --difficulty` rates them
    Difficulty,
}

impl Order {
    /// Returns what levels are sorted by: their squares, or their `rating`; `None` in the order as it is, and for unknown keys.
    pub(super) fn key(self, picked: &PickedLevel, rating: Option<f64>) -> Option<f64> {
        match self {
            Self::AsIs => None,
            Self::Size => picked.level().map(|level| level.board.len() as f64),
            Self::Difficulty => rating,
        }
    }
}

impl ArrangeArgs {
    /// Orders the levels.
    pub(super) fn order(
        &self,
        entries: Vec<PickedLevel>,
        limits: Limits,
        driver: impl FnOnce(usize) -> Result<Driver, Failure>,
    ) -> Result<Vec<PickedLevel>, Failure> {
        let mut keys = Vec::with_capacity(entries.len());
        match self.sort {
            Order::AsIs => return Ok(entries),
            Order::Size => keys.extend(entries.iter().map(|picked| self.sort.key(picked, None))),
            Order::Difficulty => {
                let driver = driver(entries.len())?;
                driver.each(
                    &entries,
                    |_, level| Difficulty::of(level, limits, &driver.stop).rating,
                    |picked, rating| {
                        keys.push(self.sort.key(picked, rating.flatten()));
                        Ok(())
                    },
                )?;
                if driver.stop.is_raised() {
                    return Err(Failure::Interrupted);
                }
            }
        }
        Ok(sorted(entries, keys))
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

/// Returns the items sorted by their keys, unknown keys last; equals keep their order.
pub(super) fn sorted<T>(items: Vec<T>, keys: Vec<Option<f64>>) -> Vec<T> {
    let mut keyed: Vec<(f64, T)> = keys.into_iter().map(|key| key.unwrap_or(f64::INFINITY)).zip(items).collect();
    keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
    keyed.into_iter().map(|(_, item)| item).collect()
}
