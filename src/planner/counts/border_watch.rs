//! Borders that are closed for boxes, which the rung `exits` adds to `counts`. Input: positions. Output: the borders
//! that no box can cross before another box has crossed some border. On `exits` all borders are examined, under
//! refinement only those of split blocks. A block is all states of an area with one number of boxes; it is split when a
//! step out of it failed in a state that provably cannot do it.

use crate::abstraction::{Bits, BorderEvent, Counts, Exits, LocalState, Relaxed, each, has};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::planner::{PlanningContext, Step};
use crate::run::{Held, Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// A predicate on states of an area: with this number of boxes inside, some box can be pushed to the area `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockPredicate {
    /// Area that a box would leave.
    pub area: AreaId,
    /// Number of boxes in the area.
    pub boxes: u16,
    /// Area that a box would enter.
    pub to: AreaId,
}

/// Boxes of an area and the player, as squares of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Squares of the boxes that stand in the area.
    pub boxes: Vec<Square>,
    /// Square of the player, or a square that he can walk to; `None` if the player is outside the area.
    pub player: Option<Square>,
}

/// A state that satisfies a predicate which another state with as many boxes in the area does not satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Able {
    /// Boxes of the area and the player in the state that satisfies the predicate.
    pub state: Seen,
    /// Whether the state occurred in the search; otherwise it was constructed from the area alone.
    pub is_met: bool,
}

/// The proof that a block (all states of an area with one number of boxes) is too coarse: two states that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// Predicate that one of the two states satisfies and the other does not.
    pub predicate: BlockPredicate,
    /// Number of the search position in which the step failed.
    pub position: usize,
    /// State of the area from which the step is impossible.
    pub cannot: Seen,
    /// State of the area from which the step is possible; `None` if none was found.
    pub can: Option<Able>,
}

/// Finds closed borders, and remembers the states from which borders were crossed.
#[derive(Debug)]
pub struct BorderWatch {
    exits: Exits,
    /// Predicates that are checked; `None` if all are.
    splits: Option<FxHashSet<BlockPredicate>>,
    /// For each predicate one state that satisfied it.
    able: FxHashMap<BlockPredicate, LocalState>,
    held: Held,
}

impl BorderWatch {
    /// Creates the watch of the rung `exits`, which examines every border.
    pub fn of_all(context: &PlanningContext<'_>) -> Self {
        Self {
            exits: Exits::new(context.maze.board, context.areas),
            splits: None,
            able: FxHashMap::default(),
            held: Held::default(),
        }
    }

    /// Creates the watch of refinement, which examines no border until a block is split.
    pub fn of_refused(context: &PlanningContext<'_>) -> Self {
        Self { splits: Some(FxHashSet::default()), ..Self::of_all(context) }
    }

