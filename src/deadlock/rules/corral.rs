//! Corrals that are lost independently of the rest of the board.
//!
//! ```text
//!   ######      The boxes around the closed squares are kept, with those next to them; all others are left out. Macro
//!   # $  #      pushes are searched from the player's side until the corral is open, or nothing is left to be done. If
//!   #@$ ##      the search is exhausted first, no way leads on: fewer boxes only make more pushes possible, so the
//!   # $###      whole position is lost too.
//!   ######
//! ```
//! Every closed area is asked about, and every two that share a box. The searches have budgets of their own, counted in
//! positions.

use crate::deadlock::corral::{CorralProofs, Enclosure, enclosures};
use crate::deadlock::{About, CostClass, Known, Rule, RuleId, RuleInstance, Verdict, View, Witness};
use crate::level::Square;
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
            source: "after the corral search of Festival (Shoham and Schaeffer 2020); Damgaard's YASS",
            cost: CostClass::Position,
            uses_player: true,
            learns: false,
        }
    }

    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
        let maze = known.maze;
        Box::new(Working { maze, region: Region::new(maze.board.len()), proofs: CorralProofs::new(maze) })
    }
}

#[derive(Debug)]
struct Working<'a> {
    maze: &'a Maze<'a>,
    region: Region,
    proofs: CorralProofs<'a>,
}

impl RuleInstance for Working<'_> {
    /// The boxes are not passed on as a nogood: they are all those around the corral, more than the proof needs, and the
    /// proof may need that goals in it are filled.
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        Ok(Verdict::lost_if(self.lost_boxes(view, None, meter)?.is_some()))
    }

    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let why = "the boxes close off a part of the maze, and no way opens it";
        let lost = self.lost_boxes(view, view.pushed, meter)?;
        let witness = |boxes: BoxSet| Witness::with_walls(self.maze.board, boxes.iter().collect(), why);
        Ok(lost.map(witness).into_iter().collect())
    }

    fn mark(&mut self) {
        self.proofs.mark();
    }

    fn undo(&mut self) {
        self.proofs.undo();
    }
}

impl Working<'_> {
    /// The boxes of a corral that is lost; with a box given, of one that it is part of.
    fn lost_boxes(&mut self, view: &View<'_>, with: Option<Square>, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let board = self.maze.board;
        self.region.flood(board, view.player, |s| view.boxes.has(s));
        let alone = enclosures(board, view.boxes, &self.region);
        for enclosure in &alone {
            if let Some(lost) = self.ask(view, enclosure, with, meter)? {
                return Ok(Some(lost));
            }
        }
        for (number, one) in alone.iter().enumerate() {
            for both in alone[number + 1..].iter().filter_map(|other| one.joined(other)) {
                if let Some(lost) = self.ask(view, &both, with, meter)? {
                    return Ok(Some(lost));
                }
            }
        }
        Ok(None)
    }

    fn ask(
        &mut self,
        view: &View<'_>,
        enclosure: &Enclosure,
        with: Option<Square>,
        meter: &Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let lost = self.proofs.lost_boxes(view, &self.region, enclosure, meter)?;
        Ok(lost.filter(|boxes| with.is_none_or(|b| boxes.has(b))))
    }
}
