//! The abstract task on exact rungs: states, operators, goal, and containment of states (see [`super::theory`]).
//!
//! States and operators are made on demand from the local tables; the search is left to the planner. Without a budget,
//! a task is solvable if and only if the level is, on `classes` and on `sets` alike; with one, the operators found are
//! still real.

use super::local::LocalArea;
use super::table::{ClosureBudget, Outcomes, PartId, StateId, Table};
use super::{AbstractState, BorderEvent, BorderPush, Borders, Counts, Label, LocalPruning, Operator, OperatorKind};
use crate::level::{Board, Position, Square};
use crate::maze::{Area, AreaId, Areas};
use crate::run::{Meter, Stop};
use smallvec::{SmallVec, smallvec};

/// The abstract task of a level on the rung `classes` or `sets`, with a table of local states for each area.
#[derive(Debug)]
pub struct Exact<'a> {
    /// Areas of the level; none has more than [`LocalArea::MOST_SQUARES`] squares.
    pub areas: &'a Areas,
    /// Walks and pushes over borders.
    pub borders: Borders,
    /// Table of local states of each area.
    pub tables: Vec<Table>,
    /// Rung of the task, and the maximum number of local states in a closure.
    pub shape: ClosureBudget,
    pruning: Box<dyn LocalPruning + 'a>,
}

impl<'a> Exact<'a> {
    /// Creates the task with empty tables. No area may have more than [`LocalArea::MOST_SQUARES`] squares.
    pub fn new(board: &Board, areas: &'a Areas, shape: ClosureBudget, pruning: Box<dyn LocalPruning + 'a>) -> Self {
        let borders = Borders::new(board, areas);
        let table = |area: &Area| Table::new(area.id, LocalArea::new(board, areas, area));
        Self { areas, tables: areas.areas().iter().map(table).collect(), borders, shape, pruning }
    }

    /// Returns the abstract state of a position; `None` if the pruning refuses it.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn start(&mut self, position: &Position, meter: &mut Meter) -> Result<Option<AbstractState>, Stop> {
        let active = self.areas.area_of(position.player);
        let mut parts = SmallVec::new();
        for table in &mut self.tables {
            let boxes = table.local.boxes(position.boxes.iter().copied());
            let player = (table.id == active).then(|| table.local.number(position.player));
            let id = table.intern(boxes, player, &mut *self.pruning, meter)?;
            if !self.pruning.admits(table.id, table.state(id), None, meter)? {
                return Ok(None);
            }
            let part = match player {
                Some(_) => table.start(id, self.shape, &mut *self.pruning, meter)?,
                None => table.part(vec![id], meter)?,
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(AbstractState { active, parts }))
    }

