//! The abstract task on the exact rungs: states, operators, goal, subsumption (DESIGN 4).
//!
//! In come a board cut into areas, and a position; out come abstract states and the operators between them, made on
//! demand from the local tables. They are never searched here. Without a budget 'solvable' in this task means solvable
//! in the level, on `classes` and on `sets` alike; with one, what is found is still real.

use super::local::LocalArea;
use super::table::{Outcomes, PartId, Shape, StateId, Table};
use super::{AbstractState, BorderPush, Borders, Counts, Event, Guide, Label, Operator, Way};
use crate::level::{Board, Position, Square};
use crate::maze::{Area, AreaId, Areas};
use crate::run::{Meter, Stop};
use smallvec::{SmallVec, smallvec};

/// Tables, borders and settings of one level.
#[derive(Debug)]
pub struct Exact<'a> {
    /// The areas; none has more than [`LocalArea::MOST_SQUARES`].
    pub areas: &'a Areas,
    /// The crossings.
    pub borders: Borders,
    /// A table for each area.
    pub tables: Vec<Table>,
    /// Rung and budget.
    pub shape: Shape,
    guide: Box<dyn Guide + 'a>,
}

impl<'a> Exact<'a> {
    /// Nothing is worked out yet. `areas` must be cut to [`LocalArea::MOST_SQUARES`].
    pub fn new(board: &Board, areas: &'a Areas, shape: Shape, guide: Box<dyn Guide + 'a>) -> Self {
        let borders = Borders::new(board, areas);
        let table = |area: &Area| Table::new(area.id, LocalArea::new(board, areas, area));
        Self { areas, tables: areas.areas().iter().map(table).collect(), borders, shape, guide }
    }

