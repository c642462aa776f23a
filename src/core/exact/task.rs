//! The abstract task of a level: states, operators, goal, and containment of states (see [`super::theory`]). The
//! possible contents of an area are a part: the number of a set of local states in its table.
//!
//! States and operators are made on demand from the local tables. Without a budget, a task is solvable if and only if
//! the level is; with one, the operators found are still real.

use super::pruning::{AreaCounts, LocalPruning};
use super::table::{PartAfter, PartId, StateId, Table};
use crate::abstraction::{AreaEffect, BorderPush, Borders, Label, LocalArea, Walk};
use crate::level::{Board, Position, Square};
use crate::maze::{Area, AreaId, Areas};
use crate::run::{Meter, Stop};
use smallvec::{SmallVec, smallvec};

/// Possible contents of each area, and the player's area.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AbstractState {
    /// Area with the player.
    pub active: AreaId,
    /// For each area its part: a closed set of local states if the player is inside, else any set.
    pub parts: SmallVec<[PartId; 16]>,
}

impl AbstractState {
    /// Returns what an area may hold, as the number of a set of local states in the table of the area.
    pub fn part(&self, area: AreaId) -> PartId {
        self.parts[area.index()]
    }
}

/// Kind of an operator's effect in the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorKind {
    /// The player walks over a border.
    Walk(Walk),
    /// The player pushes a box, and the player, the box or both cross a border.
    Push(BorderPush),
}

/// A change from one abstract state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Effect of the operator.
    pub kind: OperatorKind,
    /// Effect on each area that the operator touches, in the order player, box, target.
    pub effects: SmallVec<[(AreaId, AreaEffect); 3]>,
    /// Label of the operator: how certain its outcome is.
    pub label: Label,
}

/// The abstract task of a level, with a table of local states for each area.
#[derive(Debug)]
pub struct Exact<'a> {
    /// Areas of the level; none has more than [`LocalArea::MOST_SQUARES`] squares.
    pub areas: &'a Areas,
    /// Walks and pushes over borders.
    pub borders: Borders,
    /// Table of local states of each area.
    pub tables: Vec<Table>,
    /// Maximum number of local states in a closure; `None` for no limit, which is exact.
    most: Option<usize>,
    pub(super) pruning: Box<dyn LocalPruning + 'a>,
}

impl<'a> Exact<'a> {
    /// Creates the task with empty tables. No area may have more than [`LocalArea::MOST_SQUARES`] squares.
    pub fn new(board: &Board, areas: &'a Areas, most: Option<usize>, pruning: Box<dyn LocalPruning + 'a>) -> Self {
        let borders = Borders::new(board, areas);
        let table = |area: &Area| Table::new(area.id, LocalArea::new(board, areas, area));
        Self { areas, tables: areas.areas().iter().map(table).collect(), borders, most, pruning }
    }

