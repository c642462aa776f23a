//! Is a corral lost: can its boxes open it or all reach goals? Input: a position and one or two closed areas ([`Enclosure`]).
//! [`CorralSearch`] searches positions with only the boxes ([`ReducedPosition`]) in the zone around the closed squares ([`zone_of`]);
//! [`CorralProofs`] caches the verdicts. The rule chooses the areas. After Festival (Shoham and Schaeffer 2020).
//!
//! # Why it is sound
//!
//! Take a solution of the whole position and remove the pushes of the boxes that are left out. The remaining pushes can be made
//! with only the kept boxes on the board, and end with all kept boxes on goals. So a reduced position without a solution proves the
//! position lost. Boxes may be left out at any time: after each push the boxes outside the zone, and any that can be pushed out of
//! it.
//!
//! An empty goal in the corral must be filled, maybe by a box that was left out. But no such box is in the corral, and none can
//! enter it while the kept boxes close it: they must be pushed first. These goals are *owed*, and a position that owes a goal is
//! not solved. A goal is no longer owed once the player could have reached it. Between two pushes of one box other boxes may have
//! been pushed, so all squares that the box can be pushed to are tested, not only the last.
//!
//! ```text
//!   #######      With the box on b kept alone, the goal is owed while b closes it. Pushed to the right, b lets the
//!   #.b @ #      player and other boxes in: from then on the goal may have been filled unseen, also if b comes back.
//!   ###   #
//! ```
//! Every solution of a reduced position begins with the longest sequence of pushes of one box: a macro push. The rest of the
//! solution is shorter. So if all reduced positions after macro pushes were expanded, and none was solved or given up as open, no
//! solution exists. This holds for each position on the way, for any zone, so a reduced position is expanded once.

mod search;

use crate::deadlock::View;
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;
use search::retain;
pub(super) use search::{CorralSearch, Enclosure, ReducedPosition, SearchVerdict, enclosures, zone_of};

/// Proves corrals lost; caches the verdicts on reduced positions.
#[derive(Debug)]
pub(in crate::deadlock) struct CorralProofs<'a> {
    maze: &'a Maze<'a>,
    search: CorralSearch<'a>,
    /// Verdicts, and how often each was asked for: only one of spent budgets is searched again.
    known: FxHashMap<ReducedPosition, (SearchVerdict, u32)>,
    region: Region,
}

impl<'a> CorralProofs<'a> {
    /// Greatest number of positions that the first search of a corral expands: more prove hardly more positions lost.
    const BUDGET: usize = 100;
    /// Number of requests for an undecided verdict before a new search with four times the budget; doubled after each search.
    const AGAIN: u32 = 64;
    /// Greatest number of questions at which an undecided position is searched again; later questions search no more.
    const LAST: u32 = 256;
    /// Maximum number of cached verdicts, and of words of their sets; later verdicts are not cached.
    const MOST: usize = 100_000;
    const WORDS: usize = 1 << 22;

    pub(in crate::deadlock) fn new(maze: &'a Maze<'a>) -> Self {
        let (search, region) = (CorralSearch::new(maze), Region::new(maze.board.len()));
        Self { maze, search, known: FxHashMap::default(), region }
    }

    /// Returns the boxes around closed squares if these alone are proved lost. `region` must be the player's region.
    pub(in crate::deadlock) fn lost_boxes(
        &mut self,
        view: &View<'_>,
        region: &Region,
        closed: &[Square],
        meter: &Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        meter.check_time()?;
        let board = self.maze.board;
        let zone = zone_of(self.maze, closed.iter().copied(), view.boxes, region);
        let mut boxes = view.boxes.clone();
        retain(&mut boxes, |b| zone.has(b));
        // With fewer boxes than goals, no goal need be filled.
        let must_be_filled = view.boxes.len() == board.goals().len();
        let owed = closed.iter().copied().filter(|&s| must_be_filled && board.is_goal(s));
        let owed = BoxSet::of(board.len(), owed);
        let reduced = ReducedPosition::with(board, boxes, view.player, owed, &mut self.region);
        Ok(self.is_lost(&reduced, &zone, meter)?.then_some(reduced.boxes))
    }

    fn is_lost(&mut self, reduced: &ReducedPosition, zone: &BoxSet, meter: &Meter) -> Result<bool, Stop> {
        let (known, asked) = self.known.get(reduced).copied().unwrap_or((SearchVerdict::Spent, 0));
        if known != SearchVerdict::Spent {
            return Ok(known == SearchVerdict::Lost);
        }
        let verdict = match Self::budget(asked + 1) {
            0 => SearchVerdict::Spent,
            budget => self.search.search(reduced, zone, budget, meter)?,
        };
        let most = Self::MOST.min(Self::WORDS / BoxSet::words_for(self.maze.board.len()));
        if self.known.len() < most || self.known.contains_key(reduced) {
            self.known.insert(reduced.clone(), (verdict, asked + 1));
        }
        Ok(verdict == SearchVerdict::Lost)
    }

    /// Returns the budget, in positions, of the search at question number `questions`; 0 for no search.
    fn budget(questions: u32) -> usize {
        if questions == 1 {
            return Self::BUDGET;
        }
        let is_due = questions.is_power_of_two() && (Self::AGAIN..=Self::LAST).contains(&questions);
        if is_due { Self::BUDGET << (2 * (1 + questions.ilog2() - Self::AGAIN.ilog2())) } else { 0 }
    }
}
