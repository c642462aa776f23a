//! Borders that are closed for boxes, which the rung `exits` adds to `counts`.
//!
//! Input: positions. Output: the borders that no box can cross before another one has crossed some border. On `exits`
//! all borders are examined. Under refinement only those of split blocks: a block is all states of an area with the
//! same number of boxes, and it is split when a step out of it was refused in a state that provably cannot do it.

use crate::abstraction::{Bits, BorderEvent, Counts, Exits, LocalState, Relaxed, each, has};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::planner::{PlanningContext, Step};
use crate::run::{Held, Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block and a predicate on it: with this number of boxes in the area, one of them can be pushed to the area `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BlockPredicate {
    /// The area.
    pub area: AreaId,
    /// The number of boxes it holds.
    pub boxes: u16,
    /// The area that a box would enter.
    pub to: AreaId,
}

/// A state of an area, in squares of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The boxes.
    pub boxes: Vec<Square>,
    /// The player's square, or one that the player can walk to, if the player is inside.
    pub player: Option<Square>,
}

/// A state that satisfies the predicate, unlike another state of its block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Able {
    /// The state.
    pub state: Seen,
    /// Whether it occurred in the search; otherwise it was constructed from the area alone.
    pub is_met: bool,
}

/// A block that was split, with the two witness states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The block and the predicate.
    pub predicate: BlockPredicate,
    /// The position of the search in which the step was refused.
    pub position: usize,
    /// The state that does not satisfy it.
    pub cannot: Seen,
    /// A state that satisfies it, if one was found.
    pub can: Option<Able>,
}

/// The watched borders, with the states that were seen to cross them.
#[derive(Debug)]
pub struct BorderWatch {
    exits: Exits,
    /// The split blocks; `None` if all borders are watched.
    splits: Option<FxHashSet<BlockPredicate>>,
    /// For each predicate a state that satisfied it.
    able: FxHashMap<BlockPredicate, LocalState>,
    held: Held,
}

impl BorderWatch {
    /// Makes the watch of the rung `exits`, over all borders.
    pub fn of_all(context: &PlanningContext<'_>) -> Self {
        Self {
            exits: Exits::new(context.maze.board, context.areas),
            splits: None,
            able: FxHashMap::default(),
            held: Held::default(),
        }
    }

    /// Makes the watch of refinement, which watches no border at first, like `counts`.
    pub fn of_refused(context: &PlanningContext<'_>) -> Self {
        Self { splits: Some(FxHashSet::default()), ..Self::of_all(context) }
    }

    /// Returns the watched borders that are closed in a position.
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

    /// Records that a step was realised in a position.
    pub(in crate::planner) fn realised(&mut self, context: &PlanningContext<'_>, position: &Position, step: &Step) {
        let Some(predicate) = self.predicate_of(context, position, step) else { return };
        if let Some(state) = self.exits.state(context.areas, position, predicate.area) {
            self.able.entry(predicate).or_insert(state);
        }
    }

    /// Splits the block of the area that a refused step leaves, if the area's own state is the cause. Returns the new
    /// split, if any.
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

    /// Returns the predicate of the first border of a transfer; `None` if it is watched already.
    fn predicate_of(&self, context: &PlanningContext<'_>, position: &Position, step: &Step) -> Option<BlockPredicate> {
        let Step::Transfer(route) = step else { return None };
        let here = position.boxes.iter().filter(|&&b| context.areas.area_of(b) == route[0]).count();
        let predicate = BlockPredicate { area: route[0], boxes: u16::try_from(here).ok()?, to: route[1] };
        self.splits.as_ref().is_some_and(|splits| !splits.contains(&predicate)).then_some(predicate)
    }

    /// Returns a state of the block that satisfies the predicate: one met in the search, or `cannot` with one box moved
    /// to the border.
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

/// Returns the states in which one box is moved to the square from which the event takes it.
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
