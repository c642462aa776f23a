//! Borders that are closed for boxes: what the rung `exits` adds to `counts`.
//!
//! Input: positions. Output: the borders that no box can cross before another one has crossed some border. On `exits`
//! all borders are examined. Under refinement only those of split blocks: a block is all states of an area with the
//! same number of boxes, and it is split when a step out of it was refused in a state that provably cannot do it.

use crate::abstraction::{Bits, BorderEvent, Counts, Exits, LocalState, Relaxed, each, has};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::planner::{PlanningContext, Step};
use crate::run::{Held, Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

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

/// One state of an area, in squares of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The boxes.
    pub boxes: Vec<Square>,
    /// The player, or a square that he can walk to, where he is inside.
    pub player: Option<Square>,
}

/// A state that satisfies the predicate, unlike another of the same block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Able {
    /// The state.
    pub state: Seen,
    /// Whether it occurred in the search; otherwise it is a state of the area by itself.
    pub is_met: bool,
}

/// A block that was split, with the states that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// The block and the predicate.
    pub exit: BlockPredicate,
    /// The position of the search in which the step was refused.
    pub position: usize,
    /// The state that does not satisfy it.
    pub cannot: Seen,
    /// One that does, if one was found.
    pub can: Option<Able>,
}

/// The watched borders, with the states that were seen to cross them.
#[derive(Debug)]
pub struct BorderWatch {
    exits: Exits,
    /// `None`: all borders are watched.
    splits: Option<IndexMap<BlockPredicate, Split, FxBuildHasher>>,
    /// For each predicate a state that satisfied it.
    able: FxHashMap<BlockPredicate, LocalState>,
    held: Held,
}

impl BorderWatch {
    /// For the rung `exits`.
    pub fn of_all(context: &PlanningContext<'_>) -> Self {
        Self {
            exits: Exits::new(context.maze.board, context.areas),
            splits: None,
            able: FxHashMap::default(),
            held: Held::default(),
        }
    }

    /// For refinement: no border is watched at first, as on `counts`.
    pub fn of_refused(context: &PlanningContext<'_>) -> Self {
        Self { splits: Some(IndexMap::default()), ..Self::of_all(context) }
    }

    /// The blocks that were split, in order.
    pub fn splits(&self) -> impl Iterator<Item = &Split> {
        self.splits.iter().flat_map(IndexMap::values)
    }

    /// The watched borders that are closed in a position.
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
                let exit = BlockPredicate { area, boxes: counts.get(area), to };
                let is_watched = self.splits.as_ref().is_none_or(|splits| splits.contains_key(&exit));
                if is_watched && self.is_closed(context, position, exit, meter)? {
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
        exit: BlockPredicate,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Some(state) = self.exits.state(context.areas, position, exit.area) else { return Ok(false) };
        Ok(!self.exits.is_open(exit.area, state, exit.to, meter)?)
    }

    /// Records that a step was realised in a position.
    pub(in crate::planner) fn realised(&mut self, context: &PlanningContext<'_>, position: &Position, step: &Step) {
        let Some(exit) = self.exit_of(context, position, step) else { return };
        if let Some(state) = self.exits.state(context.areas, position, exit.area) {
            self.able.entry(exit).or_insert(state);
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
        let Some(exit) = self.exit_of(context, position, step) else { return Ok(None) };
        if !self.is_closed(context, position, exit, meter)? {
            return Ok(None);
        }
        let Some(cannot) = self.exits.state(context.areas, position, exit.area) else { return Ok(None) };
        let can = self.able(exit, cannot, meter)?;
        let Some(room) = self.exits.room(exit.area) else { return Ok(None) };
        let split = Split { exit, position: number, cannot: seen(room, cannot), can };
        self.held.grow(300, meter)?;
        if let Some(splits) = &mut self.splits {
            splits.insert(exit, split.clone());
        }
        Ok(Some(split))
    }

    /// The predicate that a transfer begins with, unless it is watched already.
    fn exit_of(&self, context: &PlanningContext<'_>, position: &Position, step: &Step) -> Option<BlockPredicate> {
        let Step::Transfer(route) = step else { return None };
        let here = position.boxes.iter().filter(|&&b| context.areas.area_of(b) == route[0]).count();
        let exit = BlockPredicate { area: route[0], boxes: u16::try_from(here).ok()?, to: route[1] };
        self.splits.as_ref().is_some_and(|splits| !splits.contains_key(&exit)).then_some(exit)
    }

    /// A state of the block that satisfies the predicate: one met in the search, or `cannot` with one box moved to the
    /// border.
    fn able(&mut self, exit: BlockPredicate, cannot: LocalState, meter: &mut Meter) -> Result<Option<Able>, Stop> {
        let Some(room) = self.exits.room(exit.area) else { return Ok(None) };
        if let Some(&met) = self.able.get(&exit) {
            return Ok(Some(Able { state: seen(room, met), is_met: true }));
        }
        let candidates: Vec<LocalState> =
            room.takes_to(exit.to).flat_map(|event| brought(room, cannot, event)).collect();
        for state in candidates {
            if self.exits.is_open(exit.area, state, exit.to, meter)? {
                return Ok(self.exits.room(exit.area).map(|room| Able { state: seen(room, state), is_met: false }));
            }
        }
        Ok(None)
    }
}

/// The states with the same boxes except one, which stands on the square from which the event takes it.
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
