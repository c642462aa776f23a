//! What is still to be proposed in a position, in order.
//!
//! First the step of the plan, with more and more areas around it, and the first steps of other plans; then the clearing
//! of the areas where a box can be pushed; then the same with larger budgets; last the full push search, with a budget
//! that grows.

use super::source_plan::SourcePlan;
use super::{Extent, Proposal};
use crate::maze::AreaId;
use crate::search::Subgoal;
use std::rc::Rc;

/// At most this number of plans is made in a position, each with another first step. Measured in an early form on XSokoban
/// with 3,000 nodes a level, without takeovers: 51 levels with 1, 56 with 3, 58 with 8 in half as much time again.
const PLANS: usize = 3;

/// What is proposed: the first step of the plan of this number, or a clearing.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Transfer(usize),
    Clearing,
}

use Kind::{Clearing, Transfer};

/// More rings of neighbours than most levels have. Measured on XSokoban without takeovers and with rooms by LISA's
/// patterns, 300, 1,000 and 3,000 nodes a level: 45, 63 and 69 levels, with 4 rings 43, 60 and 69.
const WIDE: usize = 16;

/// What is proposed one after the other, with the rings of neighbours and the push nodes of each.
///
/// Measured on XSokoban without takeovers, 300, 1,000 and 3,000 nodes a level: 61, 67 and 74 levels; 53, 64 and 72 with
/// clearings of 30 nodes before the second plan; 59, 66 and 71 without clearings; 59, 66 and 75 with a second and third
/// plan of 10 nodes before wider steps of the first; 60, 67 and 74 with 30 nodes for the first transfer. In an earlier form
/// one ring for the first transfer solved 53 and 65 where two solved 55 and 68, and none 52 and 65; with the areas in
/// which a box can be pushed beside those of the route no more were solved. The larger numbers are not tuned.
const STAGES: [(Kind, usize, u64); 13] = [
    (Transfer(0), 2, 10),
    (Transfer(0), WIDE, 30),
    (Transfer(1), 2, 30),
    (Transfer(2), 2, 30),
    (Transfer(0), WIDE, 100),
    (Transfer(1), WIDE, 100),
    (Clearing, 2, 100),
    (Clearing, WIDE, 100),
    (Transfer(0), WIDE, 300),
    (Clearing, WIDE, 300),
    (Transfer(0), WIDE, 1_000),
    (Clearing, WIDE, 1_000),
    (Transfer(0), WIDE, 5_000),
];

/// The push nodes of the first takeover of a position; each later one has three times as many. Not tuned.
const FIRST_TAKEOVER: u64 = 100;

/// The proposals of a position, and its plans.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    /// The plan that was made first here, or taken over from the position before.
    pub(super) plan: Option<Rc<SourcePlan>>,
    /// The routes of the first steps of the plans made so far.
    routes: Vec<Vec<AreaId>>,
    /// The areas from which the first steps of those plans take their box.
    pub(super) tried: Vec<AreaId>,
    /// Whether no more plans are to be made.
    is_planned: bool,
    /// The areas in which a box can be pushed.
    rooms: Vec<AreaId>,
    /// The place of the present item in [`STAGES`].
    next: usize,
    takeovers: u32,
    /// Whether there are no more takeovers.
    is_closed: bool,
}

/// What comes next.
pub(super) enum Item {
    /// Another plan is to be made before anything is proposed.
    Plan,
    Propose(Proposal),
}

impl Agenda {
    /// With these areas to be cleared, and no plan yet.
    pub(super) fn new(rooms: Vec<AreaId>) -> Self {
        Self { rooms, ..Self::default() }
    }

    /// Takes up a plan whose first step brings a box along a route from an area; `None` if none was found.
    pub(super) fn planned(&mut self, plan: Option<Rc<SourcePlan>>, source: Option<AreaId>, route: Vec<AreaId>) {
        self.tried.extend(source);
        // A parked box has one way to come, and without a plan there is no other one to try.
        self.is_planned = source.is_none() || self.tried.len() >= PLANS;
        self.routes.extend((!route.is_empty()).then_some(route));
        self.plan = self.plan.take().or(plan);
    }

    /// What comes next, `None` if nothing does; it is not passed over before [`Agenda::advance`].
    pub(super) fn item(&mut self, takes_over: bool) -> Option<Item> {
        while let Some(&(kind, rings, cap)) = STAGES.get(self.next) {
            let extent = Extent::Rings(rings);
            match kind {
                Transfer(plan) if plan >= self.routes.len() && !self.is_planned => return Some(Item::Plan),
                Transfer(plan) => {
                    if let Some(areas) = self.routes.get(plan).cloned() {
                        return Some(Item::Propose(Proposal { areas, subgoal: Subgoal::Packed, extent, cap }));
                    }
                }
                Clearing if self.rooms.is_empty() => {}
                Clearing => {
                    let (areas, subgoal) = (self.rooms.clone(), Subgoal::Opened);
                    return Some(Item::Propose(Proposal { areas, subgoal, extent, cap }));
                }
            }
            // There is nothing of this kind here.
            self.next += 1;
        }
        (takes_over && !self.is_closed).then(|| Item::Propose(self.takeover()))
    }

    /// There are no more takeovers after this.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Passes over the present item.
    pub(super) const fn advance(&mut self) {
        if self.next < STAGES.len() {
            self.next += 1;
        } else {
            self.takeovers += 1;
        }
    }

    const fn takeover(&self) -> Proposal {
        let cap = FIRST_TAKEOVER.saturating_mul(3u64.saturating_pow(self.takeovers));
        Proposal { areas: Vec::new(), subgoal: Subgoal::Packed, extent: Extent::All, cap }
    }
}
