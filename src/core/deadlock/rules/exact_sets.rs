//! A box that the player can reach and one or two further boxes that cannot be brought to goals, even alone on the board, by exact
//! tables.
//!
//! ```text
//!   before          after the only pushes
//!   ##########      ##########      Each box alone can be pushed to the right goal. Together they are lost: the left one
//!   #. @$ $ .#      #.  @$$ .#      can only be pushed up to the right one, and then both are stuck. Neither is frozen yet.
//!   ##########      ##########
//! ```
//!
//! # Why it is sound
//!
//! Take a solution of the position and remove all boxes but these: the remaining pushes bring these boxes to goals, with walks
//! instead of the pushes of other boxes. Pulls from goals reach all sets of two and three boxes that can be solved; the tables hold
//! the other sets.
//!
//! Cost: the tables are built when the rule is first applied to a position, within their bounds on sets, time and bytes
//! ([`crate::deadlock::LostSets`]): at most 600,000 sets of two and 600,000 of three boxes, a microsecond each. A question is the
//! intersection of two sets for each box.
//! Source: retrograde analysis of endgames (Thompson 1986), for boxes alone on the board.

use crate::deadlock::{
    About, CostClass, Lost, LostSets, Purposes, Rule, RuleId, RuleInput, RuleInstance, Verdict, View,
};
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Grid, Region, Words, for_board};
use crate::run::{Meter, Stop};
use std::fmt::Debug;

/// Deadlock rule: two or three boxes that are lost even alone on the board, by exact tables; see the module.
#[derive(Clone, Copy, Debug)]
pub struct ExactSets;

impl ExactSets {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("exact-sets");
}

impl Rule for ExactSets {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "lost set",
            sentence: "two or three boxes cannot all reach goals, even alone on the board",
            source: "Thompson 1986",
            cost: CostClass::Position,
            uses_player: true,
            purposes: Purposes::PLAYER,
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(ExactSetsInstance { maze: known.maze, tables: None, region: Region::new(known.maze.board.len()) })
    }
}

#[derive(Debug)]
struct ExactSetsInstance<'a> {
    maze: &'a Maze<'a>,
    /// Tables of lost sets; `None` before the rule is applied to a position.
    tables: Option<Box<dyn Tables>>,
    region: Region,
}

impl ExactSetsInstance<'_> {
    /// Returns the two or three boxes of a lost set; `None` if the tables contain no set of boxes of the position.
    fn lost_set(&mut self, view: &View<'_>, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let (maze, board) = (self.maze, self.maze.board);
        let tables = match &self.tables {
            Some(tables) => tables,
            None => self.tables.insert(for_board!(board, W => tables::<W>(maze, meter)?)),
        };
        self.region.flood(board, view.player, |s| view.boxes.has(s));
        let is_behind = |b: Square, d: Direction| board.next(b, d.opposite()).is_some_and(|s| self.region.has(s));
        let places = view.boxes_to_test().into_iter().flat_map(|b| Direction::ALL.map(|d| (b, d)));
        let found = places.filter(|&(b, d)| is_behind(b, d)).find_map(|(b, d)| tables.lost_set(b, d, view.boxes));
        Ok(found.map(|group| BoxSet::of(board.len(), group)))
    }
}

impl RuleInstance for ExactSetsInstance<'_> {
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        let group = self.lost_set(view, meter)?;
        Ok(group.map_or(Verdict::Unknown, |group| Verdict::LostGroup(Box::new(group))))
    }
}

/// Tables of lost sets on a grid of any width.
trait Tables: Debug + Send {
    /// Returns a lost set of two or three of the `boxes`, with the box on `to` after a push in `direction`; `None` if
    /// the tables have no such set.
    fn lost_set(&self, to: Square, direction: Direction, boxes: &BoxSet) -> Option<Vec<Square>>;
}

#[derive(Debug)]
struct OnGrid<W> {
    grid: Grid<W>,
    lost: LostSets<W>,
}

impl<W: Words> Tables for OnGrid<W> {
    fn lost_set(&self, to: Square, direction: Direction, boxes: &BoxSet) -> Option<Vec<Square>> {
        let others = self.grid.set(boxes.iter().filter(|&b| b != to));
        let with = self.lost.lost_with(self.grid.cell(to), direction, &others)?;
        Some(with.into_iter().map(|cell| self.grid.square(cell)).chain([to]).collect())
    }
}

fn tables<W: Words>(maze: &Maze<'_>, meter: &Meter) -> Result<Box<dyn Tables>, Stop> {
    let grid = Grid::<W>::new(maze.board);
    let live = grid.set(maze.board.squares().filter(|&square| !maze.distances.is_dead(square)));
    let goals = grid.set(maze.board.goals().iter().copied());
    let mut lost = LostSets::of_pairs(&grid, Lost::ToPushes, &live, &goals, meter)?;
    lost.add_threes(&grid, &goals, meter)?;
    Ok(Box::new(OnGrid { grid, lost }))
}