    /// Returns the number of the local state of the player's area in a position.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn local_start(&mut self, position: &Position, meter: &mut Meter) -> Result<StateId, Stop> {
        let table = &mut self.tables[self.areas.area_of(position.player).index()];
        let boxes = table.local.boxes(position.boxes.iter().copied());
        let player = table.local.number(position.player);
        table.intern(boxes, Some(player), &mut *self.pruning, meter)
    }

    /// Returns whether each area may hold boxes on exactly its goals in a state.
    pub fn is_solved(&self, state: &AbstractState) -> bool {
        self.tables.iter().zip(&state.parts).all(|(table, &part)| table.solved(part).is_some())
    }

    /// Returns whether the player's area is equal in `state` and `other`, and `other` allows all that `state` allows.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_contained(
        &mut self,
        state: &AbstractState,
        other: &AbstractState,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        if state.active != other.active {
            return Ok(false);
        }
        for (table, (&part, &of)) in self.tables.iter_mut().zip(state.parts.iter().zip(&other.parts)) {
            if !table.is_subset(part, of, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the number of boxes in each area in an abstract state.
    pub fn counts(&self, state: &AbstractState) -> Counts {
        Counts::from_numbers(self.tables.iter().zip(&state.parts).map(|(table, &part)| table.boxes(part)))
    }

    /// Returns the number of pushes needed beyond the estimates because of the box counts; `None` if the counts are
    /// lost; see [`LocalPruning::detour`].
    pub fn detour(&self, counts: &Counts) -> Option<u32> {
        self.pruning.detour(counts)
    }

    /// Returns the estimated number of pushes left in a state: the sum of the estimates of all areas.
    pub fn estimate(&self, state: &AbstractState) -> u32 {
        self.tables.iter().zip(&state.parts).map(|(table, &part)| table.estimate(part)).sum()
    }

    /// Returns whether no closure was cut and no state was dropped without proof, so that no operator is missing.
    pub fn is_exact(&self) -> bool {
        self.pruning.is_sound() && !self.tables.iter().any(|table| table.is_cut)
    }

    /// Returns what an area may hold after an event, given the set of local states (`part`) that it may hold before.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn after(
        &mut self,
        area: AreaId,
        part: PartId,
        event: BorderEvent,
        meter: &mut Meter,
    ) -> Result<&Outcomes, Stop> {
        self.tables[area.index()].after(part, event, self.shape, &mut *self.pruning, meter)
    }

    /// Returns each local state of a part in which an event is possible, with the local state right after it.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn at_once(
        &mut self,
        area: AreaId,
        part: PartId,
        event: BorderEvent,
        meter: &mut Meter,
    ) -> Result<Vec<(StateId, StateId)>, Stop> {
        self.tables[area.index()].at_once(part, event, &mut *self.pruning, meter)
    }

    /// Returns every operator that can be applied in a state, with the state after it.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn successors(
        &mut self,
        state: &AbstractState,
        meter: &mut Meter,
    ) -> Result<Vec<(Operator, AbstractState)>, Stop> {
        let active = state.active;
        let slide = (self.shape.rung == super::Rung::Classes).then_some(OperatorKind::SilentStep(active));
        let walks = self.borders.walks(active).iter().map(|&walk| OperatorKind::Walk(walk));
        let pushes = self.borders.pushes(active).iter().map(|&push| OperatorKind::Push(push));
        let kinds: SmallVec<[OperatorKind; 32]> = slide.into_iter().chain(walks).chain(pushes).collect();
        let mut found = Vec::new();
        for kind in kinds {
            self.apply(state, kind, &mut found, meter)?;
        }
        Ok(found)
    }

    /// Returns the operators of one kind that can be applied in a state, with the state after each.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn along(
        &mut self,
        state: &AbstractState,
        kind: OperatorKind,
        meter: &mut Meter,
    ) -> Result<Vec<(Operator, AbstractState)>, Stop> {
        let mut found = Vec::new();
        self.apply(state, kind, &mut found, meter)?;
        Ok(found)
    }

    /// Returns the event of an operator in each area that it touches.
    pub fn events(&self, kind: OperatorKind) -> SmallVec<[(AreaId, BorderEvent); 3]> {
        match kind {
            OperatorKind::SilentStep(area) => smallvec![(area, BorderEvent::SilentStep)],
            OperatorKind::Walk(walk) => smallvec![
                (self.areas.area_of(walk.from), BorderEvent::Leave(self.number(walk.from))),
                (self.areas.area_of(walk.to), BorderEvent::Enter(self.number(walk.to))),
            ],
            OperatorKind::Push(push) => self.push_events(push),
        }
    }

    /// Returns the area of the player after an operator.
    fn active_after(&self, kind: OperatorKind) -> AreaId {
        match kind {
            OperatorKind::SilentStep(area) => area,
            OperatorKind::Walk(walk) => self.areas.area_of(walk.to),
            OperatorKind::Push(push) => self.areas.area_of(push.from),
        }
    }

    /// Returns the event of a push over a border in each area that it touches.
    ///
    /// ```text
    ///   r r | u    push out: r loses, u receives        r | s | u    push through: s gives up, u receives
    ///   r | s s    push in: r is left, s is entered     r | s | r    the same, and the box comes in where he left
    /// ```
    fn push_events(&self, push: BorderPush) -> SmallVec<[(AreaId, BorderEvent); 3]> {
        let [r, s, u] = [push.player, push.from, push.to].map(|square| self.areas.area_of(square));
        let [player, from, to] = [push.player, push.from, push.to].map(|square| self.number(square));
        if s == r {
            smallvec![(r, BorderEvent::PushOut { player, from }), (u, BorderEvent::GainBox(to))]
        } else if s == u {
            smallvec![(r, BorderEvent::Leave(player)), (s, BorderEvent::PushIn { from, to })]
        } else if u == r {
            smallvec![(r, BorderEvent::LeaveWith { player, to }), (s, BorderEvent::LoseBox(from))]
        } else {
            smallvec![(r, BorderEvent::Leave(player)), (s, BorderEvent::LoseBox(from)), (u, BorderEvent::GainBox(to))]
        }
    }

    fn number(&self, square: Square) -> u8 {
        self.tables[self.areas.area_of(square).index()].local.number(square)
    }

    /// Adds each outcome of an operator kind to `found`; none if an event is impossible.
    fn apply(
        &mut self,
        state: &AbstractState,
        kind: OperatorKind,
        found: &mut Vec<(Operator, AbstractState)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (active, events) = (self.active_after(kind), self.events(kind));
        let mut next = AbstractState { active, parts: state.parts.clone() };
        let mut outcomes: SmallVec<[PartId; 1]> = SmallVec::new();
        let mut is_cut = false;
        // Suspended areas first: they need no closure, which is the costly part.
        for &(area, event) in events.iter().filter(|(_, event)| !event.is_active_after()) {
            match self.after(area, state.part(area), event, meter)?.parts.first() {
                Some(&part) => next.parts[area.index()] = part,
                None => return Ok(()),
            }
        }
        for &(area, event) in events.iter().filter(|(_, event)| event.is_active_after()) {
            let after = self.after(area, state.part(area), event, meter)?;
            is_cut |= after.is_cut;
            outcomes.clone_from(&after.parts);
        }
        let label = Label::of(outcomes.len(), is_cut);
        for part in outcomes {
            let mut state = next.clone();
            state.parts[active.index()] = part;
            found.push((Operator { kind, events: events.clone(), label }, state));
        }
        Ok(())
    }
}