    /// Returns the abstract state of a position; `None` if the pruning refuses it.
    pub fn start(&mut self, position: &Position, meter: &mut Meter) -> Result<Option<AbstractState>, Stop> {
        let active = self.areas.area_of(position.player);
        let mut parts = SmallVec::new();
        for table in &mut self.tables {
            let boxes = table.local.boxes(position.boxes.iter().copied());
            let player = (table.id == active).then(|| table.local.number(position.player));
            let id = table.intern(boxes, player, &mut *self.pruning);
            if !self.pruning.admits(table.id, table.state(id), None, meter)? {
                return Ok(None);
            }
            let part = match player {
                Some(_) => table.start(id, self.most, &mut *self.pruning, meter)?,
                None => table.part(vec![id]),
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(AbstractState { active, parts }))
    }

    /// Returns the number of the local state of the player's area in a position.
    pub fn local_start(&mut self, position: &Position) -> StateId {
        let table = &mut self.tables[self.areas.area_of(position.player).index()];
        let boxes = table.local.boxes(position.boxes.iter().copied());
        let player = table.local.number(position.player);
        table.intern(boxes, Some(player), &mut *self.pruning)
    }

    /// True if each area may hold boxes on exactly its goals in a state.
    pub fn is_solved(&self, state: &AbstractState) -> bool {
        self.tables.iter().zip(&state.parts).all(|(table, &part)| table.solved(part).is_some())
    }

    /// True if the player's area is equal in `state` and `other`, and `other` allows all that `state` allows.
    pub fn is_contained(&mut self, state: &AbstractState, other: &AbstractState) -> bool {
        let mut parts = self.tables.iter_mut().zip(state.parts.iter().zip(&other.parts));
        state.active == other.active && parts.all(|(table, (&part, &of))| table.is_subset(part, of))
    }

    /// Returns the number of boxes in each area in an abstract state.
    pub fn counts(&self, state: &AbstractState) -> AreaCounts {
        AreaCounts::from_numbers(self.tables.iter().zip(&state.parts).map(|(table, &part)| table.boxes(part)))
    }

    /// Returns the estimated number of pushes left in a state: the sum of the estimates of all areas.
    pub fn estimate(&self, state: &AbstractState) -> u32 {
        self.tables.iter().zip(&state.parts).map(|(table, &part)| table.estimate(part)).sum()
    }

    /// True if no operator is missing: no closure was cut, and no state was dropped without proof.
    pub fn is_exact(&self) -> bool {
        self.pruning.is_sound() && !self.tables.iter().any(|table| table.is_cut)
    }

    /// Returns what an area may hold after an effect, given the set of local states (`part`) that it may hold before.
    pub fn after(
        &mut self,
        area: AreaId,
        part: PartId,
        effect: AreaEffect,
        meter: &mut Meter,
    ) -> Result<PartAfter, Stop> {
        self.tables[area.index()].after(part, effect, self.most, &mut *self.pruning, meter)
    }

    /// Returns each local state of a part that allows an effect, with the local state right after it.
    pub fn at_once(
        &mut self,
        area: AreaId,
        part: PartId,
        effect: AreaEffect,
        meter: &mut Meter,
    ) -> Result<Vec<(StateId, StateId)>, Stop> {
        self.tables[area.index()].at_once(part, effect, &mut *self.pruning, meter)
    }

    /// Returns every operator that can be applied in a state, with the state after it.
    pub fn successors(
        &mut self,
        state: &AbstractState,
        meter: &mut Meter,
    ) -> Result<Vec<(Operator, AbstractState)>, Stop> {
        let walks = self.borders.walks(state.active).iter().map(|&walk| OperatorKind::Walk(walk));
        let pushes = self.borders.pushes(state.active).iter().map(|&push| OperatorKind::Push(push));
        let kinds: SmallVec<[OperatorKind; 32]> = walks.chain(pushes).collect();
        let mut found = Vec::new();
        for kind in kinds {
            found.extend(self.apply(state, kind, meter)?);
        }
        Ok(found)
    }

    /// Returns the effect of an operator on each area that it touches.
    pub fn effects(&self, kind: OperatorKind) -> SmallVec<[(AreaId, AreaEffect); 3]> {
        match kind {
            OperatorKind::Walk(walk) => smallvec![
                (self.areas.area_of(walk.from), AreaEffect::Leave(self.number(walk.from))),
                (self.areas.area_of(walk.to), AreaEffect::Enter(self.number(walk.to))),
            ],
            OperatorKind::Push(push) => self.push_effects(push),
        }
    }

    fn active_after(&self, kind: OperatorKind) -> AreaId {
        match kind {
            OperatorKind::Walk(walk) => self.areas.area_of(walk.to),
            OperatorKind::Push(push) => self.areas.area_of(push.from),
        }
    }

    /// Returns the effect of a push over a border on each area that it touches.
    ///
    /// ```text
    ///   r r | u    push out: r loses, u receives        r | s | u    push through: s gives up, u receives
    ///   r | s s    push in: r is left, s is entered     r | s | r    the same, and the box comes in where he left
    /// ```
    fn push_effects(&self, push: BorderPush) -> SmallVec<[(AreaId, AreaEffect); 3]> {
        let [r, s, u] = [push.player, push.from, push.to].map(|square| self.areas.area_of(square));
        let [player, from, to] = [push.player, push.from, push.to].map(|square| self.number(square));
        if s == r {
            smallvec![(r, AreaEffect::PushOut { player, from }), (u, AreaEffect::GainBox(to))]
        } else if s == u {
            smallvec![(r, AreaEffect::Leave(player)), (s, AreaEffect::PushIn { from, to })]
        } else if u == r {
            smallvec![(r, AreaEffect::LeaveWith { player, to }), (s, AreaEffect::LoseBox(from))]
        } else {
            smallvec![(r, AreaEffect::Leave(player)), (s, AreaEffect::LoseBox(from)), (u, AreaEffect::GainBox(to))]
        }
    }

    fn number(&self, square: Square) -> u8 {
        self.tables[self.areas.area_of(square).index()].local.number(square)
    }

    /// Returns the operator of a kind in a state, with the state after it; `None` if it is impossible.
    pub fn apply(
        &mut self,
        state: &AbstractState,
        kind: OperatorKind,
        meter: &mut Meter,
    ) -> Result<Option<(Operator, AbstractState)>, Stop> {
        let effects = self.effects(kind);
        let mut next = AbstractState { active: self.active_after(kind), parts: state.parts.clone() };
        let mut is_cut = false;
        // Areas without the player first: they need no closure, which is the costly part.
        for is_active in [false, true] {
            for &(area, effect) in effects.iter().filter(|(_, effect)| effect.is_active_after() == is_active) {
                let after = self.after(area, state.part(area), effect, meter)?;
                let Some(part) = after.part else { return Ok(None) };
                next.parts[area.index()] = part;
                is_cut |= after.is_cut;
            }
        }
        let label = if is_cut { Label::Unknown } else { Label::Deterministic };
        Ok(Some((Operator { kind, effects, label }, next)))
    }
}
