//! Transfers made one after the other on the board, while all other boxes stay: the box that can be pushed to a square now, its
//! way, and the box that makes way for it. Deadlock rules refuse transfers into lost positions.
//!
//! ```text
//!   #########     Box 1 is to go to the goal. Box 2 is in its way and can be pushed aside to x: the plan is
//!   #    x  #     "2 parks at x", then "1 fills the goal".
//!   #@1  2 .#
//!   #########
//! ```

use super::sources::Ways;
use super::{Conditions, Plan};
use crate::deadlock::Purposes;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::PackingPlan;
use crate::planner::{PlanningContext, Step};
use crate::push::{BoxSet, Macro, Region, State};
use crate::run::{Meter, Stop};
use crate::search::{Corrals, MacroPushes, Prunings};
use itertools::Itertools;
use std::iter::successors;

/// Board on which transfers are tried, and the transfers made so far.
pub(super) struct Rehearsal<'a> {
    context: &'a PlanningContext<'a>,
    packing: &'a PackingPlan,
    conditions: &'a Conditions,
    state: State,
    moves: MacroPushes<'a>,
    /// Whether a transfer was proposed that no box could make. Later positions are then unknown, so no transfer is checked.
    is_blocked: bool,
    plan: Plan,
}

/// A way of one box to a square.
#[derive(Clone)]
struct Way {
    by: Macro,
    pushes: usize,
    route: Vec<AreaId>,
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
        Self { context, packing, conditions, state, moves, is_blocked: false, plan: Plan::default() }
    }

    pub(super) const fn boxes(&self) -> &BoxSet {
        &self.state.boxes
    }

    /// Returns the boxes on other squares than the packing plan leaves them on after `done` steps.
    pub(super) fn loose(&self, done: usize) -> Vec<Square> {
        self.state.boxes.minus(self.packing.set(done)).iter().collect()
    }

    /// True if a box is already on the target of a step of the packing plan.
    pub(super) fn is_done(&self, step: usize) -> bool {
        self.packing.next(step).is_some_and(|packs| self.state.boxes.has(packs.to))
    }

    pub(super) fn plan(self) -> Plan {
        self.plan
    }

    /// Makes a step of the packing plan with the nearest box of an area, or with the parked box if `source` is `None`. Returns
    /// `false`, and leaves the board as it is, if no such box can be pushed there while the other boxes stay.
    pub(super) fn transfer(&mut self, step: usize, source: Option<AreaId>, meter: &mut Meter) -> Result<bool, Stop> {
        let candidates = self.candidates(step, source);
        let way = self.nearest(step, &candidates, meter)?;
        let is_found = way.is_some();
        way.into_iter().for_each(|way| self.make(step, way));
        Ok(is_found)
    }

    /// Returns the areas with a loose box that can be pushed now to the square of a step.
    pub(super) fn possible(&mut self, step: usize, meter: &mut Meter) -> Result<Vec<AreaId>, Stop> {
        let mut possible = Vec::new();
        for from in self.loose(step) {
            let area = self.context.areas.area_of(from);
            if !possible.contains(&area) && self.nearest(step, &[from], meter)?.is_some() {
                possible.push(area);
            }
        }
        Ok(possible)
    }

    /// Returns the boxes that can make a step: all loose ones of an area, or the parked one.
    fn candidates(&self, step: usize, source: Option<AreaId>) -> Vec<Square> {
        let areas = self.context.areas;
        match source {
            Some(source) => self.loose(step).into_iter().filter(|&square| areas.area_of(square) == source).collect(),
            None => self.packing.next(step).and_then(|packs| packs.from).into_iter().collect(),
        }
    }

    /// Returns the shortest way of one of these boxes to the square of a step after which the step counts as done and the
    /// position is not known to be lost.
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

    fn make(&mut self, step: usize, Way { by, route, .. }: Way) {
        self.state = self.moves.after(&self.state, by);
        self.plan.add(step, Step::transfer(by.from, by.to, route));
    }

    /// Makes a step for which no box can be pushed now: another box makes way. If none can, the way of the nearest box past
    /// all loose boxes is proposed.
    pub(super) fn clear_and_transfer(
        &mut self,
        step: usize,
        source: Option<AreaId>,
        ways: &mut Ways<'_>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let candidates = self.candidates(step, source);
        let Some(path) = ways.path(self.packing, step, candidates.iter().copied()) else { return Ok(()) };
        let [from, .., to] = path[..] else { return Ok(()) };
        // Any loose box will do, unless a parked box is due.
        let candidates = if source.is_some() { self.loose(step) } else { candidates };
        if let Some([first, second]) = self.make_way(step, &candidates, &path, meter)? {
            self.make(step, first);
            self.make(step, second);
            return Ok(());
        }
        self.is_blocked = true;
        let areas = self.context.areas;
        let route = path.iter().map(|&square| areas.area_of(square)).dedup().collect();
        self.plan.add(step, Step::transfer(from, to, route));
        let player = path[path.len() - 2];
        let board = self.context.maze.board;
        self.state = State::with(board, self.state.boxes.shifted(from, to), player, &mut Region::new(board.len()));
        Ok(())
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
