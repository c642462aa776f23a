//! Corrals that are lost independently of the rest of the board.
//!
//! ```text
//!   ######      The boxes around the closed squares are kept, with those next to them; all others are taken away.
//!   # $  #      Pushes are searched from the player's side until a box of the corral has been pushed where it frees
//!   #@$ ##      the way in, or all kept boxes stand on goals. When the search runs dry first, no way leads on: fewer
//!   # $###      boxes only make more pushes possible, so the whole position is dead too. A box that leaves the
//!   ######      neighbourhood is taken away for the same reason.
//! ```
//! The search has a budget: if it is spent nothing is proved.

use crate::deadlock::local_search::{GiveUp, LocalDeadlockSearch};
use crate::deadlock::{About, CostClass, Known, Rule, RuleId, RuleInstance, Verdict, View, Witness};
use crate::level::{Board, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Corral;

impl Corral {
    /// Its identity.
    pub const ID: RuleId = RuleId::built_in(5, "corral");
}

impl Rule for Corral {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            word: "corral",
            deadlock: "corral",
            sentence: "boxes close off a part of the maze, and no way opens it",
            source: "Damgaard's YASS; the Sokoban wiki, How to detect deadlocks",
            cost: CostClass::Position,
            uses_player: true,
            learns: false,
        }
    }

    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
        let maze = known.maze;
        let outer = Region::new(maze.board.len());
        Box::new(Working { maze, outer, search: LocalDeadlockSearch::new(maze, GiveUp::Open) })
    }
}

#[derive(Debug)]
struct Working<'a> {
    maze: &'a Maze<'a>,
    outer: Region,
    search: LocalDeadlockSearch<'a>,
}

impl RuleInstance for Working<'_> {
    /// The boxes are not passed on as a nogood: they are all that touch the corral, more than the proof needs.
    fn judge(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Verdict, Stop> {
        Ok(Verdict::lost_if(self.dead_corral(view, None).is_some()))
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let why = "the boxes close off a part of the maze, and no way opens it";
        let dead = self.dead_corral(view, view.pushed);
        let witness = |boxes: BoxSet| Witness::with_walls(self.maze.board, boxes.iter().collect(), why);
        Ok(dead.map(witness).into_iter().collect())
    }
}

impl Working<'_> {
    /// The boxes of a corral that is dead; with a box given, of one that it is part of.
    fn dead_corral(&mut self, view: &View<'_>, with: Option<Square>) -> Option<BoxSet> {
        let board = self.maze.board;
        self.outer.flood(board, view.player, |s| view.boxes.has(s));
        if self.outer.size() + view.boxes.len() >= board.len() {
            return None;
        }
        let mut seen = vec![false; board.len()];
        for start in board.squares() {
            if seen[start.index()] || self.outer.has(start) || view.boxes.has(start) {
                continue;
            }
            let (kept, zone) = self.gather(view, start, &mut seen);
            let is_asked = with.is_none_or(|b| kept.has(b));
            if is_asked && self.search.is_lost(kept.clone(), &zone, view.player) {
                return Some(kept);
            }
        }
        None
    }

    /// The boxes on the border of a closed area with those that touch them, and the neighbourhood of all that.
    fn gather(&self, view: &View<'_>, start: Square, seen: &mut [bool]) -> (BoxSet, BoxSet) {
        let board = self.maze.board;
        let mut border = BoxSet::empty(board.len());
        let mut zone = BoxSet::of(board.len(), [start]);
        seen[start.index()] = true;
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            for neighbour in board.neighbours(at) {
                if view.boxes.has(neighbour) {
                    border.insert(neighbour);
                } else if !seen[neighbour.index()] {
                    seen[neighbour.index()] = true;
                    zone.insert(neighbour);
                    stack.push(neighbour);
                }
            }
        }
        let mut kept = border.clone();
        for b in border.iter() {
            for neighbour in around(board, b) {
                zone.insert(neighbour);
                if view.boxes.has(neighbour) {
                    kept.insert(neighbour);
                }
            }
        }
        (kept, zone)
    }
}

/// The squares around a square, corners included.
pub(super) fn around(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    let (row, column) = board.row_column(square);
    let places = (0..3).flat_map(move |r| (0..3).map(move |c| (row + r, column + c)));
    places.filter_map(|(r, c)| board.square(r.checked_sub(1)?, c.checked_sub(1)?))
}