    /// Returns the examined borders (from, to) that no box can cross in a position.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn closed_borders(
        &mut self,
        context: &PlanningContext<'_>,
        position: &Position,
        meter: &mut Meter,
    ) -> Result<Vec<(AreaId, AreaId)>, Stop> {
        let counts = Counts::of(context.areas, position.boxes.iter().copied());
        let mut closed = Vec::new();
        for area in context.areas.areas().iter().map(|area| area.id).filter(|&area| counts.get(area) > 0) {
            for &(to, _) in context.crossings.from(area) {
                let predicate = BlockPredicate { area, boxes: counts.get(area), to };
                let is_watched = self.splits.as_ref().is_none_or(|splits| splits.contains(&predicate));
                if is_watched && self.is_closed(context, position, predicate, meter)? {
                    closed.push((area, to));
                }
            }
        }
        Ok(closed)
    }

    fn is_closed(
        &mut self,
        context: &PlanningContext<'_>,
        position: &Position,
        predicate: BlockPredicate,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Some(state) = self.exits.state(context.areas, position, predicate.area) else { return Ok(false) };
        Ok(!self.exits.is_open(predicate.area, state, predicate.to, meter)?)
    }

    /// Remembers the state of the area that a box left by a step, as one from which the step is possible.
    pub(in crate::planner) fn realised(&mut self, context: &PlanningContext<'_>, position: &Position, step: &Step) {
        let Some(predicate) = self.predicate_of(context, position, step) else { return };
        if let Some(state) = self.exits.state(context.areas, position, predicate.area) {
            self.able.entry(predicate).or_insert(state);
        }
    }

    /// Splits the block of the area that a failed step leaves, and returns the split; `None` if the state of the area
    /// is not the cause, or the border is examined already.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(in crate::planner) fn refused(
        &mut self,
        context: &PlanningContext<'_>,
        (number, position): (usize, &Position),
        step: &Step,
        meter: &mut Meter,
    ) -> Result<Option<Split>, Stop> {
        let Some(predicate) = self.predicate_of(context, position, step) else { return Ok(None) };
        if !self.is_closed(context, position, predicate, meter)? {
            return Ok(None);
        }
        let Some(cannot) = self.exits.state(context.areas, position, predicate.area) else { return Ok(None) };
        let can = self.able(predicate, cannot, meter)?;
        let Some(room) = self.exits.room(predicate.area) else { return Ok(None) };
        let split = Split { predicate, position: number, cannot: seen(room, cannot), can };
        self.held.grow(300, meter)?;
        if let Some(splits) = &mut self.splits {
            splits.insert(predicate);
        }
        Ok(Some(split))
    }

    /// Returns the predicate of the first border of a transfer; `None` for other steps and borders examined already.
    fn predicate_of(&self, context: &PlanningContext<'_>, position: &Position, step: &Step) -> Option<BlockPredicate> {
        let Step::Transfer(route) = step else { return None };
        let here = position.boxes.iter().filter(|&&b| context.areas.area_of(b) == route[0]).count();
        let predicate = BlockPredicate { area: route[0], boxes: u16::try_from(here).ok()?, to: route[1] };
        self.splits.as_ref().is_some_and(|splits| !splits.contains(&predicate)).then_some(predicate)
    }

    /// Returns a state that satisfies the predicate: one met in the search, else `cannot` with one box moved to the
    /// border; `None` if neither is found.
    fn able(&mut self, predicate: BlockPredicate, cannot: LocalState, meter: &mut Meter) -> Result<Option<Able>, Stop> {
        let Some(room) = self.exits.room(predicate.area) else { return Ok(None) };
        if let Some(&met) = self.able.get(&predicate) {
            return Ok(Some(Able { state: seen(room, met), is_met: true }));
        }
        let candidates: Vec<LocalState> =
            room.takes_to(predicate.to).flat_map(|event| brought(room, cannot, event)).collect();
        for state in candidates {
            if self.exits.is_open(predicate.area, state, predicate.to, meter)? {
                return Ok(self
                    .exits
                    .room(predicate.area)
                    .map(|room| Able { state: seen(room, state), is_met: false }));
            }
        }
        Ok(None)
    }
}

/// Returns the states that arise from `state` when one box is moved to the square from which the event takes a box.
fn brought(room: &Relaxed, state: LocalState, event: BorderEvent) -> Vec<LocalState> {
    let (player, from) = match event {
        BorderEvent::PushOut { player, from } => (Some(player), from),
        BorderEvent::LoseBox(from) => (None, from),
        _ => return Vec::new(),
    };
    let with = |gone: u8| -> Bits { state.boxes & !(1 << gone) | 1 << from };
    let all = each(state.boxes).map(with).filter(|&boxes| boxes.count_ones() == state.boxes.count_ones());
    all.filter(|&boxes| player.is_none_or(|player| !has(boxes, player)))
        .map(|boxes| room.state(boxes, player))
        .collect()
}

fn seen(room: &Relaxed, state: LocalState) -> Seen {
    let boxes = each(state.boxes).map(|q| room.local.square(q)).collect();
    Seen { boxes, player: (!state.is_suspended()).then(|| room.local.square(state.player)) }
}
