//! Searches of corrals, with their verdicts remembered.

use super::reduced::retain;
use super::{CorralSearch, Enclosure, Reduced, SearchVerdict, zone_of};
use crate::deadlock::View;
use crate::deadlock::undo_table::UndoTable;
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};

/// What is known of a reduced position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Lost,
    /// A search has found a way: no further one would prove more.
    Open,
    /// Searches have spent their budgets; the number of questions so far.
    Undecided(u32),
}

/// Proves corrals lost; holds what is known of reduced positions.
#[derive(Debug)]
pub(in crate::deadlock) struct CorralProofs<'a> {
    maze: &'a Maze<'a>,
    search: CorralSearch<'a>,
    known: UndoTable<Reduced, Known>,
    region: Region,
}

impl<'a> CorralProofs<'a> {
    /// At most this number of positions is expanded by the first search. Measured on levels 1 to 30 of XSokoban at 1,000
    /// nodes of an earlier feature-space search: 400 proves 3 % more positions lost and solves the same 20 levels.
    const BUDGET: usize = 100;
    /// At this number of questions about an undecided position, and at twice it and so on, it is searched again, each
    /// time with four times the budget.
    const AGAIN: u32 = 64;
    /// The last number of questions at which it is: it bounds the time of a question.
    const LAST: u32 = 256;

    /// For a level.
    pub(in crate::deadlock) fn new(maze: &'a Maze<'a>) -> Self {
        let (search, region) = (CorralSearch::new(maze), Region::new(maze.board.len()));
        Self { maze, search, known: UndoTable::default(), region }
    }

    /// The boxes around closed squares of a position, if they prove it lost. `region` must be the player's.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::deadlock) fn lost_boxes(
        &mut self,
        view: &View<'_>,
        region: &Region,
        enclosure: &Enclosure,
        meter: &Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let board = self.maze.board;
        let zone = zone_of(self.maze, &enclosure.squares, view.boxes, region);
        let mut boxes = view.boxes.clone();
        retain(&mut boxes, |b| zone.has(b));
        // Where there are fewer boxes than goals, no goal need be filled.
        let mut owed = enclosure.squares.clone();
        let must_be_filled = view.boxes.len() == board.goals().len();
        retain(&mut owed, |s| must_be_filled && board.is_goal(s));
        let reduced = Reduced::with(board, boxes, view.player, owed, &mut self.region);
        Ok(self.is_lost(&reduced, &zone, meter)?.then_some(reduced.boxes))
    }

    fn is_lost(&mut self, reduced: &Reduced, zone: &BoxSet, meter: &Meter) -> Result<bool, Stop> {
        let (questions, budget) = match self.known.get(reduced) {
            Some(Known::Lost) => return Ok(true),
            Some(Known::Open) => return Ok(false),
            Some(Known::Undecided(questions)) => (questions + 1, Self::budget(questions + 1)),
            None => (1, Self::BUDGET),
        };
        let verdict = match budget {
            0 => SearchVerdict::Spent,
            _ => self.search.search(reduced, zone, budget, meter)?,
        };
        let known = match verdict {
            SearchVerdict::Lost => Known::Lost,
            SearchVerdict::Open => Known::Open,
            SearchVerdict::Spent => Known::Undecided(questions),
        };
        self.known.set(reduced, known);
        Ok(known == Known::Lost)
    }

    /// The budget of the search at a question about an undecided position; mostly 0.
    fn budget(questions: u32) -> usize {
        let is_due = questions.is_power_of_two() && (Self::AGAIN..=Self::LAST).contains(&questions);
        if is_due { Self::BUDGET << (2 * (1 + questions.ilog2() - Self::AGAIN.ilog2())) } else { 0 }
    }

    /// Marks what is known.
    pub(in crate::deadlock) fn mark(&mut self) {
        self.known.mark();
    }

    /// Sets what is known back to the last mark.
    pub(in crate::deadlock) fn undo(&mut self) {
        self.known.undo();
    }
}
