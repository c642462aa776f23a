//! Two boxes, one just pushed, that cannot both reach goals even alone on the board, with the player on this square, by a table of
//! all pairs; see [`TwoBoxPatternDatabase`].
//!
//! ```text
//!   before       after
//!   #######      #######      At the upper wall there is one goal. Each of the two boxes could be pushed to it alone, and
//!   # $.  #      # $.$ #      neither is frozen; but together they are lost.
//!   #   $ #      #   @ #
//!   # . @ #      # .   #
//!   #######      #######
//! ```
//!
//! # Why it is sound
//!
//! Take a solution of the position and remove all boxes but these two: the remaining pushes bring both to goals, with
//! walks instead of the pushes of other boxes. In the table these two boxes have no solution.
//!
//! Cost: quadratic in the squares that are not dead, times the squares, once for each level. A question is the intersection of
//! two sets.
//! Source: after Pereira, Ritt and Buriol 2013 (pattern databases).

use crate::deadlock::{About, CostClass, GridForm, Purposes, Rule, RuleId, RuleInput, RuleInstance, View};
use crate::heuristic::TwoBoxPatternDatabase;
use crate::level::Square;
use crate::maze::Maze;

/// Deadlock rule: two boxes that are lost together, by a table; it has no effect without [`RuleInput::pairs`].
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

impl Pairs {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("pairs");
}

impl Rule for Pairs {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "pair",
                sentence: "two boxes cannot both reach goals, even alone on the board",
                source: "Pereira et al. 2013",
                cost: CostClass::Child,
                uses_player: true,
                purposes: Purposes::FAST_SEARCHES.union(Purposes::SHORTEST),
            }
        }
    }

    fn on_grid(&self) -> Option<GridForm> {
        Some(GridForm::LostSets)
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(PairsInstance { maze: known.maze, table: known.pairs })
    }
}

#[derive(Debug)]
struct PairsInstance<'a> {
    maze: &'a Maze<'a>,
    table: Option<&'a TwoBoxPatternDatabase>,
}

impl RuleInstance for PairsInstance<'_> {
    #[inline]
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        let Some(table) = self.table else { return false };
        if let Some(to) = view.pushed
            && let Some(direction) = self.maze.board.direction(view.player, to)
        {
            return table.is_dead(view.boxes, to, direction);
        }
        let is_lost = |one: Square, other: Square| {
            let place = table.place(one, other, view.player).filter(|_| one != other);
            place.is_some_and(|place| table.pushes(place) == TwoBoxPatternDatabase::NEVER)
        };
        view.boxes_to_test().into_iter().any(|one| view.boxes.iter().any(|other| is_lost(one, other)))
    }
}
