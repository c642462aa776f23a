//! The distinct room events along solutions, with their frequencies. Output: each event once, in its canonical form,
//! with its outcomes, the most frequent one first. Closures do not depend on the level, so equal events have equal
//! outcomes.

use super::label::POSITIONS;
use super::met::room_events;
use crate::abstraction::{EventForm, EventOutcomes, Explorer};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::push::Push;
use crate::run::{Held, Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Where in a solution an event was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlace {
    /// Name of the file with the level.
    pub file: String,
    /// Number of the level in the file.
    pub level: usize,
    /// Number of pushes of the solution before the event begins.
    pub pushes: usize,
}

/// How often an event was met, where it was met first, and its possible outcomes.
#[derive(Clone, Debug)]
pub struct MetEvent {
    /// Number of times that the event was met, in all levels.
    pub met: u64,
    /// Number of levels in which the event was met.
    pub levels: u64,
    /// Where the event was met first.
    pub first: EventPlace,
    /// States in which the area may be after the event, each with the pushes that lead to it.
    pub outcomes: EventOutcomes,
}

/// The distinct room events along the solutions of one level.
#[derive(Debug, Default)]
pub struct LevelEvents {
    /// For each event: how often it was met, the number of pushes before the first time, and its outcomes.
    events: IndexMap<EventForm, (u64, usize, EventOutcomes), FxBuildHasher>,
}

impl LevelEvents {
    /// Returns the events along solutions of a level, each solution given by its pushes.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn of(level: &Level, areas: &Areas, solutions: &[Vec<Push>], meter: &mut Meter) -> Result<Self, Stop> {
        let maze = Maze::new(&level.board, meter)?;
        let (mut all, mut held, mut explorer) = (Self::default(), Held::default(), Explorer::default());
        for pushes in solutions {
            room_events(&maze, areas, level, pushes, meter, |form, before| {
                if let Some((met, ..)) = all.events.get_mut(&form) {
                    *met += 1;
                    return Ok(());
                }
                let outcomes = form.outcomes(POSITIONS, &mut explorer, meter)?;
                held.grow(bytes(&form, &outcomes), meter)?;
                all.events.insert(form, (1, before, outcomes));
                Ok(())
            })?;
        }
        Ok(all)
    }
}

/// The distinct room events of several levels.
#[derive(Debug, Default)]
pub struct EventSet {
    events: IndexMap<EventForm, MetEvent, FxBuildHasher>,
    held: Held,
}

impl EventSet {
    /// Adds the events of a level of a file.
    ///
    /// # Errors
    /// [`Stop::MemoryLimit`]; earlier events of the level are then counted.
    pub fn add(&mut self, file: &str, level: usize, events: LevelEvents, meter: &Meter) -> Result<(), Stop> {
        for (form, (met, pushes, outcomes)) in events.events {
            if let Some(known) = self.events.get_mut(&form) {
                known.met += met;
                known.levels += 1;
                continue;
            }
            self.held.grow(bytes(&form, &outcomes) + file.len(), meter)?;
            let first = EventPlace { file: file.to_owned(), level, pushes };
            self.events.insert(form, MetEvent { met, levels: 1, first, outcomes });
        }
        Ok(())
    }

    /// Returns the events, most frequent first; equally frequent ones by number of levels, most first, then by form.
    pub fn ranked(&self) -> Vec<(&EventForm, &MetEvent)> {
        let mut all: Vec<(&EventForm, &MetEvent)> = self.events.iter().collect();
        all.sort_by(|(one, of_one), (other, of_other)| {
            (of_other.met, of_other.levels).cmp(&(of_one.met, of_one.levels)).then_with(|| one.cmp(other))
        });
        all
    }
}

/// Returns the estimated bytes of an event with its outcomes.
fn bytes(form: &EventForm, outcomes: &EventOutcomes) -> usize {
    let of_outcomes = outcomes.outcomes.iter().map(|outcome| outcome.after.bytes() + 32 * outcome.pushes.len());
    2 * (size_of::<EventForm>() + size_of::<MetEvent>() + form.bytes() + of_outcomes.sum::<usize>())
}
