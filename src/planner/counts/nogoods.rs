//! What was refused once for reasons of the rooms alone is not asked again.
//!
//! In come refusals; out come, for a position, the steps that are known to be refused there. A refusal is local when
//! all that the boxes of the step's areas can do was tried and no other box was run into: those boxes, and where the
//! player can be among them, are then all that counts, and boxes elsewhere could only stand in the way as well. The
//! matching of all boxes may have had a say, so this proves nothing; the search that it serves is not complete anyway.

use crate::level::{Position, Square};
use crate::planner::{PlanningContext, Refusal, Step};
use crate::push::{BoxSet, Region};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// The boxes of some areas, and the least square that the player reaches where there are no others.
type RoomState = (BoxSet, Square);

/// See the module.
#[derive(Debug)]
pub(in crate::planner) struct Nogoods {
    known: IndexMap<Step, FxHashSet<RoomState>, FxBuildHasher>,
    region: Region,
    held: Held,
}

impl Nogoods {
    /// Nothing is known yet.
    pub(in crate::planner) fn new(squares: usize) -> Self {
        Self { known: IndexMap::default(), region: Region::new(squares), held: Held::default() }
    }

    /// Remembers a refusal, where it is local.
    ///
    /// # Errors
    /// The memory limit; nothing is remembered then.
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

    /// The steps that are known to be refused in a position.
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
