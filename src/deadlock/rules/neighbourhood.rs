//! Boxes close to the pushed one that are lost together.
//!
//! # What it recognises
//!
//! Up to seven boxes, each at most two rows and columns from another, that a search with these boxes alone proves lost.
//!
//! ```text
//!   a position      what is kept
//!   ##########      ##########      The box on (2, 3) must go up, pushed from the square below it; but then it closes the
//!   #  . #  .#      #  . #  .#      upper row, the only way to the left of the other. The box on (3, 2) must go right, and
//!   # #$@  $ #      # #$@    #      then it stands where the player must stand to push the first. Neither is frozen, each
//!   # $. #   #      # $. #   #      could reach a goal of its own, and no square is closed to the player: only a search of
//!   ##########      ##########      both together proves that they are lost.
//! ```
//!
//! # Why it is sound
//!
//! A proof of a [`LocalDeadlockSearch`] for some boxes holds for all positions that contain them: fewer boxes only make
//! more pushes possible. Of a lost group only the boxes that the proof needs are kept.
//!
//! # Cost
//!
//! At most 200 positions for each search, and one further search for each box of a lost group. The rule has an
//! allowance: every question adds a little, every proof more, and searches are paid from it. Without a last push it
//! proves nothing, since searching around every box costs too much.
//!
//! # Who asks it
//!
//! Thorough searches.
//!
//! # Source
//!
//! After the k-distance search of Festival (Shoham and Schaeffer 2020).

use crate::deadlock::allowance::Allowance;
use crate::deadlock::local_search::LocalDeadlockSearch;
use crate::deadlock::{About, AskedBy, CostClass, Known, Rule, RuleId, RuleInstance, Verdict, View, Witness};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Neighbourhood;

impl Neighbourhood {
    /// The identity of the rule.
    pub const ID: RuleId = RuleId::built_in(6, "cluster");
}

impl Rule for Neighbourhood {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "cluster",
            sentence: "a search of the boxes close to one of them proves that they are lost",
            source: "after the k-distance search of Festival (Shoham and Schaeffer 2020)",
            cost: CostClass::Position,
            uses_player: true,
            asked_by: AskedBy::THOROUGH_SEARCHES,
        }
    }

    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
        let allowance = Allowance::new();
        Box::new(Working { maze: known.maze, search: LocalDeadlockSearch::new(known.maze), allowance })
    }
}

#[derive(Debug)]
struct Working<'a> {
    maze: &'a Maze<'a>,
    search: LocalDeadlockSearch<'a>,
    allowance: Allowance,
}

impl RuleInstance for Working<'_> {
    /// Proves nothing without a last push, since searching around every box costs too much, and nothing while its
    /// allowance is spent.
    fn judge(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Verdict, Stop> {
        self.allowance.ask();
        let Some(pushed) = view.pushed.filter(|_| self.allowance.allows()) else { return Ok(Verdict::Unknown) };
        let before = self.search.searched();
        let group = self.lost_group(view, pushed);
        self.allowance.pay(self.search.searched() - before, group.is_some());
        Ok(group.map_or(Verdict::Unknown, |group| Verdict::LostGroup(Box::new(group))))
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let group = view.asked().into_iter().find_map(|b| self.lost_group(view, b));
        Ok(group.map(|group| Witness::of(group.iter().collect(), "")).into_iter().collect())
    }

    fn mark(&mut self) {
        self.search.mark();
        self.allowance.mark();
    }

    fn undo(&mut self) {
        self.search.undo();
        self.allowance.undo();
    }
}

impl Working<'_> {
    /// The most rows and columns between close boxes.
    const NEAR: usize = 2;
    /// The most boxes of a search.
    const MOST: usize = 7;

    /// Returns a minimal group of lost boxes around `pushed`; `None` if they are not proved lost.
    fn lost_group(&mut self, view: &View<'_>, pushed: Square) -> Option<BoxSet> {
        let board = self.maze.board;
        let mut cluster = vec![pushed];
        let mut kept = BoxSet::of(board.len(), [pushed]);
        let mut zone = BoxSet::empty(board.len());
        let mut next = 0;
        while let Some(&at) = cluster.get(next) {
            next += 1;
            let (row, column) = board.row_column(at);
            for r in row.saturating_sub(Self::NEAR)..=row + Self::NEAR {
                for c in column.saturating_sub(Self::NEAR)..=column + Self::NEAR {
                    let Some(square) = board.square(r, c) else { continue };
                    zone.insert(square);
                    if view.boxes.has(square) && !kept.has(square) && cluster.len() < Self::MOST {
                        kept.insert(square);
                        cluster.push(square);
                    }
                }
            }
        }
        if !self.search.is_lost(kept.clone(), &zone, view.player) {
            return None;
        }
        for b in cluster {
            kept.remove(b);
            if !self.search.is_lost(kept.clone(), &zone, view.player) {
                kept.insert(b);
            }
        }
        Some(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::rules::{Corral, Freeze, Matching};
    use crate::deadlock::{Detector, RuleSet};
    use crate::level::Level;
    use crate::push::{Region, State};

    /// Returns whether a rule proves the start of a level lost, with one of the boxes as that of the last push.
    fn is_found(text: &str, rule: impl Rule + 'static) -> bool {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let state = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
        let mut rules = Detector::new(&RuleSet::none().with(rule), &Known::of(&maze));
        state.boxes.iter().any(|pushed| {
            let view = View { pushed: Some(pushed), ..View::of(&state) };
            rules.refuses_child(&view) || rules.is_lost(&view, &mut meter).unwrap()
        })
    }

    const LOST: &str = "######\n#  . #\n# #$@#\n# $. #\n######\n";

    #[test]
    fn the_boxes_of_the_picture_are_lost_and_no_cheaper_rule_sees_it() {
        assert!(is_found(LOST, Neighbourhood));
        assert!(!is_found(LOST, Freeze::by_dead_squares()) && !is_found(LOST, Matching) && !is_found(LOST, Corral));
    }

    #[test]
    fn the_same_boxes_are_not_lost_where_the_player_can_go_round() {
        assert!(!is_found("######\n#    #\n#  . #\n# #$@#\n# $. #\n######\n", Neighbourhood));
    }
}
