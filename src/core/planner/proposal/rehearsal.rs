//! Slots filled one after the other on the board, while all other boxes stay: the boxes that can be pushed to a square now, their
//! ways, and the box that makes way for them. Deadlock rules refuse transfers into lost positions.
//!
//! ```text
//!   #########     Box 1 is to go to the goal. Box 2 is in its way and can be pushed aside to x. If x is in another area, the
//!   #    x  #     plan is "park a box at x", then "fill the goal"; a box that makes way inside its area is no slot.
//!   #@1  2 .#
//!   #########
//! ```

use super::sources::Ways;
use crate::deadlock::Purposes;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{Conditions, Obstacle, PlanningContext, Slot, Supplier};
use crate::push::{BoxSet, Macro, Region, State};
use crate::run::{Meter, Stop};
use crate::search::{Corrals, MacroPushes, Prunings};
use itertools::Itertools;
use std::iter::successors;

/// Board on which slots are filled, and the slots so far.
pub(super) struct Rehearsal<'a> {
    context: &'a PlanningContext<'a>,
    packing: &'a PackingPlan,
    conditions: &'a Conditions,
    state: State,
    moves: MacroPushes<'a>,
    /// Whether a slot was proposed that no box could fill. Later positions are then unknown, so no way is checked.
    is_blocked: bool,
    slots: Vec<Slot>,
    /// Boxes that were moved inside their areas since a slot named them: the squares now, and where they were named.
    arranged: Vec<(Square, Square)>,
}

#[derive(Clone)]
pub(super) struct Way {
    by: Macro,
    pushes: usize,
    route: Vec<AreaId>,
}

impl Way {
    pub(super) fn area(&self) -> AreaId {
        self.route[0]
    }
}

impl<'a> Rehearsal<'a> {
    /// Maximum number of ways to make way that are tried for one transfer, and of these for one box.
    const TRIES: usize = 48;
    const TRIES_OF_BOX: usize = 12;

