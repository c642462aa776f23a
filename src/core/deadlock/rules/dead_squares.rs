//! Boxes that no pushes bring to any goal, even alone on the board. If the player cannot walk round the lone box, the player's side
//! of the box counts too.
//!
//! ```text
//!   before       after
//!   ######       ######      At a wall without a goal a box never leaves the wall. The dead squares of this level are
//!   # @  #       #    #      the squares along its walls.
//!   # $. #       # @. #
//!   #    #       # $  #
//!   ######       ######
//! ```
//! In searches by pulls: boxes that can be pulled to no square of a box at the start.
//!
//! # Why it is sound
//!
//! Take a solution and remove the other boxes: the pushes of this box can still be made, since fewer boxes are in the way of it and
//! of the player, and they bring it to a goal.
//!
//! Cost: pulls of a lone box from every goal, once a level; a question is a look-up.
//! Source: Junghanns and Schaeffer 2001 (Artificial Intelligence 129).

use super::walls::MarkedSquares;
use crate::deadlock::{About, CostClass, GridForm, Purposes, Rule, RuleId, RuleInput, RuleInstance, View, Witness};
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::Arc;

/// Deadlock rule: boxes that can reach no goal, even alone on the board; see the module.
#[derive(Clone, Copy, Debug)]
pub struct DeadSquares {
    /// Whether the player's side of the box counts; without it the rule is that of the textbooks.
    pub by_side: bool,
}

impl DeadSquares {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("dead-squares");
}

impl Rule for DeadSquares {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "dead-square",
                sentence: "a box can reach no goal, even alone on the board",
                source: "Junghanns and Schaeffer 2001",
                cost: CostClass::Push,
                uses_player: true,
                purposes: Purposes::all().difference(Purposes::THOROUGH_SEARCHES),
            }
        }
    }

    fn without_player(&self) -> Option<Arc<dyn Rule>> {
        Some(Arc::new(Self { by_side: false }))
    }

    fn on_grid(&self) -> Option<GridForm> {
        Some(GridForm::LiveSquares)
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(Forward { maze: known.maze, by_side: self.by_side })
    }

    fn backward(&self, dead: &[bool]) -> Option<Box<dyn RuleInstance>> {
        Some(Box::new(MarkedSquares(dead.to_vec())))
    }
}

#[derive(Debug)]
struct Forward<'a> {
    maze: &'a Maze<'a>,
    by_side: bool,
}

impl Forward<'_> {
    fn is_dead_here(&self, b: Square, player: Square) -> bool {
        let distances = &self.maze.distances;
        if self.by_side { distances.is_dead_place(self.maze.place(b, player)) } else { distances.is_dead(b) }
    }
}

impl RuleInstance for Forward<'_> {
    #[inline]
    fn refuses(&mut self, to: Square, direction: Direction) -> bool {
        let distances = &self.maze.distances;
        if self.by_side {
            distances.is_dead_place(self.maze.place_pushed(to, direction))
        } else {
            distances.is_dead(to)
        }
    }

    fn is_dead(&mut self, view: &View<'_>) -> bool {
        view.boxes_to_test().into_iter().any(|b| self.is_dead_here(b, view.player))
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let lost = view.boxes_to_test().into_iter().filter(|&b| self.is_dead_here(b, view.player));
        let witness = |b: Square| {
            let from_here = if self.maze.distances.is_dead(b) { "" } else { " from the side where the player is" };
            let why = format!("can reach no goal{from_here}, even alone");
            Witness::with_walls(self.maze.board, vec![b], why)
        };
        Ok(lost.map(witness).collect())
    }
}
