//! Transfers made one after the other on the board, while all other boxes stay: which box can be pushed to a square now,
//! which way, and which box is in its way.
//!
//! ```text
//!   #########     Box 1 is to go to the goal. Box 2 stands on its way and can be pushed aside to x: the plan is
//!   #    x  #     "2 makes way to x", then "1 fills the goal".
//!   #@1  2 .#
//!   #########
//! ```

use super::plan::{Conditions, Plan};
use super::ways::Ways;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{PlanningContext, Step};
use crate::push::{BoxSet, Macro, Macros, Play, Region};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use std::iter::successors;

/// Board on which transfers are tried, and the transfers made so far.
pub(super) struct Rehearsal<'a> {
    context: &'a PlanningContext<'a>,
    packing: &'a PackingPlan,
    conditions: &'a Conditions,
    boxes: BoxSet,
    player: Square,
    region: Region,
    macros: Macros,
    plan: Plan,
}

/// A way of one box to a square.
struct Way {
    by: Macro,
    pushes: usize,
    route: Vec<AreaId>,
}

impl<'a> Rehearsal<'a> {
    /// Maximum number of boxes that make way for one transfer.
    const MAKE_WAY: usize = 3;

    pub(super) fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        packing: &'a PackingPlan,
        conditions: &'a Conditions,
    ) -> Self {
        let squares = context.maze.board.len();
        Self {
            context,
            packing,
            conditions,
            boxes: BoxSet::of(squares, start.boxes.iter().copied()),
            player: start.player,
            region: Region::new(squares),
            macros: Macros::new(squares),
            plan: Plan::default(),
        }
    }

    pub(super) const fn boxes(&self) -> &BoxSet {
        &self.boxes
    }

    /// Returns the boxes that do not stand where the packing plan leaves them after `done` steps.
    pub(super) fn loose(&self, done: usize) -> Vec<Square> {
        self.boxes.minus(self.packing.set(done)).iter().collect()
    }

    /// Returns whether a box stands already where a step of the packing plan would push it.
    pub(super) fn is_done(&self, step: usize) -> bool {
        self.packing.next(step).is_some_and(|packs| self.boxes.has(packs.to))
    }

    pub(super) fn plan(self) -> Plan {
        self.plan
    }

    /// Makes a step of the packing plan with the nearest box of an area, or with the parked box if `source` is `None`.
    /// Returns `false`, and does nothing, if no such box can be pushed there while the other boxes stay.
    pub(super) fn transfer(&mut self, step: usize, source: Option<AreaId>, meter: &Meter) -> Result<bool, Stop> {
        let Some(packs) = self.packing.next(step) else { return Ok(false) };
        let mut best: Option<Way> = None;
        for from in self.candidates(step, source) {
            meter.check()?;
            let way = self.ways(from, |square| square == packs.to).into_iter().next();
            best = best.into_iter().chain(way).min_by_key(|way| way.pushes);
        }
        let is_found = best.is_some();
        best.into_iter().for_each(|way| self.make(step, way));
        Ok(is_found)
    }

    /// Returns the boxes with which a step can be made: all loose ones of an area, or the parked one.
    fn candidates(&self, step: usize, source: Option<AreaId>) -> Vec<Square> {
        let areas = self.context.areas;
        match source {
            Some(source) => self.loose(step).into_iter().filter(|&square| areas.area_of(square) == source).collect(),
            None => self.packing.next(step).and_then(|packs| packs.from).into_iter().collect(),
        }
    }

    /// Returns the ways of a box to squares, the shortest first, without ways over a forbidden border.
    fn ways(&mut self, from: Square, is_wanted: impl Fn(Square) -> bool) -> Vec<Way> {
        let Self { context, conditions, boxes, player, region, macros, .. } = self;
        let (maze, areas) = (context.maze, context.areas);
        region.flood(maze.board, *player, |square| boxes.has(square));
        let found = macros.of_box(maze, boxes, from, |square| region.has(square), Play::Push).to_vec();
        let way = |(index, by): (usize, Macro)| {
            let back = successors(Some(index), |&index| macros.before(index));
            let squares = back.filter_map(|index| macros.found(index)).map(|found| found.to).chain([from]);
            let mut route: Vec<AreaId> = squares.map(|square| areas.area_of(square)).dedup().collect();
            route.reverse();
            let pushes = macros.length(index);
            (!conditions.forbids(&route)).then_some(Way { by, pushes, route })
        };
        let wanted = found.into_iter().enumerate().filter(|(_, by)| is_wanted(by.to));
        wanted.filter_map(way).sorted_by_key(|way| way.pushes).collect()
    }

    fn make(&mut self, step: usize, Way { by, route, .. }: Way) {
        self.boxes.shift(by.from, by.to);
        self.player = by.player(self.context.maze.board, false);
        self.plan.transfers.push(Step::transfer(by.from, by.to, route));
        self.plan.due.push(step);
    }

    /// Makes a step for which no box can be pushed now: the boxes on the way of the nearest box make way. If they
    /// cannot, the way past all loose boxes is proposed.
    pub(super) fn clear_and_transfer(
        &mut self,
        step: usize,
        source: Option<AreaId>,
        ways: &mut Ways<'_>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let candidates = self.candidates(step, source);
        let Some(path) = ways.path(self.packing, step, candidates.into_iter()) else { return Ok(()) };
        let [from, .., to] = path[..] else { return Ok(()) };
        let before = (self.boxes.clone(), self.player, self.plan.clone());
        for _ in 0..Self::MAKE_WAY {
            if !self.make_way(&path, step, meter)? {
                break;
            }
            if let Some(way) = self.ways(from, |square| square == to).into_iter().next() {
                self.make(step, way);
                return Ok(());
            }
        }
        (self.boxes, self.player, self.plan) = before;
        let areas = self.context.areas;
        let route = path.iter().map(|&square| areas.area_of(square)).dedup().collect();
        self.plan.transfers.push(Step::transfer(from, to, route));
        self.plan.due.push(step);
        self.boxes.shift(from, to);
        self.player = path[path.len() - 2];
        Ok(())
    }

    /// Pushes one loose box off a path, by the fewest pushes. Returns whether one was pushed.
    fn make_way(&mut self, path: &[Square], step: usize, meter: &Meter) -> Result<bool, Stop> {
        let settled = self.packing.set(step).clone();
        let blocking = path[1..].iter().copied().filter(|&square| self.boxes.has(square) && !settled.has(square));
        for blocking in blocking.collect::<Vec<_>>() {
            meter.check()?;
            if let Some(way) = self.ways(blocking, |square| !path.contains(&square)).into_iter().next() {
                self.make(step, way);
                return Ok(true);
            }
        }
        Ok(false)
    }
}
