//! Packing progress of positions, for the order among equals.

use crate::level::Position;
use crate::packing::{Order, PackingGuide};
use crate::push::{BoxSet, CellSet, Push, Words};
use crate::run::{Meter, Stop};
use crate::search::engine::problem::GridProblem;

/// Computes the number of packed boxes, or of steps made of a packing plan, for some positions only: with many goals it
/// takes longer than the rest of a position, and an old value only affects the order among equals.
#[derive(Debug)]
pub(super) struct PackingProgress {
    guide: PackingGuide,
    /// Number of positions for which the packing progress was computed.
    asked: u64,
}

impl PackingProgress {
    /// Number of first positions for which the packing progress is computed.
    const FIRST_ASKED: u64 = 1_000;
    /// Interval, in positions, at which the packing progress is computed after the first positions.
    const ASKED: u64 = 16;

    pub(super) fn new<W: Words>(
        problem: &GridProblem<'_, W>,
        start: &Position,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        Ok(Self { guide: PackingGuide::new(problem.maze, start, Order::Any, meter)?, asked: 0 })
    }

    /// Returns whether the progress of a position is to be computed: only if the run that leads to it, given by the
    /// first and last push, can have changed it. `positions` is the number of stored positions.
    pub(super) fn is_due<W: Words>(
        &self,
        problem: &GridProblem<'_, W>,
        run: Option<(Push, Push)>,
        positions: usize,
    ) -> bool {
        let may_change = run.is_none_or(|(first, last)| {
            let to = problem.maze.board.next(last.from, last.direction);
            to.is_none_or(|to| self.guide.may_change(first.from, to))
        });
        may_change && self.asked <= Self::FIRST_ASKED + positions as u64 / Self::ASKED
    }

    /// Returns the packing progress of a position.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn of<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        meter: &Meter,
    ) -> Result<u16, Stop> {
        let squares = boxes.iter().map(|cell| problem.grid.square(cell));
        let boxes = BoxSet::of(problem.maze.board.len(), squares);
        Ok(u16::try_from(self.guide.progress(problem.maze, &boxes, meter)?.done).unwrap_or(u16::MAX))
    }

    /// Counts a position for which the progress was computed.
    pub(super) const fn count(&mut self) {
        self.asked += 1;
    }
}
