//! Tables of lost sets of two and three boxes, made once a search has expanded enough positions.

use crate::deadlock::{Lost, LostSets};
use crate::level::Direction;
use crate::push::{CellSet, Grid, Words};
use crate::run::{Meter, Stop};

/// Numbers of expanded positions after which the tables of two boxes and of three boxes are made.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Due {
    pub(in crate::search) pairs: u64,
    pub(in crate::search) threes: u64,
}

/// Tables of lost sets for one side of a search.
#[derive(Debug)]
pub(in crate::search) struct Tables<W> {
    lost: Lost,
    sets: Option<LostSets<W>>,
    has_threes: bool,
}

impl<W: Words> Tables<W> {
    pub(in crate::search) const fn new(lost: Lost) -> Self {
        Self { lost, sets: None, has_threes: false }
    }

    /// Makes the tables that are due after `expanded` expanded positions, for boxes on the squares `live` that must all
    /// reach `targets`. Returns whether a table was made.
    ///
    /// # Errors
    /// The time is up, or the user asked to stop.
    pub(in crate::search) fn prepare(
        &mut self,
        grid: &Grid<W>,
        (live, targets): (&CellSet<W>, &CellSet<W>),
        (expanded, due): (u64, Due),
        meter: &Meter,
    ) -> Result<bool, Stop> {
        if expanded < due.pairs {
            return Ok(false);
        }
        let (sets, mut is_new) = match &mut self.sets {
            Some(sets) => (sets, false),
            none => (none.insert(LostSets::of_pairs(grid, self.lost, live, targets, meter)?), true),
        };
        if !self.has_threes && expanded >= due.threes {
            sets.add_threes(grid, targets, meter)?;
            self.has_threes = true;
            is_new = true;
        }
        Ok(is_new)
    }

    /// Returns whether a box just moved to cell `to` is lost together with one or two of the boxes `others`.
    #[inline(always)]
    pub(in crate::search) fn is_lost(&self, to: usize, direction: Direction, others: &CellSet<W>) -> bool {
        self.sets.as_ref().is_some_and(|sets| sets.is_lost(to, direction, others))
    }
}
