//! Corrals: squares that boxes close off to the player, if no pushes of these boxes and of boxes near them open the corral or put
//! all these boxes on goals.
//!
//! ```text
//!   before          after
//!   ##########      ##########      Box 2 closes the room with the goals. It is kept with box 1 behind it; all other boxes
//!   #    #   #      #    #   #      of a position would be left out. Box 1 can be pushed up, where it stays at the wall for
//!   # @1 2 ..#      #  @12 ..#      ever, or down, where the player cannot come below it. So no macro push leads on before
//!   #    #   #      #    #   #      the corral is open. Neither box is frozen, and each could reach both goals if it were
//!   #### #####      #### #####      alone.
//!   ##########      ##########
//! ```
//! Every closed area is tested, and every two closed areas that share a box.
//!
//! # Why it is sound
//!
//! The other boxes are left out, and fewer boxes only make more pushes possible: if the kept boxes alone have no solution, neither
//! has the position. The docs of `deadlock::corral` prove it.
//!
//! Cost: a search of a few boxes for each closed area, with budgets counted in positions; verdicts are cached. It is the most
//! expensive rule: searches for shortest solutions apply it only while it succeeds often enough.
//! Source: after the corral search of Festival (Shoham and Schaeffer 2020); Damgaard's YASS.

use crate::deadlock::corral::{CorralProofs, Enclosure, enclosures};
use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, Verdict, View, Witness};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, Region};
use crate::run::{Meter, Stop};
use std::borrow::Cow;

/// Deadlock rule: corrals that are lost independently of the rest of the board; see the module.
#[derive(Clone, Copy, Debug)]
pub struct Corral;

impl Corral {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("corral");
}

impl Rule for Corral {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "corral",
                sentence: "boxes close off a part of the maze, and cannot open it again",
                source: "Festival (2020); YASS",
                cost: CostClass::Position,
                uses_player: true,
                purposes: Purposes::THOROUGH_SEARCHES.union(Purposes::SHORTEST).union(Purposes::PLAYER),
            }
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        let maze = known.maze;
        Box::new(CorralInstance { maze, region: Region::new(maze.board.len()), proofs: CorralProofs::new(maze) })
    }
}

#[derive(Debug)]
struct CorralInstance<'a> {
    maze: &'a Maze<'a>,
    region: Region,
    proofs: CorralProofs<'a>,
}

impl RuleInstance for CorralInstance<'_> {
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        Ok(Verdict::lost_if(self.lost_boxes(view, None, meter)?.is_some()))
    }

    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let why = "can never open the area behind, which is closed to the player";
        let lost = self.lost_boxes(view, view.pushed, meter)?;
        let witness = |boxes: BoxSet| Witness::with_walls(self.maze.board, boxes.iter().collect(), why);
        Ok(lost.map(witness).into_iter().collect())
    }
}

impl CorralInstance<'_> {
    fn lost_boxes(&mut self, view: &View<'_>, with: Option<Square>, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let board = self.maze.board;
        self.region.flood(board, view.player, |s| view.boxes.has(s));
        // Single areas come first: they have fewer boxes, so their searches are shorter.
        let alone = enclosures(board, view.boxes, &self.region);
        let each = alone.iter().map(|one| Cow::from(&one.squares));
        for squares in each.chain(Enclosure::pairs(&alone).map(Cow::from)) {
            let lost = self.proofs.lost_boxes(view, &self.region, &squares, meter)?;
            if lost.as_ref().is_some_and(|boxes| with.is_none_or(|b| boxes.has(b))) {
                return Ok(lost);
            }
        }
        Ok(None)
    }
}
