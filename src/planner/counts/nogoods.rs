//! Refusals of steps that depend on the boxes of the step's areas alone, kept so that a step is not tried again.
//!
//! Input: refusals. Output: for a position, the steps that were refused with the same boxes in the same areas. A
//! refusal is local when all that the boxes of the step's areas can do was tried and no other box was run into: then
//! those boxes and the player's region among them decide, and boxes elsewhere could only be in the way as well. The
//! matching of all boxes may have pruned too, so a refusal is no proof; the search that uses it is not complete anyway.

use crate::level::{Position, Square};
use crate::planner::{PlanningContext, Refusal, Step};
use crate::push::{BoxSet, Region};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// The boxes of some areas, and the smallest square that the player reaches with these boxes alone.
type RoomState = (BoxSet, Square);

/// Local refusals, by step and state of its areas.
#[derive(Debug)]
pub(in crate::planner) struct Nogoods {
    known: IndexMap<Step, FxHashSet<RoomState>, FxBuildHasher>,
    region: Region,
    held: Held,
}

impl Nogoods {
    /// Without refusals, for a board of `squares` squares.
    pub(in crate::planner) fn new(squares: usize) -> Self {
        Self { known: IndexMap::default(), region: Region::new(squares), held: Held::default() }
    }

    /// Stores a refusal if it is local.
    ///
    /// # Errors
    /// The memory limit; nothing is stored then.
    pub(in crate::planner) fn learn(
        &mut self,
        context: &PlanningContext<'_>,
        position: &Position,
        refusal: &Refusal,
        meter: &Meter,
    ) -> Result<(), Stop> {
        if refusal.is_local {
            let state = room_state(context, position, &refusal.step, &mut self.region);
            self.held.grow(size_of_val(&state) + position.boxes.len() / 8 + 64, meter)?;
            self.known.entry(refusal.step.clone()).or_default().insert(state);
        }
        Ok(())
    }

    /// The steps that were refused in this position or a locally equal one.
    pub(in crate::planner) fn refused(&mut self, context: &PlanningContext<'_>, position: &Position) -> Vec<Step> {
        let Self { known, region, .. } = self;
        let refused =
            known.iter().filter(|(step, states)| states.contains(&room_state(context, position, step, region)));
        refused.map(|(step, _)| step.clone()).collect()
    }
}

fn room_state(context: &PlanningContext<'_>, position: &Position, step: &Step, region: &mut Region) -> RoomState {
    let board = context.maze.board;
    let here = position.boxes.iter().copied().filter(|&b| step.areas().contains(&context.areas.area_of(b)));
    let boxes = BoxSet::of(board.len(), here);
    region.flood(board, position.player, |s| boxes.has(s));
    (boxes, region.representative())
}