    /// The state of a position; `None` where the guide calls it lost.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn start(&mut self, position: &Position, meter: &mut Meter) -> Result<Option<AbstractState>, Stop> {
        let active = self.areas.area_of(position.player);
        let mut parts = SmallVec::new();
        for table in &mut self.tables {
            let boxes = table.local.boxes(position.boxes.iter().copied());
            let player = (table.id == active).then(|| table.local.number(position.player));
            let id = table.intern(boxes, player, &mut *self.guide, meter)?;
            if !self.guide.admits(table.id, table.state(id), None, meter)? {
                return Ok(None);
            }
            let part = match player {
                Some(_) => table.start(id, self.shape, &mut *self.guide, meter)?,
                None => table.part(vec![id], meter)?,
            };
            let Some(part) = part else { return Ok(None) };
            parts.push(part);
        }
        Ok(Some(AbstractState { active, parts }))
    }

    /// The local state of the player's area at the start.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn local_start(&mut self, position: &Position, meter: &mut Meter) -> Result<StateId, Stop> {
        let table = &mut self.tables[self.areas.area_of(position.player).index()];
        let boxes = table.local.boxes(position.boxes.iter().copied());
        let player = table.local.number(position.player);
        table.intern(boxes, Some(player), &mut *self.guide, meter)
    }

    /// Does some member of each part fill exactly the goals?
    pub fn is_solved(&self, state: &AbstractState) -> bool {
        self.tables.iter().zip(&state.parts).all(|(table, &part)| table.solved(part).is_some())
    }

    /// Is a state contained, part by part, in another?
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

    /// How many boxes each area holds.
    pub fn counts(&self, state: &AbstractState) -> Counts {
        Counts::from_numbers(self.tables.iter().zip(&state.parts).map(|(table, &part)| table.boxes(part)))
    }

    /// How much farther than the parts' estimates say boxes must go, see [`Guide::detour`].
    pub fn detour(&self, counts: &Counts) -> Option<u32> {
        self.guide.detour(counts)
    }

    /// The sum of the parts' estimates.
    pub fn estimate(&self, state: &AbstractState) -> u32 {
        self.tables.iter().zip(&state.parts).map(|(table, &part)| table.estimate(part)).sum()
    }

    /// Was nothing cut and nothing dropped on suspicion? Then what was not found is not there.
    pub fn is_exact(&self) -> bool {
        self.guide.is_sound() && !self.tables.iter().any(|table| table.is_cut)
    }

    /// How many local states the tables hold.
    pub fn local_states(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// What an event makes of an area's part.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn after(&mut self, area: AreaId, part: PartId, event: Event, meter: &mut Meter) -> Result<&Outcomes, Stop> {
        self.tables[area.index()].after(part, event, self.shape, &mut *self.guide, meter)
    }

    /// Each member that an event can happen to, with what it becomes.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn at_once(
        &mut self,
        area: AreaId,
        part: PartId,
        event: Event,
        meter: &mut Meter,
    ) -> Result<Vec<(StateId, StateId)>, Stop> {
        self.tables[area.index()].at_once(part, event, &mut *self.guide, meter)
    }

    /// The classes that follow when, after silent steps, one of these events happens to a class.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn outs(
        &mut self,
        area: AreaId,
        class: PartId,
        events: &[Event],
        meter: &mut Meter,
    ) -> Result<Vec<PartId>, Stop> {
        self.tables[area.index()].outs(class, events, self.shape, &mut *self.guide, meter)
    }

    /// Every operator that can be used in a state, with what it leads to.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn successors(
        &mut self,
        state: &AbstractState,
        meter: &mut Meter,
    ) -> Result<Vec<(Operator, AbstractState)>, Stop> {
        let active = state.active;
        let slide = (self.shape.rung == super::Rung::Classes).then_some(Way::Slide(active));
        let walks = self.borders.walks(active).iter().map(|&walk| Way::Walk(walk));
        let pushes = self.borders.pushes(active).iter().map(|&push| Way::Push(push));
        let ways: SmallVec<[Way; 32]> = slide.into_iter().chain(walks).chain(pushes).collect();
        let mut found = Vec::new();
        for way in ways {
            self.apply(state, way, &mut found, meter)?;
        }
        Ok(found)
    }

    /// The operators of one way alone, with what each leads to.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn along(
        &mut self,
        state: &AbstractState,
        way: Way,
        meter: &mut Meter,
    ) -> Result<Vec<(Operator, AbstractState)>, Stop> {
        let mut found = Vec::new();
        self.apply(state, way, &mut found, meter)?;
        Ok(found)
    }

    /// What a way is for each area that it touches.
    pub fn events(&self, way: Way) -> SmallVec<[(AreaId, Event); 3]> {
        match way {
            Way::Slide(area) => smallvec![(area, Event::Slide)],
            Way::Walk(walk) => smallvec![
                (self.areas.area_of(walk.from), Event::Leave(self.number(walk.from))),
                (self.areas.area_of(walk.to), Event::Enter(self.number(walk.to))),
            ],
            Way::Push(push) => self.push_events(push),
        }
    }

    /// Where the player is afterwards.
    fn active_after(&self, way: Way) -> AreaId {
        match way {
            Way::Slide(area) => area,
            Way::Walk(walk) => self.areas.area_of(walk.to),
            Way::Push(push) => self.areas.area_of(push.from),
        }
    }

    /// What a crossing push is for each area that it touches.
    ///
    /// ```text
    ///   r r | u    push out: r loses, u receives        r | s | u    push through: s gives up, u receives
    ///   r | s s    push in: r is left, s is entered     r | s | r    the same, and the box comes in where he left
    /// ```
    fn push_events(&self, push: BorderPush) -> SmallVec<[(AreaId, Event); 3]> {
        let [r, s, u] = [push.player, push.from, push.to].map(|square| self.areas.area_of(square));
        let [player, from, to] = [push.player, push.from, push.to].map(|square| self.number(square));
        if s == r {
            smallvec![(r, Event::PushOut { player, from }), (u, Event::Receive(to))]
        } else if s == u {
            smallvec![(r, Event::Leave(player)), (s, Event::PushIn { from, to })]
        } else if u == r {
            smallvec![(r, Event::LeaveWith { player, to }), (s, Event::GiveUp(from))]
        } else {
            smallvec![(r, Event::Leave(player)), (s, Event::GiveUp(from)), (u, Event::Receive(to))]
        }
    }

    fn number(&self, square: Square) -> u8 {
        self.tables[self.areas.area_of(square).index()].local.number(square)
    }

    /// Adds one successor for each outcome; none where an area cannot take part.
    fn apply(
        &mut self,
        state: &AbstractState,
        way: Way,
        found: &mut Vec<(Operator, AbstractState)>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let (active, events) = (self.active_after(way), self.events(way));
        let mut next = AbstractState { active, parts: state.parts.clone() };
        let mut outcomes: SmallVec<[PartId; 1]> = SmallVec::new();
        let mut is_cut = false;
        // What can fail at once is asked first: closures are dear.
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
            found.push((Operator { way, events: events.clone(), label }, state));
        }
        Ok(())
    }
}