    pub(super) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        packing: &'a PackingPlan,
        conditions: &'a Conditions,
    ) -> Self {
        let board = context.maze.board;
        let state = State::of(board, start, &mut Region::new(board.len()));
        let prunings = Prunings { corrals: Corrals::None, ..Prunings::all(Purposes::THOROUGH_SEARCHES) };
        let moves = MacroPushes::new(context.maze, &prunings);
        Self { context, packing, conditions, state, moves, is_blocked: false, slots: Vec::new(), arranged: Vec::new() }
    }

    pub(super) const fn boxes(&self) -> &BoxSet {
        &self.state.boxes
    }

    /// Returns the boxes on other squares than the packing plan leaves them on after `done` steps.
    pub(super) fn loose(&self, done: usize) -> Vec<Square> {
        self.state.boxes.minus(self.packing.set(done)).iter().collect()
    }

    pub(super) fn is_done(&self, step: usize) -> bool {
        self.packing.next(step).is_some_and(|packs| self.state.boxes.has(packs.to))
    }

    /// Returns the slots. A slot whose box a later slot takes away fills nothing; if the box stays in its area meanwhile, it is only
    /// arranged, and the later slot takes it from where it stood before.
    pub(super) fn slots(self) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            let taken = slots.iter().rposition(|earlier| earlier.to == slot.first().from);
            slots.push(slot);
            let Some(earlier) = taken.filter(|&earlier| slots[earlier].first().route.len() == 1) else { continue };
            let Slot { suppliers, .. } = slots.remove(earlier);
            if let (Some(slot), Some(before)) = (slots.last_mut(), suppliers.first()) {
                slot.suppliers[0].from = before.from;
            }
        }
        for index in 0..slots.len() {
            let to = slots[index].to;
            let stays = slots[index + 1..].iter().all(|later| later.first().from != to);
            slots[index].fills = stays && self.context.maze.board.is_goal(to);
        }
        slots
    }

    /// Returns the shortest way now of a box of an area, or of the parked one (`None`), to the square of a step.
    pub(super) fn supplier(
        &mut self,
        step: usize,
        source: Option<AreaId>,
        meter: &mut Meter,
    ) -> Result<Option<Way>, Stop> {
        let candidates = self.candidates(step, source);
        self.nearest(step, &candidates, meter)
    }

    /// Returns the shortest way from each area that has a box that can be pushed now to the square of a step, the shortest first.
    pub(super) fn suppliers(&mut self, step: usize, avoided: &[AreaId], meter: &mut Meter) -> Result<Vec<Way>, Stop> {
        if self.packing.next(step).is_some_and(|packs| packs.from.is_some()) {
            return Ok(self.supplier(step, None, meter)?.into_iter().collect());
        }
        let areas = self.loose(step).into_iter().map(|square| self.context.areas.area_of(square));
        let areas = areas.unique().filter(|area| !avoided.contains(area)).collect_vec();
        let mut ways = Vec::new();
        for area in areas {
            ways.extend(self.supplier(step, Some(area), meter)?);
        }
        ways.sort_by_key(|way| way.pushes);
        Ok(ways)
    }

    pub(super) fn obstacle(&mut self, slot: &Slot, ways: &mut Ways<'_>, meter: &mut Meter) -> Result<Obstacle, Stop> {
        if self.state.boxes.has(slot.to) {
            return Ok(Obstacle::Boxes(vec![slot.to]));
        }
        let (loose, mut is_lost) = (self.loose(slot.due), false);
        for &from in &loose {
            meter.check()?;
            for way in self.ways(from, |square| square == slot.to) {
                if !self.is_lost_after(way.by, meter)? {
                    return Ok(Obstacle::None);
                }
                is_lost = true;
            }
        }
        Ok(match ways.path(slot.due, &loose) {
            _ if is_lost => Obstacle::Loss,
            None => Obstacle::NoWay,
            Some(path) => {
                let on_path = path.into_iter().skip(1).filter(|&square| self.state.boxes.has(square)).collect_vec();
                if on_path.is_empty() { Obstacle::Player } else { Obstacle::Boxes(on_path) }
            }
        })
    }

    pub(super) fn fill(&mut self, step: usize, way: Option<Way>) -> bool {
        way.map(|way| self.make(step, way)).is_some()
    }

    /// Returns the boxes that can make a step: all loose ones of an area, or the parked one.
    fn candidates(&self, step: usize, source: Option<AreaId>) -> Vec<Square> {
        let areas = self.context.areas;
        match source {
            Some(source) => self.loose(step).into_iter().filter(|&square| areas.area_of(square) == source).collect(),
            None => self.packing.next(step).and_then(|packs| packs.from).into_iter().collect(),
        }
    }

    /// Returns the shortest way of one of these boxes that makes the step count as done and is not known to lose.
    fn nearest(&mut self, step: usize, boxes: &[Square], meter: &mut Meter) -> Result<Option<Way>, Stop> {
        let Some(packs) = self.packing.next(step).filter(|_| !self.is_blocked) else { return Ok(None) };
        let mut ways: Vec<Way> = Vec::new();
        for &from in boxes {
            meter.check()?;
            ways.extend(self.ways(from, |square| square == packs.to));
        }
        ways.sort_by_key(|way| way.pushes);
        for way in ways {
            let after = self.state.boxes.shifted(way.by.from, way.by.to);
            if self.packing.done(&after) > step && !self.is_lost_after(way.by, meter)? {
                return Ok(Some(way));
            }
        }
        Ok(None)
    }

    fn is_lost_after(&mut self, by: Macro, meter: &mut Meter) -> Result<bool, Stop> {
        let after = self.state.boxes.shifted(by.from, by.to);
        if self.moves.refuses(&after, by) {
            return Ok(true);
        }
        let after = self.moves.after(&self.state, by);
        self.moves.is_lost(&after, Some(by), meter)
    }

    /// Returns the ways of a box to squares, the shortest first, without ways over a forbidden border.
    fn ways(&mut self, from: Square, is_wanted: impl Fn(Square) -> bool) -> Vec<Way> {
        let mut found: Vec<(Macro, Option<usize>)> = Vec::new();
        self.moves.each_of(&self.state, from, |_, by, before| found.push((by, before)));
        let areas = self.context.areas;
        let way = |(index, &(by, _)): (usize, &(Macro, Option<usize>))| {
            let back = successors(Some(index), |&index| found[index].1);
            let squares = back.map(|index| found[index].0.to).collect_vec();
            let pushes = squares.len();
            let mut route = squares.into_iter().chain([from]).map(|square| areas.area_of(square)).dedup().collect_vec();
            route.reverse();
            (!self.conditions.forbids(&route)).then_some(Way { by, pushes, route })
        };
        let wanted = found.iter().enumerate().filter(|(_, (by, _))| is_wanted(by.to));
        wanted.filter_map(way).sorted_by_key(|way| way.pushes).collect()
    }

    /// Pushes a box along a way, and adds the slot. A box that stays in its area and fills no goal is arranged.
    fn make(&mut self, step: usize, Way { by, route, .. }: Way) {
        self.state = self.moves.after(&self.state, by);
        let from = self.named(by.from);
        self.arranged.retain(|&(at, _)| at != by.from);
        if route.len() == 1 && !self.context.maze.board.is_goal(by.to) {
            self.arranged.push((by.to, from));
        } else {
            self.add(step, by.to, Supplier { from, route });
        }
    }

    fn add(&mut self, step: usize, to: Square, preferred: Supplier) {
        let stage = self.slots.len();
        self.slots.push(Slot { to, fills: false, suppliers: vec![preferred], is_forced: false, stage, due: step });
    }

    /// Returns the square where the slots so far leave a box, or where it stands at the start.
    fn named(&self, at: Square) -> Square {
        self.arranged.iter().find(|(now, _)| *now == at).map_or(at, |&(_, named)| named)
    }

    /// Fills a slot to which no box can be pushed now: another box makes way. If none can, the way of the nearest box past all
    /// loose boxes is proposed. False if no box has a way under the conditions.
    pub(super) fn clear_and_fill(
        &mut self,
        step: usize,
        source: Option<AreaId>,
        avoided: &[AreaId],
        ways: &mut Ways<'_>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let of_source = self.candidates(step, source);
        let is_wanted = |square: &Square| !avoided.contains(&self.context.areas.area_of(*square));
        // Any loose box will do, unless a parked box is due.
        let candidates = if source.is_some() { self.loose(step) } else { of_source.clone() };
        let candidates = candidates.into_iter().filter(is_wanted).collect_vec();
        let of_source = of_source.into_iter().filter(is_wanted).collect_vec();
        let path = ways.path(step, &of_source);
        let Some(path) = path.or_else(|| ways.path(step, &candidates)) else {
            return Ok(self.conditions.is_empty() && avoided.is_empty());
        };
        let [from, .., to] = path[..] else { return Ok(true) };
        if let Some(ways) = self.make_way(step, &candidates, &path, meter)? {
            ways.into_iter().for_each(|way| self.make(step, way));
            return Ok(true);
        }
        self.is_blocked = true;
        let areas = self.context.areas;
        let route = path.iter().map(|&square| areas.area_of(square)).dedup().collect();
        self.add(step, to, Supplier { from: self.named(from), route });
        self.arranged.retain(|&(at, _)| at != from);
        let player = path[path.len() - 2];
        let board = self.context.maze.board;
        self.state = State::with(board, self.state.boxes.shifted(from, to), player, &mut Region::new(board.len()));
        Ok(true)
    }

    /// Returns a way of one box, and the way of a candidate that it makes possible; boxes on the path first.
    fn make_way(
        &mut self,
        step: usize,
        candidates: &[Square],
        path: &[Square],
        meter: &mut Meter,
    ) -> Result<Option<[Way; 2]>, Stop> {
        if self.is_blocked {
            return Ok(None);
        }
        let loose = self.loose(step).into_iter().sorted_by_key(|square| !path.contains(square));
        let mut tries = 0;
        for other in loose {
            for way in self.ways(other, |square| !path.contains(&square)).into_iter().take(Self::TRIES_OF_BOX) {
                tries += 1;
                if tries > Self::TRIES {
                    return Ok(None);
                }
                if self.is_lost_after(way.by, meter)? {
                    continue;
                }
                let moved =
                    candidates.iter().map(|&square| if square == other { way.by.to } else { square }).collect_vec();
                let after = self.moves.after(&self.state, way.by);
                let before = std::mem::replace(&mut self.state, after);
                let found = self.nearest(step, &moved, meter)?;
                self.state = before;
                if let Some(found) = found {
                    return Ok(Some([way, found]));
                }
            }
        }
        Ok(None)
    }
}
